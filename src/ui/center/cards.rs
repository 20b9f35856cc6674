//! Figures of the selected stretch, or of what is visible, of the selected run, each on a card.

use egui::{Align2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::charts::{ChartStyle, regular, semibold};
use crate::model::units::short;
use crate::model::{Nanos, ProbeMode};
use crate::recording::{StretchFigures, Track};
use crate::state::{AppState, RunEntry, TimeRange};
use crate::ui::figures::{figures, percent, told_range};
use crate::ui::theme::{self, CORNER};

struct Card {
    name: &'static str,
    value: String,
    tip: &'static str,
}

const GAP_PX: f32 = 8.0;
/// Two latencies beside each other need this width.
const NARROWEST_PX: f32 = 128.0;

pub(super) fn cards_ui(ui: &mut Ui, (state, entry): (&AppState, &RunEntry), style: &ChartStyle) {
    let cards = cards(ui, state, entry);
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

fn cards(ui: &Ui, state: &AppState, entry: &RunEntry) -> Vec<Card> {
    let range = told_range(state, entry);
    let mut cards = match entry.recording.spec.probe {
        ProbeMode::Full => mount_cards(ui, entry, range),
        ProbeMode::Sampled { .. } => mount_cards(ui, entry, range)
            .into_iter()
            .map(|card| Card {
                tip: "Of the recorded tasks alone: the probe was set to record some of them",
                ..card
            })
            .collect(),
        // Nothing is known of mounts, and zeros would say that there were none.
        ProbeMode::Off => Vec::new(),
    };
    cards.push(stretch_card(state));
    if let Some(latency) = entry.recording.end.as_ref().and_then(|end| end.latency) {
        cards.push(Card {
            name: "latency p50 / p99",
            value: pair(latency.p50, latency.p99),
            tip: "From a task's first instruction to its last, over the whole run",
        });
    }
    cards
}

/// How long the stretch is that all other cards tell of.
fn stretch_card(state: &AppState) -> Card {
    let (name, tip) = match state.view.selection {
        Some(_) => (
            "selection",
            "The length of the selected stretch, which these figures tell of. Esc lets go of it",
        ),
        None => (
            "visible",
            "The length of the visible stretch. The wheel zooms, 0 shows everything; dragging with Shift selects a part of it",
        ),
    };
    Card {
        name,
        value: Nanos(state.told_range().len_ns()).to_string(),
        tip,
    }
}

/// What the recorded mounts of a stretch say.
fn mount_cards(ui: &Ui, entry: &RunEntry, range: TimeRange) -> Vec<Card> {
    let figures = figures(ui, entry, range);
    let sums = Sums::of(&figures);
    let mut cards = vec![
        Card {
            name: if entry.engine().has_carriers() {
                "occupancy"
            } else {
                "threads mounted"
            },
            value: sums.busy_text(entry),
            tip: "How busy the carriers were, idle ones included",
        },
        Card {
            name: "pinned",
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
                short(sums.mounts / Nanos(range.len_ns()).as_secs_f64())
            ),
            tip: "How often per second a task was mounted, all carriers together",
        },
    ];
    let runs = figures.runs();
    if let (Some(p50), Some(p99)) = (runs.quantile(0.5), runs.quantile(0.99)) {
        cards.push(Card {
            name: "run p50 / p99",
            value: pair(p50, p99),
            tip: "How long tasks stayed mounted at a time",
        });
    }
    if let Some(p99) = figures.waits().quantile(0.99) {
        cards.push(Card {
            name: "ready → mount p99",
            value: Nanos(p99).to_string(),
            tip: "All but one in a hundred waited no longer than this from ready to mount",
        });
    }
    cards
}

fn pair(p50_ns: u64, p99_ns: u64) -> String {
    format!("{} / {}", Nanos(p50_ns), Nanos(p99_ns))
}

/// Sums over all tracks of a stretch.
#[derive(Default)]
struct Sums {
    busy: f64,
    pinned: f64,
    mounts: f64,
    tracks: f64,
}

impl Sums {
    fn of(figures: &StretchFigures) -> Self {
        let mut sums = Self::default();
        for lane in &figures.lanes {
            sums.busy += f64::from(lane.busy);
            sums.pinned += f64::from(lane.pinned);
            sums.mounts += f64::from(lane.mounts);
            sums.tracks += match lane.track {
                Track::Carrier(_) => 1.0,
                Track::Threads => 0.0,
            };
        }
        sums
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
