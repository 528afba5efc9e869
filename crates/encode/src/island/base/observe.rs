//! The observation of base Catan.

use crate::code::Choice;
use crate::island::base::codes::at;
use crate::island::base::know::CatanKnowledge;
use crate::island::options::{self, Meaning};
use crate::island::{OTHERS, board, seats as common};
use crate::layout::Information;
use crate::seats::{around, has};
use crate::sink::{Head, Sink, flag, many, one_hot};
use catan::{Catan, DevelopmentCard, OwnPhase, Phase, SEATS, View};
use game::{Seat, SeatSet, Viewer};

static KINDS: [&str; 5] = ["brick", "lumber", "wool", "grain", "ore"];
static CARDS: [&str; 5] = ["knight", "road-building", "year-of-plenty", "monopoly", "victory-point"];
static PHASES: [&str; 15] = [
    "laying-out",
    "drawing-start",
    "rolling-for-start",
    "founding-settlement",
    "founding-road",
    "before-roll",
    "rolling",
    "discarding",
    "moving-robber",
    "choosing-victim",
    "stealing",
    "building",
    "free-roads",
    "buying-card",
    "over",
];

#[inline(always)]
pub(super) fn write(
    game: &Catan,
    me: Seat,
    choice: &Choice,
    knowledge: &CatanKnowledge,
    information: Information,
    sink: &mut impl Sink,
) {
    let view = game.view(Viewer::Seat(me));
    let phase = view.phase();
    let marked = match phase {
        Phase::FoundingRoad { at, .. } => Some(at),
        _ => None,
    };
    let pips = board::hexes(&view, sink, board::HEX_CHANNELS);
    board::pips(pips, sink);
    board::vertices(&view, me, view.unsettleable(), marked, sink, board::VERTEX_CHANNELS);
    board::edges(&view, me, sink, board::EDGE_CHANNELS);
    players(game, &view, me, knowledge, information, sink);
    own(&view, choice, me, sink);
    table(&view, me, phase, sink);
    rules(&view, sink);
    if information == Information::Everything {
        let everything = game.view(Viewer::Everything);
        sink.array(Head {
            name: "everything",
            dtype: "uint8",
            rows: &[],
            channels: 5,
            about: "what nobody sees: the deck; the hands of all are in `player`",
        });
        let deck = everything.deck().unwrap_or_default();
        many(sink, "deck", &CARDS, 14, "cards of the kind in the deck", deck.map(f32::from));
    }
}

const PLAYER_CHANNELS: usize = common::SEAT_CHANNELS + 5 * common::SEAT_CHANNELS_OF_KIND + 2 + 5 + 6 + 3;

#[inline(always)]
fn players(
    game: &Catan,
    view: &View<'_>,
    me: Seat,
    knowledge: &CatanKnowledge,
    information: Information,
    sink: &mut impl Sink,
) {
    sink.array(Head {
        name: "player",
        dtype: "float32",
        rows: &[SEATS],
        channels: PLAYER_CHANNELS,
        about: "seats from the one that looks on, clockwise; rows of seats that nobody has are 0",
    });
    let everything = information == Information::Everything;
    let hidden = knowledge.hidden(game, Viewer::Seat(me));
    let unseen = CatanKnowledge::unseen_development(game, Viewer::Seat(me));
    let all: u32 = unseen.iter().sum();
    let deciding = common::deciding(view);
    let owed = match view.phase() {
        Phase::Discarding { owed } => owed,
        _ => catan::PerSeat::default(),
    };
    let shown = game.view(if everything { Viewer::Everything } else { Viewer::Seat(me) });
    for (row, seat) in around(me, view.seats()) {
        sink.row(row);
        let hand = match shown.hand(seat) {
            Some(hand) => common::numbers(hand),
            None => hidden.expected(seat.index()),
        };
        common::common(view, seat, deciding, &KINDS, hand, owed[seat], sink);
        let waiting = owed[seat] > 0 && !view.seats_to_discard().contains(seat);
        flag(sink, "handed in", "whether it has handed in its discard", waiting);
        let held = view.development_len(seat);
        sink.put("development size", 25, "unplayed development cards", f32::from(held));
        let development = match shown.development(seat) {
            Some(cards) => cards.map(f32::from),
            None => {
                let share = if all == 0 { 0.0 } else { f32::from(held) / all as f32 };
                unseen.map(|count| share * count as f32)
            }
        };
        many(
            sink,
            "development",
            &CARDS,
            14,
            "unplayed cards of the kind; a mean over what is possible where it is hidden",
            development,
        );
        let points = view.points(seat);
        let parts = [
            points.settlements,
            points.cities,
            points.longest_road,
            points.largest_army,
            points.victory_cards,
        ];
        many(sink, "points", &POINTS, 22, "victory points that are known to this seat", parts.map(f32::from));
        sink.put("points", 40, "all victory points that are known to this seat", f32::from(points.total()));
        sink.put("knights", 14, "knights it has played", f32::from(view.knights(seat)));
        flag(sink, "largest army", "whether it has the Largest Army card", view.largest_army() == Some(seat));
        let bought = if view.active() == seat { view.bought_len() } else { 0 };
        sink.put("bought size", 25, "development cards it bought in this turn", f32::from(bought));
    }
}

static POINTS: [&str; 5] = ["of settlements", "of cities", "of longest road", "of largest army", "of cards"];

/// Writes the seat's private knowledge, and its half-made choice.
#[inline(always)]
fn own(view: &View<'_>, choice: &Choice, me: Seat, sink: &mut impl Sink) {
    sink.array(Head {
        name: "me",
        dtype: "uint8",
        rows: &[],
        channels: 5 + 5 + 5 + 3 + 1,
        about: "what this seat alone knows, and the choice that it has half made",
    });
    let bought = if view.active() == me { view.bought().unwrap_or_default() } else { [0; 5] };
    many(
        sink,
        "bought",
        &CARDS,
        14,
        "cards of the kind that it bought in this turn and may not play yet",
        bought.map(f32::from),
    );
    let handed = view.handed_in(me).unwrap_or_default();
    many(sink, "handed in", &KINDS, 95, "cards of the kind that it has handed in", common::numbers(handed));
    let picked = choice.picked();
    let picked: [f32; 5] = std::array::from_fn(|kind| f32::from(picked[kind]));
    many(sink, "picked", &KINDS, 95, "cards of the kind that it has named of a discard", picked);
    let begun = choice.codes().first().map(|&code| usize::from(code).wrapping_sub(at::MESSAGE));
    one_hot(sink, "begun", &MESSAGES, "the message that it has begun", begun);
    flag(sink, "half made", "whether it has a choice half made", !choice.is_empty());
}

static MESSAGES: [&str; 3] = ["offer", "counter-offer", "proposal"];

/// Writes the public state of the table.
#[inline(always)]
fn table(view: &View<'_>, me: Seat, phase: Phase, sink: &mut impl Sink) {
    sink.array(Head {
        name: "table",
        dtype: "int16",
        rows: &[],
        channels: PHASES.len() + 1 + 2 + 3 + 5 + 1 + 5 + common::OFFER_CHANNELS + 10 + 3 + 3,
        about: "what lies open on the table",
    });
    let number = match phase {
        Phase::LayingOut => 0,
        Phase::DrawingStart => 1,
        Phase::RollingForStart { .. } => 2,
        Phase::FoundingSettlement { .. } => 3,
        Phase::FoundingRoad { .. } => 4,
        Phase::BeforeRoll => 5,
        Phase::Rolling => 6,
        Phase::Discarding { .. } => 7,
        Phase::MovingRobber { .. } => 8,
        Phase::ChoosingVictim { .. } => 9,
        Phase::Stealing { .. } => 10,
        Phase::Building => 11,
        Phase::FreeRoads { .. } => 12,
        Phase::Own(OwnPhase::BuyingCard) => 13,
        Phase::Over(_) => 14,
    };
    one_hot(sink, "phase", &PHASES, "what is to be decided", Some(number));
    sink.put("turns", 32767, "turns begun, at most 32767", view.turns().min(32767) as f32);
    let dice = view.dice().map_or([0, 0], |(first, second)| [first.pips(), second.pips()]);
    many(sink, "die", &DICE, 6, "the last production roll; 0 before the first", dice.map(f32::from));
    flag(sink, "rolled", "whether the active seat has rolled in this turn", view.has_rolled());
    flag(sink, "built", "whether it has built or bought in this turn", view.has_built());
    flag(
        sink,
        "played card",
        "whether it has played a development card in this turn",
        view.has_played_card(),
    );
    many(sink, "supply", &KINDS, 19, "cards of the kind in the supply", common::numbers(view.supply()));
    sink.put("deck size", 25, "development cards in the deck", f32::from(view.deck_len()));
    many(
        sink,
        "played",
        &CARDS,
        14,
        "development cards of the kind that anybody has played",
        view.played().map(f32::from),
    );
    common::offer(view, me, &KINDS, sink);
    let victims = match phase {
        Phase::ChoosingVictim { victims } => victims,
        _ => SeatSet::EMPTY,
    };
    let rob: [f32; 3] = std::array::from_fn(|n| f32::from(u8::from(has(victims, n + 1, me, view.seats()))));
    many(sink, "can be robbed", &OTHERS, 1, "whether the active seat may rob it now", rob);
    let (left, may_stop) = match phase {
        Phase::FreeRoads { left, may_stop } => (left, may_stop),
        _ => (0, false),
    };
    sink.put("free roads", 2, "free roads that may still be placed", f32::from(left));
    flag(sink, "may stop", "whether the free roads may be left", may_stop);
    let placed = match phase {
        Phase::FoundingSettlement { placed } | Phase::FoundingRoad { placed, .. } => placed,
        _ => 0,
    };
    sink.put("placed", 8, "starting settlements on the island, during the set-up", f32::from(placed));
}

static DICE: [&str; 2] = ["1", "2"];

const MEANING: Meaning = Meaning {
    victory_points_max: 22,
    discard_limit: "who holds more cards discards half on a 7",
    combined: "whether trade goes on after building",
    friendly_robber: "whether the robber spares seats with 2 or fewer visible points",
};

/// The rule switches that change what is good.
#[inline(always)]
fn rules(view: &View<'_>, sink: &mut impl Sink) {
    sink.array(Head {
        name: "options",
        dtype: "int16",
        rows: &[],
        channels: options::COMMON_CHANNELS,
        about: "the rule switches that matter once the island is laid out",
    });
    options::common(view.options(), &MEANING, sink);
}

const _: () = assert!(DevelopmentCard::ALL.len() == CARDS.len());
