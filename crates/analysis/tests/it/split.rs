//! The split adds up, luck is nothing in sum, and planted play and planted luck are found.

use analysis::fit::record;
use analysis::{Analysed, Analysis, Effort, Mark, Source, analyse};
use carcassonne::{Carcassonne, Mayflower, TradersAndBuilders};
use catan::{Catan, CitiesAndKnights};
use game::record::Record;
use game::{Seat, Seed};

/// A quick look: the laws hold for any number of compared actions.
const QUICK: Effort = Effort { worlds: 1, listed: 4, threads: 1, deep: None };

fn analysed(record: &Record, effort: &Effort) -> Analysis {
    analyse(record.to_string().as_bytes(), effort).expect("the game is over")
}

/// Checks the properties of every analysis.
fn keeps_the_laws(analysis: &Analysis) {
    let game = &analysis.game;
    for seat in &analysis.seats {
        let sum = seat.prior + seat.luck() + seat.own() + seat.effects();
        assert!((sum - seat.outcome).abs() < 1e-9, "{game} {}: {sum} instead of {}", seat.seat, seat.outcome);
        assert!(seat.mistakes <= 0.0, "{game}: {seat:?}");
    }
    for event in &analysis.luck {
        assert!(event.luck.iter().sum::<f64>().abs() < 1e-9, "{game}: {event:?}");
    }
    for source in Source::ALL {
        let of = |event: &&analysis::LuckEvent| event.source == source;
        for seat in &analysis.seats {
            let events: f64 = analysis.luck.iter().filter(of).map(|it| it.luck[seat.seat.index()]).sum();
            let split = seat.luck.get(&source).copied().unwrap_or_default();
            assert!((events - split).abs() < 1e-9, "{game} {source:?}");
        }
    }
    for shares in &analysis.course {
        assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{game}: {shares:?}");
    }
    for decision in &analysis.decisions {
        assert!(decision.cost <= 0.0 && decision.choices > 1, "{game}: {decision:?}");
        assert_eq!(decision.mark, Mark::of(decision.cost));
    }
    assert_eq!(analysis.course.len(), analysis.steps + 1);
}

/// Games of all numbers of seats between bots of all kinds.
fn laws_hold<G: Analysed>(games: u64) {
    let names: Vec<&str> = G::BOTS.iter().filter(|bot| !bot.searches()).map(|bot| bot.name).collect();
    for number in 0..games {
        let seats = G::SEATS.start() + number as usize % G::SEATS.count();
        let bots: Vec<&str> =
            (0..seats).map(|seat| names[(number as usize * 3 + seat * 5 + 1) % names.len()]).collect();
        keeps_the_laws(&analysed(&record::<G>(&bots, Seed(number)), &QUICK));
    }
}

/// The games of each kind: `NEULAND_ANALYSIS_GAMES`, a few unless said otherwise.
fn games(few: u64) -> u64 {
    std::env::var("NEULAND_ANALYSIS_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(few)
}

#[test]
fn laws_hold_in_catan() {
    laws_hold::<Catan>(games(12));
}

#[test]
fn laws_hold_in_cities_and_knights() {
    laws_hold::<CitiesAndKnights>(games(6));
}

#[test]
fn laws_hold_in_carcassonne() {
    laws_hold::<Carcassonne>(games(5));
}

#[test]
fn laws_hold_in_traders_and_builders() {
    laws_hold::<TradersAndBuilders>(games(5));
}

#[test]
fn laws_hold_in_mayflower() {
    laws_hold::<Mayflower>(games(4));
}

#[cfg(feature = "sample-game")]
#[test]
fn laws_hold_in_the_sample_game() {
    laws_hold::<kerbe::Kerbe>(games(4));
}

/// A seat that plays anything at all among good players is marked, for as long as there is something to lose.
fn a_careless_player_is_found<G: Analysed>(good: &str, games: u64) {
    // Costs and decisions: of the good players, and of the careless one.
    let mut costs = [(0.0, 0u32); 2];
    for number in 0..games {
        let place = number as usize % 2;
        let mut names = [good; 2];
        names[place] = "random";
        let analysis = analysed(&record::<G>(&names, Seed(100 + number)), &Effort::default());
        for decision in analysis.decisions.iter().filter(|it| (0.15..0.85).contains(&it.known)) {
            let (cost, count) = &mut costs[usize::from(decision.seat.index() == place)];
            *cost -= decision.cost;
            *count += 1;
        }
    }
    let [good, careless] = costs.map(|(cost, count)| 1000.0 * cost / f64::from(count.max(1)));
    println!("{}: {careless:.1} against {good:.1} thousandths a decision", G::NAME);
    assert!(careless > 2.0 * good, "{}: {careless} against {good}", G::NAME);
}

#[test]
fn a_careless_player_is_found_in_catan() {
    a_careless_player_is_found::<Catan>("settler", 4);
}

#[test]
fn a_careless_player_is_found_in_carcassonne() {
    a_careless_player_is_found::<Carcassonne>("surveyor", 3);
}

/// Dice that only ever favour one seat are its luck, by about what it gained.
#[test]
fn loaded_dice_are_found() {
    use game::{Game as _, Turn};
    let mut luck = [0.0; 2];
    for number in 0..4 {
        let seed = Seed(number);
        let mut game = Catan::new(&catan::Options { players: 2, ..catan::Options::default() });
        let mut bots: Vec<bots::catan::Bot> =
            Seat::first(2).map(|seat| bots::catan::Bot::new("settler", seat, seed).unwrap()).collect();
        let mut recorder = shelf::Recorder::new(&game.into());
        while !matches!(game.turn(), Turn::Over(_)) {
            let mut events = Vec::new();
            if let Turn::Chance(_) = game.turn() {
                let (purpose, index) = game.chance_key();
                let drawn = game.draw(&mut seed.substream(purpose, index));
                let gain = |chance: &catan::Chance| {
                    let mut next = game;
                    next.resolve_unchecked(*chance, &mut ());
                    let cards = |seat| next.view(game::Viewer::Everything).hand_len(seat) as i32;
                    (cards(Seat::A) - cards(Seat::B), chance.to_string())
                };
                let loaded = game.chance_outcomes().map(|(chance, _)| chance).max_by_key(gain);
                let chance = if purpose == "roll" { loaded.unwrap_or(drawn) } else { drawn };
                recorder.outcome(chance);
                game.resolve(chance, &mut events).unwrap();
            } else {
                let seat = bots::BotGame::next_to_ask(&game);
                let view = game.view(game::Viewer::Seat(seat));
                let action =
                    bots::Player::<Catan>::choose(&mut bots[seat.index()], &view, &game.legal_actions(seat));
                recorder.action(seat, action);
                game.play(seat, action, &mut events).unwrap();
            }
            for (seat, bot) in Seat::first(2).zip(&mut bots) {
                let heard = events.iter().map(|&event| Catan::redact(event, game::Viewer::Seat(seat)));
                heard.for_each(|event| bots::Player::<Catan>::observe(bot, &event));
            }
        }
        let analysis = analysed(&recorder.finish(&game.into()), &QUICK);
        keeps_the_laws(&analysis);
        for seat in &analysis.seats {
            luck[seat.seat.index()] += seat.luck[&Source::Dice];
        }
    }
    // The favoured seat wins about every game instead of half of them.
    assert!(luck[0] > 1.0 && luck[1] < -1.0, "{luck:?}");
}

/// The result does not depend on threads, and is the same every time.
#[test]
fn threads_change_nothing() {
    let record = record::<Catan>(&["settler", "mason", "raider"], Seed(8));
    let one = analysed(&record, &Effort { threads: 1, ..Effort::default() });
    assert_eq!(one, analysed(&record, &Effort { threads: 3, ..Effort::default() }));
}

/// Rollouts measure marked decisions again, with an error, and the split still adds up.
#[test]
fn rollouts_tell_how_certain_a_cost_is() {
    let record = record::<Catan>(&["settler", "random"], Seed(4));
    let effort = Effort { deep: Some(200), ..Effort::default() };
    let analysis = analysed(&record, &effort);
    keeps_the_laws(&analysis);
    let measured: Vec<f64> = analysis.decisions.iter().filter_map(|it| it.error).collect();
    assert!(!measured.is_empty() && measured.iter().all(|error| error.is_finite()), "{measured:?}");
    assert_eq!(analysis, analysed(&record, &Effort { threads: 2, ..effort }));
}
