//! The arguments as types. What they mean is in the files beside this one.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::model::{EngineKind, Nanos};

/// What does a concurrency model really cost, and when does the order flip?
///
/// Without a command the window opens. Where there is no display, `carrier-lab run presets/tour.ron` does the same work without one.
#[derive(Debug, Parser)]
#[command(name = "carrier-lab", version, args_conflicts_with_subcommands = true)]
pub(super) struct Arguments {
    /// What to do; the window without a command
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Preset (.ron) or recording (.clab) to open in the window
    #[arg(value_name = "PRESET")]
    pub file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Carry a preset out without a window and print the results
    Run(RunArguments),
    /// Draw a picture from a recording, or write it as a trace for Perfetto
    Export(ExportArguments),
    /// Show the machine, its limits, and what they mean for each engine
    Doctor {
        /// How to print
        #[arg(long, value_enum, default_value_t = DoctorFormat::Table)]
        format: DoctorFormat,
    },
    /// List the built-in presets, or check a preset file
    Presets {
        /// Read this file and say what it would run, or what is wrong with it
        #[arg(long, value_name = "FILE")]
        check: Option<PathBuf>,
    },
    /// The child process of a run; it speaks the protocol of the lab on its standard streams
    #[command(hide = true)]
    Worker,
}

#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "one per switch of the command line"
)]
pub(super) struct RunArguments {
    /// The preset file
    pub preset: PathBuf,
    /// Keep recordings (.clab) and pictures in this directory; it is made if need be
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Run this engine instead of the preset's; repeat for several
    #[arg(long = "engine", value_name = "ID", value_parser = engine)]
    pub engines: Vec<EngineKind>,
    /// Change a field of the preset, e.g. `tasks=50k`, `sleep=1.5s`, `pinned_share=50`, `probe=1/100`; repeat for several
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub changes: Vec<String>,
    /// Run every engine this often, 1 to 100
    #[arg(long, value_name = "N")]
    pub repeat: Option<u64>,
    /// Draw pictures of the runs too; into DIR, or the current directory
    #[arg(long)]
    pub png: bool,
    /// Run it although it may need more memory than is free
    #[arg(long)]
    pub force: bool,
    /// Colours of the pictures
    #[arg(long, value_enum, default_value_t = ThemeName::Dark)]
    pub theme: ThemeName,
    /// Let the time axis of the pictures end here, e.g. 500ms; at the end of the longest run unless given
    #[arg(long, value_name = "TIME", value_parser = until, requires = "png")]
    pub until: Option<Nanos>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Table)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub(super) struct ExportArguments {
    /// One or more recordings (.clab); a picture draws them over each other, a trace has each as a process
    #[arg(required = true)]
    pub recordings: Vec<PathBuf>,
    /// Where to write the picture
    #[arg(long, value_name = "FILE", required_unless_present = "trace")]
    pub png: Option<PathBuf>,
    /// Where to write a trace-event file (.json), which opens in Perfetto and Chrome's viewer
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,
    /// Which chart
    #[arg(long, value_enum, default_value_t = ChartName::Live)]
    pub chart: ChartName,
    /// Layout size in points, `WIDTHxHEIGHT`
    #[arg(long, default_value = "1920x1080", value_parser = size)]
    pub size: (u32, u32),
    /// Pixels per point: 1, 2 or 4
    #[arg(long, default_value_t = 1, value_parser = scale)]
    pub scale: u32,
    /// Colours
    #[arg(long, value_enum, default_value_t = ThemeName::Dark)]
    pub theme: ThemeName,
    /// Let the time axis begin here, e.g. 200ms, and not when the tasks were started
    #[arg(long, value_name = "TIME", value_parser = until, requires = "png")]
    pub from: Option<Nanos>,
    /// Let the time axis end here, e.g. 500ms; at the end of the longest run unless given
    #[arg(long, value_name = "TIME", value_parser = until, requires = "png")]
    pub until: Option<Nanos>,
    /// Headline; the title of the preset unless given
    #[arg(long, requires = "png")]
    pub title: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// Aligned columns for people
    Table,
    /// An array with one object per run
    Json,
    /// One line per run
    Csv,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum DoctorFormat {
    /// Aligned lines for people
    Table,
    /// One object
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ChartName {
    /// Memory and throughput over time
    Live,
    /// Who was mounted on which carrier, and when
    Timeline,
    /// Peak memory and wall time over the knob that was swept
    Sweep,
    /// Wall time and latency of each round in one process, over its number
    Rounds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ThemeName {
    /// For a dark room
    Dark,
    /// For paper and bright rooms
    Light,
}

fn engine(text: &str) -> Result<EngineKind, String> {
    text.parse()
        .map_err(|error: crate::model::UnknownEngine| error.to_string())
}

fn until(text: &str) -> Result<Nanos, String> {
    let until = Nanos::parse(text).map_err(|error| error.to_string())?;
    if until == Nanos(0) {
        return Err("a picture of no time at all cannot be drawn; write it like 500ms".to_owned());
    }
    Ok(until)
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text
        .split_once(['x', '×'])
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    parsed.ok_or_else(|| "write it as WIDTHxHEIGHT, for example 1920x1080".to_owned())
}

fn scale(text: &str) -> Result<u32, String> {
    match text {
        "1" => Ok(1),
        "2" => Ok(2),
        "4" => Ok(4),
        _ => Err("the scale is 1, 2 or 4".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_file_alone_means_the_window() {
        let parsed = Arguments::try_parse_from(["carrier-lab", "presets/tour.ron"]).unwrap();
        assert!(parsed.command.is_none() && parsed.file.is_some());
    }

    #[test]
    fn an_export_is_a_picture_or_a_trace_or_both() {
        let wanted = |more: &[&str]| {
            let words = ["carrier-lab", "export", "a.clab"].iter().chain(more);
            Arguments::try_parse_from(words).is_ok()
        };
        assert!(!wanted(&[]), "nothing to write");
        assert!(wanted(&["--png", "a.png"]) && wanted(&["--trace", "a.json"]));
        assert!(wanted(&["--png", "a.png", "--trace", "a.json"]));
        assert!(
            !wanted(&["--trace", "a.json", "--until", "1s"]),
            "of a picture"
        );
    }

    #[test]
    fn sizes_are_read_and_refused() {
        assert_eq!(size("1920x1080"), Ok((1920, 1080)));
        assert!(size("1920").is_err() && scale("3").is_err());
    }

    #[test]
    fn the_end_of_the_time_axis_has_a_unit_and_is_not_zero() {
        assert_eq!(until("500ms"), Ok(Nanos::from_millis(500)));
        assert!(until("500").is_err() && until("0s").is_err());
        let run = ["carrier-lab", "run", "tour.ron", "--until", "1s"];
        assert!(Arguments::try_parse_from(run).is_err(), "without --png");
    }
}
