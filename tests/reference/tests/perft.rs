//! Perft of the reference rules: the project's own numbers, and numbers published for close relatives of the games,
//! which are met once a test-only switch turns off what is different here.

use triptych_reference::Rules;

/// Compares the numbers of depths 1, 2, ….
fn check(rules: &Rules, expected: &[u64]) {
    let start = rules.start();
    let found: Vec<u64> = (1..).take(expected.len()).map(|depth| start.perft(depth)).collect();
    assert_eq!(found, expected);
}

fn rules(game: &str) -> Rules {
    Rules::new(game).expect("a game's name")
}

#[test]
fn ultima() {
    check(&rules("ultima"), &[32, 944, 42751]);
}

#[test]
fn ultima_without_turns_suicide_and_doubled_dragons() {
    let rules = rules("ultima").straight_chains_only().dragons_switched_off().no_suicide();
    check(&rules, &[32, 944, 42762, 1849854]);
}

#[test]
fn shashmaty() {
    check(&rules("shashmaty"), &[9, 81, 652, 4402]);
}

#[test]
fn shashmaty_damka() {
    check(&rules("shashmaty-damka"), &[9, 81, 652, 4376]);
}

#[test]
fn shashmaty_dragon() {
    check(&rules("shashmaty-dragon"), &[9, 81, 652, 4376]);
}

#[test]
fn shashmaty_as_cheskers() {
    check(&rules("shashmaty").golomb(), &[9, 81, 652, 4395]);
}

#[test]
fn chameleon() {
    check(&rules("chameleon"), &[15, 213, 4031, 71396]);
}

#[test]
fn chameleon_with_fixed_kinds() {
    check(&rules("chameleon").fixed_kinds(), &[15, 207, 3322, 49947]);
}

#[test]
#[ignore = "some 15 million positions"]
fn chameleon_with_fixed_kinds_to_depth_six() {
    assert_eq!(rules("chameleon").fixed_kinds().start().perft(6), 14_391_952);
}
