//! What the operating system says of the lab's own workers' carriers: the blocked sleep, the busy run, and too many busy ones wait for
//! a CPU. Only ratios that hold under any load are asserted: a loaded machine makes a thread wait and not sleep.

use carrier_lab::model::{
    CarrierCount, EngineKind, Experiment, Iterations, Kernel as Computation, Nanos, Percent, Work,
    WorkKind,
};
use carrier_lab::recording::{Recording, Track};

use crate::harness::Test;
use crate::real_worker::{lab_worker, one_run};
use crate::watched::{carry_out, naps};

pub(crate) const TESTS: &[Test] = &[
    ("a_blocked_carrier_is_seen_to_sleep", blocked_carriers_sleep),
    ("a_busy_carrier_is_seen_to_run", busy_carriers_do_not_sleep),
    (
        "too_many_busy_carriers_are_seen_to_wait",
        too_many_busy_carriers_wait,
    ),
    (
        "threads_of_their_own_are_not_asked_about",
        own_threads_are_not_asked_about,
    ),
];

fn run(engine: EngineKind, experiment: Experiment) -> Recording {
    let mut recordings = carry_out(one_run(engine, experiment), lab_worker());
    assert_eq!(recordings.len(), 1);
    recordings.remove(0)
}

/// `per_carrier` tasks for each carrier that compute for at least some hundred milliseconds together.
fn computing(carriers: u16, per_carrier: u32) -> Experiment {
    Experiment {
        work: Work::Cpu {
            kernel: Computation::Xorshift,
            iterations: Iterations::new(40_000_000).unwrap(),
        },
        carriers: CarrierCount::clamped(u64::from(carriers)),
        ..naps(u64::from(carriers) * u64::from(per_carrier), 1)
    }
}

fn blocked_carriers_sleep() {
    let experiment = Experiment {
        work: WorkKind::Block.usual().with_wait(Nanos::from_millis(400)),
        pinned_share: Percent::MAX,
        ..naps(2, 1)
    };
    for engine in EngineKind::ALL
        .into_iter()
        .filter(|engine| engine.has_carriers())
    {
        let recording = run(engine, experiment);
        let pins: Vec<_> = recording
            .timeline
            .tracks()
            .flat_map(|track| {
                let Track::Carrier(carrier) = track else {
                    panic!("{engine} has carriers");
                };
                let pins = recording.timeline.pins_between(track, 0, u64::MAX);
                pins.map(move |pin| (carrier, pin))
            })
            .collect();
        assert_eq!(pins.len(), 2, "{engine}");
        for (carrier, pin) in pins {
            let track = recording.kernel.track(carrier).unwrap();
            let (shares, looks) = track.inside(pin.start_ns, pin.end_ns).unwrap();
            assert!(looks >= 2, "{engine}");
            assert!(shares.sleeping() > 0.5, "{engine} {carrier}: {shares:?}");
        }
    }
}

fn busy_carriers_do_not_sleep() {
    let recording = run(EngineKind::Pool, computing(1, 6));
    let track = recording.kernel.track(0).unwrap();
    let spans: Vec<_> = recording
        .timeline
        .spans_between(Track::Carrier(0), 0, u64::MAX)
        .collect();
    let (from, to) = (spans[0].start_ns, spans[spans.len() - 1].end_ns);
    let shares = track.shares(from, to).unwrap();
    assert!(shares.running > 0.0, "{shares:?}");
    assert!(
        shares.running + shares.runnable > shares.sleeping(),
        "{shares:?}"
    );
}

/// Twice as many busy carriers as there are cores, and more: half of their time at least there is no core for them.
fn too_many_busy_carriers_wait() {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let carriers = (4 * cores).min(usize::from(CarrierCount::MAX.get()));
    let recording = run(
        EngineKind::Pool,
        computing(u16::try_from(carriers).unwrap(), 2),
    );
    let mut sums = [0.0_f32; 3];
    for (_, track) in recording.kernel.tracks() {
        if let Some((from, to)) = track.extent_ns() {
            let shares = track.shares(from, to).unwrap();
            sums[0] += shares.running;
            sums[1] += shares.runnable;
            sums[2] += shares.sleeping();
        }
    }
    assert_eq!(recording.kernel.tracks().count(), carriers);
    assert!(sums[0] > 0.0 && sums[1] > 0.0, "{sums:?}");
    if carriers >= 2 * cores {
        assert!(sums[1] > sums[2], "they wait, they do not sleep: {sums:?}");
    }
}

fn own_threads_are_not_asked_about() {
    let recording = run(EngineKind::OsThread, naps(10, 30));
    assert!(recording.kernel.is_empty());
}
