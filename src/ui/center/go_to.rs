//! The field for a place: a task or a time to go to.

use egui::{Align2, Id, Key, Margin, Rect, Ui, WidgetInfo, pos2, vec2};

use crate::charts::regular;
use crate::state::{Action, Actions, AppState, Place, Tone, ViewAction};
use crate::ui::theme::{self, TYPE};

const NAME: &str = "Go to a task or time";
const WIDTH_PX: f32 = 150.0;
const HEIGHT_PX: f32 = 26.0;

/// The narrowest bar beside which the field has room.
pub(super) const NEEDED_PX: f32 = WIDTH_PX + 22.0;

/// At the right end of the bar with the tabs.
pub(super) fn go_to_ui(ui: &mut Ui, bar: Rect, state: &AppState, actions: &mut Actions) {
    let palette = theme::palette(ui);
    let right = pos2(bar.right() - 22.0, bar.center().y);
    let rect = Align2::RIGHT_CENTER.anchor_size(right, vec2(WIDTH_PX, HEIGHT_PX));
    let id = Id::unique("go to");
    let mut text: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let before = text.clone();
    let field = egui::TextEdit::singleline(&mut text)
        .id(id)
        .hint_text("task or time   /")
        .font(regular(TYPE.label))
        .text_color(palette.text)
        .margin(Margin::symmetric(9, 5))
        .desired_width(WIDTH_PX);
    let response = ui.put(rect, field);
    response.widget_info(|| {
        let mut info = WidgetInfo::text_edit(true, &before, text.as_str(), "");
        info.label = Some(NAME.to_owned());
        info
    });
    if state.view.asks_place {
        response.request_focus();
        actions.push(ViewAction::PlaceAsked.into());
    }
    let (entered, given_up) = ui.input(|input| {
        (
            input.key_pressed(Key::Enter),
            input.key_pressed(Key::Escape),
        )
    });
    if response.lost_focus() && entered {
        match Place::parse(&text) {
            Ok(place) => {
                actions.push(ViewAction::GoTo(place).into());
                text.clear();
            }
            // What was written stays, to be put right.
            Err(why) => actions.push(Action::Say(Tone::Problem, capitalized(&why.to_string()))),
        }
    } else if response.lost_focus() && given_up {
        text.clear();
    }
    if text != before || entered {
        ui.data_mut(|data| data.insert_temp(id, text));
    }
    response.on_hover_text(
        "Shows the way of a task (4711, 12k) or a moment since Go (1.5s, 200ms) of the selected run; / leads here",
    );
}

fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}
