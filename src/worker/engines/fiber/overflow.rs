//! What is said when a task has no stack left (Linux): which task, where, and how large its stack was. The process ends with it: the
//! task cannot go on, and what it held stays held. Knows nothing of how fibers are run.
//!
//! All of it happens in a signal handler, on the signal stack that the standard library gives every thread, without a thread-local,
//! an allocation or a lock. A fault that is none of ours goes to whoever handled it before.

use std::{
    mem::zeroed,
    ptr::null_mut,
    sync::{
        OnceLock,
        atomic::{AtomicPtr, Ordering},
    },
};

use super::shared::Shared;
use crate::wire::STACK_OVERFLOWED;

/// The run, for the handler.
static RUN: AtomicPtr<Shared> = AtomicPtr::new(null_mut());
/// Who handled faults before.
static BEFORE: [OnceLock<libc::sigaction>; 2] = [const { OnceLock::new() }; 2];
/// A guard is a fault of one of these, depending on the system.
const FAULTS: [libc::c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// Reports overflows of this run's stacks from now on.
pub(super) fn report(shared: &'static Shared) {
    RUN.store(std::ptr::from_ref(shared).cast_mut(), Ordering::Release);
    for (fault, before) in FAULTS.iter().zip(&BEFORE) {
        before.get_or_init(|| listen(*fault));
    }
}

/// Puts the handler in and returns the one before.
#[expect(unsafe_code, reason = "std does not handle signals")]
fn listen(fault: libc::c_int) -> libc::sigaction {
    // SAFETY: both structs are plain data that live until the call returns; the handler does only what a signal handler may, and
    // asks for the signal stack, since a fiber that has none left cannot be where it runs.
    unsafe {
        let mut before: libc::sigaction = zeroed();
        let mut ours: libc::sigaction = zeroed();
        ours.sa_sigaction = on_fault as *const () as usize;
        ours.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
        libc::sigemptyset(&raw mut ours.sa_mask);
        libc::sigaction(fault, &raw const ours, &raw mut before);
        before
    }
}

#[expect(unsafe_code, reason = "the system calls it with raw pointers")]
extern "C" fn on_fault(
    fault: libc::c_int,
    info: *mut libc::siginfo_t,
    _context: *mut libc::c_void,
) {
    // SAFETY: the kernel hands in a valid description of a fault, whose address it has filled in; the run lives as long as the
    // process. `write`, `_exit` and `sigaction` may be called in a handler.
    unsafe {
        let address = (*info).si_addr().addr();
        let run = RUN.load(Ordering::Acquire).as_ref();
        if let Some(words) = run.and_then(|run| words(run, address)) {
            let text = words.text();
            libc::write(libc::STDERR_FILENO, text.as_ptr().cast(), text.len());
            libc::_exit(STACK_OVERFLOWED);
        }
        // Not ours: the instruction is tried again, and the fault goes to whoever was there before.
        let place = usize::from(fault == libc::SIGBUS);
        if let Some(before) = BEFORE.get(place).and_then(OnceLock::get) {
            libc::sigaction(fault, before, null_mut());
        }
    }
}

/// What happened, where the address lies in the guard of a stack.
fn words(run: &Shared, address: usize) -> Option<Words> {
    let index = run.slab.guarded_by(address)?;
    let (task, carrier) = run.table.whereabouts(index)?;
    let mut words = Words::default();
    words.say(b"task ");
    words.count(u64::from(task));
    words.say(b" overflowed its stack of ");
    words.count(run.slab.stack_bytes() as u64 / 1_024);
    words.say(b" KiB on carrier ");
    words.count(u64::from(carrier));
    words.say(b"\n");
    Some(words)
}

/// Text without an allocation.
struct Words {
    bytes: [u8; 128],
    length: usize,
}

impl Default for Words {
    fn default() -> Self {
        Self {
            bytes: [0; 128],
            length: 0,
        }
    }
}

impl Words {
    fn say(&mut self, text: &[u8]) {
        for (place, byte) in self.bytes.iter_mut().skip(self.length).zip(text) {
            *place = *byte;
        }
        self.length = (self.length + text.len()).min(self.bytes.len());
    }

    fn count(&mut self, number: u64) {
        let mut divisor = 1;
        while number / divisor >= 10 {
            divisor *= 10;
        }
        while divisor > 0 {
            let digit = u8::try_from(number / divisor % 10).unwrap_or(0);
            self.say(&[b'0' + digit]);
            divisor /= 10;
        }
    }

    fn text(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_write_them() {
        let mut words = Words::default();
        for number in [0, 7, 10, 1_000_000] {
            words.count(number);
            words.say(b" ");
        }
        assert_eq!(words.text(), b"0 7 10 1000000 ");
        words.say(&[b'x'; 200]);
        assert_eq!(words.text().len(), 128);
    }
}
