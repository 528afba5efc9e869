//! Prints how the play of each bot is rated: the last table of docs/analysis.md.
//!
//! ```text
//! cargo run --release -p analysis --example bots -- 20
//! ```
//!
//! The word is the number of games of each table: one seat for the bot, the others for the strongest that does not search.

use analysis::fit::record;
use analysis::{Effort, Season, analyse};
use bots::any::roster;
use game::Seed;
use shelf::{GameKind, of_kind};

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(20);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    println!("| game | bot | decisions a game | cost of a decision | luck |\n|---|---|---|---|---|");
    for &kind in GameKind::ALL {
        let best = roster(kind).iter().rfind(|bot| !bot.searches()).expect("a bot").name;
        for bot in roster(kind).iter().filter(|bot| !bot.searches()) {
            let mut season = Season::default();
            for number in 0..games {
                let mut names = vec![best; 3];
                names[(number % 3) as usize] = bot.name;
                let effort = Effort { threads, ..Effort::default() };
                let record = of_kind!(kind, G => record::<G>(&names, Seed(number))).to_string();
                let mut analysis = analyse(record.as_bytes(), &effort).expect("the game is over");
                analysis.seats.retain(|split| split.seat.index() as u64 == number % 3);
                season.add(&analysis);
            }
            let player = season.players().remove(0);
            let (rating, error) = (player.rating, player.rating_error.unwrap_or_default());
            let luck = 100.0 * player.luck.mean;
            let decisions = player.decisions / games;
            println!("| {kind} | `{}` | {decisions} | {rating:.1} ± {error:.1} ‰ | {luck:+.1} % |", bot.name);
        }
    }
}
