//! Figures of what is visible of the selected run, each on a card.

use egui::{Align2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::charts::{ChartStyle, regular, semibold};
use crate::model::units::{THIN_SPACE, short};
use crate::model::{Nanos, ProbeMode};
use crate::recording::{Occupancy, Track};
use crate::state::{AppState, RunEntry, TimeRange};
use crate::ui::theme::{self, CORNER};

struct Card {
    name: &'static str,
    value: String,
    tip: &'static str,
}

const GAP_PX: f32 = 8.0;
/// Two latencies beside each other need this width.
const NARROWEST_PX: f32 = 144.0;

pub(super) fn cards_ui(ui: &mut Ui, (state, entry): (&AppState, &RunEntry), style: &ChartStyle) {
    let cards = cards(state, entry);
    let size = vec2(ui.available_width(), ui.available_height());
    let (room, _response) = ui.allocate_exact_size(size, Sense::hover());
    let left = room.left() + style.left_gutter;
    let width = (room.right() - style.right_gutter - left).max(1.0);
    let fitting = cards_fitting(width).min(cards.len());
    #[expect(clippy::cast_precision_loss, reason = "a handful of cards")]
    let each = vec2((width + GAP_PX) / fitting as f32 - GAP_PX, room.height());
    let mut x = left;
    for card in cards.iter().take(fitting) {
        card_ui(ui, Rect::from_min_size(pos2(x, room.top()), each), card);
        x += each.x + GAP_PX;
    }
}

/// As many as can be read whole; the last ones are left out first.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a handful of cards"
)]
fn cards_fitting(width: f32) -> usize {
    (((width + GAP_PX) / (NARROWEST_PX + GAP_PX)) as usize).max(1)
}

fn card_ui(ui: &Ui, rect: Rect, card: &Card) {
    let palette = theme::palette(ui);
    let line = Stroke::new(1.0, palette.line);
    ui.painter()
        .rect(rect, CORNER, palette.card, line, StrokeKind::Inside);
    let write = |y: f32, align, text: &str, font, color| {
        let painter = ui.painter().with_clip_rect(rect.shrink(2.0));
        painter.text(pos2(rect.left() + 12.0, y), align, text, font, color);
    };
    let (top, bottom) = (rect.top() + 9.0, rect.bottom() - 8.0);
    write(
        top,
        Align2::LEFT_TOP,
        card.name,
        regular(11.5),
        palette.muted,
    );
    write(
        bottom,
        Align2::LEFT_BOTTOM,
        &card.value,
        semibold(14.0),
        palette.text,
    );
    let response = ui.interact(
        rect,
        ui.scope_id().with(("card", card.name)),
        Sense::hover(),
    );
    let label = format!("{}: {}", card.name, card.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &label));
    response.on_hover_text(card.tip);
}

fn cards(state: &AppState, entry: &RunEntry) -> Vec<Card> {
    let range = state.visible_range();
    let mut cards = match entry.recording.spec.probe {
        ProbeMode::Full => mount_cards(state, entry),
        ProbeMode::Sampled { .. } => mount_cards(state, entry)
            .into_iter()
            .map(|card| Card {
                tip: "Of the recorded tasks alone: the probe was set to record some of them",
                ..card
            })
            .collect(),
        // Nothing is known of mounts, and zeros would say that there were none.
        ProbeMode::Off => Vec::new(),
    };
    if let Some(latency) = entry.recording.end.as_ref().and_then(|end| end.latency) {
        cards.push(Card {
            name: "latency p50 / p99",
            value: format!("{} / {}", Nanos(latency.p50), Nanos(latency.p99)),
            tip: "From a task's first instruction to its last, over the whole run",
        });
    }
    cards.push(Card {
        name: "visible",
        value: Nanos(range.len_ns()).to_string(),
        tip: "The length of the visible stretch. The wheel zooms, 0 shows everything",
    });
    cards
}

/// What the recorded mounts of the visible stretch say.
fn mount_cards(state: &AppState, entry: &RunEntry) -> Vec<Card> {
    let range = state.visible_range();
    let until = range.end_ns().min(entry.recording.last_ns());
    let seen = TimeRange::new(range.start_ns().min(until), until);
    let sums = Sums::over(entry, seen);
    vec![
        Card {
            name: if entry.engine().has_carriers() {
                "occupancy"
            } else {
                "threads mounted"
            },
            value: sums.busy_text(entry),
            tip: "How busy the carriers were in the visible stretch, idle ones included",
        },
        Card {
            name: "pinned while mounted",
            value: percent(if sums.busy > 0.0 {
                sums.pinned / sums.busy
            } else {
                0.0
            }),
            tip: "Share of the mounted time in which a task blocked its carrier",
        },
        Card {
            name: "mounts",
            value: format!(
                "{}/s",
                short(sums.mounts / Nanos(seen.len_ns()).as_secs_f64())
            ),
            tip: "How often per second a task was mounted, all carriers together",
        },
    ]
}

/// Sums over all tracks of a stretch.
struct Sums {
    busy: f64,
    pinned: f64,
    mounts: f64,
    tracks: f64,
}

impl Sums {
    fn over(entry: &RunEntry, seen: TimeRange) -> Self {
        let timeline = &entry.recording.timeline;
        let mut sums = Self {
            busy: 0.0,
            pinned: 0.0,
            mounts: 0.0,
            tracks: 0.0,
        };
        for track in timeline.tracks() {
            let seen = timeline.occupancy(track, seen.start_ns(), seen.end_ns(), 1);
            sums.add(track, seen.first().copied().unwrap_or_default());
        }
        sums
    }

    fn add(&mut self, track: Track, seen: Occupancy) {
        self.busy += f64::from(seen.busy);
        self.pinned += f64::from(seen.pinned);
        self.mounts += f64::from(seen.mounts);
        self.tracks += match track {
            Track::Carrier(_) => 1.0,
            Track::Threads => 0.0,
        };
    }

    fn busy_text(&self, entry: &RunEntry) -> String {
        let carriers = entry
            .recording
            .hello
            .as_ref()
            .map_or(0.0, |hello| f64::from(hello.carriers));
        let carriers = carriers.max(self.tracks);
        if carriers > 0.0 {
            percent(self.busy / carriers)
        } else {
            short(self.busy)
        }
    }
}

/// Shares below one percent keep a digit more: little is not nothing.
fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let digits = if percent > 0.0 && percent < 1.0 { 2 } else { 1 };
    format!("{percent:.digits$}{THIN_SPACE}%")
}
