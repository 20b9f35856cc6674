//! What the window shows, as a picture: the window system gives the pixels one frame after they were asked for.

use std::path::PathBuf;

use crossbeam_channel::bounded;

use super::jobs::{Jobs, WRITING};
use super::perform::write_picture;
use crate::state::{Action, FileAction, FileKind, Tone};

/// A picture that was asked for and not taken yet.
#[derive(Default)]
pub(super) struct WindowPictures {
    waiting: Option<PathBuf>,
    /// The sheet in which the path was typed must be gone before the picture is taken.
    frames_to_wait: u8,
}

impl WindowPictures {
    /// Asks for a picture in this file.
    pub(super) fn ask(&mut self, ctx: &egui::Context, path: PathBuf) {
        self.waiting = Some(path);
        self.frames_to_wait = 2;
        ctx.request_repaint();
    }

    /// Once a frame: takes the picture when the sheet is gone.
    pub(super) fn each_frame(&mut self, ctx: &egui::Context, jobs: &mut Jobs) {
        if self.waiting.is_none() {
            return;
        }
        ctx.request_repaint();
        self.frames_to_wait = self.frames_to_wait.saturating_sub(1);
        if self.frames_to_wait == 0
            && let Some(path) = self.waiting.take()
        {
            take(ctx, jobs, path);
        }
    }
}

fn take(ctx: &egui::Context, jobs: &mut Jobs, path: PathBuf) {
    let (sender, pixels) = bounded(1);
    let callback = egui::ScreenshotCallback::new(move |image| {
        // Where the job is gone, nobody wants the picture any more.
        sender.try_send(image).ok();
    });
    ctx.send_viewport_cmd(egui::ViewportCommand::Screenshot(callback));
    jobs.start(WRITING, move || match pixels.recv() {
        Ok(image) => Some(write(&image, path)),
        Err(_window_closed) => None,
    });
}

fn write(image: &egui::ColorImage, path: PathBuf) -> Action {
    let png = match encode(image) {
        Ok(png) => png,
        Err(error) => {
            return Action::Say(
                Tone::Problem,
                format!("The picture could not be encoded: {error}"),
            );
        }
    };
    match write_picture(&path, &png) {
        Ok(()) => FileAction::Saved(FileKind::WindowPicture, path).into(),
        Err(problem) => Action::Say(Tone::Problem, problem),
    }
}

fn encode(image: &egui::ColorImage) -> Result<Vec<u8>, png::EncodingError> {
    let side = |pixels: usize| u32::try_from(pixels).unwrap_or(u32::MAX);
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side(image.width()), side(image.height()));
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let opaque: Vec<u8> = image
        .pixels
        .iter()
        .flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b(), u8::MAX])
        .collect();
    writer.write_image_data(&opaque)?;
    writer.finish()?;
    Ok(bytes)
}
