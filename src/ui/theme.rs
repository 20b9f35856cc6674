//! How egui's own widgets look here, and the sizes of the window. Colours come from `charts::palette`.

use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, Style, TextStyle, Ui,
    style::{ScrollStyle, Selection, WidgetVisuals, Widgets},
    vec2,
};

use crate::charts::{Palette, Theme, TypeScale, palette::mix, semibold};
use crate::state::ThemeChoice;

/// Height of the bar at the top.
pub const TOP_BAR_PX: f32 = 52.0;
/// Width of the panel with the knobs.
pub const SETUP_PX: f32 = 270.0;
/// Width of the panel that tells what is under the cursor.
pub const INSPECTOR_PX: f32 = 232.0;
/// Height of the table of runs at first.
pub const RUNS_PX: f32 = 152.0;
/// Height of a button or field.
pub const CONTROL_PX: f32 = 30.0;
/// Rounding of buttons, fields and cards.
pub const CORNER: CornerRadius = CornerRadius::same(6);
/// Between the edge of a panel and what stands in it.
pub const PANEL_MARGIN: Margin = Margin::symmetric(18, 14);

/// The type scale of the window.
pub const TYPE: TypeScale = TypeScale::window();

/// The colours of the look that `ui` has now.
#[must_use]
pub fn palette(ui: &Ui) -> Palette {
    Palette::of(look(ui.visuals().dark_mode))
}

/// The look of that name.
#[must_use]
pub const fn look(dark: bool) -> Theme {
    if dark { Theme::Dark } else { Theme::Light }
}

/// Gives a context both looks. Call once, before the first frame; fonts are installed apart.
pub fn install(ctx: &egui::Context) {
    ctx.set_style_of(egui::Theme::Dark, style(Theme::Dark));
    ctx.set_style_of(egui::Theme::Light, style(Theme::Light));
}

/// Makes a context follow a person's choice.
pub fn choose(ctx: &egui::Context, choice: ThemeChoice) {
    ctx.set_theme(match choice {
        ThemeChoice::System => egui::ThemePreference::System,
        ThemeChoice::Dark => egui::ThemePreference::Dark,
        ThemeChoice::Light => egui::ThemePreference::Light,
    });
}

/// The fill of something that can be pressed, one step off its ground.
#[must_use]
pub fn raised(palette: &Palette) -> Color32 {
    match palette.theme {
        Theme::Dark => palette.card,
        Theme::Light => mix(palette.card, palette.ground, 0.35),
    }
}

/// The same under the cursor.
#[must_use]
pub fn hovered(palette: &Palette) -> Color32 {
    mix(raised(palette), palette.text, 0.06)
}

fn style(theme: Theme) -> Style {
    let palette = Palette::of(theme);
    let mut style = Style {
        animation_time: 0.0,
        text_styles: [
            (TextStyle::Small, FontId::proportional(TYPE.small_print)),
            (TextStyle::Body, FontId::proportional(TYPE.body)),
            (TextStyle::Button, FontId::proportional(TYPE.body)),
            (TextStyle::Heading, semibold(TYPE.heading)),
            (
                TextStyle::Monospace,
                FontId::new(TYPE.body, FontFamily::Monospace),
            ),
        ]
        .into(),
        ..Style::default()
    };
    spacing(&mut style);
    visuals(&mut style, &palette);
    style
}

fn spacing(style: &mut Style) {
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(8.0, 6.0);
    spacing.button_padding = vec2(10.0, 6.0);
    spacing.interact_size.y = CONTROL_PX;
    spacing.menu_margin = Margin::same(6);
    spacing.window_margin = Margin::same(16);
    spacing.tooltip_width = 320.0;
    spacing.scroll = ScrollStyle::thin();
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.35;
    style.interaction.show_tooltips_only_when_still = true;
}

fn visuals(style: &mut Style, palette: &Palette) {
    let dark = palette.theme == Theme::Dark;
    let visuals = &mut style.visuals;
    *visuals = if dark {
        egui::Visuals::dark()
    } else {
        egui::Visuals::light()
    };
    visuals.widgets = widgets(palette);
    visuals.selection = Selection {
        bg_fill: mix(palette.panel, palette.accent, 0.3),
        stroke: Stroke::new(1.0, palette.accent),
    };
    visuals.hyperlink_color = palette.accent;
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.window_corner_radius = CornerRadius::same(10);
    visuals.menu_corner_radius = CornerRadius::same(8);
    visuals.extreme_bg_color = raised(palette);
    visuals.text_edit_bg_color = Some(raised(palette));
    visuals.faint_bg_color = mix(palette.panel, palette.text, 0.03);
    visuals.weak_text_color = Some(palette.muted);
    visuals.warn_fg_color = palette.readable(palette.warning);
    visuals.error_fg_color = palette.readable(palette.pinned);
    let shadow = Shadow {
        offset: [0, 8],
        blur: 24,
        spread: 0,
        color: Color32::from_black_alpha(if dark { 110 } else { 40 }),
    };
    visuals.window_shadow = shadow;
    visuals.popup_shadow = shadow;
    visuals.text_cursor.stroke = Stroke::new(1.5, palette.accent);
    // A blinking cursor would keep an idle window painting.
    visuals.text_cursor.blink = false;
}

fn widgets(palette: &Palette) -> Widgets {
    let widget = |fill, line: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, line),
        corner_radius: CORNER,
        fg_stroke: Stroke::new(1.0, text),
        expansion: 0.0,
    };
    let (resting, under) = (raised(palette), hovered(palette));
    let strong = mix(palette.line, palette.text, 0.2);
    Widgets {
        noninteractive: widget(palette.panel, palette.line, palette.text),
        inactive: widget(resting, palette.line, palette.text),
        hovered: widget(under, strong, palette.text),
        active: widget(under, palette.accent, palette.text),
        open: widget(under, strong, palette.text),
    }
}
