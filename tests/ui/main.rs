//! The window without a window: panels clicked by label and role, and pictures of the whole.
#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a test fails by a panic, also in the functions that tests share; sizes are those of small pictures"
)]

mod comparing;
mod finding;
mod fixture;
mod gallery;
mod icon;
mod panels;
mod picture;
mod plans;
mod rounds;
mod shell;
