//! Who has scored what against whom, counted and rated as the arena does.

use std::fmt::Write;

use super::Played;
use super::html::escaped;
use crate::arena::record::Summary;
use crate::arena::schedule::Fixture;
use crate::arena::standing::{Place, Standing};
use crate::arena::verdict::{Termination, result};

/// The crosstable; empty unless several games between several players have a result.
pub(super) fn table(games: &[Played]) -> String {
    let standing = standing(games);
    if standing.names.len() < 2 || standing.games.len() < 2 {
        return String::new();
    }
    let places = standing.places();
    let mut text = String::from(
        "<section class=\"crosstable\" aria-labelledby=\"crosstable-title\">\n<h2 id=\"crosstable-title\">Crosstable</h2>\n\
         <div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"crosstable-title\">\n<table>\n<thead><tr>\
         <th scope=\"col\">#</th><th scope=\"col\">Player</th><th scope=\"col\">Elo</th><th scope=\"col\">Points</th>",
    );
    for rank in 1..=places.len() {
        let _ = write!(text, "<th scope=\"col\">{rank}</th>");
    }
    text.push_str("</tr></thead>\n<tbody>\n");
    for (rank, place) in places.iter().enumerate() {
        let Place { engine, results, rating } = place;
        let elo = rating.map_or("–".to_owned(), |rating| format!("{:+.0} ± {:.0}", rating.elo, rating.error));
        let _ = write!(
            text,
            "<tr><td>{}</td><th scope=\"row\">{}</th><td>{elo}</td><td>{:.1}/{}</td>",
            rank + 1,
            escaped(&standing.names[*engine]),
            results.points(),
            results.games()
        );
        for other in &places {
            let results = standing.results(*engine, other.engine);
            let cell = match results.games() {
                _ if *engine == other.engine => "×".to_owned(),
                0 => "–".to_owned(),
                games => format!("{:.1}/{games}", results.points()),
            };
            let _ = write!(text, "<td>{cell}</td>");
        }
        text.push_str("</tr>\n");
    }
    text.push_str("</tbody>\n</table>\n</div>\n</section>\n");
    text
}

/// The games that have a result and two players.
fn standing(games: &[Played]) -> Standing {
    let counted = || games.iter().filter(|game| game.white != game.black && game.winner().is_some());
    let mut names: Vec<String> = Vec::new();
    for name in counted().flat_map(|game| [&game.white, &game.black]) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    let number = |name: &String| names.iter().position(|other| other == name).unwrap_or_default();
    let mut standing = Standing::new(names.clone());
    for (index, game) in counted().enumerate() {
        // Files need not say which games share an opening: here every game is by itself.
        let fixture = Fixture {
            number: index,
            round: index + 1,
            in_round: 1,
            pair: index,
            white: number(&game.white),
            black: number(&game.black),
        };
        standing.add(Summary {
            fixture,
            round: fixture.name(),
            white: game.white.clone(),
            black: game.black.clone(),
            result: result(game.winner().flatten()),
            termination: Termination::Rules.name(),
            reason: game.closing.clone(),
            plies: game.plies.len() - 1,
            thinking: [0.0; 2],
            seconds: None,
        });
    }
    standing
}
