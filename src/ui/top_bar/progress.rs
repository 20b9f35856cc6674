//! How far the plan is: a bar between two lines of figures.

use egui::{Align2, Color32, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::charts::regular;
use crate::model::Nanos;
use crate::model::units::{THIN_SPACE, grouped, short};
use crate::state::{AppState, PlanProgress, RunEntry};
use crate::ui::theme;

/// Wider than this the bar says no more.
const WIDEST_PX: f32 = 400.0;

/// Fills what is left of a right-to-left row; nothing while nothing runs.
pub(super) fn progress_ui(ui: &mut Ui, state: &AppState) {
    let Some(plan) = &state.plan else { return };
    let width = ui.available_width();
    let (room, response) = ui.allocate_exact_size(vec2(width, 40.0), Sense::hover());
    let rect = Rect::from_min_size(room.min, vec2(width.min(WIDEST_PX), room.height()));
    let share = plan.share(&state.runs);
    let lines = lines(plan, state);
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::ProgressIndicator, true, "Progress of the plan");
        info.value = Some(f64::from(share));
        info
    });
    let palette = theme::palette(ui);
    let write = |x: f32, y: f32, align: Align2, text: &str| {
        let font = regular(11.0);
        ui.painter()
            .text(pos2(x, y), align, text, font, palette.muted);
    };
    write(rect.left(), rect.top() + 1.0, Align2::LEFT_TOP, &lines.run);
    write(
        rect.right(),
        rect.top() + 1.0,
        Align2::RIGHT_TOP,
        &lines.events,
    );
    write(
        rect.left(),
        rect.bottom(),
        Align2::LEFT_BOTTOM,
        &lines.tasks,
    );
    let bar = Rect::from_center_size(rect.center(), vec2(rect.width(), 4.0));
    bar_of(ui, bar, share, [palette.line, palette.accent]);
    response.on_hover_text(
        "Events are what the probe recorded; dropped ones did not fit through the pipe and are marked in the lanes. Lab is the CPU time of this program over the last second, window and recording together; 100 % is one core. The time expected is by arithmetic.",
    );
}

fn bar_of(ui: &Ui, bar: Rect, share: f32, [rail, fill]: [Color32; 2]) {
    ui.painter().rect_filled(bar, 2.0, rail);
    let done = vec2(bar.width() * share.clamp(0.0, 1.0), bar.height());
    let done = Rect::from_min_size(bar.min, done);
    ui.painter().rect_filled(done, 2.0, fill);
}

struct Lines {
    run: String,
    events: String,
    tasks: String,
}

fn lines(plan: &PlanProgress, state: &AppState) -> Lines {
    let (place, count) = plan.place();
    let current = plan.begun.last().and_then(|id| state.runs.get(*id));
    let engine = current.map_or("starting", |entry| entry.engine().id());
    let stopping = if plan.stopping { " · stopping" } else { "" };
    Lines {
        run: format!("{engine} · run {place} of {count}{stopping}"),
        events: current.map(events).unwrap_or_default(),
        tasks: tasks(plan, current, state),
    }
}

#[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
fn events(entry: &RunEntry) -> String {
    entry
        .recording
        .progress
        .last()
        .map_or_else(String::new, |last| {
            let lab = entry.recording.lab_cpu_share();
            let lab = lab.map_or_else(String::new, |share| {
                format!(" · lab {:.0}{THIN_SPACE}%", share * 100.0)
            });
            format!(
                "{} events · {} dropped{lab}",
                short(last.recorded as f64),
                grouped(last.dropped)
            )
        })
}

fn tasks(plan: &PlanProgress, current: Option<&RunEntry>, state: &AppState) -> String {
    let finished = current.map_or_else(String::new, |entry| {
        let tasks = grouped(entry.recording.spec.all_tasks());
        let done = entry
            .recording
            .progress
            .last()
            .map_or(0, |last| last.completed);
        format!("{} of {tasks} finished · ", grouped(done))
    });
    let elapsed = plan.elapsed(&state.runs);
    match plan.expected(&state.runs) {
        Some(all) => {
            let left = Nanos(all.0.saturating_sub(elapsed.0));
            format!(
                "{finished}{} of ≈ {} · {} left",
                tenths(elapsed),
                tenths(all),
                tenths(left)
            )
        }
        None => format!("{finished}{}", tenths(elapsed)),
    }
}

/// Tenths of a second: what changes slower can be read.
fn tenths(time: Nanos) -> String {
    format!("{:.1}{THIN_SPACE}s", time.as_secs_f64())
}
