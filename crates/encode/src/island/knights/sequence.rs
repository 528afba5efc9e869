//! The sequences of codes for actions of Cities & Knights, except hands of cards and messages.

use crate::island::knights::at;
use crate::island::trade;
use crate::seats::relative;
use catan::VertexId;
use catan::cities_and_knights::{Action, OwnAction, Play};
use game::Seat;

/// Codes one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sequence {
    codes: [u16; 8],
    len: u8,
}

impl Sequence {
    #[inline]
    fn of(codes: &[usize]) -> Sequence {
        codes.iter().fold(Sequence::default(), |sequence, &code| sequence.then(code))
    }
    #[inline]
    fn then(mut self, code: usize) -> Sequence {
        self.codes[usize::from(self.len)] = code as u16;
        self.len += 1;
        self
    }
    #[inline]
    pub(super) fn codes(&self) -> &[u16] {
        &self.codes[..usize::from(self.len)]
    }
    /// The code that follows these, if the sequence begins with them.
    #[inline]
    pub(super) fn after(&self, codes: &[u16]) -> Option<usize> {
        let rest = self.codes().strip_prefix(codes)?;
        rest.first().map(|&code| code.into())
    }
}

/// The codes of an action; `None` for hands of cards and messages, which are said otherwise.
#[inline]
pub(super) fn sequence(action: Action, me: Seat, seats: usize) -> Option<Sequence> {
    let other = |first: usize, seat: Seat| first + relative(seat, me, seats) - 1;
    let one = |code: usize| Some(Sequence::default().then(code));
    match action {
        Action::Roll => one(at::SIMPLE),
        Action::EndTurn => one(at::SIMPLE + 1),
        Action::Stop => one(at::SIMPLE + 2),
        Action::Own(OwnAction::Draw) => one(at::SIMPLE + 3),
        Action::DeclareVictory => one(at::SIMPLE + 4),
        Action::AcceptOffer => one(at::SIMPLE + 5),
        Action::RejectOffer => one(at::SIMPLE + 6),
        Action::WithdrawOffer => one(at::SIMPLE + 7),
        Action::WithdrawProposal => one(at::SIMPLE + 8),
        Action::BuildRoad(edge) => one(at::ROAD + edge.index()),
        Action::BuildSettlement(vertex) => one(at::SETTLEMENT + vertex.index()),
        Action::BuildCity(vertex) => one(at::CITY + vertex.index()),
        Action::MaritimeTrade { give, get } => trade::bank_number(give, get).and_then(|n| one(at::BANK + n)),
        Action::MoveRobber(hex) => one(at::ROBBER + hex.index()),
        Action::Steal(seat) => one(other(at::STEAL, seat)),
        Action::Execute(seat) => one(other(at::EXECUTE, seat)),
        Action::AcceptProposal(seat) => one(other(at::ACCEPT_PROPOSAL, seat)),
        Action::RejectProposal(seat) => one(other(at::REJECT_PROPOSAL, seat)),
        Action::Own(own) => of_own(own, other),
        Action::Discard(_) | Action::Offer { .. } | Action::CounterOffer { .. } | Action::Propose { .. } => {
            None
        }
    }
}

#[inline]
fn of_own(action: OwnAction, other: impl Fn(usize, Seat) -> usize) -> Option<Sequence> {
    let vertex = |vertex: VertexId| at::VERTEX + vertex.index();
    Some(match action {
        OwnAction::BuildWall(place) => Sequence::of(&[at::WALL + place.index()]),
        OwnAction::BuildKnight(place) => Sequence::of(&[at::KNIGHT + place.index()]),
        OwnAction::Activate(place) => Sequence::of(&[at::ACTIVATE + place.index()]),
        OwnAction::Promote(place) => Sequence::of(&[at::PROMOTE + place.index()]),
        OwnAction::Chase(place) => Sequence::of(&[at::CHASE + place.index()]),
        OwnAction::Move { from, to } | OwnAction::Displace { from, to } => {
            Sequence::of(&[at::MOVE + from.index(), vertex(to)])
        }
        OwnAction::PlaceMetropolis(place)
        | OwnAction::Pillage(place)
        | OwnAction::Retreat(place)
        | OwnAction::RemoveKnight(place)
        | OwnAction::PlaceKnight(place, None) => Sequence::of(&[vertex(place)]),
        OwnAction::PlaceKnight(place, Some(strength)) => {
            Sequence::of(&[vertex(place), at::STRENGTH + usize::from(strength.value()) - 1])
        }
        OwnAction::Fight(knights) => {
            let picks =
                knights.into_iter().fold(Sequence::default(), |picks, knight| picks.then(vertex(knight)));
            picks.then(at::DONE)
        }
        OwnAction::Improve(area) => Sequence::of(&[at::IMPROVE + area.index()]),
        OwnAction::ChooseDeck(area) => Sequence::of(&[at::DECK + area.index()]),
        OwnAction::Draw => Sequence::of(&[at::SIMPLE + 3]),
        OwnAction::Drop(card) => Sequence::of(&[at::DROP + card.index()]),
        OwnAction::TakeProgress(card) => Sequence::of(&[at::TAKE_PROGRESS + card.index()]),
        OwnAction::TakeResource(kind) | OwnAction::GiveCommodity(kind) => {
            Sequence::of(&[at::KIND + kind.index()])
        }
        OwnAction::Force(seat, kind) => Sequence::of(&[other(at::FORCE, seat), at::KIND + kind.index()]),
        OwnAction::Play(play) => of_play(play, other),
        OwnAction::TakeCards(_) | OwnAction::Give(_) => return None,
    })
}

#[inline]
fn of_play(play: Play, other: impl Fn(usize, Seat) -> usize) -> Sequence {
    let card = Sequence::of(&[at::PLAY + play.card().index()]);
    let vertex = |vertex: VertexId| at::VERTEX + vertex.index();
    match play {
        Play::Crane
        | Play::Irrigation
        | Play::Mining
        | Play::RoadBuilding
        | Play::Bishop
        | Play::Saboteur
        | Play::Warlord
        | Play::Wedding
        | Play::CommercialHarbor => card,
        Play::Alchemist(red, yellow) => {
            let die = |die: catan::Die| at::DIE + usize::from(die.pips()) - 1;
            card.then(die(red)).then(die(yellow))
        }
        Play::Engineer(place) | Play::Medicine(place) | Play::Intrigue(place) => card.then(vertex(place)),
        Play::Inventor(first, second) => card.then(at::HEX + first.index()).then(at::HEX + second.index()),
        Play::Smith(first, None) => card.then(vertex(first)).then(at::DONE),
        Play::Smith(first, Some(second)) => card.then(vertex(first)).then(vertex(second)),
        Play::Deserter(seat) | Play::Spy(seat) | Play::MasterMerchant(seat) => {
            card.then(other(at::SEAT, seat))
        }
        Play::Diplomat(edge) => card.then(at::EDGE + edge.index()),
        Play::Merchant(hex) => card.then(at::HEX + hex.index()),
        Play::ResourceMonopoly(kind) | Play::TradeMonopoly(kind) | Play::MerchantFleet(kind) => {
            card.then(at::KIND + kind.index())
        }
    }
}
