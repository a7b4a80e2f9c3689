//! Tables against solvers and searches that do not know them.

use rand::{Rng, SeedableRng, rngs::StdRng};
use rayon::prelude::*;
use triptych::game::Game;
use triptych::game::chameleon::Chameleon;
use triptych::game::shashmaty::{Shashmaty, ShashmatyDamka, ShashmatyDragon};
use triptych::game::ultima::Ultima;
use triptych::tablebase::{Set, Tabled, Tables, Verdict};
use triptych_reference::Rules;

use super::brute::{Solution, Turning, images, placements, solve};
use super::support::{class, random_position, shipped, signed, two_fields};

/// Holds every position of a solution against the tables, and the number of positions against theirs.
fn compare<G: Tabled>(set: &Set<G>, solution: &Solution, turning: Turning) {
    let setting = G::Setting::default();
    let (mut random, mut held) = (StdRng::seed_from_u64(6), 0);
    let chosen: Vec<usize> = solution.positions.iter().map(|_| random.random_range(0..16)).collect();
    solution.positions.par_iter().zip(&solution.values).zip(chosen).for_each(|((text, value), chosen)| {
        // Any image will do.
        let images = images(text, turning);
        let image = &images[chosen % images.len()];
        let position = G::parse(image, setting).expect("both rules allow it");
        if let Some(verdict) = set.probe(&position) {
            assert_eq!(signed(verdict), *value, "{} {image}", G::NAME);
        } else {
            assert!(set.class_of(&position).is_none(), "no table for {image}");
        }
    });
    for text in &solution.positions {
        held += u64::from(set.class_of(&G::parse(text, setting).expect("a position")).is_some());
    }
    let counts = |men: u32| {
        let tables = set.tables().into_iter().filter(move |table| table.layout().class().men() <= men);
        tables.flat_map(|table| table.counts().to_vec()).map(|count| count.wins + count.draws + count.losses)
    };
    let men = solution.positions.iter().map(|text| G::parse(text, setting).expect("a position").men()).max();
    assert_eq!(held, counts(men.unwrap_or(0)).sum::<u64>(), "{}: the solver's positions and the tables'", G::NAME);
}

/// All placements of two kings and some more.
fn seeds(others: &[&str], allowed: fn(usize, usize) -> bool) -> Vec<String> {
    const BOARD: &str = "8/8/8/8/8/8/8/8";
    let mut seeds = placements(BOARD, "Kk", allowed);
    for other in others {
        seeds.extend(placements(BOARD, &format!("Kk{other}"), allowed));
    }
    seeds
}

/// Chameleon's pieces are of their squares' kinds: the letters follow from the terrain.
fn chameleon_seeds(men: &str) -> Vec<String> {
    const TERRAIN: &str = "N*RBQ*N/*PBPBP*/RNPNPNR/QBQBQBQ/RNPNPNR/*PBPBP*/N*QBR*N";
    let colours: Vec<Vec<char>> = TERRAIN.split('/').map(|row| row.chars().collect()).collect();
    let coloured = |text: &String| {
        let (placement, turn) = text.split_once(' ').expect("two fields");
        let mut rows = Vec::new();
        for (row, colours) in placement.split('/').zip(&colours) {
            let (mut column, mut text) = (0, String::new());
            for c in row.chars() {
                let colour = colours[column];
                text.push(match c {
                    'X' => colour,
                    'x' => colour.to_ascii_lowercase(),
                    c => c,
                });
                column += c.to_digit(10).map_or(1, |run| run as usize);
            }
            rows.push(text);
        }
        format!("{} {turn}", rows.join("/"))
    };
    placements("1*3*1/*5*/7/7/7/*5*/1*3*1", &format!("Kk{men}"), |_, _| true).iter().map(coloured).collect()
}

#[test]
fn chameleon_of_three_men_agrees_with_brute_force() {
    let rules = Rules::new("chameleon").expect("a game");
    let seeds = [chameleon_seeds(""), chameleon_seeds("X")].concat();
    let solution = solve(&rules, seeds, Turning::HalfTurn);
    assert!(solution.positions.len() > 100_000);
    compare::<Chameleon>(&shipped(), &solution, Turning::HalfTurn);
}

fn shashmaty_of_three_men<G: Tabled>() {
    let rules = Rules::new(G::NAME).expect("a game");
    let others: Vec<String> = G::LETTERS.chars().map(String::from).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let solution = solve(&rules, seeds(&others, |row, column| (row + column) % 2 == 1), Turning::HalfTurn);
    assert!(solution.positions.len() > 100_000);
    compare::<G>(&shipped(), &solution, Turning::HalfTurn);
}

#[test]
fn shashmaty_of_three_men_agrees_with_brute_force() {
    shashmaty_of_three_men::<Shashmaty>();
    shashmaty_of_three_men::<ShashmatyDamka>();
    shashmaty_of_three_men::<ShashmatyDragon>();
}

/// Ultima's placements with White's king in an eighth of the board: all others are images of these.
fn ultima_seeds(others: &[&str]) -> Vec<String> {
    let mut all = seeds(others, |_, _| true);
    all.retain(|text| {
        let at = |text: &str| {
            let (row, row_text) = text.split('/').enumerate().find(|(_, row)| row.contains('K')).expect("a king");
            let before = row_text.split('K').next().expect("what is before it");
            (row, before.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum::<u32>() as usize)
        };
        let (row, column) = at(text.split(' ').next().expect("a placement"));
        (4..8).contains(&row) && column <= 7 - row
    });
    all
}

#[test]
fn ultima_of_three_men_agrees_with_brute_force() {
    let rules = Rules::new("ultima").expect("a game");
    let solution = solve(&rules, ultima_seeds(&["P", "L", "W", "C", "I", "X"]), Turning::AllWays);
    assert!(solution.positions.len() > 300_000);
    compare::<Ultima>(&shipped(), &solution, Turning::AllWays);
}

/// Holds random positions of a class against what the reference rules make of their moves.
fn follows_from_moves<G: Tabled>(set: &Set<G>, name: &str, positions: usize) {
    let rules = Rules::new(G::NAME).expect("a game");
    let setting = G::Setting::default();
    let table = set.table(class::<G>(name)).expect("a table");
    let mut random = StdRng::seed_from_u64(17);
    let positions: Vec<G> = (0..positions).map(|_| random_position(table.layout(), &mut random)).collect();
    positions.par_iter().for_each(|position| {
        let reference = rules.parse(&position.fen()).expect("both rules allow it");
        let value = |text: &str| {
            let child = G::parse(text, setting).expect("both rules allow it");
            match set.probe(&child) {
                Some(verdict) => verdict.before().rank(),
                None => {
                    assert!(set.class_of(&child).is_none(), "no table for {text}");
                    Verdict::Won(1).rank()
                }
            }
        };
        let expected = match reference.result() {
            Some(("1/2-1/2", _)) => 0,
            Some(_) => Verdict::Lost(0).rank(),
            None => reference.moves().iter().map(|m| value(&m.after.fen())).max().expect("there are moves"),
        };
        let stored = set.probe(position).expect("in the table");
        assert_eq!(stored.rank(), expected, "{} {}", G::NAME, position.fen());
    });
}

#[test]
fn four_men_follow_from_the_reference_rules() {
    let set = shipped::<Chameleon>();
    follows_from_moves(&set, "KX-KX", 10_000);
    follows_from_moves(&set, "KXX-K", 10_000);
}

/// The value by a search of all moves to a depth, by the rules alone: plies and one more, 0 where nothing is decided.
fn search<G: Tabled>(position: &G, depth: u16) -> i32 {
    let moves = position.legal();
    if let Some(outcome) = position.outcome(&moves) {
        return if outcome.winner.is_some() { -1 } else { 0 };
    }
    if depth == 0 {
        return 0;
    }
    let mut best = i32::MIN;
    for &m in &moves {
        let mut next = position.clone();
        next.play(m);
        let value = match search(&next, depth - 1) {
            0 => 0,
            lost if lost < 0 => 1_000 + lost,
            won => won - 1_000,
        };
        best = best.max(value);
    }
    match best {
        0 => 0,
        won if won > 0 => 1_000 - won + 1,
        lost => -(lost + 1_000) - 1,
    }
}

/// Holds tables against a search to a depth; half of the positions are decided within it.
fn agrees_with_search<G: Tabled>(set: &Set<G>, depth: u16, positions: usize) {
    let mut random = StdRng::seed_from_u64(depth.into());
    let most = set.most_men();
    let tables: Vec<_> = set.tables().into_iter().filter(|table| table.layout().class().men() == most).collect();
    let mut chosen = Vec::new();
    let (mut near, mut far) = (0, 0);
    while chosen.len() < positions {
        let table = &tables[random.random_range(0..tables.len())];
        let position = random_position(table.layout(), &mut random);
        let verdict = set.probe(&position).expect("in the table");
        let is_near = verdict.plies().is_some_and(|plies| plies <= depth);
        let count = if is_near { &mut near } else { &mut far };
        *count += 1;
        if *count <= positions / 2 {
            chosen.push((position, verdict, is_near));
        }
    }
    chosen.par_iter().for_each(|(position, verdict, is_near)| {
        let expected = if *is_near { signed(*verdict) } else { 0 };
        assert_eq!(search(position, depth), expected, "{} {}", G::NAME, position.fen());
    });
}

#[test]
fn tables_say_what_searches_find() {
    agrees_with_search::<Chameleon>(&shipped(), 4, 400);
    agrees_with_search::<Shashmaty>(&shipped(), 5, 400);
    agrees_with_search::<ShashmatyDamka>(&shipped(), 5, 400);
    agrees_with_search::<ShashmatyDragon>(&shipped(), 5, 400);
    agrees_with_search::<Ultima>(&shipped(), 3, 400);
}

#[test]
fn what_no_table_has_is_said() {
    let tables = Tables::in_directories(Vec::new());
    let probe = |fen: &str| {
        let position = Chameleon::parse(fen, Default::default()).expect("a position");
        triptych::tablebase::probe(&tables, &position)
    };
    // A knight on a red square has not moved yet, and a game may begin so.
    assert_eq!(probe("1*1k1*1/*5*/7/7/7/*5*/1*1N1*K w"), None);
    assert!(probe("1*1k1*1/*5*/7/7/7/*5*/1*1B1*K w").is_some());
    assert_eq!(probe(Chameleon::START), None);
}

/// Holds 20,000 positions of all classes of four men that are in a directory together.
fn campaign<G: Tabled>(directory: &std::path::Path) {
    let set = Set::<G>::open(&[directory.to_owned()], G::Setting::default());
    let tables: Vec<_> = set.tables().into_iter().filter(|table| table.layout().class().men() == 4).collect();
    for table in &tables {
        follows_from_moves(&set, &table.layout().class().name::<G>(), 20_000usize.div_ceil(tables.len()));
    }
    if !tables.is_empty() {
        agrees_with_search(&set, 3, 400);
    }
    eprintln!("{}: {} classes", G::NAME, tables.len());
}

/// `TRIPTYCH_TABLES=DIR cargo test -p triptych --test tablebase four_men_of -- --ignored`
#[test]
#[ignore = "a campaign over the tables of four men in the directory TRIPTYCH_TABLES"]
fn four_men_of_all_games_follow_from_the_reference_rules() {
    let directory = std::env::var_os("TRIPTYCH_TABLES").map(std::path::PathBuf::from).unwrap_or_default();
    campaign::<Chameleon>(&directory);
    campaign::<Shashmaty>(&directory);
    campaign::<ShashmatyDamka>(&directory);
    campaign::<ShashmatyDragon>(&directory);
    campaign::<Ultima>(&directory);
}

#[test]
#[ignore = "many minutes and several gigabytes: solves every position of four men by the reference rules"]
fn chameleon_of_four_men_agrees_with_brute_force() {
    let rules = Rules::new("chameleon").expect("a game");
    let seeds = [chameleon_seeds(""), chameleon_seeds("X"), chameleon_seeds("XX"), chameleon_seeds("Xx")].concat();
    let solution = solve(&rules, seeds, Turning::HalfTurn);
    compare::<Chameleon>(&shipped(), &solution, Turning::HalfTurn);
    // The names of all images are the same position's.
    assert_eq!(two_fields(&solution.positions[0]), solution.positions[0]);
}
