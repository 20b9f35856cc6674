//! What lies under the pointer in the lanes, in words; and the path of a task over the lanes.

use std::sync::Arc;

use egui::{RichText, Ui};

use crate::charts::{regular, semibold};
use crate::model::Nanos;
use crate::model::units::grouped;
use crate::recording::{Recording, Span, Track};
use crate::scene::{Hit, HitKind, LaneOf, LanePoint, hit, path};
use crate::state::{Inspected, Pointed, RunEntry};
use crate::ui::kept::kept;
use crate::ui::kernel_words::kernel_facts;
use crate::ui::theme;

/// What lies at a place of a recording.
pub(super) fn hit_at(recording: &Recording, place: Pointed) -> Option<Hit> {
    let of = match (place.track, place.own_task) {
        (Track::Carrier(carrier), _) => LaneOf::Carrier(carrier),
        (Track::Threads, task) => LaneOf::Task(task?),
    };
    let point = LanePoint {
        of,
        at_ns: place.at_ns,
        within_ns: place.within_ns,
    };
    hit(recording, point)
}

/// The inspected span as it is now: a span that went on may have ended.
pub(super) fn inspected_hit(recording: &Recording, span: Inspected) -> Option<Hit> {
    let place = Pointed {
        track: span.track,
        own_task: Some(span.task),
        at_ns: span.start_ns,
        within_ns: 1,
    };
    hit_at(recording, place)
}

/// Headline and facts of a hit; the first fact is the most telling one.
pub(super) fn facts(hit: &Hit) -> (String, Vec<(&'static str, String)>) {
    let task = hit.task.map_or_else(String::new, |task| {
        format!("task {}", grouped(u64::from(task)))
    });
    let mut facts = vec![
        ("on", hit.of.label()),
        ("from", Nanos(hit.start_ns).to_string()),
        ("for", Nanos(hit.duration_ns()).to_string()),
    ];
    let headline = match hit.kind {
        HitKind::Span => format!("{task} mounted"),
        HitKind::Pinned {
            since_ns,
            until_ns,
            reason,
        } => {
            let pinned = Nanos(until_ns.saturating_sub(since_ns));
            facts.insert(0, ("pinned for", pinned.to_string()));
            facts.push(("blocked on", reason.label().to_owned()));
            format!("{task} is pinned")
        }
        HitKind::Gap { count } => {
            facts.insert(0, ("records missing", grouped(u64::from(count))));
            "Records were dropped here".to_owned()
        }
    };
    if hit.task.is_some() {
        facts.push(("left for", hit.reason.label().to_owned()));
        if let Some(waited_ns) = hit.waited_ns {
            facts.push(("waited to mount", Nanos(waited_ns).to_string()));
        }
    }
    (headline, facts)
}

pub(super) fn tooltip_ui(
    ui: &mut Ui,
    (recording, hit): (&Recording, &Hit),
    path: &[(LaneOf, Span)],
) {
    let palette = theme::palette(ui);
    let (headline, mut facts) = facts(hit);
    if path.len() > 1 {
        facts.push(("carriers", visited(path)));
    }
    facts.extend(kernel_facts(recording, hit));
    ui.spacing_mut().item_spacing.y = 2.0;
    let color = match hit.kind {
        HitKind::Pinned { .. } => palette.readable(palette.pinned),
        HitKind::Span | HitKind::Gap { .. } => palette.text,
    };
    ui.label(RichText::new(headline).font(semibold(12.5)).color(color));
    for (name, value) in facts {
        let line = format!("{name} {value}");
        ui.label(RichText::new(line).font(regular(11.5)).color(palette.muted));
    }
}

type Path = Arc<Vec<(LaneOf, Span)>>;

/// The mounts of a task, none without one.
pub(super) fn path_ui(ui: &Ui, entry: &RunEntry, task: Option<u32>) -> Path {
    task.map_or_else(Path::default, |task| {
        kept(ui, ("path of a task", task), entry, || {
            path(&entry.recording, task)
        })
    })
}

/// `3 → 6 → 3`, repeats left out, a long way shortened in its middle.
pub(super) fn visited(path: &[(LaneOf, Span)]) -> String {
    const MOST: usize = 5;
    let mut names: Vec<String> = path
        .iter()
        .map(|(row, _)| match row {
            LaneOf::Carrier(carrier) => carrier.to_string(),
            LaneOf::Task(_) => "own thread".to_owned(),
        })
        .collect();
    names.dedup();
    if names.len() > MOST {
        let last = names.split_off(names.len() - 2);
        names.truncate(MOST - 2);
        names.push("…".to_owned());
        names.extend(last);
    }
    names.join(" → ")
}
