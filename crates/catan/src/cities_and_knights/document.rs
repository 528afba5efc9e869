//! Views as documents, described field by field in `docs/view.md`; a field is never renamed, new ones may come. What
//! base Catan's documents have too has the same name and form.

use crate::cities_and_knights::action::EventFace;
use crate::cities_and_knights::setup::MerchantSetup;
use crate::cities_and_knights::{
    Area, CardKind, OwnPhase, Phase, PhaseSetup, Points, Progress, Strength, View,
};
use crate::document::{
    BoardDocument, Ids, OfferDocument, RobberVictims, TurnDocument, document, viewer_name,
};
use crate::{Die, HexId, Piece, VertexId, VertexSet};
use game::{Seat, SeatSet};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats: BTreeMap<Seat, SeatDocument<'_>> =
            Seat::first(self.seats()).map(|seat| (seat, SeatDocument { view: self, seat })).collect();
        let victims = match self.phase() {
            Phase::ChoosingVictim { victims } => victims,
            _ => SeatSet::EMPTY,
        };
        let metropolises: BTreeMap<Area, VertexId> =
            Area::ALL.into_iter().filter_map(|area| Some((area, self.metropolis(area)?))).collect();
        let revealed: BTreeMap<Progress, Seat> =
            self.revealed().into_iter().filter_map(|(card, owner)| Some((card, owner?))).collect();
        let deck_sizes: BTreeMap<Area, u8> =
            Area::ALL.into_iter().map(|area| (area, self.deck_len(area))).collect();
        let deck = |area: Area| {
            Some((area, self.deck(area)?.filter(|&(_, count)| count > 0).collect::<BTreeMap<_, _>>()))
        };
        let decks: Option<BTreeMap<_, _>> = Area::ALL.into_iter().map(deck).collect();
        let laid_out = self.layout().is_some();
        document!(
            serializer,
            "game": "cities-and-knights",
            "viewer": viewer_name(self.viewer()),
            "players": self.seats(),
            "options": self.options(),
            "board": self.layout().map(BoardDocument),
            "robber": laid_out.then(|| self.robber()),
            "robber_is_free": self.robber_is_free(),
            "turn": TurnDocument(self.turn()),
            "phase": PhaseDocument(self),
            "stage": self.stage(),
            "victims": victims,
            "robber_victims": RobberVictims { targets: self.robber_targets(), at: |hex| self.victims_at(hex) },
            "active": self.active(),
            "start": self.start_player(),
            "turns": self.turns(),
            "dice": self.dice().map(DiceDocument),
            "rolled": self.has_rolled(),
            "built": self.has_built(),
            "trade_is_open": self.trade_is_open(),
            "ship": self.ship(),
            "barbarian_strength": self.barbarian_strength(),
            "knight_strength": self.knight_strength(),
            "seats": seats,
            "supply": self.supply(),
            "metropolises": metropolises,
            "merchant": self.merchant().map(|(seat, hex): (Seat, HexId)| MerchantSetup { seat, hex }),
            "deck_sizes": deck_sizes,
            "decks": decks,
            "revealed": revealed,
            "ready_knights": Ids(self.ready_knights().into_iter()),
            "promoted_knights": Ids(self.promoted_knights().into_iter()),
            "fighting_knights": Ids(self.fighting_knights().into_iter()),
            "cranes": self.cranes(),
            "fleet": self.fleet().collect::<Vec<_>>(),
            "harbors": self.commercial_harbors(),
            "longest_road": self.longest_road(),
            "offer": self.offer().map(|(exchange, to)| OfferDocument { exchange, to }),
        )
    }
}

/// The phase; the resource of a forced exchange is `null` for a viewer who may not know it (`CK-INFO-3`).
struct PhaseDocument<'a>(&'a View<'a>);

impl Serialize for PhaseDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0.phase() {
            Phase::Own(OwnPhase::ForcedExchange { victim, .. }) => {
                let asked = ForcedDocument { victim, kind: self.0.forced_resource() };
                document!(serializer, "forced-exchange": asked)
            }
            phase => PhaseSetup::from(phase).serialize(serializer),
        }
    }
}

struct ForcedDocument {
    victim: Seat,
    kind: Option<CardKind>,
}

impl Serialize for ForcedDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        document!(serializer, "victim": self.victim, "kind": self.kind)
    }
}

struct DiceDocument((EventFace, Die, Die));

impl Serialize for DiceDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (event, red, other) = self.0;
        document!(serializer, "event": event, "red": red, "other": other)
    }
}

struct SeatDocument<'a> {
    view: &'a View<'a>,
    seat: Seat,
}

impl Serialize for SeatDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &SeatDocument { view, seat } = self;
        let pieces = |piece: Piece| (piece, view.pieces_left(seat, piece));
        let addressed = view.offer().is_some_and(|(_, to)| to.contains(seat));
        let owed = match view.phase() {
            Phase::Discarding { owed }
            | Phase::Own(OwnPhase::Sabotage { owed })
            | Phase::Own(OwnPhase::Giving { owed }) => owed[seat],
            _ => 0,
        };
        let own: VertexSet = Strength::ALL
            .into_iter()
            .fold(VertexSet::EMPTY, |all, strength| all | view.knights(seat, strength));
        let levels: BTreeMap<Area, u8> =
            Area::ALL.into_iter().map(|area| (area, view.level(seat, area))).collect();
        let progress_sizes: BTreeMap<Area, u8> =
            Area::ALL.into_iter().map(|area| (area, view.progress_len(seat, area))).collect();
        let rates: BTreeMap<CardKind, u8> =
            CardKind::ALL.into_iter().map(|kind| (kind, view.rate(seat, kind))).collect();
        document!(
            serializer,
            "roads": Ids(view.roads(seat).into_iter()),
            "settlements": Ids(view.settlements(seat).into_iter()),
            "cities": Ids(view.cities(seat).into_iter()),
            "laid": Ids((view.laid() & view.settlements(seat)).into_iter()),
            "walls": Ids((view.walls() & view.cities(seat)).into_iter()),
            "knights": KnightsDocument(|strength| view.knights(seat, strength)),
            "active_knights": Ids((view.active_knights() & own).into_iter()),
            "pieces_left": BTreeMap::from([pieces(Piece::Road), pieces(Piece::Settlement), pieces(Piece::City)]),
            "walls_left": view.walls_left(seat),
            "knights_left": KnightsDocument(|strength| view.knights_left(seat, strength)),
            "hand_size": view.hand_len(seat),
            "hand_limit": view.hand_limit(seat),
            "hand": view.hand(seat),
            "levels": levels,
            "progress_sizes": progress_sizes,
            "progress": view.progress(seat).map(ProgressDocument),
            "defenders": view.defenders(seat),
            "road_length": view.road_length(seat),
            "points": PointsDocument(view.points(seat)),
            "rates": rates,
            "forced": view.forced(seat),
            "owes": owed,
            "has_handed_in": view.has_handed_in(seat),
            "dropped": view.dropped(seat),
            "handed_in": view.handed_in(seat).filter(|cards| !cards.is_empty()),
            "answer": addressed.then(|| view.answer(seat)),
            "proposal": view.proposal(seat),
            "offers_made": view.trading().made(seat),
        )
    }
}

/// Something for each strength of knights.
struct KnightsDocument<F>(F);

impl<F: Fn(Strength) -> V, V: KnightsValue> Serialize for KnightsDocument<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let KnightsDocument(of) = self;
        document!(
            serializer,
            "basic": of(Strength::Basic).value(),
            "strong": of(Strength::Strong).value(),
            "mighty": of(Strength::Mighty).value(),
        )
    }
}

trait KnightsValue {
    fn value(self) -> impl Serialize;
}

impl KnightsValue for VertexSet {
    fn value(self) -> impl Serialize {
        Ids(self.into_iter())
    }
}

impl KnightsValue for u8 {
    fn value(self) -> impl Serialize {
        self
    }
}

/// Progress cards by name, without those there are none of.
struct ProgressDocument([u8; 25]);

impl Serialize for ProgressDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let held = Progress::ALL.into_iter().map(|card| (card, self.0[card.index()]));
        serializer.collect_map(held.filter(|&(_, count)| count > 0))
    }
}

struct PointsDocument(Points);

impl Serialize for PointsDocument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        document!(
            serializer,
            "total": self.0.total(),
            "settlements": self.0.settlements,
            "cities": self.0.cities,
            "metropolises": self.0.metropolises,
            "longest_road": self.0.longest_road,
            "defender": self.0.defender,
            "victory_cards": self.0.victory_cards,
            "merchant": self.0.merchant,
        )
    }
}

#[cfg(test)]
mod tests {
    use crate::cities_and_knights::{CitiesAndKnights, Event, Options, OwnEvent, Progress, Setup};
    use game::{Seat, Viewer};
    use serde_json::{Value, json};

    fn game(setup: Value) -> CitiesAndKnights {
        CitiesAndKnights::from_setup(&serde_json::from_value::<Setup>(setup).unwrap()).unwrap()
    }

    fn view(game: &CitiesAndKnights, viewer: Viewer) -> Value {
        serde_json::to_value(game.view(viewer)).unwrap()
    }

    #[test]
    fn a_seat_sees_its_own_secrets_and_the_sizes_of_others() {
        let game = game(json!({
            "seats": {
                "A": {"cities": ["I28"], "walls": ["I28"], "roads": ["28-34"], "knights": {"strong": ["I34"]},
                      "active": ["I34"], "hand": {"ore": 2, "paper": 1}, "levels": {"science": 2},
                      "progress": {"spy": 1, "smith": 1}, "defenders": 1},
                "B": {"settlements": ["I17"], "progress": {"crane": 1}, "hand": {"coin": 2}}
            },
            "ship": 3, "dice": ["science", 2, 3], "merchant": {"seat": "B", "hex": "H5"}
        }));
        let own = view(&game, Viewer::Seat(Seat::A));
        let a = &own["seats"]["A"];
        assert_eq!(a["hand"], json!({"ore": 2, "paper": 1}));
        assert_eq!(a["progress"], json!({"smith": 1, "spy": 1}));
        assert_eq!(a["knights"], json!({"basic": [], "strong": ["I34"], "mighty": []}));
        assert_eq!(a["knights_left"], json!({"basic": 2, "strong": 1, "mighty": 2}));
        assert_eq!((&a["active_knights"], &a["walls"]), (&json!(["I34"]), &json!(["I28"])));
        assert_eq!((&a["hand_limit"], &a["levels"]["science"]), (&json!(9), &json!(2)));
        assert_eq!(own["seats"]["B"]["hand"], Value::Null);
        assert_eq!((&own["barbarian_strength"], &own["knight_strength"]), (&json!(1), &json!(2)));
        assert_eq!(own["dice"], json!({"event": "science", "red": 2, "other": 3}));
        assert_eq!(own["merchant"], json!({"seat": "B", "hex": "H5"}));
        for viewer in [Viewer::Seat(Seat::B), Viewer::Spectator] {
            let other = view(&game, viewer);
            let a = &other["seats"]["A"];
            assert_eq!((&a["hand"], &a["progress"]), (&Value::Null, &Value::Null));
            assert_eq!(a["progress_sizes"], json!({"trade": 0, "politics": 1, "science": 1}));
            assert_eq!((&a["hand_size"], &a["points"]["defender"]), (&json!(3), &json!(1)));
        }
    }

    #[test]
    fn the_resource_of_a_forced_exchange_is_seen_by_who_offers_it_alone() {
        let game = game(json!({"phase": {"forced-exchange": {"victim": "B", "kind": "ore"}},
            "seats": {"A": {"hand": {"ore": 1}}, "B": {"hand": {"coin": 1, "ore": 1}}}, "harbors": 1, "forced": {"B": 1}}));
        let kind = |viewer| view(&game, viewer)["phase"]["forced-exchange"]["kind"].clone();
        assert_eq!(kind(Viewer::Seat(Seat::A)), "ore");
        assert_eq!(kind(Viewer::Seat(Seat::B)), Value::Null);
        assert_eq!(kind(Viewer::Spectator), Value::Null);
        let open = view(&game, Viewer::Spectator);
        assert_eq!((&open["harbors"], &open["seats"]["B"]["forced"]), (&json!(1), &json!(1)));
    }

    #[test]
    fn the_first_position_and_events_have_documents() {
        let first = view(&CitiesAndKnights::new(&Options::default()), Viewer::Spectator);
        assert_eq!((&first["board"], &first["turn"]), (&Value::Null, &json!({"chance": "layout"})));
        let event = Event::Own(OwnEvent::DrewProgress {
            seat: Seat::A,
            area: crate::cities_and_knights::Area::Science,
            card: Some(Progress::Smith),
        });
        let document = |event: Event| serde_json::to_value(event).unwrap();
        let drew =
            |card: Value| json!({"event": "drew-progress", "seat": "A", "area": "science", "card": card});
        assert_eq!(document(event), drew(json!("smith")));
        assert_eq!(document(event.redact(Viewer::Spectator)), drew(Value::Null));
    }
}
