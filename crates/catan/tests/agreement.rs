//! The engine against the slow reference: random games under random options, compared at every step.
//! How to play more of them, or one alone: see `agreeing`.

mod agreeing;
mod played;
mod reference;

use agreeing::{
    Tally, Whereabouts, compare_lists, compare_outcomes, compare_rates, compare_trading, judge,
    judge_outcomes, layouts_like, play_many, same, sensible_exchange, wild_cards,
};
use catan::{
    Action, Award, Bundle, Cards, Catan, Chance, ChanceKind, DevelopmentCard, Event, HexId, Options,
    OwnAction, OwnChance, OwnChanceKind, OwnEvent, OwnPhase, Phase, Piece, Resource, Setup,
};
use game::{Draws, Seat, SeatSet, Seed, Substream, Turn, Viewer};
use reference::{Deal, Stage, Table, island::ISLAND, trading::Said};

/// All games derive from this.
const SERIES: Seed = Seed(0x6e65_756c_616e_6432);

#[test]
fn the_engine_agrees_with_the_reference() {
    if let Some((wanted, tally)) = play_many(200_000, play_game) {
        tally.assert_that_everything_was_met(wanted);
    }
}

impl Tally {
    /// Each of these happens many times in 100,000 actions.
    fn assert_that_everything_was_met(&self, actions: u64) {
        if actions < 100_000 {
            return;
        }
        for what in [
            "roll",
            "end",
            "buy",
            "knight",
            "road-building",
            "stop",
            "declare-victory",
            "accept",
            "reject",
            "withdraw",
            "withdraw-proposal",
            "road",
            "settlement",
            "city",
            "bank",
            "year-of-plenty",
            "monopoly",
            "robber",
            "steal",
            "execute",
            "accept-proposal",
            "reject-proposal",
            "discard",
            "offer",
            "counter",
            "propose",
            "event: lapsed",
            "event: shortage",
            "event: stole nothing",
            "event: declined theft",
            "event: traded at the best rate",
            "event: traded at a worse rate",
            "event: road building ended",
            "event: won",
            "event: no winner",
            "event: army changed hands",
            "event: road changed hands",
            "refused",
            "event: rearranged",
        ] {
            assert!(self.0.contains_key(what), "`{what}` never happened in {actions} actions");
        }
        let rare =
            ["event: longest road set aside", "event: robber moved by itself", "event: took the last card"];
        for what in rare {
            assert!(actions < 1_000_000 || self.0.contains_key(what), "no {what} in {actions} actions");
        }
    }

    fn note(&mut self, before: &Catan, event: Event) {
        let view = before.view(Viewer::Everything);
        self.count(match event {
            Event::Lapsed { .. } => "event: lapsed",
            Event::Shortage { .. } => "event: shortage",
            Event::LongestRoad { holder: None, .. } => "event: longest road set aside",
            Event::LongestRoad { .. } if view.longest_road().is_some() => "event: road changed hands",
            Event::Own(OwnEvent::LargestArmy { .. }) if view.largest_army().is_some() => {
                "event: army changed hands"
            }
            Event::StoleNothing { .. } => "event: stole nothing",
            Event::DeclinedTheft { .. } => "event: declined theft",
            Event::TradedWithSupply { seat, give, .. } => {
                let kind = give.only_kind().expect("one kind");
                let worse = give.count(kind) > view.rate(seat, kind);
                if worse { "event: traded at a worse rate" } else { "event: traded at the best rate" }
            }
            Event::RoadBuildingEnded { .. } => "event: road building ended",
            Event::Over { outcome, .. } if outcome.winners.is_empty() => "event: no winner",
            Event::Over { .. } => "event: won",
            _ => return,
        });
    }
}

/// One game from the first draw to its end; returns how many actions were played.
fn play_game(number: u64, tally: &mut Tally) -> u64 {
    let seed = SERIES.derive(number);
    let options = random_options(&mut seed.substream("options", 0));
    options.validate().expect("options that can be played");
    let mut at = Whereabouts::of("agreement", number);
    let mut draws = seed.substream("choice", 0);
    let style =
        [SHUFFLED, SHUFFLED, BUILDERS, HOARDERS, ROAD_MAKERS, ROAD_MAKERS, TRADERS, CARD_PLAYERS, SCHEMERS]
            [draws.below(9) as usize];
    let mut engine = Catan::new(&options);
    let mut table = Table::new(&options);
    let mut actions = 0;
    // Half of the games are interrupted again and again and go on from positions that play would hardly come to.
    let rearranging = draws.below(2) == 0;
    loop {
        compare(&engine, &table);
        at.step += 1;
        if rearranging
            && draws.below(40) == 0
            && matches!(engine.phase(), Phase::BeforeRoll | Phase::Building)
            && let Some(position) = rearrange(&engine, &mut draws)
        {
            (engine, table) = (position, Table::of(&position));
            at.action = "everything was rearranged".into();
            tally.count("event: rearranged");
            continue;
        }
        let before = engine;
        let mut events = Vec::new();
        let mut by_choice = false;
        match engine.turn() {
            Turn::Over(_) => return actions,
            Turn::Chance(_) => {
                let (purpose, index) = engine.chance_key();
                let chance = engine.draw(&mut seed.substream(purpose, index));
                try_wrong_outcomes(&engine, &table, &chance, &mut draws);
                at.action = format!("{chance}");
                assert!(table.can_come(chance), "the reference refuses {chance}");
                engine
                    .resolve(chance, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses {chance}: {e}"));
                table.befall(chance);
                if events.iter().any(|event| matches!(event, Event::Produced { .. })) {
                    let short = Resource::ALL
                        .into_iter()
                        .filter(|&kind| events.contains(&Event::Shortage { kind }))
                        .collect::<Vec<_>>();
                    assert_eq!(short, table.short, "shortages that the engine tells of, and the reference");
                }
            }
            Turn::Decide(_) => {
                try_actions(&engine, &table, &mut draws, tally, at.step.is_multiple_of(16));
                let (seat, action) = choose(&engine, &table, style, &mut draws);
                at.action = format!("{seat} {action}");
                by_choice = matches!(action, Action::MoveRobber(_));
                if let Action::Own(OwnAction::PlayYearOfPlenty(_, None)) = action {
                    tally.count("event: took the last card");
                }
                tally.count(at.action.split(' ').nth(1).expect("a verb"));
                engine
                    .play(seat, action, &mut events)
                    .unwrap_or_else(|e| panic!("the engine refuses {seat} {action}: {e}"));
                table.act(seat.index(), action);
                actions += 1;
            }
        }
        for event in events {
            if !by_choice && matches!(event, Event::MovedRobber { .. }) {
                tally.count("event: robber moved by itself");
            }
            tally.note(&before, event);
        }
    }
}

/// The same island and seats with other cards, roads, buildings and options; `None` if what came out is impossible.
fn rearrange(game: &Catan, draws: &mut Substream) -> Option<Catan> {
    let mut setup: Setup = game.to_setup();
    let players = setup.options.players;
    let island = (setup.options.setup, setup.options.numbers, setup.options.spiral_direction);
    let (adjacency, harbours) = (setup.options.red_adjacency, setup.options.harbours);
    setup.options = Options { players, start_player: setup.options.start_player, ..random_options(draws) };
    (setup.options.setup, setup.options.numbers, setup.options.spiral_direction) = island;
    (setup.options.red_adjacency, setup.options.harbours) = (adjacency, harbours);
    setup.options.turn_limit = Some(setup.turn.unwrap_or(0) as u16 + 1 + draws.below(40) as u16);
    setup.offer = None;
    (setup.supply, setup.deck) = (None, None);
    (setup.longest_road, setup.largest_army) = (Award::Derived, Award::Derived);
    setup.robber = HexId::new(draws.below(19) as usize);
    // Cards: hands of any size, now and then nearly all cards of the box.
    let mut box_left = [19_u8; 5];
    let hand_limit = [3, 8, 12, 40][draws.below(4) as usize];
    let mut deck = DevelopmentCard::BOX;
    for seat in Seat::first(players.into()) {
        let has = &mut setup.seats[seat];
        (has.proposal, has.offers_made) = (None, 0);
        let mut hand = [0; 5];
        for _ in 0..draws.below(hand_limit) {
            let kind = draws.below(5) as usize;
            if box_left[kind] > 0 {
                box_left[kind] -= 1;
                hand[kind] += 1;
            }
        }
        if seat.index() + 1 == usize::from(players) && draws.below(8) == 0 {
            // A supply of nought, one or two cards.
            let mut rest = draws.below(3);
            for (kind, left) in box_left.into_iter().enumerate() {
                let stays = u32::from(left).min(rest);
                rest -= stays;
                hand[kind] += left - stays as u8;
            }
        }
        has.hand = Cards::new(hand);
        has.development.0 = [0; 5];
        for _ in 0..draws.below(4) {
            let kind = draws.below(5) as usize;
            if deck[kind] > 0 {
                deck[kind] -= 1;
                has.development.0[kind] += 1;
            }
        }
        has.knights = draws.below(4).min(deck[0].into()) as u8;
        deck[0] -= has.knights;
    }
    setup.bought.0 = [0; 5];
    if setup.rolled == Some(true) && draws.below(2) == 0 {
        setup.bought.0 = setup.seats[setup.active].development.0.map(|held| held.min(draws.below(2) as u8));
        setup.built = Some(true);
    }
    setup.played_card = Some(draws.below(4) == 0);
    if draws.below(2) == 0 {
        setup.deck = Some(catan::DevelopmentCards(deck.map(|left| left.min(draws.below(4) as u8))));
        setup.deck.as_mut()?.0[0] = deck[0];
        setup.deck.as_mut()?.0[4] = deck[4];
    }
    // Roads: walks that start anywhere, up to the last piece.
    let mut free: Vec<bool> = vec![true; 72];
    for seat in Seat::first(players.into()) {
        for path in setup.seats[seat].roads {
            free[path.index()] = false;
        }
    }
    for seat in Seat::first(players.into()) {
        let mut at = draws.below(54) as usize;
        for _ in 0..draws.below(16) {
            let paths = &ISLAND.paths_at[at];
            let path = paths[draws.below(paths.len() as u32) as usize];
            if free[path] && setup.seats[seat].roads.len() < 15 {
                free[path] = false;
                setup.seats[seat].roads.insert(catan::EdgeId::new(path)?);
            }
            let (a, b) = ISLAND.ends[path];
            at = if a == at { b } else { a };
        }
    }
    // Buildings: more of them, wherever they keep their distance.
    let table = Table::of(game);
    let mut stands: Vec<bool> = (0..54).map(|i| table.owner(i).is_some()).collect();
    for _ in 0..draws.below(12) {
        let i = draws.below(54) as usize;
        let has = &mut setup.seats[reference::seat(draws.below(players.into()) as usize)];
        if !stands[i] && ISLAND.neighbours[i].iter().all(|&n| !stands[n]) {
            stands[i] = true;
            let vertex = catan::VertexId::new(i)?;
            if draws.below(3) == 0 && has.cities.len() < 4 {
                has.cities.insert(vertex);
            } else if has.settlements.len() < 5 {
                has.settlements.insert(vertex);
            } else {
                stands[i] = false;
            }
        }
    }
    // The only way in which a friendly robber has nowhere to go but the desert, or nowhere at all (`CATAN-ROB-9`).
    if players == 4 && table.terrain[9] == catan::Terrain::Desert && draws.below(4) == 0 {
        let pairs = [[8, 14], [22, 31], [39, 45]];
        setup.options.friendly_robber = true;
        for has in &mut setup.seats.0 {
            (has.settlements, has.cities) = Default::default();
        }
        for (seat, pair) in Seat::first(4).filter(|&seat| seat != setup.active).zip(pairs) {
            setup.seats[seat].settlements = pair.into_iter().filter_map(catan::VertexId::new).collect();
        }
        setup.seats[setup.active].development.0[0] = deck[0].min(1);
        setup.robber = HexId::new([9, 9, 3][draws.below(3) as usize]);
    }
    Catan::from_setup(&setup).ok()
}

/// Any options, the whole range of each.
fn random_options(draws: &mut Substream) -> Options {
    use catan::options::*;
    fn any<T: Copy>(draws: &mut Substream, values: &[T]) -> T {
        values[draws.below(values.len() as u32) as usize]
    }
    fn value<T: Copy>(draws: &mut Substream, values: &[(T, &str)]) -> T {
        any(draws, values).0
    }
    let players = any(draws, &[2, 3, 3, 4, 4, 4]);
    Options {
        players,
        setup: value(draws, SetupKind::VALUES),
        start_player: match draws.below(3) {
            0 => StartPlayer::Random,
            1 => StartPlayer::HighestRoll,
            _ => StartPlayer::Seat(reference::seat(draws.below(u32::from(players)) as usize)),
        },
        beginner_positions: BeginnerPositions::V1,
        numbers: value(draws, NumberPlacement::VALUES),
        spiral_direction: value(draws, SpiralDirection::VALUES),
        red_adjacency: value(draws, RedAdjacency::VALUES),
        harbours: any(draws, &[None, Some(HarbourPlacement::Fixed), Some(HarbourPlacement::Shuffled)]),
        trade_build: value(draws, TradeBuild::VALUES),
        robber_victims: value(draws, RobberVictims::VALUES),
        friendly_robber: any(draws, &[false, true]),
        discard_limit: any(draws, &[1, 4, 7, 7, 7, 7, 9, 30, 95]),
        victory_points: any(draws, &[3, 5, 8, 10, 10, 10, 12, 15, 22]),
        trade_same_kind: value(draws, TradeSameKind::VALUES),
        road_building_may_stop: any(draws, &[false, true]),
        auto_declare: any(draws, &[false, true]),
        shortage_single_player: value(draws, ShortageSinglePlayer::VALUES),
        offer_limit: any(draws, &[None, Some(0), Some(1), Some(255)]),
        // Some styles of play never win.
        turn_limit: Some(any(draws, &[1, 50, 200, 300, 300])),
        bank_rates: value(draws, BankRates::VALUES),
        robber_theft: value(draws, RobberTheft::VALUES),
        bank_same_kind: value(draws, BankSameKind::VALUES),
    }
}

// Choosing: all seats play by one style, so that games differ in what they are about.

const SHUFFLED: u32 = 0;
const BUILDERS: u32 = 1;
const HOARDERS: u32 = 2;
const ROAD_MAKERS: u32 = 3;
const TRADERS: u32 = 4;
const CARD_PLAYERS: u32 = 5;
/// They agree to much and have given their cards away before it is carried out.
const SCHEMERS: u32 = 6;

fn choose(engine: &Catan, table: &Table, style: u32, draws: &mut Substream) -> (Seat, Action) {
    let Turn::Decide(seats) = engine.turn() else { panic!("nobody decides") };
    if style == SCHEMERS
        && draws.below(2) == 0
        && let Some(scheme) = scheme(table)
    {
        return scheme;
    }
    let open_ended = match style {
        TRADERS => 2,
        SCHEMERS => 3,
        _ => 12,
    };
    if table.stage == Stage::Acting && draws.below(open_ended) == 0 {
        let seat = reference::seat(draws.below(table.seats as u32) as usize);
        let action = open_ended_action(table, seat.index(), draws);
        if table.allows(seat.index(), action) {
            return (seat, action);
        }
    }
    let seat = seats.nth(draws.below(seats.len() as u32) as usize).expect("a seat");
    let seat = if engine.legal_actions(seat).is_empty() { engine.active() } else { seat };
    let mut listed: Vec<Action> = engine.legal_actions(seat).into_iter().collect();
    if style == HOARDERS && draws.below(30) > 0 {
        listed.retain(|action| !matches!(action, Action::MaritimeTrade { .. }));
    }
    if matches!(style, TRADERS | SCHEMERS) && listed.len() > 1 && draws.below(6) > 0 {
        listed.retain(|action| *action != Action::EndTurn);
    }
    // An intersection in the middle of a foreign road.
    let passes = |i: usize| {
        let theirs = |other| ISLAND.paths_at[i].iter().filter(|&&p| table.roads[p] == Some(other)).count();
        table.keeps_distance(i) && (0..table.seats).any(|other| other != seat.index() && theirs(other) == 2)
    };
    let cuts = |action: &Action| match *action {
        Action::BuildSettlement(i) => passes(i.index()),
        Action::BuildRoad(p) => passes(ISLAND.ends[p.index()].0) || passes(ISLAND.ends[p.index()].1),
        _ => false,
    };
    if style == ROAD_MAKERS
        && let Some(&cut) = listed.iter().rfind(|&action| cuts(action))
    {
        return (seat, cut);
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
                    | Action::Own(OwnAction::BuyDevelopmentCard)
                    | Action::Own(OwnAction::PlayKnight)
                    | Action::Own(OwnAction::PlayRoadBuilding)
            ),
            HOARDERS => draws.below(2) == 0 && matches!(action, Action::EndTurn),
            ROAD_MAKERS => match *action {
                Action::BuildRoad(_) | Action::BuildSettlement(_) => true,
                Action::MaritimeTrade { give, get } => {
                    let lacks = |kind: usize| table.hands[seat.index()][kind] == 0;
                    get != Resource::Ore && lacks(get.index()) && give.0[0] + give.0[1] == 0
                }
                _ => false,
            },
            SCHEMERS => matches!(
                action,
                Action::AcceptOffer
                    | Action::AcceptProposal(_)
                    | Action::Execute(_)
                    | Action::Own(OwnAction::BuyDevelopmentCard)
                    | Action::Own(OwnAction::PlayKnight)
                    | Action::Own(OwnAction::PlayMonopoly(_))
            ),
            TRADERS => matches!(
                action,
                Action::AcceptOffer
                    | Action::Execute(_)
                    | Action::AcceptProposal(_)
                    | Action::MaritimeTrade { .. }
            ),
            CARD_PLAYERS => matches!(
                action,
                Action::Own(OwnAction::BuyDevelopmentCard)
                    | Action::Own(OwnAction::PlayKnight)
                    | Action::Own(OwnAction::PlayRoadBuilding)
                    | Action::Own(OwnAction::PlayYearOfPlenty(..))
                    | Action::Own(OwnAction::PlayMonopoly(_))
            ),
            _ => false,
        })
        .collect();
    if !preferred.is_empty() && draws.below(4) > 0 {
        listed = preferred;
    }
    if style != SHUFFLED && draws.below(3) > 0 {
        // Each verb alike, so that a single `end` is not lost among fifty exchanges with the supply.
        let mut verbs: Vec<_> = listed.iter().map(std::mem::discriminant).collect();
        verbs.dedup();
        let verb = verbs[draws.below(verbs.len() as u32) as usize];
        listed.retain(|action| std::mem::discriminant(action) == verb);
    }
    (seat, listed[draws.below(listed.len() as u32) as usize])
}

/// Who has accepted the open offer proposes to hand over the very same cards; the active player takes that first, and
/// then wants the offer carried out.
fn scheme(table: &Table) -> Option<(Seat, Action)> {
    let offer = table.trading.offer.as_ref()?;
    let partner = (0..table.seats).find(|&s| offer.said[s] == Said::Yes)?;
    let active = reference::seat(table.active);
    let mut want = Bundle::<Resource>::default();
    let kind = (0..5).find(|&k| table.hands[table.active][k] > 0 && offer.deal.want[k] == 0)?;
    want.0[kind] = 1;
    let give = Bundle(offer.deal.want.map(|n| n as u8));
    [
        (active, Action::AcceptProposal(reference::seat(partner))),
        (reference::seat(partner), Action::Propose { give, want }),
        (active, Action::Execute(reference::seat(partner))),
    ]
    .into_iter()
    .find(|&(seat, action)| table.allows(seat.index(), action))
}

/// An offer, a counter-offer or a proposal that gives what the hand holds.
fn open_ended_action(table: &Table, seat: usize, draws: &mut Substream) -> Action {
    let (give, want) = sensible_exchange(&table.hands, seat, draws);
    let (give, want) = (Bundle(give), Bundle(want));
    if seat == table.active {
        Action::Offer { give, want, to: SeatSet::from_bits(draws.below(16) as u8) }
    } else if table.trading.offer.is_some() && draws.below(2) == 0 {
        Action::CounterOffer { give, want }
    } else {
        Action::Propose { give, want }
    }
}

// Judging: what may be done, what may not, and why.

/// Compares the lists of all seats, then the judgement on random actions, most of them illegal; on all actions
/// without open ends if `every`.
fn try_actions(engine: &Catan, table: &Table, draws: &mut Substream, tally: &mut Tally, every: bool) {
    for seat in Seat::first(table.seats) {
        let legal = engine.legal_actions(seat);
        if !table.asked().contains(&seat.index()) {
            assert!(legal.is_empty(), "seat {seat} is not asked, and may {:?}", legal.into_iter().next());
            continue;
        }
        let objections = |action| table.objections(seat.index(), action);
        compare_lists(engine, seat, table.listed(seat.index()), objections);
    }
    if every {
        for seat in Seat::first(4) {
            for &action in reference::closed_actions() {
                judge(engine, seat, action, &table.objections(seat.index(), action), tally);
            }
        }
    }
    for _ in 0..6 {
        let seat = reference::seat(draws.below(5) as usize);
        let action = wild_action(table, seat.index(), draws);
        judge(engine, seat, action, &table.objections(seat.index(), action), tally);
    }
}

/// Anything that can be written down.
fn wild_action(table: &Table, seat: usize, draws: &mut Substream) -> Action {
    let bundle = |draws: &mut Substream| Bundle(wild_cards(draws));
    match draws.below(8) {
        0 if seat < table.seats => open_ended_action(table, seat, draws),
        0 | 1 => Action::Offer {
            give: bundle(draws),
            want: bundle(draws),
            to: SeatSet::from_bits(draws.below(64) as u8),
        },
        2 => Action::CounterOffer { give: bundle(draws), want: bundle(draws) },
        3 => Action::Propose { give: bundle(draws), want: bundle(draws) },
        4 => Action::MaritimeTrade { give: bundle(draws), get: Resource::ALL[draws.below(5) as usize] },
        5 => Action::Discard(bundle(draws)),
        6 => Action::Own(OwnAction::PlayYearOfPlenty(
            Resource::ALL[draws.below(5) as usize],
            Some(Resource::ALL[draws.below(5) as usize]),
        )),
        _ => {
            let all = reference::closed_actions();
            all[draws.below(all.len() as u32) as usize]
        }
    }
}

/// Outcomes that may or may not come now: both must judge them alike.
fn try_wrong_outcomes(engine: &Catan, table: &Table, due: &Chance, draws: &mut Substream) {
    compare_outcomes(engine, table.outcomes());
    let mut tries = vec![
        Chance::Dice(draws.below(8) as u8, draws.below(8) as u8),
        Chance::StartPlayer(reference::seat(draws.below(6) as usize)),
        Chance::StolenCard(Resource::ALL[draws.below(5) as usize]),
        Chance::Own(OwnChance::DevelopmentCard(DevelopmentCard::ALL[draws.below(5) as usize])),
        Chance::Layout(catan::Layout::beginner()),
    ];
    if let Chance::Layout(layout) = due {
        tries.extend(layouts_like(layout, draws).map(Chance::Layout));
        let any = Options { setup: catan::options::SetupKind::Variable, ..table.options };
        for direction in [catan::options::SpiralDirection::Ccw, catan::options::SpiralDirection::Cw] {
            tries.push(Chance::Layout(catan::Layout::draw(
                &Options { spiral_direction: direction, ..any },
                draws,
            )));
        }
    }
    judge_outcomes(engine, tries, |chance| table.can_come(chance));
}

// Comparing positions.

fn cards(hand: reference::Hand) -> Cards {
    Cards::new(hand.map(|n| n as u8))
}

fn compare(game: &Catan, table: &Table) {
    let view = game.view(Viewer::Everything);
    macro_rules! same {
        ($what:expr, $engine:expr, $reference:expr) => {
            same($what, $engine, $reference, &game, &table)
        };
    }
    same!("turn", turn_of(game), turn_of_reference(table));
    compare_phase(game, table);
    same!("start player", view.start_player().map(Seat::index), table.start);
    same!("active", view.active().index(), table.active);
    same!("turns", view.turns(), table.turn);
    same!("supply", view.supply(), cards(table.supply));
    same!("deck", usize::from(view.deck_len()), table.deck.len());
    let mut played = [0; 5];
    for (_, card) in &table.played {
        played[card.index()] += 1;
    }
    same!("played cards", view.played(), played);
    same!("has built", view.has_built(), table.built);
    same!("has played a card", view.has_played_card(), table.card_played);
    same!("dice", view.dice(), table.dice);
    if !matches!(table.stage, Stage::LayOut) {
        let layout = view.layout().expect("an island");
        same!("terrain", layout.terrain.0.to_vec(), table.terrain.clone());
        same!("numbers", layout.numbers.0.to_vec(), table.numbers.clone());
        same!("harbours", layout.harbours.to_vec(), table.harbours.clone());
        same!("robber", view.robber().index(), table.robber);
    }
    if table.stage == Stage::Acting {
        same!("trade is open", view.trade_is_open(), table.trade_lasts());
    }
    same!("longest road", view.longest_road().map(Seat::index), table.longest_road);
    same!("largest army", view.largest_army().map(Seat::index), table.largest_army);
    let unsettleable: Vec<usize> = (0..54).filter(|&i| !table.keeps_distance(i)).collect();
    same!(
        "unsettleable",
        view.unsettleable().into_iter().map(|i| i.index()).collect::<Vec<_>>(),
        unsettleable
    );
    for seat in Seat::first(table.seats) {
        let s = seat.index();
        same!("roads", view.roads(seat).into_iter().map(|p| p.index()).collect(), table.roads_of(s));
        same!(
            "settlements",
            view.settlements(seat).into_iter().map(|i| i.index()).collect(),
            table.settlements_of(s)
        );
        same!("cities", view.cities(seat).into_iter().map(|i| i.index()).collect(), table.cities_of(s));
        let left = |piece| usize::from(view.pieces_left(seat, piece));
        same!("road pieces", left(Piece::Road), 15 - table.roads_of(s).len());
        same!("settlement pieces", left(Piece::Settlement), 5 - table.settlements_of(s).len());
        same!("city pieces", left(Piece::City), 4 - table.cities_of(s).len());
        same!("hand", view.hand(seat).expect("seen"), cards(table.hands[s]));
        let mut held = [0; 5];
        let mut bought = [0; 5];
        for card in &table.held[s] {
            held[card.kind.index()] += 1;
            bought[card.kind.index()] += u8::from(card.bought_this_turn);
        }
        same!("development cards", view.development(seat).expect("seen"), held);
        if s == table.active {
            same!("bought cards", view.bought().expect("seen"), bought);
        }
        same!("knights", usize::from(view.knights(seat)), table.knights(s));
        same!("road length", usize::from(view.road_length(seat)), table.road_length(s));
        let points = game.points(seat);
        same!("points", usize::from(points.total()), table.points(s));
        let sum = points.settlements
            + points.cities
            + points.longest_road
            + points.largest_army
            + points.victory_cards;
        same!("parts of the points", points.total(), sum);
        same!("visible points", usize::from(game.visible_points(seat).total()), table.visible_points(s));
        let empty_in_reach = |p: &usize| table.roads[*p].is_none();
        same!(
            "reach",
            view.reach(seat).into_iter().map(|p| p.index()).filter(empty_in_reach).collect(),
            (0..72).filter(|&p| table.road_fits(s, p)).collect::<Vec<_>>()
        );
        same!(
            "road ends",
            view.road_ends(seat).into_iter().map(|i| i.index()).collect(),
            (0..54).filter(|&i| table.road_ends_at(s, i)).collect::<Vec<_>>()
        );
        if !table.harbours.is_empty() {
            for kind in Resource::ALL {
                let (best, usable) = (view.rate(seat, kind), view.rates(seat, kind));
                compare_rates(best, usable, table.rates(s, kind), table.options.bank_rates);
            }
        }
        same!("handed in", view.handed_in(seat).expect("seen"), handed_in(table, s));
    }
    let over = matches!(table.stage, Stage::Over { .. });
    compare_trading(view.trading(), &table.trading, over, |exchange| Deal {
        give: exchange.give.0.map(u32::from),
        want: exchange.want.0.map(u32::from),
    });
}

fn handed_in(table: &Table, seat: usize) -> Cards {
    match &table.stage {
        Stage::Discarding { chosen, .. } => cards(chosen[seat].unwrap_or_default()),
        _ => Cards::NONE,
    }
}

/// Who acts, in words that both understand.
fn turn_of(game: &Catan) -> String {
    match game.turn() {
        Turn::Decide(seats) => format!("{:?}", seats.into_iter().map(Seat::index).collect::<Vec<_>>()),
        Turn::Over(outcome) => {
            format!("over {:?}", outcome.winners.into_iter().map(Seat::index).collect::<Vec<_>>())
        }
        Turn::Chance(kind) => match kind {
            ChanceKind::Layout => "layout".to_owned(),
            ChanceKind::StartPlayer => "start player".to_owned(),
            ChanceKind::StartRoll(seat) => format!("start roll of {}", seat.index()),
            ChanceKind::Dice => "dice".to_owned(),
            ChanceKind::StolenCard { thief, victim } => {
                format!("{} steals from {}", thief.index(), victim.index())
            }
            ChanceKind::Own(OwnChanceKind::DevelopmentCard) => "development card".to_owned(),
        },
    }
}

fn turn_of_reference(table: &Table) -> String {
    match &table.stage {
        Stage::LayOut => "layout".to_owned(),
        Stage::DrawStart => "start player".to_owned(),
        Stage::RollForStart(rolls) => format!("start roll of {}", rolls.waiting[0]),
        Stage::Rolling => "dice".to_owned(),
        Stage::Stealing { victim } => format!("{} steals from {victim}", table.active),
        Stage::Buying => "development card".to_owned(),
        Stage::Over { winner } => format!("over {:?}", winner.iter().collect::<Vec<_>>()),
        _ => format!("{:?}", table.asked()),
    }
}

fn compare_phase(game: &Catan, table: &Table) {
    let seats = |list: &[usize]| list.iter().map(|&s| reference::seat(s)).collect::<SeatSet>();
    let alike = match (game.phase(), &table.stage) {
        (Phase::LayingOut, Stage::LayOut)
        | (Phase::DrawingStart, Stage::DrawStart)
        | (Phase::BeforeRoll, Stage::BeforeRoll)
        | (Phase::Rolling, Stage::Rolling)
        | (Phase::MovingRobber { .. }, Stage::Robber)
        | (Phase::Building, Stage::Acting)
        | (Phase::Own(OwnPhase::BuyingCard), Stage::Buying) => true,
        (Phase::RollingForStart { waiting, leaders, best, .. }, Stage::RollForStart(rolls)) => {
            waiting == seats(&rolls.waiting)
                && leaders == seats(&rolls.leaders())
                && u32::from(best) == rolls.best()
        }
        (Phase::FoundingSettlement { placed }, Stage::FoundSettlement) => {
            usize::from(placed) == table.founded
        }
        (Phase::FoundingRoad { placed, at }, Stage::FoundRoad { at: expected }) => {
            usize::from(placed) == table.founded && at.index() == *expected
        }
        (Phase::Discarding { owed }, Stage::Discarding { owed: expected, .. }) => {
            (0..table.seats).all(|s| u32::from(owed.0[s]) == expected[s])
        }
        (Phase::ChoosingVictim { victims }, Stage::Victim { eligible }) => victims == seats(eligible),
        (Phase::Stealing { victim, .. }, Stage::Stealing { victim: expected }) => victim.index() == *expected,
        (Phase::FreeRoads { left, may_stop }, Stage::FreeRoads { left: expected, placed }) => {
            usize::from(left) == *expected
                && may_stop == (*placed > 0 && table.options.road_building_may_stop)
        }
        (Phase::Over(_), Stage::Over { .. }) => true,
        _ => false,
    };
    assert!(alike, "the engine is in {:?}, the reference in {:?}", game.phase(), table.stage);
}

// The shape of the island.

/// The rulebook, whose tables are the third opinion.
const RULEBOOK: &str = include_str!("../../../rulebook/catan.md");

/// The cells of every table row that begins with this letter and a number, in the section with the tables.
fn rows(letter: char) -> Vec<Vec<&'static str>> {
    let data = RULEBOOK.split("## CATAN-DATA").nth(1).expect("the geometry tables");
    data.lines()
        .filter_map(|line| line.strip_prefix("| "))
        .filter(|line| {
            line.strip_prefix(letter).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        })
        .map(|line| line.split('|').map(str::trim).collect())
        .collect()
}

fn numbers(text: &str) -> Vec<usize> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .map(|n| n.parse().expect("a number"))
        .collect()
}

#[test]
fn catan_geo_both_islands_are_that_of_the_rulebook() {
    let hexes = rows('H');
    assert_eq!(hexes.len(), 19);
    for (h, cells) in hexes.iter().enumerate() {
        let corners: Vec<usize> = cells[3..9].iter().flat_map(|cell| numbers(cell)).collect();
        assert_eq!(corners, ISLAND.corners[h], "H{h}");
        let hex = catan::HexId::new(h).expect("a hex");
        assert_eq!(corners, hex.vertices().map(|i| i.index()), "H{h}");
    }
    let intersections = rows('I');
    assert_eq!(intersections.len(), 54);
    for (i, cells) in intersections.iter().enumerate() {
        let (hexes, neighbours) = (numbers(cells[2]), numbers(cells[3]));
        assert_eq!(cells[1], format!("({}, {})", ISLAND.points[i].0, ISLAND.points[i].1), "I{i}");
        assert_eq!((&hexes, &neighbours), (&ISLAND.hexes_at[i], &ISLAND.neighbours[i]), "I{i}");
        let vertex = catan::VertexId::new(i).expect("an intersection");
        assert_eq!(hexes, vertex.hexes().into_iter().map(|h| h.index()).collect::<Vec<_>>(), "I{i}");
        assert_eq!(neighbours, vertex.neighbors().into_iter().map(|v| v.index()).collect::<Vec<_>>(), "I{i}");
        assert_eq!(
            ISLAND.paths_at[i],
            vertex.edges().into_iter().map(|p| p.index()).collect::<Vec<_>>(),
            "paths at I{i}"
        );
    }
    let paths = RULEBOOK.split("Paths (id = ").nth(1).expect("the list of paths");
    let mut listed = 0;
    for word in paths.split_whitespace().take_while(|&word| word != "##") {
        let Some((path, ends)) = word.split_once('=') else { continue };
        let (path, ends) = (numbers(path)[0], numbers(ends));
        assert_eq!((ends[0], ends[1]), ISLAND.ends[path], "P{path}");
        let edge = catan::EdgeId::new(path).expect("a path");
        assert_eq!(ends, edge.ends().map(|i| i.index()), "P{path}");
        listed += 1;
    }
    assert_eq!((listed, ISLAND.ends.len()), (72, 72));
    for (spot, &path) in reference::island::HARBOUR_PATHS.iter().enumerate() {
        assert_eq!(catan::Harbour::path(spot).index(), path, "S{}", spot + 1);
    }
}

/// A settlement of two, a road of seven, and the other way to read a rule shows at once: the reference itself.
#[test]
fn the_reference_knows_the_odd_cases_of_longest_road() {
    let mut table = Table::new(&Options::default());
    let lay = |table: &mut Table, seat: usize, chain: &[usize]| {
        for pair in chain.windows(2) {
            let path =
                ISLAND.ends.iter().position(|&(a, b)| (a, b) == (pair[0].min(pair[1]), pair[0].max(pair[1])));
            table.roads[path.expect("a path")] = Some(seat);
        }
    };
    lay(&mut table, 0, &[16, 22, 17, 23, 18, 24, 19]);
    assert_eq!(table.road_length(0), 6);
    table.buildings[19] = Some((1, false));
    assert_eq!(table.road_length(0), 6, "a building at the end takes nothing away");
    table.buildings[19] = None;
    table.buildings[23] = Some((1, false));
    assert_eq!(table.road_length(0), 3, "a building in the middle cuts");
    lay(&mut table, 2, &[30, 24, 18, 23, 29, 35, 30, 36, 41]);
    table.roads[ISLAND.ends.iter().position(|&ends| ends == (18, 23)).expect("a path")] = Some(2);
    table.buildings[23] = None;
    assert_eq!(table.road_length(2), 8, "a ring with a tail");
    table.buildings[30] = Some((1, false));
    assert_eq!(table.road_length(2), 6, "a ring closed at a foreign building");
}
