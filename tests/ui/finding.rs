//! Finding by the window: the worst, the lanes, a place by its name, a selected stretch, the way back.

use carrier_lab::recording::Track;
use carrier_lab::state::{AppState, Tab, TimeRange, ViewAction};
use egui::accesskit::Role;
use egui::{Key, Modifiers, PointerButton, Pos2, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::fixture;
use crate::panels::{DeskHarness, click, open, type_into};

const FIELD: &str = "Go to a task or time";

fn timeline() -> DeskHarness {
    open(fixture::timeline_state())
}

fn view(harness: &DeskHarness) -> &carrier_lab::state::View {
    &harness.state().state.view
}

/// Also what is scrolled out of sight.
fn press(harness: &mut DeskHarness, role: Role, name: &str) {
    harness.get_by_role_and_label(role, name).click_accesskit();
    harness.run();
}

fn worst_button(harness: &DeskHarness, begins: &str) -> Option<String> {
    harness
        .query_all_by_role(Role::Button)
        .filter_map(|node| node.accesskit_node().label())
        .find(|label| label.starts_with(begins))
}

#[test]
fn the_longest_pin_leads_to_its_place_and_back() {
    let mut harness = timeline();
    let before = harness.state().state.visible_range();
    let label = worst_button(&harness, "pinned ").unwrap();
    click(&mut harness, Role::Button, &label);
    let span = view(&harness).inspected.expect("the pin's mount is kept");
    let shown = harness.state().state.visible_range();
    assert!(shown.start_ns() <= span.start_ns && span.end_ns <= shown.end_ns() + 1);
    assert_ne!(shown, before);
    let Track::Carrier(carrier) = span.track else {
        unreachable!("tokio has carriers")
    };
    assert!(label.contains(&format!("carrier {carrier}")), "{label}");
    harness.key_press(Key::Backspace);
    harness.run();
    assert_eq!(harness.state().state.visible_range(), before);
    harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
    harness.run();
    assert_eq!(harness.state().state.visible_range(), shown);
}

#[test]
fn the_list_grows_when_asked() {
    let mut harness = timeline();
    let count = |harness: &DeskHarness| {
        let buttons = harness.query_all_by_role(Role::Button);
        let labels = buttons.filter_map(|node| node.accesskit_node().label());
        labels.filter(|label| label.contains(", at ")).count()
    };
    let few = count(&harness);
    press(&mut harness, Role::Button, "More");
    assert!(count(&harness) > few, "{few}");
    press(&mut harness, Role::Button, "Fewer");
    assert_eq!(count(&harness), few);
}

#[test]
fn a_slash_leads_to_the_field_and_the_field_to_a_task_or_a_time() {
    let mut harness = timeline();
    harness.key_press(Key::Slash);
    harness.run();
    let field = harness.get_by_role_and_label(Role::TextInput, FIELD);
    assert!(field.is_focused());
    type_into(&mut harness, FIELD, "3802");
    assert_eq!(view(&harness).inspected.map(|span| span.task), Some(3_802));
    type_into(&mut harness, FIELD, "2s");
    let shown = harness.state().state.visible_range();
    assert!(shown.start_ns() < 2_000_000_000 && 2_000_000_000 < shown.end_ns());
}

#[test]
fn a_place_that_is_none_is_said_and_stays_in_the_field() {
    let mut harness = timeline();
    let before = harness.state().state.visible_range();
    type_into(&mut harness, FIELD, "soon");
    let said = |harness: &DeskHarness| {
        let messages = harness.state().state.messages.shown();
        messages.last().map(|message| message.text.clone())
    };
    let text = said(&harness).unwrap();
    assert!(text.contains("\"soon\" is neither a task"), "{text}");
    let field = harness.get_by_role_and_label(Role::TextInput, FIELD);
    assert_eq!(field.value().as_deref(), Some("soon"));
    type_into(&mut harness, FIELD, "4 000 000");
    let text = said(&harness).unwrap();
    assert!(text.contains("There is no task 4"), "{text}");
    assert_eq!(harness.state().state.visible_range(), before);
}

#[test]
fn a_lane_of_the_table_is_chosen_and_let_go() {
    let mut harness = timeline();
    let row = |harness: &DeskHarness| {
        let rows = harness.query_all_by_role(Role::Row);
        let mut labels = rows.filter_map(|node| node.accesskit_node().label());
        labels.find(|label| label.starts_with("carrier 5: busy"))
    };
    let label = row(&harness).unwrap();
    press(&mut harness, Role::Row, &label);
    assert_eq!(view(&harness).lane, Some(Track::Carrier(5)));
    press(&mut harness, Role::Row, &label);
    assert_eq!(view(&harness).lane, None);
}

fn card(harness: &DeskHarness, name: &str) -> Option<String> {
    let begins = format!("{name}: ");
    let labels = harness.query_all_by_label_contains(&begins);
    let mut labels = labels.filter_map(|node| node.value().or(node.accesskit_node().label()));
    labels.find_map(|label| Some(label.strip_prefix(&begins)?.to_owned()))
}

fn drag(harness: &mut DeskHarness, from: Pos2, to: Pos2, modifiers: Modifiers) {
    let button = |pos, pressed| egui::Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    };
    for event in [
        egui::Event::ModifiersChanged(modifiers),
        egui::Event::PointerMoved(from),
        button(from, true),
        egui::Event::PointerMoved(from.lerp(to, 0.5)),
        egui::Event::PointerMoved(to),
        button(to, false),
        egui::Event::ModifiersChanged(Modifiers::NONE),
    ] {
        harness.event(event);
        harness.step();
    }
    harness.run();
}

#[test]
fn a_stretch_selected_with_shift_is_what_figures_tell_of() {
    let mut harness = timeline();
    let whole = card(&harness, "mounts").unwrap();
    harness.get_by_label("LANES · VISIBLE 160\u{202f}MS");
    // Over the rows of the carriers, the pinned end of carrier 2 included.
    drag(
        &mut harness,
        pos2(900.0, 420.0),
        pos2(1_100.0, 420.0),
        Modifiers::SHIFT,
    );
    let selected = view(&harness).selection.expect("a stretch is selected");
    assert_eq!(
        harness.state().state.visible_range(),
        TimeRange::new(4_800_000_000, 4_960_000_000),
        "nothing moved"
    );
    assert!(selected.start_ns() > 4_900_000_000 && selected.end_ns() < 4_960_000_000);
    assert_ne!(card(&harness, "mounts").unwrap(), whole);
    harness.get_by_label("WORST FIRST · SELECTION");
    harness.key_press(Key::Escape);
    harness.run();
    assert_eq!(view(&harness).selection, None);
    assert_eq!(card(&harness, "mounts").unwrap(), whole);
}

#[test]
fn without_a_run_a_place_is_answered_with_a_sentence() {
    let mut state = AppState::default();
    fixture::apply(&mut state, ViewAction::ShowTab(Tab::Timeline).into());
    let mut harness = open(state);
    type_into(&mut harness, FIELD, "7");
    let text = harness.state().state.messages.shown().last().unwrap();
    assert!(text.text.contains("no run yet"), "{}", text.text);
}
