//! The window: what happens in a frame, what is remembered, how it is opened and closed.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::dialogs::{Dialogs, SystemDialogs};
use super::display::{AppError, check_display, check_file};
use super::frame_log::FrameLog;
use super::jobs::{Jobs, READING};
use super::plan_feed::PlanFeed;
use super::portal::find_dialogs;
use super::window_picture::WindowPictures;
use crate::charts::install_fonts;
use crate::host::{HostSettings, machine_facts};
use crate::state::{Action, AppState, DialogService, FileAction, MessageId, Session, Tone, reduce};
use crate::ui::{theme, window_ui};

/// Where eframe's storage keeps the session.
const SESSION_KEY: &str = "session";
/// How long a message that asks for nothing stays.
const MESSAGE_STAYS: Duration = Duration::from_secs(6);
/// The window's icon, 256 × 256.
const ICON: &[u8] = include_bytes!("../../assets/icon.png");

/// What a window is made of besides its state; tests bring their own.
pub struct LabParts {
    /// How files are chosen.
    pub dialogs: Box<dyn Dialogs>,
    /// Whether that way is open on this system.
    pub service: DialogService,
    /// Which program is the worker; `None` for this same one.
    pub host: Option<HostSettings>,
}

/// The application: state, what happens outside, and when messages began to be shown.
pub struct Lab {
    pub(super) ctx: egui::Context,
    pub(super) state: AppState,
    pub(super) feed: PlanFeed,
    pub(super) jobs: Jobs,
    pub(super) dialogs: Box<dyn Dialogs>,
    pub(super) pictures: WindowPictures,
    shown_since: BTreeMap<MessageId, Instant>,
    frames: FrameLog,
}

/// Opens the window, with a preset or recording where one is named, and returns when it is closed.
///
/// # Errors
/// If the file is not there or of another kind, there is no display, or the window system refuses.
pub fn run_window(file: Option<PathBuf>) -> Result<(), AppError> {
    file.as_deref().map_or(Ok(()), check_file)?;
    check_display()?;
    let options = eframe::NativeOptions {
        viewport: egui::ViewportBuilder::default()
            .with_title("Carrier Lab")
            .with_app_id("carrier-lab")
            .with_inner_size([1440.0, 900.0])
            .with_min_inner_size([980.0, 620.0])
            .with_icon(eframe::icon_data::from_png_bytes(ICON).unwrap_or_default()),
        renderer: eframe::Renderer::Glow,
        ..eframe::NativeOptions::default()
    };
    let create = move |cc: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
        let parts = LabParts {
            dialogs: Box::new(SystemDialogs),
            service: find_dialogs(),
            host: None,
        };
        let session = cc
            .storage
            .and_then(|storage| storage.get_string(SESSION_KEY))
            .and_then(|text| serde_json::from_str(&text).ok());
        let mut lab = Lab::new(&cc.egui_ctx, session.unwrap_or_default(), parts);
        if let Some(path) = file {
            lab.act(FileAction::Open(path).into());
        }
        Ok(Box::new(lab))
    };
    eframe::run_native("carrier-lab", options, Box::new(create))
        .map_err(|error| AppError::Window(error.to_string()))
}

impl Lab {
    /// A window's application with what an earlier one remembered. Installs fonts and looks in `ctx`.
    #[must_use]
    pub fn new(ctx: &egui::Context, session: Session, parts: LabParts) -> Self {
        install_fonts(ctx);
        theme::install(ctx);
        let mut state = AppState::default();
        session.restore(&mut state);
        theme::choose(ctx, state.view.theme);
        state.files.dialogs = parts.service;
        state.files.folder = std::env::current_dir().unwrap_or_default();
        let mut jobs = Jobs::new(ctx.clone());
        jobs.start(READING, || {
            Some(Action::FactsRead(Arc::new(machine_facts())))
        });
        Self {
            ctx: ctx.clone(),
            state,
            feed: PlanFeed::new(ctx.clone(), parts.host),
            jobs,
            dialogs: parts.dialogs,
            pictures: WindowPictures::default(),
            frames: FrameLog::from_environment(),
            shown_since: BTreeMap::new(),
        }
    }

    /// What the window shows.
    #[must_use]
    pub const fn state(&self) -> &AppState {
        &self.state
    }

    /// Reduces one action and performs what follows from it.
    fn act(&mut self, action: Action) {
        let theme = self.state.view.theme;
        let mut actions = vec![action];
        while let Some(action) = actions.pop() {
            for effect in reduce(&mut self.state, action) {
                actions.extend(self.perform(effect));
            }
        }
        if self.state.view.theme != theme {
            theme::choose(&self.ctx, self.state.view.theme);
        }
    }

    /// Reads what came from outside since the last frame, within a bounded time.
    pub fn take_news(&mut self) {
        let news: Vec<Action> = self
            .feed
            .read()
            .into_iter()
            .chain(self.jobs.results())
            .collect();
        for action in news {
            self.act(action);
        }
        self.let_messages_go();
    }

    /// Paints, and does what a person did.
    pub fn paint(&mut self, ui: &mut egui::Ui) {
        let mut actions = Vec::new();
        window_ui(ui, &self.state, &mut actions);
        let dropped = ui.input(|input| input.raw.dropped_files.clone());
        let paths = dropped.into_iter().map(|file| file.path().to_owned());
        actions.extend(paths.map(|path| FileAction::Open(path).into()));
        if !actions.is_empty() {
            // What was done shows in the next frame; nothing else asks for one.
            self.ctx.request_repaint_after(Duration::from_millis(1));
        }
        for action in actions {
            self.act(action);
        }
        self.pictures.each_frame(&self.ctx, &mut self.jobs);
    }

    /// Messages that ask for nothing go away by themselves; the next one to go is what the window wakes for.
    fn let_messages_go(&mut self) {
        let now = Instant::now();
        let shown: Vec<_> = self.state.messages.shown().to_vec();
        self.shown_since
            .retain(|id, _| shown.iter().any(|message| message.id == *id));
        for message in shown {
            let since = *self.shown_since.entry(message.id).or_insert(now);
            let stayed = now.duration_since(since);
            match message.tone {
                Tone::Problem => {}
                Tone::Done | Tone::Note if stayed >= MESSAGE_STAYS => {
                    self.act(Action::Dismiss(message.id));
                }
                Tone::Done | Tone::Note => {
                    let left = MESSAGE_STAYS.saturating_sub(stayed);
                    self.ctx.request_repaint_after(left);
                }
            }
        }
    }
}

impl eframe::App for Lab {
    fn logic(&mut self, _ctx: &egui::Context, frame: &mut eframe::Frame) {
        let cost = frame.info().cpu_usage.map(Duration::from_secs_f32);
        self.frames.frame(cost, self.feed.is_on());
        self.feed.frame_begins(cost);
        self.take_news();
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.paint(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        if let Ok(text) = serde_json::to_string(&Session::of(&self.state)) {
            storage.set_string(SESSION_KEY, text);
        }
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.feed.drop_plan();
        self.jobs.finish();
        self.frames.finish();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        visuals.panel_fill.to_normalized_gamma_f32()
    }
}
