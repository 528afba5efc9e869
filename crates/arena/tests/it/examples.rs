//! The example bots play whole games without a fault, and the same game again with the same seed.

use crate::outside::{against_random, example, needs, path, terms};
use arena::OnFault;
use arena::external::External;
use arena::process::Launch;
use bots::BotGame;
use carcassonne::{Carcassonne, Mayflower};
use catan::{Catan, CitiesAndKnights};
use game::Seat;

fn plays_without_fault<G: BotGame>(command: &str, name: &str) {
    let mut bot = External::<G>::new(Launch::new(command), terms(OnFault::Forfeit));
    let mut lengths = Vec::new();
    for _ in 0..2 {
        let (finished, played) = against_random(bot, 11);
        bot = played;
        assert_eq!(finished.faults[Seat::A].total(), 0, "{}: {:?}", G::NAME, bot.last_fault());
        assert!(finished.lost.is_empty(), "{}", G::NAME);
        lengths.push((finished.played.actions, finished.winners));
        assert_eq!(bot.hello().map(|hello| hello.name.as_str()), Some(name));
    }
    assert_eq!(lengths[0], lengths[1], "{}: the same seed gives the same game", G::NAME);
    bot.quit();
    assert_eq!(bot.errors(), "", "{}", G::NAME);
}

#[test]
fn the_bot_in_python() {
    needs("python3");
    let command = format!("exec python3 '{}'", path("examples/bots/python/random_bot.py"));
    plays_without_fault::<Catan>(&command, "random-python");
    plays_without_fault::<CitiesAndKnights>(&command, "random-python");
    plays_without_fault::<Carcassonne>(&command, "random-python");
    let text = std::fs::read_to_string(path("examples/bots/python/random_bot.py")).expect("the bot");
    assert!(text.lines().count() <= 60, "it stays short");
}

#[test]
fn the_bot_in_javascript() {
    needs("node");
    let command = format!("exec node '{}'", path("examples/bots/javascript/bot.mjs"));
    plays_without_fault::<Catan>(&command, "builder-javascript");
    plays_without_fault::<CitiesAndKnights>(&command, "builder-javascript");
    plays_without_fault::<Mayflower>(&command, "builder-javascript");
}

#[test]
fn the_bot_in_shell() {
    let command = format!("exec sh '{}'", path("examples/bots/shell/first.sh"));
    plays_without_fault::<Carcassonne>(&command, "first-shell");
}

#[test]
fn the_bot_in_rust() {
    let command = format!("exec '{}'", example("bot"));
    plays_without_fault::<Catan>(&command, "first-rust");
    plays_without_fault::<Carcassonne>(&command, "first-rust");
}
