//! Puts the lab's typeface into an egui context. Knows nothing of sizes or of what is written.

use std::sync::{Arc, LazyLock};

use egui::{FontData, FontDefinitions, FontFamily};
use egui_system_font_provider::SystemFontProvider;

use super::type_scale::SEMIBOLD;

/// Inter 4, SIL Open Font License 1.1 (`assets/fonts/OFL.txt`).
const REGULAR: &[u8] = include_bytes!("../../assets/fonts/Inter-Regular.otf");
const SEMIBOLD_FACE: &[u8] = include_bytes!("../../assets/fonts/Inter-SemiBold.otf");

/// Reading the list of installed fonts takes hundreds of milliseconds: once per process, shared by all offscreen pictures.
static SYSTEM_FONTS: LazyLock<Arc<SystemFontProvider>> =
    LazyLock::new(|| Arc::new(SystemFontProvider::new()));

/// Installs Inter in two weights, egui's own fonts behind it for symbols.
///
/// In a window eframe adds the fonts of the system by itself (`NativeOptions::system_font_fallback`); elsewhere call
/// [`install_system_fonts`] too.
pub fn install_fonts(ctx: &egui::Context) {
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes| {
        let data = Arc::new(FontData::from_static(bytes));
        fonts.font_data.insert(name.to_owned(), data);
    };
    add("inter", REGULAR);
    add("inter-semibold", SEMIBOLD_FACE);
    let behind = fonts
        .families
        .get(&FontFamily::Proportional)
        .cloned()
        .unwrap_or_default();
    let chain = |first: &str| {
        let mut names = vec![first.to_owned()];
        names.extend(behind.iter().cloned());
        names
    };
    fonts
        .families
        .insert(FontFamily::Proportional, chain("inter"));
    fonts
        .families
        .insert(FontFamily::Name(SEMIBOLD.into()), chain("inter-semibold"));
    ctx.set_fonts(fonts);
}

/// Lets the installed fonts of this system stand in for scripts that Inter lacks, such as Hangul.
pub fn install_system_fonts(ctx: &egui::Context) {
    ctx.add_font_provider(Arc::clone(&SYSTEM_FONTS) as Arc<dyn egui::FontProvider>);
}
