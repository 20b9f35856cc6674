//! Samples, counters and chunks as little-endian columns of bytes, and back. Knows nothing of files.
//!
//! Reading takes any bytes: what does not fit is a [`Misfit`], and no more memory is taken than the bytes themselves take.

use super::{Chunk, ChunkColumns, Gap, OpenSpan, Pin, Sample, Track};
use crate::model::Bytes;
use crate::wire::{LatencySummary, Progress, Reason, Round};

/// What in the bytes does not fit.
pub(super) type Misfit = &'static str;

const THREADS: u32 = 0x1_0000;
const UNKNOWN: u64 = u64::MAX;

/// Reads numbers from the front of some bytes.
pub(super) struct Cursor<'a> {
    rest: &'a [u8],
}

impl<'a> Cursor<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes }
    }

    fn bytes(&mut self, length: usize) -> Result<&'a [u8], Misfit> {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or("a column is too short")?;
        self.rest = rest;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Misfit> {
        let (taken, rest) = self
            .rest
            .split_first_chunk()
            .ok_or("a column is too short")?;
        self.rest = rest;
        Ok(*taken)
    }

    fn u32(&mut self) -> Result<u32, Misfit> {
        self.array().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, Misfit> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn count(&mut self) -> Result<usize, Misfit> {
        self.u32()
            .and_then(|count| usize::try_from(count).map_err(|_beyond| "a column is too long"))
    }

    fn reason(&mut self) -> Result<Reason, Misfit> {
        let [byte] = self.array()?;
        Reason::from_byte(byte).ok_or("a reason is unknown")
    }

    pub(super) fn column<const N: usize, T>(
        &mut self,
        count: usize,
        read: impl Fn([u8; N]) -> T,
    ) -> Result<Vec<T>, Misfit> {
        let length = count.checked_mul(N).ok_or("a column is too long")?;
        let (items, _) = self.bytes(length)?.as_chunks();
        Ok(items.iter().copied().map(read).collect())
    }

    /// Rows of a length known only to `read`. Memory grows with what was really read.
    fn rows<T>(
        &mut self,
        count: usize,
        read: impl Fn(&mut Self) -> Result<T, Misfit>,
    ) -> Result<Vec<T>, Misfit> {
        (0..count).map(|_| read(self)).collect()
    }

    pub(super) fn end<T>(&self, whole: T) -> Result<T, Misfit> {
        if self.rest.is_empty() {
            Ok(whole)
        } else {
            Err("bytes are left over")
        }
    }
}

pub(super) fn put_u64s(values: impl IntoIterator<Item = u64>, out: &mut Vec<u8>) {
    values
        .into_iter()
        .for_each(|value| out.extend_from_slice(&value.to_le_bytes()));
}

/// Columns never come near 4 G items; more would be cut off here and be refused on reading.
pub(super) fn put_count(count: usize, out: &mut Vec<u8>) {
    let count = u32::try_from(count).unwrap_or(u32::MAX);
    out.extend_from_slice(&count.to_le_bytes());
}

/// Four numbers for each sample.
pub(super) fn put_samples(samples: &[Sample], out: &mut Vec<u8>) {
    for sample in samples {
        put_u64s(
            [sample.t_ns, sample.rss.0, sample.cpu_ns, sample.lab_cpu_ns],
            out,
        );
    }
}

/// What [`put_samples`] wrote.
pub(super) fn samples(bytes: &[u8]) -> Result<Vec<Sample>, Misfit> {
    rows(bytes, |[t_ns, rss, cpu_ns, lab_cpu_ns]| Sample {
        t_ns,
        rss: Bytes(rss),
        cpu_ns,
        lab_cpu_ns,
    })
}

/// Eleven numbers for each moment.
pub(super) fn put_progress(progress: &[Progress], out: &mut Vec<u8>) {
    for at in progress {
        let counters = [at.spawned, at.live, at.parked, at.ready, at.mounted];
        let ends = [at.pinned, at.completed, at.failed, at.recorded, at.dropped];
        put_u64s([at.t_ns].into_iter().chain(counters).chain(ends), out);
    }
}

/// What [`put_progress`] wrote.
pub(super) fn progress(bytes: &[u8]) -> Result<Vec<Progress>, Misfit> {
    rows(bytes, |row: [u64; 11]| {
        let [t_ns, spawned, live, parked, ready, mounted, rest @ ..] = row;
        let [pinned, completed, failed, recorded, dropped] = rest;
        Progress {
            t_ns,
            spawned,
            live,
            parked,
            ready,
            mounted,
            pinned,
            completed,
            failed,
            recorded,
            dropped,
        }
    })
}

/// Fourteen numbers for each round.
pub(super) fn put_rounds(rounds: &[Round], out: &mut Vec<u8>) {
    for round in rounds {
        let place = [u64::from(round.index), u64::from(round.warmup)];
        let times = [round.start_ns, round.handed_ns, round.end_ns];
        let ends = [round.completed, round.failed, round.checksum];
        let latency = round.latency;
        let low = [latency.p50, latency.p90, latency.p95];
        let high = [latency.p99, latency.p999, latency.max];
        put_u64s(place.into_iter().chain(times).chain(ends), out);
        put_u64s(low.into_iter().chain(high), out);
    }
}

/// What [`put_rounds`] wrote.
pub(super) fn rounds(bytes: &[u8]) -> Result<Vec<Round>, Misfit> {
    let rounds = rows(bytes, |row: [u64; 14]| {
        let [
            index,
            warmup,
            start_ns,
            handed_ns,
            end_ns,
            completed,
            failed,
            checksum,
            latency @ ..,
        ] = row;
        let [p50, p90, p95, p99, p999, max] = latency;
        Some(Round {
            index: u32::try_from(index).ok()?,
            warmup: (warmup <= 1).then_some(warmup == 1)?,
            start_ns,
            handed_ns,
            end_ns,
            completed,
            failed,
            checksum,
            latency: LatencySummary {
                p50,
                p90,
                p95,
                p99,
                p999,
                max,
            },
        })
    })?;
    let whole: Option<Vec<Round>> = rounds.into_iter().collect();
    whole.ok_or("a round is none")
}

fn rows<const N: usize, T>(bytes: &[u8], read: impl Fn([u64; N]) -> T) -> Result<Vec<T>, Misfit> {
    let (words, rest) = bytes.as_chunks();
    let words: Vec<u64> = words.iter().copied().map(u64::from_le_bytes).collect();
    let (rows, left_over) = words.as_chunks();
    if rest.is_empty() && left_over.is_empty() {
        Ok(rows.iter().copied().map(read).collect())
    } else {
        Err("a row is not whole")
    }
}

/// Track, serial, five counts (spans, waits, pins, gaps, open), then column after column.
pub(super) fn put_chunk(chunk: &Chunk, out: &mut Vec<u8>) {
    let columns = chunk.columns();
    let track = match chunk.track() {
        Track::Carrier(carrier) => u32::from(carrier),
        Track::Threads => THREADS,
    };
    out.extend_from_slice(&track.to_le_bytes());
    out.extend_from_slice(&chunk.serial().to_le_bytes());
    put_count(columns.task.len(), out);
    put_count(columns.waited_ns.len(), out);
    put_count(columns.pins.len(), out);
    put_count(columns.gaps.len(), out);
    put_count(columns.open.len(), out);
    put_u64s(columns.start_ns.iter().copied(), out);
    put_u64s(columns.end_ns.iter().copied(), out);
    out.extend(columns.task.iter().flat_map(|task| task.to_le_bytes()));
    out.extend(columns.reason.iter().map(|reason| *reason as u8));
    put_u64s(columns.waited_ns.iter().copied(), out);
    for pin in &columns.pins {
        put_u64s([pin.start_ns, pin.end_ns], out);
        out.extend_from_slice(&pin.task.to_le_bytes());
        out.push(pin.reason as u8);
    }
    for gap in &columns.gaps {
        put_u64s([gap.start_ns, gap.end_ns], out);
        out.extend_from_slice(&gap.count.to_le_bytes());
    }
    for open in &columns.open {
        let pinned_since_ns = open.pinned_since_ns.unwrap_or(UNKNOWN);
        let waited_ns = open.waited_ns.unwrap_or(UNKNOWN);
        put_u64s([open.start_ns, pinned_since_ns, waited_ns], out);
        out.extend_from_slice(&open.task.to_le_bytes());
    }
}

/// What [`put_chunk`] wrote.
pub(super) fn chunk(bytes: &[u8]) -> Result<Chunk, Misfit> {
    let mut from = Cursor::new(bytes);
    let track = match from.u32()? {
        THREADS => Track::Threads,
        number => u16::try_from(number)
            .map(Track::Carrier)
            .map_err(|_beyond| "a track is unknown")?,
    };
    let serial = from.u32()?;
    let [spans, waits] = [from.count()?, from.count()?];
    let [pins, gaps, open] = [from.count()?, from.count()?, from.count()?];
    if waits != 0 && waits != spans {
        return Err("waits and spans differ in number");
    }
    let columns = ChunkColumns {
        start_ns: from.column(spans, u64::from_le_bytes)?,
        end_ns: from.column(spans, u64::from_le_bytes)?,
        task: from.column(spans, u32::from_le_bytes)?,
        reason: from.rows(spans, Cursor::reason)?,
        waited_ns: from.column(waits, u64::from_le_bytes)?,
        pins: from.rows(pins, pin)?,
        gaps: from.rows(gaps, gap)?,
        open: from.rows(open, open_span)?,
    };
    check_order(track, &columns)?;
    from.end(Chunk::seal(track, serial, columns))
}

fn pin(from: &mut Cursor<'_>) -> Result<Pin, Misfit> {
    Ok(Pin {
        start_ns: from.u64()?,
        end_ns: from.u64()?,
        task: from.u32()?,
        reason: from.reason()?,
    })
}

fn gap(from: &mut Cursor<'_>) -> Result<Gap, Misfit> {
    Ok(Gap {
        start_ns: from.u64()?,
        end_ns: from.u64()?,
        count: from.u32()?,
    })
}

fn open_span(from: &mut Cursor<'_>) -> Result<OpenSpan, Misfit> {
    let known = |value| Some(value).filter(|value| *value != UNKNOWN);
    Ok(OpenSpan {
        start_ns: from.u64()?,
        pinned_since_ns: known(from.u64()?),
        waited_ns: known(from.u64()?),
        task: from.u32()?,
    })
}

/// Look-up relies on this order.
fn check_order(track: Track, columns: &ChunkColumns) -> Result<(), Misfit> {
    let mut spans = columns.start_ns.iter().zip(&columns.end_ns);
    let forward = spans.all(|(start, end)| start <= end)
        && columns.pins.iter().all(|pin| pin.start_ns <= pin.end_ns)
        && columns.gaps.iter().all(|gap| gap.start_ns <= gap.end_ns);
    let in_order = match track {
        Track::Carrier(_) => columns.start_ns.is_sorted() && columns.end_ns.is_sorted(),
        Track::Threads => true,
    };
    if forward && in_order {
        Ok(())
    } else {
        Err("spans are out of order")
    }
}
