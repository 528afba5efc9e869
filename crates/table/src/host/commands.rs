//! Decides commands: the entries that one makes, or the reason why it is rejected.

use super::{Accepted, Answer, Command, Host, Intent, RejectReason, Rejection, Sender};
use crate::entry::{
    BY_ITSELF, Body, Declined, FulfilledIntent, Joined, Logged, SeatHolder, clean_name, clean_text,
};
use crate::games::bots_for;
use crate::keys::{KeyHash, TableId};
use crate::stored::Index;
use crate::table::{Proposed, UndoRequest};
use fair::Nonce;
use game::{Closing, ParseError, Seat};
use shelf::{AnyGame, Prompt};
use std::collections::BTreeMap;

/// The longest action, in bytes: several times as long as the longest sentence of any game.
pub const ACTION_MAX: usize = 400;
/// The longest command id.
pub const COMMAND_ID_MAX: usize = 64;
/// The longest text of an intent, in bytes. Longer input is rejected before it is queued.
const TEXT_BYTES_MAX: usize = 4 * 1024;
/// The number of remarks that a seat may make in [`TALK_TIME`].
const TALK_MAX: usize = 5;
/// In milliseconds.
const TALK_TIME: u64 = 10_000;

/// The action that rejects an offer, in every game that has offers.
pub(super) const REJECT: &str = "reject";

/// The host's decision on a command.
pub(super) enum Verdict {
    /// Answers it; there is nothing to store.
    Answer(Answer),
    /// Stores these entries.
    Enter(Entries),
}

/// Entries that are to be stored.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) entries: Vec<Proposed>,
    /// The changes to the index by which the table is found.
    pub(super) index: Vec<Index>,
    /// Whether the game is over or the table closed then.
    pub(super) ends: bool,
}

impl<B: Into<Proposed>> From<Vec<B>> for Entries {
    /// Entries that leave the table to be found as it was, and its game going on.
    fn from(entries: Vec<B>) -> Entries {
        Entries { entries: entries.into_iter().map(Into::into).collect(), index: Vec::new(), ends: false }
    }
}

impl<T> Host<T> {
    /// The bot that plays on for somebody.
    pub(super) fn best_bot(&self) -> Option<String> {
        bots_for(self.table.kind()?).first().map(|&bot| bot.to_owned())
    }

    /// Returns the id of a command as the log knows it: clients make the ids, so each key has its own. Seats would not do,
    /// because the sender of a retry may sit elsewhere by then.
    pub(super) fn scoped(&self, command: &Command) -> Option<String> {
        let id = command.id.as_ref()?;
        match command.sender {
            Sender::Holder(key) => Some(format!("{}:{id}", key.short())),
            Sender::Bot(seat) => Some(format!("{seat}:{id}")),
            Sender::Host => Some(format!("host:{id}")),
        }
    }

    pub(super) fn seat_of_sender(&self, sender: Sender) -> Option<Seat> {
        match sender {
            Sender::Holder(key) => self.table.seat_of(key),
            // Whose owner is back does not need a bot any more.
            Sender::Bot(seat) => self.bot_at(seat).map(|_| seat),
            Sender::Host => None,
        }
    }

    pub(super) fn refusal(&self, reason: RejectReason) -> Rejection {
        Rejection { reason, seq: self.version() }
    }

    /// Decides a command: the answer it got before, or new entries.
    pub(super) fn consider(&self, command: &Command, now: u64) -> Result<Verdict, RejectReason> {
        if let Some(seq) = self.scoped(command).and_then(|id| self.answered.find(&id, &self.table.log)) {
            return if self.is_entry_of(seq, &command.intent) {
                let seat = match &self.table.log[seq as usize].body {
                    Body::Joined(joined) => Some(joined.seat),
                    Body::Unchanged { seat, .. } => Some(*seat),
                    _ => self.seat_of_sender(command.sender),
                };
                Ok(Verdict::Answer(Ok(Accepted { seq: self.end_of_batch(seq), seat })))
            } else {
                Err(RejectReason::CommandReused)
            };
        }
        if command.id.is_some()
            && let Some(refusal) = self.refused.find(command)
        {
            return Ok(Verdict::Answer(Err(refusal)));
        }
        // The same people may play again after a game that was closed.
        if self.table.closed.is_some() && !matches!(command.intent, Intent::Next(_)) {
            return Err(RejectReason::Closed);
        }
        self.check_share(command)?;
        if command.seen > self.version() {
            return Err(RejectReason::Ahead);
        }
        match &command.intent {
            Intent::Join { seat, name, nonce } => self.join(command, *seat, name, nonce.as_ref()),
            Intent::Fill { bot } => self.fill(command.sender, bot),
            Intent::Swap { one, other } => self.swap(command, *one, *other),
            Intent::Leave => self.leave(command),
            Intent::Return => self.come_back(command),
            Intent::Replace { seat, online } => self.replace(command.sender, *seat, *online),
            Intent::Act(text) => self.act(command, text),
            Intent::Undo => self.undo(command),
            Intent::AskUndo => self.ask_undo(command),
            Intent::AnswerUndo { agrees } => self.answer_undo(command, *agrees),
            Intent::Say(text) => self.say(command.sender, text, now),
            Intent::Decline(offers) => self.decline(command.sender, *offers),
            Intent::Next(table) => self.play_next(command, *table),
            Intent::Close => self.close(command.sender),
            Intent::AskClose => self.ask_close(command, now),
            Intent::AnswerClose { agrees } => self.answer_close(command, *agrees, now),
            Intent::CloseByHost { reason } => self.close_by_host(command.sender, *reason),
        }
    }

    /// Returns the verdict on a command that asks for what is already so. Its id is stored like that of every other command, so
    /// that a late copy is not carried out. Without an id there is nothing to store; nor is there for a seat that has used up its
    /// share of the log, for which none of these commands can change anything any more.
    pub(super) fn unchanged(&self, command: &Command, seat: Seat) -> Verdict {
        match FulfilledIntent::of(&command.intent) {
            Some(by) if command.id.is_some() && self.has_share(seat) => {
                Verdict::Enter(vec![Body::Unchanged { seat, by }].into())
            }
            _ => Verdict::Answer(Ok(Accepted { seq: self.version(), seat: Some(seat) })),
        }
    }

    fn join(
        &self,
        command: &Command,
        seat: Option<Seat>,
        name: &str,
        nonce: Option<&Nonce>,
    ) -> Result<Verdict, RejectReason> {
        let Sender::Holder(key) = command.sender else { return Err(RejectReason::NotSeated) };
        let own = self.table.seat_of(key);
        if let Some(seat) = own.filter(|&seat| !self.table.expected.contains(seat)) {
            return Ok(self.unchanged(command, seat));
        }
        let name = clean_name(name).ok_or(RejectReason::BadName)?;
        let is_open = |seat: Seat| self.table.chairs.get(seat.index()) == Some(&SeatHolder::Open);
        let free = match (own, seat) {
            (Some(own), _) => Some(own),
            (None, Some(seat)) => Some(seat).filter(|&seat| is_open(seat)),
            (None, None) => Seat::first(self.table.chairs.len()).find(|&seat| is_open(seat)),
        };
        let free = free.ok_or(RejectReason::SeatTaken(seat))?;
        let mut entries =
            vec![Body::Joined(Box::new(Joined { seat: free, name, key, nonce: nonce.cloned() })).into()];
        let mut index = vec![Index::Holder(key)];
        if self.table.missing() == 1 {
            let mut nonces = self.table.nonces.clone();
            nonces.extend(nonce.map(|nonce| (free, nonce.clone())));
            self.begin(&nonces, &mut entries);
            index.extend(self.spent_code());
        }
        Ok(Verdict::Enter(Entries { index, ..entries.into() }))
    }

    fn fill(&self, sender: Sender, bot: &str) -> Result<Verdict, RejectReason> {
        self.check_in_charge(sender)?;
        if !self.table.kind().is_some_and(|kind| bots_for(kind).contains(&bot)) {
            return Err(RejectReason::NoBot(bot.to_owned()));
        }
        if self.table.missing() == 0 {
            return Err(RejectReason::SeatTaken(None));
        }
        let mut entries = vec![Body::Filled { bot: bot.to_owned() }.into()];
        self.begin(&self.table.nonces, &mut entries);
        let index = self.spent_code().into_iter().collect();
        Ok(Verdict::Enter(Entries { index, ..entries.into() }))
    }

    /// Returns the index change that frees the join code, unless it is free already: nobody can sit down once the game has begun,
    /// and another table may use the code.
    pub(super) fn spent_code(&self) -> Option<Index> {
        let created = self.table.created().filter(|_| self.table.game.is_none())?;
        Some(Index::NoCode(created.code.clone()))
    }

    /// The outcomes with which the game begins once the last chair is taken.
    fn begin(&self, nonces: &BTreeMap<Seat, Nonce>, entries: &mut Vec<Proposed>) {
        if let (Some(mut game), Some(nature)) = (self.table.start(), self.table.nature(nonces)) {
            nature.play(&mut game, entries);
        }
    }

    fn swap(&self, command: &Command, one: Seat, other: Seat) -> Result<Verdict, RejectReason> {
        let own = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        if self.table.game.is_some() {
            return Err(RejectReason::Begun);
        }
        let chair =
            |seat: Seat| self.table.chairs.get(seat.index()).ok_or(RejectReason::SeatTaken(Some(seat)));
        let goes = |from: Seat, to: Seat| from == own && chair(to) == Ok(&SeatHolder::Open);
        chair(one)?;
        chair(other)?;
        if one != other
            && (goes(one, other) || goes(other, one) || self.check_in_charge(command.sender).is_ok())
        {
            // Two empty chairs, or two bots of a kind, are the same after as before.
            if chair(one) == chair(other) {
                return Ok(self.unchanged(command, own));
            }
            return Ok(Verdict::Enter(vec![Body::Swapped { seats: (one, other) }].into()));
        }
        Err(RejectReason::SeatTaken(Some(if one == own { other } else { one })))
    }

    fn leave(&self, command: &Command) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        match self.table.game {
            None => Ok(Verdict::Enter(vec![Body::Left { seat, bot: None }].into())),
            Some(game) if game.outcome().is_some() => Err(RejectReason::Closed),
            // Gone is gone.
            Some(_) if self.table.stand_ins.contains_key(&seat) => Ok(self.unchanged(command, seat)),
            Some(_) => {
                let entries = vec![Body::Left { seat, bot: self.best_bot() }];
                Ok(Verdict::Enter(entries.into()))
            }
        }
    }

    fn come_back(&self, command: &Command) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        // Whose time is up lets the bot decide what the others wait for: coming back again and again would be more time.
        let bot_decides = self.is_out_of_time(seat) && self.awaited().contains(seat);
        if self.table.stand_ins.contains_key(&seat) && !bot_decides {
            Ok(Verdict::Enter(vec![Body::Returned { seat }].into()))
        } else {
            Ok(self.unchanged(command, seat))
        }
    }

    fn replace(&self, sender: Sender, seat: Seat, online: bool) -> Result<Verdict, RejectReason> {
        let by = self.seat_of_sender(sender).ok_or(RejectReason::NotSeated)?;
        let game = self.table.game.as_ref().ok_or(RejectReason::NotStarted)?;
        if game.outcome().is_some() {
            return Err(RejectReason::Closed);
        }
        let is_out = self.table.clocks.as_ref().is_some_and(|clocks| clocks.is_out(seat));
        let is_person = self.table.persons().contains(seat) && !self.table.stand_ins.contains_key(&seat);
        match self.best_bot() {
            Some(bot) if is_person && by != seat && (!online || is_out) => {
                Ok(Verdict::Enter(vec![Body::Replaced { seat, bot, by }].into()))
            }
            _ => Err(RejectReason::NotAway),
        }
    }

    fn act(&self, command: &Command, text: &str) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        // Copied once: a position is as large as that of the largest game.
        let mut game = *self.table.game.as_ref().ok_or(RejectReason::NotStarted)?;
        let action = game.parse_action(seat, text).map_err(RejectReason::NotAnAction)?;
        let commutes = |by, earlier: &str| {
            game.parse_action(by, earlier).is_ok_and(|earlier| game.commutes(&earlier, &action))
        };
        if self.missed(command.seen, commutes) {
            return Err(RejectReason::Stale);
        }
        game.apply_step(&action).map_err(RejectReason::Illegal)?;
        let mut entries = Vec::new();
        // Who acts is back.
        if matches!(command.sender, Sender::Holder(_)) && self.table.stand_ins.contains_key(&seat) {
            entries.push(Body::Returned { seat }.into());
        }
        entries.push(action.into());
        self.table.nature(&self.table.nonces).ok_or(RejectReason::NotStarted)?.play(&mut game, &mut entries);
        self.reject_for_seats(&mut game, |seat| self.declined(seat), &mut entries);
        Ok(Verdict::Enter(Entries { ends: game.outcome().is_some(), ..entries.into() }))
    }

    /// Makes a seat reject some offers from now on, beginning with one that is already open.
    fn decline(&self, sender: Sender, offers: Declined) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(sender).ok_or(RejectReason::NotSeated)?;
        // Where the seat rejects them already, the same is entered again: it keeps the id, and nobody sees a difference.
        let mut entries = vec![Body::Declines { seat, offers }.into()];
        if let Some(mut game) = self.table.game {
            let declined = |other| if other == seat { Some(offers) } else { None };
            self.reject_for_seats(&mut game, declined, &mut entries);
        }
        Ok(Verdict::Enter(entries.into()))
    }

    /// Whether something happened since a version that the sender should have seen before deciding. `commutes` says of
    /// an action whether it makes no difference.
    fn missed(&self, seen: u64, commutes: impl Fn(Seat, &str) -> bool) -> bool {
        let missed = &self.table.log[self.table.log.len().min(seen as usize + 1)..];
        missed.iter().any(|logged| match &logged.body {
            Body::Action { seat, r#do } => !commutes(*seat, r#do),
            Body::Created(_)
            | Body::Joined(_)
            | Body::Filled { .. }
            | Body::Chance(_)
            | Body::Undo { .. }
            | Body::Closed { .. } => true,
            // Who plays, the clocks and the talk: the position is the same.
            Body::Swapped { .. }
            | Body::Left { .. }
            | Body::Returned { .. }
            | Body::Replaced { .. }
            | Body::UndoAsked { .. }
            | Body::UndoAnswered { .. }
            | Body::CloseAsked { .. }
            | Body::CloseAnswered { .. }
            | Body::ShareSpent { .. }
            | Body::TimeUp { .. }
            | Body::StoodStill { .. }
            | Body::Said { .. }
            | Body::Declines { .. }
            | Body::Unchanged { .. }
            | Body::Next { .. } => false,
        })
    }

    /// Rejects an open offer for the seats that do not want to be asked.
    fn reject_for_seats(
        &self,
        game: &mut AnyGame,
        declined: impl Fn(Seat) -> Option<Declined>,
        entries: &mut Vec<Proposed>,
    ) {
        let awaited = game.awaited();
        let Some((from, _)) = awaited.iter().find(|(_, prompt)| *prompt == Prompt::Waiting) else { return };
        for (seat, prompt) in &awaited {
            let declines = declined(*seat).is_some_and(|offers| offers.turn || offers.from.contains(*from));
            if *prompt == Prompt::Answer
                && declines
                && let Ok(rejection) = game.parse_action(*seat, REJECT)
                && game.apply_step(&rejection).is_ok()
            {
                entries.push(rejection.into());
            }
        }
    }

    fn undo(&self, command: &Command) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        if self.missed(command.seen, |_, _| false) {
            return Err(RejectReason::Stale);
        }
        match self.table.undoable {
            Some(undoable) if undoable.seat == seat => {
                Ok(Verdict::Enter(vec![Body::Undo { seat, to: undoable.seq - 1 }].into()))
            }
            _ => Err(RejectReason::NothingToUndo),
        }
    }

    fn ask_undo(&self, command: &Command) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        if self.missed(command.seen, |_, _| false) {
            return Err(RejectReason::Stale);
        }
        let game = self.table.game.as_ref().ok_or(RejectReason::NotStarted)?;
        // Whoever asks once more has it done when nobody is left to be asked.
        let is_own = |asked: UndoRequest| asked.seat == seat && self.undo_in_time().is_some();
        if game.outcome().is_some() || !self.table.asked.is_none_or(is_own) {
            return Err(RejectReason::NothingToUndo);
        }
        let to = self.table.before_last_action(seat).ok_or(RejectReason::NothingToUndo)?;
        if let Some(granted) = self.undo_in_time() {
            return Ok(Verdict::Enter(granted));
        }
        let entries = vec![Body::UndoAsked { seat, to }];
        let entries =
            if self.undo_voters(seat, to).is_empty() { self.granted(seat, to, entries) } else { entries };
        Ok(Verdict::Enter(entries.into()))
    }

    /// A seat agrees to a request or ends it; who asked withdraws by disagreeing.
    fn answer_undo(&self, command: &Command, agrees: bool) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        let is_other = |asked: &UndoRequest| asked.seat != seat || !agrees;
        let asked = self.table.asked.filter(is_other).ok_or(RejectReason::NothingAsked)?;
        // An answer that was under way for long was given to an earlier request.
        let is_request = |logged: &Logged| matches!(logged.body, Body::UndoAsked { .. });
        if self.table.log.iter().rposition(is_request).is_some_and(|at| at as u64 > command.seen) {
            return Err(RejectReason::Stale);
        }
        // The agreement of somebody who is not asked changes nothing.
        let is_asked = self.undo_voters(asked.seat, asked.to).contains(seat);
        if asked.agreed.contains(seat) || (agrees && !is_asked) {
            return Ok(self.unchanged(command, seat));
        }
        let entries = vec![Body::UndoAnswered { seat, agrees }];
        let is_granted = agrees && self.undo_voters(asked.seat, asked.to).is_subset(asked.agreed.with(seat));
        let entries = if is_granted { self.granted(asked.seat, asked.to, entries) } else { entries };
        Ok(Verdict::Enter(entries.into()))
    }

    fn say(&self, sender: Sender, text: &str, now: u64) -> Result<Verdict, RejectReason> {
        let Sender::Holder(key) = sender else { return Err(RejectReason::NotSeated) };
        let seat = self.table.seat_of(key).ok_or(RejectReason::NotSeated)?;
        let text = clean_text(text).ok_or(RejectReason::BadText)?;
        let lately = self.table.log.iter().rev().take_while(|logged| logged.at + TALK_TIME > now);
        let said = lately.filter(|logged| matches!(&logged.body, Body::Said { seat: by, .. } if *by == seat));
        if said.count() >= TALK_MAX {
            return Err(RejectReason::TooFast);
        }
        Ok(Verdict::Enter(vec![Body::Said { seat, text }].into()))
    }

    fn play_next(&self, command: &Command, table: TableId) -> Result<Verdict, RejectReason> {
        let seat = self.seat_of_sender(command.sender).ok_or(RejectReason::NotSeated)?;
        if !self.may_play_again() {
            return Err(RejectReason::NotOver);
        }
        if self.table.next.is_some() {
            return Ok(self.unchanged(command, seat));
        }
        Ok(Verdict::Enter(vec![Body::Next { table: table.to_string() }].into()))
    }

    pub(super) fn check_in_charge(&self, sender: Sender) -> Result<KeyHash, RejectReason> {
        match sender {
            Sender::Holder(key) if self.is_in_charge(key) => Ok(key),
            _ => Err(RejectReason::NotOpener),
        }
    }

    /// Whether entry `seq` is one that this intent makes.
    fn is_entry_of(&self, seq: u64, intent: &Intent) -> bool {
        match (&self.table.log[seq as usize].body, intent) {
            // Who was away returned by acting.
            (Body::Returned { .. }, Intent::Act(text)) => {
                matches!(self.table.log.get(seq as usize + 1), Some(Logged { body: Body::Action { r#do, .. }, .. })
                    if self.table.game.as_ref().is_some_and(|game| game.is_same_action(text, r#do)))
            }
            (Body::Action { r#do, .. }, Intent::Act(text)) => {
                self.table.game.as_ref().is_some_and(|game| game.is_same_action(text, r#do))
            }
            (Body::Filled { bot }, Intent::Fill { bot: wanted }) => bot == wanted,
            (Body::Joined { .. }, Intent::Join { .. }) => true,
            (Body::Swapped { seats }, Intent::Swap { one, other }) => *seats == (*one, *other),
            (Body::Replaced { seat, .. }, Intent::Replace { seat: wanted, .. }) => seat == wanted,
            (Body::UndoAnswered { agrees, .. }, Intent::AnswerUndo { agrees: wanted })
            | (Body::CloseAnswered { agrees, .. }, Intent::AnswerClose { agrees: wanted }) => {
                agrees == wanted
            }
            // Who asks while another one does agrees, or closes where nobody is left to ask.
            (Body::CloseAnswered { agrees: true, .. } | Body::CloseAsked { .. }, Intent::AskClose) => true,
            (Body::Closed { .. }, Intent::AskClose) | (Body::Undo { .. }, Intent::AskUndo) => true,
            // Nobody is left to ask, and bots take over from those who are not asked.
            (Body::Replaced { .. }, Intent::AskClose | Intent::AskUndo) => self.carries_out(seq as usize),
            (Body::Closed { why, .. }, Intent::CloseByHost { reason }) => {
                *why == Some(Closing::Host(*reason))
            }
            (Body::Said { text, .. }, Intent::Say(wanted)) => clean_text(wanted).as_ref() == Some(text),
            (Body::Declines { offers, .. }, Intent::Decline(wanted)) => offers == wanted,
            (Body::Unchanged { by, .. }, wanted) => FulfilledIntent::of(wanted) == Some(*by),
            (Body::Undo { .. }, Intent::Undo)
            | (Body::UndoAsked { .. }, Intent::AskUndo)
            | (Body::Left { .. }, Intent::Leave)
            | (Body::Returned { .. }, Intent::Return)
            | (Body::Next { .. }, Intent::Next(_))
            | (Body::Closed { .. }, Intent::Close) => true,
            _ => false,
        }
    }

    /// Whether bots take over in entry `at` because a request is carried out with it.
    fn carries_out(&self, at: usize) -> bool {
        let mut rest =
            self.table.log[at..].iter().skip_while(|logged| matches!(logged.body, Body::Replaced { .. }));
        rest.next().is_some_and(|logged| {
            logged.command.is_none()
                && matches!(
                    logged.body,
                    Body::Undo { .. } | Body::Closed { why: Some(Closing::Agreement), .. }
                )
        })
    }

    /// The last entry that was stored together with entry `seq`: outcomes, rejections and going back come with what made
    /// them due.
    pub(super) fn end_of_batch(&self, seq: u64) -> u64 {
        let mut end = seq;
        for logged in &self.table.log[seq as usize + 1..] {
            let comes_along = match (&logged.body, logged.command.as_deref()) {
                // Who takes something back themselves, or plays, says so in a command.
                (
                    Body::Chance(_)
                    | Body::Undo { .. }
                    | Body::ShareSpent { .. }
                    | Body::Closed { why: Some(Closing::Agreement), .. },
                    None,
                ) => true,
                (Body::Replaced { .. }, None) => self.carries_out(end as usize + 1),
                (Body::Action { .. }, Some(command)) => command.starts_with(BY_ITSELF),
                // Who was away returned by this action.
                (Body::Action { seat, .. }, None) => {
                    end == seq
                        && matches!(self.table.log[seq as usize].body, Body::Returned { seat: back } if back == *seat)
                }
                _ => false,
            };
            if !comes_along {
                break;
            }
            end += 1;
        }
        end
    }
}

impl FulfilledIntent {
    /// Returns what this intent asks for, if that can be fulfilled already.
    fn of(intent: &Intent) -> Option<FulfilledIntent> {
        match intent {
            Intent::Join { .. } => Some(FulfilledIntent::Joined),
            Intent::Swap { one, other } => Some(FulfilledIntent::Swapped(*one, *other)),
            Intent::Leave => Some(FulfilledIntent::Left),
            Intent::Return => Some(FulfilledIntent::Returned),
            Intent::AnswerUndo { agrees } => Some(FulfilledIntent::UndoAnswered { agrees: *agrees }),
            Intent::Next(_) => Some(FulfilledIntent::Next),
            Intent::AskClose => Some(FulfilledIntent::CloseAsked),
            Intent::AnswerClose { agrees: true } => Some(FulfilledIntent::CloseAgreed),
            _ => None,
        }
    }
}

/// Rejects an oversized text before it is read as an action.
pub(super) fn check_action(text: &str) -> Result<(), RejectReason> {
    if text.len() <= ACTION_MAX {
        return Ok(());
    }
    let limit = format!("an action is at most {ACTION_MAX} bytes long");
    Err(RejectReason::NotAnAction(ParseError::too_long("an action", limit)))
}

/// Rejects oversized commands before they are queued or remembered.
pub(super) fn check_size(command: &Command) -> Result<(), RejectReason> {
    if let Some(id) = &command.id {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if !(1..=COMMAND_ID_MAX).contains(&id.len()) || !id.chars().all(is_plain) {
            return Err(RejectReason::BadCommandId);
        }
    }
    match &command.intent {
        Intent::Act(text) => check_action(text),
        Intent::Say(text) if text.len() > TEXT_BYTES_MAX => Err(RejectReason::BadText),
        Intent::Join { name, .. } if name.len() > TEXT_BYTES_MAX => Err(RejectReason::BadName),
        Intent::Fill { bot } if bot.len() > COMMAND_ID_MAX => {
            Err(RejectReason::NoBot(bot.chars().take(COMMAND_ID_MAX).collect()))
        }
        _ => Ok(()),
    }
}
