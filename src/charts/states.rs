//! The task states of one run, stacked. Knows nothing of how they were counted.

use egui::{Color32, Ui, pos2, vec2};
use egui_plot::FilledArea;

use super::{
    ChartResponse, ChartSlot, ChartStyle,
    frame::ChartFrame,
    gesture::{gesture_of, hovered_ns},
    legend::{Entry, legend},
    palette::mix,
    plot_area::plot_area,
};
use crate::scene::{StateLayer, StatesScene, TaskState};

/// Live tasks by state, with the names of the states beside the heading.
pub fn states_ui(
    ui: &mut Ui,
    scene: &StatesScene,
    style: &ChartStyle,
    slot: ChartSlot,
) -> ChartResponse {
    let id = ui.scope_id().with(("chart", "states"));
    let frame = ChartFrame::allocate(ui, slot, style, id);
    let title = format!("Tasks of {}", scene.engine);
    let end = frame.title(style, &title);
    if let Some(words) = scene.unrecorded {
        frame.sentence(style, words);
        frame.time_axis(style, scene.window, slot.time_labels);
        return response(ui, &frame, scene);
    }
    let entries: Vec<Entry<'_>> = scene
        .layers
        .iter()
        .rev()
        .map(|layer| Entry {
            word: layer.state.label(),
            fill: fill(scene, layer.state, style),
            stripes: (layer.state == TaskState::Pinned).then_some(style.palette.pinned_stripe),
        })
        .collect();
    let start = pos2(end, frame.heading_bottom(style)) + vec2(style.scaled(16.0), 0.0);
    let end = legend(&frame.painter, start, style, &entries);
    frame.note(style, scene.missing.unwrap_or_default(), end);
    layers(ui, &frame, scene, style);
    frame.value_axis(style, &scene.axis);
    frame.time_axis(style, scene.window, slot.time_labels);
    frame.marks(style, scene.window, slot);
    response(ui, &frame, scene)
}

fn response(ui: &Ui, frame: &ChartFrame, scene: &StatesScene) -> ChartResponse {
    ChartResponse {
        plot: Some(frame.plot),
        hovered_ns: hovered_ns(&frame.response, scene.window),
        gesture: gesture_of(ui, &frame.response, scene.window),
    }
}

/// The colour of a state: the engine's own for what runs, paler the less a task does.
fn fill(scene: &StatesScene, state: TaskState, style: &ChartStyle) -> Color32 {
    let palette = &style.palette;
    let own = palette.engine(scene.engine);
    match state {
        TaskState::Pinned => palette.pinned,
        TaskState::Mounted => own,
        TaskState::Ready => mix(palette.muted, palette.ground, 0.35),
        TaskState::Parked => mix(own, palette.ground, 0.72),
    }
}

fn layers(ui: &mut Ui, frame: &ChartFrame, scene: &StatesScene, style: &ChartStyle) {
    let areas: Vec<FilledArea> = scene
        .layers
        .iter()
        .map(|layer| area(layer).fill_color(fill(scene, layer.state, style)))
        .collect();
    plot_area(ui, frame, (scene.window, scene.axis.top), |plot| {
        for area in areas {
            plot.add(area);
        }
    });
}

fn area(layer: &StateLayer) -> FilledArea {
    let column = |axis: usize| -> Vec<f64> {
        let edges = layer.edges.iter();
        edges.map(|edge| edge[axis]).collect()
    };
    FilledArea::new(layer.state.label(), &column(0), &column(1), &column(2)).allow_hover(false)
}
