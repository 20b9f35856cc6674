//! Every colour of the lab, for dark and light. Knows nothing of what is painted with them.
//!
//! Engines keep one colour everywhere; the family is Okabe and Ito's, told apart by colour-blind eyes. Where a colour is written
//! in, it is darkened (light) or lightened (dark) until it can be read.

use egui::Color32;

use crate::model::EngineKind;

/// Which of the two looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Light on dark.
    #[default]
    Dark,
    /// Dark on light.
    Light,
}

/// The colours of one look. Opaque, in sRGB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Which look this is.
    pub theme: Theme,
    /// Behind everything; charts stand on it.
    pub ground: Color32,
    /// Side panels and bars.
    pub panel: Color32,
    /// Controls and boxes on a panel.
    pub card: Color32,
    /// Hairlines between parts.
    pub line: Color32,
    /// Text that is read.
    pub text: Color32,
    /// Text that is looked up: axes, captions, units.
    pub muted: Color32,
    /// Gridlines and the empty part of a lane.
    pub grid: Color32,
    /// The one accent: what can be pressed, the cursor, the visible range.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// A carrier that is blocked; always hatched as well.
    pub pinned: Color32,
    /// The stripes on [`Palette::pinned`].
    pub pinned_stripe: Color32,
    /// The plate under a task number on a pinned span.
    pub pinned_plate: Color32,
    /// Text on [`Palette::pinned_plate`].
    pub on_pinned: Color32,
    /// The operating system had the thread on a CPU. Strong, where the next one is striped and the last one pale: told apart by shade
    /// as well.
    pub kernel_running: Color32,
    /// The thread could have run and waited for a CPU; always striped as well.
    pub kernel_runnable: Color32,
    /// The stripes on [`Palette::kernel_runnable`].
    pub kernel_runnable_stripe: Color32,
    /// The thread slept while a task was mounted on it.
    pub kernel_held: Color32,
    /// Something to know before Run; as text through [`Palette::readable`].
    pub warning: Color32,
    /// Something that went well; as text through [`Palette::readable`].
    pub good: Color32,
}

/// Contrast that small text needs (WCAG 2.2, level AA).
pub const TEXT_CONTRAST: f32 = 4.5;

impl Palette {
    /// The colours of a look.
    #[must_use]
    pub const fn of(theme: Theme) -> Self {
        match theme {
            Theme::Dark => Self {
                theme,
                ground: rgb(0x0f_12_17),
                panel: rgb(0x15_1a_21),
                card: rgb(0x1b_21_2a),
                line: rgb(0x2a_32_3d),
                text: rgb(0xe8_eb_f0),
                muted: rgb(0x9a_a5_b5),
                grid: rgb(0x23_2a_34),
                accent: rgb(0x4c_9a_ff),
                on_accent: rgb(0x0b_14_20),
                pinned: rgb(0xff_6b_4a),
                pinned_stripe: rgb(0xb3_3a_20),
                pinned_plate: rgb(0x5c_20_14),
                on_pinned: rgb(0xff_ff_ff),
                kernel_running: rgb(0x3f_bf_7f),
                kernel_runnable: rgb(0xf2_b1_34),
                kernel_runnable_stripe: rgb(0x6e_4a_08),
                kernel_held: rgb(0x8a_40_30),
                warning: rgb(0xf2_b1_34),
                good: rgb(0x3f_bf_7f),
            },
            Theme::Light => Self {
                theme,
                ground: rgb(0xf6_f7_f9),
                panel: rgb(0xff_ff_ff),
                card: rgb(0xff_ff_ff),
                line: rgb(0xdf_e3_e9),
                text: rgb(0x1b_21_29),
                muted: rgb(0x5d_68_77),
                grid: rgb(0xe9_ec_f1),
                accent: rgb(0x1f_6f_e5),
                on_accent: rgb(0xff_ff_ff),
                pinned: rgb(0xd5_43_1f),
                pinned_stripe: rgb(0x8c_24_0c),
                pinned_plate: rgb(0x6b_1b_09),
                on_pinned: rgb(0xff_ff_ff),
                kernel_running: rgb(0x1b_8a_54),
                kernel_runnable: rgb(0xf5_c0_50),
                kernel_runnable_stripe: rgb(0x8a_58_00),
                kernel_held: rgb(0xe0_9c_88),
                warning: rgb(0xa8_6b_00),
                good: rgb(0x1b_8a_54),
            },
        }
    }

    /// The colour of an engine's lines, spans and boxes; the same in both looks.
    #[must_use]
    pub const fn engine(&self, engine: EngineKind) -> Color32 {
        match engine {
            EngineKind::OsThread => rgb(0xe6_9f_00),
            EngineKind::Pool => rgb(0xc9_b4_00),
            EngineKind::May => rgb(0x56_b4_e9),
            EngineKind::Fiber => rgb(0x7b_8c_ff),
            EngineKind::Tokio => rgb(0x2b_b9_8a),
        }
    }

    /// The colour of an engine's name: [`Palette::engine`], changed until it can be read on every background of this look.
    #[must_use]
    pub fn engine_text(&self, engine: EngineKind) -> Color32 {
        self.readable(self.engine(engine))
    }

    /// `color` moved towards the text colour until its contrast on every background of this look is at least [`TEXT_CONTRAST`].
    #[must_use]
    pub fn readable(&self, color: Color32) -> Color32 {
        let worst = |color| {
            [self.ground, self.panel, self.card]
                .into_iter()
                .map(|ground| contrast(color, ground))
                .fold(f32::INFINITY, f32::min)
        };
        (0..=100_u8)
            .map(|percent| mix(color, self.text, f32::from(percent) / 100.0))
            .find(|candidate| worst(*candidate) >= TEXT_CONTRAST)
            .unwrap_or(self.text)
    }

    /// Black or white, whichever reads better on `fill`.
    #[must_use]
    pub fn on(&self, fill: Color32) -> Color32 {
        let (dark, light) = (rgb(0x0b_10_18), rgb(0xff_ff_ff));
        if contrast(dark, fill) > contrast(light, fill) {
            dark
        } else {
            light
        }
    }

    /// A run of the past, drawn as a pale ghost: `color` three quarters on its way to the ground.
    #[must_use]
    pub fn ghost(&self, color: Color32) -> Color32 {
        mix(color, self.ground, 0.68)
    }
}

/// From `from` (0) to `to` (1) in sRGB steps, which look even.
#[must_use]
pub fn mix(from: Color32, to: Color32, share: f32) -> Color32 {
    from.lerp_to_gamma(to, share)
}

/// Contrast of two opaque colours, 1…21 (WCAG 2.2).
#[must_use]
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn luminance(color: Color32) -> f32 {
    let [r, g, b, _alpha] = egui::Rgba::from(color).to_array();
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[expect(
    clippy::disallowed_methods,
    clippy::cast_possible_truncation,
    reason = "the one place with literal colours; bytes are cut out of 0xRRGGBB"
)]
const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_text_can_be_read_on_every_background() {
        for theme in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(theme);
            let engines = EngineKind::ALL.map(|engine| palette.engine_text(engine));
            let signals = [
                palette.pinned,
                palette.warning,
                palette.good,
                palette.accent,
            ]
            .map(|signal| palette.readable(signal));
            let texts = [palette.text, palette.muted];
            for color in engines.into_iter().chain(signals).chain(texts) {
                for ground in [palette.ground, palette.panel, palette.card] {
                    let found = contrast(color, ground);
                    assert!(
                        found >= TEXT_CONTRAST,
                        "{theme:?} {color:?} on {ground:?}: {found}"
                    );
                }
            }
            assert!(contrast(palette.on_pinned, palette.pinned_plate) >= TEXT_CONTRAST);
        }
    }

    #[test]
    fn engine_colours_stay_themselves_where_they_can_be_read_already() {
        let dark = Palette::of(Theme::Dark);
        for engine in EngineKind::ALL {
            assert_eq!(dark.engine_text(engine), dark.engine(engine));
        }
        let light = Palette::of(Theme::Light);
        assert_ne!(
            light.engine_text(EngineKind::Pool),
            light.engine(EngineKind::Pool)
        );
    }

    #[test]
    fn what_the_kernel_says_is_told_apart_by_shade_or_stripes() {
        for theme in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(theme);
            let apart = [
                (palette.kernel_running, palette.kernel_held),
                (palette.kernel_running, palette.ground),
                (palette.kernel_held, palette.ground),
                (palette.kernel_runnable, palette.kernel_runnable_stripe),
            ];
            for (one, other) in apart {
                let found = contrast(one, other);
                assert!(found >= 1.8, "{theme:?} {one:?} {other:?}: {found}");
            }
        }
    }

    #[test]
    fn engines_differ_as_text_too() {
        for theme in [Theme::Dark, Theme::Light] {
            let palette = Palette::of(theme);
            let mut texts = EngineKind::ALL
                .map(|engine| palette.engine_text(engine).to_array())
                .to_vec();
            texts.sort_unstable();
            texts.dedup();
            assert_eq!(texts.len(), EngineKind::ALL.len());
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        let white = Palette::of(Theme::Light).panel;
        let black = mix(white, Color32::BLACK, 1.0);
        assert!((contrast(white, black) - 21.0).abs() < 0.01);
        assert!((contrast(white, white) - 1.0).abs() < 1e-6);
    }
}
