//! The contract between the lab and a worker. This page is all a worker in another language needs.
//!
//! # Life of a worker
//! The lab starts one process per run and talks to it through its standard streams.
//! 1. The lab writes one line of JSON to the worker's stdin: the run (below). stdin stays open.
//! 2. The worker builds its engine, reserves the memory for its probe, and answers with a `Hello` frame on stdout.
//! 3. The lab writes the line `go`. The worker takes this moment as time zero and starts the tasks.
//! 4. The worker sends `Events` frames while tasks run and a `Progress` frame every 10–20 ms, also when nothing changes.
//! 5. The worker ends with exactly one `Done` or `Fault` frame, and then waits until its stdin is closed, so that the lab can
//!    read the peak memory from the operating system. Then it exits with code 0.
//!
//! A worker of which a task has overflowed its stack says so in its last line on stderr and exits with code 86.
//!
//! **Closing stdin means stop, at any moment.** A worker whose stdin closes exits at once, within a second at most, so that no
//! worker outlives its lab. stderr is free text; its last lines are shown when a run fails. A worker that sends no frame for
//! three seconds is called unresponsive, and killed after a grace period.
//!
//! # Frames
//! Everything on stdout is frames, back to back, all numbers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 4 | `u32` length of the payload, at most 1 MiB (1 048 576) |
//! | 1 | `u8` kind of the frame |
//! | length | payload |
//!
//! | kind | name | payload |
//! |---|---|---|
//! | 1 | `Hello` | JSON object, first frame of a worker, sent once |
//! | 2 | `Progress` | JSON object, only between `go` and the end |
//! | 3 | `Events` | 16-byte records, at least one; length is a multiple of 16; frames of 64 KiB at most are best |
//! | 4 | `Done` | JSON object, last frame |
//! | 5 | `Fault` | JSON object, last frame |
//! | 6 | `Round` | JSON object, only where the run asks for more than one round: right after each round, in order |
//! | 16 | `Threads` | JSON object, only between `Hello` and the end; may be left out |
//!
//! Another kind, a longer payload, a payload that is not as described, or a frame out of order ends the run with an error that
//! names it; what came before is kept.
//!
//! # Rounds
//! A run may ask for its tasks more than once in the same process, by `rounds` (1 where it is left out) and `warmup_rounds` (0). The
//! worker then does all its tasks `warmup_rounds + rounds` times with the same engine: it hands a round's tasks over, waits until all
//! of them have ended, and sends a `Round` frame before it begins the next. Task numbers run on: task `i` of round `r` is
//! `r × tasks + i`, in records as in `Progress`, whose counters count all rounds. What a task does and returns depends on `i` alone,
//! so every round has the same checksum. In `Done`, `wall_ns`, `spawn_ns`, `checksum` and `progress` are of all rounds, and `latency`
//! and `histogram` of those that are no warm-up. A worker that is asked for one round sends no `Round` frame, and a lab that knows
//! none asks for none: so both stay version 1. The `at` of a `Fault` counts within the round, since that is what a limit is about.
//!
//! # Records
//! | bytes | what |
//! |---|---|
//! | 8 | `u64` nanoseconds since `go` |
//! | 4 | `u32` task number, counted from 0 in the order of spawning; the count in a `dropped` record |
//! | 2 | `u16` carrier: 0… for carriers; 65 535 for a task's own thread (the lane is then the task); 65 534 for a thread that is no carrier (timer, spawner) |
//! | 1 | `u8` kind of the event |
//! | 1 | `u8` reason |
//!
//! | kind | name | meaning | reason |
//! |---|---|---|---|
//! | 1 | spawn | the task was handed to the engine | 0 |
//! | 2 | ready | the task was woken and waits for a carrier | 0 |
//! | 3 | mount | the task starts to occupy the carrier | 0 |
//! | 4 | unmount | the task leaves the carrier | why: 1 sleep, 2 io, 3 lock, 4 permit, 5 join, 6 yield, 7 done |
//! | 5 | pin-begin | the mounted task now blocks the carrier | why: 1 sleep, 2 io, 3 lock, 4 permit, 5 join, 8 blocking call |
//! | 6 | pin-end | the mounted task runs again | as in its pin-begin |
//! | 7 | fail | the mounted task failed; an unmount follows | 0 |
//! | 8 | dropped | records of this carrier are missing | 0 where the gap begins, 1 where it ends; both carry the count |
//!
//! Constraints: records of one carrier come in time order; on 65 535 that holds for the records of one task, and on 65 534 for those
//! of one thread. On one carrier mounts and unmounts alternate and name the same task;
//! pins lie inside a mount, and do not nest. A task is mounted on one carrier at a time. Spawn and ready records may come from
//! any thread. When records must be dropped (the pipe is full, and a worker never blocks on it), a pair of dropped records says
//! how many are missing on that carrier and from when to when, one right after the other; the counters in `Progress` and `Done` stay exact all the same.
//!
//! # JSON
//! Unknown keys are ignored by the lab, so a worker may send more. Times are whole nanoseconds unless they are texts with a unit.
//!
//! * Run: `{"engine":"tokio","experiment":{"work":{"Sleep":{"sleep":"50ms"}},"tasks":10000,"depth":0,"carriers":4,"pinned_share":0},"probe":"Full","repetition":0}`.
//!   `rounds` and `warmup_rounds` may follow. `probe` is also `"Off"` or `{"Sampled":{"one_in":100}}`. `work` is one of the kinds below.
//! * `Hello`: [`Hello`], `Progress`: [`Progress`], `Done`: [`Done`], `Fault`: [`Fault`], `Threads`: [`CarrierThreads`] give the
//!   meaning of the keys. One of each, with all that there are:
//!
//! ```json
//! {"version":1,"pid":42,"engine":"os-thread","carriers":0,"versions":{"std":"1.95.0"},"baseline_rss_bytes":4096,"probe_bytes":64,"task_ns":null}
//! {"t_ns":15000000,"spawned":10,"live":6,"parked":3,"ready":1,"mounted":2,"pinned":1,"completed":4,"failed":0,"recorded":33,"dropped":5}
//! {"wall_ns":60000000,"spawn_ns":1000,"peak_live":10,"checksum":55,"progress":{"t_ns":60000001,"spawned":10,"live":0,"parked":0,"ready":0,"mounted":0,"pinned":0,"completed":10,"failed":0,"recorded":70,"dropped":0},"latency":{"p50":1,"p90":2,"p95":3,"p99":4,"p999":5,"max":6},"histogram":"HISTFAAA"}
//! {"at":3,"reason":"no thread left","advice":"use fewer tasks","progress":{"t_ns":0,"spawned":3,"live":3,"parked":0,"ready":0,"mounted":0,"pinned":0,"completed":0,"failed":0,"recorded":0,"dropped":0}}
//! {"carriers":[{"carrier":0,"thread":4711},{"carrier":1,"thread":4712}]}
//! ```
//!
//!   And of a [`Round`]:
//!
//! ```json
//! {"index":10,"warmup":false,"start_ns":700000000,"handed_ns":701000000,"end_ns":752000000,"completed":10,"failed":0,"checksum":55,"latency":{"p50":1,"p90":2,"p95":3,"p99":4,"p999":5,"max":6}}
//! ```
//!   With `engine` `fiber`, `experiment` may have `"fiber":{"stack_kib":32,"compensation":"Off"}`: the stack of a task, and whether a
//!   spare carrier stands in (`"On"`) for one that is blocked. Spare carriers have the numbers behind the others.
//!
//!   `engine` is the one of the run; `task_ns` is null but for computing work; `histogram` and `advice` may be left out. `Done` may also
//!   have the keys of [`Findings`]: `cancelled`, `counted` and `notes`. `Threads` says which thread of the operating system a carrier
//!   is, once for each carrier, when that becomes known: the lab asks the system what it did with these threads. Carriers that are
//!   never named, tasks on threads of their own among them, are not asked about.
//!
//! # Kinds of work
//! What a task returns is summed up, wrapping at 64 bits, and verified. Where nothing else is said, task `i` returns `i+1`.
//!
//! | `work` | what a task does |
//! |---|---|
//! | `{"Sleep":{"sleep":"50ms"}}` | sleeps; the pinned ones block their carrier instead: those with `(i+1)·share/100 > i·share/100` (whole-number division, `share` is `pinned_share`) |
//! | `{"Block":{"block":"1s","via":"Carriers","cap":64}}` | `Carriers`: the pinned ones block their carrier, the others sleep. `Pool`: has one of `cap` other threads block, and waits suspended. `Uncapped`: likewise on a thread made for the call |
//! | `{"Cpu":{"kernel":"SumOfSquares","iterations":1000}}` | computes; returns its kernel's result with seed `i mod 8`. The other kernel is `Xorshift` |
//! | `{"Deep":{"shape":"NonTail","payload":4,"sleep":"5s"}}` | recurses to `depth`, sleeps at the bottom, and adds every level's depth; returns `i+1+depth·(depth+1)/2`. Each frame keeps `payload` words and checks them. Shapes: `Tail`, `NonTail`, `Flat` |
//! | `{"Yield":{"yields":1000}}` | lets others go first, so often |
//! | `{"Locked":{"hold":"100ms","lock":"Own","wait":"Suspending"}}` | sleeps with a lock in its hand: its `Own` or a `Shared` one; `Blocking` takes lock and sleep of the operating system |
//! | `{"Init":{"init":"1s","bystander":"10ms","wait":"Blocking"}}` | task 0 sleeps half of `bystander` and then runs a one-time initialiser for `init`, which blocks or suspends; the others sleep `bystander` |
//! | `{"Permits":{"permits":50,"hold":"50ms"}}` | sleeps with one of so many permits in its hand |
//! | `{"Counter":{"counter":"Plain","increments":10000}}` | adds one to a counter that all share. `Plain` and `Ordered`: an atomic load and an atomic store; `Atomic`, `Striped`, `Mutex` are exact. `Done` has `counted` |
//! | `{"TaskLocal":{"bytes":1024,"value":"Own","sleep":"1s"}}` | keeps a value of its own, or a share in one, while it sleeps; returns 0 if it changed |
//! | `{"Mixed":{"sleep":"50ms","block":"5ms","iterations":1000,"sleep_share":80,"block_share":10}}` | sleeps if `i·61 mod 100 < sleep_share`, blocks its carrier if less than both shares together, else returns the sum of squares with seed `i mod 8` |
//! | `{"FailFast":{"fail_after":"100ms","slow":"2s","policy":"FailFast"}}` | task 0 fails after a while, as designed; the others sleep for `slow`, or are cancelled when it fails. `WaitAll` cancels nobody |
//! | `{"LostFailure":{"start":"Submitted"}}` | fails, as designed, and nobody asks: into a handle, or, where it is `Bare`, by a panic |
//!
//! `SumOfSquares` is seed + 1² + 2² + … + iterations², wrapping; `Xorshift` takes x = seed · 0x9e3779b97f4a7c15, sets its lowest
//! bit, and then, so many rounds, x ^= x << 13; x ^= x >> 7; x ^= x << 17.
//!
//! A task that fails as designed is counted in `failed`, one that was cancelled in `cancelled`; both add `i+1` to the sum all the
//! same, so that one that never ended is missed. Such a run has completed: failing is what it was to do.

mod event;
mod frame;
mod messages;
mod reader;
mod sequence;

pub use event::{EVENT_BYTES, Event, EventKind, OWN_THREAD, Reason, SHARED};
pub use frame::{
    FRAME_HEADER_BYTES, Frame, FrameKind, MAX_PAYLOAD_BYTES, encode_events, encode_json,
};
pub use messages::{
    CarrierThread, CarrierThreads, Done, Fault, Findings, GO_LINE, Hello, LatencySummary, Progress,
    Round, STACK_OVERFLOWED, WIRE_VERSION,
};
pub use reader::{FrameReader, WireError};
pub use sequence::Sequence;
