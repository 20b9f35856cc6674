//! Changing one field of a preset by name, as `--set key=value` does. The keys are the preset's field names.

use super::choice::Worded;
use super::units::parse_count;
use super::{
    CarrierCount, Depth, EngineKind, MAX_WAIT, Nanos, Percent, Preset, RangeError, Repeat, Rounds,
    RunOrder, StackKib, Sweep, SweepError, TaskCount, UnitError, UnknownEngine, UnknownProbeMode,
    UnknownWord, Warmup, WarmupRounds,
};

/// Why a field could not be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetError {
    /// No field has this name.
    #[error(
        "there is no field \"{0}\"; the fields are title, tasks, depth, carriers, pinned_share, stack_kib, compensation, engines, probe, repeat, warmup, rounds, warmup_rounds, order, sweep and those of the work, for example sleep, block or iterations"
    )]
    Field(String),
    /// The field belongs to another kind of work.
    #[error("{kind} work has no field \"{field}\"")]
    OtherWork {
        /// The kind of work of the preset.
        kind: &'static str,
        /// The field that was named.
        field: &'static str,
    },
    /// The wait is longer than a task may wait.
    #[error("{0} is too long; the longest wait is {MAX_WAIT}")]
    TooLong(Nanos),
    /// The value was not understood.
    #[error(transparent)]
    Unit(#[from] UnitError),
    /// The value is out of range.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// The value names no engine.
    #[error(transparent)]
    Engine(#[from] UnknownEngine),
    /// The value is none of a parameter's words.
    #[error(transparent)]
    Word(#[from] UnknownWord),
    /// The value names no probe mode.
    #[error(transparent)]
    Probe(#[from] UnknownProbeMode),
    /// The value names no order.
    #[error("\"{0}\" is no order; write interleaved, or a number as the seed of a shuffled order")]
    Order(String),
    /// The values make no sweep.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// There is no knob to sweep.
    #[error("this preset sweeps nothing; write the knob too, for example sweep=tasks:1k,4k,10k")]
    NoSweep,
}

impl Preset {
    /// Sets the field `key` to `value` as a person writes it: `tasks=50k`, `sleep=1.5s`, `pinned_share=50`, `engines=may,tokio`, `probe=1/100`.
    ///
    /// # Errors
    /// Says what the field is called, what the value must look like, or which range it has; the preset is then unchanged.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SetError> {
        let experiment = &mut self.experiment;
        match key {
            "title" => value.clone_into(&mut self.title),
            "tasks" => experiment.tasks = TaskCount::new(parse_count(value)?)?,
            "depth" => experiment.depth = Depth::new(parse_count(value)?)?,
            "carriers" => experiment.carriers = CarrierCount::new(parse_count(value)?)?,
            "pinned_share" => {
                experiment.pinned_share =
                    Percent::new(parse_count(value.trim_end_matches(['%', ' ']))?)?;
            }
            "stack_kib" => experiment.fiber.stack_kib = StackKib::new(parse_count(value)?)?,
            "compensation" => experiment.fiber.compensation.set_word(value)?,
            "engines" => {
                self.engines = value
                    .split(',')
                    .map(|id| id.trim().parse::<EngineKind>())
                    .collect::<Result<_, _>>()?;
            }
            "probe" => self.probe = value.parse()?,
            "repeat" => self.repeat = Repeat::new(parse_count(value)?)?,
            "warmup" => self.warmup = Warmup::new(parse_count(value)?)?,
            "rounds" => self.rounds = Rounds::new(parse_count(value)?)?,
            "warmup_rounds" => self.warmup_rounds = WarmupRounds::new(parse_count(value)?)?,
            "order" => {
                self.order =
                    RunOrder::parse(value).ok_or_else(|| SetError::Order(value.to_owned()))?;
            }
            "sweep" => self.sweep = self.swept(value)?,
            _ => experiment.work = experiment.work.with_field(key, value)?,
        }
        Ok(())
    }
}

impl Preset {
    /// Reads `off`, values for the knob that is swept, or `knob:value,value`.
    fn swept(&self, text: &str) -> Result<Option<Sweep>, SetError> {
        if text == "off" {
            return Ok(None);
        }
        let known = self.sweep.as_ref().map(Sweep::knob);
        let (knob, values) = match text.split_once(':') {
            Some((knob, values)) => (knob.trim(), values),
            None => (known.ok_or(SetError::NoSweep)?, text),
        };
        let values: Vec<String> = values
            .split(',')
            .map(|value| value.trim().to_owned())
            .collect();
        Ok(Some(Sweep::new(knob.to_owned(), &values)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_set_by_name() {
        let mut preset = Preset::default();
        for (key, value) in [
            ("tasks", "50k"),
            ("sleep", "1.5s"),
            ("pinned_share", "50%"),
            ("engines", "may, tokio"),
            ("probe", "1/100"),
            ("repeat", "3"),
            ("warmup", "2"),
            ("rounds", "100"),
            ("warmup_rounds", "10"),
            ("order", "7"),
            ("sweep", "carriers: 2, 4"),
            ("sweep", "2,4,8"),
        ] {
            preset.set(key, value).unwrap();
        }
        assert_eq!(preset.experiment.tasks.get(), 50_000);
        assert_eq!(preset.series().total(), 110);
        assert_eq!(preset.experiment.work.wait(), Some(Nanos(1_500_000_000)));
        assert_eq!(preset.engines, [EngineKind::May, EngineKind::Tokio]);
        assert_eq!(preset.order, RunOrder::Shuffled { seed: 7 });
        let sweep = preset.sweep.as_ref();
        assert_eq!(
            sweep.map(|sweep| (sweep.knob(), sweep.points().len())),
            Some(("carriers", 3))
        );
        preset.set("sweep", "off").unwrap();
        assert_eq!(preset.sweep, None);
    }

    #[test]
    fn mistakes_change_nothing_and_say_what_to_write() {
        let mut preset = Preset::default();
        for (key, value, word) in [
            ("task", "1", "the fields are"),
            ("tasks", "0", "1 to 1000000"),
            ("block", "1s", "sleep work"),
            ("sleep", "1h", "ns, us, ms"),
            ("sleep", "11min", "longest"),
            ("probe", "x", "full, off"),
            ("warmup", "21", "0 to 20"),
            ("rounds", "0", "1 to 1000"),
            ("rounds", "1001", "1 to 1000"),
            ("warmup_rounds", "101", "0 to 100"),
            ("order", "random", "interleaved"),
            ("sweep", "1,2", "tasks:1k"),
            ("sweep", "tasks:1", "2 to 32"),
        ] {
            let message = preset.set(key, value).unwrap_err().to_string();
            assert!(message.contains(word), "{message}");
        }
        assert_eq!(preset, Preset::default());
    }
}
