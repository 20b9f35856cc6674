//! What a preset means where it leaves a field out, and which fields need not be written. Knows nothing of text.

use super::{
    Compensation, Depth, ProbeMode, Repeat, Rounds, RunOrder, StackKib, Warmup, WarmupRounds,
};

pub(super) const fn no_warmup() -> Warmup {
    Warmup::MIN
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_no_warmup(warmup: &Warmup) -> bool {
    *warmup == Warmup::MIN
}

pub(super) const fn one_round() -> Rounds {
    Rounds::MIN
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_one_round(rounds: &Rounds) -> bool {
    *rounds == Rounds::MIN
}

pub(super) const fn no_warmup_rounds() -> WarmupRounds {
    WarmupRounds::MIN
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_no_warmup_round(rounds: &WarmupRounds) -> bool {
    *rounds == WarmupRounds::MIN
}

pub(super) fn is_interleaved(order: &RunOrder) -> bool {
    *order == RunOrder::Interleaved
}

pub(super) const fn no_depth() -> Depth {
    Depth::MIN
}

pub(super) const fn full_probe() -> ProbeMode {
    ProbeMode::Full
}

pub(super) const fn once() -> Repeat {
    Repeat::MIN
}

pub(super) const fn usual_stack() -> StackKib {
    StackKib::USUAL
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_usual_stack(stack: &StackKib) -> bool {
    *stack == StackKib::USUAL
}

pub(super) const fn no_compensation() -> Compensation {
    Compensation::Off
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
pub(super) fn is_no_compensation(compensation: &Compensation) -> bool {
    *compensation == Compensation::Off
}
