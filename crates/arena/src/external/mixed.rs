//! Tables of our bots and bots in processes of their own.

use super::{BotStanding, External, Setting, bot_seed};
use crate::Timed;
use crate::fault::Faults;
use crate::first_fault::FirstFault;
use crate::protocol::{GameOver, Reason};
use bots::{BotGame, IllegalMove, Match, Played, Player, Recorder};
use game::{BySeat, Seat, SeatSet, Seed};

/// A bot of ours, one in a process of its own, which `P` speaks with, or one of another program in this process.
pub enum Mixed<G: BotGame, P = External<G>> {
    /// A bot of ours, made for one game.
    Own(G::Bot),
    /// A bot in a process of its own.
    External(Box<P>),
    /// A bot of another program in this process.
    Guest(Box<dyn Player<G> + Send>),
}

impl<G: BotGame, P> Mixed<G, P> {
    /// The bot in a process of its own.
    #[must_use]
    pub fn external(&self) -> Option<&P> {
        match self {
            Mixed::Own(_) | Mixed::Guest(_) => None,
            Mixed::External(bot) => Some(bot),
        }
    }

    /// The bot in a process of its own, as a mutable reference.
    pub fn external_mut(&mut self) -> Option<&mut P> {
        match self {
            Mixed::Own(_) | Mixed::Guest(_) => None,
            Mixed::External(bot) => Some(bot),
        }
    }
}

impl<G: BotGame> Mixed<G> {
    /// Our bot of this name for `seat` in the match with this seed; `None` if there is no such bot. It gets the seed that an
    /// external bot would get in its place.
    #[must_use]
    pub fn own(name: &str, seat: Seat, seed: Seed) -> Option<Mixed<G>> {
        G::bot(name, seat, bot_seed(seed, seat)).map(Mixed::Own)
    }
}

impl<G: BotGame> AsMut<Mixed<G>> for Mixed<G> {
    fn as_mut(&mut self) -> &mut Mixed<G> {
        self
    }
}

impl<G: BotGame> AsMut<Mixed<G>> for Timed<Mixed<G>> {
    fn as_mut(&mut self) -> &mut Mixed<G> {
        &mut self.bot
    }
}

impl<G: BotGame, P: Player<G>> Player<G> for Mixed<G, P> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        match self {
            Mixed::Own(bot) => bot.choose(view, legal),
            Mixed::External(bot) => bot.choose(view, legal),
            Mixed::Guest(bot) => bot.choose(view, legal),
        }
    }
    fn choose_instead(
        &mut self,
        view: &G::View<'_>,
        legal: &G::LegalActions,
        refused: &IllegalMove,
    ) -> Option<G::Action> {
        match self {
            Mixed::Own(bot) => bot.choose_instead(view, legal, refused),
            Mixed::External(bot) => bot.choose_instead(view, legal, refused),
            Mixed::Guest(bot) => bot.choose_instead(view, legal, refused),
        }
    }
    fn observe(&mut self, event: &G::Event) {
        match self {
            Mixed::Own(bot) => bot.observe(event),
            Mixed::External(bot) => bot.observe(event),
            Mixed::Guest(bot) => bot.observe(event),
        }
    }
    fn listens(&self) -> bool {
        match self {
            Mixed::Own(bot) => bot.listens(),
            Mixed::External(bot) => bot.listens(),
            Mixed::Guest(bot) => bot.listens(),
        }
    }
    fn has_given_up(&self) -> bool {
        match self {
            Mixed::Own(bot) => bot.has_given_up(),
            Mixed::External(bot) => bot.has_given_up(),
            Mixed::Guest(bot) => bot.has_given_up(),
        }
    }
    fn meet(&mut self, people: SeatSet) {
        match self {
            Mixed::Own(bot) => bot.meet(people),
            Mixed::External(bot) => bot.meet(people),
            Mixed::Guest(bot) => bot.meet(people),
        }
    }
}

/// A finished game, with the consequences of faults.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The game as it was played.
    pub played: Played,
    /// The seats whose bots lost it by a fault.
    pub lost: SeatSet,
    /// The seats that the win counts for: the winners of the game without those that lost by a fault; if nobody is left,
    /// all seats that did not.
    pub winners: SeatSet,
    /// The faults of each seat.
    pub faults: BySeat<Faults, { Seat::MAX }>,
    /// The first fault of each kind of each seat's bot.
    pub first_faults: Vec<FirstFault>,
}

/// Plays a game between `players`, the first of them at seat A: begins it with the external bots, plays it, and tells them
/// the result. The players are [`Mixed`], or hold one, as [`Timed`] does.
///
/// # Errors
/// If one of our bots chooses something illegal. The external bots are told that the game was stopped.
///
/// # Panics
/// If there are fewer players than seats.
pub fn play<G: BotGame, P: Player<G> + AsMut<Mixed<G>>>(
    game: &mut Match<G>,
    players: &mut [P],
    setting: &Setting,
    recorder: &mut impl Recorder<G>,
) -> Result<Finished, IllegalMove> {
    let seats = game.game().seats();
    for (seat, player) in Seat::first(seats).zip(players.iter_mut()) {
        match player.as_mut() {
            Mixed::Own(bot) => bot.meet(setting.people),
            Mixed::Guest(bot) => bot.meet(setting.people),
            Mixed::External(bot) => bot.begin(game.game(), seat, setting),
        }
    }
    let played = game.play(players, recorder);
    let mut is_lost = |seat: &Seat| {
        let external = players[seat.index()].as_mut().external();
        external.is_some_and(|bot| bot.standing() != BotStanding::Playing)
    };
    let lost: SeatSet = Seat::first(seats).filter(&mut is_lost).collect();
    let (mut winners, mut points) = (SeatSet::EMPTY, BySeat::default());
    if let Ok(played) = &played {
        winners = played.outcome.winners.into_iter().filter(|&seat| !lost.contains(seat)).collect();
        if winners.is_empty() && !lost.is_empty() {
            winners = Seat::first(seats).filter(|&seat| !lost.contains(seat)).collect();
        }
        points = played.points;
    }
    let reason = match &played {
        Ok(Played { is_stopped: true, .. }) | Err(_) => Reason::Stopped,
        Ok(Played { gave_up: None, .. }) => Reason::Played,
        Ok(_) => Reason::Forfeit,
    };
    let over = GameOver {
        winners: winners.into_iter().collect(),
        points: Seat::first(seats).map(|seat| (seat, points[seat])).collect(),
        reason,
        faults: Faults::default(),
    };
    let (mut faults, mut first_faults) = (BySeat::default(), Vec::new());
    for (seat, player) in Seat::first(seats).zip(players.iter_mut()) {
        if let Some(bot) = player.as_mut().external_mut() {
            faults[seat] = bot.end(&over);
            first_faults.extend_from_slice(bot.first_faults());
        }
    }
    played.map(|played| Finished { played, lost, winners, faults, first_faults })
}
