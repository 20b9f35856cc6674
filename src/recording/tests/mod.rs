//! Tests that need more than one file of this folder, and the random runs they share.
#![expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::float_cmp,
    reason = "models compute in floats; what is compared exactly is exact"
)]

mod finding;
mod histogram;
mod kernel;
mod legal_events;
mod lookup;
mod occupancy;
mod recordings;
mod rounds;
mod sealed;
mod span_builder;
mod span_properties;
mod store;
mod summary;
mod timelines;
mod totals;
