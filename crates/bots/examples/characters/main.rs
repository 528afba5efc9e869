//! Shows how the bots of a game differ: what each of them does in games against the strongest one.
//!
//! `cargo run --release -p bots --example characters -- catan 200` plays 200 games of each bot of the roster, seats rotated, at
//! tables of four (of two in the tile games), and prints the share that it won, the Elo difference that follows, its points, and the averages of a game of what
//! tells styles apart, as rows of Markdown. With weights (`catan 200 likes_roads=0.2 offers=1`) it plays the strongest bot with
//! these instead, which is how a character is found.

mod measure;

use bots::carcassonne::{Bot as TileBot, Surveyor, SurveyorGame};
use bots::{Player, catan as base, cities_and_knights as knights};
use measure::{Measured, Style, measure, measure_named};

/// Weights by name.
type Changes = Vec<(String, f32)>;

/// Sets weights by their names.
fn set(changes: &Changes, mut apply: impl FnMut(&str, f32) -> bool) {
    for (name, value) in changes {
        assert!(apply(name, *value), "no weight is called {name}");
    }
}

/// Prints a table with a row for each bot.
fn print(rows: &[(String, Style)]) {
    let mut names: Vec<&str> = rows.iter().flat_map(|(_, style)| style.names()).collect();
    names.sort_unstable();
    names.dedup();
    println!("| bot | won | Elo | points | {} |", names.join(" | "));
    println!("|---|---|---|---|{}", "---|".repeat(names.len()));
    for (name, style) in rows {
        let games = style.games as f64;
        let counts: Vec<String> = names.iter().map(|name| format!("{:.2}", style.mean(name))).collect();
        let (won, points) = (100.0 * style.won / games, style.points / games);
        let [elo, low, high] = style.elo().map(|elo| format!("{elo:+.0}").replace('-', "−"));
        println!(
            "| `{name}` | {won:.1} % | {elo} ({low} to {high}) | {points:.1} | {} |",
            counts.join(" | ")
        );
    }
}

/// Plays the whole roster.
fn roster<G: Measured>(games: u64, start: G) {
    let names =
        G::BOTS.iter().filter(|bot| !bot.searches()).map(|bot| bot.name).filter(|&name| name != "random");
    print(&names.map(|name| (name.to_owned(), measure_named(games, start, name))).collect::<Vec<_>>());
}

/// Plays one bot with changed weights.
fn changed<G: Measured>(games: u64, start: G, bot: impl Fn() -> G::Bot) {
    let best = G::BOTS.iter().rfind(|bot| !bot.searches()).expect("every game has bots").name;
    let style = measure(games, start, |_, _| bot(), |seat, seed| G::bot(best, seat, seed).expect("a bot"));
    print(&[("changed".to_owned(), style)]);
}

/// Plays a tile game.
fn tiles<R: SurveyorGame>(games: u64, changes: &Changes)
where
    carcassonne::Game<R>: Measured<Bot = TileBot>,
    TileBot: Player<carcassonne::Game<R>>,
{
    let start = carcassonne::Game::<R>::new(&R::Options::default());
    if changes.is_empty() {
        return roster(games, start);
    }
    changed(games, start, || {
        let mut weights = R::weights();
        set(changes, |name, value| weights.set(name, value));
        TileBot::Surveyor(Box::new(Surveyor::new(weights)))
    });
}

fn main() {
    let mut args = std::env::args().skip(1);
    let game = args.next().unwrap_or_else(|| "catan".to_owned());
    let games = args.next().map_or(100, |text| text.parse().expect("a number of games"));
    let changes: Changes = args
        .map(|arg| {
            let (name, value) = arg.split_once('=').expect("weight=value");
            (name.to_owned(), value.parse().expect("a number"))
        })
        .collect();
    match game.as_str() {
        "catan" => {
            let start = catan::Catan::new(&catan::Options::default());
            if changes.is_empty() {
                return roster(games, start);
            }
            changed(games, start, || {
                let mut weights = base::Weights::default();
                set(&changes, |name, value| weights.set(name, value));
                base::Bot::Settler(Box::new(base::Settler::new(weights)))
            });
        }
        "cities-and-knights" => {
            let start = catan::CitiesAndKnights::new(&catan::cities_and_knights::Options::default());
            if changes.is_empty() {
                return roster(games, start);
            }
            changed(games, start, || {
                let mut weights = knights::Weights::default();
                set(&changes, |name, value| weights.set(name, value));
                knights::Bot::Settler(Box::new(knights::Settler::new(weights)))
            });
        }
        "carcassonne" => tiles::<carcassonne::Base>(games, &changes),
        "traders-and-builders" => tiles::<carcassonne::Traders>(games, &changes),
        "mayflower" => tiles::<carcassonne::NewWorld>(games, &changes),
        _ => panic!("no game here is called {game}"),
    }
}
