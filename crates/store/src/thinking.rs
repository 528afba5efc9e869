//! Decisions of bots that workers make for the nodes of a cluster.
//!
//! The owner of a table asks for a decision, a worker claims it, and the owner finds the answer. Nothing depends on it: an owner
//! whose question nobody answers decides by itself, and it checks every answer like the action of any bot.

use super::StoreError;
use game::{Seat, Seed};
use std::fmt;
use std::time::Duration;
use table::keys::TableId;

/// A decision that a bot has to make.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The table.
    pub table: TableId,
    /// The number of the last entry of its log at which the bot decides.
    pub number: u64,
    /// The seat of the bot.
    pub seat: Seat,
    /// The name of the bot.
    pub bot: String,
    /// The seed of the decision.
    pub seed: Seed,
}

/// The number of a question, which no other question has or had.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QuestionId(pub i64);

/// The answer of a worker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Thought {
    /// The bot does this.
    Chosen(String),
    /// The worker cannot say what the bot would do.
    Declined,
}

/// The side of the nodes: questions and their answers.
pub trait Thinking: Send + Sync {
    /// Asks for a decision, which nobody needs after `patience`; `None` if no worker of this version runs.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn ask(&self, decision: &Decision, patience: Duration) -> Result<Option<QuestionId>, StoreError>;

    /// Takes the answer to a question out, if there is one.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn take_answer(&self, question: QuestionId) -> Result<Option<Thought>, StoreError>;

    /// Takes a question back; `false` if a worker is at it or has answered.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn withdraw(&self, question: QuestionId) -> Result<bool, StoreError>;
}

/// The side of a worker: decisions to make.
pub trait Decisions: Send + Sync {
    /// Says that this worker runs, for as long as `lease`. Questions that nobody needs any more are removed.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn announce(&self, lease: Duration) -> Result<(), StoreError>;

    /// Says that this worker claims nothing more.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn leave(&self) -> Result<(), StoreError>;

    /// Claims the oldest question for this version that no worker is at, if there is one.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn claim(&self) -> Result<Option<Box<dyn Claimed>>, StoreError>;

    /// Returns the secret that the nodes share.
    ///
    /// # Errors
    /// If the store cannot be read.
    fn key(&self) -> Result<[u8; 32], StoreError>;
}

/// A decision that a worker has claimed. Once it is dropped, or the process has ended, another worker may claim it.
pub trait Claimed: fmt::Debug + Send {
    /// The decision.
    fn decision(&self) -> &Decision;

    /// Answers.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn answer(self: Box<Self>, thought: &Thought) -> Result<(), StoreError>;
}
