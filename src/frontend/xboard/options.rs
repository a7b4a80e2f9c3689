//! What the GUI sets: memory, cores, paths, options.

use triptych_protocol::Dialect;
use triptych_protocol::xboard::Reply;

use super::said::TABLEBASES;
use super::{Action, Session, say};
use crate::frontend::boards::Chosen;
use crate::frontend::settings::{Effect, MOST_MEMORY, MOST_THREADS};

impl Session {
    pub(super) fn set_memory(&mut self, mebibytes: u64, actions: &mut Vec<Action>) {
        self.settings.memory = mebibytes.clamp(1, MOST_MEMORY) as usize;
        self.take_effect(&Effect::Memory, actions);
    }

    pub(super) fn set_cores(&mut self, cores: u32, actions: &mut Vec<Action>) {
        self.settings.threads = u64::from(cores).clamp(1, MOST_THREADS) as usize;
        self.take_effect(&Effect::Threads, actions);
    }

    pub(super) fn set_tablebase_path(&mut self, kind: &str, path: &str, actions: &mut Vec<Action>) {
        if kind != TABLEBASES {
            actions.push(say(Reply::Comment(format!("endgame tables of another kind are not read: {kind}"))));
        } else if let Some(Ok(effect)) = self.settings.set(Dialect::Xboard, "TablebasePath", Some(path)) {
            self.take_effect(&effect, actions);
        }
    }

    pub(super) fn set_option(&mut self, name: &str, value: Option<&str>, line: &str, actions: &mut Vec<Action>) {
        if let Some(answer) = value.and_then(|value| self.boards.set(name, value)) {
            match answer {
                Ok(Chosen::Used) => {}
                Ok(Chosen::Waits(why)) => {
                    actions.push(say(Reply::Comment(format!("{name} waits for what fits it: {why}"))));
                }
                Err(why) => actions.push(say(Reply::TellUserError(format!("{name}: {why}")))),
            }
            return;
        }
        let lines = self.settings.lines;
        match self.settings.set(Dialect::Xboard, name, value) {
            None => actions.push(say(Reply::error("unknown option", line.trim_ascii()))),
            Some(Err(why)) => actions.push(say(Reply::error(&why, line.trim_ascii()))),
            Some(Ok(effect)) => self.take_effect(&effect, actions),
        }
        if lines != self.settings.lines {
            self.look_again(actions);
        }
    }

    fn take_effect(&mut self, effect: &Effect, actions: &mut Vec<Action>) {
        actions.extend(self.settings.bring_about(effect, self.has_engine));
        match effect {
            // An analysis would go on without them.
            Effect::Tables if self.analysis.is_some() => {
                self.stop_looking(actions);
                self.search_board(actions);
            }
            Effect::Notice(text) => actions.push(say(Reply::Comment(text.clone()))),
            Effect::Reset(_) => actions.push(say(Reply::Comment("all options are as in the beginning".into()))),
            _ => {}
        }
    }
}
