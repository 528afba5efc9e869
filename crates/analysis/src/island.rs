//! The games on the island as their analysis needs them.

use crate::analysed::{Analysed, Cause, Source};
use catan::action::{Action, Chance};
use catan::cities_and_knights::{self as knights, CitiesAndKnights};
use catan::phase::Phase;
use catan::{Catan, CommonOptions as _, Island, OwnAction, Rules};
use game::{Game, Points as _, Seat, Viewer};

/// The part of the way to victory that the seat with most points has made.
fn stage<R: Rules>(island: &Island<R>) -> f64
where
    Island<R>: Game,
{
    let most = Seat::first(island.seats()).map(|seat| Game::points(island, seat).total()).max();
    (f64::from(most.unwrap_or_default()) / f64::from(island.options().victory_points())).clamp(0.0, 1.0)
}

/// The dots of the tokens around the buildings of a seat while the game is set up, in units of ten.
fn founding<R: Rules>(island: &Island<R>, seat: Seat, is_founding: bool) -> Option<f64> {
    let view = island.view(Viewer::Everything);
    if !is_founding && !view.road_ends(seat).is_empty() {
        return None;
    }
    let Some(layout) = view.layout() else { return Some(0.0) };
    let dots = |hex| f64::from(layout.pips(hex));
    let around = |vertex: catan::Vertex<R::Map>| vertex.hexes().into_iter().map(dots).sum::<f64>();
    let settled: f64 = view.settlements(seat).into_iter().map(around).sum();
    let built: f64 = view.cities(seat).into_iter().map(around).sum();
    Some((settled + 2.0 * built) / 10.0)
}

/// Whether the outcomes that are due can be followed: the layout has too many, and rolls for the start go on and on.
fn is_listed<R: Rules>(island: &Island<R>) -> bool {
    !matches!(island.phase(), Phase::LayingOut | Phase::RollingForStart { .. })
}

/// The source of an outcome that both games have; `None` for one that only one has.
fn source<R: Rules>(chance: &Chance<R>) -> Option<Source> {
    match chance {
        Chance::Layout(_) | Chance::StartPlayer(_) => Some(Source::Order),
        Chance::Dice(..) => Some(Source::Dice),
        Chance::StolenCard(_) => Some(Source::StolenCard),
        Chance::Own(_) => None,
    }
}

/// The kind of an action that both games have; `None` for one that only one has.
fn cause<R: Rules>(action: &Action<R>) -> Option<Cause> {
    match action {
        Action::MoveRobber(_) | Action::Steal(_) => Some(Cause::Robber),
        Action::Execute(_) | Action::AcceptProposal(_) => Some(Cause::Trade),
        Action::BuildRoad(_) | Action::BuildSettlement(_) | Action::BuildCity(_) => Some(Cause::Building),
        Action::Own(_) => None,
        _ => Some(Cause::Other),
    }
}

fn partner<R: Rules>(action: &Action<R>) -> Option<Seat> {
    match *action {
        Action::Execute(seat) | Action::AcceptProposal(seat) => Some(seat),
        _ => None,
    }
}

fn is_message<R: Rules>(action: &Action<R>) -> bool {
    matches!(
        action,
        Action::Offer { .. }
            | Action::AcceptOffer
            | Action::RejectOffer
            | Action::CounterOffer { .. }
            | Action::WithdrawOffer
            | Action::Propose { .. }
            | Action::WithdrawProposal
            | Action::RejectProposal(_)
    )
}

impl Analysed for Catan {
    const LOOKS_AHEAD: bool = true;

    fn stage(&self) -> f64 {
        stage(self)
    }
    fn lead(&self, seat: Seat) -> f64 {
        f64::from(Game::points(self, seat).total()) / 10.0
    }
    fn founding(&self, seat: Seat) -> Option<f64> {
        let founds = matches!(self.phase(), Phase::FoundingSettlement { .. } | Phase::FoundingRoad { .. });
        founding(self, seat, founds)
    }
    fn quiet_bot(_: Seat) -> Self::Bot {
        let mut weights = bots::catan::Weights::default();
        weights.set("offers", 0.0);
        bots::catan::Bot::Settler(Box::new(bots::catan::Settler::new(weights)))
    }
    fn beginner(&self) -> Seat {
        self.start_player().unwrap_or(Seat::A)
    }
    fn on_turn(&self) -> Seat {
        self.active()
    }
    fn source(chance: &Self::Chance) -> Source {
        source(chance).unwrap_or(Source::DevelopmentCard)
    }
    fn is_listed(&self) -> bool {
        is_listed(self)
    }
    fn cause(action: &Self::Action) -> Cause {
        cause(action).unwrap_or(match action {
            Action::Own(OwnAction::PlayKnight) => Cause::Robber,
            _ => Cause::Cards,
        })
    }
    fn partner(action: &Self::Action) -> Option<Seat> {
        partner(action)
    }
    fn is_message(action: &Self::Action) -> bool {
        is_message(action)
    }
}

impl Analysed for CitiesAndKnights {
    const LOOKS_AHEAD: bool = false;

    fn stage(&self) -> f64 {
        stage(self)
    }
    fn lead(&self, seat: Seat) -> f64 {
        f64::from(Game::points(self, seat).total()) / 10.0
    }
    fn founding(&self, seat: Seat) -> Option<f64> {
        let founds = matches!(
            self.phase(),
            Phase::FoundingSettlement { .. }
                | Phase::FoundingRoad { .. }
                | Phase::Own(knights::OwnPhase::FoundingCity { .. })
        );
        founding(self, seat, founds)
    }
    fn quiet_bot(_: Seat) -> Self::Bot {
        let mut weights = bots::cities_and_knights::Weights::default();
        weights.base.set("offers", 0.0);
        bots::cities_and_knights::Bot::Settler(Box::new(bots::cities_and_knights::Settler::new(weights)))
    }
    fn beginner(&self) -> Seat {
        self.start_player().unwrap_or(Seat::A)
    }
    fn on_turn(&self) -> Seat {
        self.active()
    }
    fn source(chance: &Self::Chance) -> Source {
        source(chance).unwrap_or(match chance {
            Chance::Own(knights::OwnChance::Dice(..)) => Source::Dice,
            _ => Source::ProgressCard,
        })
    }
    fn event_face(chance: &Self::Chance) -> Option<u32> {
        match chance {
            Chance::Own(knights::OwnChance::Dice(face, ..)) => Some(*face as u32),
            _ => None,
        }
    }
    fn is_listed(&self) -> bool {
        is_listed(self)
    }
    fn cause(action: &Self::Action) -> Cause {
        use knights::OwnAction as Own;
        cause(action).unwrap_or(match action {
            Action::Own(Own::Chase(_)) => Cause::Robber,
            Action::Own(Own::Fight(_) | Own::Pillage(_) | Own::Activate(_) | Own::ChooseDeck(_)) => {
                Cause::Barbarians
            }
            Action::Own(
                Own::BuildWall(_)
                | Own::BuildKnight(_)
                | Own::Promote(_)
                | Own::Move { .. }
                | Own::Displace { .. }
                | Own::Retreat(_)
                | Own::Improve(_)
                | Own::PlaceMetropolis(_),
            ) => Cause::Building,
            _ => Cause::Cards,
        })
    }
    fn partner(action: &Self::Action) -> Option<Seat> {
        partner(action)
    }
    fn is_message(action: &Self::Action) -> bool {
        is_message(action)
    }
}
