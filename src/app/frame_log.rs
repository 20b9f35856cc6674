//! A line for every repaint in the file that `CARRIER_LAB_FRAME_LOG` names: how a benchmark counts repaints from outside. Nothing
//! without that variable.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

/// Names the file.
const VARIABLE: &str = "CARRIER_LAB_FRAME_LOG";

/// The file, if one is asked for.
pub(super) struct FrameLog {
    out: Option<BufWriter<File>>,
    start: Instant,
}

impl FrameLog {
    /// A file that cannot be made is no reason not to open the window.
    pub(super) fn from_environment() -> Self {
        let file = std::env::var_os(VARIABLE).and_then(|path| File::create(path).ok());
        Self {
            out: file.map(BufWriter::new),
            start: Instant::now(),
        }
    }

    /// Milliseconds since the window's start, milliseconds the frame before took, and whether a run is on.
    pub(super) fn frame(&mut self, cost: Option<Duration>, is_running: bool) {
        if let Some(out) = &mut self.out {
            let at = self.start.elapsed().as_secs_f64() * 1e3;
            let cost = cost.unwrap_or_default().as_secs_f64() * 1e3;
            let run = u8::from(is_running);
            // A full disk ends the log and nothing else.
            if writeln!(out, "{at:.1} {cost:.1} {run}").is_err() {
                self.out = None;
            }
        }
    }

    /// Writes out what was kept back.
    pub(super) fn finish(&mut self) {
        if let Some(out) = &mut self.out {
            out.flush().ok();
        }
    }
}
