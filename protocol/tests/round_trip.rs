//! What holds for all lines and all values: reading never fails, writing gives one line, and what is written is read
//! back as the same value.

mod values;

use proptest::prelude::*;
use triptych_protocol::parts::{Joiner, burst};
use triptych_protocol::uci::{self, Go, VariantStart};
use triptych_protocol::xboard::{self, Edit};
use triptych_protocol::{Dialect, GameResult, MoveText, Route, Setting, Square};
use values::*;

fn is_one_line(text: &str) -> bool {
    !text.contains(|c: char| c.is_control() && c != '\t')
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn xboard_commands_come_back(command in xboard_command()) {
        prop_assert_eq!(xboard::Command::parse(&command.to_string()), command);
    }

    #[test]
    fn xboard_replies_come_back(reply in xboard_reply()) {
        prop_assert_eq!(xboard::Reply::parse(&reply.to_string()), reply);
    }

    #[test]
    fn uci_commands_come_back(command in uci_command()) {
        prop_assert_eq!(uci::Command::parse(&command.to_string()), command);
    }

    #[test]
    fn uci_replies_come_back(reply in uci_reply()) {
        prop_assert_eq!(uci::Reply::parse(&reply.to_string()), reply);
    }

    #[test]
    fn moves_come_back(text in move_text()) {
        prop_assert_eq!(text.to_string().parse(), Ok(text.clone()));
        prop_assert!(MoveText::is_meant_by(&text.to_string()));
        let shouted = text.to_string().to_ascii_uppercase();
        prop_assert_eq!(shouted.parse(), Ok(text));
    }

    #[test]
    fn settings_come_back(setting in setting(xboard_kind())) {
        prop_assert_eq!(Setting::from_xboard(&setting.to_xboard()), Ok(setting));
    }

    #[test]
    fn variants_come_back(name in "[a-z-]{1,9}", files: u8, ranks: u8, start in "[a-z0-9/]{1,9} [wb] - -") {
        let start = VariantStart { name, files, ranks, start };
        prop_assert_eq!(VariantStart::parse(&start.to_string()), Some(start));
    }

    #[test]
    fn bursts_are_joined_again(parts in part_chain(), letter in letter(), relayed: bool) {
        let lines = burst(&parts, letter).expect("good parts");
        let mut joiner = Joiner::default();
        let mut joined = vec![];
        for line in lines {
            prop_assert!(joined.is_empty());
            let line = if relayed { line.to_relayed() } else { line };
            let line = line.to_string().parse().expect("readable");
            joined.extend(joiner.push(line).expect("a part"));
        }
        let victims: Vec<Square> = parts.iter().flat_map(|part| part.victims.clone()).collect();
        let whole = MoveText::victims(parts[0].start, victims, parts[parts.len() - 1].end, letter);
        prop_assert_eq!(joined.len(), 1);
        prop_assert_eq!(MoveText { relayed: false, ..joined[0].clone() }, whole);
        prop_assert!(joiner.pending().is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Whatever comes in, reading gives a value, and that value, written, is one line that is read as the same value.
    #[test]
    fn any_line_is_read(line in any_line()) {
        let command = xboard::Command::parse(&line);
        prop_assert!(is_one_line(&command.to_string()));
        prop_assert_eq!(xboard::Command::parse(&command.to_string()), command);
        let reply = xboard::Reply::parse(&line);
        prop_assert!(is_one_line(&reply.to_string()));
        prop_assert_eq!(xboard::Reply::parse(&reply.to_string()), reply);
        let command = uci::Command::parse(&line);
        prop_assert!(is_one_line(&command.to_string()));
        if let uci::Command::Go(go) = command {
            prop_assert_eq!(Go::parse(&go.to_string()), Go { problems: vec![], ..go });
        } else {
            prop_assert_eq!(uci::Command::parse(&command.to_string()), command);
        }
        let reply = uci::Reply::parse(&line);
        prop_assert!(is_one_line(&reply.to_string()));
        prop_assert_eq!(uci::Reply::parse(&reply.to_string()), reply);
        let edit = Edit::parse(&line);
        prop_assert_eq!(Edit::parse(&edit.to_string()), edit);
        let _ = (Dialect::of(&line), VariantStart::parse(&line), line.parse::<Square>(), line.parse::<GameResult>());
    }

    /// A word that reads as a move reads as the same one after writing, and has at least two squares.
    #[test]
    fn any_word_is_read(word in prop_oneof![any::<String>(), "[a-eA-Ex1-5,=@-]{0,16}", "([a-c][1-3][x,-]?){1,6}[=a-z0-9]{0,2}"]) {
        if let Ok(text) = word.parse::<MoveText>() {
            prop_assert_eq!(text.to_string().parse(), Ok(text.clone()));
            let full = match &text.route {
                Route::Path(squares) => squares.len() >= 2,
                Route::Victims { victims, .. } => !victims.is_empty(),
                Route::Null => true,
            };
            prop_assert!(full);
            prop_assert!(word == "0000" || MoveText::is_meant_by(&word));
        }
        let _ = Setting::from_xboard(&word);
        let _ = Setting::from_uci(&word);
    }
}
