//! What the scheduler told of the carriers, as little-endian columns of bytes, and back. Knows nothing of files.

use super::codec::{Cursor, Misfit, put_count, put_u64s};
use super::{Kernel, KernelTrack, ThreadState};

/// How many carriers; for each its number and how many looks, then moments, running sums, waiting sums, states.
pub(super) fn put_kernel(kernel: &Kernel, out: &mut Vec<u8>) {
    put_count(kernel.tracks().count(), out);
    for (carrier, track) in kernel.tracks() {
        let (t_ns, run_ns, wait_ns, state) = track.parts();
        out.extend_from_slice(&carrier.to_le_bytes());
        put_count(t_ns.len(), out);
        for column in [t_ns, run_ns, wait_ns] {
            put_u64s(column.iter().copied(), out);
        }
        out.extend(state.iter().map(|state| *state as u8));
    }
}

/// What [`put_kernel`] wrote.
pub(super) fn kernel(bytes: &[u8]) -> Result<Kernel, Misfit> {
    let mut from = Cursor::new(bytes);
    let mut kernel = Kernel::default();
    for _ in 0..from.count()? {
        let carrier = from.array().map(u16::from_le_bytes)?;
        let looks = from.count()?;
        let mut column = || from.column(looks, u64::from_le_bytes);
        let sums = [column()?, column()?, column()?];
        let states = from.column(looks, |[byte]: [u8; 1]| ThreadState::from_byte(byte))?;
        let states: Option<Vec<ThreadState>> = states.into_iter().collect();
        let states = states.ok_or("a thread's state is unknown")?;
        let track = KernelTrack::from_parts(sums, states);
        kernel.insert(carrier, track.ok_or("a thread's times run back")?);
    }
    from.end(kernel)
}
