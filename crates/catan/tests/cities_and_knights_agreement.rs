//! Cities & Knights against its slow reference: random games under random options, compared at every step. How to play
//! more of them, or one alone: see `agreeing`.

mod agreeing;
mod cities_and_knights_reference;
mod played;
mod reference;

use agreeing::{
    Tally, Whereabouts, compare_lists, compare_outcomes, compare_rates, compare_trading, judge_outcomes,
    layouts_like, play_many, same, sensible_exchange, wild_cards,
};
use catan::cities_and_knights::{
    Action, Area, Bundle, CardKind, Chance, ChanceKind, CitiesAndKnights, Event, EventFace, Hand, Options,
    OwnAction, OwnChance, OwnChanceKind, OwnEvent, OwnPhase, Phase, PhaseSetup, Play, Progress, SeatSetup,
    Setup, options,
};
use catan::{Award, EdgeId, HexId, Layout, Piece, Terrain, VertexId, VertexSet};
use cities_and_knights_reference::{House, Question, Table, Task, area_of, bundle, everything, plays};
use game::{BySeat, Draws, Seat, SeatSet, Seed, Substream, Turn, Viewer};
use reference::{Deal, island::ISLAND, total};
use std::collections::BTreeMap;

/// All games derive from this.
const SERIES: Seed = Seed(0x6b6e_6967_6874_7321);

#[test]
fn the_engine_agrees_with_the_reference() {
    if let Some((wanted, tally)) = play_many(500_000, play_game) {
        assert_that_everything_was_met(&tally, wanted);
    }
}

/// How often things must have happened in 500,000 actions. Most happen far more often; none is here for luck.
const MET: &[(u64, &str)] = &[
    (
        1000,
        "roll, end, road, knight, activate, promote, move, improve, robber, discard, bank, refused, dice ship, \
         dice trade, dice politics, dice science, rearranged, attack",
    ),
    (
        100,
        "settlement, city, wall, displace, chase, steal, pillage, fight, deck, draw, drop, take, take-card, give, \
         give commodity, retreat, remove, place-knight, stop, force, offer, accept, reject, counter, execute, \
         withdraw, propose, withdraw-proposal, accept-proposal, reject-proposal, declare-victory, play alchemist, \
         play crane, play engineer, play inventor, play irrigation, play medicine, play mining, play \
         road-building, play smith, play bishop, play deserter, play diplomat, play intrigue, play saboteur, play \
         spy, play warlord, play wedding, play commercial-harbor, play master-merchant, play merchant, play \
         resource-monopoly, play trade-monopoly, play merchant-fleet",
    ),
    (
        20,
        "metropolis, event: the knights won alone, event: the knights won together, event: a city became a \
         settlement, event: a city was lost without a settlement piece, event: roads were lost with a city, \
         event: a city was laid on its side, event: two seats or more lost a city, event: a wall was lost, event: \
         nobody could lose a city, event: no Defender card was left, event: rewarded for no defence, event: some \
         active knights did not fight, event: a metropolis found its only city, event: a knight had nowhere to \
         go, event: a knight had one place to go, event: longest road set aside, event: road changed hands, \
         event: shortage, event: printer turned up, event: constitution turned up, event: drew a card from under \
         a deck, event: a 7 before the first attack, event: an aqueduct was left, event: the only knight \
         deserted, event: a deserter was replaced weaker, event: a deserter acted at once, event: an own road was \
         not placed again, event: a foreign road was removed, event: nothing for a forced exchange, event: one \
         card for a forced exchange, event: the whole hand for a wedding, event: the whole hand for a merchant, \
         event: stole nothing, event: won before the roll, event: won in the turn, event: no winner, event: \
         lapsed, event: the robber moved by itself, event: merchant taken over, event: the second free road was \
         left, event: smith with two knights, event: a free improvement, event: a city for the price of medicine, \
         phase Mustering, phase PlayOrDrop, phase ReplacingRoad",
    ),
    (
        5,
        "event: won with the dice, event: a laid city was set upright, event: a \
         metropolis was taken, event: an empty deck at a gate, event: level 5 without the metropolis, event: a \
         knight stood in the way",
    ),
    (
        20,
        "event: the weakest had no city to lose, event: a road that did not adjoin was lost with a city, event: a \
         knight moved where no own roads led, event: a knight was displaced where no own roads led, event: the robber \
         was moved before the first attack, event: a 7 moved the robber before the first attack, event: a level 4 \
         lacked another city, event: a metropolis could be taken from level 5, event: a metropolis was left, event: a \
         free metropolis was declined, event: a declined metropolis was gained later, event: an only city was asked \
         for a metropolis, event: a fifth card was left, event: a fifth card was drawn",
    ),
    (
        5,
        "event: counting knights found another loser, event: a mighty deserter without the Fortress was replaced \
         weaker",
    ),
    (1, "event: tied with an empty deck, event: no city to take a metropolis to"),
];

fn assert_that_everything_was_met(tally: &Tally, actions: u64) {
    if actions < 500_000 {
        return;
    }
    for (often, things) in MET {
        for what in things.split(", ") {
            let met = tally.of(what);
            assert!(met >= *often, "`{what}` happened {met} times in {actions} actions, not {often}");
        }
    }
}

/// One game from the first draw to its end; returns how many actions were played.
fn play_game(number: u64, tally: &mut Tally) -> u64 {
    let seed = SERIES.derive(number);
    let options = random_options(&mut seed.substream("options", 0));
    options.validate().expect("options that can be played");
    let mut at = Whereabouts::of("cities_and_knights_agreement", number);
    let mut draws = seed.substream("choice", 0);
    let style =
        [SHUFFLED, EVEN, EVEN, BUILDERS, KNIGHTS, KNIGHTS, IMPROVERS, CARD_PLAYERS, CARD_PLAYERS, TRADERS]
            [draws.below(10) as usize];
    let mut engine = CitiesAndKnights::new(&options);
    let mut table = Table::new(&options);
    let mut lengths = Lengths::default();
    let mut actions = 0;
    // Most games are interrupted again and again and go on from positions that play would hardly come to.
    let rearranging = draws.below(5) > 0;
    loop {
        compare(&engine, &table, &mut lengths);
        tally.count(&format!("phase {}", name_of_phase(engine.phase())));
        at.step += 1;
        if rearranging
            && draws.below(25) == 0
            && matches!(engine.phase(), Phase::BeforeRoll | Phase::Building)
            && let Some(position) = rearrange(&engine, &mut draws)
        {
            (engine, table) = (position, Table::of(&position));
            at.action = "everything was rearranged".into();
            tally.count("rearranged");
            continue;
        }
        let before = (engine, table.clone());
        let mut events = Vec::new();
        match engine.turn() {
            Turn::Over(_) => return actions,
            Turn::Chance(_) => {
                let (purpose, index) = engine.chance_key();
                let mut chance = engine.draw(&mut seed.substream(purpose, index));
                // The barbarians come more often than to a table.
                if let Chance::Own(OwnChance::Dice(face, red, other)) = chance
                    && draws.below(4) == 0
                    && face != EventFace::Ship
                {
                    chance = Chance::Own(OwnChance::Dice(EventFace::Ship, red, other));
                }
                try_wrong_outcomes(&engine, &table, &chance, &mut draws);
                at.action = format!("{chance}");
                if let Chance::Own(OwnChance::Dice(face, ..)) = chance {
                    tally.count(&format!("dice {}", face.name()));
                }
                assert!(table.can_come(chance), "the reference refuses {chance}");
                engine
                    .resolve(chance, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses {chance}: {e}"));
                table.befall(chance);
                note_outcome(&before.1, &chance, &table, tally);
            }
            Turn::Decide(_) => {
                try_actions(&engine, &table, &mut draws, tally, at.step.is_multiple_of(512));
                let (seat, action) = choose(&engine, &table, style, &mut draws);
                at.action = format!("{seat} {action}");
                tally.count(&name_of_action(action));
                engine
                    .play(seat, action, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses {seat} {action}: {e}"));
                table.act(seat.index(), action);
                note_action(&before.1, seat.index(), action, &table, tally);
                actions += 1;
            }
        }
        for event in &events {
            note_event(&before.1, *event, &events, tally);
        }
    }
}

// What happened.

fn name_of_phase(phase: Phase) -> String {
    let text = match phase {
        Phase::Own(own) => format!("{own:?}"),
        phase => format!("{phase:?}"),
    };
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

fn name_of_action(action: Action) -> String {
    let text = action.to_string();
    let mut words = text.split(' ');
    let verb = words.next().expect("a verb");
    match action {
        Action::Own(OwnAction::Play(_)) => format!("{verb} {}", words.next().expect("a card")),
        Action::Own(OwnAction::GiveCommodity(_)) => "give commodity".to_owned(),
        _ => verb.to_owned(),
    }
}

fn note_action(before: &Table, seat: usize, action: Action, after: &Table, tally: &mut Tally) {
    match action {
        Action::Stop => match before.question {
            Question::Metropolis(area) => {
                tally.count("event: a metropolis was left");
                if before.metropolis_holder(area).is_none() {
                    tally.count("event: a free metropolis was declined");
                }
            }
            Question::OfferDraw(..) if asks_for_the_fifth(before, seat) => {
                tally.count("event: a fifth card was left");
            }
            Question::Aqueduct(_) => tally.count("event: an aqueduct was left"),
            Question::ReplaceRoad { .. } => tally.count("event: an own road was not placed again"),
            Question::FreeRoads { .. } => tally.count("event: the second free road was left"),
            _ => {}
        },
        Action::Own(OwnAction::Draw) if asks_for_the_fifth(before, seat) => {
            tally.count("event: a fifth card was drawn");
        }
        Action::Own(OwnAction::Play(Play::Deserter(victim)))
            if before.knights_of(victim.index()).len() == 1 =>
        {
            tally.count("event: the only knight deserted");
        }
        Action::Own(OwnAction::Move { from, to }) | Action::Own(OwnAction::Displace { from, to })
            if !before.routes(seat, from.index()).contains(&to.index()) =>
        {
            tally.count(match action {
                Action::Own(OwnAction::Move { .. }) => "event: a knight moved where no own roads led",
                _ => "event: a knight was displaced where no own roads led",
            });
        }
        Action::Own(OwnAction::Chase(_)) | Action::Own(OwnAction::Play(Play::Bishop)) if !before.attacked => {
            tally.count("event: the robber was moved before the first attack");
        }
        Action::Own(OwnAction::PlaceKnight(i, _)) => {
            let Question::PlaceKnight { strength, .. } = before.question else { return };
            if strength == 3 && !before.may_place_mighty() {
                tally.count("event: a mighty deserter without the Fortress was replaced weaker");
            }
            if after.knights[i.index()].is_some_and(|knight| knight.strength < strength) {
                tally.count("event: a deserter was replaced weaker");
            }
            if after.knights[i.index()].is_some_and(|knight| knight.may_act) {
                tally.count("event: a deserter acted at once");
            }
        }
        Action::Own(OwnAction::Play(Play::Diplomat(path))) if before.roads[path.index()] != Some(seat) => {
            tally.count("event: a foreign road was removed");
        }
        Action::Own(OwnAction::Force(victim, _)) => {
            let hand = before.hands[victim.index()];
            if hand[5..].iter().all(|&count| count == 0) {
                tally.count("event: nothing for a forced exchange");
            } else if total(&hand) == 1 {
                tally.count("event: one card for a forced exchange");
            }
        }
        Action::Own(OwnAction::Play(Play::Wedding)) => {
            let whole = |other: &usize| {
                before.points(*other) > before.points(seat) && (1..=2).contains(&total(&before.hands[*other]))
            };
            if before.opponents().iter().any(whole) {
                tally.count("event: the whole hand for a wedding");
            }
        }
        Action::Own(OwnAction::Play(Play::MasterMerchant(victim)))
            if (1..=2).contains(&total(&before.hands[victim.index()])) =>
        {
            tally.count("event: the whole hand for a merchant");
        }
        Action::Own(OwnAction::Play(Play::Merchant(_)))
            if before.merchant.is_some_and(|(owner, _)| owner != seat) =>
        {
            tally.count("event: merchant taken over");
        }
        Action::Own(OwnAction::Play(Play::Smith(_, Some(_)))) => tally.count("event: smith with two knights"),
        Action::Own(OwnAction::Play(Play::Medicine(_))) => {
            tally.count("event: a city for the price of medicine");
        }
        Action::Own(OwnAction::Improve(area)) => {
            if total(&before.improvement_price(seat, area)) == 0 {
                tally.count("event: a free improvement");
            }
            let holder = before.metropolis_holder(area);
            if after.level(seat, area) == 5 && holder.is_some_and(|holder| holder != seat) {
                let holder_is_there = holder.is_some_and(|holder| before.level(holder, area) == 5);
                if after.metropolis_holder(area) == holder && after.question == Question::Acting {
                    tally.count("event: level 5 without the metropolis");
                    if !holder_is_there {
                        tally.count("event: no city to take a metropolis to");
                    }
                } else {
                    if holder_is_there {
                        tally.count("event: a metropolis could be taken from level 5");
                    }
                    tally.count("event: a metropolis was taken");
                }
            }
            if before.metropolises.get(&area) != after.metropolises.get(&area) {
                tally.count("event: a metropolis found its only city");
            }
            if after.question == Question::Metropolis(area) {
                let others_at_4 = (0..after.seats).any(|s| s != seat && after.level(s, area) >= 4);
                if holder.is_none() && (others_at_4 || after.level(seat, area) == 5) {
                    tally.count("event: a declined metropolis was gained later");
                }
                if after.plain_cities_of(seat).len() == 1 {
                    tally.count("event: an only city was asked for a metropolis");
                }
            }
        }
        Action::BuildCity(i) if before.houses[i.index()] == Some((seat, House::LaidCity)) => {
            tally.count("event: a laid city was set upright");
        }
        Action::Own(OwnAction::Fight(knights)) if knights.len() < before.active_knights_of(seat).len() => {
            tally.count("event: some active knights did not fight");
        }
        _ => {}
    }
}

fn note_outcome(before: &Table, chance: &Chance, after: &Table, tally: &mut Tally) {
    match *chance {
        Chance::Own(OwnChance::Dice(_, red, other)) => {
            if !after.short.is_empty() {
                tally.count("event: shortage");
            }
            if red + other == 7 && !after.attacked {
                tally.count(match after.robber_moves() {
                    true => "event: a 7 moved the robber before the first attack",
                    false => "event: a 7 before the first attack",
                });
            }
        }
        Chance::Own(OwnChance::ProgressCard(card)) => {
            let area = area_of(card);
            if before.decks[&area].shuffled.is_empty() {
                tally.count("event: drew a card from under a deck");
            }
            if before.decks[&area].len() == 1 {
                match before.agenda.front() {
                    Some(Task::DrawAtGate(..)) => tally.count("event: an empty deck at a gate"),
                    Some(Task::DrawAsDefender(_)) => tally.count("event: tied with an empty deck"),
                    _ => {}
                }
            }
            if matches!(card, Progress::Printer | Progress::Constitution) {
                tally.count(&format!("event: {card} turned up"));
            }
        }
        _ => {}
    }
}

fn note_event(before: &Table, event: Event, all: &[Event], tally: &mut Tally) {
    let losses = || all.iter().filter(|event| matches!(event, Event::Own(OwnEvent::Pillaged { .. }))).count();
    let what = match event {
        Event::Own(OwnEvent::Attacked { barbarians, knights, strengths }) => {
            tally.count("attack");
            let highest = strengths.0.iter().max().copied().unwrap_or(0);
            let best = strengths.0.iter().take(before.seats).filter(|&&s| s == highest).count();
            if barbarians > knights {
                if counting_matters(before, strengths) {
                    tally.count("event: counting knights found another loser");
                }
                if (0..before.seats).all(|s| before.plain_cities_of(s).is_empty()) {
                    "event: nobody could lose a city"
                } else if losses() == 0
                    && all.iter().any(|event| matches!(event, Event::Own(OwnEvent::AttackOver)))
                {
                    "event: the weakest had no city to lose"
                } else if losses() > 1 {
                    "event: two seats or more lost a city"
                } else {
                    return;
                }
            } else if highest == 0 {
                if !before.options.ck_zero_defence_reward {
                    return;
                }
                "event: rewarded for no defence"
            } else if best == 1 {
                if all.iter().any(|event| matches!(event, Event::Own(OwnEvent::Defended { .. }))) {
                    "event: the knights won alone"
                } else {
                    "event: no Defender card was left"
                }
            } else {
                "event: the knights won together"
            }
        }
        Event::Own(OwnEvent::Pillaged { seat, vertex, settlement }) => {
            if before.walls_of(seat.index()).contains(&vertex.index()) {
                tally.count("event: a wall was lost");
            }
            let piece_left = before.settlements_left(seat.index()) > 0;
            match (settlement, piece_left) {
                (true, true) => "event: a city became a settlement",
                (true, false) => "event: a city was laid on its side",
                (false, _) => "event: a city was lost without a settlement piece",
            }
        }
        Event::Own(OwnEvent::LostRoad { seat, edge })
            if all.iter().any(|e| matches!(e, Event::Own(OwnEvent::Pillaged { .. }))) =>
        {
            let at_city = |event: &Event| match event {
                Event::Own(OwnEvent::Pillaged { seat: loser, vertex, .. }) => {
                    *loser == seat && edge.ends().contains(vertex)
                }
                _ => false,
            };
            if !all.iter().any(at_city) {
                tally.count("event: a road that did not adjoin was lost with a city");
            }
            "event: roads were lost with a city"
        }
        Event::Own(OwnEvent::Retreated { to: None, .. }) => "event: a knight had nowhere to go",
        Event::Own(OwnEvent::Retreated { to: Some(_), .. })
            if !matches!(before.question, Question::Retreat { .. }) =>
        {
            "event: a knight had one place to go"
        }
        Event::LongestRoad { holder: None, .. } => "event: longest road set aside",
        Event::LongestRoad { .. } if before.longest_road.is_some() => "event: road changed hands",
        Event::StoleNothing { .. } => "event: stole nothing",
        Event::Lapsed { .. } => "event: lapsed",
        Event::MovedRobber { .. } if !matches!(before.question, Question::Robber(_)) => {
            "event: the robber moved by itself"
        }
        Event::Over { outcome, .. } if outcome.winners.is_empty() => "event: no winner",
        Event::Over { .. } => match before.question {
            Question::Acting if before.agenda.is_empty() && all.iter().any(ends_turn) => {
                "event: won before the roll"
            }
            Question::Acting | Question::BeforeRoll => "event: won in the turn",
            Question::Dice { .. }
            | Question::DrawCard { .. }
            | Question::Muster(_)
            | Question::Pillage(_)
            | Question::Deck(_) => "event: won with the dice",
            _ => return,
        },
        _ => return,
    };
    tally.count(what);
}

/// Whether the seat is asked for the draw only because it holds four cards (`CK-PROG-3`).
fn asks_for_the_fifth(before: &Table, seat: usize) -> bool {
    let when_fifth = before.options.ck_progress_draw == options::ProgressDraw::WhenFifth;
    assert!(!when_fifth || before.held[seat].len() == 4, "nobody else is asked");
    when_fifth
}

/// Whether other seats lose a city because knights are counted (`CK-OPT-19`), where all active ones fight.
fn counting_matters(before: &Table, strengths: BySeat<u8, 4>) -> bool {
    let choose = before.options.ck_barbarian_variant == options::BarbarianVariant::Choose;
    if before.options.barbarian_loser == options::BarbarianLoser::Strength || choose {
        return false;
    }
    let lowest = |measure: &dyn Fn(usize) -> u32| -> Vec<usize> {
        let seats = || (0..before.seats).filter(|&s| !before.plain_cities_of(s).is_empty());
        let least = seats().map(measure).min();
        seats().filter(|&s| Some(measure(s)) == least).collect()
    };
    lowest(&|s| strengths.0[s].into()) != lowest(&|s| before.active_knights_of(s).len() as u32)
}

fn ends_turn(event: &Event) -> bool {
    matches!(event, Event::TurnEnded { .. })
}

// Positions that play would hardly come to.

/// The same island and seats with other cards, pieces and options; `None` if what came out is impossible.
fn rearrange(game: &CitiesAndKnights, draws: &mut Substream) -> Option<CitiesAndKnights> {
    let mut setup: Setup = game.to_setup();
    let players = setup.options.players;
    let seats: Vec<Seat> = Seat::first(players.into()).collect();
    let any_seat = |draws: &mut Substream| seats[draws.below(seats.len() as u32) as usize];
    let kept = setup.options;
    setup.options = random_options(draws);
    setup.options.players = players;
    setup.options.start_player = kept.start_player;
    setup.options.ck_board = kept.ck_board;
    setup.options.numbers = kept.numbers;
    setup.options.spiral_direction = kept.spiral_direction;
    setup.options.red_adjacency = kept.red_adjacency;
    setup.options.harbours = kept.harbours;
    setup.options.turn_limit = Some(setup.turn.unwrap_or(0) as u16 + 1 + draws.below(40) as u16);
    (setup.offer, setup.supply, setup.longest_road) = (None, None, Award::Derived);
    setup.phase = if draws.below(3) == 0 { PhaseSetup::BeforeRoll } else { PhaseSetup::Building };
    setup.stage = None;
    // Now and then barbarians who count knights are near, and settlement pieces are not.
    let siege = draws.below(6) == 0;
    if siege {
        setup.phase = PhaseSetup::BeforeRoll;
        setup.options.barbarian_loser = options::BarbarianLoser::Count;
        setup.options.ck_barbarian_variant = options::BarbarianVariant::All;
        setup.options.ck_pillage_no_settlement = options::Pillage::SeedRemove;
        setup.options.ck_pillaged_roads = options::PillagedRoads::Connected;
    }
    let rolled = setup.phase == PhaseSetup::Building;
    // Or a metropolis can be taken from another seat, or a mighty knight deserts.
    let grabbed = (rolled && draws.below(6) == 0).then(|| Area::ALL[draws.below(3) as usize]);
    if grabbed.is_some() {
        setup.options.ck_metropolis_takeover = options::MetropolisTakeover::AnyLevel5;
        if draws.below(2) == 0 {
            setup.options.ck_level4_city = options::Level4City::OnlyIfAwarded;
        }
    }
    let deserted = rolled && draws.below(8) == 0;
    if deserted {
        setup.options.ck_deserter_mighty = options::DeserterMighty::WithFortress;
    }
    setup.built = rolled && draws.below(8) == 0;
    setup.attacked = draws.below(4) > 0;
    setup.ship = if siege || draws.below(2) == 0 { 6 } else { draws.below(7) as u8 };
    let desert = setup.board?.terrain.0.iter().position(|&terrain| terrain == Terrain::Desert)?;
    let moves = setup.attacked || setup.options.ck_robber_start == options::RobberStart::DesertFree;
    setup.robber = HexId::new(if moves { draws.below(19) as usize } else { desert });
    setup.merchant = None;
    if draws.below(3) == 0 {
        let hex = HexId::new(draws.below(19) as usize)?;
        setup.merchant = Some(catan::cities_and_knights::setup::MerchantSetup { seat: any_seat(draws), hex });
    }
    (setup.cranes, setup.harbors, setup.fleet) = (0, 0, Vec::new());
    setup.forced = BySeat([0; 4]);
    if rolled {
        setup.cranes = draws.below(6).saturating_sub(3) as u8;
        setup.harbors = draws.below(6).saturating_sub(3) as u8;
        if draws.below(4) == 0 {
            setup.fleet.push(CardKind::ALL[draws.below(8) as usize]);
        }
    }
    let few_points = !siege && grabbed.is_none() && draws.below(4) == 0;

    // Cards: hands of any size, now and then nearly all cards of the box.
    let mut left = [19_u8, 19, 19, 19, 19, 12, 12, 12];
    let hand_limit = [2, 5, 12, 16, 22, 26][draws.below(6) as usize];
    for &seat in &seats {
        let mut hand = [0; 8];
        for _ in 0..draws.below(hand_limit) {
            let kind = draws.below(8) as usize;
            if left[kind] > 0 {
                left[kind] -= 1;
                hand[kind] += 1;
            }
        }
        if seat == setup.active && (grabbed.is_some() || draws.below(3) == 0) {
            // Enough for the highest level of an area.
            let any = CardKind::COMMODITIES[draws.below(3) as usize];
            let kind = grabbed.map_or(any, Area::commodity).index();
            let more = left[kind].min(5);
            left[kind] -= more;
            hand[kind] += more;
        }
        if seat.index() + 1 == usize::from(players) && draws.below(10) == 0 {
            // A supply of nought, one or two cards of each kind.
            let rest = draws.below(3) as u8;
            for (kind, left) in left.into_iter().enumerate() {
                hand[kind] += left.saturating_sub(rest);
            }
        }
        let has = setup.seats.entry(seat).or_default();
        has.hand = Hand::new(hand);
        (has.proposal, has.offers_made, has.handed_in, has.dropped) = (None, 0, Bundle::default(), None);
        has.defenders = if draws.below(6) == 0 { draws.below(4) as u8 } else { 0 };
    }

    // Progress cards; now and then one deck is nearly in the hands, and what lies under the decks is known.
    setup.revealed.clear();
    setup.under.clear();
    setup.drawn.clear();
    let hunted = (draws.below(3) == 0).then(|| Area::ALL[draws.below(3) as usize]);
    for card in [Progress::Printer, Progress::Constitution] {
        if hunted.is_some() || draws.below(4) == 0 {
            setup.revealed.insert(card, any_seat(draws));
        }
    }
    let mut decks: Vec<Progress> = Progress::ALL
        .into_iter()
        .filter(|card| !card.is_victory_point())
        .flat_map(|card| vec![card; Progress::BOX[card.index()].into()])
        .collect();
    shuffle(&mut decks, draws);
    if let Some(area) = hunted {
        decks.sort_by_key(|&card| area_of(card) == area);
    }
    for &seat in &seats {
        let has = setup.seats.get_mut(&seat)?;
        has.progress.clear();
        for _ in 0..if hunted.is_some() { 4 } else { draws.below(5) } {
            *has.progress.entry(decks.pop()?).or_default() += 1;
        }
    }
    if deserted && let Some(at) = decks.iter().position(|&card| card == Progress::Deserter) {
        decks.remove(at);
        let held = &mut setup.seats.get_mut(&setup.active)?.progress;
        held.clear();
        held.insert(Progress::Deserter, 1);
    }
    let mut rest = decks.clone();
    if draws.below(3) == 0 {
        // All that is left lies under the decks, but for a card or none of each.
        shuffle(&mut rest, draws);
        for card in rest {
            if draws.below(10) > 0 {
                setup.under.entry(area_of(card)).or_default().push(card);
            }
        }
        for (card, area) in [(Progress::Printer, Area::Science), (Progress::Constitution, Area::Politics)] {
            if !setup.revealed.contains_key(&card) {
                setup.under.entry(area).or_default().push(card);
            }
        }
    }

    // Roads: walks that start anywhere, up to the last piece.
    let mut free: Vec<bool> = vec![true; 72];
    if draws.below(3) == 0 {
        setup.seats.values_mut().for_each(|has| has.roads = Default::default());
    }
    for has in setup.seats.values() {
        has.roads.into_iter().for_each(|path| free[path.index()] = false);
    }
    let walks = draws.below(14);
    for &seat in &seats {
        let mut at = draws.below(54) as usize;
        for _ in 0..draws.below(walks + 1) {
            let paths = &ISLAND.paths_at[at];
            let path = paths[draws.below(paths.len() as u32) as usize];
            let has = setup.seats.get_mut(&seat)?;
            if free[path] && has.roads.len() < 15 {
                free[path] = false;
                has.roads.insert(EdgeId::new(path)?);
            }
            let (a, b) = ISLAND.ends[path];
            at = if a == at { b } else { a };
        }
    }

    // Buildings, wherever they keep their distance: anew, or more of them; walls, and laid cities where there can be.
    setup.metropolises.clear();
    let anew = draws.below(2) == 0;
    for has in setup.seats.values_mut() {
        if anew {
            (has.settlements, has.cities, has.walls, has.laid) = Default::default();
        }
        if setup.options.ck_pillage_no_settlement == options::Pillage::SeedRemove {
            has.settlements = has.settlements - has.laid;
            has.laid = VertexSet::EMPTY;
        }
        has.knights = Default::default();
        (has.active, has.levels) = Default::default();
    }
    setup.ready = Some(Vec::new());
    setup.promoted = VertexSet::EMPTY;
    let mut stands = [false; 54];
    for has in setup.seats.values() {
        (has.settlements | has.cities).into_iter().for_each(|i| stands[i.index()] = true);
    }
    let cities_too = siege || draws.below(6) > 0;
    // Now and then settlement pieces run out.
    let crowded = siege || draws.below(3) == 0;
    let tip = setup.options.ck_pillage_no_settlement == options::Pillage::OfficialTip;
    for _ in 0..if few_points { 6 } else { draws.below(if crowded { 200 } else { 40 }) } {
        let i = draws.below(54) as usize;
        let seat = if crowded && draws.below(2) == 0 { setup.active } else { any_seat(draws) };
        let near_road = ISLAND.paths_at[i].iter().any(|&path| {
            EdgeId::new(path)
                .is_some_and(|path| setup.seats.get(&seat).is_some_and(|has| has.roads.contains(path)))
        });
        let has = setup.seats.get_mut(&seat)?;
        let keeps_distance = !stands[i] && ISLAND.neighbours[i].iter().all(|&n| !stands[n]);
        if !keeps_distance || !near_road && draws.below(3) > 0 {
            continue;
        }
        stands[i] = true;
        let vertex = VertexId::new(i)?;
        let pieces = has.cities.len() + has.laid.len();
        let settled = has.settlements.len() - has.laid.len() == 5;
        let wants_city = if crowded { settled || draws.below(3) == 0 } else { draws.below(2) == 0 };
        if cities_too && !few_points && wants_city && pieces < 4 {
            if tip && draws.below(2) == 0 {
                has.settlements.insert(vertex);
                has.laid.insert(vertex);
            } else {
                has.cities.insert(vertex);
                if draws.below(3) == 0 && has.walls.len() < 3 {
                    has.walls.insert(vertex);
                }
            }
        } else if has.settlements.len() - has.laid.len() < 5 {
            has.settlements.insert(vertex);
        } else {
            stands[i] = false;
        }
    }

    // Knights, mostly at own roads, and more often than not active.
    let armed = if siege { 1 + draws.below(3) } else { draws.below(8) } as usize;
    for _ in 0..4 * armed {
        let seat = any_seat(draws);
        let roads = setup.seats.get(&seat)?.roads;
        let i = if roads.is_empty() || draws.below(12) == 0 {
            draws.below(54) as usize
        } else {
            let path = roads.nth(draws.below(roads.len() as u32) as usize)?;
            path.ends()[draws.below(2) as usize].index()
        };
        if stands[i] {
            continue;
        }
        let vertex = VertexId::new(i)?;
        let has = setup.seats.get_mut(&seat)?;
        let knights = [&mut has.knights.basic, &mut has.knights.strong, &mut has.knights.mighty];
        let [basic, strong, mighty] = knights;
        let of_strength = match draws.below(4) {
            0 | 1 => basic,
            2 => strong,
            _ => mighty,
        };
        if of_strength.len() == 2 {
            continue;
        }
        of_strength.insert(vertex);
        stands[i] = true;
        if draws.below(3) > 0 {
            has.active.insert(vertex);
            if seat == setup.active && draws.below(4) > 0 {
                setup.ready.as_mut()?.push(vertex);
            }
        }
        if seat == setup.active && rolled && draws.below(6) == 0 {
            setup.promoted.insert(vertex);
        }
    }

    // Levels, and the metropolises that go with them.
    for area in Area::ALL {
        let highest = [2, 4, 5, 6, 6][draws.below(5) as usize];
        for &seat in &seats {
            let level = if draws.below(5) == 0 { 4 } else { draws.below(highest) as u8 };
            setup.seats.get_mut(&seat)?.levels.insert(area, level);
        }
        if grabbed == Some(area) {
            for &seat in &seats {
                let level = if seat == setup.active { 4 } else { 4 + draws.below(2) as u8 };
                setup.seats.get_mut(&seat)?.levels.insert(area, level);
            }
        }
        let taken: Vec<VertexId> = setup.metropolises.values().copied().collect();
        let can_carry = |has: &SeatSetup| has.cities.into_iter().find(|city| !taken.contains(city));
        let mut candidates: Vec<(u8, Seat, VertexId)> = seats
            .iter()
            .filter_map(|seat| Some((setup.seats[seat].levels[&area], *seat, can_carry(&setup.seats[seat])?)))
            .filter(|&(level, ..)| level >= 4)
            .collect();
        candidates.sort_by_key(|&(level, seat, _)| (level, seat != setup.active));
        let declined = setup.options.ck_metropolis_placing == options::MetropolisPlacing::May;
        match candidates.last() {
            // All who could place it have declined (`CK-METRO-8`).
            Some(_) if declined && draws.below(4) == 0 => {}
            Some(&(.., city)) => {
                setup.metropolises.insert(area, city);
            }
            None => {
                for &seat in &seats {
                    let levels = &mut setup.seats.get_mut(&seat)?.levels;
                    levels.insert(area, levels[&area].min(3));
                }
            }
        }
    }

    // The only way in which a friendly robber has nowhere to go but the desert, or nowhere at all (`CATAN-ROB-9`).
    if players == 4 && draws.below(20) == 0 {
        let pairs = [[8, 14], [22, 31], [39, 45]];
        let board = setup.board.as_mut()?;
        board.terrain.0.swap(desert, 9);
        board.numbers.0.swap(desert, 9);
        setup.options.friendly_robber = true;
        setup.attacked = true;
        setup.phase = PhaseSetup::Building;
        setup.metropolises.clear();
        (setup.merchant, setup.promoted, setup.ready) = (None, VertexSet::EMPTY, Some(Vec::new()));
        setup.revealed.clear();
        setup.under.clear();
        for has in setup.seats.values_mut() {
            (has.settlements, has.cities, has.walls, has.laid) = Default::default();
            (has.knights, has.active, has.defenders, has.roads) = Default::default();
            has.levels.clear();
            has.progress.clear();
        }
        setup.seats.get_mut(&setup.active)?.progress.insert(Progress::Bishop, 1);
        let others = seats.iter().copied().filter(|&seat| seat != setup.active);
        for (seat, pair) in others.zip(pairs) {
            let has = setup.seats.get_mut(&seat)?;
            has.settlements = pair.into_iter().filter_map(VertexId::new).collect();
        }
        setup.robber = HexId::new([9, 9, 3][draws.below(3) as usize]);
    }
    // Now and then one point is missing.
    if draws.below(4) == 0 {
        let position = CitiesAndKnights::from_setup(&setup).ok()?;
        setup.options.victory_points = (position.points(position.active()).total() + 1).max(3);
    }
    let position = CitiesAndKnights::from_setup(&setup).ok()?;
    // A game that is won by itself would be over.
    let won = position.points(position.active()).total() >= setup.options.victory_points;
    (!won || !setup.options.auto_declare).then_some(position)
}

fn shuffle<T>(things: &mut [T], draws: &mut Substream) {
    for n in (1..things.len()).rev() {
        things.swap(n, draws.below(n as u32 + 1) as usize);
    }
}

/// Any options, the whole range of each.
fn random_options(draws: &mut Substream) -> Options {
    let mut options = Options::default();
    for row in Options::TABLE {
        let names = row.values.names();
        if !names.is_empty() {
            let name = &names[draws.below(names.len() as u32) as usize];
            options.set(row.name, name).expect("a value of the table");
        }
    }
    let mut any = |values: &[u16]| values[draws.below(values.len() as u32) as usize];
    options.players = any(&[2, 3, 3, 4, 4, 4]) as u8;
    options.start_player = match any(&[0, 1, 2, 2]) {
        0 => catan::options::StartPlayer::Random,
        1 => catan::options::StartPlayer::HighestRoll,
        _ => catan::options::StartPlayer::Seat(reference::seat(
            any(&[0, 1, 2, 3]) as usize % usize::from(options.players),
        )),
    };
    options.discard_limit = any(&[1, 4, 7, 7, 7, 7, 9, 30, 95]) as u8;
    options.victory_points = any(&[4, 6, 9, 13, 13, 13, 16, 20, 30]) as u8;
    options.offer_limit = [None, Some(0), Some(1), Some(200)][usize::from(any(&[0, 1, 2, 3]))];
    // Some styles of play never win.
    options.turn_limit = Some(any(&[1, 50, 200, 300, 300]));
    options
}

// Choosing: all seats play by one style, so that games differ in what they are about.

/// Any action like any other.
const SHUFFLED: u32 = 0;
/// Each verb like any other.
const EVEN: u32 = 1;
const BUILDERS: u32 = 2;
const KNIGHTS: u32 = 3;
const IMPROVERS: u32 = 4;
const CARD_PLAYERS: u32 = 5;
const TRADERS: u32 = 6;

fn choose(engine: &CitiesAndKnights, table: &Table, style: u32, draws: &mut Substream) -> (Seat, Action) {
    let Turn::Decide(seats) = engine.turn() else { panic!("nobody decides") };
    if style == TRADERS
        && draws.below(2) == 0
        && let Some(scheme) = scheme(table)
    {
        return scheme;
    }
    if table.question == Question::Acting && draws.below(if style == TRADERS { 2 } else { 12 }) == 0 {
        for _ in 0..4 {
            let seat = reference::seat(draws.below(table.seats as u32) as usize);
            let action = open_ended_action(table, seat.index(), draws);
            if table.allows(seat.index(), action) {
                return (seat, action);
            }
        }
    }
    let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
    let seat = if engine.legal_actions(seat).is_empty() { engine.active() } else { seat };
    let legal = engine.legal_actions(seat);
    if style == SHUFFLED || legal.len() > 3000 {
        return (seat, legal.get(draws.below(legal.len() as u32) as usize).expect("a listed action"));
    }
    let mut listed: Vec<Action> = legal.into_iter().collect();
    // A turn lasts longer than chance would let it.
    if listed.len() > 1 && draws.below(8) > 0 {
        listed.retain(|action| !matches!(action, Action::EndTurn));
    }
    let preferred: Vec<Action> = listed
        .iter()
        .copied()
        .filter(|action| match style {
            BUILDERS => matches!(
                action,
                Action::BuildRoad(_)
                    | Action::BuildSettlement(_)
                    | Action::BuildCity(_)
                    | Action::Own(OwnAction::BuildWall(_))
            ),
            KNIGHTS => matches!(
                action,
                Action::Own(OwnAction::BuildKnight(_))
                    | Action::Own(OwnAction::Activate(_))
                    | Action::Own(OwnAction::Promote(_))
                    | Action::Own(OwnAction::Displace { .. })
                    | Action::Own(OwnAction::Move { .. })
                    | Action::Own(OwnAction::Chase(_))
                    | Action::BuildRoad(_)
            ),
            IMPROVERS => matches!(action, Action::Own(OwnAction::Improve(_))),
            CARD_PLAYERS => {
                matches!(action, Action::Own(OwnAction::Play(_)) | Action::Own(OwnAction::Force(..)))
            }
            TRADERS => matches!(
                action,
                Action::AcceptOffer
                    | Action::Execute(_)
                    | Action::AcceptProposal(_)
                    | Action::MaritimeTrade { .. }
            ),
            _ => false,
        })
        .collect();
    if !preferred.is_empty() && draws.below(4) > 0 {
        listed = preferred;
    }
    // Each verb alike, so that a single `end` is not lost among fifty exchanges with the supply.
    let verb_of = |action: &Action| match action {
        Action::Own(OwnAction::Play(play)) => (std::mem::discriminant(action), Some(play.card())),
        _ => (std::mem::discriminant(action), None),
    };
    let mut verbs: Vec<_> = listed.iter().map(verb_of).collect();
    verbs.dedup();
    let verb = verbs[draws.below(verbs.len() as u32) as usize];
    listed.retain(|action| verb_of(action) == verb);
    (seat, listed[draws.below(listed.len() as u32) as usize])
}

/// Who has accepted the open offer proposes to hand over the very same cards; the active player takes that first, and
/// then wants the offer carried out.
fn scheme(table: &Table) -> Option<(Seat, Action)> {
    let offer = table.trading.offer.as_ref()?;
    let partner = (0..table.seats).find(|&s| table.trading.agreed(s) == Some(offer.deal))?;
    let active = reference::seat(table.active);
    let kind = (0..8).find(|&k| table.hands[table.active][k] > 0 && offer.deal.want[k] == 0)?;
    let mut want = Bundle::default();
    want.0[kind] = 1;
    [
        (active, Action::AcceptProposal(reference::seat(partner))),
        (reference::seat(partner), Action::Propose { give: bundle(offer.deal.want), want }),
        (active, Action::Execute(reference::seat(partner))),
    ]
    .into_iter()
    .find(|&(seat, action)| table.allows(seat.index(), action))
}

/// An offer, a counter-offer or a proposal that gives what the hand holds.
fn open_ended_action(table: &Table, seat: usize, draws: &mut Substream) -> Action {
    let (give, want) = sensible_exchange(&table.hands, seat, draws);
    let (give, want) = (catan::Bundle(give), catan::Bundle(want));
    if seat == table.active {
        Action::Offer { give, want, to: SeatSet::from_bits(draws.below(16) as u8) }
    } else if table.trading.offer.is_some() && draws.below(2) == 0 {
        Action::CounterOffer { give, want }
    } else {
        Action::Propose { give, want }
    }
}

// Judging: what may be done, what may not, and why.

/// Lists longer than this are compared by their lengths and by samples.
const LONG: usize = 2000;

/// Compares the lists of all seats, then the judgement on random actions, most of them illegal; on all actions
/// without open ends if `every`.
fn try_actions(
    engine: &CitiesAndKnights,
    table: &Table,
    draws: &mut Substream,
    tally: &mut Tally,
    every: bool,
) {
    let asked = table.asked();
    for seat in Seat::first(table.seats) {
        let legal = engine.legal_actions(seat);
        if !asked.contains(&seat.index()) {
            assert!(legal.is_empty(), "seat {seat} is not asked, and may {:?}", legal.into_iter().next());
            continue;
        }
        if legal.len() > LONG {
            assert_eq!(
                Some(legal.len() as u64),
                table.ways(seat.index()),
                "the length of seat {seat}'s list"
            );
            for _ in 0..20 {
                let action = legal.get(draws.below(legal.len() as u32) as usize).expect("a listed action");
                assert!(table.allows(seat.index(), action), "seat {seat} may {action} says the engine");
            }
            continue;
        }
        let objections = |action| table.objections(seat.index(), action);
        compare_lists(engine, seat, table.listed(seat.index()), objections);
    }
    let lacks_cities = |&area: &Area| {
        let improve = Action::Own(OwnAction::Improve(area));
        table.cities_of(table.active).len() < table.cities_needed(table.active, area)
            && table.objections(table.active, improve) == ["CK-IMP-3"]
    };
    if Area::ALL.iter().any(lacks_cities) {
        tally.count("event: a level 4 lacked another city");
    }
    if every {
        for seat in Seat::first(4) {
            for &action in everything() {
                judge(engine, table, seat, action, tally);
            }
        }
    }
    for _ in 0..6 {
        let seat = reference::seat(draws.below(5) as usize);
        let action = wild_action(table, seat.index(), draws);
        judge(engine, table, seat, action, tally);
    }
}

fn judge(engine: &CitiesAndKnights, table: &Table, seat: Seat, action: Action, tally: &mut Tally) {
    let objections = table.objections(seat.index(), action);
    if objections.contains(&"CK-KNIGHT-6") {
        tally.count("event: a knight stood in the way");
    }
    agreeing::judge(engine, seat, action, &objections, tally);
}

/// Anything that can be written down.
fn wild_action(table: &Table, seat: usize, draws: &mut Substream) -> Action {
    let wild_bundle = |draws: &mut Substream| catan::Bundle(wild_cards(draws));
    let any_kind = |draws: &mut Substream| CardKind::ALL[draws.below(8) as usize];
    match draws.below(14) {
        0 if seat < table.seats => open_ended_action(table, seat, draws),
        0 | 1 => Action::Offer {
            give: wild_bundle(draws),
            want: wild_bundle(draws),
            to: SeatSet::from_bits(draws.below(64) as u8),
        },
        2 => Action::CounterOffer { give: wild_bundle(draws), want: wild_bundle(draws) },
        3 => Action::Propose { give: wild_bundle(draws), want: wild_bundle(draws) },
        4 => Action::MaritimeTrade { give: wild_bundle(draws), get: any_kind(draws) },
        5 => Action::Discard(wild_bundle(draws)),
        6 => Action::Own(OwnAction::Give(wild_bundle(draws))),
        7 => Action::Own(OwnAction::TakeCards(wild_bundle(draws))),
        8 => Action::Own(OwnAction::Fight(
            (0..draws.below(4)).filter_map(|_| VertexId::new(draws.below(54) as usize)).collect(),
        )),
        9 | 10 => {
            // A card that somebody holds, on anything.
            let held: Vec<Progress> = table.held.iter().flatten().copied().collect();
            let card = if held.is_empty() {
                Progress::ALL[draws.below(25) as usize]
            } else {
                held[draws.below(held.len() as u32) as usize]
            };
            let all = plays(card);
            match draws.below(all.len() as u32 + 1) as usize {
                n if n < all.len() => Action::Own(OwnAction::Play(all[n])),
                _ => Action::Own(OwnAction::Drop(card)),
            }
        }
        _ => {
            let all = everything();
            all[draws.below(all.len() as u32) as usize]
        }
    }
}

/// Outcomes that may or may not come now: both must judge them alike.
fn try_wrong_outcomes(engine: &CitiesAndKnights, table: &Table, due: &Chance, draws: &mut Substream) {
    compare_outcomes(engine, table.outcomes());
    let mut tries = vec![
        Chance::Own(OwnChance::Dice(
            [EventFace::Ship, EventFace::Science][draws.below(2) as usize],
            draws.below(8) as u8,
            draws.below(8) as u8,
        )),
        Chance::Dice(draws.below(8) as u8, draws.below(8) as u8),
        Chance::StartPlayer(reference::seat(draws.below(6) as usize)),
        Chance::StolenCard(CardKind::ALL[draws.below(8) as usize]),
        Chance::Own(OwnChance::ProgressCard(Progress::ALL[draws.below(25) as usize])),
    ];
    if let Chance::Layout(layout) = due {
        tries.extend(layouts_like(layout, draws).map(Chance::Layout));
        tries.push(Chance::Layout(Layout::draw(&catan::Options::default(), draws)));
        tries.push(Chance::Layout(catan::cities_and_knights::beginner_map()));
    }
    judge_outcomes(engine, tries, |chance| table.can_come(chance));
}

// Comparing positions.

/// Road lengths of the last position: walking every trail is only needed when something on the board has changed.
#[derive(Default)]
struct Lengths {
    /// Whose road lies on each path, and whose piece stands on each intersection.
    roads: Vec<Option<usize>>,
    pieces: Vec<Option<usize>>,
    lengths: Vec<usize>,
}

impl Lengths {
    fn of(&mut self, table: &Table) -> &[usize] {
        let pieces: Vec<Option<usize>> =
            (0..54).map(|i| table.owner(i).or(table.knights[i].map(|knight| knight.seat))).collect();
        if self.lengths.is_empty() || self.roads != table.roads || self.pieces != pieces {
            (self.roads, self.pieces) = (table.roads.clone(), pieces);
            self.lengths = (0..table.seats).map(|seat| table.road_length(seat)).collect();
        }
        &self.lengths
    }
}

fn cards(hand: [u32; 8]) -> Hand {
    Hand::new(hand.map(|n| n as u8))
}

fn set(places: &[usize]) -> VertexSet {
    places.iter().filter_map(|&i| VertexId::new(i)).collect()
}

fn compare(game: &CitiesAndKnights, table: &Table, lengths: &mut Lengths) {
    let view = game.view(Viewer::Everything);
    macro_rules! same {
        ($what:expr, $engine:expr, $reference:expr) => {
            same($what, $engine, $reference, &game, &table)
        };
    }
    same!("turn", turn_of(game), turn_of_reference(table));
    compare_phase(game, table);
    let over = matches!(table.question, Question::Over { .. });
    same!("start player", view.start_player().map(Seat::index), table.start);
    same!("active", view.active().index(), table.active);
    same!("turns", view.turns(), table.turn);
    same!("supply", view.supply(), cards(table.supply));
    same!("dice", view.dice(), table.dice);
    same!("something was paid for", view.has_built(), table.paid);
    same!("cranes", u32::from(view.cranes()), table.cranes);
    let mut fleet = table.fleet.clone();
    fleet.sort_unstable();
    fleet.dedup();
    same!("merchant fleet", view.fleet().map(CardKind::index).collect::<Vec<_>>(), fleet);
    if !over {
        same!("the ship", u32::from(view.ship()) % 7, table.ship % 7);
        same!("the robber is free", view.robber_is_free(), table.robber_moves());
    }
    same!("merchant", view.merchant().map(|(seat, hex)| (seat.index(), hex.index())), table.merchant);
    if !matches!(table.question, Question::LayOut) {
        let layout = view.layout().expect("an island");
        same!("terrain", &layout.terrain.0[..], &table.terrain[..]);
        same!("numbers", &layout.numbers.0[..], &table.numbers[..]);
        same!("harbours", &layout.harbours[..], &table.harbours[..]);
        same!("robber", view.robber().index(), table.robber);
    }
    if table.question == Question::Acting {
        same!("trade is open", view.trade_is_open(), table.trade_lasts());
    }
    for area in Area::ALL {
        same!("deck", usize::from(view.deck_len(area)), table.decks[&area].len());
        same!("metropolis", view.metropolis(area).map(|i| i.index()), table.metropolises.get(&area).copied());
    }
    let under: BTreeMap<Area, Vec<Progress>> = table
        .decks
        .iter()
        .filter(|(_, deck)| !deck.under.is_empty())
        .map(|(&area, deck)| (area, deck.under.iter().copied().collect()))
        .collect();
    same!("under the decks", under_the_decks(game), under);
    for (card, owner) in view.revealed() {
        let turned_up = table.turned_up.iter().find(|&&(_, other)| other == card).map(|&(seat, _)| seat);
        same!("turned up", owner.map(Seat::index), turned_up);
    }
    same!("longest road", view.longest_road().map(Seat::index), table.longest_road);
    let mut active_knights = VertexSet::EMPTY;
    let mut ready = VertexSet::EMPTY;
    let mut promoted = VertexSet::EMPTY;
    for (i, knight) in table.knights.iter().enumerate().filter_map(|(i, knight)| Some((i, (*knight)?))) {
        let vertex = VertexId::new(i).expect("an intersection");
        if knight.active {
            active_knights.insert(vertex);
        }
        if knight.may_act && knight.seat == table.active {
            ready.insert(vertex);
        }
        if knight.promoted {
            promoted.insert(vertex);
        }
    }
    same!("active knights", view.active_knights(), active_knights);
    if !over {
        same!("knights that may act", view.ready_knights(), ready);
        same!("knights promoted in this turn", view.promoted_knights(), promoted);
    }
    let mut walls = VertexSet::EMPTY;
    let mut laid = VertexSet::EMPTY;
    for seat in Seat::first(table.seats) {
        let s = seat.index();
        walls = walls | set(&table.walls_of(s));
        laid = laid | set(&table.laid_cities_of(s));
        same!("roads", view.roads(seat).into_iter().map(|p| p.index()).collect(), table.roads_of(s));
        same!("settlements", view.settlements(seat), set(&table.settlements_of(s)));
        same!("cities", view.cities(seat), set(&table.cities_of(s)));
        let left = |piece| usize::from(view.pieces_left(seat, piece));
        same!("road pieces", left(Piece::Road), table.roads_left(s));
        same!("settlement pieces", left(Piece::Settlement), table.settlements_left(s));
        same!("city pieces", left(Piece::City), table.cities_left(s));
        same!("wall pieces", usize::from(view.walls_left(seat)), table.walls_left(s));
        for strength in 1..=3 {
            let of_strength: Vec<usize> = table
                .knights_of(s)
                .into_iter()
                .filter(|&i| table.knights[i].is_some_and(|knight| knight.strength == u32::from(strength)))
                .collect();
            same!("knights", view.knights(seat, strength), set(&of_strength));
            let left = table.knights_left(s, strength.into());
            same!("knight pieces", usize::from(view.knights_left(seat, strength)), left);
        }
        same!("hand", view.hand(seat).expect("seen"), cards(table.hands[s]));
        let mut held = [0; 25];
        for card in &table.held[s] {
            held[card.index()] += 1;
        }
        same!("progress cards", view.progress(seat).expect("seen"), held);
        for area in Area::ALL {
            same!("level", u32::from(view.level(seat, area)), table.level(s, area));
        }
        same!("Defender cards", u32::from(view.defenders(seat)), table.defender_cards[s]);
        same!("road length", usize::from(view.road_length(seat)), lengths.of(table)[s]);
        let points = game.points(seat);
        same!("points", usize::from(points.total()), table.points(s));
        same!("hand limit", view.hand_limit(seat), table.hand_limit(s));
        if !table.harbours.is_empty() {
            for kind in CardKind::ALL {
                let (best, usable) = (view.rate(seat, kind), view.rates(seat, kind));
                compare_rates(best, usable, table.rates(s, kind.index()), table.options.bank_rates);
            }
        }
        if !over {
            same!("handed in", view.handed_in(seat).expect("seen"), cards(handed_in(table, s)));
        }
    }
    same!("walls", view.walls(), walls);
    same!("laid cities", view.laid(), laid);
    compare_trading(view.trading(), &table.trading, over, |exchange| Deal {
        give: exchange.give.0.map(u32::from),
        want: exchange.want.0.map(u32::from),
    });
}

fn under_the_decks(game: &CitiesAndKnights) -> BTreeMap<Area, Vec<Progress>> {
    game.to_setup().under
}

fn handed_in(table: &Table, seat: usize) -> [u32; 8] {
    match &table.question {
        Question::Discard { owed, chosen, .. } | Question::Give { owed, chosen } if owed[seat] > 0 => {
            chosen[seat].unwrap_or_default()
        }
        _ => [0; 8],
    }
}

/// Who acts, in words that both understand.
fn turn_of(game: &CitiesAndKnights) -> String {
    match game.turn() {
        Turn::Decide(seats) => format!("{:?}", seats.into_iter().map(Seat::index).collect::<Vec<_>>()),
        Turn::Over(outcome) => {
            format!("over {:?}", outcome.winners.into_iter().map(Seat::index).collect::<Vec<_>>())
        }
        Turn::Chance(kind) => match kind {
            ChanceKind::Layout => "layout".to_owned(),
            ChanceKind::StartPlayer => "start player".to_owned(),
            ChanceKind::StartRoll(seat) => format!("start roll of {}", seat.index()),
            ChanceKind::Dice => "dice None".to_owned(),
            ChanceKind::Own(OwnChanceKind::EventDie { red, other }) => {
                format!("dice {:?}", Some((red, other)))
            }
            ChanceKind::StolenCard { thief, victim } => {
                format!("{} steals from {}", thief.index(), victim.index())
            }
            ChanceKind::Own(OwnChanceKind::ProgressCard { seat, area }) => {
                format!("{} draws {area}", seat.index())
            }
        },
    }
}

fn turn_of_reference(table: &Table) -> String {
    match &table.question {
        Question::LayOut => "layout".to_owned(),
        Question::DrawStart => "start player".to_owned(),
        Question::RollForStart(rolls) => format!("start roll of {}", rolls.waiting[0]),
        Question::Dice { chosen } => format!("dice {chosen:?}"),
        Question::Stealing { victim } => format!("{} steals from {victim}", table.active),
        Question::DrawCard { seat, area, .. } => format!("{seat} draws {area}"),
        Question::Over { winner } => format!("over {:?}", winner.iter().collect::<Vec<_>>()),
        _ => format!("{:?}", table.asked()),
    }
}

fn compare_phase(game: &CitiesAndKnights, table: &Table) {
    use Question as Q;
    let seats = |list: &[usize]| list.iter().map(|&s| reference::seat(s)).collect::<SeatSet>();
    let owes =
        |owed: BySeat<u8, 4>, expected: &[u32]| (0..table.seats).all(|s| u32::from(owed.0[s]) == expected[s]);
    let alike = match (game.phase(), &table.question) {
        (Phase::LayingOut, Q::LayOut)
        | (Phase::DrawingStart, Q::DrawStart)
        | (Phase::BeforeRoll, Q::BeforeRoll)
        | (Phase::Building, Q::Acting)
        | (Phase::Own(OwnPhase::Mustering { .. }), Q::Muster(_))
        | (Phase::Own(OwnPhase::Pillaging { .. }), Q::Pillage(_))
        | (Phase::Own(OwnPhase::ChoosingDeck { .. }), Q::Deck(_))
        | (Phase::Own(OwnPhase::Aqueduct { .. }), Q::Aqueduct(_))
        | (Phase::Own(OwnPhase::PlayOrDrop), Q::PlayOrDrop)
        | (Phase::Over(_), Q::Over { .. }) => true,
        (Phase::RollingForStart { waiting, leaders, best, .. }, Q::RollForStart(rolls)) => {
            waiting == seats(&rolls.waiting)
                && leaders == seats(&rolls.leaders())
                && u32::from(best) == rolls.best()
        }
        (Phase::FoundingSettlement { placed }, Q::FoundSettlement)
        | (Phase::Own(OwnPhase::FoundingCity { placed }), Q::FoundCity) => {
            usize::from(placed) == table.founded
        }
        (Phase::FoundingRoad { placed, at }, Q::FoundRoad { at: expected }) => {
            usize::from(placed) == table.founded && at.index() == *expected
        }
        (Phase::Rolling, Q::Dice { chosen: expected }) => expected.is_none(),
        (Phase::Own(OwnPhase::RollingEventDie { red, other }), Q::Dice { chosen: expected }) => {
            *expected == Some((red, other))
        }
        (Phase::Own(OwnPhase::OfferingDraw { area, .. }), Q::OfferDraw(_, expected)) => area == *expected,
        (
            Phase::Own(OwnPhase::DrawingCard { seat, area, defence, .. }),
            Q::DrawCard { seat: drawer, area: deck, defence: for_defence },
        ) => seat.index() == *drawer && area == *deck && defence == *for_defence,
        (Phase::Own(OwnPhase::DroppingCards { seats: dropping }), Q::Drop { seats: expected, .. }) => {
            dropping == seats(expected)
        }
        (Phase::Discarding { owed }, Q::Discard { owed: expected, sabotage: false, .. })
        | (Phase::Own(OwnPhase::Sabotage { owed }), Q::Discard { owed: expected, sabotage: true, .. }) => {
            owes(owed, expected)
        }
        (Phase::MovingRobber { cause }, Q::Robber(expected)) => cause == *expected,
        (Phase::ChoosingVictim { victims }, Q::Victim { eligible }) => victims == seats(eligible),
        (Phase::Stealing { victim, .. }, Q::Stealing { victim: expected }) => victim.index() == *expected,
        (Phase::FreeRoads { left, may_stop }, Q::FreeRoads { left: expected, placed }) => {
            usize::from(left) == *expected
                && may_stop == (*placed > 0 && table.options.road_building_may_stop)
        }
        (
            Phase::Own(OwnPhase::Retreating { seat, from, strength, active: is_active }),
            Q::Retreat { knight, from: expected, .. },
        ) => {
            seat.index() == knight.seat
                && from.index() == *expected
                && u32::from(strength) == knight.strength
                && is_active == knight.active
        }
        (Phase::Own(OwnPhase::Deserting { victim }), Q::RemoveKnight(seat)) => victim.index() == *seat,
        (
            Phase::Own(OwnPhase::PlacingDeserter { strength, active: is_active }),
            Q::PlaceKnight { strength: expected, active },
        ) => u32::from(strength) == *expected && is_active == *active,
        (Phase::Own(OwnPhase::ReplacingRoad { removed }), Q::ReplaceRoad { removed: expected }) => {
            removed.index() == *expected
        }
        (Phase::Own(OwnPhase::Spying { victim }), Q::Spy(expected)) => victim.index() == *expected,
        (
            Phase::Own(OwnPhase::TakingCards { victim, count }),
            Q::TakeCards { victim: expected, count: cards },
        ) => victim.index() == *expected && u32::from(count) == *cards,
        (Phase::Own(OwnPhase::Giving { owed }), Q::Give { owed: expected, .. }) => owes(owed, expected),
        (
            Phase::Own(OwnPhase::ForcedExchange { victim, kind }),
            Q::ForcedExchange { victim: expected, kind: resource },
        ) => victim.index() == *expected && kind.index() == *resource,
        (Phase::Own(OwnPhase::PlacingMetropolis { area }), Q::Metropolis(expected)) => area == *expected,
        _ => false,
    };
    assert!(alike, "the engine is in {:?}, the reference in {:?}", game.phase(), table.question);
}
