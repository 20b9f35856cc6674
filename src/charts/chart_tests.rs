//! Charts under a pointer: what a person does comes back as data.

use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, Pos2, TouchPhase, pos2, vec2};
use egui_kittest::Harness;

use super::{
    ChartSlot, ChartStyle, LanesResponse, Theme, TimeLabels, TimelineGesture, install_fonts,
    lanes_ui, minimap_ui,
};
use crate::model::EngineKind;
use crate::scene::{
    BoxKind, Lane, LaneBox, LaneOf, LaneScene, MinimapColumn, MinimapScene, TimeWindow,
};

const WINDOW: TimeWindow = TimeWindow::new(1_000_000, 2_000_000);

fn scene() -> LaneScene {
    let lane = |carrier| {
        let filled = LaneBox {
            left: 100.0,
            right: 300.0,
            kind: BoxKind::Busy { share: 1.0 },
            task: Some(7),
        };
        Lane::new(LaneOf::Carrier(carrier), vec![filled])
    };
    LaneScene {
        engine: EngineKind::Tokio,
        window: WINDOW,
        lanes: vec![lane(0), lane(1)],
        has_strip: false,
        rows: 2,
        heat: Vec::new(),
        note: String::new(),
        known_until_ns: 2_000_000,
        failed: None,
        unrecorded: None,
    }
}

/// Everything the lanes told in any frame of a test.
#[derive(Default)]
struct Told {
    gestures: Vec<TimelineGesture>,
    clicks: usize,
    last: LanesResponse,
}

fn lanes() -> Harness<'static, Told> {
    lanes_of(scene())
}

fn lanes_of(scene: LaneScene) -> Harness<'static, Told> {
    let style = ChartStyle::window(Theme::Dark);
    let slot = ChartSlot {
        height: 200.0,
        time_labels: TimeLabels::Shown,
        cursor_ns: None,
        selected_ns: None,
    };
    Harness::builder()
        .with_size(vec2(800.0, 220.0))
        .with_step_dt(0.02)
        .with_context_setup(install_fonts)
        .build_ui_state(
            move |ui, told: &mut Told| {
                let response = lanes_ui(ui, &scene, &style, slot, &[]);
                told.gestures.extend(response.chart.gesture);
                told.clicks += usize::from(response.was_clicked);
                told.last = response;
            },
            Told::default(),
        )
}

/// The middle of the second row.
fn on_second_row(harness: &Harness<'_, Told>) -> Pos2 {
    let plot = harness.state().last.chart.plot.unwrap();
    pos2(plot.center().x, plot.bottom() - plot.height() / 4.0)
}

fn wheel(harness: &Harness<'_, Told>, delta: egui::Vec2) {
    harness.event(Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta,
        phase: TouchPhase::Move,
        source: MouseWheelSource::Wheel,
        modifiers: Modifiers::NONE,
    });
}

#[test]
fn the_place_under_the_pointer_is_told() {
    let mut harness = lanes();
    harness.run();
    assert!(harness.state().last.hovered.is_none());
    harness.hover_at(on_second_row(&harness));
    harness.run();
    let hovered = harness.state().last.hovered.unwrap();
    assert_eq!(hovered.of, LaneOf::Carrier(1));
    assert!(hovered.at_ns.abs_diff(1_500_000) < 2_000);
    assert!(hovered.within_ns > 0);
}

#[test]
fn the_wheel_zooms_at_the_pointer_and_sideways_pans() {
    let mut harness = lanes();
    harness.run();
    harness.hover_at(on_second_row(&harness));
    harness.run();
    wheel(&harness, vec2(0.0, 40.0));
    harness.run_steps(20);
    let zoomed = harness.state().gestures.iter().all(|gesture| {
        matches!(gesture, TimelineGesture::Zoom { at_ns, factor }
            if at_ns.abs_diff(1_500_000) < 2_000 && *factor < 1.0)
    });
    assert!(zoomed && !harness.state().gestures.is_empty());
    harness.state_mut().gestures.clear();
    wheel(&harness, vec2(-40.0, 0.0));
    harness.run_steps(20);
    let panned = harness
        .state()
        .gestures
        .iter()
        .all(|gesture| matches!(gesture, TimelineGesture::Pan { delta_ns } if *delta_ns > 0));
    assert!(panned && !harness.state().gestures.is_empty());
}

#[test]
fn a_drag_to_the_left_shows_what_is_later() {
    let mut harness = lanes();
    harness.run();
    let start = on_second_row(&harness);
    let tenth = vec2(harness.state().last.chart.plot.unwrap().width() / 10.0, 0.0);
    harness.drag_at(start);
    harness.run();
    harness.hover_at(start - tenth);
    harness.run();
    harness.drop_at(start - tenth);
    harness.run();
    let moved: i64 = harness
        .state()
        .gestures
        .iter()
        .map(|gesture| {
            let TimelineGesture::Pan { delta_ns } = gesture else {
                panic!("{gesture:?}")
            };
            *delta_ns
        })
        .sum();
    assert!((moved - 100_000).abs() < 200, "{moved}");
    assert_eq!(harness.state().clicks, 0);
}

#[test]
fn a_click_picks_and_a_double_click_shows_everything() {
    let mut harness = lanes();
    harness.run();
    let place = on_second_row(&harness);
    harness.drag_at(place);
    harness.drop_at(place);
    harness.run_steps(3);
    assert_eq!(harness.state().clicks, 1);
    harness.drag_at(place);
    harness.drop_at(place);
    harness.run();
    assert_eq!(harness.state().gestures, [TimelineGesture::FitAll]);
}

#[test]
fn rows_out_of_sight_are_reached_by_the_rail_and_by_the_wheel_over_the_names() {
    let mut harness = lanes_of(LaneScene {
        rows: 100,
        ..scene()
    });
    harness.run();
    let plot = harness.state().last.chart.plot.unwrap();
    let rows = |harness: &Harness<'_, Told>| -> i32 {
        let scrolled = harness.state().gestures.iter().map(|gesture| {
            let TimelineGesture::ScrollRows { rows } = gesture else {
                panic!("{gesture:?}")
            };
            *rows
        });
        scrolled.sum()
    };
    let end = pos2(plot.right() + 12.0, plot.bottom() - 2.0);
    harness.hover_at(end);
    harness.drag_at(end);
    harness.run_steps(1);
    assert_eq!(rows(&harness), 98, "a press at its end shows the last rows");
    harness.drop_at(end);
    harness.run_steps(2);
    harness.state_mut().gestures.clear();
    harness.hover_at(pos2(plot.left() - 20.0, plot.center().y));
    harness.run();
    wheel(&harness, vec2(0.0, -40.0));
    harness.run_steps(20);
    assert!(rows(&harness) > 0);
}

#[test]
fn a_press_on_the_minimap_asks_for_that_moment() {
    let style = ChartStyle::window(Theme::Light);
    let scene = MinimapScene {
        engine: EngineKind::May,
        whole: TimeWindow::new(0, 1_000_000),
        visible: WINDOW,
        columns: vec![MinimapColumn::default(); 100],
    };
    let (left, right) = (style.left_gutter, 800.0 - style.right_gutter);
    let mut harness = Harness::builder()
        .with_size(vec2(800.0, 60.0))
        .with_context_setup(install_fonts)
        .build_ui_state(
            move |ui, told: &mut Vec<TimelineGesture>| {
                told.extend(minimap_ui(ui, &scene, &style, 40.0));
            },
            Vec::new(),
        );
    harness.run();
    let place = pos2(left + (right - left) * 0.25, 25.0);
    harness.drag_at(place);
    harness.drop_at(place);
    harness.run();
    let told = harness.state();
    assert!(!told.is_empty());
    assert!(told.iter().all(|gesture| matches!(gesture,
        TimelineGesture::Center { at_ns } if at_ns.abs_diff(250_000) < 15_000)));
}
