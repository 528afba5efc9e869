//! Every action without open ends, found by trying: each verb on each place, seat or kind it can name.

use super::{Hand, Question, Table};
use crate::reference;
use catan::cities_and_knights::{Action, Area, Bundle, CardKind, OwnAction, Play, Progress, Strength};
use catan::{Die, EdgeId, HexId, VertexId, VertexSet};
use game::Seat;

fn places() -> impl Iterator<Item = VertexId> + Clone {
    VertexId::all()
}

fn place(i: usize) -> VertexId {
    VertexId::new(i).expect("an intersection")
}

pub fn bundle(cards: Hand) -> Bundle {
    catan::Bundle(cards.map(|n| n as u8))
}

/// Everything that a card can be played on, possible or not.
pub fn plays(card: Progress) -> Vec<Play> {
    let hexes = HexId::all;
    let seats = || (0..Seat::MAX).map(reference::seat);
    let kinds = || CardKind::ALL.into_iter();
    match card {
        Progress::Alchemist => Die::PAIRS.map(|(red, other)| Play::Alchemist(red, other)).to_vec(),
        Progress::Crane => vec![Play::Crane],
        Progress::Engineer => places().map(Play::Engineer).collect(),
        Progress::Inventor => hexes().flat_map(|a| hexes().map(move |b| Play::Inventor(a, b))).collect(),
        Progress::Irrigation => vec![Play::Irrigation],
        Progress::Medicine => places().map(Play::Medicine).collect(),
        Progress::Mining => vec![Play::Mining],
        Progress::RoadBuilding => vec![Play::RoadBuilding],
        Progress::Smith => places()
            .flat_map(|a| {
                let second = std::iter::once(None).chain(places().map(Some));
                second.map(move |b| Play::Smith(a, b))
            })
            .collect(),
        Progress::Bishop => vec![Play::Bishop],
        Progress::Deserter => seats().map(Play::Deserter).collect(),
        Progress::Diplomat => EdgeId::all().map(Play::Diplomat).collect(),
        Progress::Intrigue => places().map(Play::Intrigue).collect(),
        Progress::Saboteur => vec![Play::Saboteur],
        Progress::Spy => seats().map(Play::Spy).collect(),
        Progress::Warlord => vec![Play::Warlord],
        Progress::Wedding => vec![Play::Wedding],
        Progress::CommercialHarbor => vec![Play::CommercialHarbor],
        Progress::MasterMerchant => seats().map(Play::MasterMerchant).collect(),
        Progress::Merchant => hexes().map(Play::Merchant).collect(),
        Progress::ResourceMonopoly => kinds().map(Play::ResourceMonopoly).collect(),
        Progress::TradeMonopoly => kinds().map(Play::TradeMonopoly).collect(),
        Progress::MerchantFleet => kinds().map(Play::MerchantFleet).collect(),
        // Turned up, never played (`CK-PROG-5`).
        Progress::Printer | Progress::Constitution => Vec::new(),
    }
}

/// Every exchange with the supply that a rate could make possible.
fn exchanges() -> impl Iterator<Item = Action> {
    CardKind::ALL.into_iter().flat_map(|kind| {
        (1..=5).flat_map(move |count| {
            let mut give = [0; 8];
            give[kind.index()] = count;
            CardKind::ALL.into_iter().map(move |get| Action::MaritimeTrade { give: catan::Bundle(give), get })
        })
    })
}

impl Table {
    /// Returns every action without open ends that this seat may take now. It tries only actions that fit the moment;
    /// [`everything`] serves to check that nothing else is allowed.
    pub fn listed(&self, seat: usize) -> Vec<Action> {
        let mut all = self.worth_trying(seat);
        all.retain(|&action| self.allows(seat, action));
        all
    }

    /// Returns the number of ways to hand in the cards that the seat is asked for, if it must choose them out of a hand.
    pub fn ways(&self, seat: usize) -> Option<u64> {
        let (hand, count) = match &self.question {
            Question::Discard { owed, .. } | Question::Give { owed, .. } => (self.hands[seat], owed[seat]),
            Question::TakeCards { victim, count } => (self.hands[*victim], *count),
            _ => return None,
        };
        let mut ways = vec![0_u64; count as usize + 1];
        ways[0] = 1;
        for held in hand {
            ways = (0..ways.len())
                .map(|sum| (0..=sum.min(held as usize)).map(|of_kind| ways[sum - of_kind]).sum())
                .collect();
        }
        ways.last().copied()
    }

    /// The actions that could be possible at all. One arm a question: it is as long as the list of questions.
    fn worth_trying(&self, seat: usize) -> Vec<Action> {
        use Action as A;
        use Question as Q;
        let own_knights = || self.knights_of(seat).into_iter().map(place);
        let roads = || EdgeId::all().map(A::BuildRoad);
        let kinds = || CardKind::ALL.into_iter();
        let cards_held = || {
            let mut cards = self.held[seat].clone();
            cards.sort_unstable();
            cards.dedup();
            cards
        };
        // Smith on any two of 54 places would be tried three thousand times.
        let own_smith = |play: &Play| match play {
            Play::Smith(a, b) => [Some(*a), *b]
                .into_iter()
                .flatten()
                .all(|i| self.knights[i.index()].is_some_and(|knight| knight.seat == seat)),
            _ => true,
        };
        let play_all = || {
            cards_held().into_iter().flat_map(plays).filter(own_smith).map(|it| A::Own(OwnAction::Play(it)))
        };
        match &self.question {
            Q::FoundSettlement => places().map(A::BuildSettlement).collect(),
            Q::FoundCity => places().map(A::BuildCity).collect(),
            Q::FoundRoad { .. } => roads().collect(),
            Q::BeforeRoll => [A::Roll, A::DeclareVictory].into_iter().chain(play_all()).collect(),
            Q::Muster(_) => subsets(&self.active_knights_of(seat))
                .into_iter()
                .map(|it| A::Own(OwnAction::Fight(it)))
                .collect(),
            Q::Pillage(_) => places().map(|it| A::Own(OwnAction::Pillage(it))).collect(),
            Q::Deck(_) => Area::ALL.map(|it| A::Own(OwnAction::ChooseDeck(it))).to_vec(),
            Q::OfferDraw(..) => vec![A::Own(OwnAction::Draw), A::Stop],
            Q::Drop { .. } => cards_held().into_iter().map(|it| A::Own(OwnAction::Drop(it))).collect(),
            Q::Aqueduct(_) => {
                kinds().map(|it| A::Own(OwnAction::TakeResource(it))).chain([A::Stop]).collect()
            }
            Q::Discard { owed, .. } => {
                self.choices(seat, owed[seat]).into_iter().map(|cards| A::Discard(bundle(cards))).collect()
            }
            Q::Give { owed, .. } => self
                .choices(seat, owed[seat])
                .into_iter()
                .map(|cards| A::Own(OwnAction::Give(bundle(cards))))
                .collect(),
            Q::Robber(_) => HexId::all().map(A::MoveRobber).collect(),
            Q::Victim { .. } => {
                (0..Seat::MAX).map(|s| A::Steal(reference::seat(s))).chain([A::Stop]).collect()
            }
            Q::FreeRoads { .. } | Q::ReplaceRoad { .. } => roads().chain([A::Stop]).collect(),
            Q::Retreat { .. } => places().map(|it| A::Own(OwnAction::Retreat(it))).collect(),
            Q::RemoveKnight(_) => places().map(|it| A::Own(OwnAction::RemoveKnight(it))).collect(),
            Q::PlaceKnight { .. } => places()
                .flat_map(|i| named().map(move |named| A::Own(OwnAction::PlaceKnight(i, named))))
                .chain([A::Stop])
                .collect(),
            Q::Spy(_) => Progress::ALL
                .into_iter()
                .map(|it| A::Own(OwnAction::TakeProgress(it)))
                .chain([A::Stop])
                .collect(),
            Q::TakeCards { victim, count } => self
                .choices(*victim, *count)
                .into_iter()
                .map(|cards| A::Own(OwnAction::TakeCards(bundle(cards))))
                .collect(),
            Q::ForcedExchange { .. } => kinds().map(|it| A::Own(OwnAction::GiveCommodity(it))).collect(),
            Q::Metropolis(_) => {
                places().map(|it| A::Own(OwnAction::PlaceMetropolis(it))).chain([A::Stop]).collect()
            }
            Q::PlayOrDrop => {
                play_all().chain(cards_held().into_iter().map(|it| A::Own(OwnAction::Drop(it)))).collect()
            }
            Q::PlayEarly => play_all().chain([A::Stop]).collect(),
            Q::Acting => {
                let mut all = vec![
                    A::AcceptOffer,
                    A::RejectOffer,
                    A::WithdrawOffer,
                    A::WithdrawProposal,
                    A::EndTurn,
                    A::DeclareVictory,
                ];
                if seat != self.active {
                    return all;
                }
                for other in (0..self.seats).map(reference::seat) {
                    all.extend([A::Execute(other), A::AcceptProposal(other), A::RejectProposal(other)]);
                    if self.commercial_harbors > 0 {
                        all.extend(kinds().map(|kind| A::Own(OwnAction::Force(other, kind))));
                    }
                }
                let holds = |price: &Hand| reference::holds(&self.hands[seat], price);
                if holds(&super::ROAD_PRICE) {
                    all.extend(roads());
                }
                if holds(&super::SETTLEMENT_PRICE) {
                    all.extend(places().map(A::BuildSettlement));
                }
                if holds(&super::CITY_PRICE) {
                    all.extend(places().map(A::BuildCity));
                }
                if holds(&super::WALL_PRICE) {
                    all.extend(places().map(|it| A::Own(OwnAction::BuildWall(it))));
                }
                if holds(&super::KNIGHT_PRICE) {
                    all.extend(places().map(|it| A::Own(OwnAction::BuildKnight(it))));
                    all.extend(own_knights().map(|it| A::Own(OwnAction::Promote(it))));
                }
                if holds(&super::ACTIVATION_PRICE) {
                    all.extend(own_knights().map(|it| A::Own(OwnAction::Activate(it))));
                }
                all.extend(Area::ALL.map(|it| A::Own(OwnAction::Improve(it))));
                all.extend(own_knights().map(|it| A::Own(OwnAction::Chase(it))));
                let able = |i: &VertexId| self.knights[i.index()].is_some_and(|knight| knight.may_act);
                for from in own_knights().filter(able) {
                    for to in places() {
                        all.push(if self.knights[to.index()].is_some() {
                            A::Own(OwnAction::Displace { from, to })
                        } else {
                            A::Own(OwnAction::Move { from, to })
                        });
                    }
                }
                all.extend(exchanges());
                all.extend(play_all());
                all
            }
            _ => Vec::new(),
        }
    }
}

fn subsets(of: &[usize]) -> Vec<VertexSet> {
    let mut all = vec![Vec::new()];
    for &i in of {
        let with: Vec<Vec<usize>> =
            all.iter().map(|subset| subset.iter().copied().chain([i]).collect()).collect();
        all.extend(with);
    }
    all.into_iter().map(|subset| subset.into_iter().map(place).collect()).collect()
}

/// Every action without open ends or bundles of several kinds, each written in one way only.
pub fn everything() -> &'static [Action] {
    use Action as A;
    use std::sync::LazyLock;
    static ALL: LazyLock<Vec<Action>> = LazyLock::new(|| {
        let mut all = vec![
            A::Roll,
            A::EndTurn,
            A::AcceptOffer,
            A::RejectOffer,
            A::WithdrawOffer,
            A::WithdrawProposal,
            A::Own(OwnAction::Draw),
            A::Stop,
            A::DeclareVictory,
            A::Own(OwnAction::Fight(VertexSet::EMPTY)),
        ];
        all.extend(EdgeId::all().map(A::BuildRoad));
        all.extend(HexId::all().map(A::MoveRobber));
        for i in places() {
            all.extend([
                A::BuildSettlement(i),
                A::BuildCity(i),
                A::Own(OwnAction::BuildWall(i)),
                A::Own(OwnAction::BuildKnight(i)),
                A::Own(OwnAction::Activate(i)),
                A::Own(OwnAction::Promote(i)),
                A::Own(OwnAction::Chase(i)),
                A::Own(OwnAction::PlaceMetropolis(i)),
                A::Own(OwnAction::Pillage(i)),
                A::Own(OwnAction::Retreat(i)),
                A::Own(OwnAction::RemoveKnight(i)),
                A::Own(OwnAction::Fight(VertexSet::one(i))),
            ]);
            all.extend(named().map(|named| A::Own(OwnAction::PlaceKnight(i, named))));
            all.extend(places().flat_map(|to| {
                [A::Own(OwnAction::Move { from: i, to }), A::Own(OwnAction::Displace { from: i, to })]
            }));
        }
        for other in (0..Seat::MAX).map(reference::seat) {
            all.extend([
                A::Steal(other),
                A::Execute(other),
                A::AcceptProposal(other),
                A::RejectProposal(other),
            ]);
            all.extend(CardKind::ALL.map(|kind| A::Own(OwnAction::Force(other, kind))));
        }
        for area in Area::ALL {
            all.extend([A::Own(OwnAction::Improve(area)), A::Own(OwnAction::ChooseDeck(area))]);
        }
        for kind in CardKind::ALL {
            all.extend([A::Own(OwnAction::TakeResource(kind)), A::Own(OwnAction::GiveCommodity(kind))]);
        }
        for card in Progress::ALL {
            all.extend([A::Own(OwnAction::Drop(card)), A::Own(OwnAction::TakeProgress(card))]);
            all.extend(plays(card).into_iter().map(|it| A::Own(OwnAction::Play(it))));
        }
        all.extend(exchanges());
        all
    });
    &ALL
}

/// The names of a knight to place: none, or its strength.
fn named() -> impl Iterator<Item = Option<Strength>> {
    [None].into_iter().chain(Strength::ALL.map(Some))
}
