//! How an exported picture is to look.

use serde::{Deserialize, Serialize};

/// Which chart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportChart {
    /// Memory, throughput and task states of all visible runs.
    #[default]
    Live,
    /// The lanes of the selected run.
    Timeline,
    /// The curves of the last plan over the knob it sweeps.
    Sweep,
    /// The rounds of the last plan's runs over their number.
    Rounds,
}

/// The picture's shape, before the scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExportSize {
    /// 16:9, a slide.
    #[default]
    Wide,
    /// 4:3, an older projector.
    Classic,
}

impl ExportSize {
    /// Width and height at scale 1.
    #[must_use]
    pub const fn pixels(self) -> [u32; 2] {
        match self {
            Self::Wide => [1920, 1080],
            Self::Classic => [1440, 1080],
        }
    }
}

/// How the next picture is exported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportChoice {
    /// Which chart.
    pub chart: ExportChart,
    /// Shape.
    pub size: ExportSize,
    /// Pixels per point: 1, 2 or 4.
    pub scale: u8,
    /// Dark ground, or light.
    pub dark: bool,
}

impl Default for ExportChoice {
    fn default() -> Self {
        Self {
            chart: ExportChart::Live,
            size: ExportSize::Wide,
            scale: 2,
            dark: false,
        }
    }
}
