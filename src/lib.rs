//! Carrier Lab: what does a concurrency model really cost, and when does the order flip?
//!
//! The same work runs on OS threads, a fixed pool, stackful coroutines and stackless async tasks, each in a fresh background
//! process; the lab streams what happens and draws memory and throughput beside a timeline of every carrier.
//!
//! # Words
//! *run*: one engine doing one experiment once · *experiment*: work and its parameters · *plan*: the ordered runs of one press of
//! Run · *engine*: a way to execute tasks · *carrier*: an OS thread that executes tasks · *mount* / *unmount*: a task starts / stops
//! occupying a carrier · *pinned*: mounted but blocked, so that the carrier waits with it · *ready*: woken and waiting for a carrier ·
//! *parked*: suspended, nothing to do · *lane*: one carrier's row · *recording*: all that one run left behind · *preset*: a plan
//! saved as RON.
//!
//! # The house
//! A folder is a layer, and arrows point down only; `tests/architecture.rs` fails on any other.
//!
//! ```text
//!  main ── cli ───────────────┬──────────────┐
//!   │                         │              │
//!  app (eframe shell, effects)│              ▼
//!   │    ▼                    ▼            worker ── tokio, may
//!   │   ui ── egui, egui_plot export         │       (the only folder that runs tasks)
//!   │    │      │   ▲          │             │
//!   │    │      └─ charts ◄────┘             │
//!   │    ▼           ▼                       │
//!   │  state       scene (pure geometry)     │
//!   │    │           ▼                       │
//!   │    └──────► recording (columns, levels of detail, statistics)
//!   │                ▲                       │
//!   └──► host (spawn, read, sample the OS, limits)
//!                    └──────► wire ◄─────────┘
//!  model: the vocabulary. Everyone may use it; it uses no one.
//! ```
//!
//! # One way, from slider to pixel
//! A panel pushes an `Action`; `state::reduce` turns actions into the next state and `Effect`s; `app` performs the effects by
//! handing a plan to `host`; `host` spawns this same binary as `carrier-lab worker` for every run, one after the other, reads its
//! frames, samples its memory from outside, and sends sealed chunks over a bounded channel; `app` keeps them in a `Recording`;
//! `scene` turns a recording and a viewport into plain numbers; `charts` paints those, in the window and in the exported picture
//! with the same functions.

// A flat future a hundred levels deep is a type a hundred levels deep.
#![recursion_limit = "512"]

// What the wire demands of a stream of events is checked by the same code in here and in the tests beside the crate.
#[cfg(test)]
extern crate self as carrier_lab;
#[cfg(test)]
#[path = "../tests/common/legal.rs"]
#[expect(dead_code, reason = "the tests in here need a part of it")]
mod legal;

pub mod app;
pub mod charts;
pub mod cli;
pub mod export;
pub mod host;
pub mod model;
pub mod recording;
pub mod scene;
pub mod state;
pub mod ui;
pub mod wire;
pub mod worker;
