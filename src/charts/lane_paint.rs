//! Colours, stripes and task numbers of the boxes in a row. Knows nothing of where rows lie.

use egui::{Color32, Mesh, Rect, pos2};

use super::{ChartStyle, Theme, frame::whole, hatch::add_rect, legend::pinned_hatch, palette::mix};
use crate::model::EngineKind;
use crate::scene::Occupancy;
use crate::scene::{BoxKind, Lane, LaneBox};

/// Bars at least so high, in points, show a share as a height; in lower ones it would be lost, so they show it as strength.
const TALL: f32 = 8.0;
/// Least strength of what is pinned in a low bar: a microsecond in ten minutes must stand out from what is busy.
const FAINTEST_PIN: f32 = 0.5;
/// Strength of the rest of a tall bar above what is busy or pinned: it tells what was touched from what was not.
const SKY: f32 = 0.34;
/// The same for a mount that stands alone: a tick that is seen from the last row.
const TICK: f32 = 0.6;

/// Least strength of what is busy for a tiny share of a low bar, so that it is still seen. On light ground it takes more of the
/// engines' colours, which are light themselves.
const fn faintest_busy(theme: Theme) -> f32 {
    match theme {
        Theme::Dark => 0.2,
        Theme::Light => 0.36,
    }
}

/// The colours of one engine's lanes.
pub(super) struct LanePaint<'a> {
    engine: Color32,
    style: &'a ChartStyle,
}

impl<'a> LanePaint<'a> {
    pub(super) fn new(engine: EngineKind, style: &'a ChartStyle) -> Self {
        Self {
            engine: style.palette.engine(engine),
            style,
        }
    }

    /// Behind everything in a row.
    fn empty(&self) -> Color32 {
        self.style.palette.grid
    }

    pub(super) fn gap_fill(&self) -> Color32 {
        mix(self.style.palette.grid, self.style.palette.muted, 0.22)
    }

    pub(super) fn gap_stripe(&self) -> Color32 {
        mix(self.style.palette.grid, self.style.palette.muted, 0.6)
    }

    /// A row; `end_x` is where the run ends.
    pub(super) fn lane(&self, mesh: &mut Mesh, (bar, end_x): (Rect, f32), lane: &Lane) {
        self.background(mesh, (bar, end_x));
        for found in &lane.boxes {
            let rect = place(found, bar, self.style);
            match found.kind {
                BoxKind::Busy { share } => self.busy(mesh, rect, (share, sky(found))),
                BoxKind::Gap => {
                    add_rect(mesh, rect, self.gap_fill());
                    let hatch = pinned_hatch(self.style, self.gap_stripe());
                    if hatch.fits(rect) {
                        hatch.add(mesh, rect);
                    }
                }
                BoxKind::Pinned { share } => self.pinned(mesh, rect, (share, sky(found))),
            }
        }
    }

    fn background(&self, mesh: &mut Mesh, (bar, end_x): (Rect, f32)) {
        let known = bar.with_max_x(end_x.min(bar.right()));
        if known.is_positive() {
            add_rect(mesh, known, self.empty());
        }
    }

    fn busy(&self, mesh: &mut Mesh, full: Rect, (share, sky): (f32, f32)) {
        let faintest = faintest_busy(self.style.palette.theme);
        let strength = faintest + (1.0 - faintest) * share;
        let look = Look {
            color: self.engine,
            strength,
            least: self.style.hairline_px,
            sky,
        };
        look.fill(mesh, full, share);
    }

    fn pinned(&self, mesh: &mut Mesh, full: Rect, (share, sky): (f32, f32)) {
        let palette = &self.style.palette;
        let strength = FAINTEST_PIN + (1.0 - FAINTEST_PIN) * share;
        let look = Look {
            color: palette.pinned,
            strength,
            least: self.style.scaled(1.5),
            sky,
        };
        let filled = look.fill(mesh, full, share);
        let hatch = pinned_hatch(self.style, palette.pinned_stripe);
        if is_tall(full) {
            let hatch = hatch.closer(filled.height() * 0.55);
            if hatch.fits(filled) {
                hatch.add(mesh, filled);
            }
        } else {
            // Over many low bars the stripes make one pattern, however short each box is.
            hatch.faded(strength).add(mesh, filled);
        }
    }

    /// How many threads are mounted over time, as a skyline; the pinned ones at its foot.
    ///
    /// Stripes are laid over the whole strip and what is not pinned is painted over them: striping each column would cost far more.
    pub(super) fn heat(&self, mesh: &mut Mesh, (strip, end_x): (Rect, f32), heat: &[Occupancy]) {
        let known = strip.with_max_x(end_x.min(strip.right()));
        if !known.is_positive() {
            return;
        }
        let most = heat
            .iter()
            .map(|column| column.busy)
            .fold(f32::MIN_POSITIVE, f32::max);
        let palette = &self.style.palette;
        if heat.iter().any(|column| column.pinned > 0.0) {
            add_rect(mesh, known, palette.pinned);
            pinned_hatch(self.style, palette.pinned_stripe).add(mesh, known);
        }
        let quarters = |share: f32| quarter_points(share / most, strip.height());
        let above = |column: &Occupancy| [quarters(column.pinned), quarters(column.busy)];
        let width = strip.width() / to_f32(heat.len().max(1));
        let mut start = 0;
        for run in heat.chunk_by(|a, b| above(a) == above(b)) {
            let end = start + run.len();
            let [left, right] = [start, end]
                .map(|column| (strip.left() + to_f32(column) * width).min(known.right()));
            let [pinned, busy] =
                above(&run[0]).map(|quarters| strip.bottom() - to_f32(quarters) / 4.0);
            let between = |top, bottom| Rect::from_min_max(pos2(left, top), pos2(right, bottom));
            for (rect, color) in [
                (between(strip.top(), busy), self.empty()),
                (between(busy, pinned), self.engine),
            ] {
                if rect.is_positive() {
                    add_rect(mesh, rect, color);
                }
            }
            start = end;
        }
    }
}

/// The height of a share in quarters of a point; what is there at all is a point high.
fn quarter_points(share: f32, full: f32) -> usize {
    let quarters = whole((share.min(1.0) * full * 4.0).round());
    if share > 0.0 { quarters.max(4) } else { 0 }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "columns and quarter points of a screen"
)]
fn to_f32(count: usize) -> f32 {
    count as f32
}

fn is_tall(bar: Rect) -> bool {
    bar.height() >= TALL
}

/// How the share of a box is shown.
struct Look {
    color: Color32,
    /// Of all of a low box.
    strength: f32,
    /// The filled foot of a tall box is at least so many points high.
    least: f32,
    /// Strength of a tall box above its foot.
    sky: f32,
}

impl Look {
    /// Paints `share` of a box: in a tall one from the foot up, in a low one as strength. Returns what was filled.
    fn fill(&self, mesh: &mut Mesh, full: Rect, share: f32) -> Rect {
        if share >= 1.0 {
            add_rect(mesh, full, self.color);
            return full;
        }
        if !is_tall(full) {
            add_rect(mesh, full, self.color.gamma_multiply(self.strength));
            return full;
        }
        let height = (full.height() * share).max(self.least).min(full.height());
        let foot = full.with_min_y(full.bottom() - height);
        let sky = self.color.gamma_multiply(self.sky);
        add_rect(mesh, full.with_max_y(foot.top()), sky);
        add_rect(mesh, foot, self.color);
        foot
    }
}

const fn sky(found: &LaneBox) -> f32 {
    if found.task.is_some() { TICK } else { SKY }
}

/// One bar per column from the foot of `strip`; what is above 0 is at least a point high.
#[expect(clippy::cast_precision_loss, reason = "columns of a screen")]
pub(super) fn skyline(mesh: &mut Mesh, strip: Rect, color: Color32, shares: &[f32]) {
    let width = strip.width() / shares.len().max(1) as f32;
    let mut column = 0;
    // The least that is there is a step above nothing.
    let step = |share: f32| whole(share * strip.height() * 4.0) + usize::from(share > 0.0);
    for run in shares.chunk_by(|a, b| step(*a) == step(*b)) {
        let end = column + run.len();
        if run[0] > 0.0 {
            let height = (run[0].min(1.0) * strip.height()).max(1.0);
            let rect = Rect::from_min_max(
                pos2(
                    strip.left() + column as f32 * width,
                    strip.bottom() - height,
                ),
                pos2(strip.left() + end as f32 * width, strip.bottom()),
            );
            add_rect(mesh, rect, color);
        }
        column = end;
    }
}

/// The box on the screen. Boxes of one span leave a hairline free at their right, so that neighbours are told apart.
pub(super) fn place(found: &LaneBox, bar: Rect, style: &ChartStyle) -> Rect {
    let width = found.right - found.left;
    let hairline = if found.task.is_some() && width > style.scaled(4.0) {
        style.hairline_px
    } else {
        0.0
    };
    Rect::from_x_y_ranges(
        bar.left() + found.left..=bar.left() + found.right - hairline,
        bar.y_range(),
    )
}
