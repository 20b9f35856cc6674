//! Performs effects: plans go to the host, files to threads of their own.

use std::path::{Path, PathBuf};

use super::dialogs::{Wish, wait};
use super::jobs::{CHOOSING, READING, WRITING};
use super::shell::Lab;
use crate::charts::Theme;
use crate::export::{Chart, PictureRequest, chart_png, save_trace};
use crate::host::{load_preset, save_preset};
use crate::model::Nanos;
use crate::recording::{Recording, write_atomic};
use crate::state::{
    Action, ChartExport, Content, Effect, ExportChart, FileAction, FileKind, Replace, Tone,
};

impl Lab {
    /// Performs one effect; what comes of it comes as actions in a later frame, or at once.
    pub(super) fn perform(&mut self, effect: Effect) -> Option<Action> {
        match effect {
            Effect::StartPlan(plan) => return self.feed.start(plan),
            Effect::StopPlan => self.feed.stop(),
            Effect::BrowseOpen => self.ask(Wish::Open, |path| FileAction::Open(path).into()),
            Effect::BrowseSave { kind, suggested } => {
                let wish = Wish::Save(kind, suggested);
                self.ask(wish, move |path| FileAction::Save(kind, path).into());
            }
            Effect::Load(path) => {
                let path = at_home(path);
                self.jobs.start(READING, move || Some(load(path)));
            }
            Effect::Save {
                path,
                replace,
                content,
            } => return self.save(at_home(path), replace, content),
            Effect::Quit => self.ctx.send_viewport_cmd(egui::ViewportCommand::Close),
        }
        None
    }

    fn ask(&mut self, wish: Wish, then: impl FnOnce(PathBuf) -> Action + Send + 'static) {
        let picked = self.dialogs.ask(wish);
        self.jobs.start(CHOOSING, move || wait(picked).map(then));
    }

    fn save(&mut self, path: PathBuf, replace: Replace, content: Content) -> Option<Action> {
        if replace == Replace::Ask && path.exists() {
            return Some(FileAction::Occupied(path).into());
        }
        match content {
            Content::Preset(preset) => self.jobs.start(WRITING, move || {
                Some(match save_preset(&path, &preset) {
                    Ok(()) => FileAction::PresetSaved {
                        path,
                        preset: *preset,
                    }
                    .into(),
                    Err(error) => problem(&error),
                })
            }),
            Content::Recording(run) => {
                let recording = self.state.runs.get(run)?.recording.clone();
                self.jobs.start(WRITING, move || {
                    Some(match recording.save(&path) {
                        Ok(()) => FileAction::Saved(FileKind::Recording, path).into(),
                        Err(error) => problem(&error),
                    })
                });
            }
            Content::Chart(export) => self.export(path, &export),
            Content::Trace(run) => {
                let recording = self.state.runs.get(run)?.recording.clone();
                self.jobs.start(WRITING, move || {
                    Some(match save_trace(&[&recording], &path) {
                        Ok(_) => FileAction::Saved(FileKind::Trace, path).into(),
                        Err(error) => problem(&error),
                    })
                });
            }
            Content::WindowPicture => {
                self.pictures.ask(&self.ctx, path);
                return Some(FileAction::CloseSheet.into());
            }
        }
        None
    }

    fn export(&mut self, path: PathBuf, export: &ChartExport) {
        let recordings: Vec<Recording> = export
            .runs
            .iter()
            .filter_map(|run| Some(self.state.runs.get(*run)?.recording.clone()))
            .collect();
        let request = request(export);
        self.jobs
            .start(WRITING, move || Some(draw(&recordings, &request, path)));
    }
}

fn request(export: &ChartExport) -> PictureRequest {
    let [width, height] = export.choice.size.pixels();
    PictureRequest {
        chart: match export.choice.chart {
            ExportChart::Live => Chart::Live,
            ExportChart::Timeline => Chart::Timeline,
            ExportChart::Sweep => Chart::Sweep,
            ExportChart::Rounds => Chart::Rounds,
        },
        size: (width, height),
        scale: u32::from(export.choice.scale),
        theme: if export.choice.dark {
            Theme::Dark
        } else {
            Theme::Light
        },
        from: export.range.map(|range| Nanos(range.start_ns())),
        until: export.range.map(|range| Nanos(range.end_ns())),
        ..PictureRequest::default()
    }
}

fn draw(recordings: &[Recording], request: &PictureRequest, path: PathBuf) -> Action {
    let recordings: Vec<&Recording> = recordings.iter().collect();
    let picture = match chart_png(&recordings, request) {
        Ok(picture) => picture,
        Err(error) => return problem(&error),
    };
    if let Err(problem) = write_picture(&path, &picture.png) {
        return Action::Say(Tone::Problem, problem);
    }
    if picture.missing_glyphs.is_empty() {
        return FileAction::Saved(FileKind::Chart, path).into();
    }
    let missing: String = picture.missing_glyphs.iter().collect();
    let text = format!(
        "Saved as {}, but no installed font has these characters of the title or small print: {missing}",
        path.display()
    );
    Action::Say(Tone::Note, text)
}

/// Writes a finished picture; the error is a sentence for the person.
pub(super) fn write_picture(path: &Path, png: &[u8]) -> Result<(), String> {
    write_atomic(path, |out| out.write_all(png)).map_err(|error| {
        format!(
            "The picture could not be saved ({error}); check that the folder exists and may be written to: {}",
            path.display()
        )
    })
}

fn load(path: PathBuf) -> Action {
    match FileKind::opened_from(&path) {
        Some(FileKind::Recording) => match Recording::open(&path) {
            Ok(recording) => FileAction::RecordingOpened {
                path,
                recording: Box::new(recording),
            }
            .into(),
            Err(error) => problem(&error),
        },
        Some(FileKind::Preset | FileKind::Chart | FileKind::Trace | FileKind::WindowPicture)
        | None => match load_preset(&path) {
            Ok(preset) => FileAction::PresetOpened { path, preset }.into(),
            Err(error) => problem(&error),
        },
    }
}

fn problem(error: &dyn std::error::Error) -> Action {
    Action::Say(Tone::Problem, error.to_string())
}

/// A leading `~` as shells read it.
fn at_home(path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), directories::UserDirs::new()) {
        (Ok(rest), Some(user)) => user.home_dir().join(rest),
        (Ok(_), None) | (Err(_), _) => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::{ExportChoice, TimeRange};

    #[test]
    fn a_picture_shows_the_time_that_the_window_shows() {
        let export = |range| ChartExport {
            runs: Vec::new(),
            choice: ExportChoice::default(),
            range,
        };
        let zoomed = request(&export(Some(TimeRange::new(2_000, 5_000))));
        assert_eq!(
            (zoomed.from, zoomed.until),
            (Some(Nanos(2_000)), Some(Nanos(5_000)))
        );
        let whole = request(&export(None));
        assert_eq!((whole.from, whole.until), (None, None));
    }
}
