//! The window without a window: panels clicked by label and role, and pictures of the whole.

mod fixture;
mod gallery;
mod icon;
mod panels;
mod picture;
