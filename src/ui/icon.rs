//! Small drawings for buttons, in lines of one weight. Drawn and not written, because no font is sure to have them.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, epaint::CircleShape, pos2, vec2};

/// A drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Icon {
    /// Starts something.
    Play,
    /// Ends something.
    Square,
    /// Opens a list.
    ChevronDown,
    /// Chosen.
    Check,
    /// Goes away.
    Cross,
    /// A night look.
    Moon,
    /// A day look.
    Sun,
    /// Half and half: as the system has it.
    HalfMoon,
    /// Something to know.
    Warning,
    /// Shown.
    Eye,
    /// Hidden.
    EyeClosed,
    /// Kept.
    Pin,
    /// Forgets something.
    Bin,
    /// Writes a file.
    Save,
    /// Writes a picture.
    Picture,
}

const WEIGHT: f32 = 1.4;

impl Icon {
    /// Draws it centred in `rect`, on a grid of 16 × 16 points.
    pub fn paint(self, painter: &Painter, rect: Rect, color: Color32) {
        let grid = Rect::from_center_size(rect.center(), Vec2::splat(16.0));
        let pen = Pen {
            painter,
            origin: grid.min,
            stroke: Stroke::new(WEIGHT, color),
        };
        match self {
            Self::Play => pen.fill(&[(4.5, 2.5), (13.0, 8.0), (4.5, 13.5)]),
            Self::Square => pen.fill(&[(3.5, 3.5), (12.5, 3.5), (12.5, 12.5), (3.5, 12.5)]),
            Self::ChevronDown => pen.line(&[(4.0, 6.5), (8.0, 10.5), (12.0, 6.5)]),
            Self::Check => pen.line(&[(3.5, 8.5), (6.7, 11.5), (12.5, 4.8)]),
            Self::Cross => {
                pen.line(&[(4.0, 4.0), (12.0, 12.0)]);
                pen.line(&[(12.0, 4.0), (4.0, 12.0)]);
            }
            Self::Moon => pen.moon(),
            Self::Sun => pen.sun(),
            Self::HalfMoon => {
                pen.ring((8.0, 8.0), 5.5);
                pen.fill(&half_disc());
            }
            Self::Warning => pen.warning(),
            Self::Eye => pen.eye(),
            Self::EyeClosed => {
                pen.eye();
                pen.line(&[(3.0, 13.0), (13.0, 3.0)]);
            }
            Self::Pin => pen.pin(),
            Self::Bin => pen.bin(),
            Self::Save => {
                pen.line(&[(8.0, 2.5), (8.0, 10.0)]);
                pen.line(&[(4.8, 7.0), (8.0, 10.2), (11.2, 7.0)]);
                pen.line(&[(2.8, 10.5), (2.8, 13.3), (13.2, 13.3), (13.2, 10.5)]);
            }
            Self::Picture => {
                pen.closed(&[(2.0, 3.0), (14.0, 3.0), (14.0, 13.0), (2.0, 13.0)]);
                pen.line(&[(4.2, 10.5), (6.5, 7.3), (8.7, 9.6), (11.8, 5.6)]);
            }
        }
    }
}

type Point = (f32, f32);

/// Draws in grid coordinates.
struct Pen<'a> {
    painter: &'a Painter,
    origin: Pos2,
    stroke: Stroke,
}

impl Pen<'_> {
    fn at(&self, (x, y): Point) -> Pos2 {
        self.origin + vec2(x, y)
    }

    fn points(&self, points: &[Point]) -> Vec<Pos2> {
        points.iter().map(|point| self.at(*point)).collect()
    }

    fn line(&self, points: &[Point]) {
        self.painter.line(self.points(points), self.stroke);
    }

    fn closed(&self, points: &[Point]) {
        let points = self.points(points);
        self.painter.add(Shape::closed_line(points, self.stroke));
    }

    /// The points must go round a convex shape.
    fn fill(&self, points: &[Point]) {
        let points = self.points(points);
        let shape = Shape::convex_polygon(points, self.stroke.color, Stroke::NONE);
        self.painter.add(shape);
    }

    fn ring(&self, center: Point, radius: f32) {
        self.painter
            .circle_stroke(self.at(center), radius, self.stroke);
    }

    fn dot(&self, center: Point, radius: f32) {
        let circle = CircleShape::filled(self.at(center), radius, self.stroke.color);
        self.painter.add(circle);
    }

    fn sun(&self) {
        self.ring((8.0, 8.0), 3.0);
        for ray in 0..8_u8 {
            let angle = f32::from(ray) * std::f32::consts::FRAC_PI_4;
            let way = |r: f32| (8.0 + r * angle.cos(), 8.0 + r * angle.sin());
            self.line(&[way(5.2), way(6.9)]);
        }
    }

    /// Two arcs that meet; one closed line would grow spikes where they do.
    fn moon(&self) {
        let arc = |center: Point, radius: f32, [from, to]: [f32; 2]| -> Vec<Point> {
            let at = |i: u8| from + (to - from) * f32::from(i) / 24.0;
            let point = |angle: f32| {
                let (sin, cos) = angle.sin_cos();
                (center.0 + radius * cos, center.1 + radius * sin)
            };
            (0..=24_u8).map(|i| point(at(i))).collect()
        };
        self.line(&arc((8.0, 8.0), 5.6, [-1.15, -5.75]));
        self.line(&arc((11.4, 5.2), 4.3, [2.86, 1.31]));
        self.line(&arc((11.4, 5.2), 4.3, [2.86, 3.61]));
    }

    fn warning(&self) {
        self.closed(&[(8.0, 2.4), (14.2, 13.2), (1.8, 13.2)]);
        self.line(&[(8.0, 6.2), (8.0, 9.4)]);
        self.dot((8.0, 11.3), 0.9);
    }

    fn eye(&self) {
        let lid = |sign: f32| -> Vec<Point> {
            (0..=12_u8)
                .map(|i| {
                    let x = f32::from(i) / 12.0;
                    (
                        1.5 + 13.0 * x,
                        8.0 + sign * 4.4 * (x * std::f32::consts::PI).sin(),
                    )
                })
                .collect()
        };
        self.line(&lid(-1.0));
        self.line(&lid(1.0));
        self.dot((8.0, 8.0), 2.0);
    }

    fn pin(&self) {
        self.line(&[(5.0, 2.5), (11.0, 2.5)]);
        self.line(&[
            (6.0, 2.5),
            (6.0, 7.0),
            (3.8, 9.6),
            (12.2, 9.6),
            (10.0, 7.0),
            (10.0, 2.5),
        ]);
        self.line(&[(8.0, 9.6), (8.0, 14.2)]);
    }

    fn bin(&self) {
        self.line(&[(2.8, 4.5), (13.2, 4.5)]);
        self.line(&[(6.2, 4.3), (6.2, 2.6), (9.8, 2.6), (9.8, 4.3)]);
        self.line(&[(4.2, 4.8), (4.8, 13.5), (11.2, 13.5), (11.8, 4.8)]);
    }
}

fn half_disc() -> Vec<Point> {
    (0..=16_u8)
        .map(|i| {
            let angle = f32::from(i) / 16.0 * std::f32::consts::PI - std::f32::consts::FRAC_PI_2;
            (8.0 + 5.5 * angle.cos(), 8.0 + 5.5 * angle.sin())
        })
        .collect()
}

/// The mark of the program: three lanes with spans on the accent colour.
pub fn logo(painter: &Painter, rect: Rect, [ground, span]: [Color32; 2]) {
    let unit = rect.width() / 24.0;
    painter.rect_filled(rect, 6.0 * unit, ground);
    for (x, y, width) in [(5.0, 5.6, 9.0), (9.0, 10.4, 10.0), (5.0, 15.2, 6.0)] {
        let min = rect.min + vec2(x, y) * unit;
        let bar = Rect::from_min_size(pos2(min.x, min.y), vec2(width, 3.2) * unit);
        painter.rect_filled(bar, 1.6 * unit, span);
    }
    let dot = rect.min + vec2(15.2, 16.8) * unit;
    painter.circle_filled(dot, 1.6 * unit, span.gamma_multiply(0.75));
}
