//! Lines of trace-event JSON, one event each. Knows the format and nothing of runs.

use std::fmt::{self, Display, Formatter};
use std::io::{self, Write};

use super::TraceCounts;

/// Nanoseconds as the microseconds of the format, to the last digit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Micros(pub u64);

impl Display for Micros {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{:03}", self.0 / 1_000, self.0 % 1_000)
    }
}

/// The process and thread of the trace that an event belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub pid: u32,
    pub tid: u64,
}

/// A stretch of time with a name. `name` and the members of `args` are written as they are, so they hold nothing to be escaped.
pub(super) struct Slice<'a> {
    pub place: Place,
    pub category: &'static str,
    pub name: &'a dyn Display,
    /// From start to end, nanoseconds.
    pub time: (u64, u64),
    pub args: &'a dyn Display,
}

/// Writes events with the commas between them, and counts them.
pub(super) struct EventWriter<'a> {
    out: &'a mut dyn Write,
    line: Vec<u8>,
    counts: TraceCounts,
}

impl<'a> EventWriter<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Self {
            out,
            line: Vec::with_capacity(256),
            counts: TraceCounts::default(),
        }
    }

    /// A slice on a thread; slices of one thread must be apart or lie in each other. `cname` is a colour of Chrome's viewer.
    pub(super) fn complete(&mut self, slice: &Slice<'_>, cname: Option<&str>) -> io::Result<()> {
        let (start_ns, end_ns) = slice.time;
        let Place { pid, tid } = slice.place;
        write!(
            self.line,
            r#"{{"ph":"X","name":"{}","cat":"{}","ts":{},"dur":{},"pid":{pid},"tid":{tid}"#,
            slice.name,
            slice.category,
            Micros(start_ns),
            Micros(end_ns.saturating_sub(start_ns)),
        )?;
        if let Some(cname) = cname {
            write!(self.line, r#","cname":"{cname}""#)?;
        }
        write!(self.line, r#","args":{{{}}}}}"#, slice.args)?;
        self.counts.slices += 1;
        self.end_line()
    }

    /// A slice that belongs to no thread, as its begin and its end. Slices with one category and id in one process must not overlap,
    /// and be written in the order of their times.
    pub(super) fn across(&mut self, slice: &Slice<'_>, id: u64) -> io::Result<()> {
        let (start_ns, end_ns) = slice.time;
        self.async_end('b', slice, (id, start_ns))?;
        write!(self.line, r#","args":{{{}}}}}"#, slice.args)?;
        self.end_line()?;
        self.async_end('e', slice, (id, end_ns.max(start_ns)))?;
        self.line.push(b'}');
        self.counts.async_slices += 1;
        self.end_line()
    }

    fn async_end(
        &mut self,
        phase: char,
        slice: &Slice<'_>,
        (id, t_ns): (u64, u64),
    ) -> io::Result<()> {
        let Place { pid, tid } = slice.place;
        write!(
            self.line,
            r#"{{"ph":"{phase}","name":"{}","cat":"{}","id2":{{"local":"0x{id:x}"}},"ts":{},"pid":{pid},"tid":{tid}"#,
            slice.name,
            slice.category,
            Micros(t_ns),
        )
    }

    /// A moment of a whole process; any text may be its name.
    pub(super) fn instant(&mut self, pid: u32, name: &str, t_ns: u64) -> io::Result<()> {
        self.line.extend_from_slice(br#"{"ph":"i","s":"p","name":"#);
        serde_json::to_writer(&mut self.line, name)?;
        let t = Micros(t_ns);
        write!(self.line, r#","cat":"run","ts":{t},"pid":{pid}}}"#)?;
        self.counts.instants += 1;
        self.end_line()
    }

    /// The value of a counter of a process from this moment on.
    pub(super) fn counter(
        &mut self,
        pid: u32,
        (name, unit): (&str, &str),
        at: (u64, u64),
    ) -> io::Result<()> {
        let (t_ns, value) = at;
        let t = Micros(t_ns);
        write!(
            self.line,
            r#"{{"ph":"C","name":"{name}","ts":{t},"pid":{pid},"args":{{"{unit}":{value}}}}}"#
        )?;
        self.counts.counters += 1;
        self.end_line()
    }

    /// What a process or, with a `tid`, a thread is called and where it stands: one of the metadata events of the format.
    pub(super) fn metadata(
        &mut self,
        (pid, tid): (u32, Option<u64>),
        event: &str,
        (key, value): (&str, &serde_json::Value),
    ) -> io::Result<()> {
        write!(self.line, r#"{{"ph":"M","name":"{event}","pid":{pid}"#)?;
        if let Some(tid) = tid {
            write!(self.line, r#","tid":{tid}"#)?;
        }
        write!(self.line, r#","args":{{"{key}":{value}}}}}"#)?;
        self.end_line()
    }

    fn end_line(&mut self) -> io::Result<()> {
        // The comma comes with the next event, for none may follow the last one.
        self.out.write_all(&self.line)?;
        self.line.clear();
        self.line.extend_from_slice(b",\n");
        Ok(())
    }

    /// How much was written.
    pub(super) fn finish(self) -> io::Result<TraceCounts> {
        self.out.flush()?;
        Ok(self.counts)
    }
}
