//! What was done over the charts in one frame, turned into actions.

use crate::charts::{ChartResponse, LanesResponse, TimelineGesture};
use crate::scene::{Hit, LaneOf};
use crate::state::{Action, Actions, AppState, Inspected, Pointed, TimeRange, ViewAction};

/// What was done over the charts in one frame; charts share the cursor, so the first one under the pointer tells.
#[derive(Default)]
pub(super) struct Gestures {
    hovered_ns: Option<u64>,
    pointed: Option<Pointed>,
    wishes: Vec<TimelineGesture>,
    clicked: Click,
}

/// What was clicked in the lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Click {
    /// Nothing was.
    #[default]
    No,
    /// A place where nothing is.
    Nothing,
    /// A span.
    Span(Inspected),
}

impl Gestures {
    pub(super) fn take(&mut self, response: &ChartResponse) {
        self.hovered_ns = self.hovered_ns.or(response.hovered_ns);
        self.wishes.extend(response.gesture);
    }

    pub(super) fn take_gesture(&mut self, gesture: Option<TimelineGesture>) {
        self.wishes.extend(gesture);
    }

    /// `hit` is what lies under the pointer.
    pub(super) fn take_lanes(&mut self, response: &LanesResponse, hit: Option<Hit>) {
        self.pointed = response.hovered.map(|point| Pointed {
            track: point.of.track(),
            own_task: match point.of {
                LaneOf::Task(task) => Some(task),
                LaneOf::Carrier(_) => None,
            },
            at_ns: point.at_ns,
            within_ns: point.within_ns,
        });
        if response.was_clicked {
            self.clicked = hit.and_then(inspected).map_or(Click::Nothing, Click::Span);
        }
        self.take(&response.chart);
    }

    /// Pushes only what changes the state: an idle window must not be painted again.
    pub(super) fn push(self, state: &AppState, actions: &mut Actions) {
        let view = &state.view;
        if self.hovered_ns != view.cursor_ns {
            actions.push(ViewAction::Hover(self.hovered_ns).into());
        }
        if self.pointed != view.pointed {
            actions.push(ViewAction::Point(self.pointed).into());
        }
        match self.clicked {
            Click::No => {}
            Click::Nothing => actions.push(ViewAction::LetGo.into()),
            Click::Span(span) => actions.push(ViewAction::Inspect(Some(span)).into()),
        }
        actions.extend(self.wishes.into_iter().map(action));
    }
}

fn inspected(hit: Hit) -> Option<Inspected> {
    Some(Inspected {
        track: hit.of.track(),
        task: hit.task?,
        start_ns: hit.start_ns,
        end_ns: hit.end_ns,
    })
}

fn action(gesture: TimelineGesture) -> Action {
    match gesture {
        TimelineGesture::Zoom { at_ns, factor } => ViewAction::Zoom {
            at_ns: Some(at_ns),
            factor,
        },
        TimelineGesture::Pan { delta_ns } => ViewAction::Pan(delta_ns),
        TimelineGesture::Select { from_ns, to_ns } => {
            ViewAction::Select(Some(TimeRange::new(from_ns, to_ns)))
        }
        TimelineGesture::Center { at_ns } => ViewAction::Center(at_ns),
        TimelineGesture::FitAll => ViewAction::FitAll,
        TimelineGesture::ScaleLanes { factor } => ViewAction::ScaleLanes(factor),
        TimelineGesture::ScrollRows { rows } => ViewAction::ScrollRows(rows),
    }
    .into()
}
