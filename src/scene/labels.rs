//! Where labels stand so that none covers another. Knows sizes and places in points, not fonts or words.

/// A label that wants to stand right of its anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LabelBox {
    /// The end of the line it names.
    pub anchor: [f32; 2],
    /// Width and height.
    pub size: [f32; 2],
}

/// Where a label stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Left top corner.
    pub min: [f32; 2],
    /// Whether it stands so far from its anchor that a thin line should lead there.
    pub needs_leader: bool,
}

/// Distance between an anchor and its label, and between two labels.
const AIR: f32 = 8.0;

/// Places labels within `bounds` (left, top, right, bottom): right of their anchors where there is room, else above or below, and
/// away from `obstacles` (the points of the curves) where that costs little. Labels overlap only if `bounds` are too small for all.
/// `air` is the distance kept, in points; none keeps 8.
#[must_use]
pub fn place_labels(
    labels: &[LabelBox],
    bounds: [f32; 4],
    obstacles: &[Vec<[f32; 2]>],
    air: Option<f32>,
) -> Vec<Placed> {
    let air = air.unwrap_or(AIR);
    let mut order: Vec<usize> = (0..labels.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (labels[*a].anchor, labels[*b].anchor);
        a[1].total_cmp(&b[1]).then(b[0].total_cmp(&a[0]))
    });
    // Who comes first keeps the best place: near the foot of a chart that should be the lowest, elsewhere the highest.
    let down = place_in_order(labels, &order, bounds, (obstacles, air));
    order.reverse();
    let up = place_in_order(labels, &order, bounds, (obstacles, air));
    if up.1 < down.1 { up.0 } else { down.0 }
}

/// The places, and what they cost altogether.
fn place_in_order(
    labels: &[LabelBox],
    order: &[usize],
    bounds: [f32; 4],
    (obstacles, air): (&[Vec<[f32; 2]>], f32),
) -> (Vec<Placed>, f32) {
    let nowhere = Placed {
        min: [0.0; 2],
        needs_leader: false,
    };
    let mut placed = vec![nowhere; labels.len()];
    let mut taken: Vec<[f32; 4]> = Vec::new();
    let mut cost = 0.0;
    for &index in order {
        let label = labels[index];
        let (min, own_cost) = best_place(label, bounds, (&taken, obstacles), air);
        cost += own_cost;
        taken.push(rect(min, label.size));
        let middle = min[1] + label.size[1] / 2.0;
        placed[index] = Placed {
            min,
            needs_leader: (middle - label.anchor[1]).abs() > label.size[1] * 0.75,
        };
    }
    (placed, cost)
}

/// A label that may stand anywhere along a level line, under or above it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LevelLabel {
    /// Height of the line.
    pub y: f32,
    /// Width and height of the label.
    pub size: [f32; 2],
}

/// Places a label along a level line within `bounds`, preferably under its right end, clear of the rectangles `taken` (left, top,
/// right, bottom) and of `obstacles`; `None` where there is no such place.
#[must_use]
pub fn place_along(
    label: LevelLabel,
    bounds: [f32; 4],
    taken: &[[f32; 4]],
    obstacles: &[Vec<[f32; 2]>],
) -> Option<[f32; 2]> {
    const PLACES: u8 = 16;
    let [width, height] = label.size;
    let [left, top, right, bottom] = bounds;
    let air = height / 6.0;
    let offsets = [air * 1.5, air * 5.0];
    let room = (right - width - left).max(0.0);
    let xs = (0..PLACES).map(|i| left + room * (1.0 - f32::from(i) / f32::from(PLACES - 1)));
    let places = offsets.into_iter().flat_map(|offset| {
        let ys = [label.y + offset, label.y - offset - height];
        let xs = xs.clone();
        xs.flat_map(move |x| ys.map(|y| [x, y]))
    });
    places
        .filter(|min| min[1] >= top && min[1] + height <= bottom)
        .find(|min| {
            let padded = grow(rect(*min, label.size), air);
            taken.iter().all(|other| overlap(padded, *other) <= 0.0)
                && obstacles.iter().all(|line| crossed_px(line, padded) <= 0.0)
        })
}

/// Places a note as near to its anchor as it can stand within `bounds` (left, top, right, bottom) without covering the rectangles
/// `taken` or `obstacles`; where there is no such place, one that covers little.
#[must_use]
pub fn place_note(
    note: LabelBox,
    bounds: [f32; 4],
    taken: &[[f32; 4]],
    obstacles: &[Vec<[f32; 2]>],
) -> [f32; 2] {
    const PLACES: u8 = 24;
    let [width, height] = note.size;
    let [left, top, right, bottom] = bounds;
    let spread = |from: f32, room: f32| {
        (0..PLACES).map(move |i| from + room.max(0.0) * f32::from(i) / f32::from(PLACES - 1))
    };
    let air = AIR / 2.0;
    let cost = |min: [f32; 2]| {
        let padded = grow(rect(min, note.size), air);
        let over: f32 = taken.iter().map(|other| overlap(padded, *other)).sum();
        let crossed: f32 = obstacles.iter().map(|line| crossed_px(line, padded)).sum();
        over * 100.0 + crossed * 100.0 + distance(note.anchor, rect(min, note.size))
    };
    spread(left, right - left - width)
        .flat_map(|x| spread(top, bottom - top - height).map(move |y| [x, y]))
        .map(|min| (min, cost(min)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map_or([left, top], |(min, _cost)| min)
}

/// How far a place is from a rectangle; none inside.
fn distance([x, y]: [f32; 2], [left, top, right, bottom]: [f32; 4]) -> f32 {
    let dx = (left - x).max(x - right).max(0.0);
    let dy = (top - y).max(y - bottom).max(0.0);
    dx.hypot(dy)
}

fn best_place(
    label: LabelBox,
    bounds: [f32; 4],
    (taken, obstacles): (&[[f32; 4]], &[Vec<[f32; 2]>]),
    air: f32,
) -> ([f32; 2], f32) {
    let places = candidates(label, bounds, air);
    // Curves have thousands of points, of which few are near.
    let reach = places
        .iter()
        .map(|min| grow(rect(*min, label.size), air))
        .reduce(union)
        .unwrap_or_default();
    let near: Vec<Segment> = obstacles
        .iter()
        .flat_map(|line| line.windows(2))
        .map(|pair| [pair[0], pair[1]])
        .filter(|segment| may_touch(*segment, reach))
        .collect();
    places
        .into_iter()
        .map(|min| (min, place_cost(label, min, (taken, &near), air)))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .unwrap_or(([label.anchor[0] + air, label.anchor[1]], 0.0))
}

fn candidates(label: LabelBox, bounds: [f32; 4], air: f32) -> Vec<[f32; 2]> {
    const ROWS_EACH_WAY: i16 = 24;
    let [width, height] = label.size;
    let [left, top, right, bottom] = bounds;
    let fit = |at: f32, low: f32, high: f32| at.min(high).max(low);
    let xs = [
        label.anchor[0] + air,
        label.anchor[0] - width / 2.0,
        label.anchor[0] - width - air,
    ];
    let rows = -ROWS_EACH_WAY..=ROWS_EACH_WAY;
    rows.flat_map(|row| {
        let y = label.anchor[1] - height / 2.0 + f32::from(row) * height / 4.0;
        xs.map(|x| [fit(x, left, right - width), fit(y, top, bottom - height)])
    })
    .collect()
}

fn place_cost(
    label: LabelBox,
    min: [f32; 2],
    (taken, near): (&[[f32; 4]], &[Segment]),
    air: f32,
) -> f32 {
    let own = rect(min, label.size);
    let padded = grow(own, air / 4.0);
    let over_labels: f32 = taken.iter().map(|other| overlap(padded, *other)).sum();
    let crossed: f32 = near
        .iter()
        .map(|[a, b]| segment_inside(*a, *b, padded))
        .sum();
    let wanted = [label.anchor[0] + air, label.anchor[1] - label.size[1] / 2.0];
    let (dx, dy) = ((min[0] - wanted[0]).abs(), (min[1] - wanted[1]).abs());
    over_labels * 100.0 + crossed * 3.0 + dx * 1.2 + dy
}

/// A piece of a curve, from here to there.
type Segment = [[f32; 2]; 2];

/// How many points of its length a polyline has inside `area`.
fn crossed_px(line: &[[f32; 2]], area: [f32; 4]) -> f32 {
    line.windows(2)
        .filter(|pair| may_touch([pair[0], pair[1]], area))
        .map(|pair| segment_inside(pair[0], pair[1], area))
        .sum()
}

/// Whether a segment is not altogether left, right, above or below of `area`.
fn may_touch([a, b]: Segment, [left, top, right, bottom]: [f32; 4]) -> bool {
    a[0].max(b[0]) >= left
        && a[0].min(b[0]) <= right
        && a[1].max(b[1]) >= top
        && a[1].min(b[1]) <= bottom
}

/// Length of a segment inside a rectangle (Liang and Barsky).
fn segment_inside(a: [f32; 2], b: [f32; 2], area: [f32; 4]) -> f32 {
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for axis in [0, 1] {
        let (low, high) = (area[axis], area[axis + 2]);
        let delta = b[axis] - a[axis];
        if delta.abs() < f32::EPSILON {
            if a[axis] < low || a[axis] > high {
                return 0.0;
            }
            continue;
        }
        let (t0, t1) = ((low - a[axis]) / delta, (high - a[axis]) / delta);
        enter = enter.max(t0.min(t1));
        leave = leave.min(t0.max(t1));
    }
    (leave - enter).max(0.0) * (b[0] - a[0]).hypot(b[1] - a[1])
}

fn rect(min: [f32; 2], size: [f32; 2]) -> [f32; 4] {
    [min[0], min[1], min[0] + size[0], min[1] + size[1]]
}

fn grow([left, top, right, bottom]: [f32; 4], by: f32) -> [f32; 4] {
    [left - by, top - by, right + by, bottom + by]
}

fn union(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    [
        a[0].min(b[0]),
        a[1].min(b[1]),
        a[2].max(b[2]),
        a[3].max(b[3]),
    ]
}

fn overlap(a: [f32; 4], b: [f32; 4]) -> f32 {
    let width = a[2].min(b[2]) - a[0].max(b[0]);
    let height = a[3].min(b[3]) - a[1].max(b[1]);
    if width > 0.0 && height > 0.0 {
        // At least a point, so that a sliver of an overlap still loses against any distance.
        (width * height).max(1.0) + 10.0
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const BOUNDS: [f32; 4] = [0.0, 0.0, 900.0, 240.0];

    fn rects(labels: &[LabelBox], placed: &[Placed]) -> Vec<[f32; 4]> {
        labels
            .iter()
            .zip(placed)
            .map(|(label, placed)| rect(placed.min, label.size))
            .collect()
    }

    proptest! {
        #[test]
        fn labels_never_overlap_and_stay_inside(
            ends in prop::collection::vec((0.0_f32..800.0, 0.0_f32..240.0, 30.0_f32..180.0), 1..7)
        ) {
            let labels: Vec<LabelBox> = ends
                .iter()
                .map(|(x, y, width)| LabelBox { anchor: [*x, *y], size: [*width, 16.0] })
                .collect();
            let boxes = rects(&labels, &place_labels(&labels, BOUNDS, &[], None));
            for (i, a) in boxes.iter().enumerate() {
                prop_assert!(a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= 900.1 && a[3] <= 240.1);
                for b in &boxes[i + 1..] {
                    prop_assert!(overlap(*a, *b) == 0.0, "{a:?} covers {b:?}");
                }
            }
        }
    }

    #[test]
    fn a_lone_label_stands_right_of_its_end() {
        let label = LabelBox {
            anchor: [100.0, 50.0],
            size: [40.0, 16.0],
        };
        let placed = place_labels(&[label], BOUNDS, &[], None);
        let [left, top] = placed[0].min;
        assert!((left - 108.0).abs() < 0.01 && (top - 42.0).abs() < 0.01);
        assert!(!placed[0].needs_leader);
    }

    #[test]
    fn names_at_the_foot_of_a_chart_keep_their_order() {
        let label = |y| LabelBox {
            anchor: [880.0, y],
            size: [16.0, 16.0],
        };
        let placed = place_labels(&[label(222.0), label(231.0)], BOUNDS, &[], None);
        assert!(placed[0].min[1] + 16.0 <= placed[1].min[1], "{placed:?}");
    }

    #[test]
    fn a_level_line_is_named_under_its_right_end_or_where_there_is_room() {
        let label = LevelLabel {
            y: 100.0,
            size: [120.0, 16.0],
        };
        let free = place_along(label, BOUNDS, &[], &[]);
        assert_eq!(free, Some([780.0, 104.0]));
        let under = vec![[0.0, 110.0], [900.0, 110.0]];
        let above = place_along(label, BOUNDS, &[], std::slice::from_ref(&under));
        assert_eq!(above, Some([780.0, 80.0]));
        let taken = [[700.0, 60.0, 900.0, 140.0]];
        let [left, top] = place_along(label, BOUNDS, &taken, &[]).unwrap();
        assert!(left + 120.0 < 700.0 && (top - 104.0).abs() < 0.1);
        let everything = [[0.0, 0.0, 900.0, 240.0]];
        assert_eq!(place_along(label, BOUNDS, &everything, &[]), None);
    }

    #[test]
    fn a_note_stands_beside_its_anchor_clear_of_curves_and_names() {
        let note = LabelBox {
            anchor: [450.0, 120.0],
            size: [200.0, 30.0],
        };
        let level = vec![[0.0, 120.0], [900.0, 120.0]];
        let steep = vec![[450.0, 0.0], [450.0, 240.0]];
        let lines = [level, steep];
        let name = [460.0, 0.0, 900.0, 110.0];
        let own = rect(place_note(note, BOUNDS, &[name], &lines), note.size);
        assert!(
            lines.iter().all(|line| crossed_px(line, own) <= 0.0),
            "{own:?}"
        );
        assert!(overlap(own, name) <= 0.0, "{own:?} covers {name:?}");
        assert!(distance(note.anchor, own) < 40.0, "{own:?} is far away");
    }

    #[test]
    fn a_note_without_a_free_place_stays_inside() {
        let note = LabelBox {
            anchor: [10.0, 10.0],
            size: [200.0, 30.0],
        };
        let [left, top] = place_note(note, BOUNDS, &[BOUNDS], &[]);
        assert!(left >= 0.0 && top >= 0.0 && left <= 700.0 && top <= 210.0);
    }

    #[test]
    fn a_curve_is_not_written_over_when_there_is_room_beside_it() {
        let label = LabelBox {
            anchor: [100.0, 100.0],
            size: [80.0, 16.0],
        };
        let line = vec![[0.0, 100.0], [400.0, 100.0]];
        let placed = place_labels(&[label], BOUNDS, std::slice::from_ref(&line), None);
        assert!(crossed_px(&line, rect(placed[0].min, label.size)) < 0.1);
    }
}
