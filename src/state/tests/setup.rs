//! Editing the draft.

use super::act;
use crate::model::{
    CarrierCount, Depth, EngineKind, Kernel, Nanos, Percent, ProbeMode, Repeat, TaskCount, Work,
};
use crate::state::{AppState, Draft, SetupAction as Do, WorkKind};

type Check = fn(&Draft) -> bool;

#[test]
fn each_action_changes_its_field() {
    let experiment = |draft: &Draft| draft.preset.experiment;
    let table: [(Do, Check); 9] = [
        (Do::SetTasks(TaskCount::clamped(7)), |d| {
            d.preset.experiment.tasks.get() == 7
        }),
        (Do::SetCarriers(CarrierCount::clamped(9)), |d| {
            d.preset.experiment.carriers.get() == 9
        }),
        (Do::SetPinnedShare(Percent::clamped(30)), |d| {
            d.preset.experiment.pinned_share.get() == 30
        }),
        (Do::SetField("sleep", "5ns".to_owned()), |d| {
            d.preset.experiment.work.wait() == Some(Nanos(5))
        }),
        (Do::SetDepth(Depth::clamped(12)), |d| {
            d.preset.experiment.depth.get() == 12
        }),
        (Do::SetRepeat(Repeat::clamped(4)), |d| {
            d.preset.repeat.get() == 4
        }),
        (Do::SetProbe(ProbeMode::Off), |d| {
            d.preset.probe == ProbeMode::Off
        }),
        (Do::SetTitle("t".to_owned()), |d| d.preset.title == "t"),
        (Do::UseBuiltIn("blocking"), |d| {
            d.name == "blocking" && !d.is_edited()
        }),
    ];
    for (action, holds) in table {
        let mut state = AppState::default();
        let before = experiment(&state.draft);
        assert!(!holds(&state.draft), "{action:?} would prove nothing");
        assert_eq!(act(&mut state, action.clone()), []);
        assert!(holds(&state.draft), "{action:?} from {before:?}");
    }
}

#[test]
fn changes_that_do_not_fit_the_work_are_left_out() {
    let mut state = AppState::default();
    let before = state.draft.preset.clone();
    act(&mut state, Do::SetField("iterations", "7".to_owned()));
    act(&mut state, Do::SetField("kernel", "Xorshift".to_owned()));
    act(&mut state, Do::UseBuiltIn("no such preset"));
    assert_eq!(state.draft.preset, before);
}

#[test]
fn another_work_brings_its_usual_share_and_the_way_back_its_numbers() {
    let mut state = AppState::default();
    act(&mut state, Do::SetField("sleep", "120ms".to_owned()));
    act(&mut state, Do::SetPinnedShare(Percent::clamped(50)));
    act(&mut state, Do::ChooseWork(WorkKind::Block));
    let blocking = state.draft.preset.experiment;
    assert_eq!(blocking.work.wait(), Some(Nanos::from_millis(120)));
    assert_eq!(blocking.pinned_share, Percent::MAX);
    act(&mut state, Do::ChooseWork(WorkKind::Cpu));
    act(&mut state, Do::SetField("kernel", "Xorshift".to_owned()));
    act(&mut state, Do::SetField("iterations", "777".to_owned()));
    assert_eq!(state.draft.preset.experiment.pinned_share, Percent::MIN);
    act(&mut state, Do::ChooseWork(WorkKind::Sleep));
    assert_eq!(
        state.draft.preset.experiment.work.wait(),
        Some(Nanos::from_millis(120))
    );
    act(&mut state, Do::ChooseWork(WorkKind::Cpu));
    let work = state.draft.preset.experiment.work;
    assert!(
        matches!(work, Work::Cpu { kernel: Kernel::Xorshift, iterations } if iterations.get() == 777)
    );
    act(&mut state, Do::SetPinnedShare(Percent::clamped(3)));
    act(&mut state, Do::ChooseWork(WorkKind::Cpu));
    assert_eq!(
        state.draft.preset.experiment.pinned_share.get(),
        3,
        "the same work changes nothing"
    );
}

#[test]
fn typed_values_follow_the_presets_rules() {
    let table = [
        ("tasks", "50k", ""),
        ("tasks", "0", "1 to 1000000"),
        ("sleep", "1.5s", ""),
        ("sleep", "1.5", "use ns, us, ms, s or min"),
        ("sleep", "11min", "longest"),
        ("carriers", "65", "1 to 64"),
        ("pinned_share", "50 %", ""),
        ("pinned_share", "101", "0 to 100"),
        ("depth", "10", ""),
        ("iterations", "5k", "no field"),
    ];
    for (key, text, problem) in table {
        let mut state = AppState::default();
        act(&mut state, Do::SetField(key, text.to_owned()));
        match state.draft.rejected {
            None => assert!(problem.is_empty(), "{text} was taken"),
            Some(rejected) => {
                assert_eq!((rejected.key, rejected.text.as_str()), (key, text));
                let said = rejected.message;
                assert!(
                    !problem.is_empty() && said.contains(problem),
                    "{text}: {said}"
                );
            }
        }
    }
}

#[test]
fn a_rejected_text_is_forgotten_with_the_next_change() {
    let mut state = AppState::default();
    act(&mut state, Do::SetField("tasks", "many".to_owned()));
    assert!(state.draft.rejected.is_some() && !state.draft.is_edited());
    act(&mut state, Do::SetTasks(TaskCount::MIN));
    assert!(state.draft.rejected.is_none() && state.draft.is_edited());
}

#[test]
fn engines_keep_their_order_and_none_cannot_run() {
    let mut state = AppState::default();
    for engine in EngineKind::ALL {
        act(&mut state, Do::ToggleEngine(engine));
    }
    assert!(state.draft.not_runnable().is_some());
    act(&mut state, Do::ToggleEngine(EngineKind::Tokio));
    act(&mut state, Do::ToggleEngine(EngineKind::Pool));
    assert_eq!(
        state.draft.preset.engines,
        [EngineKind::Pool, EngineKind::Tokio]
    );
    assert_eq!(state.draft.not_runnable(), None);
}

#[test]
fn an_engine_that_cannot_do_the_work_stays_out_until_it_can() {
    let mut state = AppState::default();
    act(&mut state, Do::ChooseWork(WorkKind::Block));
    act(&mut state, Do::SetField("via", "pool".to_owned()));
    let sentence = state.draft.unable(EngineKind::Pool).unwrap();
    assert!(sentence.contains("cannot wait elsewhere"), "{sentence}");
    assert_eq!(
        state.draft.engines(),
        [EngineKind::May, EngineKind::Fiber, EngineKind::Tokio]
    );
    assert_eq!(state.draft.runnable().check(), Ok(()));
    act(&mut state, Do::ToggleEngine(EngineKind::May));
    act(&mut state, Do::SetField("via", "carriers".to_owned()));
    assert!(state.draft.engines().contains(&EngineKind::Pool));
    assert!(!state.draft.engines().contains(&EngineKind::May));
}
