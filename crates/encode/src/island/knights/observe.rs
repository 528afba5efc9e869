//! The observation of Cities & Knights.

use crate::code::Choice;
use crate::island::knights::at;
use crate::island::knights::know::{CARDS, KnightsKnowledge};
use crate::island::{OTHERS, RELATIVE, board, knights::options, seats as common};
use crate::layout::Information;
use crate::seats::{around, has};
use crate::sink::{Head, Sink, flag, many, one_hot};
use catan::cities_and_knights::{
    Area, CardKind, CitiesAndKnights, OwnPhase, Phase, Progress, RobberCause, Strength, TurnStage, View,
};
use catan::{PerSeat, SEATS, VertexId, VertexSet};
use game::{Seat, SeatSet, Viewer};

static KINDS: [&str; 8] = ["brick", "lumber", "wool", "grain", "ore", "paper", "cloth", "coin"];
static AREAS: [&str; 3] = ["trade", "politics", "science"];
static STRENGTHS: [&str; 3] = ["basic", "strong", "mighty"];
static PROGRESS: [&str; CARDS] = {
    let mut names = [""; CARDS];
    let mut n = 0;
    while n < CARDS {
        names[n] = Progress::ALL[n].name();
        n += 1;
    }
    names
};

#[inline(always)]
pub(super) fn write(
    game: &CitiesAndKnights,
    me: Seat,
    choice: &Choice,
    knowledge: &KnightsKnowledge,
    information: Information,
    sink: &mut impl Sink,
) {
    let view = game.view(Viewer::Seat(me));
    let now = Now::of(view.phase());
    hexes(&view, choice, me, sink);
    vertices(&view, choice, me, now.marked, sink);
    board::edges(&view, me, sink, board::EDGE_CHANNELS + 1);
    let removed = match view.phase() {
        Phase::Own(OwnPhase::ReplacingRoad { removed }) => Some(removed.index()),
        _ => None,
    };
    sink.plane(
        "removed",
        "",
        "the road that Diplomat took off, which may not lie here again",
        removed.into_iter(),
    );
    players(game, &view, me, knowledge, information, sink);
    own(&view, choice, me, sink);
    table(&view, me, &now, sink);
    options::write(&view, sink);
    if information == Information::Everything {
        let everything = game.view(Viewer::Everything);
        sink.array(Head {
            name: "everything",
            dtype: "uint8",
            rows: &[],
            channels: CARDS,
            about: "what nobody sees: the decks; the hands of all are in `player`",
        });
        let mut deck = [0.0; CARDS];
        for (card, count) in Area::ALL.into_iter().filter_map(|area| everything.deck(area)).flatten() {
            deck[card.index()] = f32::from(count);
        }
        many(
            sink,
            "deck",
            &PROGRESS,
            6,
            "cards of the kind in their deck, those that lie under it included",
            deck,
        );
    }
}

/// The codes of a choice that lie in a block, by their number there.
#[inline]
fn chosen(choice: &Choice, first: usize, len: usize) -> impl Iterator<Item = usize> {
    choice.codes().iter().map(move |&code| usize::from(code).wrapping_sub(first)).filter(move |&n| n < len)
}

#[inline(always)]
fn hexes(view: &View<'_>, choice: &Choice, me: Seat, sink: &mut impl Sink) {
    let pips = board::hexes(view, sink, board::HEX_CHANNELS + SEATS + 1);
    let merchant = view.merchant();
    let seats = view.seats();
    for (n, which) in RELATIVE.iter().enumerate() {
        let here = merchant.filter(|(seat, _)| crate::seats::relative(*seat, me, seats) == n);
        sink.plane(
            "merchant",
            which,
            "the merchant stands here",
            here.map(|(_, hex)| hex.index()).into_iter(),
        );
    }
    sink.plane("chosen", "", "the choice that this seat has half made names it", chosen(choice, at::HEX, 19));
    board::pips(pips, sink);
}

const VERTEX_CHANNELS: usize = board::VERTEX_CHANNELS + 2 + 3 + SEATS + 3 + 4 + 1;

#[inline(always)]
fn vertices(view: &View<'_>, choice: &Choice, me: Seat, marked: Option<VertexId>, sink: &mut impl Sink) {
    board::vertices(view, me, view.unsettleable(), marked, sink, VERTEX_CHANNELS);
    let indices = |set: VertexSet| set.into_iter().map(VertexId::index);
    sink.plane("laid", "", "the settlement here is a city on its side", indices(view.laid()));
    sink.plane("wall", "", "the city here has a wall", indices(view.walls()));
    for area in Area::ALL {
        let here = view.metropolis(area).map(VertexId::index);
        sink.plane(
            "metropolis of",
            AREAS[area.index()],
            "the metropolis of the area stands here",
            here.into_iter(),
        );
    }
    let mut knights = [VertexSet::EMPTY; SEATS];
    let mut strengths = [VertexSet::EMPTY; 3];
    for (n, seat) in around(me, view.seats()) {
        for (all, strength) in strengths.iter_mut().zip(Strength::ALL) {
            let set = view.knights(seat, strength);
            *all = *all | set;
            knights[n] = knights[n] | set;
        }
    }
    for (which, set) in RELATIVE.iter().zip(knights) {
        sink.plane("knight", which, "a knight stands here", indices(set));
    }
    for (which, set) in STRENGTHS.iter().zip(strengths) {
        sink.plane("knight is", which, "how strong the knight here is", indices(set));
    }
    sink.plane("active", "", "the knight here is active", indices(view.active_knights()));
    sink.plane("ready", "", "the knight here may still act in this turn", indices(view.ready_knights()));
    sink.plane("promoted", "", "the knight here was promoted in this turn", indices(view.promoted_knights()));
    sink.plane(
        "fought",
        "",
        "the knight here fights in the attack that is being resolved",
        indices(fighting(view)),
    );
    let named = chosen(choice, at::VERTEX, 54).chain(chosen(choice, at::MOVE, 54));
    sink.plane("chosen", "", "the choice that this seat has half made names it", named);
}

#[inline]
fn fighting(view: &View<'_>) -> VertexSet {
    match view.phase() {
        Phase::Own(OwnPhase::Mustering { fighting, .. }) => fighting | view.fighting_knights(),
        _ => view.fighting_knights(),
    }
}

static POINTS: [&str; 7] = [
    "of settlements",
    "of cities",
    "of metropolises",
    "of longest road",
    "of defence",
    "of cards",
    "of the merchant",
];

const PLAYER_CHANNELS: usize = common::SEAT_CHANNELS
    + 8 * common::SEAT_CHANNELS_OF_KIND
    + 1
    + 1
    + 3
    + 3
    + CARDS
    + 3
    + 1
    + 1
    + 1
    + 1
    + 1
    + 7
    + 1;

#[inline(always)]
fn players(
    game: &CitiesAndKnights,
    view: &View<'_>,
    me: Seat,
    knowledge: &KnightsKnowledge,
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
    let hidden = knowledge.hidden(view);
    let hidden_progress = knowledge.hidden_progress(view);
    let deciding = common::deciding(view);
    let owed = match view.phase() {
        Phase::Discarding { owed }
        | Phase::Own(OwnPhase::Sabotage { owed })
        | Phase::Own(OwnPhase::Giving { owed }) => owed,
        _ => PerSeat::default(),
    };
    let everything = information == Information::Everything;
    let shown = game.view(if everything { Viewer::Everything } else { Viewer::Seat(me) });
    let strengths = view.knight_strengths();
    for (row, seat) in around(me, view.seats()) {
        sink.row(row);
        let hand = match shown.hand(seat) {
            Some(hand) => common::numbers(hand),
            None => hidden.expected(seat.index()),
        };
        common::common(view, seat, deciding, &KINDS, hand, owed[seat], sink);
        flag(sink, "handed in", "whether it has handed in what it owes", view.has_handed_in(seat));
        sink.put("hand limit", 101, "the most cards it may hold on a 7", view.hand_limit(seat) as f32);
        let levels = Area::ALL.map(|area| f32::from(view.level(seat, area)));
        many(sink, "level of", &AREAS, 5, "city improvements of the area", levels);
        let sizes = Area::ALL.map(|area| f32::from(view.progress_len(seat, area)));
        many(sink, "progress size", &AREAS, 18, "hidden progress cards of the area", sizes);
        let progress = match shown.progress(seat) {
            Some(cards) => cards.map(f32::from),
            None => hidden_progress.expected(seat),
        };
        many(
            sink,
            "progress",
            &PROGRESS,
            6,
            "hidden progress cards of the kind; a mean over what is possible where it is hidden",
            progress,
        );
        let left = Strength::ALL.map(|strength| f32::from(view.knights_left(seat, strength)));
        many(sink, "knights left", &STRENGTHS, 2, "knights of the strength in its supply", left);
        sink.put("walls left", 3, "walls in its supply", f32::from(view.walls_left(seat)));
        sink.put("defenders", 255, "Defender cards", f32::from(view.defenders(seat)));
        sink.put("strength", 12, "the strength of its active knights", f32::from(strengths[seat]));
        sink.put(
            "forced",
            255,
            "how often it was forced to an exchange in this turn",
            f32::from(view.forced(seat)),
        );
        let may = view.active() != seat && view.may_force(seat);
        flag(sink, "may be forced", "whether the active seat may force it once more", may);
        let points = view.points(seat);
        let parts = [
            points.settlements,
            points.cities,
            points.metropolises,
            points.longest_road,
            points.defender,
            points.victory_cards,
            points.merchant,
        ];
        many(sink, "points", &POINTS, 255, "victory points", parts.map(f32::from));
        sink.put("points", 255, "all victory points", f32::from(points.total()));
    }
}

/// Writes the seat's private knowledge, and its half-made choice.
#[inline(always)]
fn own(view: &View<'_>, choice: &Choice, me: Seat, sink: &mut impl Sink) {
    static MESSAGES: [&str; 3] = ["offer", "counter-offer", "proposal"];
    static FACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
    sink.array(Head {
        name: "me",
        dtype: "uint8",
        rows: &[],
        channels: 8 + CARDS + 8 + 8 + 3 + CARDS + 3 + 6 + 1 + 1,
        about: "what this seat alone knows, and the choice that it has half made",
    });
    let handed = view.handed_in(me).unwrap_or_default();
    many(sink, "handed in", &KINDS, 95, "cards of the kind that it has handed in", common::numbers(handed));
    one_hot(
        sink,
        "dropped",
        &PROGRESS,
        "the progress card that it has handed in",
        view.dropped(me).map(Progress::index),
    );
    one_hot(
        sink,
        "forced for",
        &KINDS,
        "the resource that it offers by Commercial Harbor",
        view.forced_resource().map(CardKind::index),
    );
    let picked = choice.picked().map(f32::from);
    many(sink, "picked", &KINDS, 95, "cards of the kind that it has named of a hand", picked);
    let first = choice.codes().first().map(|&code| usize::from(code));
    let in_block = |at: usize, len: usize| first.and_then(|code| code.checked_sub(at)).filter(|&n| n < len);
    one_hot(sink, "begun", &MESSAGES, "the message that it has begun", in_block(at::MESSAGE, 3));
    one_hot(
        sink,
        "plays",
        &PROGRESS,
        "the progress card that it has begun to play",
        in_block(at::PLAY, CARDS),
    );
    one_hot(sink, "forces", &OTHERS, "the seat that it has begun to force", in_block(at::FORCE, 3));
    one_hot(
        sink,
        "red die",
        &FACES,
        "the value that it has named for the red die",
        chosen(choice, at::DIE, 6).next(),
    );
    flag(sink, "moves", "whether it has begun to move a knight", in_block(at::MOVE, 54).is_some());
    flag(sink, "half made", "whether it has a choice half made", !choice.is_empty());
}

static PHASES: [&str; 34] = [
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
    "over",
    "founding-city",
    "sabotage",
    "mustering",
    "pillaging",
    "choosing-deck",
    "offering-draw",
    "drawing-card",
    "dropping-cards",
    "aqueduct",
    "retreating",
    "deserting",
    "placing-deserter",
    "replacing-road",
    "spying",
    "taking-cards",
    "giving",
    "forced-exchange",
    "placing-metropolis",
    "play-or-drop",
    "playing-early",
];

/// The phase with what it is about.
#[derive(Default)]
struct Now {
    phase: usize,
    /// The area of a draw or of a metropolis.
    area: Option<Area>,
    /// The seat that it is about.
    about: Option<Seat>,
    /// Seats that have yet to decide.
    waiting: SeatSet,
    victims: SeatSet,
    /// Cards to take, free roads to place, or buildings placed.
    count: u8,
    may_stop: bool,
    strength: Option<Strength>,
    active: bool,
    cause: Option<RobberCause>,
    marked: Option<VertexId>,
}

impl Now {
    fn of(phase: Phase) -> Now {
        let at = |phase: usize| Now { phase, ..Now::default() };
        match phase {
            Phase::LayingOut => at(0),
            Phase::DrawingStart => at(1),
            Phase::RollingForStart { waiting, .. } => Now { waiting, ..at(2) },
            Phase::FoundingSettlement { placed } => Now { count: placed, ..at(3) },
            Phase::FoundingRoad { placed, at: marked } => {
                Now { count: placed, marked: Some(marked), ..at(4) }
            }
            Phase::BeforeRoll => at(5),
            Phase::Rolling | Phase::Own(OwnPhase::RollingEventDie { .. }) => at(6),
            Phase::Discarding { .. } => at(7),
            Phase::MovingRobber { cause } => Now { cause: Some(cause), ..at(8) },
            Phase::ChoosingVictim { victims } => Now { victims, ..at(9) },
            Phase::Stealing { victim, waiting } => Now { about: Some(victim), waiting, ..at(10) },
            Phase::Building => at(11),
            Phase::FreeRoads { left, may_stop } => Now { count: left, may_stop, ..at(12) },
            Phase::Over(_) => at(13),
            Phase::Own(own) => Now::of_own(own),
        }
    }

    fn of_own(phase: OwnPhase) -> Now {
        let at = |phase: usize| Now { phase, ..Now::default() };
        match phase {
            OwnPhase::FoundingCity { placed } => Now { count: placed, ..at(14) },
            OwnPhase::RollingEventDie { .. } => at(6),
            OwnPhase::Sabotage { .. } => at(15),
            OwnPhase::Mustering { waiting, .. } => Now { waiting, ..at(16) },
            OwnPhase::Pillaging { losers } => Now { waiting: losers, ..at(17) },
            OwnPhase::ChoosingDeck { waiting } => Now { waiting, ..at(18) },
            OwnPhase::OfferingDraw { waiting, area } => Now { waiting, area: Some(area), ..at(19) },
            OwnPhase::DrawingCard { seat, area, waiting, .. } => {
                Now { about: Some(seat), area: Some(area), waiting, ..at(20) }
            }
            OwnPhase::DroppingCards { seats } => Now { waiting: seats, ..at(21) },
            OwnPhase::Aqueduct { waiting } => Now { waiting, ..at(22) },
            OwnPhase::Retreating { seat, from, strength, active } => {
                Now { about: Some(seat), marked: Some(from), strength: Some(strength), active, ..at(23) }
            }
            OwnPhase::Deserting { victim } => Now { about: Some(victim), ..at(24) },
            OwnPhase::PlacingDeserter { strength, active } => {
                Now { strength: Some(strength), active, ..at(25) }
            }
            OwnPhase::ReplacingRoad { .. } => at(26),
            OwnPhase::Spying { victim } => Now { about: Some(victim), ..at(27) },
            OwnPhase::TakingCards { victim, count } => Now { about: Some(victim), count, ..at(28) },
            OwnPhase::Giving { .. } => at(29),
            OwnPhase::ForcedExchange { victim, .. } => Now { about: Some(victim), ..at(30) },
            OwnPhase::PlacingMetropolis { area } => Now { area: Some(area), ..at(31) },
            OwnPhase::PlayOrDrop => at(32),
            OwnPhase::PlayingEarly => at(33),
        }
    }
}

const TABLE_CHANNELS: usize = PHASES.len()
    + 3
    + 4
    + 4
    + 3
    + 1
    + 1
    + 3
    + 1
    + 3
    + 6
    + 1
    + 4
    + 2
    + 2
    + 8
    + common::OFFER_CHANNELS
    + 16
    + 4
    + 1
    + 8
    + 1
    + 3
    + 4
    + 4;

/// Writes the public state of the table.
#[inline(always)]
fn table(view: &View<'_>, me: Seat, now: &Now, sink: &mut impl Sink) {
    static CAUSES: [&str; 3] = ["seven", "chase", "bishop"];
    static STAGES: [&str; 6] = ["before-roll", "attack", "event", "production", "main", "ending"];
    static EVENTS: [&str; 4] = ["ship", "trade", "politics", "science"];
    static DICE: [&str; 2] = ["red", "other"];
    sink.array(Head {
        name: "table",
        dtype: "int16",
        rows: &[],
        channels: TABLE_CHANNELS,
        about: "what lies open on the table",
    });
    let seats = view.seats();
    let flags =
        |set: SeatSet| -> [f32; 4] { std::array::from_fn(|n| f32::from(u8::from(has(set, n, me, seats)))) };
    one_hot(sink, "phase", &PHASES, "what is to be decided", Some(now.phase));
    one_hot(sink, "about", &AREAS, "the area that the decision is about", now.area.map(Area::index));
    let about = now.about.map_or(SeatSet::EMPTY, SeatSet::one);
    many(sink, "about one", &RELATIVE, 1, "the seat that the decision is about", flags(about));
    many(sink, "waits for one", &RELATIVE, 1, "whether the phase waits for the seat", flags(now.waiting));
    let victims = flags(now.victims);
    many(
        sink,
        "can be robbed",
        &OTHERS,
        1,
        "whether the active seat may rob it now",
        [victims[1], victims[2], victims[3]],
    );
    sink.put(
        "count",
        8,
        "cards to take, free roads left, or buildings placed in the set-up",
        f32::from(now.count),
    );
    flag(sink, "may stop", "whether the free roads may be left", now.may_stop);
    let strength = now.strength.map(|strength| usize::from(strength.value()) - 1);
    one_hot(
        sink,
        "knight in question",
        &STRENGTHS,
        "the strength of the knight that retreats or deserted",
        strength,
    );
    flag(sink, "knight is active", "whether it is active", now.active);
    let cause = now.cause.map(|cause| match cause {
        RobberCause::Seven => 0,
        RobberCause::Chase => 1,
        RobberCause::Bishop => 2,
    });
    one_hot(sink, "robber by", &CAUSES, "why the robber moves", cause);
    let stage = match view.stage() {
        TurnStage::BeforeRoll => 0,
        TurnStage::Attack => 1,
        TurnStage::Event => 2,
        TurnStage::Production => 3,
        TurnStage::Main => 4,
        TurnStage::Ending => 5,
    };
    one_hot(sink, "stage", &STAGES, "how far the turn is", Some(stage));
    sink.put("turns", 32767, "turns begun, at most 32767", view.turns().min(32767) as f32);
    let dice = view.dice();
    let event = dice.map(|(event, ..)| event.gate().map_or(0, |area| 1 + area.index()));
    one_hot(sink, "event", &EVENTS, "the event die", event);
    let pips = dice.map_or([0.0; 2], |(_, red, other)| [f32::from(red.pips()), f32::from(other.pips())]);
    many(sink, "die", &DICE, 6, "the last production roll; 0 before the first", pips);
    flag(sink, "rolled", "whether the active seat has rolled in this turn", view.has_rolled());
    flag(sink, "built", "whether it has paid for something in this turn", view.has_built());
    many(sink, "supply", &KINDS, 19, "cards of the kind in the supply", common::numbers(view.supply()));
    common::offer(view, me, &KINDS, sink);
    expansion(view, me, sink);
}

/// Writes the public state that base Catan lacks: the barbarians, cards that last for the turn, and the decks.
#[inline(always)]
fn expansion(view: &View<'_>, me: Seat, sink: &mut impl Sink) {
    let seats = view.seats();
    let flags =
        |set: SeatSet| -> [f32; 4] { std::array::from_fn(|n| f32::from(u8::from(has(set, n, me, seats)))) };
    sink.put("ship", 7, "the space of the barbarian ship", f32::from(view.ship()));
    sink.put(
        "barbarians",
        16,
        "the strength of the barbarians if they came now",
        f32::from(view.barbarian_strength()),
    );
    sink.put("knights", 48, "the strength of all active knights", f32::from(view.knight_strength()));
    flag(sink, "robber is free", "whether anything moves the robber", view.robber_is_free());
    sink.put("cranes", 255, "cranes that wait for an improvement", f32::from(view.cranes()));
    let mut fleet = [0.0; 8];
    view.fleet().for_each(|kind| fleet[kind.index()] = 1.0);
    many(sink, "fleet", &KINDS, 1, "whether Merchant Fleet lets the kind go two for one", fleet);
    sink.put("harbors", 255, "Commercial Harbors played in this turn", f32::from(view.commercial_harbors()));
    let decks = Area::ALL.map(|area| f32::from(view.deck_len(area)));
    many(sink, "deck size", &AREAS, 18, "cards in the deck of the area", decks);
    let [(_, printer), (_, constitution)] = view.revealed();
    many(
        sink,
        "printer",
        &RELATIVE,
        1,
        "who turned up Printer",
        flags(printer.map_or(SeatSet::EMPTY, SeatSet::one)),
    );
    many(
        sink,
        "constitution",
        &RELATIVE,
        1,
        "who turned up Constitution",
        flags(constitution.map_or(SeatSet::EMPTY, SeatSet::one)),
    );
}
