//! A game with the knowledge of its seats, driven by codes.

use crate::code::{Choice, ChoiceDocument, CodeError, Step};
use crate::encode::Encode;
use crate::layout::Information;
use game::{Observer, Outcome, Seat, SeatSet, Source, Turn, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashSet;

/// The effect of a code.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Played<Action> {
    /// The choice needs more codes; the game is as before.
    Pending,
    /// This action was played.
    Action(Action),
}

/// A game, the knowledge of each seat, and each seat's half-made choice.
///
/// The knowledge follows from the events that the seat may know, from the start of tracking. A tracker that starts from a
/// position in the middle of a game knows nothing but the position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tracked<G: Encode> {
    game: G,
    choices: [Choice; Seat::MAX],
    knowledge: [G::Knowledge; Seat::MAX],
}

/// Tells each seat's counter the events that the seat may know, then passes them on to the caller's observer.
struct Ears<'a, G: Encode, O> {
    seats: usize,
    knowledge: &'a mut [G::Knowledge; Seat::MAX],
    other: &'a mut O,
}

impl<G: Encode, O: Observer<G::Event>> Observer<G::Event> for Ears<'_, G, O> {
    #[inline]
    fn observe(&mut self, event: G::Event) {
        if G::HAS_SECRETS {
            for (me, knowledge) in Seat::first(self.seats).zip(self.knowledge.iter_mut()) {
                G::hear(knowledge, me, &G::redact(event, Viewer::Seat(me)));
            }
        }
        self.other.observe(event);
    }
}

/// Whether codes of `me` can lead to a choice.
fn is_reachable<G: Encode>(game: &G, me: Seat, wanted: &Choice) -> bool {
    let mut mask = vec![0; G::ACTIONS];
    let (mut open, mut known) = (vec![Choice::NONE], HashSet::from([Choice::NONE]));
    while let Some(choice) = open.pop() {
        if choice == *wanted {
            return true;
        }
        game.mask(me, &choice, &mut mask);
        for code in mask.iter().enumerate().filter(|(_, bit)| **bit == 1).map(|(code, _)| code) {
            let Ok(Step::Pending(next)) = game.step(me, &choice, code) else { continue };
            if next.is_part_of(wanted) && known.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

impl<G: Encode> Tracked<G> {
    /// Starts tracking a game, with nothing counted yet.
    #[must_use]
    pub fn new(game: G) -> Tracked<G> {
        Tracked { game, choices: [Choice::NONE; Seat::MAX], knowledge: [G::Knowledge::default(); Seat::MAX] }
    }

    /// The game.
    #[must_use]
    #[inline]
    pub fn game(&self) -> &G {
        &self.game
    }
    /// Returns the knowledge of a seat.
    #[must_use]
    #[inline]
    pub fn knowledge(&self, seat: Seat) -> &G::Knowledge {
        &self.knowledge[seat.index()]
    }
    /// Everything the seats have counted and half chosen, as a document; [`Tracked::with_memory`] reads it.
    #[must_use]
    pub fn memory(&self) -> Value {
        let seats = self.game.seats();
        let choices: Vec<ChoiceDocument> = self.choices[..seats].iter().map(ChoiceDocument::from).collect();
        json!({ "knowledge": self.knowledge[..seats], "choices": choices })
    }
    /// Resumes tracking a game with the knowledge and choices of a document of [`Tracked::memory`].
    ///
    /// # Errors
    /// If the document is impossible at this position, with the reason.
    pub fn with_memory(game: G, memory: &Value) -> Result<Tracked<G>, String> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Memory<K> {
            knowledge: Vec<K>,
            choices: Vec<ChoiceDocument>,
        }
        let seats = game.seats();
        let read = Memory::<G::Knowledge>::deserialize(memory).map_err(|error| error.to_string())?;
        if read.knowledge.len() != seats || read.choices.len() != seats {
            return Err(format!("there are {seats} seats, and as many have counted and chosen"));
        }
        let mut table = Tracked::new(game);
        table.knowledge[..seats].copy_from_slice(&read.knowledge);
        for (seat, document) in Seat::first(seats).zip(&read.choices) {
            let choice = document.choice().filter(|choice| is_reachable(&table.game, seat, choice));
            table.choices[seat.index()] = choice
                .ok_or_else(|| format!("seat {seat} cannot have begun the choice {:?}", document.codes))?;
        }
        Ok(table)
    }
    /// The choice that a seat has half made.
    #[must_use]
    #[inline]
    pub fn choice(&self, seat: Seat) -> &Choice {
        &self.choices[seat.index()]
    }
    /// Drops a half-made choice, so that the seat starts over.
    pub fn cancel(&mut self, seat: Seat) {
        self.choices[seat.index()] = Choice::NONE;
    }

    /// Returns the seat that acts next, where one must be named: first the seat that has begun a choice, then those that have yet
    /// to answer an open offer, then the active seat. Seats that discard at the same time come in the order of the table. `None`
    /// if nobody decides.
    #[must_use]
    #[inline]
    pub fn to_act(&self) -> Option<Seat> {
        let Turn::Decide(seats) = self.game.turn() else { return None };
        if seats.len() == 1 {
            return seats.lowest();
        }
        let has_begun = |seat: &Seat| !self.choices[seat.index()].is_empty();
        seats.into_iter().find(has_begun).or_else(|| self.game.due(seats))
    }

    /// Writes the mask of the codes that a seat may play next.
    ///
    /// # Panics
    /// If `mask` does not have [`Encode::ACTIONS`] bytes.
    #[inline]
    pub fn mask(&self, seat: Seat, mask: &mut [u8]) {
        self.game.mask(seat, &self.choices[seat.index()], mask);
    }

    /// Updates a seat's knowledge with its view of the table, then writes its observation.
    ///
    /// # Panics
    /// If `out` does not have the size of the layout.
    #[inline]
    pub fn observe(&mut self, seat: Seat, information: Information, out: &mut [f32]) {
        let at = seat.index();
        self.game.look(&mut self.knowledge[at], seat);
        self.game.observe(seat, &self.choices[at], &self.knowledge[at], information, out);
    }

    /// Plays a code for a seat.
    ///
    /// # Errors
    /// If the mask does not allow it; nothing changes then.
    #[inline]
    pub fn play(&mut self, seat: Seat, code: usize) -> Result<Played<G::Action>, CodeError> {
        self.play_observed(seat, code, &mut ())
    }

    /// Plays a code for a seat and passes the events to an observer, unredacted.
    ///
    /// # Errors
    /// If the mask does not allow it; nothing changes then.
    pub fn play_observed(
        &mut self,
        seat: Seat,
        code: usize,
        observer: &mut impl Observer<G::Event>,
    ) -> Result<Played<G::Action>, CodeError> {
        match self.game.step(seat, &self.choices[seat.index()], code)? {
            Step::Pending(choice) => {
                self.choices[seat.index()] = choice;
                Ok(Played::Pending)
            }
            Step::Action(action) => {
                self.game.look(&mut self.knowledge[seat.index()], seat);
                self.do_unchecked(seat, action, observer);
                Ok(Played::Action(action))
            }
        }
    }

    /// Plays an action that was not given in codes.
    ///
    /// # Errors
    /// As [`game::Game::check`]; nothing changes then.
    pub fn act(
        &mut self,
        seat: Seat,
        action: G::Action,
        observer: &mut impl Observer<G::Event>,
    ) -> Result<(), G::Illegal> {
        self.game.check(seat, action)?;
        self.game.look(&mut self.knowledge[seat.index()], seat);
        self.do_unchecked(seat, action, observer);
        Ok(())
    }

    /// Plays an action that the caller knows to be legal; debug builds check it again.
    pub fn act_unchecked(&mut self, seat: Seat, action: G::Action, observer: &mut impl Observer<G::Event>) {
        self.game.look(&mut self.knowledge[seat.index()], seat);
        self.do_unchecked(seat, action, observer);
    }

    fn do_unchecked(&mut self, seat: Seat, action: G::Action, observer: &mut impl Observer<G::Event>) {
        let seats = self.game.seats();
        let mut ears = Ears::<G, _> { seats, knowledge: &mut self.knowledge, other: observer };
        self.game.play_unchecked(seat, action, &mut ears);
        self.settle_choices();
    }

    /// Drops all half-made choices: an event may have made them impossible.
    #[inline]
    fn settle_choices(&mut self) {
        self.choices = [Choice::NONE; Seat::MAX];
    }

    /// Applies an outcome of nature.
    ///
    /// # Errors
    /// If none is due, or this one cannot be; nothing changes then.
    pub fn resolve(
        &mut self,
        chance: G::Chance,
        observer: &mut impl Observer<G::Event>,
    ) -> Result<(), G::Illegal> {
        let mut ears =
            Ears::<G, _> { seats: self.game.seats(), knowledge: &mut self.knowledge, other: observer };
        self.game.resolve(chance, &mut ears)?;
        self.settle_choices();
        Ok(())
    }

    /// Resolves chance events until a seat decides; returns the outcome if the game is over.
    pub fn advance(&mut self, source: &impl Source) -> Option<Outcome> {
        self.advance_observed(source, &mut ())
    }

    /// Resolves chance events in the same way and passes the events to an observer, unredacted.
    pub fn advance_observed(
        &mut self,
        source: &impl Source,
        observer: &mut impl Observer<G::Event>,
    ) -> Option<Outcome> {
        loop {
            match self.game.turn() {
                Turn::Decide(_) => return None,
                Turn::Over(outcome) => return Some(outcome),
                Turn::Chance(_) => {
                    let (purpose, index) = self.game.chance_key();
                    let chance = self.game.draw(&mut source.stream(purpose, index));
                    let seats = self.game.seats();
                    let mut ears =
                        Ears::<G, _> { seats, knowledge: &mut self.knowledge, other: &mut *observer };
                    self.game.resolve_unchecked(chance, &mut ears);
                    self.settle_choices();
                }
            }
        }
    }

    /// A random world that agrees with all that the seat knows, with the same counters.
    #[must_use]
    pub fn determinize(&self, seat: Seat, draws: &mut impl game::Draws) -> Tracked<G> {
        Tracked { game: self.game.determinize(seat, &self.knowledge[seat.index()], draws), ..*self }
    }

    /// The seats that decide now.
    #[must_use]
    pub fn deciding(&self) -> SeatSet {
        match self.game.turn() {
            Turn::Decide(seats) => seats,
            _ => SeatSet::EMPTY,
        }
    }
}
