//! The life of a worker: read the run, build, say hello, wait for go, run, report. Knows nothing of how an engine works.

use std::{
    any::Any,
    collections::BTreeMap,
    io::{self, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process::{self, ExitCode},
};

use super::{
    baseline::resident_bytes,
    drain::{self, DrainHandle, Step},
    engines::{self, Engine},
    job::Job,
    orders::Orders,
    outlet::Outlet,
    probe::Probe,
    report::{self, Refusal},
    rounds::{Kept, spawn_all},
    task_time::task_ns,
};
use crate::{
    model::{EngineKind, RunSpec, locked_version, rust_version},
    wire::{FrameKind, GO_LINE, Hello, Progress, WIRE_VERSION},
};

/// Exit code of a worker that could not even begin.
const NOT_BEGUN: u8 = 2;

/// A built engine and all that watches it.
struct Rig {
    spec: RunSpec,
    job: &'static Job,
    engine: Box<dyn Engine>,
    kept: Option<Kept>,
    drain: DrainHandle,
}

/// Lives one worker's life; returns only where stdin or stdout are missing from the start.
pub(crate) fn run() -> ExitCode {
    let begun = Orders::listen().and_then(|orders| Ok((orders, Outlet::stdout()?)));
    match begun {
        Ok((orders, outlet)) => {
            live(&orders, outlet);
            orders.wait_for_end();
            ExitCode::SUCCESS
        }
        Err(error) => {
            writeln!(
                io::stderr(),
                "worker: stdin or stdout cannot be used: {error}"
            )
            .ok();
            ExitCode::from(NOT_BEGUN)
        }
    }
}

fn live(orders: &Orders, mut outlet: Outlet) {
    let spec = match read_spec(orders) {
        Ok(spec) => spec,
        Err(refusal) => {
            let fault = report::fault(refusal, Progress::default());
            return outlet.send(FrameKind::Fault, &fault);
        }
    };
    // A second way out for the words of a build that failed: the drain has the first.
    let Ok(mut last_words) = Outlet::stdout() else {
        return;
    };
    match without_panic("building the engine", || build(spec, outlet)) {
        Ok(rig) => rig.run(orders),
        Err(refusal) => {
            last_words.send(
                FrameKind::Fault,
                &report::fault(refusal, Progress::default()),
            );
        }
    }
}

fn read_spec(orders: &Orders) -> Result<RunSpec, Refusal> {
    let refusal = |why: String| Refusal {
        reason: format!("the run on the first line of stdin was not understood: {why}"),
        advice: "start workers through the lab; the line is described in the wire page".to_owned(),
    };
    let line = orders.next().map_err(refusal)?;
    let spec: RunSpec = serde_json::from_str(&line).map_err(|error| refusal(error.to_string()))?;
    match spec.unable() {
        None => Ok(spec),
        Some(reason) => Err(Refusal {
            reason,
            advice: "choose another engine, or change the work".to_owned(),
        }),
    }
}

fn build(spec: RunSpec, outlet: Outlet) -> Result<Rig, Refusal> {
    let lab = |error: &dyn std::error::Error| Refusal::of_the_lab(error.to_string());
    let (probe, outflows) = Probe::reserve(
        spec.probe,
        engines::home(spec.engine, &spec.experiment),
        engines::ready_events(spec.engine),
    )
    .map_err(|error| lab(&error))?;
    let kept = Kept::reserved(spec.series()).map_err(|error| lab(&error))?;
    let job = Job::of(&spec, probe).keep();
    let drain = drain::start(job, spec.engine, outflows, outlet).map_err(|error| lab(&error))?;
    let engine = engines::prepare(spec.engine, job)?;
    Ok(Rig {
        spec,
        job,
        engine,
        kept,
        drain,
    })
}

impl Rig {
    fn run(mut self, orders: &Orders) {
        self.drain.tell(Step::Hello(Box::new(self.hello())));
        let last = match wait_for_go(orders) {
            Ok(()) => self.carry_out(),
            Err(refusal) => Step::Refused(refusal),
        };
        self.drain.tell(last);
        // Threads and coroutines that still sleep are not waited for: they end with the process.
        std::mem::forget(self.engine);
        self.drain.finish();
    }

    fn hello(&self) -> Hello {
        let task_ns = task_ns(self.spec.experiment.work);
        Hello {
            version: WIRE_VERSION,
            pid: process::id(),
            engine: self.spec.engine,
            carriers: self.engine.carriers(),
            versions: versions(self.spec.engine, self.engine.stated()),
            baseline_rss_bytes: resident_bytes(),
            probe_bytes: self.job.probe.bytes() + self.kept.as_ref().map_or(0, Kept::bytes),
            task_ns,
        }
    }

    fn carry_out(&mut self) -> Step {
        let (engine, job) = (&mut self.engine, self.job);
        self.drain.tell(Step::Go(job.probe.now()));
        let (kept, drain) = (self.kept.take(), &self.drain);
        let tell = |lap| drain.tell(Step::Lap(Box::new(lap)));
        match without_panic("spawning", || spawn_all(engine.as_mut(), job, kept, tell)) {
            Ok(handed) => Step::Handed(Box::new(handed)),
            Err(refusal) => Step::Refused(refusal),
        }
    }
}

fn wait_for_go(orders: &Orders) -> Result<(), Refusal> {
    let refusal = |why: String| Refusal {
        reason: format!("the second line of stdin must be \"go\": {why}"),
        advice: "start workers through the lab; the line is described in the wire page".to_owned(),
    };
    let line = orders.next().map_err(refusal)?;
    if line == GO_LINE.trim_end() {
        Ok(())
    } else {
        Err(refusal(format!("it is {line:?}")))
    }
}

/// Turns a panic into words.
fn without_panic<T>(doing: &str, act: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
    catch_unwind(AssertUnwindSafe(act)).unwrap_or_else(|payload| {
        Err(Refusal::of_the_lab(format!(
            "the worker panicked while {doing}: {}",
            panic_text(payload.as_ref())
        )))
    })
}

/// What a panic said.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> &str {
    payload
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| payload.downcast_ref::<&str>().copied())
        .unwrap_or("no text")
}

fn versions(engine: EngineKind, stated: Vec<(&str, String)>) -> BTreeMap<String, String> {
    let crates: &[&str] = match engine {
        EngineKind::OsThread | EngineKind::Pool => &[],
        EngineKind::May => &["may", "generator"],
        EngineKind::Fiber => &["corosensei", "crossbeam-deque"],
        EngineKind::Tokio => &["tokio"],
    };
    let locked = crates
        .iter()
        .map(|name| ((*name).to_owned(), locked_version(name).to_owned()));
    let stated = stated
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text));
    locked
        .chain(stated)
        .chain([
            ("std".to_owned(), rust_version().to_owned()),
            (
                "carrier-lab".to_owned(),
                env!("CARGO_PKG_VERSION").to_owned(),
            ),
        ])
        .collect()
}
