//! Work in a few words, for a chart's subtitle. Knows nothing of charts.

use super::{Bytes, Nanos, Policy, ThreadCap, Via, Work, units::grouped};

impl Work {
    /// What a task does: `sleep 50 ms`.
    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::Sleep { sleep } => format!("sleep {}", sleep.to_label()),
            Self::Block { block, via, cap } => {
                let place = via_label(via, cap);
                format!("blocking call of {}{place}", block.to_label())
            }
            Self::Cpu { kernel, iterations } => format!("{} × {iterations}", kernel.label()),
            Self::Deep { shape, sleep, .. } => {
                format!("{} recursion, sleep {}", shape.label(), sleep.to_label())
            }
            Self::Yield { yields } => format!("{yields} yields"),
            Self::Locked { hold, lock, wait } => format!(
                "{} lock held for {}, {}",
                lock.label(),
                hold.to_label(),
                wait.label()
            ),
            Self::Init { init, wait, .. } => {
                format!(
                    "beside a {} initialiser of {}",
                    wait.label(),
                    init.to_label()
                )
            }
            Self::Permits { permits, hold } => {
                format!("one of {permits} permits for {}", hold.to_label())
            }
            Self::Counter {
                counter,
                increments,
            } => format!("{} × {increments}", counter.label()),
            Self::TaskLocal {
                bytes,
                value,
                sleep,
            } => format!(
                "{} value of {}, sleep {}",
                value.label(),
                Bytes(bytes.into()),
                sleep.to_label()
            ),
            Self::Mixed {
                sleep_share,
                block_share,
                ..
            } => format!("{sleep_share} % sleep, {block_share} % block, the rest computes"),
            Self::FailFast {
                fail_after,
                slow,
                policy,
            } => siblings_label(fail_after, slow, policy),
            Self::LostFailure { start } => {
                format!("failure that nobody asks for, {}", start.label())
            }
        }
    }
}

fn siblings_label(fail_after: Nanos, slow: Nanos, policy: Policy) -> String {
    format!(
        "one fails after {}, the others take {}, {}",
        fail_after.to_label(),
        slow.to_label(),
        policy.label()
    )
}

fn via_label(via: Via, cap: ThreadCap) -> String {
    match via {
        Via::Carriers => String::new(),
        Via::Pool => format!(" in a pool of {}", grouped(cap.into())),
        Via::Uncapped => " on a thread of its own".to_owned(),
    }
}
