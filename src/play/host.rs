//! What surrounds a game, however it is shown: the thinking thread, the game's file, and who is told of trouble with it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Instant;

use anyhow::Context;

use super::archive::{Archive, Left, Place};
use super::model::{Effect, Model};
use super::sitting::Sitting;
use crate::book::Guide;
use crate::frontend::Event;
use crate::frontend::thinker::{Job, Thinker};
use crate::tablebase::Tables;
use crate::variant::Variant;

/// The engine's table, in MiB.
const HASH: usize = 64;

/// The surroundings of one game.
#[derive(Debug)]
pub struct Host {
    thinker: Thinker,
    archive: Option<Archive>,
    place: Option<Place>,
    /// Why the game is not kept, if that was not told yet.
    trouble: Option<String>,
    variant: Variant,
}

/// What a game begins with.
#[derive(Debug)]
pub enum Beginning {
    /// Before its first move.
    New(Sitting),
    /// Where it was left.
    Left(Left),
}

impl Host {
    /// Starts the thinking thread; what it finds comes from the receiver.
    ///
    /// # Errors
    /// If the system has no thread to give.
    pub fn start(variant: Variant, archive: Option<Archive>) -> anyhow::Result<(Host, Sender<Event>, Receiver<Event>)> {
        let (sender, events) = channel();
        let tables = Tables::with_user_directory(Vec::new());
        let thinker = Thinker::start(sender.clone(), tables).context("the thinking thread could not be started")?;
        thinker.give(Job::Use(variant, HASH));
        Ok((Host { thinker, archive, place: None, trouble: None, variant }, sender, events))
    }

    /// The games that can be gone on with, the last one first. What is wrong with others is told.
    pub fn left(&mut self) -> (Vec<Left>, Vec<String>) {
        self.archive.as_ref().map_or((Vec::new(), Vec::new()), |archive| archive.left(self.variant))
    }

    /// Begins a game, or goes on with one.
    ///
    /// # Errors
    /// If somebody else goes on with it.
    pub fn begin(&mut self, beginning: Beginning) -> anyhow::Result<Model> {
        self.thinker.stop();
        self.place = None;
        let sitting = match beginning {
            Beginning::New(sitting) => {
                let place = match &self.archive {
                    Some(archive) => archive.create(self.variant).map_err(|why| why.to_string()),
                    None => Err("the system names no folder for it".to_owned()),
                };
                match place {
                    Ok(place) => self.place = Some(place),
                    // It can be played all the same.
                    Err(why) => self.trouble = Some(format!("this game is not kept: {why}")),
                }
                sitting
            }
            Beginning::Left(left) => {
                let archive = self.archive.as_ref().context("there is no folder of games")?;
                let place = archive.take(&left);
                self.place = Some(place.with_context(|| left.path.display().to_string())?);
                left.sitting
            }
        };
        self.thinker.give(Job::NewGame);
        let terrain = sitting.game().terrain();
        let book = self.variant.book(terrain.as_deref(), None).ok().flatten().map(Guide::usual);
        let (model, effects) = Model::new(sitting, book, Instant::now());
        self.carry_out(&model, effects);
        Ok(model)
    }

    /// Does what is to be done.
    pub fn carry_out(&mut self, model: &Model, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::Work(job) => self.thinker.give(*job),
                Effect::Stop => self.thinker.stop(),
                Effect::Keep => {
                    let written = self.place.as_ref().map(|place| place.write(&model.sitting().pgn()));
                    if let Some(Err(why)) = written {
                        self.trouble = Some(format!("the game could not be kept: {why}"));
                    }
                }
            }
        }
    }

    /// What went wrong since this was asked last.
    pub fn take_trouble(&mut self) -> Option<String> {
        self.trouble.take()
    }

    /// Whether the game is in a file.
    pub fn keeps(&self) -> bool {
        self.place.as_ref().is_some_and(|place| place.path().exists())
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.thinker.stop();
    }
}
