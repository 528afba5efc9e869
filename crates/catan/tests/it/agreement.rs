//! The engine against the slow reference: random games under random options, compared at every step.
//! How to play more of them, or one alone: see `agreeing`.

use crate::reference;
mod choose;
mod compare;
mod rearrange;

use crate::agreeing::{
    Tally, Whereabouts, compare_lists, compare_outcomes, judge, judge_outcomes, layouts_like, play_many,
    wild_cards,
};
use crate::reference::Table;
use crate::reference::island::ISLAND;
use catan::{
    Action, Bundle, Catan, Chance, DevelopmentCard, Die, Event, Options, OwnAction, OwnChance, OwnEvent,
    Phase, Resource,
};
use choose::{
    BUILDERS, CARD_PLAYERS, HOARDERS, ROAD_MAKERS, SCHEMERS, SHUFFLED, TRADERS, choose, open_ended_action,
};
use compare::compare;
use game::{Draws, Seat, SeatSet, Seed, Substream, Turn, Viewer};
use rearrange::{random_options, rearrange};

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

/// Returns any action that can be written down.
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

fn some_die(draws: &mut Substream) -> Die {
    Die::ALL[draws.below(6) as usize]
}

/// Outcomes that may or may not come now: both must judge them alike.
fn try_wrong_outcomes(engine: &Catan, table: &Table, due: &Chance, draws: &mut Substream) {
    compare_outcomes(engine, table.outcomes());
    let mut tries = vec![
        Chance::Dice(some_die(draws), some_die(draws)),
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

// The shape of the island.

/// The rulebook, whose tables are the third opinion.
const RULEBOOK: &str = include_str!("../../../../rulebook/catan.md");

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
        assert_eq!(
            neighbours,
            vertex.neighbours().into_iter().map(|v| v.index()).collect::<Vec<_>>(),
            "I{i}"
        );
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
