//! What is looked at: tab, stretch of time, moment under the cursor, theme. Knows nothing of pixels.

use serde::{Deserialize, Serialize};

use crate::recording::Track;

/// A tab of the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tab {
    /// Memory, throughput, task states and lanes below each other.
    #[default]
    Live,
    /// The lanes of the selected run, large.
    Timeline,
    /// The figures of the last plan beside each other and beside published ones.
    Compare,
    /// The curves of the last plan over the knob it sweeps.
    Sweep,
    /// The rounds of the last plan's runs over their number.
    Rounds,
}

impl Tab {
    /// Every tab, from left to right.
    pub const ALL: [Self; 5] = [
        Self::Live,
        Self::Timeline,
        Self::Compare,
        Self::Sweep,
        Self::Rounds,
    ];

    /// The word on the tab.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::Live => "Live",
            Self::Timeline => "Timeline",
            Self::Compare => "Compare",
            Self::Sweep => "Sweep",
            Self::Rounds => "Rounds",
        }
    }
}

/// A page over the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HelpPage {
    /// Keys and words.
    Keys,
    /// How each figure is taken and what it cannot tell.
    Methodology,
}

/// Which colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ThemeChoice {
    /// As the system has it.
    #[default]
    System,
    /// Light on dark.
    Dark,
    /// Dark on light.
    Light,
}

/// A stretch of time since Go, never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeRange {
    start_ns: u64,
    end_ns: u64,
}

/// The shortest stretch that is shown: below it there are no records to tell apart.
const SHORTEST_NS: u64 = 200;
/// The longest stretch that is shown: an hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

impl TimeRange {
    /// From the earlier to the later moment; widened to the shortest stretch that is shown.
    #[must_use]
    pub fn new(a_ns: u64, b_ns: u64) -> Self {
        let (start_ns, end_ns) = (a_ns.min(b_ns), a_ns.max(b_ns));
        Self {
            start_ns,
            end_ns: end_ns.clamp(
                start_ns.saturating_add(SHORTEST_NS),
                start_ns.saturating_add(LONGEST_NS),
            ),
        }
    }

    /// Nanoseconds since Go.
    #[must_use]
    pub const fn start_ns(self) -> u64 {
        self.start_ns
    }

    /// Nanoseconds since Go.
    #[must_use]
    pub const fn end_ns(self) -> u64 {
        self.end_ns
    }

    /// Its length in nanoseconds.
    #[must_use]
    pub const fn len_ns(self) -> u64 {
        self.end_ns - self.start_ns
    }

    /// The stretch of `factor` times the length in which `at_ns` keeps its place.
    #[must_use]
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "lengths up to an hour are exact to a nanosecond, and floats saturate"
    )]
    pub fn zoomed(self, at_ns: u64, factor: f64) -> Self {
        let at_ns = at_ns.clamp(self.start_ns, self.end_ns);
        let len = self.len_ns() as f64;
        let wanted = (len * factor).clamp(SHORTEST_NS as f64, LONGEST_NS as f64);
        let before = (at_ns - self.start_ns) as f64 * (wanted / len);
        let start_ns = at_ns.saturating_sub(before as u64);
        Self::new(start_ns, start_ns.saturating_add(wanted as u64))
    }

    /// The stretch moved, positive towards later, but not before Go.
    #[must_use]
    pub fn panned(self, delta_ns: i64) -> Self {
        let start_ns = self.start_ns.saturating_add_signed(delta_ns);
        Self::new(start_ns, start_ns.saturating_add(self.len_ns()))
    }

    /// The stretch of the same length with `at_ns` in its middle, as far as Go lets it.
    #[must_use]
    pub const fn centered(self, at_ns: u64) -> Self {
        let len_ns = self.len_ns();
        let start_ns = at_ns.saturating_sub(len_ns / 2);
        Self {
            start_ns,
            end_ns: start_ns.saturating_add(len_ns),
        }
    }

    /// The stretch moved so that some of it lies before `last_ns`.
    #[must_use]
    pub fn kept_before(self, last_ns: u64) -> Self {
        let latest_start = last_ns.saturating_sub(self.len_ns() / 10);
        if self.start_ns <= latest_start {
            return self;
        }
        Self::new(latest_start, latest_start.saturating_add(self.len_ns()))
    }

    /// From Go to a round number just after `last_ns`, so that the axis of a growing run moves seldom.
    #[must_use]
    pub fn all_until(last_ns: u64) -> Self {
        const ROUND: [u64; 20] = [
            100, 110, 120, 140, 160, 180, 200, 220, 250, 280, 320, 360, 400, 450, 500, 600, 700,
            800, 900, 1000,
        ];
        let wanted = last_ns
            .max(1_000_000)
            .saturating_add(last_ns / 50)
            .min(LONGEST_NS);
        let mut unit = 1;
        while unit * 1_000 < wanted {
            unit *= 10;
        }
        let end_ns = ROUND
            .into_iter()
            .map(|round| round * unit)
            .find(|end| *end >= wanted)
            .unwrap_or(wanted);
        Self::new(0, end_ns)
    }
}

/// Something of the timeline that is kept in the inspector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inspected {
    /// Whose lane.
    pub track: Track,
    /// Task number.
    pub task: u32,
    /// Mount, nanoseconds since Go.
    pub start_ns: u64,
    /// Unmount, nanoseconds since Go.
    pub end_ns: u64,
}

/// A place in the lanes under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointed {
    /// Whose lane.
    pub track: Track,
    /// The task whose row it is, on [`Track::Threads`].
    pub own_task: Option<u32>,
    /// The moment, nanoseconds since Go.
    pub at_ns: u64,
    /// How far away something may be and still be meant.
    pub within_ns: u64,
}

/// How much larger than usual lanes are drawn, 0.25…8.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LaneScale(f32);

impl Default for LaneScale {
    fn default() -> Self {
        Self(1.0)
    }
}

impl LaneScale {
    /// The factor.
    #[must_use]
    pub const fn get(self) -> f32 {
        self.0
    }

    /// So many times larger.
    #[must_use]
    pub fn times(self, factor: f32) -> Self {
        Self((self.0 * factor).clamp(0.25, 8.0))
    }
}

/// How much of a list is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Amount {
    /// The first of each kind.
    #[default]
    Few,
    /// All there is room for.
    Many,
}

/// What is looked at and how.
#[derive(Clone, Copy, Debug, Default)]
pub struct View {
    /// The tab.
    pub tab: Tab,
    /// The chosen stretch; `None` shows everything and follows what arrives.
    pub range: Option<TimeRange>,
    /// The stretch that figures are told of; `None` for what is visible.
    pub selection: Option<TimeRange>,
    /// The lane whose figures are shown; `None` for all.
    pub lane: Option<Track>,
    /// How much of the list of the worst is shown.
    pub worst: Amount,
    /// Whether the field for a place wants the keyboard.
    pub asks_place: bool,
    /// The moment under the cursor, nanoseconds since Go.
    pub cursor_ns: Option<u64>,
    /// The place in the lanes under the pointer.
    pub pointed: Option<Pointed>,
    /// How large lanes are.
    pub lane_scale: LaneScale,
    /// The first visible row, where there are more than fit.
    pub first_row: usize,
    /// What the inspector keeps.
    pub inspected: Option<Inspected>,
    /// Which colours.
    pub theme: ThemeChoice,
    /// The page over the window.
    pub help: Option<HelpPage>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zooming_keeps_the_moment_under_the_cursor() {
        let range = TimeRange::new(1_000_000, 2_000_000);
        let zoomed = range.zoomed(1_250_000, 0.5);
        assert_eq!((zoomed.start_ns(), zoomed.end_ns()), (1_125_000, 1_625_000));
        assert_eq!(range.zoomed(1_500_000, 0.0).len_ns(), SHORTEST_NS);
        assert_eq!(range.zoomed(u64::MAX, 1e30).len_ns(), LONGEST_NS);
    }

    #[test]
    fn panning_stops_at_go_and_at_the_end() {
        let range = TimeRange::new(100_000, 200_000);
        assert_eq!(range.panned(-500_000), TimeRange::new(0, 100_000));
        assert_eq!(range.panned(50_000), TimeRange::new(150_000, 250_000));
        let far = range.panned(5_000_000).kept_before(300_000);
        assert_eq!(far, TimeRange::new(290_000, 390_000));
    }

    #[test]
    fn everything_ends_at_a_round_number() {
        for (last, end) in [
            (0, 1_000_000),
            (1_500_000_000, 1_600_000_000),
            (15_300_000_000, 16_000_000_000),
            (98_000_000, 100_000_000),
            (99_000_000, 110_000_000),
        ] {
            assert_eq!(TimeRange::all_until(last), TimeRange::new(0, end), "{last}");
        }
        assert_eq!(TimeRange::all_until(u64::MAX).end_ns(), LONGEST_NS);
    }
}
