//! The row of one task: when it was mounted and where, when it waited, when it was away and why. Knows nothing of recordings.

use egui::{Align2, Color32, Mesh, Rangef, Rect, Ui, pos2, vec2};

use super::{
    ChartResponse, ChartSlot, ChartStyle,
    frame::ChartFrame,
    gesture::{gesture_of, hovered_ns},
    hatch::{add_rect, shape},
    lane_paint::LanePaint,
    lane_witness::wait_color,
    legend::{Entry, legend, pinned_hatch},
    palette::mix,
    regular, semibold,
};
use crate::model::{EngineKind, units::grouped};
use crate::scene::{TaskBox, TaskDoing, TaskLane, TimeWindow};

/// Height of the bar at window size.
const BAR_PX: f32 = 26.0;

/// The height of the whole chart.
#[must_use]
pub fn task_lane_height(style: &ChartStyle) -> f32 {
    style.heading_height() + style.scaled(BAR_PX) + style.foot_height()
}

/// The row of a task of an engine in the visible time.
pub fn task_lane_ui(
    ui: &mut Ui,
    (engine, window, lane): (EngineKind, TimeWindow, &TaskLane),
    style: &ChartStyle,
    slot: ChartSlot,
) -> ChartResponse {
    let id = ui.scope_id().with("task lane");
    let frame = ChartFrame::allocate(ui, slot, style, id);
    let paint = Paint { engine, style };
    let end = frame.title(style, &format!("Task {}", grouped(u64::from(lane.task))));
    let start = pos2(end, frame.heading_bottom(style)) + vec2(style.scaled(16.0), 0.0);
    let end = legend(&frame.painter, start, style, &paint.entries(lane));
    frame.note(style, &lane.note, end);
    frame.time_axis(style, window, slot.time_labels);
    let mut mesh = Mesh::default();
    for found in &lane.boxes {
        paint.add(&mut mesh, (rect_of(&frame, found), found.doing));
    }
    frame.painter.add(shape(mesh));
    for found in &lane.boxes {
        paint.word(&frame, (lane, found));
    }
    frame.marks(style, window, slot);
    ChartResponse {
        plot: Some(frame.plot),
        hovered_ns: hovered_ns(&frame.response, window),
        gesture: gesture_of(ui, &frame.response, window),
    }
}

fn rect_of(frame: &ChartFrame, found: &TaskBox) -> Rect {
    let left = frame.plot.left();
    let across = Rangef::new(left + found.left, left + found.right);
    let down = frame.plot.y_range();
    let down = match found.doing {
        // A line in the middle: the task is not on any carrier.
        TaskDoing::Away(_) => {
            let quarter = down.span() * 0.36;
            Rangef::new(down.min + quarter, down.max - quarter)
        }
        TaskDoing::Untold | TaskDoing::Mounted(_) | TaskDoing::Waiting | TaskDoing::Pinned => down,
    };
    Rect::from_x_y_ranges(across, down)
}

/// Whether a name of the legend means it.
type IsMeant = fn(TaskDoing) -> bool;

struct Paint<'a> {
    engine: EngineKind,
    style: &'a ChartStyle,
}

impl Paint<'_> {
    fn fill(&self, doing: TaskDoing) -> Color32 {
        let palette = &self.style.palette;
        let own = palette.engine(self.engine);
        match doing {
            TaskDoing::Away(_) => mix(own, palette.ground, 0.72),
            TaskDoing::Untold => LanePaint::new(self.engine, self.style).gap_fill(),
            TaskDoing::Mounted(_) => own,
            TaskDoing::Waiting => wait_color(self.style),
            TaskDoing::Pinned => palette.pinned,
        }
    }

    fn stripes(&self, doing: TaskDoing) -> Option<Color32> {
        match doing {
            TaskDoing::Pinned => Some(self.style.palette.pinned_stripe),
            TaskDoing::Untold => Some(LanePaint::new(self.engine, self.style).gap_stripe()),
            TaskDoing::Away(_) | TaskDoing::Mounted(_) | TaskDoing::Waiting => None,
        }
    }

    fn add(&self, mesh: &mut Mesh, (rect, doing): (Rect, TaskDoing)) {
        add_rect(mesh, rect, self.fill(doing));
        if let Some(stripes) = self.stripes(doing) {
            let hatch = pinned_hatch(self.style, stripes);
            if hatch.fits(rect) {
                hatch.add(mesh, rect);
            }
        }
    }

    /// Names of what is in sight.
    fn entries(&self, lane: &TaskLane) -> Vec<Entry<'static>> {
        let words: [(&'static str, IsMeant); 5] = [
            ("mounted", |doing| matches!(doing, TaskDoing::Mounted(_))),
            ("pinned", |doing| doing == TaskDoing::Pinned),
            ("waited to mount", |doing| doing == TaskDoing::Waiting),
            ("away", |doing| matches!(doing, TaskDoing::Away(_))),
            ("records lost", |doing| doing == TaskDoing::Untold),
        ];
        let entry = |(word, is_meant): (&'static str, IsMeant)| {
            let found = lane.boxes.iter().find(|found| is_meant(found.doing))?;
            Some(Entry {
                word,
                fill: self.fill(found.doing),
                stripes: self.stripes(found.doing),
            })
        };
        words.into_iter().filter_map(entry).collect()
    }

    /// On which carrier, or why it was away, where there is room for it.
    fn word(&self, frame: &ChartFrame, (lane, found): (&TaskLane, &TaskBox)) {
        let palette = &self.style.palette;
        let (word, color, plate) = match found.doing {
            TaskDoing::Mounted(Some(of)) if is_under_pin(lane, found) => {
                (of.label(), palette.on_pinned, Some(palette.pinned_plate))
            }
            TaskDoing::Mounted(Some(of)) => {
                let own = palette.engine(self.engine);
                (of.label(), palette.on(own), None)
            }
            TaskDoing::Away(reason) => (
                reason.label().to_owned(),
                palette.muted,
                Some(palette.ground),
            ),
            TaskDoing::Mounted(None)
            | TaskDoing::Untold
            | TaskDoing::Waiting
            | TaskDoing::Pinned => return,
        };
        let is_away = matches!(found.doing, TaskDoing::Away(_));
        let font = if is_away { regular } else { semibold };
        let size = self.style.text.axis * 0.95;
        let galley = frame.painter.layout_no_wrap(word, font(size), color);
        let rect = rect_of(frame, found);
        let air = size * 0.5;
        if galley.size().x + air * 2.0 > rect.width() {
            return;
        }
        let at = Align2::CENTER_CENTER.anchor_size(rect.center(), galley.size());
        if let Some(plate) = plate {
            let around = at.expand2(vec2(air, -size * 0.1));
            frame.painter.rect_filled(around, 0.0, plate);
        }
        frame.painter.galley(at.min, galley, color);
    }
}

fn is_under_pin(lane: &TaskLane, found: &TaskBox) -> bool {
    let pins = lane.boxes.iter();
    let mut pins = pins.filter(|other| other.doing == TaskDoing::Pinned);
    pins.any(|pin| pin.left < found.right && found.left < pin.right)
}
