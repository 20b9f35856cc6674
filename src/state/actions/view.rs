//! What is looked at: tab, stretch of time, cursor, theme.

use crate::recording::{Recording, Track, Worst};
use crate::state::finding::{go_to, go_to_worst};
use crate::state::span_steps::{step_lane, step_span};
use crate::state::zooms::Change;
use crate::state::{
    Amount, AppState, HelpPage, Inspected, Place, Pointed, Tab, ThemeChoice, TimeRange, Tone, View,
    ZoomHistory,
};

/// A change of what is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ViewAction {
    /// Shows a tab.
    ShowTab(Tab),
    /// Shows exactly this stretch of time.
    SetRange(TimeRange),
    /// Zooms around a moment; a factor below one zooms in.
    Zoom {
        /// The moment that stays where it is, nanoseconds since Go; `None` for the cursor's, or the middle.
        at_ns: Option<u64>,
        /// New length ÷ old length.
        factor: f64,
    },
    /// Moves the visible stretch by so many nanoseconds; positive is later.
    Pan(i64),
    /// Moves the visible stretch so that a moment is in its middle.
    Center(u64),
    /// Shows everything and follows what arrives.
    FitAll,
    /// Shows the inspected span with some air, else the selected stretch, else the selected run.
    FitSelection,
    /// Shows what was looked at before.
    Back,
    /// Shows what was looked at before [`ViewAction::Back`].
    Forward,
    /// Tells figures of a stretch alone; `None` for what is visible.
    Select(Option<TimeRange>),
    /// Shows the figures of one lane; `None` for all.
    ChooseLane(Option<Track>),
    /// Gives the keyboard to the field for a place.
    AskPlace,
    /// The field has got it.
    PlaceAsked,
    /// Shows a moment or the way of a task.
    GoTo(Place),
    /// Shows one of the worst.
    GoToWorst(Worst),
    /// Shows the list of the worst in full, or the first of each kind.
    ShowWorst(Amount),
    /// Lets go of the inspected span, else of the selected stretch, else of the chosen lane.
    LetGo,
    /// The moment under the cursor; `None` when it left the charts.
    Hover(Option<u64>),
    /// The place in the lanes under the pointer; `None` when it left them.
    Point(Option<Pointed>),
    /// Makes lanes so many times higher.
    ScaleLanes(f32),
    /// Moves the first visible row, positive towards later rows.
    ScrollRows(i32),
    /// Keeps something of the timeline in the inspector; `None` lets it go.
    Inspect(Option<Inspected>),
    /// Goes so many spans further along the lane, and shows that one.
    StepSpan(i32),
    /// Goes to the lane so many rows further down, at the same moment.
    StepLane(i32),
    /// Dark, light or as the system.
    SetTheme(ThemeChoice),
    /// Shows or hides the page of keys and words.
    ToggleHelp,
    /// Shows a page over the window, or none.
    ShowHelp(Option<HelpPage>),
}

impl ViewAction {
    pub(in crate::state) fn reduce(self, state: &mut AppState) {
        let view = &mut state.view;
        match self {
            Self::ShowTab(tab) => show_tab(state, tab),
            Self::SetRange(range) => state.show_range(Some(range), Change::Jump),
            Self::Zoom { at_ns, factor } => {
                let range = zoomed(state, at_ns, factor);
                state.show_range(Some(range), Change::Zoom);
            }
            Self::Pan(delta_ns) => {
                let range = state.visible_range().panned(delta_ns);
                state.show_range(Some(range), Change::Drag);
            }
            Self::Center(at_ns) => {
                let range = state.visible_range().centered(at_ns);
                state.show_range(Some(range), Change::Drag);
            }
            Self::FitAll => state.show_range(None, Change::Jump),
            Self::FitSelection => state.show_range(fit_selection(state), Change::Jump),
            Self::Back => walk(state, ZoomHistory::back),
            Self::Forward => walk(state, ZoomHistory::forward),
            Self::Hover(at_ns) => view.cursor_ns = at_ns,
            Self::Point(pointed) => view.pointed = pointed,
            Self::ScaleLanes(factor) => view.lane_scale = view.lane_scale.times(factor),
            Self::ScrollRows(rows) => {
                let rows = isize::try_from(rows).unwrap_or(0);
                view.first_row = view.first_row.saturating_add_signed(rows);
            }
            Self::Inspect(inspected) => view.inspected = inspected,
            Self::Select(range) => view.selection = range,
            Self::ChooseLane(lane) => view.lane = lane,
            Self::AskPlace => view.asks_place = true,
            Self::PlaceAsked => view.asks_place = false,
            Self::GoTo(place) => go_to(state, place),
            Self::GoToWorst(worst) => go_to_worst(state, worst),
            Self::ShowWorst(amount) => view.worst = amount,
            Self::LetGo => let_go(view),
            Self::StepSpan(steps) => step(state, |recording, from, visible| {
                step_span(recording, from, steps, visible)
            }),
            Self::StepLane(rows) => step(state, |recording, from, visible| match from {
                Some(from) => step_lane(recording, from, rows),
                None => step_span(recording, None, 0, visible),
            }),
            Self::SetTheme(theme) => view.theme = theme,
            Self::ToggleHelp => {
                view.help = match view.help {
                    Some(_) => None,
                    None => Some(HelpPage::Keys),
                };
            }
            Self::ShowHelp(page) => view.help = page,
        }
    }
}

fn zoomed(state: &AppState, at_ns: Option<u64>, factor: f64) -> TimeRange {
    let range = state.visible_range();
    let middle = range.start_ns() + range.len_ns() / 2;
    range.zoomed(at_ns.or(state.view.cursor_ns).unwrap_or(middle), factor)
}

fn show_tab(state: &mut AppState, tab: Tab) {
    if state.tabs().any(|other| other == tab) {
        state.view.tab = tab;
        return;
    }
    let text = if tab == Tab::Rounds {
        "No run of the last plan does its tasks in rounds; set Rounds above 1."
    } else {
        "The last plan sweeps no knob, so there is no curve over one."
    };
    state.messages.say(Tone::Note, text.to_owned());
}

/// Goes along the stretches that were looked at.
fn walk(state: &mut AppState, way: fn(&mut ZoomHistory, &mut Option<TimeRange>) -> bool) {
    if way(&mut state.zooms, &mut state.view.range) {
        return;
    }
    let text = "No other stretch of time was looked at that way.".to_owned();
    state.messages.say(Tone::Note, text);
}

/// What was chosen last goes first: a span, a stretch, a lane.
const fn let_go(view: &mut View) {
    if view.inspected.is_some() {
        view.inspected = None;
    } else if view.selection.is_some() {
        view.selection = None;
    } else {
        view.lane = None;
    }
}

/// Inspects another span, and moves the visible stretch to it where it lies outside.
fn step(
    state: &mut AppState,
    next: impl Fn(&Recording, Option<Inspected>, (u64, u64)) -> Option<Inspected>,
) {
    let range = state.visible_range();
    let visible = (range.start_ns(), range.end_ns());
    let Some(entry) = state.runs.selected() else {
        return;
    };
    let Some(span) = next(&entry.recording, state.view.inspected, visible) else {
        return;
    };
    state.view.inspected = Some(span);
    if span.end_ns <= range.start_ns() || span.start_ns >= range.end_ns() {
        state.show_range(Some(range.centered(span.start_ns)), Change::Jump);
    }
}

fn fit_selection(state: &AppState) -> Option<TimeRange> {
    if let Some(span) = state.view.inspected {
        let air = (span.end_ns - span.start_ns) / 4 + 1;
        return Some(TimeRange::new(
            span.start_ns.saturating_sub(air),
            span.end_ns.saturating_add(air),
        ));
    }
    if let Some(selection) = state.view.selection {
        return Some(selection);
    }
    let last_ns = state.runs.selected()?.recording.last_ns();
    (last_ns > 0).then(|| TimeRange::new(0, last_ns))
}
