//! Answers that cost a look at a whole recording, kept from frame to frame. Knows nothing of what is asked.

use std::sync::Arc;

use egui::{Id, Ui};

use crate::state::{RunEntry, RunId};

/// The answer about a run that goes on is at most so old.
const FRESH_SECS: f64 = 0.5;

/// What an answer is about; another recording, or a longer one, has another answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked<K> {
    about: K,
    run: RunId,
    is_running: bool,
}

#[derive(Debug)]
struct Kept<K, T> {
    asked: Asked<K>,
    spans: usize,
    at_secs: f64,
    answer: Arc<T>,
}

impl<K: Copy, T> Clone for Kept<K, T> {
    fn clone(&self) -> Self {
        Self {
            answer: Arc::clone(&self.answer),
            ..*self
        }
    }
}

/// The answer to the question `name` about `about` in the recording of a run: the one of before where it still holds, else `find`s
/// it. While the run goes on, an answer is found anew twice a second at most.
pub(super) fn kept<K, T>(
    ui: &Ui,
    (name, about): (&'static str, K),
    entry: &RunEntry,
    find: impl FnOnce() -> T,
) -> Arc<T>
where
    K: Copy + PartialEq + Send + Sync + 'static,
    T: Send + Sync + 'static,
{
    let asked = Asked {
        about,
        run: entry.id,
        is_running: entry.is_running(),
    };
    let spans = entry.recording.timeline.span_count();
    let now_secs = ui.input(|input| input.time);
    let id = Id::unique(name);
    let before: Option<Kept<K, T>> = ui.data(|data| data.get_temp(id));
    if let Some(before) = before
        && before.asked == asked
        && (before.spans == spans
            || asked.is_running && (0.0..FRESH_SECS).contains(&(now_secs - before.at_secs)))
    {
        return before.answer;
    }
    let answer = Arc::new(find());
    let kept = Kept {
        asked,
        spans,
        at_secs: now_secs,
        answer: Arc::clone(&answer),
    };
    ui.data_mut(|data| data.insert_temp(id, kept));
    answer
}
