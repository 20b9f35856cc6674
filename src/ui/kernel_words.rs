//! What the operating system said of a carrier's thread, in words.

use egui::{RichText, Ui};

use crate::charts::{regular, semibold};
use crate::model::Nanos;
use crate::recording::{KernelShares, Recording, Track};
use crate::scene::{Hit, HitKind, LaneOf, LanePoint};
use crate::ui::theme;

/// Facts beside a span, pin or gap: what the thread did while it lasted, where that was looked at often enough, else in the stretch
/// between two looks around its middle. Empty where nothing is known.
pub(super) fn kernel_facts(recording: &Recording, hit: &Hit) -> Vec<(&'static str, String)> {
    let Track::Carrier(carrier) = hit.of.track() else {
        return Vec::new();
    };
    let Some(track) = recording.kernel.track(carrier) else {
        return Vec::new();
    };
    let (from, to) = match hit.kind {
        HitKind::Pinned {
            since_ns, until_ns, ..
        } => (since_ns, until_ns),
        HitKind::Span | HitKind::Gap { .. } => (hit.start_ns, hit.end_ns),
    };
    let mut facts = Vec::new();
    let around = track.stretch_at(from.midpoint(to));
    if let Some((shares, looks)) = track.inside(from, to) {
        facts.push(("kernel saw it", shares_words(shares)));
        facts.push(("kernel looked", format!("{looks} times")));
    } else if let Some(stretch) = around {
        let length = Nanos(stretch.end_ns - stretch.start_ns);
        let words = format!("{} in the {length} around", shares_words(stretch.shares));
        facts.push(("kernel saw it", words));
    }
    if let Some(stretch) = around {
        facts.push(("kernel says", stretch.state.label().to_owned()));
    }
    facts
}

/// The sentence for a place in a strip; `None` where nothing is known of that moment.
pub(super) fn strip_sentence(recording: &Recording, place: LanePoint) -> Option<String> {
    let LaneOf::Carrier(carrier) = place.of else {
        return None;
    };
    let stretch = recording.kernel.track(carrier)?.stretch_at(place.at_ns)?;
    let length = Nanos(stretch.end_ns - stretch.start_ns);
    Some(format!(
        "{}: the kernel saw it {} in these {length}",
        place.of.label(),
        shares_words(stretch.shares)
    ))
}

/// The sentence, and what the colours of the strip mean.
pub(super) fn strip_tooltip_ui(ui: &mut Ui, sentence: String) {
    let palette = theme::palette(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.label(
        RichText::new(sentence)
            .font(semibold(12.5))
            .color(palette.text),
    );
    let meaning =
        "Looked at from outside about every 20 ms; what it did in between, and when, is not told.";
    ui.label(
        RichText::new(meaning)
            .font(regular(11.5))
            .color(palette.muted),
    );
}

/// `run 12 %, wait for a CPU 3 %, sleep 85 %`.
fn shares_words(shares: KernelShares) -> String {
    let percent = |share: f32| match share * 100.0 {
        some if some > 0.0 && some < 0.95 => format!("{some:.1}\u{202f}%"),
        some => format!("{some:.0}\u{202f}%"),
    };
    format!(
        "run {}, wait for a CPU {}, sleep {}",
        percent(shares.running),
        percent(shares.runnable),
        percent(shares.sleeping())
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn little_is_not_nothing() {
        let shares = KernelShares {
            running: 0.12,
            runnable: 0.004,
        };
        assert_eq!(
            shares_words(shares),
            "run 12\u{202f}%, wait for a CPU 0.4\u{202f}%, sleep 88\u{202f}%"
        );
    }
}
