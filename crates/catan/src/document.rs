//! Views and events as documents: the JSON that the API, the browser, bots over a pipe and the cases read. Described
//! field by field in `docs/view.md`; a field is never renamed, new ones may come.

use crate::Phase;
use crate::setup::{DevelopmentCards, PhaseSetup};
use crate::{Exchange, Harbour, HexId, HexSet, Kind, Layout, Piece, Points, Resource, View};
use game::{Seat, SeatSet, Turn, Viewer};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::collections::BTreeMap;

/// A map that is written entry by entry, so that the fields come in the order of the documentation.
macro_rules! document {
    ($serializer:expr, $($name:literal: $value:expr),* $(,)?) => {{
        let mut map = $serializer.serialize_map(None)?;
        $(map.serialize_entry($name, &$value)?;)*
        map.end()
    }};
}

pub(crate) use document;

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let seats: BTreeMap<Seat, SeatDocument<'_>> =
            Seat::first(self.seats()).map(|seat| (seat, SeatDocument { view: self, seat })).collect();
        let victims = match self.phase() {
            Phase::ChoosingVictim { victims } => victims,
            _ => SeatSet::EMPTY,
        };
        let laid_out = self.layout().is_some();
        document!(
            serializer,
            "game": "catan",
            "viewer": viewer_name(self.viewer()),
            "players": self.seats(),
            "options": self.options(),
            "board": self.layout().map(BoardDocument),
            "robber": laid_out.then(|| self.robber()),
            "turn": TurnDocument(self.turn()),
            "phase": PhaseSetup::from(self.phase()),
            "victims": victims,
            "robber_victims": RobberVictims { targets: self.robber_targets(), at: |hex| self.victims_at(hex) },
            "active": self.active(),
            "start": self.start_player(),
            "turns": self.turns(),
            "dice": self.dice(),
            "rolled": self.has_rolled(),
            "built": self.has_built(),
            "played_card": self.has_played_card(),
            "trade_is_open": self.trade_is_open(),
            "seats": seats,
            "supply": self.supply(),
            "deck_size": self.deck_len(),
            "deck": self.deck().map(DevelopmentCards),
            "played": DevelopmentCards(self.played()),
            "longest_road": self.longest_road(),
            "largest_army": self.largest_army(),
            "offer": self.offer().map(|(exchange, to)| OfferDocument { exchange, to }),
        )
    }
}

/// Returns the name of a viewer: that of the seat, `spectator` or `everything`.
pub(crate) fn viewer_name(viewer: Viewer) -> String {
    match viewer {
        Viewer::Seat(seat) => seat.to_string(),
        Viewer::Spectator => "spectator".to_owned(),
        Viewer::Everything => "everything".to_owned(),
    }
}

/// The seats that can be robbed on each hex to which the robber may move; empty unless the robber must be moved.
pub(crate) struct RobberVictims<F> {
    pub(crate) targets: HexSet,
    pub(crate) at: F,
}

impl<F: Fn(HexId) -> SeatSet> Serialize for RobberVictims<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.targets.into_iter().map(|hex| (hex, (self.at)(hex))))
    }
}

/// The turn as a document.
pub(crate) struct TurnDocument<Kind>(pub(crate) Turn<Kind>);

impl<Kind: std::fmt::Display> Serialize for TurnDocument<Kind> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Turn::Decide(seats) => document!(serializer, "decide": seats),
            Turn::Chance(kind) => document!(serializer, "chance": kind.to_string()),
            Turn::Over(outcome) => document!(serializer, "over": outcome),
        }
    }
}

/// An open offer.
pub(crate) struct OfferDocument<K: Kind> {
    pub(crate) exchange: Exchange<K>,
    pub(crate) to: SeatSet,
}

impl<K: Kind> Serialize for OfferDocument<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        document!(serializer, "give": self.exchange.give, "want": self.exchange.want, "to": self.to)
    }
}

/// The island.
pub(crate) struct BoardDocument<'a>(pub(crate) &'a Layout);

impl Serialize for BoardDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Hex<'a>(&'a Layout, HexId);
        impl Serialize for Hex<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let &Hex(layout, hex) = self;
                let number = Some(layout.numbers[hex]).filter(|&number| number > 0);
                document!(serializer, "hex": hex, "terrain": layout.terrain[hex], "number": number)
            }
        }
        struct Spot<'a>(&'a Layout, usize);
        impl Serialize for Spot<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let &Spot(layout, spot) = self;
                document!(
                    serializer,
                    "spot": format!("S{}", spot + 1),
                    "harbour": layout.harbours[spot],
                    "path": Harbour::path(spot),
                    "intersections": Harbour::intersections(spot),
                )
            }
        }
        let hexes: Vec<Hex<'_>> = HexId::all().map(|hex| Hex(self.0, hex)).collect();
        let harbours: Vec<Spot<'_>> = (0..self.0.harbours.len()).map(|spot| Spot(self.0, spot)).collect();
        document!(serializer, "hexes": hexes, "harbours": harbours)
    }
}

struct SeatDocument<'a> {
    view: &'a View<'a>,
    seat: Seat,
}

impl Serialize for SeatDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &SeatDocument { view, seat } = self;
        let active = view.active() == seat;
        let pieces = |piece: Piece| (piece, view.pieces_left(seat, piece));
        let addressed = view.offer().is_some_and(|(_, to)| to.contains(seat));
        let owed = match view.phase() {
            Phase::Discarding { owed } => owed[seat],
            _ => 0,
        };
        document!(
            serializer,
            "roads": Ids(view.roads(seat).into_iter()),
            "settlements": Ids(view.settlements(seat).into_iter()),
            "cities": Ids(view.cities(seat).into_iter()),
            "pieces_left": BTreeMap::from([pieces(Piece::Road), pieces(Piece::Settlement), pieces(Piece::City)]),
            "hand_size": view.hand_len(seat),
            "hand": view.hand(seat),
            "development_size": view.development_len(seat),
            "development": view.development(seat).map(DevelopmentCards),
            "bought_size": if active { view.bought_len() } else { 0 },
            "bought": view.bought().filter(|_| active).map(DevelopmentCards),
            "knights": view.knights(seat),
            "road_length": view.road_length(seat),
            "points": PointsDocument(view.points(seat)),
            "rates": Resource::ALL.into_iter().map(|kind| (kind, view.rate(seat, kind))).collect::<BTreeMap<_, _>>(),
            "owes": owed,
            "has_discarded": owed > 0 && !view.seats_to_discard().contains(seat),
            "discarded": view.handed_in(seat).filter(|cards| !cards.is_empty()),
            "answer": addressed.then(|| view.answer(seat)),
            "proposal": view.proposal(seat),
            "offers_made": view.trading().made(seat),
        )
    }
}

/// Places of a set, as an array of their names.
pub(crate) struct Ids<I>(pub(crate) I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for Ids<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
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
            "longest_road": self.0.longest_road,
            "largest_army": self.0.largest_army,
            "victory_cards": self.0.victory_cards,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Die;
    use crate::{Answer, Catan, Chance, DevelopmentCard, Event, OwnEvent, Setup};
    use serde_json::{Value, json};

    fn game(setup: Value) -> Catan {
        Catan::from_setup(&serde_json::from_value::<Setup>(setup).unwrap()).unwrap()
    }

    fn view(game: &Catan, viewer: Viewer) -> Value {
        serde_json::to_value(game.view(viewer)).unwrap()
    }

    fn sample() -> Catan {
        game(json!({
            "seats": {
                "A": {"settlements": ["I0"], "roads": ["0-4"], "hand": {"ore": 2, "wool": 1},
                      "development": {"knight": 2, "victory-point": 1}, "knights": 1},
                "B": {"cities": ["I28"], "hand": {"brick": 3}}
            },
            "bought": {"knight": 1}, "dice": [2, 3], "options": {"trade_build": "combined"},
            "offer": {"give": {"ore": 1}, "want": {"brick": 1}, "to": ["B"], "answers": {"B": "rejected"}}
        }))
    }

    #[test]
    fn a_seat_sees_its_own_secrets_and_the_sizes_of_others() {
        let game = sample();
        let own = view(&game, Viewer::Seat(Seat::A));
        assert_eq!(own["seats"]["A"]["hand"], json!({"wool": 1, "ore": 2}));
        assert_eq!(own["seats"]["A"]["development"], json!({"knight": 2, "victory-point": 1}));
        assert_eq!(own["seats"]["A"]["bought"], json!({"knight": 1}));
        assert_eq!(own["seats"]["A"]["points"]["total"], 2);
        assert_eq!(own["seats"]["A"]["rates"]["ore"], 3);
        assert_eq!(own["seats"]["B"]["hand"], Value::Null);
        assert_eq!(own["seats"]["B"]["hand_size"], 3);
        assert_eq!(own["seats"]["B"]["answer"], "rejected");
        assert_eq!(own["offer"], json!({"give": {"ore": 1}, "want": {"brick": 1}, "to": ["B"]}));
        assert_eq!(own["played"], json!({"knight": 1}));
        assert_eq!(own["dice"], json!([2, 3]));
        assert_eq!(own["board"]["hexes"][9], json!({"hex": "H9", "terrain": "desert", "number": null}));
        assert_eq!(
            own["board"]["harbours"][1],
            json!({"spot": "S2", "harbour": "grain", "path": "P3", "intersections": ["I1", "I5"]})
        );
        for (viewer, name) in [(Viewer::Seat(Seat::B), "B"), (Viewer::Spectator, "spectator")] {
            let other = view(&game, viewer);
            assert_eq!(other["viewer"], name);
            assert_eq!(other["seats"]["A"]["hand"], Value::Null);
            assert_eq!(other["seats"]["A"]["development"], Value::Null);
            assert_eq!(other["seats"]["A"]["development_size"], 3);
            assert_eq!(other["seats"]["A"]["bought"], Value::Null);
            assert_eq!(other["seats"]["A"]["bought_size"], 1);
            assert_eq!(other["seats"]["A"]["points"]["total"], 1);
        }
        assert_eq!(view(&game, Viewer::Everything)["seats"]["B"]["hand"], json!({"brick": 3}));
    }

    #[test]
    fn worlds_that_differ_in_secrets_alone_look_the_same_to_others() {
        let world = |a: Value, b: Value, card: &str| {
            game(json!({
                "seats": {"A": {"hand": a, "development": {card: 1}}, "B": {"hand": b}}, "bought": {card: 1}
            }))
        };
        let one = world(json!({"ore": 1, "wool": 1}), json!({"ore": 1, "brick": 1}), "knight");
        let two = world(json!({"ore": 1, "brick": 1}), json!({"ore": 1, "wool": 1}), "monopoly");
        let bytes = |game: &Catan, viewer| serde_json::to_string(&game.view(viewer)).unwrap();
        for viewer in [Viewer::Spectator, Viewer::Seat(Seat::C), Viewer::Seat(Seat::D)] {
            assert_eq!(bytes(&one, viewer), bytes(&two, viewer));
        }
        for viewer in [Viewer::Everything, Viewer::Seat(Seat::A), Viewer::Seat(Seat::B)] {
            assert_ne!(bytes(&one, viewer), bytes(&two, viewer));
        }
    }

    #[test]
    fn the_first_and_the_last_position_have_documents_too() {
        let first = view(&Catan::new(&crate::Options::default()), Viewer::Spectator);
        assert_eq!(first["board"], Value::Null);
        assert_eq!(first["turn"], json!({"chance": "layout"}));
        assert_eq!(first["phase"], "laying-out");
        let over = game(json!({"phase": {"over": {"winners": ["A"]}},
            "seats": {"A": {"cities": ["I0", "I8", "I10"], "settlements": ["I20", "I30"], "development": {"victory-point": 2}}}}));
        let seen = view(&over, Viewer::Spectator);
        assert_eq!(seen["turn"], json!({"over": {"winners": ["A"]}}));
        assert_eq!(
            seen["seats"]["A"]["points"]["total"], 10,
            "CATAN-WIN-7: victory point cards are open at the end"
        );
        assert_eq!(seen["seats"]["A"]["development"], Value::Null);
    }

    #[test]
    fn pending_discards_show_who_owes_and_hide_what_was_handed_in() {
        let game = game(json!({"phase": "discarding", "seats": {
            "A": {"hand": {"ore": 9}}, "B": {"hand": {"wool": 8}, "handed_in": {"wool": 4}}}}));
        let seen = view(&game, Viewer::Seat(Seat::A));
        assert_eq!(
            (&seen["seats"]["A"]["owes"], &seen["seats"]["A"]["has_discarded"]),
            (&json!(4), &json!(false))
        );
        assert_eq!(
            (&seen["seats"]["B"]["owes"], &seen["seats"]["B"]["has_discarded"]),
            (&json!(4), &json!(true))
        );
        assert_eq!(seen["seats"]["B"]["discarded"], Value::Null);
        assert_eq!(view(&game, Viewer::Seat(Seat::B))["seats"]["B"]["discarded"], json!({"wool": 4}));
    }

    #[test]
    fn events_have_documents_and_redacted_ones() {
        let event = Event::Stole { thief: Seat::A, victim: Seat::B, card: Some(Resource::Ore) };
        let document = |event: Event| serde_json::to_value(event).unwrap();
        assert_eq!(document(event), json!({"event": "stole", "thief": "A", "victim": "B", "card": "ore"}));
        let hidden = event.redact(Viewer::Seat(Seat::C));
        assert_eq!(document(hidden), json!({"event": "stole", "thief": "A", "victim": "B", "card": null}));
        let bought =
            Event::Own(OwnEvent::BoughtCard { seat: Seat::A, card: Some(DevelopmentCard::Monopoly) });
        assert_eq!(document(bought.redact(Viewer::Spectator))["card"], Value::Null);
        let mut events = Vec::new();
        let mut game = game(json!({"phase": "rolling", "seats": {"B": {"cities": ["I28"]}}}));
        game.resolve(Chance::Dice(Die::Four, Die::Four), &mut events).unwrap();
        let documents: Vec<Value> = events.into_iter().map(document).collect();
        assert_eq!(
            documents,
            [
                json!({"event": "rolled", "seat": "A", "dice": [4, 4]}),
                json!({"event": "produced", "cards": {"B": {"lumber": 2}}})
            ]
        );
    }

    #[test]
    fn answers_have_their_names() {
        let names: Vec<Value> = [
            Answer::<Resource>::Open,
            Answer::Accepted,
            Answer::Rejected,
            Answer::Countered(Exchange::NOTHING),
        ]
        .map(|answer| serde_json::to_value(answer).unwrap())
        .to_vec();
        assert_eq!(names[..3], [json!("open"), json!("accepted"), json!("rejected")]);
        assert_eq!(names[3], json!({"countered": {"give": {}, "want": {}}}));
    }
}
