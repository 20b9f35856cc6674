//! The presets that come with the program, so that they are at hand wherever it was installed.

use super::{Preset, parse_preset};

const TEXTS: [(&str, &str); 23] = [
    ("tour", include_str!("../../presets/tour.ron")),
    ("sleep-1s", include_str!("../../presets/sleep-1s.ron")),
    ("blocking", include_str!("../../presets/blocking.ron")),
    ("half-pinned", include_str!("../../presets/half-pinned.ron")),
    ("sleep-50k", include_str!("../../presets/sleep-50k.ron")),
    ("sleep-1m", include_str!("../../presets/sleep-1m.ron")),
    (
        "sleep-1s-ladder",
        include_str!("../../presets/sleep-1s-ladder.ron"),
    ),
    ("deep-tail", include_str!("../../presets/deep-tail.ron")),
    (
        "deep-non-tail",
        include_str!("../../presets/deep-non-tail.ron"),
    ),
    ("flip-point", include_str!("../../presets/flip-point.ron")),
    (
        "blocking-dispatcher",
        include_str!("../../presets/blocking-dispatcher.ron"),
    ),
    ("io-bound", include_str!("../../presets/io-bound.ron")),
    ("cpu-bound", include_str!("../../presets/cpu-bound.ron")),
    (
        "high-concurrency",
        include_str!("../../presets/high-concurrency.ron"),
    ),
    (
        "cpu-xorshift",
        include_str!("../../presets/cpu-xorshift.ron"),
    ),
    (
        "lock-held-sleep",
        include_str!("../../presets/lock-held-sleep.ron"),
    ),
    ("init-block", include_str!("../../presets/init-block.ron")),
    ("counters", include_str!("../../presets/counters.ron")),
    ("fail-fast", include_str!("../../presets/fail-fast.ron")),
    (
        "lost-failure",
        include_str!("../../presets/lost-failure.ron"),
    ),
    ("permits", include_str!("../../presets/permits.ron")),
    ("task-local", include_str!("../../presets/task-local.ron")),
    ("mixed", include_str!("../../presets/mixed.ron")),
];

/// Names and presets, the one a new user starts with first.
pub fn built_in_presets() -> impl Iterator<Item = (&'static str, Preset)> {
    TEXTS
        .into_iter()
        .filter_map(|(name, text)| Some((name, parse_preset(name, text.as_bytes()).ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_preset_loads_and_none_is_missing() {
        for (name, text) in TEXTS {
            let preset = parse_preset(name, text.as_bytes());
            assert!(
                preset.as_ref().is_ok_and(|preset| !preset.about.is_empty()),
                "{preset:?}"
            );
        }
        assert_eq!(
            built_in_presets().count(),
            std::fs::read_dir("presets").unwrap().count()
        );
    }
}
