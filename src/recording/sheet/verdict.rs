//! Whether a claim about the published shape holds here. Knows figures, not how they were taken.

use super::{SheetRow, find};
use crate::model::{Measure, ShapeCheck, Who, failed_at};
use crate::recording::{Estimate, Verdict, compare_times};

/// Two values within this factor of each other are alike, and a ratio within it of the published one is about the same:
/// machines, runtimes and repetitions differ by as much.
const ALIKE: f64 = 1.5;

/// What may be said of one claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeVerdict {
    /// It holds here too.
    Same,
    /// The other way round.
    Flipped,
    /// The same side wins, by quite another factor.
    OtherSize,
    /// The intervals overlap, so that no order may be claimed.
    NoDifferenceSeen,
    /// There is a difference here where they saw none.
    Differs,
    /// The model failed, as theirs did.
    FailedAsTheirs,
    /// The model did the work that theirs could not do.
    DidNotFail,
    /// The model gave up where theirs did the work: who, and how far it came.
    FailedHere(String),
    /// Why nothing may be said.
    NotComparable(String),
}

impl ShapeVerdict {
    /// The words for a table.
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::Same => "same shape".to_owned(),
            Self::Flipped => "flipped".to_owned(),
            Self::OtherSize => "same order, another factor".to_owned(),
            Self::NoDifferenceSeen => "no difference seen".to_owned(),
            Self::Differs => "differs here".to_owned(),
            Self::FailedAsTheirs => "failed as theirs did".to_owned(),
            Self::DidNotFail => "did not fail here".to_owned(),
            Self::FailedHere(who) => format!("failed here, not there: {who}"),
            Self::NotComparable(reason) => format!("not comparable: {reason}"),
        }
    }
}

/// A claim, what was measured, and the verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedClaim {
    /// The claim.
    pub claim: ShapeCheck,
    /// What was measured, in words; empty where nothing was.
    pub measured: String,
    /// What may be said.
    pub verdict: ShapeVerdict,
}

pub(super) fn check(claim: &ShapeCheck, rows: &[SheetRow<'_>]) -> CheckedClaim {
    let (measured, verdict) = match claim {
        ShapeCheck::Order { measure, low, high } => compared(rows, (*measure, low, high), order),
        ShapeCheck::Tie {
            measure,
            one,
            other,
        } => compared(rows, (*measure, one, other), tie),
        ShapeCheck::Ratio {
            measure,
            over,
            under,
            about,
        } => compared(rows, (*measure, over, under), |over, under| {
            ratio(over.median / under.median, f64::from(*about))
        }),
        ShapeCheck::Fails { who } => fails(find(rows, who)),
    };
    CheckedClaim {
        claim: claim.clone(),
        measured,
        verdict,
    }
}

fn compared(
    rows: &[SheetRow<'_>],
    (measure, one, other): (Measure, &Who, &Who),
    judge: impl Fn(&Estimate, &Estimate) -> ShapeVerdict,
) -> (String, ShapeVerdict) {
    let figures = figure(rows, measure, one).and_then(|a| Ok((a, figure(rows, measure, other)?)));
    match figures {
        Ok((a, b)) => {
            let measured = format!(
                "{} and {}, factor {}",
                measure.value_label(a.median),
                measure.value_label(b.median),
                factor_label(a.median / b.median)
            );
            (measured, judge(&a, &b))
        }
        Err(verdict) => (String::new(), verdict),
    }
}

fn factor_label(factor: f64) -> String {
    if factor.is_finite() {
        format!("{factor:.2}")
    } else {
        "unknown".to_owned()
    }
}

/// The figure, or what may be said where there is none. A claim about a figure of theirs means that theirs did the work.
fn figure(rows: &[SheetRow<'_>], measure: Measure, who: &Who) -> Result<Estimate, ShapeVerdict> {
    let absent = || ShapeVerdict::NotComparable(format!("{who} did not run"));
    let row = find(rows, who).ok_or_else(absent)?;
    row.figure(measure).ok_or_else(|| match row.runs.failure() {
        Some((at, _)) => ShapeVerdict::FailedHere(format!("{who} {}", failed_at(at))),
        None => ShapeVerdict::NotComparable(format!("{} of {who} is not known", measure.label())),
    })
}

fn order(low: &Estimate, high: &Estimate) -> ShapeVerdict {
    match compare_times(low, high) {
        Verdict::Faster => ShapeVerdict::Same,
        Verdict::Slower => ShapeVerdict::Flipped,
        Verdict::NoDifferenceSeen => ShapeVerdict::NoDifferenceSeen,
        // Too few runs for intervals: the medians alone, unless they are close.
        Verdict::TooFewRuns => match low.median / high.median {
            quotient if quotient < 1.0 / CLOSE => ShapeVerdict::Same,
            quotient if quotient > CLOSE => ShapeVerdict::Flipped,
            _close => ShapeVerdict::NoDifferenceSeen,
        },
    }
}

/// Medians of too few runs for an interval are told apart only beyond this factor.
const CLOSE: f64 = 1.1;

fn tie(one: &Estimate, other: &Estimate) -> ShapeVerdict {
    let quotient = one.median / other.median;
    let are_close = (1.0 / ALIKE..=ALIKE).contains(&quotient);
    if are_close || compare_times(one, other) == Verdict::NoDifferenceSeen {
        ShapeVerdict::Same
    } else {
        ShapeVerdict::Differs
    }
}

fn ratio(here: f64, published: f64) -> ShapeVerdict {
    let off = here / published;
    let near_one = |factor: f64| (1.0 / CLOSE..=CLOSE).contains(&factor);
    let same_side = (here >= 1.0) == (published >= 1.0);
    let both_near_one = near_one(here) && near_one(published);
    if near_one(here) && !near_one(published) {
        ShapeVerdict::NoDifferenceSeen
    } else if !(same_side || both_near_one) {
        ShapeVerdict::Flipped
    } else if (1.0 / ALIKE..=ALIKE).contains(&off) {
        ShapeVerdict::Same
    } else {
        ShapeVerdict::OtherSize
    }
}

fn fails(row: Option<&SheetRow<'_>>) -> (String, ShapeVerdict) {
    let Some(row) = row.filter(|row| !row.runs.measured.is_empty()) else {
        let reason = "it did not run".to_owned();
        return (String::new(), ShapeVerdict::NotComparable(reason));
    };
    match row.runs.failure() {
        Some((at, reason)) => {
            let measured = format!("{}: {reason}", failed_at(at));
            (measured, ShapeVerdict::FailedAsTheirs)
        }
        None if row.figures.is_empty() => {
            let reason = "it was stopped".to_owned();
            (String::new(), ShapeVerdict::NotComparable(reason))
        }
        None => (String::new(), ShapeVerdict::DidNotFail),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recording::estimate;

    fn of(values: &[f64]) -> Estimate {
        estimate(values).unwrap()
    }

    #[test]
    fn orders_hold_flip_or_stay_open() {
        let (low, high) = (of(&[1.0, 1.1, 1.2, 1.3]), of(&[2.0, 2.1, 2.2, 2.3]));
        assert_eq!(order(&low, &high), ShapeVerdict::Same);
        assert_eq!(order(&high, &low), ShapeVerdict::Flipped);
        let wide = of(&[1.0, 1.5, 1.6, 3.0]);
        assert_eq!(order(&wide, &high), ShapeVerdict::NoDifferenceSeen);
        assert_eq!(order(&of(&[1.0]), &of(&[1.7])), ShapeVerdict::Same);
        assert_eq!(order(&of(&[1.7]), &of(&[1.0])), ShapeVerdict::Flipped);
        assert_eq!(
            order(&of(&[1.0]), &of(&[1.05])),
            ShapeVerdict::NoDifferenceSeen
        );
    }

    #[test]
    fn factors_are_the_same_another_or_flipped() {
        assert_eq!(ratio(1.8, 1.7), ShapeVerdict::Same);
        assert_eq!(ratio(5.8, 1.7), ShapeVerdict::OtherSize);
        assert_eq!(ratio(0.5, 1.7), ShapeVerdict::Flipped);
        assert_eq!(ratio(0.8, 1.2), ShapeVerdict::Flipped);
        assert_eq!(ratio(0.95, 1.05), ShapeVerdict::Same);
        assert_eq!(ratio(1.0, 87.0), ShapeVerdict::NoDifferenceSeen);
    }

    #[test]
    fn ties_allow_for_another_machine() {
        assert_eq!(tie(&of(&[5.0]), &of(&[5.2])), ShapeVerdict::Same);
        assert_eq!(tie(&of(&[5.0]), &of(&[15.2])), ShapeVerdict::Differs);
    }

    #[test]
    fn who_did_not_run_is_not_judged() {
        let (words, verdict) = fails(None);
        assert!(words.is_empty());
        assert!(verdict.label().contains("did not run"));
    }
}
