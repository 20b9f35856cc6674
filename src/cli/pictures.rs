//! Pictures: those of a whole plan, and `export`, which draws one from recordings or writes them as a trace.

use std::path::Path;

use super::args::{ChartName, ExportArguments, ThemeName};
use super::{failure::Failure, print};
use crate::export::{Chart, PictureRequest, Theme, chart_png, has_rounds, has_sweep, save_trace};
use crate::model::{Nanos, units::grouped};
use crate::recording::{Recording, write_atomic};

/// Draws the charts of a plan beside `stem`, 1920 × 1080 points at two pixels each: `<stem>-live.png` and `<stem>-timeline.png`, and
/// `<stem>-sweep.png` where a knob was swept, `<stem>-rounds.png` where runs have rounds.
pub(super) fn draw_plan(
    recordings: &[Recording],
    stem: &Path,
    (theme, until): (ThemeName, Option<Nanos>),
) -> Result<(), Failure> {
    let shown: Vec<&Recording> = recordings.iter().collect();
    let sweep = has_sweep(&shown).then_some((Chart::Sweep, "sweep"));
    let rounds = has_rounds(&shown).then_some((Chart::Rounds, "rounds"));
    let always = [(Chart::Live, "live"), (Chart::Timeline, "timeline")];
    for (chart, suffix) in always.into_iter().chain(sweep).chain(rounds) {
        let request = PictureRequest {
            chart,
            size: (1920, 1080),
            scale: 2,
            theme: theme.into(),
            title: None,
            subtitle: None,
            from: None,
            until,
        };
        let name = format!("{}-{suffix}.png", stem.display());
        draw(recordings, &request, Path::new(&name))?;
    }
    Ok(())
}

pub(super) fn export(arguments: &ExportArguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.png {
        Failure::unless_named(path, ("--png", "png"))?;
    }
    if let Some(path) = &arguments.trace {
        Failure::unless_named(path, ("--trace", "json"))?;
    }
    let recordings = arguments
        .recordings
        .iter()
        .map(|path| Recording::open(path).map_err(Failure::input))
        .collect::<Result<Vec<_>, _>>()?;
    if let Some(path) = &arguments.png {
        draw(&recordings, &picture(arguments), path)?;
    }
    match &arguments.trace {
        Some(path) => write_trace(&recordings, path),
        None => Ok(()),
    }
}

fn picture(arguments: &ExportArguments) -> PictureRequest {
    PictureRequest {
        chart: arguments.chart.into(),
        size: arguments.size,
        scale: arguments.scale,
        theme: arguments.theme.into(),
        title: arguments.title.clone(),
        subtitle: None,
        from: arguments.from,
        until: arguments.until,
    }
}

fn write_trace(recordings: &[Recording], path: &Path) -> Result<(), Failure> {
    let shown: Vec<_> = recordings.iter().collect();
    let counts = save_trace(&shown, path).map_err(Failure::work)?;
    let slices = grouped(counts.slices + counts.async_slices);
    let more = if counts.slices == 0 {
        "; no mounts were recorded, so only counters will show"
    } else {
        ""
    };
    print::remark(&format!(
        "wrote {} ({slices} slices; open it in Perfetto or Chrome's viewer{more})",
        path.display()
    ));
    Ok(())
}

fn draw(recordings: &[Recording], request: &PictureRequest, path: &Path) -> Result<(), Failure> {
    let shown: Vec<_> = recordings.iter().collect();
    let picture = chart_png(&shown, request).map_err(Failure::input)?;
    if !picture.missing_glyphs.is_empty() {
        let missing: String = picture.missing_glyphs.iter().collect();
        print::remark(&format!(
            "no installed font has these characters, so the picture shows boxes for them: {missing}\n  in {}",
            path.display()
        ));
    }
    write_atomic(path, |out| out.write_all(&picture.png)).map_err(|error| {
        Failure::Work(format!(
            "the picture could not be written: {error}\n  at {}",
            path.display()
        ))
    })?;
    print::remark(&format!("wrote {}", path.display()));
    Ok(())
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Dark => Self::Dark,
            ThemeName::Light => Self::Light,
        }
    }
}

impl From<ChartName> for Chart {
    fn from(name: ChartName) -> Self {
        match name {
            ChartName::Live => Self::Live,
            ChartName::Timeline => Self::Timeline,
            ChartName::Sweep => Self::Sweep,
            ChartName::Rounds => Self::Rounds,
        }
    }
}
