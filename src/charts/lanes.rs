//! The rows of carriers or threads: who is mounted when, and where a carrier is pinned. Knows nothing of recordings.

use egui::{Align, Align2, Mesh, Stroke, Ui, pos2, text::LayoutJob, vec2};

use super::{
    ChartResponse, ChartSlot, ChartStyle, TimeLabels,
    frame::{ChartFrame, failure_mark},
    gesture::{gesture_of, hovered_ns},
    hatch::shape,
    lane_paint::LanePaint,
    lane_path::path_overlay,
    lane_rows::Rows,
    lane_witness,
    legend::{Entry, legend},
    regular,
    row_rail::row_rail_ui,
    semibold,
    task_numbers::task_numbers,
};
use crate::scene::Span;
use crate::scene::{BoxKind, LaneOf, LanePoint, LaneScene};

/// What the lanes tell back.
#[derive(Clone, Debug, Default)]
pub struct LanesResponse {
    /// What any chart tells.
    pub chart: ChartResponse,
    /// The place under the pointer, for [`crate::scene::hit`].
    pub hovered: Option<LanePoint>,
    /// Whether that place was clicked in this frame.
    pub was_clicked: bool,
    /// In which part of its row that place is.
    pub part: LanePart,
}

/// A part of a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LanePart {
    /// Bar, band or air.
    #[default]
    Spans,
    /// The strip for what the operating system did with the thread.
    Kernel,
}

/// The strip over all threads is as high as so many rows, air below it included.
pub const HEAT_ROWS: f32 = 3.0;
/// A sentence instead of rows takes the room of so many.
const SENTENCE_ROWS: f32 = 3.0;
/// Pixels around the pointer in which something is still meant.
const REACH_PX: f32 = 2.0;

/// The height that gives every row of a scene `row_height` points.
#[must_use]
pub fn lanes_height(
    scene: &LaneScene,
    row_height: f32,
    labels: TimeLabels,
    style: &ChartStyle,
) -> f32 {
    let ticks = match labels {
        TimeLabels::Shown | TimeLabels::Above => style.ticks_height(),
        TimeLabels::Hidden => style.foot_height(),
    };
    style.heading_height() + ticks + lane_rows(scene) * row_height
}

/// Rows of a scene, the strip over all threads included.
pub(super) fn lane_rows(scene: &LaneScene) -> f32 {
    if scene.unrecorded.is_some() {
        return SENTENCE_ROWS;
    }
    let lanes = to_f32(scene.lanes.len());
    if scene.heat.is_empty() {
        lanes
    } else {
        lanes + HEAT_ROWS
    }
}

/// Rows with their spans; `path` (the mounts of one task) is drawn over them as a dashed line.
pub fn lanes_ui(
    ui: &mut Ui,
    scene: &LaneScene,
    style: &ChartStyle,
    slot: ChartSlot,
    path: &[(LaneOf, Span)],
) -> LanesResponse {
    let id = ui.scope_id().with(("lanes", scene.engine));
    let frame = ChartFrame::allocate(ui, slot, style, id);
    let rows = Rows::of(&frame, scene, style);
    heading(&frame, (scene, &rows), style);
    sentence(&frame, scene, style);
    frame.time_axis(style, scene.window, slot.time_labels);
    rows.labels(&frame, scene, style);
    let paint = LanePaint::new(scene.engine, style);
    let end_x = frame.x_of(scene.known_until_ns, scene.window);
    let mut mesh = Mesh::default();
    if let Some(strip) = rows.heat {
        paint.heat(&mut mesh, (strip, end_x), &scene.heat);
    }
    for (index, lane) in scene.lanes.iter().enumerate() {
        paint.lane(&mut mesh, (rows.bar(&frame, index), end_x), lane);
    }
    witnesses(&mut mesh, &frame, (scene, &rows), style);
    time_lines(&frame, scene, style);
    frame.painter.add(shape(mesh));
    failure(&frame, scene, (&rows, end_x), style);
    for (index, lane) in scene.lanes.iter().enumerate() {
        task_numbers(&frame, rows.bar(&frame, index), lane, (scene.engine, style));
    }
    path_overlay(&frame, scene, (path, &rows), style);
    frame.marks(style, scene.window, slot);
    let scrolled = row_rail_ui(ui, &frame, (scene, rows.top()), style);
    LanesResponse {
        hovered: pointed_at(&frame, scene, &rows),
        part: part_at(&frame, &rows),
        was_clicked: frame.response.clicked(),
        chart: ChartResponse {
            plot: Some(frame.plot),
            hovered_ns: hovered_ns(&frame.response, scene.window),
            gesture: scrolled.or_else(|| gesture_of(ui, &frame.response, scene.window)),
        },
    }
}

#[expect(clippy::cast_precision_loss, reason = "a small number of rows")]
fn to_f32(rows: usize) -> f32 {
    rows as f32
}

fn heading(frame: &ChartFrame, (scene, rows): (&LaneScene, &Rows), style: &ChartStyle) {
    let title = if scene.engine.has_carriers() {
        format!("Carriers of {}", scene.engine)
    } else {
        format!("Threads of {}", scene.engine)
    };
    let end = frame.title(style, &title);
    if scene.unrecorded.is_some() {
        frame.note(style, &scene.note, end);
        return;
    }
    let palette = &style.palette;
    let paint = LanePaint::new(scene.engine, style);
    let mut entries = vec![
        Entry {
            word: "mounted",
            fill: palette.engine(scene.engine),
            stripes: None,
        },
        Entry {
            word: "pinned",
            fill: palette.pinned,
            stripes: Some(palette.pinned_stripe),
        },
    ];
    let boxes = scene.lanes.iter().flat_map(|lane| &lane.boxes);
    if boxes.into_iter().any(|found| found.kind == BoxKind::Gap) {
        entries.push(Entry {
            word: "records lost",
            fill: paint.gap_fill(),
            stripes: Some(paint.gap_stripe()),
        });
    }
    if rows.has_bands() {
        entries.extend(lane_witness::band_entry(scene, style));
    }
    if rows.has_strips() {
        entries.extend(lane_witness::strip_entries(scene, style));
    }
    let start = pos2(end, frame.heading_bottom(style)) + vec2(style.scaled(16.0), 0.0);
    let end = legend(&frame.painter, start, style, &entries);
    frame.note(style, &scene.note, end);
}

/// Waits above the bars, and below them what the operating system saw.
fn witnesses(
    mesh: &mut Mesh,
    frame: &ChartFrame,
    (scene, rows): (&LaneScene, &Rows),
    style: &ChartStyle,
) {
    let longest_ns = lane_witness::longest_wait(scene);
    let pixel = 1.0 / frame.painter.pixels_per_point();
    for (index, lane) in scene.lanes.iter().enumerate() {
        if let Some(band) = rows.band(frame, index) {
            lane_witness::waits(mesh, band, (&lane.waits, longest_ns), style);
        }
        if let Some(strip) = rows.strip(frame, index) {
            lane_witness::strip(mesh, (strip, pixel), &lane.kernel, style);
        }
    }
}

/// Sentences in the middle of the room that rows would have had, each on a line of its own.
pub fn sentence_ui(ui: &Ui, words: &str, style: &ChartStyle) {
    let room = ui.available_rect_before_wrap();
    let mut job = LayoutJob::simple(
        words.replace(". ", ".\n"),
        regular(style.text.body),
        style.palette.muted,
        room.width() * 0.6,
    );
    job.halign = Align::Center;
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let top = room.center().y - galley.size().y / 2.0;
    ui.painter()
        .galley(pos2(room.center().x, top), galley, style.palette.muted);
}

/// Why there are no rows, where they would be.
fn sentence(frame: &ChartFrame, scene: &LaneScene, style: &ChartStyle) {
    let Some(words) = scene.unrecorded else {
        return;
    };
    frame.sentence(style, words);
}

/// Where the run failed, right of its rows.
fn failure(frame: &ChartFrame, scene: &LaneScene, (rows, end_x): (&Rows, f32), style: &ChartStyle) {
    let Some(words) = &scene.failed else { return };
    if !frame.plot.x_range().contains(end_x) {
        return;
    }
    let y = rows
        .heat
        .map_or_else(|| frame.plot.center().y, |strip| strip.center().y);
    let color = style.palette.engine(scene.engine);
    failure_mark(&frame.painter, pos2(end_x, y), style, color);
    frame.painter.text(
        pos2(end_x + style.scaled(10.0), y),
        Align2::LEFT_CENTER,
        words,
        semibold(style.text.label),
        style.palette.engine_text(scene.engine),
    );
}

/// Faint verticals at the ticks, behind the bars.
fn time_lines(frame: &ChartFrame, scene: &LaneScene, style: &ChartStyle) {
    if scene.unrecorded.is_some() {
        return;
    }
    let stroke = Stroke::new(style.hairline_px, style.palette.line);
    for tick in frame.ticks(style, scene.window) {
        let x = frame
            .painter
            .round_to_pixel_center(frame.x_of(tick.at_ns, scene.window));
        if frame.plot.x_range().shrink(1.0).contains(x) {
            frame.painter.vline(x, frame.plot.y_range(), stroke);
        }
    }
}

/// Which part of a row the pointer is in.
fn part_at(frame: &ChartFrame, rows: &Rows) -> LanePart {
    let strip = frame.response.hover_pos().and_then(|pointer| {
        let strip = rows.strip(frame, rows.at(pointer.y)?)?;
        (pointer.y >= strip.top() - 1.0).then_some(())
    });
    strip.map_or(LanePart::Spans, |()| LanePart::Kernel)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "two pixels in nanoseconds"
)]
fn pointed_at(frame: &ChartFrame, scene: &LaneScene, rows: &Rows) -> Option<LanePoint> {
    let pointer = frame.response.hover_pos()?;
    let lane = scene.lanes.get(rows.at(pointer.y)?)?;
    let reach = scene.window.span_f64() / f64::from(frame.plot.width()) * f64::from(REACH_PX);
    Some(LanePoint {
        of: lane.of,
        at_ns: hovered_ns(&frame.response, scene.window)?,
        within_ns: reach as u64,
    })
}
