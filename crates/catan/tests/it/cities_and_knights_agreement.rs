//! Cities & Knights against its slow reference: random games under random options, compared at every step. How to play
//! more of them, or one alone: see `agreeing`.

use crate::agreeing;
use crate::reference;

use crate::agreeing::{
    Tally, Whereabouts, compare_lists, compare_outcomes, judge_outcomes, layouts_like, play_many,
    sensible_exchange, wild_cards,
};
use crate::cities_and_knights_agreeing::{Lengths, compare, random_options, rearrange};
use crate::cities_and_knights_reference::{House, Question, Table, Task, area_of, bundle, everything, plays};
use crate::reference::total;
use catan::cities_and_knights::{
    Action, Area, Bundle, CardKind, Chance, CitiesAndKnights, Event, EventFace, OwnAction, OwnChance,
    OwnEvent, Phase, Play, Progress, options,
};
use catan::{Die, Layout, VertexId};
use game::{BySeat, Draws, Seat, SeatSet, Seed, Substream, Turn};

/// All games derive from this.
const SERIES: Seed = Seed(0x6b6e_6967_6874_7321);

#[test]
fn the_engine_agrees_with_the_reference() {
    if let Some((wanted, tally)) = play_many(500_000, play_game) {
        assert_that_everything_was_met(&tally, wanted);
    }
}

/// The number of times that things must have happened in 500,000 actions, and in proportion in fewer. Most happen far more often;
/// none is here for luck.
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
         phase Mustering, phase PlayOrDrop, phase PlayingEarly, phase ReplacingRoad",
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
    if actions < 200_000 {
        return;
    }
    for (often, things) in MET {
        let often = often * actions.min(500_000) / 500_000;
        for what in things.split(", ") {
            let met = tally.of(what);
            assert!(met >= often, "`{what}` happened {met} times in {actions} actions, not {often}");
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

/// Counts what an action did. One arm an action: it is as long as the list of actions.
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

/// Whether the seat may choose whether to draw only because it holds four cards (`CK-PROG-3`).
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

/// A player that has accepted the open offer proposes to hand over the very same cards; the active player takes that first, and
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

/// Returns any action that can be written down.
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

fn some_die(draws: &mut Substream) -> Die {
    Die::ALL[draws.below(6) as usize]
}

/// Outcomes that may or may not come now: both must judge them alike.
fn try_wrong_outcomes(engine: &CitiesAndKnights, table: &Table, due: &Chance, draws: &mut Substream) {
    compare_outcomes(engine, table.outcomes());
    let mut tries = vec![
        Chance::Own(OwnChance::Dice(
            [EventFace::Ship, EventFace::Science][draws.below(2) as usize],
            some_die(draws),
            some_die(draws),
        )),
        Chance::Dice(some_die(draws), some_die(draws)),
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
