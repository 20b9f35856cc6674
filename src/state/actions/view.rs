//! What is looked at: tab, stretch of time, cursor, theme.

use crate::recording::Recording;
use crate::state::span_steps::{step_lane, step_span};
use crate::state::{AppState, HelpPage, Inspected, Pointed, Tab, ThemeChoice, TimeRange, Tone};

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
    /// Shows the inspected span with some air, else the selected run.
    FitSelection,
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
        let range = state.visible_range();
        let last_ns = state.runs.last_ns();
        let fitted = fit_selection(state);
        if let Self::ShowTab(tab) = self
            && !state.tabs().any(|other| other == tab)
        {
            let text = "The last plan sweeps no knob, so there is no curve over one.".to_owned();
            state.messages.say(Tone::Note, text);
            return;
        }
        let view = &mut state.view;
        match self {
            Self::ShowTab(tab) => view.tab = tab,
            Self::SetRange(range) => view.range = Some(range.kept_before(last_ns)),
            Self::Zoom { at_ns, factor } => {
                let middle = range.start_ns() + range.len_ns() / 2;
                let at_ns = at_ns.or(view.cursor_ns).unwrap_or(middle);
                view.range = Some(range.zoomed(at_ns, factor).kept_before(last_ns));
            }
            Self::Pan(delta_ns) => view.range = Some(range.panned(delta_ns).kept_before(last_ns)),
            Self::Center(at_ns) => {
                let start_ns = at_ns.saturating_sub(range.len_ns() / 2);
                let centered = TimeRange::new(start_ns, start_ns.saturating_add(range.len_ns()));
                view.range = Some(centered.kept_before(last_ns));
            }
            Self::FitAll => view.range = None,
            Self::FitSelection => view.range = fitted,
            Self::Hover(at_ns) => view.cursor_ns = at_ns,
            Self::Point(pointed) => view.pointed = pointed,
            Self::ScaleLanes(factor) => view.lane_scale = view.lane_scale.times(factor),
            Self::ScrollRows(rows) => {
                let rows = isize::try_from(rows).unwrap_or(0);
                view.first_row = view.first_row.saturating_add_signed(rows);
            }
            Self::Inspect(inspected) => view.inspected = inspected,
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
        let start_ns = span.start_ns.saturating_sub(range.len_ns() / 2);
        let moved = TimeRange::new(start_ns, start_ns.saturating_add(range.len_ns()));
        state.view.range = Some(moved);
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
    let last_ns = state.runs.selected()?.recording.last_ns();
    (last_ns > 0).then(|| TimeRange::new(0, last_ns))
}
