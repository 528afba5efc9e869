//! Games in numbers, counted again from the documents of their events.

use game::{Seat, Seed, Viewer};
use serde_json::Value;
use shelf::statistics::{Flow, Reason};
use shelf::{AnyGame, GameKind, Timeline};
use std::collections::BTreeMap;

/// A game of random listed actions.
fn timeline(kind: GameKind, seed: u64, options: &[(&str, &str)]) -> Timeline {
    let start = AnyGame::with_options(kind, options.iter().copied()).unwrap();
    let (mut game, mut steps) = (start, Vec::new());
    let mut choice = Seed(seed).substream("choice", 0);
    while let Some(step) = game.random_step(Seed(seed), &mut choice) {
        game.apply(&step).unwrap();
        steps.push(step);
    }
    Timeline::of(start, steps).unwrap()
}

/// Returns the events, as documents that hide nothing.
fn documents(timeline: &Timeline) -> Vec<Value> {
    timeline.events().iter().flat_map(|events| events.documents(Viewer::Everything)).collect()
}

fn seat(value: &Value) -> Seat {
    value.as_str().unwrap().parse().unwrap()
}

/// Returns the number of cards in an object of kinds.
fn count(cards: &Value) -> u32 {
    cards.as_object().unwrap().values().map(|count| count.as_u64().unwrap() as u32).sum()
}

type Sums = BTreeMap<(Reason, Seat), Flow>;

/// The cards that came and went, counted from documents alone; payments of base Catan by their prices.
fn cards(documents: &[Value]) -> Sums {
    let mut sums = Sums::new();
    let mut gains = |why, seat, count| sums.entry((why, seat)).or_default().gained += count;
    for event in documents {
        match event["event"].as_str().unwrap() {
            "starting-cards" => gains(Reason::Start, seat(&event["seat"]), count(&event["cards"])),
            "produced" => {
                for (name, cards) in event["cards"].as_object().unwrap() {
                    gains(Reason::Production, name.parse().unwrap(), count(cards));
                }
            }
            "took-by-aqueduct" => gains(Reason::Production, seat(&event["seat"]), 1),
            "stole" => gains(Reason::Robbery, seat(&event["thief"]), 1),
            "traded" => {
                gains(Reason::Trade, seat(&event["active"]), count(&event["got"]));
                gains(Reason::Trade, seat(&event["partner"]), count(&event["gave"]));
            }
            "traded-with-supply" => gains(Reason::Supply, seat(&event["seat"]), 1),
            _ => {}
        }
    }
    let mut loses = |why, seat, count| sums.entry((why, seat)).or_default().lost += count;
    for event in documents {
        match event["event"].as_str().unwrap() {
            "discarded" => {
                for (name, cards) in event["cards"].as_object().unwrap() {
                    loses(Reason::Discards, name.parse().unwrap(), count(cards));
                }
            }
            "stole" => loses(Reason::Robbery, seat(&event["victim"]), 1),
            "traded" => {
                loses(Reason::Trade, seat(&event["active"]), count(&event["gave"]));
                loses(Reason::Trade, seat(&event["partner"]), count(&event["got"]));
            }
            "traded-with-supply" => loses(Reason::Supply, seat(&event["seat"]), count(&event["give"])),
            "built-road" if event["paid"] == true => loses(Reason::Payments, seat(&event["seat"]), 2),
            "built-settlement" if event["paid"] == true => loses(Reason::Payments, seat(&event["seat"]), 4),
            "built-city" if event["paid"] != false => loses(Reason::Payments, seat(&event["seat"]), 5),
            "bought-card" => loses(Reason::Payments, seat(&event["seat"]), 3),
            _ => {}
        }
    }
    sums.retain(|_, flow| *flow != Flow::default());
    sums
}

fn counted(timeline: &Timeline, leave_out: &[Reason]) -> Sums {
    let statistics = timeline.statistics();
    let mut sums = Sums::new();
    for (&why, flows) in &statistics.cards {
        for seat in Seat::first(statistics.seats) {
            if flows[seat] != Flow::default() && !leave_out.contains(&why) {
                sums.insert((why, seat), flows[seat]);
            }
        }
    }
    sums
}

#[test]
fn cards_of_catan_are_those_of_its_events() {
    let mut traded = 0;
    let golden = include_bytes!("../../../cli/tests/golden/four-seats-trading.neuland");
    let random =
        (0..5).map(|seed| timeline(GameKind::Catan, seed, &[("players", "3"), ("turn_limit", "120")]));
    for (seed, timeline) in random.chain([Timeline::read(&golden[..]).unwrap().1]).enumerate() {
        let documents = documents(&timeline);
        // What cards of the game do is told apart below.
        assert_eq!(counted(&timeline, &[Reason::Cards]), cards(&documents), "seed {seed}");
        let statistics = timeline.statistics();
        let named = |name: &str| documents.iter().filter(|event| event["event"] == name).count();
        assert_eq!(statistics.trades.len(), named("traded") + named("traded-with-supply"));
        assert_eq!(statistics.rolls.unwrap().iter().sum::<u32>() as usize, named("rolled"));
        let sevens = documents.iter().filter(|event| {
            event["event"] == "rolled"
                && event["dice"][0].as_u64().unwrap() + event["dice"][1].as_u64().unwrap() == 7
        });
        assert_eq!(statistics.rolls.unwrap()[7] as usize, sevens.count());
        traded += named("traded");
        // Everything that came is still there, or went.
        let AnyGame::Catan(last) = timeline.last() else { unreachable!() };
        for seat in Seat::first(timeline.last().seats()) {
            let flows = statistics.cards.values().map(|flows| flows[seat]);
            let (gained, lost) =
                flows.fold((0, 0), |(gained, lost), flow| (gained + flow.gained, lost + flow.lost));
            assert_eq!(
                gained - lost,
                last.view(Viewer::Everything).hand_len(seat),
                "seed {seed}, seat {seat}"
            );
        }
    }
    assert!(traded > 10, "only {traded} trades among players");
}

#[test]
fn cards_of_cities_and_knights_are_those_of_its_events() {
    for seed in 0..4 {
        let timeline = timeline(GameKind::CitiesAndKnights, seed, &[("players", "4"), ("turn_limit", "90")]);
        let documents = documents(&timeline);
        // There is more to pay for than the four prices above, and cards change prices.
        let mut sums = cards(&documents);
        sums.retain(|(why, _), _| *why != Reason::Payments);
        assert_eq!(counted(&timeline, &[Reason::Cards, Reason::Payments]), sums, "seed {seed}");
        // Nobody pays more than what was built may cost at most.
        for seat in Seat::first(4) {
            let most: u32 = documents
                .iter()
                .filter(|event| event["seat"] == seat.to_string())
                .map(|event| match event["event"].as_str().unwrap() {
                    "built-road" | "built-wall" if event["paid"] == true => 2,
                    "built-settlement" if event["paid"] == true => 4,
                    "built-city" if event["paid"] == true => 5,
                    "built-knight" | "promoted" => 2,
                    "activated" => 1,
                    "improved" => event["level"].as_u64().unwrap() as u32,
                    _ => 0,
                })
                .sum();
            let paid = timeline.statistics().cards.get(&Reason::Payments).map_or(0, |flows| flows[seat].lost);
            assert!(paid <= most, "seed {seed}, seat {seat} paid {paid} of at most {most}");
        }
        assert_eq!(
            timeline.statistics().rolls.unwrap().iter().sum::<u32>() as usize,
            documents.iter().filter(|event| event["event"] == "rolled").count()
        );
    }
}

#[test]
fn points_by_feature_are_those_that_were_scored() {
    for (kind, options) in [
        (GameKind::Carcassonne, &[("players", "4")][..]),
        (GameKind::TradersAndBuilders, &[("players", "3")]),
        (GameKind::Mayflower, &[("players", "3")]),
    ] {
        for seed in 0..5 {
            let timeline = timeline(kind, seed, options);
            let mut sums: BTreeMap<(&str, Seat), i32> = BTreeMap::new();
            let documents = documents(&timeline);
            for event in &documents {
                let points = event["points"].as_i64().unwrap_or(0) as i32;
                let (part, points) = match event["event"].as_str().unwrap() {
                    "scored" => match event["kind"].as_str().unwrap() {
                        "road" => ("roads", points),
                        "city" => ("cities", points),
                        "monastery" => ("monasteries", points),
                        other => panic!("{other}"),
                    },
                    "field-scored" => ("fields", points),
                    "plain-scored" => ("fields", event["animals"].as_i64().unwrap() as i32),
                    "goods-scored" => ("goods", points),
                    "extra-points" => ("extra", points),
                    _ => continue,
                };
                let seats = match event["seats"].as_array() {
                    Some(seats) => seats.iter().map(self::seat).collect(),
                    None => vec![self::seat(&event["seat"])],
                };
                for seat in seats {
                    *sums.entry((part, seat)).or_default() += points;
                }
            }
            let mut total: BTreeMap<Seat, i32> = BTreeMap::new();
            for (part, points) in &timeline.statistics().points {
                for seat in Seat::first(timeline.last().seats()) {
                    let expected = sums.get(&(*part, seat)).copied().unwrap_or(0);
                    assert_eq!(points[seat], expected, "{kind}, seed {seed}: {part} of {seat}");
                    *total.entry(seat).or_default() += points[seat];
                }
            }
            assert_eq!(total, timeline.last().points());
            let last = timeline.statistics().course.last().unwrap();
            assert!(total.iter().all(|(&seat, &points)| last.points[seat] == points));
            assert_eq!((last.step, last.turn), (timeline.steps().len(), timeline.last().turns()));
        }
    }
}

/// The moment with a number is that after as many turns, in games with a set-up and in those without.
#[test]
fn the_course_has_a_moment_for_every_turn() {
    for &kind in GameKind::ALL {
        let options: &[_] = match kind {
            GameKind::Catan | GameKind::CitiesAndKnights => &[("players", "2"), ("turn_limit", "30")],
            _ => &[("players", "2")],
        };
        let whole = timeline(kind, 5, options);
        let course = &whole.statistics().course;
        let turns = whole.last().turns();
        assert_eq!(course.len() as u32, turns + 1, "{kind}");
        assert!(course.iter().zip(1..).all(|(moment, turn)| moment.turn == turn.min(turns)), "{kind}");
        assert!(course.windows(2).all(|two| two[0].step < two[1].step), "{kind}");
        // Before the first turn there is the position from which the game began.
        let first = Timeline::of(*whole.start(), Vec::new()).unwrap();
        assert_eq!(first.statistics().course.len(), 1);
    }
}

#[test]
fn every_position_of_a_reel_is_that_of_the_game() {
    for &kind in GameKind::ALL {
        let timeline = timeline(kind, 3, &[("players", "2")]);
        let mut game = *timeline.start();
        let turns: BTreeMap<usize, u32> = timeline.turns().iter().copied().collect();
        for (n, step) in timeline.steps().iter().enumerate() {
            assert_eq!(timeline.at(n), Some(game), "{kind} {n}");
            let before = game.turns();
            assert_eq!(&game.apply(step).unwrap(), &timeline.events()[n]);
            assert_eq!(turns.get(&(n + 1)).copied(), (game.turns() != before).then(|| game.turns()));
        }
        assert_eq!(timeline.at(timeline.steps().len()), Some(game));
        assert_eq!(timeline.at(timeline.steps().len() + 1), None);
        assert_eq!(timeline.last(), &game);
    }
}

/// While a game goes on, the public document holds nothing that not everybody sees.
#[test]
fn hidden_points_are_told_only_where_all_is_open() {
    let mut hidden = 0;
    for seed in 0..8 {
        let whole = timeline(GameKind::Catan, seed, &[("players", "2"), ("turn_limit", "200")]);
        let steps = whole.steps()[..whole.steps().len() - 1].to_vec();
        let part = Timeline::of(*whole.start(), steps).unwrap();
        let document = part.statistics().document(false);
        let open = part.last().points_open();
        for (seat, points) in &open {
            let sum: i64 = document["points"]
                .as_array()
                .unwrap()
                .iter()
                .map(|part| part["points"][seat.to_string()].as_i64().unwrap())
                .sum();
            assert_eq!(sum, i64::from(*points), "seed {seed}, seat {seat}");
        }
        hidden += usize::from(part.last().points() != open);
        let text = document.to_string();
        let all = part.statistics().document(true).to_string();
        assert_eq!(
            text == all,
            part.statistics().course.iter().all(|moment| moment.points == moment.open)
                && part.last().points() == open
        );
    }
    assert!(hidden > 0, "no game had hidden points");
}
