//! One worker process: started with pipes, talked to through stdin, ended by closing it, killed where that does not help, reaped.

use std::{
    io::{self, Write},
    path::Path,
    process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::reap::{Exit, try_reap};
use super::usage;
use crate::model::Bytes;

/// How long a killed process may take to disappear; the kernel may have gigabytes of it to free.
const AFTER_KILL: Duration = Duration::from_secs(10);

/// A worker process. Dropping it kills and reaps what still lives.
pub(super) struct WorkerProcess {
    child: Child,
    stdin: Option<ChildStdin>,
    exit: Option<Exit>,
    lab_peak: Option<Bytes>,
}

/// What a worker writes to.
pub(super) struct WorkerOutput {
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

impl WorkerProcess {
    /// Starts `program worker`.
    pub(super) fn spawn(program: &Path) -> io::Result<(Self, WorkerOutput)> {
        let mut command = Command::new(program);
        command
            .arg("worker")
            // A panic that prints a backtrace overflows small coroutine stacks and can hang the process.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        without_console_window(&mut command);
        let mut child = command.spawn()?;
        // Not before: the lab may grow until the very moment the child takes its peak over.
        let lab_peak = usage::lab_peak();
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            child,
            stdin,
            exit: None,
            lab_peak,
        };
        match (stdout, stderr) {
            (Some(stdout), Some(stderr)) => {
                widen_pipe(&stdout);
                Ok((process, WorkerOutput { stdout, stderr }))
            }
            (Some(_) | None, _) => Err(io::Error::other("the system gave no pipes")),
        }
    }

    /// The process id; meaningful until the exit is known.
    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Writes to the worker's stdin.
    pub(super) fn tell(&mut self, line: &str) -> io::Result<()> {
        let stdin = self.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        stdin.write_all(line.as_bytes())?;
        stdin.flush()
    }

    /// Tells the worker to stop and waits for its end, but no longer than `patience`.
    pub(super) fn close_and_wait(&mut self, patience: Duration) {
        self.stdin = None;
        self.wait(patience);
    }

    /// Kills the worker if it still lives, and waits for its end.
    pub(super) fn kill(&mut self) {
        self.stdin = None;
        // Once reaped, the id may belong to another process.
        if self.exit.is_none() && self.child.kill().is_ok() {
            self.wait(AFTER_KILL);
            if let Some(exit) = &mut self.exit {
                exit.killed_by_lab = true;
            }
        }
    }

    /// Whether it has ended; then it is reaped.
    pub(super) fn has_ended(&mut self) -> bool {
        self.wait(Duration::ZERO);
        self.exit.is_some()
    }

    /// How it ended; `None` as long as it is not reaped.
    pub(super) const fn exit(&self) -> Option<&Exit> {
        self.exit.as_ref()
    }

    /// Its peak memory by the OS's own count: of the living process, or, once it has ended, as far as that can be told.
    pub(super) fn peak(&self) -> Option<Bytes> {
        match &self.exit {
            None => usage::peak_of_living(self.child.id()),
            Some(exit) => usage::believable(exit.max_rss, self.lab_peak),
        }
    }

    fn wait(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let mut pause = Duration::from_micros(200);
        while self.exit.is_none() {
            match try_reap(&mut self.child) {
                Ok(exit) => self.exit = exit,
                // Someone else has reaped it: there is nothing to wait for.
                Err(_) => return,
            }
            if self.exit.is_some() || Instant::now() >= deadline {
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A graphical program that starts a console program would flash a console window.
#[cfg(windows)]
fn without_console_window(command: &mut Command) {
    use std::os::windows::process::CommandExt;

    const CREATE_NO_WINDOW: u32 = 0x0800_0000;
    command.creation_flags(CREATE_NO_WINDOW);
}

/// Only Windows opens console windows.
#[cfg(not(windows))]
const fn without_console_window(_command: &mut Command) {}

/// A wider pipe carries longer bursts before the worker must drop records. Where it can't be had, the usual 64 KiB do.
#[cfg(target_os = "linux")]
fn widen_pipe(stdout: &ChildStdout) {
    use std::os::fd::AsRawFd;

    const PIPE_BYTES: libc::c_int = 1 << 20;
    #[expect(unsafe_code, reason = "std cannot set the size of a pipe")]
    // SAFETY: the descriptor is open for the whole call, and F_SETPIPE_SZ takes a plain number. A refusal changes nothing.
    unsafe {
        libc::fcntl(stdout.as_raw_fd(), libc::F_SETPIPE_SZ, PIPE_BYTES);
    }
}

/// Other systems size their pipes themselves.
#[cfg(not(target_os = "linux"))]
const fn widen_pipe(_stdout: &ChildStdout) {}
