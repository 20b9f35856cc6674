//! A knob: its name, its value to type into, and a slider to drag or to step with the arrow keys.

use egui::{
    Align, Align2, Color32, EventFilter, Id, Key, Layout, Margin, Rect, Response, RichText, Sense,
    Stroke, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::{Scale, text::note_ui};
use crate::charts::{palette::mix, regular, semibold};
use crate::ui::theme::{self, TYPE};

/// A knob to be shown.
#[derive(Clone, Copy, Debug)]
pub struct KnobRow<'a> {
    /// What it is called.
    pub name: &'a str,
    /// What it does, in a sentence.
    pub tip: &'a str,
    /// The plain number.
    pub value: u64,
    /// The value as it is read, with its unit.
    pub shown: &'a str,
    /// The value as it is typed.
    pub typed: &'a str,
    /// How values are spread along the slider.
    pub scale: Scale,
    /// Why it has nothing to turn here.
    pub ignored: Option<&'a str>,
    /// What was typed and not understood, and why.
    pub rejected: Option<(&'a str, &'a str)>,
}

/// What a person did to a knob.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KnobTurn {
    /// Dragged or stepped to this value.
    To(u64),
    /// Typed this.
    Typed(String),
}

const HEAD_PX: f32 = 20.0;
const VALUE_PX: f32 = 120.0;
const HANDLE_PX: f32 = 7.0;
const RAIL_PX: f32 = 4.0;
const SLIDER_PX: f32 = 18.0;

/// Shows a knob and tells what was done to it.
pub fn knob_row_ui(ui: &mut Ui, knob: &KnobRow<'_>) -> Option<KnobTurn> {
    let palette = theme::palette(ui);
    let mut turn = None;
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        turn = head_ui(ui, knob).map(KnobTurn::Typed);
        let dragged = slider_ui(ui, knob).map(KnobTurn::To);
        turn = turn.take().or(dragged);
        match (knob.ignored, knob.rejected) {
            (Some(reason), _) => {
                let note = RichText::new(reason)
                    .font(regular(TYPE.small_print))
                    .italics();
                ui.label(note.color(palette.muted));
            }
            (None, Some((_, message))) => {
                note_ui(ui, message, palette.readable(palette.pinned));
            }
            (None, None) => {}
        }
    });
    turn
}

/// Name and value in one line.
fn head_ui(ui: &mut Ui, knob: &KnobRow<'_>) -> Option<String> {
    let palette = theme::palette(ui);
    let size = vec2(ui.available_width(), HEAD_PX);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let font = regular(TYPE.body);
    let name = Align2::LEFT_CENTER;
    ui.painter()
        .text(rect.left_center(), name, knob.name, font, palette.muted);
    response.on_hover_text(knob.ignored.unwrap_or(knob.tip));
    if knob.ignored.is_some() {
        let (at, font) = (rect.right_center(), regular(TYPE.body));
        ui.painter()
            .text(at, Align2::RIGHT_CENTER, knob.shown, font, palette.muted);
        return None;
    }
    let room = Rect::from_min_max(pos2(rect.right() - VALUE_PX, rect.top()), rect.max);
    let builder = UiBuilder::new()
        .max_rect(room)
        .layout(Layout::right_to_left(Align::Center));
    let value = ui.scope_builder(builder, |ui| {
        ui.spacing_mut().interact_size.y = HEAD_PX;
        value_ui(ui, knob)
    });
    value.inner
}

/// The value as text; while it has the keyboard it is edited, and Enter or leaving it takes it over. Esc leaves it as it was.
fn value_ui(ui: &mut Ui, knob: &KnobRow<'_>) -> Option<String> {
    let palette = theme::palette(ui);
    let id = Id::unique(("knob value", knob.name));
    let draft: Option<String> = ui.data(|data| data.get_temp(id));
    let resting = knob.rejected.map_or(knob.shown, |(text, _)| text);
    let mut text = draft.clone().unwrap_or_else(|| resting.to_owned());
    let color = if knob.rejected.is_some() && draft.is_none() {
        palette.readable(palette.pinned)
    } else {
        palette.text
    };
    let response = ui.add(
        egui::TextEdit::singleline(&mut text)
            .id(id)
            .font(semibold(TYPE.body))
            .text_color(color)
            .frame(egui::Frame::NONE)
            .align(Align2::RIGHT_CENTER)
            .margin(Margin::ZERO)
            .desired_width(VALUE_PX),
    );
    let info = || {
        let mut info = WidgetInfo::text_edit(true, resting, text.as_str(), "");
        info.label = Some(format!("{} value", knob.name));
        info
    };
    response.widget_info(info);
    underline(ui, &response);
    if response.gained_focus() {
        let typed = knob
            .rejected
            .map_or(knob.typed, |(text, _)| text)
            .to_owned();
        select_all(ui, id, typed.chars().count());
        ui.data_mut(|data| data.insert_temp(id, typed));
    } else if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
    } else if draft.is_some() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
        let given_up = ui.input(|input| input.key_pressed(Key::Escape));
        // Not the draft: fast fingers type the last letters and Enter within one frame.
        return (!given_up && text != knob.typed).then_some(text);
    }
    response.on_hover_text("Click to type an exact value, such as 50k, 1.5s or 200ms");
    None
}

/// Shows that a value can be typed into.
fn underline(ui: &Ui, response: &Response) {
    if response.hovered() || response.has_focus() {
        let palette = theme::palette(ui);
        let color = if response.has_focus() {
            palette.accent
        } else {
            palette.line
        };
        let rect = response.rect;
        ui.painter()
            .hline(rect.x_range(), rect.bottom() + 1.0, Stroke::new(1.0, color));
    }
}

fn select_all(ui: &Ui, id: Id, characters: usize) {
    let mut state = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
    let range = egui::text::CCursorRange::two(
        egui::text::CCursor::new(0),
        egui::text::CCursor::new(characters),
    );
    state.cursor.set_char_range(Some(range));
    state.store(ui.ctx(), id);
}

fn slider_ui(ui: &mut Ui, knob: &KnobRow<'_>) -> Option<u64> {
    let enabled = knob.ignored.is_none();
    let sense = if enabled {
        Sense::click_and_drag()
    } else {
        Sense::hover()
    };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), SLIDER_PX), sense);
    let mut value = knob.value;
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| enabled) {
        value = knob.scale.value((pointer.x - rect.left()) / rect.width());
        response.request_focus();
    }
    if enabled {
        value = knob.scale.step_if_any(value, key_steps(ui, &response));
    }
    declare(ui, &response, knob);
    paint_slider(ui, rect, &response, knob.scale.place(value));
    let tip = knob.ignored.unwrap_or(knob.tip);
    response.on_hover_text(tip);
    (value != knob.value).then_some(value)
}

impl Scale {
    fn step_if_any(self, value: u64, steps: i64) -> u64 {
        if steps == 0 {
            value
        } else {
            self.step(value, steps)
        }
    }
}

/// Steps asked for by arrow keys (page keys make ten) or by a screen reader.
fn key_steps(ui: &Ui, response: &Response) -> i64 {
    let focused = response.has_focus();
    if focused {
        let filter = EventFilter {
            horizontal_arrows: true,
            ..EventFilter::default()
        };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    }
    let steps = |count: usize| i64::try_from(count).unwrap_or(0);
    ui.input(|input| {
        let keys = |key| steps(if focused { input.num_presses(key) } else { 0 });
        let asked = |action| steps(input.num_accesskit_action_requests(response.id, action));
        keys(Key::ArrowRight) - keys(Key::ArrowLeft)
            + 10 * (keys(Key::PageUp) - keys(Key::PageDown))
            + asked(egui::accesskit::Action::Increment)
            - asked(egui::accesskit::Action::Decrement)
    })
}

/// Tells a screen reader what the slider stands for.
#[expect(clippy::cast_precision_loss, reason = "accessibility wants floats")]
fn declare(ui: &Ui, response: &Response, knob: &KnobRow<'_>) {
    let enabled = knob.ignored.is_none();
    response.widget_info(|| {
        let mut info = WidgetInfo::slider(enabled, knob.value as f64, knob.name);
        info.current_text_value = Some(knob.shown.to_owned());
        info
    });
    let (min, max) = knob.scale.ends();
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_min_numeric_value(min as f64);
        node.set_max_numeric_value(max as f64);
        if enabled {
            node.add_action(egui::accesskit::Action::Increment);
            node.add_action(egui::accesskit::Action::Decrement);
        }
    });
}

fn paint_slider(ui: &Ui, rail: Rect, response: &Response, place: f32) {
    let palette = theme::palette(ui);
    let enabled = response.sense.senses_click();
    let y = rail.center().y;
    let handle = pos2(egui::lerp(rail.x_range(), place), y);
    let bar = |left: f32, right: f32| {
        Rect::from_min_max(
            pos2(left, y - RAIL_PX / 2.0),
            pos2(right, y + RAIL_PX / 2.0),
        )
    };
    let painter = ui.painter();
    painter.rect_filled(bar(rail.left(), rail.right()), 2.0, palette.line);
    let color = if enabled {
        palette.accent
    } else {
        mix(palette.muted, palette.panel, 0.4)
    };
    if enabled {
        painter.rect_filled(bar(rail.left(), handle.x), 2.0, color);
    }
    let hot = enabled && (response.hovered() || response.dragged());
    let fill = if hot {
        mix(palette.panel, palette.accent, 0.25)
    } else {
        palette.panel
    };
    painter.circle(handle, HANDLE_PX, fill, Stroke::new(2.0, color));
    if response.has_focus() {
        let halo: Color32 = palette.accent.gamma_multiply(0.35);
        painter.circle_stroke(handle, HANDLE_PX + 3.0, Stroke::new(2.0, halo));
    }
}
