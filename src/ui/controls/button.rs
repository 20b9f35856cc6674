//! Buttons: a word, a drawing, or both.

use egui::{
    Align2, Color32, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::charts::{palette::mix, regular, semibold};
use crate::ui::icon::Icon;
use crate::ui::theme::{self, CONTROL_PX, CORNER, TYPE};

/// How much a button asks to be pressed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ButtonKind {
    /// The one thing to do.
    Primary,
    /// One of several.
    #[default]
    Plain,
    /// Only a drawing or word; its frame shows under the cursor.
    Quiet,
}

/// A button to be shown.
#[derive(Clone, Copy, Debug)]
pub struct PushButton<'a> {
    /// What it is called; shown unless `icon_only`.
    pub name: &'a str,
    /// What it does, in a sentence; on a disabled button why not.
    pub tip: &'a str,
    /// A drawing before the word.
    pub icon: Option<Icon>,
    /// How much it asks to be pressed.
    pub kind: ButtonKind,
    /// Width and height at least; a width below the height shows the drawing only.
    pub size: [f32; 2],
    state: ButtonState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ButtonState {
    Enabled,
    Lit,
    Disabled,
}

impl<'a> PushButton<'a> {
    /// A plain button with a word.
    #[must_use]
    pub const fn new(name: &'a str, tip: &'a str) -> Self {
        Self {
            name,
            tip,
            icon: None,
            kind: ButtonKind::Plain,
            size: [64.0, CONTROL_PX],
            state: ButtonState::Enabled,
        }
    }

    /// A small quiet button with a drawing only.
    #[must_use]
    pub const fn icon(icon: Icon, name: &'a str, tip: &'a str) -> Self {
        let mut button = Self::new(name, tip);
        button.icon = Some(icon);
        button.kind = ButtonKind::Quiet;
        button.size = [22.0, 22.0];
        button
    }

    /// With a drawing before the word.
    #[must_use]
    pub const fn with_icon(mut self, icon: Icon) -> Self {
        self.icon = Some(icon);
        self
    }

    /// As the one thing to do, or quietly.
    #[must_use]
    pub const fn kind(mut self, kind: ButtonKind) -> Self {
        self.kind = kind;
        self
    }

    /// At least so wide.
    #[must_use]
    pub const fn min_width(mut self, width: f32) -> Self {
        self.size[0] = width;
        self
    }

    /// Disabled with the reason, where there is one.
    #[must_use]
    pub const fn disabled_because(mut self, reason: Option<&'a str>) -> Self {
        if let Some(reason) = reason {
            self.state = ButtonState::Disabled;
            self.tip = reason;
        }
        self
    }

    /// In the accent colour, where what it switches is on.
    #[must_use]
    pub const fn lit(mut self, on: bool) -> Self {
        if on {
            self.state = ButtonState::Lit;
        }
        self
    }

    fn enabled(&self) -> bool {
        self.state != ButtonState::Disabled
    }

    fn shows_word(&self) -> bool {
        self.size[0] > self.size[1]
    }

    /// Shows it; `clicked()` on the response tells of mouse and keyboard alike.
    pub fn show(self, ui: &mut Ui) -> Response {
        let font = match self.kind {
            ButtonKind::Primary => semibold(TYPE.body),
            ButtonKind::Plain | ButtonKind::Quiet => regular(TYPE.body),
        };
        let galley = self.shows_word().then(|| {
            ui.painter()
                .layout_no_wrap(self.name.to_owned(), font, Color32::PLACEHOLDER)
        });
        let icon_width = if self.icon.is_some() { 22.0 } else { 0.0 };
        let content = galley
            .as_ref()
            .map_or(16.0, |galley| galley.size().x + icon_width);
        let padding = if self.shows_word() { 24.0 } else { 6.0 };
        let size = vec2((content + padding).max(self.size[0]), self.size[1]);
        let sense = if self.enabled() {
            Sense::click()
        } else {
            Sense::hover()
        };
        let (rect, response) = ui.allocate_exact_size(size, sense);
        let info = || WidgetInfo::labeled(Role::Button, self.enabled(), self.name);
        response.widget_info(info);
        if !self.enabled() {
            let disable = |node: &mut egui::accesskit::Node| node.set_disabled();
            ui.ctx().accesskit_node_builder(response.id, disable);
        }
        if ui.is_rect_visible(rect) {
            let color = self.paint_frame(ui, rect, &response);
            let left = rect.center().x - content / 2.0;
            if let Some(icon) = self.icon {
                let middle = if galley.is_some() {
                    left + 6.0
                } else {
                    rect.center().x
                };
                let place =
                    egui::Rect::from_center_size(pos2(middle, rect.center().y), vec2(16.0, 16.0));
                icon.paint(ui.painter(), place, color);
            }
            if let Some(galley) = galley {
                let at = Align2::LEFT_CENTER
                    .anchor_size(pos2(left + icon_width, rect.center().y), galley.size());
                ui.painter().galley(at.min, galley, color);
            }
        }
        response.on_hover_text(self.tip)
    }

    /// The frame for the button's state; gives the colour of what stands in it.
    fn paint_frame(&self, ui: &Ui, rect: egui::Rect, response: &Response) -> Color32 {
        let palette = theme::palette(ui);
        let hot = response.hovered() && self.enabled();
        let pressed = response.is_pointer_button_down_on() && self.enabled();
        let (resting, under) = (theme::raised(&palette), theme::hovered(&palette));
        let (fill, line, text) = match (self.kind, self.enabled()) {
            (ButtonKind::Primary, true) => (palette.accent, palette.accent, palette.on_accent),
            (ButtonKind::Plain, true) => (resting, palette.line, palette.text),
            (ButtonKind::Quiet, true) => {
                (Color32::TRANSPARENT, Color32::TRANSPARENT, palette.muted)
            }
            (ButtonKind::Primary | ButtonKind::Plain, false) => (
                mix(resting, palette.panel, 0.5),
                palette.line,
                mix(palette.muted, palette.panel, 0.35),
            ),
            (ButtonKind::Quiet, false) => {
                let faded = mix(palette.muted, palette.panel, 0.5);
                (Color32::TRANSPARENT, Color32::TRANSPARENT, faded)
            }
        };
        let fill = match (hot, self.kind) {
            (true, ButtonKind::Primary) => mix(
                palette.accent,
                palette.text,
                if pressed { 0.2 } else { 0.1 },
            ),
            (true, ButtonKind::Plain | ButtonKind::Quiet) => {
                mix(under, palette.text, if pressed { 0.06 } else { 0.0 })
            }
            (false, _) => fill,
        };
        ui.painter().rect(
            rect,
            CORNER,
            fill,
            Stroke::new(1.0, line),
            StrokeKind::Inside,
        );
        focus_ring(ui, rect, response);
        match (self.state, self.kind) {
            (ButtonState::Lit, _) => palette.accent,
            (ButtonState::Enabled, ButtonKind::Quiet) if hot => palette.text,
            (ButtonState::Enabled | ButtonState::Disabled, _) => text,
        }
    }
}

/// Marks what the keyboard would press.
pub(crate) fn focus_ring(ui: &Ui, rect: egui::Rect, response: &Response) {
    if response.has_focus() {
        let ring = Stroke::new(1.5, theme::palette(ui).accent);
        ui.painter()
            .rect_stroke(rect.expand(2.0), 8.0, ring, StrokeKind::Outside);
    }
}
