//! The search: problems with known answers, lines that are legal, limits that are kept.

mod lines;
mod wins;

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use triptych::arbiter::Arbiter;
use triptych::engine::{Task, Thought};
use triptych::search::score::Decided;
use triptych::search::{Clock, Limits, Stop};
use triptych::variant::Variant;

const PROBLEMS: &str = include_str!("../data/problems.tsv");

fn think(game: &dyn Arbiter, limits: Limits, megabytes: usize) -> Thought {
    let variant: Variant = game.name().parse().expect("a game's own name");
    let task = Task { limits, ..Task::default() };
    variant.engine(megabytes).think(game, &task, Stop::new(), &mut |_| {})
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The row's win is found, in exactly so many moves, by one of the row's first moves.
#[test]
fn problems_are_solved_by_the_shortest_way() {
    let mut wrong = Vec::new();
    for row in PROBLEMS.lines().filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split('\t').collect();
        let [game, _, fen, moves, firsts] = cells[..] else { panic!("{row}") };
        let variant: Variant = game.parse().expect("a game");
        let game = variant.arbiter_from(None, Some(fen)).expect("a position");
        let thought = think(game.as_ref(), Limits { depth: Some(14), nodes: Some(3_000_000), ..Limits::default() }, 16);
        let won = match thought.score.decided() {
            Some(Decided::Won(plies)) => plies.div_ceil(2).to_string(),
            _ => "not".to_owned(),
        };
        let best = thought.line.first().map_or("none", |played| played.text.as_str());
        let ends = format!("{}{}", &best[..2], &best[best.len().min(4) - 2..best.len().min(4)]);
        let path_ends = firsts.split(' ').any(|first| first[..2] == best[..2] && best.contains(&first[2..]));
        if won != moves || !path_ends {
            wrong.push(format!("{row}: {best} ({ends}) wins in {won}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_thread_searches_the_same_tree_every_time() {
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a start position");
        let task = Task { limits: Limits { depth: Some(9), ..Limits::default() }, ..Task::default() };
        let mut engine = variant.engine(4);
        let first = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
        engine.new_game();
        let second = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
        assert_eq!((first.nodes, first.score, first.line), (second.nodes, second.score, second.line), "{variant}");
    }
}

#[test]
fn two_threads_find_a_legal_move_and_count_their_nodes() {
    for &variant in Variant::ALL {
        let mut game = variant.arbiter(None).expect("a start position");
        let mut engine = variant.engine(4);
        engine.set_threads(2);
        let task = Task { limits: nodes(40_000), ..Task::default() };
        let thought = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
        assert!(thought.nodes >= 20_000, "{variant}: {} nodes", thought.nodes);
        game.play(&thought.line[0].text).expect("legal");
    }
}

#[test]
fn an_ended_game_has_no_best_move() {
    for (variant, fen) in [
        (Variant::Ultima, "2kK4/1I6/8/x7/5X2/1W6/3X4/8 b - - 0 1"),
        (Variant::Shashmaty, "8/8/5K2/8/8/8/8/8 b - - 0 1"),
        (Variant::Chameleon, "k*3*1/*5*/1K1N3/1B5/3N3/*4p*/1*3*1 b - - 0 1"),
    ] {
        let game = variant.arbiter_from(None, Some(fen)).expect("a position");
        assert!(think(game.as_ref(), nodes(1_000), 1).line.is_empty(), "{variant}");
    }
}

/// At the root a drawn game may be played on: a move comes all the same.
#[test]
fn a_draw_by_the_counter_at_the_root_still_has_a_move() {
    let fen = "n*rkq*n/*pbpbp*/7/7/7/*PBPBP*/N*QKR*N w - - 120 90";
    let game = Variant::Chameleon.arbiter_from(None, Some(fen)).expect("a position");
    assert!(!think(game.as_ref(), nodes(1_000), 1).line.is_empty());
}

#[test]
fn an_empty_clock_and_a_stop_given_before_still_bring_a_move() {
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a start position");
        let clock = Clock { left: -50, increment: Duration::ZERO, moves_to_go: None };
        let started = Instant::now();
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        assert!(!think(game.as_ref(), limits, 1).line.is_empty(), "{variant}");
        let stop = Stop::new();
        stop.give();
        let thought = variant.engine(1).think(game.as_ref(), &Task::default(), stop, &mut |_| {});
        assert!(!thought.line.is_empty(), "{variant}");
        assert!(started.elapsed() < Duration::from_secs(5), "{variant}");
    }
}

/// Quick games with the smallest table: no illegal move, and each ends by the rules.
#[test]
fn short_games_with_a_small_table_end_by_the_rules() {
    for &variant in Variant::ALL {
        let mut engine = variant.engine(0);
        let task = Task { limits: nodes(300), ..Task::default() };
        for opening in 0..6 {
            let mut game = variant.arbiter(None).expect("a start position");
            for ply in 0..6 {
                let moves = game.moves();
                game.play(&moves[(opening * 7 + ply * 5) % moves.len()].clone()).expect("legal");
            }
            while game.outcome().is_none() {
                let thought = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
                game.play(&thought.line[0].text).expect("legal");
            }
        }
    }
}

/// A leaper with 491,083 chains: the first move comes in time, and a stop is obeyed.
#[test]
fn half_a_million_moves_do_not_hold_up_the_clock() {
    let fen = "2p4k/6p1/ppp1pppp/4p2L/6p1/3p3p/5p2/K1p5 w - - 0 1";
    let game = Variant::Ultima.arbiter_from(None, Some(fen)).expect("a position");
    let started = Instant::now();
    let limits = Limits { move_time: Some(Duration::from_millis(200)), ..Limits::default() };
    assert!(!think(game.as_ref(), limits, 1).line.is_empty());
    // Listing so many moves takes a good part of a second by itself, and the machine may be busy.
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    // Nor is each of them put in words to find those that may be tried.
    let only = vec!["h5a5a7c5g1b1e4e7h7e4h4h7h1a8f8f1".to_owned(), "a1a2".to_owned()];
    let task = Task { limits, only: only.clone(), ..Task::default() };
    let started = Instant::now();
    let thought = Variant::Ultima.engine(1).think(game.as_ref(), &task, Stop::new(), &mut |_| {});
    assert!(only.contains(&thought.line[0].text), "{thought:?}");
    assert!(started.elapsed() < Duration::from_secs(10), "{:?}", started.elapsed());
}

/// A suicide on a1 is a move like any other, and the only one that White has here.
#[test]
fn a_suicide_that_is_the_only_move_is_found() {
    let fen = "5k2/8/8/8/4p3/6c1/1ixp1w2/C1p1K3 w - - 0 41";
    let game = Variant::Ultima.arbiter_from(None, Some(fen)).expect("a position");
    assert_eq!(game.moves(), ["a1a1"]);
    let thought = think(game.as_ref(), Limits { depth: Some(6), ..Limits::default() }, 1);
    assert_eq!(thought.line.first().map(|played| played.text.as_str()), Some("a1a1"));
    assert!(thought.score.decided().is_some() || thought.score.value() < -500, "{}", thought.score);
}

#[test]
fn several_lines_begin_with_several_moves() {
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a game");
        let mut thoughts: Vec<Thought> = Vec::new();
        let task = Task { limits: Limits { depth: Some(6), ..Limits::default() }, lines: 3, ..Task::default() };
        let best = variant.engine(1).think(game.as_ref(), &task, Stop::new(), &mut |thought| thoughts.push(thought));
        for depth in 1..=6 {
            let lines: Vec<&Thought> = thoughts.iter().filter(|thought| thought.depth == depth).collect();
            assert_eq!(lines.iter().map(|line| line.rank).collect::<Vec<_>>(), [1, 2, 3], "{variant} at {depth}");
            assert!(lines.is_sorted_by(|better, worse| better.score >= worse.score), "{variant} at {depth}");
            let moves: BTreeSet<&str> = lines.iter().map(|line| line.line[0].text.as_str()).collect();
            assert_eq!(moves.len(), 3, "{variant} at {depth}");
        }
        assert_eq!(best.rank, 1);
        // More lines than there are moves are as many as there are.
        let task = Task { limits: Limits { depth: Some(1), ..Limits::default() }, lines: 1_000, ..Task::default() };
        let mut count = 0;
        variant.engine(1).think(game.as_ref(), &task, Stop::new(), &mut |_| count += 1);
        assert_eq!(count, game.moves().len(), "{variant}");
    }
}

/// A search that is broken off may have found a better move since it last told of one: then it tells of that too.
#[test]
fn the_line_that_is_told_last_begins_with_the_move_that_is_played() {
    for &variant in Variant::ALL {
        for threads in [1, 2] {
            let mut game = variant.arbiter(None).expect("a game");
            let mut engine = variant.engine(1);
            engine.set_threads(threads);
            for count in 0..100 {
                if game.outcome().is_some() {
                    game = variant.arbiter(None).expect("a game");
                }
                let task = Task { limits: nodes(1_500 + 97 * count), ..Task::default() };
                let mut told = None;
                let best = engine.think(game.as_ref(), &task, Stop::new(), &mut |thought| told = Some(thought.line));
                assert_eq!(told.as_ref().and_then(|line| line.first()), best.line.first(), "{variant}, {}", game.fen());
                game.play(&best.line[0].text).expect("legal");
            }
        }
    }
}

#[test]
fn moves_can_be_chosen_and_left_out() {
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a game");
        let limits = Limits { depth: Some(4), ..Limits::default() };
        let think = |only: &[String], without: &[String]| {
            let task = Task { limits, only: only.to_vec(), without: without.to_vec(), ..Task::default() };
            let found = variant.engine(1).think(game.as_ref(), &task, Stop::new(), &mut |_| {});
            found.line[0].text.clone()
        };
        let all = game.moves();
        for m in &all {
            assert_eq!(&think(std::slice::from_ref(m), &[]), m, "{variant}");
        }
        let best = think(&[], &[]);
        let second = think(&[], std::slice::from_ref(&best));
        assert!(second != best && all.contains(&second), "{variant}: {second}");
        // Without a move left there is one all the same.
        assert!(all.contains(&think(&[], &all)), "{variant}");
    }
}

/// A game goes on at once where there is one move; whoever chooses moves or asks for a worth gets the time that was asked for.
#[test]
fn an_only_move_is_looked_at_in_full_where_more_than_the_move_is_asked_for() {
    let mut game = Variant::Shashmaty.arbiter(None).expect("a game");
    let limits = Limits { move_time: Some(Duration::from_millis(300)), ..Limits::default() };
    let think = |game: &dyn Arbiter, task: &Task| {
        let mut engine = Variant::Shashmaty.engine(1);
        // The opening of tables counts too.
        let started = Instant::now();
        let thought = engine.think(game, task, Stop::new(), &mut |_| {});
        // A decided score needs no more time, and a quick machine may find one.
        let is_decided = thought.score.decided().is_some();
        (is_decided || thought.depth > 6, is_decided || started.elapsed() >= limits.move_time.expect("a limit"))
    };
    let task = Task { limits, ..Task::default() };
    let only = vec![game.moves()[0].clone()];
    assert_eq!(think(game.as_ref(), &Task { only, ..task.clone() }), (true, true));
    let without = game.moves()[1..].to_vec();
    assert_eq!(think(game.as_ref(), &Task { without, ..task.clone() }), (true, true));
    for ply in 0.. {
        let moves = game.moves();
        if moves.len() == 1 {
            break;
        }
        game.play(&moves[ply * 5 % moves.len()].clone()).expect("legal");
        assert!(game.outcome().is_none(), "a capture is due first");
    }
    assert_eq!(think(game.as_ref(), &task), (false, false), "{}", game.fen());
    assert_eq!(think(game.as_ref(), &Task { is_analysis: true, ..task }), (true, true), "{}", game.fen());
}

#[test]
fn pondering_knows_no_time_until_the_move_is_played() {
    let game = Variant::Chameleon.arbiter(None).expect("a game");
    let limits = Limits { move_time: Some(Duration::from_millis(20)), ..Limits::default() };
    let task = Task { limits, ..Task::default() };
    let stop = Stop::pondering();
    let other = stop.clone();
    let started = Instant::now();
    let hit = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        other.hit();
    });
    let thought = Variant::Chameleon.engine(1).think(game.as_ref(), &task, stop, &mut |_| {});
    assert!(started.elapsed() >= Duration::from_millis(300), "{:?}", thought.time);
    assert!(thought.time < Duration::from_secs(5), "{:?}", thought.time);
    assert!(thought.line.len() > 1, "there is something to ponder on");
    hit.join().expect("it hits");
}

#[test]
fn low_levels_play_legal_moves_and_lose_no_piece_for_nothing() {
    for &variant in Variant::ALL {
        let mut game = variant.arbiter(None).expect("a game");
        let mut engine = variant.engine(1);
        for ply in 0..40 {
            if game.outcome().is_some() {
                break;
            }
            let task = Task { skill: Some(ply % 20), ..Task::default() };
            let thought = engine.think(game.as_ref(), &task, Stop::new(), &mut |_| {});
            game.play(&thought.line[0].text).unwrap_or_else(|error| panic!("{variant}: {error}"));
        }
    }
}

#[test]
fn contempt_makes_a_draw_worse_for_the_side_that_thinks() {
    // Nothing has been taken and nothing moved forward for 99 half-moves: every quiet move draws.
    let mut game = Variant::Chameleon.arbiter(None).expect("a game");
    game.set_up("1*1k1*1/*5*/7/7/7/*5*/1*1K1*1 w - - 99 80").expect("a position");
    let score = |contempt| {
        let task = Task { limits: nodes(500), contempt, ..Task::default() };
        Variant::Chameleon.engine(1).think(game.as_ref(), &task, Stop::new(), &mut |_| {}).score.value()
    };
    assert!(score(0).abs() <= 1, "{}", score(0));
    assert!((score(50) + 50).abs() <= 1, "{}", score(50));
}

/// Where only kings are left nothing is better than a draw, however few plies are searched.
#[test]
fn bare_kings_are_a_draw_at_the_root_too() {
    for (variant, fen) in [
        (Variant::Ultima, "8/8/2k5/8/8/8/6K1/8 w - - 0 1"),
        (Variant::Chameleon, "1*2k*1/*5*/7/7/2K4/*5*/1*3*1 b - - 0 1"),
    ] {
        let game = variant.arbiter_from(None, Some(fen)).expect("a position");
        let task = Task { limits: Limits { depth: Some(8), ..Limits::default() }, ..Task::default() };
        let mut scores = Vec::new();
        let best =
            variant.engine(1).think(game.as_ref(), &task, Stop::new(), &mut |thought| scores.push(thought.score));
        scores.push(best.score);
        assert!(scores.iter().all(|score| score.value().abs() <= 1), "{variant}: {scores:?}");
        assert_eq!(variant.engine(1).evaluate(game.as_ref()).total, 0, "{variant}");
    }
}

#[test]
fn an_evaluation_is_the_sum_of_its_terms() {
    for &variant in Variant::ALL {
        let game = variant.arbiter(None).expect("a game");
        let evaluation = variant.engine(1).evaluate(game.as_ref());
        assert!(evaluation.terms.len() > 3, "{variant}");
        assert_eq!(evaluation.total, evaluation.terms.iter().map(|&(_, worth)| worth).sum::<i32>(), "{variant}");
    }
}

/// A kind that is worth more is worth more: a list of weights in another order than the kinds' is found out.
#[test]
fn pieces_are_worth_what_their_kind_is() {
    let rows: [(Variant, &str, &[char]); 4] = [
        (Variant::Shashmaty, "1k1k4/8/8/8/8/4?3/8/B1K1K3 w - - 0 1", &['P', 'C']),
        (Variant::ShashmatyDamka, "1k1k4/8/8/8/8/4?3/8/B1K1K3 w - - 0 1", &['P', 'Q']),
        (Variant::ShashmatyDragon, "1k1k4/8/8/8/8/4?3/8/B1K1K3 w - - 0 1", &['P', 'B', 'D']),
        (Variant::Ultima, "k7/8/8/4?3/8/8/8/K7 w - - 0 1", &['P', 'W', 'X', 'L', 'I']),
    ];
    for (variant, pattern, order) in rows {
        let mut game = variant.arbiter(None).expect("a game");
        let mut worth = |letter: char| {
            game.set_up(&pattern.replace('?', &letter.to_string())).expect("a position");
            variant.engine(1).evaluate(game.as_ref()).total
        };
        let worths: Vec<i32> = order.iter().map(|&letter| worth(letter)).collect();
        assert!(worths.is_sorted() && worths[0] + 40 < worths[order.len() - 1], "{variant}: {order:?} {worths:?}");
    }
}
