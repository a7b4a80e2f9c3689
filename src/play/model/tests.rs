use super::*;
use crate::arbiter::Played;
use crate::arena::clock::TimeControl;
use crate::board::Side;
use crate::play::sitting::Terms;
use crate::variant::Variant;

fn model(people: People) -> (Model, Vec<Effect>) {
    let variant = Variant::Ultima;
    let terms = Terms { variant, people, level: 7, control: TimeControl::read("10+1").expect("a time control") };
    Model::new(Sitting::new(terms, variant.arbiter(None).expect("a game")), None, Instant::now())
}

/// The search that is asked for, if one is, and whether another is stopped and the game is kept.
fn seen(effects: &[Effect]) -> (Option<(u64, &Task)>, bool, bool) {
    let job = effects.iter().find_map(|effect| match effect {
        Effect::Work(job) => match job.as_ref() {
            Job::Think { id, task, .. } => Some((*id, task)),
            _ => None,
        },
        _ => None,
    });
    let has = |wanted: fn(&Effect) -> bool| effects.iter().any(wanted);
    (job, has(|effect| matches!(effect, Effect::Stop)), has(|effect| matches!(effect, Effect::Keep)))
}

fn thought(text: &str, score: i32) -> Thought {
    Thought {
        rank: 1,
        bound: None,
        depth: 4,
        selective_depth: 4,
        score: Score::centipawns(score),
        line: vec![Played { text: text.into(), lines: Vec::new() }],
        nodes: 1,
        time: Duration::ZERO,
        hashfull: 0,
        tablebase_hits: 0,
    }
}

#[test]
fn the_engine_answers_a_person() {
    let (mut model, effects) = model(People::One(Side::White));
    assert!(effects.is_empty());
    assert!(model.play("a2a9", Instant::now()).is_err());
    let effects = model.play("a2a5", Instant::now()).expect("legal");
    let (job, stops, keeps) = seen(&effects);
    let (id, task) = job.expect("a search");
    assert_eq!((task.skill, task.limits.clock.is_some(), stops, keeps), (Some(7), true, false, true));
    assert_eq!(model.aim(), Some(Aim::Move));
    model.thought(id, &thought("h7h5", 30));
    // The score was Black's.
    assert_eq!(model.worth().map(|worth| worth.score.value()), Some(-30));
    let (job, _, keeps) = (seen(&model.done(id, &thought("h7h5", 20), Instant::now())).0.is_some(), (), true);
    assert!(!job && keeps && model.sitting().waits_for_person());
    assert_eq!(model.sitting().made().len(), 2);
}

#[test]
fn what_was_taken_back_is_not_played() {
    let (mut model, _) = model(People::One(Side::White));
    let effects = model.play("a2a5", Instant::now()).expect("legal");
    let (id, _) = seen(&effects).0.expect("a search");
    let effects = model.take_back(Instant::now()).expect("a move");
    let (job, stops, keeps) = seen(&effects);
    assert!(job.is_none() && stops && keeps);
    // The search that was stopped says something all the same.
    assert!(model.done(id, &thought("h7h5", 0), Instant::now()).is_empty());
    assert!(model.sitting().made().is_empty());
    assert!(model.take_back(Instant::now()).is_none());
}

#[test]
fn the_engine_begins_where_it_has_white() {
    let (model, effects) = model(People::One(Side::Black));
    assert!(seen(&effects).0.is_some() && model.aim() == Some(Aim::Move));
}

#[test]
fn a_hint_is_at_full_strength_and_for_one_position() {
    let (mut model, _) = model(People::One(Side::White));
    let effects = model.ask_hint();
    let (id, task) = seen(&effects).0.expect("a search");
    assert_eq!((task.skill, task.limits.move_time), (None, Some(HINT)));
    assert!(model.ask_hint().is_empty(), "one is enough");
    model.done(id, &thought("a2a5", 10), Instant::now());
    assert_eq!(model.hint(), Some("a2a5"));
    let effects = model.play("b2b5", Instant::now()).expect("legal");
    assert!(model.hint().is_none() && model.ask_hint().is_empty());
    // A hint that is not there yet makes room for the engine's move.
    let (id, _) = seen(&effects).0.expect("a search");
    model.done(id, &thought("h7h5", 0), Instant::now());
    assert!(seen(&model.ask_hint()).0.is_some());
    assert!(seen(&model.play("c2c5", Instant::now()).expect("legal")).1);
}

#[test]
fn two_people_see_what_the_position_is_worth() {
    let (mut model, effects) = model(People::Both);
    let (id, _) = seen(&effects).0.expect("a search");
    assert_eq!(model.aim(), Some(Aim::Worth));
    model.thought(id, &thought("a2a5", 25));
    assert!(model.done(id, &thought("a2a5", 25), Instant::now()).is_empty());
    assert_eq!((model.worth().map(|worth| worth.score.value()), model.sitting().made().len()), (Some(25), 0));
}

#[test]
fn a_flag_falls_while_nobody_moves() {
    let (mut model, _) = model(People::One(Side::White));
    let now = Instant::now();
    assert!(model.tick(now).is_empty());
    let effects = model.tick(now + Duration::from_secs(11));
    assert!(seen(&effects).2 && model.sitting().verdict().is_some());
    assert!(model.ask_hint().is_empty() && model.tick(now + Duration::from_secs(12)).is_empty());
}
