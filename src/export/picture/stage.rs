//! Title, subtitle and small print around the charts of a picture. Knows nothing of the charts.

use std::{collections::BTreeSet, sync::Arc};

use egui::{Align, Color32, FontId, Galley, Rect, Ui, UiBuilder, pos2, text::LayoutJob, vec2};

use super::{PictureRequest, small_print};
use crate::charts::{ChartStyle, regular, semibold};
use crate::recording::Recording;

/// The words of a picture.
pub(super) struct Texts {
    title: String,
    subtitle: String,
    small_print: String,
}

impl Texts {
    pub(super) fn of(recordings: &[&Recording], request: &PictureRequest) -> Self {
        let plan_title = || {
            recordings
                .first()
                .map(|recording| recording.title.clone())
                .unwrap_or_default()
        };
        Self {
            title: request.title.clone().unwrap_or_else(plan_title),
            subtitle: request
                .subtitle
                .clone()
                .unwrap_or_else(|| small_print::subtitle(recordings)),
            small_print: small_print::small_print(recordings),
        }
    }

    /// The characters that no installed font has.
    pub(super) fn missing_glyphs(&self, ui: &Ui) -> BTreeSet<char> {
        let drawn = |c: &char| !c.is_control() && !c.is_whitespace();
        let lacking = |text: &str, font: &FontId| -> Vec<char> {
            ui.fonts_mut(|fonts| {
                let chars = text.chars().filter(drawn);
                chars.filter(|c| !fonts.has_glyph(font, *c)).collect()
            })
        };
        let (strong, plain) = (semibold(16.0), regular(16.0));
        [
            lacking(&self.title, &strong),
            lacking(&self.subtitle, &plain),
            lacking(&self.small_print, &plain),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// The sheet that charts are put on.
pub(super) struct Stage<'a> {
    pub texts: &'a Texts,
    pub style: &'a ChartStyle,
}

impl Stage<'_> {
    /// Writes the words and gives what is left between them to `charts`.
    pub(super) fn show(&self, ui: &mut Ui, charts: impl FnOnce(&mut Ui)) {
        let style = self.style;
        let page = ui.max_rect();
        let inner = page.shrink2(vec2(style.scaled(44.0), style.scaled(32.0)));
        let [title, subtitle, small] = self.lines(ui, inner.width());
        let subtitle_top = inner.top() + title.size().y + style.scaled(4.0);
        let charts_top = subtitle_top + subtitle.size().y + style.scaled(20.0);
        let small_top = inner.bottom() - small.size().y;
        let middle = Rect::from_min_max(
            pos2(inner.left(), charts_top),
            pos2(
                page.right() - style.scaled(16.0),
                small_top - style.scaled(14.0),
            ),
        );
        for (galley, top) in [
            (title, inner.top()),
            (subtitle, subtitle_top),
            (small, small_top),
        ] {
            ui.painter()
                .galley(pos2(inner.left(), top), galley, style.palette.text);
        }
        if middle.is_positive() {
            ui.scope_builder(UiBuilder::new().max_rect(middle), |ui| {
                ui.spacing_mut().item_spacing = egui::Vec2::ZERO;
                charts(ui);
            });
        }
    }

    /// Title, subtitle and small print, laid out for `width`.
    fn lines(&self, ui: &Ui, width: f32) -> [Arc<Galley>; 3] {
        let (text, palette) = (&self.style.text, &self.style.palette);
        let muted = |size| (regular(size), palette.muted);
        [
            line(
                ui,
                &self.texts.title,
                (semibold(text.title), palette.text),
                (width, 2),
            ),
            line(ui, &self.texts.subtitle, muted(text.subtitle), (width, 2)),
            line(
                ui,
                &self.texts.small_print,
                muted(text.small_print),
                (width, 4),
            ),
        ]
    }
}

/// Text wrapped at `width`, cut with an ellipsis after `rows`.
fn line(
    ui: &Ui,
    text: &str,
    (font, color): (FontId, Color32),
    (width, rows): (f32, usize),
) -> Arc<Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), font, color, width);
    job.wrap.max_rows = rows;
    job.halign = Align::LEFT;
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}
