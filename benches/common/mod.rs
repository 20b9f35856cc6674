//! A window without a screen, and rows of a table: what the benches of the timeline share.

use std::sync::Arc;
use std::time::Duration;

use carrier_lab::charts::install_fonts;
use carrier_lab::host::machine_facts;
use carrier_lab::model::{EngineKind, Plan, Preset, RunSpec};
use carrier_lab::recording::RunUpdate;
use carrier_lab::state::{Action, AppState, PlanAction, Tab, ViewAction, reduce};
use carrier_lab::ui::{theme, window_ui};
use carrier_lab::wire::{Hello, WIRE_VERSION};

/// A row with the best and the median of these times.
pub(crate) fn report(what: &str, mut times: Vec<Duration>) {
    times.sort();
    println!(
        "| {what} | {:.2} ms | {:.2} ms |",
        times[0].as_secs_f64() * 1e3,
        times[times.len() / 2].as_secs_f64() * 1e3
    );
}

/// A window of 1600 × 1000 points without the window.
pub(crate) struct Window {
    ctx: egui::Context,
    state: AppState,
}

impl Window {
    pub(crate) fn empty() -> Self {
        let ctx = egui::Context::default();
        install_fonts(&ctx);
        theme::install(&ctx);
        let mut window = Self {
            ctx,
            state: AppState::default(),
        };
        window.act(Action::FactsRead(Arc::new(machine_facts())));
        window
    }

    /// The timeline of a run of `spec` that goes on.
    pub(crate) fn showing(spec: RunSpec, news: impl IntoIterator<Item = RunUpdate>) -> Self {
        let mut window = Self::empty();
        window.act(PlanAction::Run.into());
        window.act(
            PlanAction::Started {
                spec,
                facts: Arc::new(machine_facts()),
                started_unix_ms: 0,
            }
            .into(),
        );
        for update in news {
            window.act(PlanAction::News(update).into());
        }
        window.act(ViewAction::ShowTab(Tab::Timeline).into());
        window
    }

    pub(crate) fn act(&mut self, action: Action) {
        reduce(&mut self.state, action);
    }

    /// Lays out, paints and tessellates one frame; what is left is the graphics driver's.
    pub(crate) fn frame(&mut self) {
        let size = egui::vec2(1_600.0, 1_000.0);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, size)),
            ..egui::RawInput::default()
        };
        let mut actions = Vec::new();
        let output = self.ctx.run_ui(input, |ui| {
            window_ui(ui, &self.state, &mut actions);
        });
        let shapes = self.ctx.tessellate(output.shapes, output.pixels_per_point);
        std::hint::black_box(shapes);
        for action in actions {
            self.act(action);
        }
    }
}

/// Resident memory of this process; zero where the system does not tell.
pub(crate) fn resident_bytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}

/// The run of one engine with these knobs.
pub(crate) fn spec(engine: EngineKind, knobs: &[(&str, &str)]) -> RunSpec {
    let mut preset = Preset::default();
    preset.set("engines", engine.id()).unwrap();
    for (key, value) in knobs {
        preset.set(key, value).unwrap();
    }
    Plan::of(&preset).runs.remove(0)
}

/// A worker's greeting; `carriers` is 0 where every task has a thread.
pub(crate) fn hello(engine: EngineKind, carriers: u16) -> RunUpdate {
    RunUpdate::Hello(Box::new(Hello {
        version: WIRE_VERSION,
        pid: 1,
        engine,
        carriers,
        versions: std::collections::BTreeMap::new(),
        baseline_rss_bytes: 0,
        probe_bytes: 0,
        task_ns: None,
    }))
}
