//! Presets as text: what is read, what is refused, and where.

use super::*;

const GOOD: &str = r#"Preset(
    version: 1,
    title: "t",
    work: Sleep(sleep: "50ms"),
    tasks: 10_000,
    carriers: 4,
    engines: ["may", "tokio"],
)"#;

fn broken(from: &str, to: &str) -> String {
    match parse_preset("p.ron", GOOD.replace(from, to).as_bytes()) {
        Ok(preset) => panic!("accepted {preset:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_is_written_reads_back() {
    let preset = Preset::default();
    let text = write_preset(&preset).unwrap();
    assert_eq!(parse_preset("p.ron", text.as_bytes()), Ok(preset));
}

#[test]
fn an_omitted_share_follows_the_work() {
    let share = |text: &str| {
        parse_preset("p.ron", text.as_bytes()).map(|preset| preset.experiment.pinned_share)
    };
    assert_eq!(share(GOOD), Ok(Percent::MIN));
    assert_eq!(
        share(&GOOD.replace("Sleep(sleep:", "Block(block:")),
        Ok(Percent::MAX)
    );
}

#[test]
fn errors_name_line_column_and_remedy() {
    let unknown = broken("carriers: 4", "carrierz: 4");
    assert!(
        unknown.contains("carrierz") && unknown.contains("p.ron:6:"),
        "{unknown}"
    );
    let range = broken("10_000", "2_000_000");
    assert!(
        range.contains("1 to 1000000") && range.contains("p.ron:5:"),
        "{range}"
    );
    let newer = broken("version: 1", "version: 9");
    assert!(
        newer.contains("version 9") && newer.contains("update"),
        "{newer}"
    );
    assert!(broken("\"may\", ", "\"tokio\", ").contains("twice"));
    assert!(broken("\"may\", \"tokio\"", "").contains("at least one"));
    assert!(broken("50ms", "50").contains("unit"));
    assert!(broken("50ms", "20min").contains("longest"));
}

#[test]
fn a_mistake_names_the_field_it_lies_in_once() {
    for (from, to, begins) in [
        ("10_000", "\"many\"", "field `tasks`: Expected integer"),
        ("10_000", "-4", "field `tasks`: Integer is out of bounds"),
        (
            "50ms",
            "5 parsecs",
            "field `work.sleep`: \"parsecs\" is no unit",
        ),
        ("10_000", "0", "tasks 0 is out of range"),
        (
            "    tasks: 10_000,\n",
            "",
            "Unexpected missing field named `tasks`",
        ),
        (
            "[\"may\", \"tokio\"]",
            "7",
            "field `engines`: Expected opening `[`",
        ),
    ] {
        let message = broken(from, to);
        assert!(message.starts_with(begins), "{message}");
        assert!(message.contains("p.ron:"), "{message}");
    }
}

#[test]
fn no_bytes_panic() {
    for bytes in [
        &b""[..],
        b"\xff\xfe",
        b"((((((((",
        b"Preset(",
        &[b'['; 10_000],
    ] {
        assert!(parse_preset("p.ron", bytes).is_err());
    }
}

const FULL: &str = r#"Preset(
    version: 1,
    title: "t",
    work: Block(block: "5s"),
    tasks: 64,
    carriers: 64,
    engines: ["may", "tokio"],
    warmup: 1,
    order: Shuffled(seed: 7),
    cases: [
        Case(label: "IO 64"), // the label "8 carriers" is further down
        Case(
            label: "8 carriers",
            set: {"carriers": "8", "repeat": "2"},
            engines: ["tokio"],
        ),
    ],
    sweep: Sweep(knob: "tasks", values: ["64", "512"]),
    published: [
        Published(case: "8 carriers", point: "64", engine: "tokio", model: "Default", measure: "wall", low: "41.2s", source: "S0"),
        Published(case: "IO 64", point: "64", engine: "may", measure: "peak_rss", low: "133MiB", high: "140MiB", source: "S0"),
    ],
    shape: [
        Ratio(measure: "wall", over: "tokio @ 8 carriers @ 64", under: "tokio @ IO 64 @ 64", about: 7.9),
        Fails(who: "may @ IO 64 @ 512"),
    ],
)"#;

fn full_but(from: &str, to: &str) -> String {
    assert!(FULL.contains(from), "{from}");
    match parse_preset("p.ron", FULL.replacen(from, to, 1).as_bytes()) {
        Ok(preset) => panic!("accepted {preset:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn every_field_is_read_and_written() {
    let preset = parse_preset("p.ron", FULL.as_bytes()).unwrap();
    assert_eq!(preset.variants().unwrap().len(), 4);
    assert_eq!(preset.published[1].high, 140 << 20);
    let text = write_preset(&preset).unwrap();
    assert_eq!(parse_preset("p.ron", text.as_bytes()), Ok(preset));
}

#[test]
fn mistakes_in_cases_sweeps_and_references_have_a_place() {
    for (from, to, word, place) in [
        (
            "\"carriers\": \"8\"",
            "\"carriers\": \"80\"",
            "1 to 64",
            ":14:",
        ),
        (
            "\"carriers\": \"8\"",
            "\"carrierz\": \"8\"",
            "the fields are",
            ":14:",
        ),
        (
            "\"repeat\": \"2\"",
            "\"carriers\": \"2\"",
            "set twice",
            ":14:",
        ),
        (
            "\"repeat\": \"2\"",
            "\"engines\": \"may\"",
            "beside `set`",
            ":14:",
        ),
        (
            "Case(label: \"IO 64\")",
            "Case(label: \"8 carriers\")",
            "two cases",
            ":11:",
        ),
        ("\"512\"]", "\"2M\"]", "1 to 1000000", ":18:"),
        ("\"512\"]", "\"many\"]", "neither a count", ":18:"),
        ("knob: \"tasks\"", "knob: \"probe\"", "with numbers", ":18:"),
        ("\"133MiB\"", "\"5s\"", "MiB", ":21:"),
        ("\"133MiB\"", "\"1GiB\"", "above", ":21:"),
        ("\"peak_rss\"", "\"rss\"", "the measures are", ":21:"),
        ("about: 7.9", "about: -1", "out of range", ":24:"),
        ("may @ IO 64 @ 512", "pool @ IO 64 @ 512", "no run", "p.ron"),
        ("warmup: 1", "warmup: 21", "0 to 20", ":8:"),
        ("Shuffled(seed: 7)", "Random", "Random", ":9:"),
    ] {
        let message = full_but(from, to);
        assert!(
            message.contains(word) && message.contains(place),
            "{from} → {to}: {message}"
        );
    }
}

#[test]
fn without_cases_a_claim_names_the_point_alone() {
    let text = GOOD.replace(
        "carriers: 4",
        "carriers: 4, sweep: Sweep(knob: \"tasks\", values: [\"1\", \"2\"]), shape: [Fails(who: \"may @ 2\")]",
    );
    let preset = parse_preset("p.ron", text.as_bytes()).unwrap();
    let text = write_preset(&preset).unwrap();
    assert_eq!(parse_preset("p.ron", text.as_bytes()), Ok(preset));
}
