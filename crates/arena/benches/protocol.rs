//! Measures the cost of the bot protocol: `cargo bench -p arena --bench protocol`.
//!
//! Each benchmark plays whole games of four: three random bots of ours, and at seat A a bot that plays the first listed action;
//! the unit is a decision of that bot. It plays in this process, or in one of its own. The other process is this program again:
//! either the same bot, which parses only what it needs of each message, or our random bot, which builds a position from each
//! view. Times are wall-clock times, including both processes and the switches between them.

use arena::OnFault;
use arena::external::{External, Mixed, Setting, Terms, play};
use arena::process::Launch;
use bots::{BotGame, Match, Player, Recorder};
use carcassonne::Carcassonne;
use catan::{Catan, CitiesAndKnights};
use game::{Game, Legal, Seat, Seed};
use measure::Workload;
use serde::Deserialize;
use shelf::GameKind;
use std::cell::RefCell;
use std::io::{BufRead, Write, stdin, stdout};
use std::time::Duration;

const GAMES: u64 = 4;

/// The argument that makes this program the bot; a second one says which: the first bot, which wants to be sent everything
/// or the list alone, or our random bot.
const BOT: &str = "--be-a-bot";

/// The fields of a message that the bot reads.
#[derive(Deserialize)]
struct Message<'a> {
    #[serde(borrow, rename = "type")]
    kind: &'a str,
    decision: Option<u32>,
    #[serde(borrow)]
    legal: Option<Vec<&'a str>>,
}

/// Speaks the protocol over the standard streams.
fn be_a_bot(wants: bool) -> std::io::Result<()> {
    let (mut input, mut output) = (stdin().lock(), stdout().lock());
    let mut line = String::new();
    while input.read_line(&mut line)? > 0 {
        let message: Message<'_> = serde_json::from_str(&line)?;
        let answer = match message {
            Message { kind: "hello", .. } => {
                format!(r#"{{"type":"hello","protocol":1,"name":"first","events":{wants},"view":{wants}}}"#)
            }
            Message { kind: "new-game", .. } => r#"{"type":"ready"}"#.to_owned(),
            Message { decision: Some(decision), legal: Some(legal), .. } => {
                format!(r#"{{"type":"action","decision":{decision},"action":"{}"}}"#, legal[0])
            }
            Message { kind: "quit", .. } => break,
            _ => String::new(),
        };
        if !answer.is_empty() {
            output.write_all((answer + "\n").as_bytes())?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

/// Counts the decisions of seat A.
struct Decisions(u64);

impl<G: Game> Recorder<G> for Decisions {
    const EVENTS: bool = false;
    fn action(&mut self, _: &G, seat: Seat, _: G::Action) {
        self.0 += u64::from(seat == Seat::A);
    }
    fn outcome(&mut self, _: &G, _: &G::Chance) {}
}

/// The first bot in this process.
enum Here<G: BotGame> {
    First,
    Other(G::Bot),
}

impl<G: BotGame> Player<G> for Here<G> {
    fn choose(&mut self, view: &G::View<'_>, legal: &G::LegalActions) -> G::Action {
        match self {
            Here::First => legal.get(0).expect("something is legal"),
            Here::Other(bot) => bot.choose(view, legal),
        }
    }
}

fn random<G: BotGame>(seat: Seat, seed: Seed) -> G::Bot {
    G::bot("random", seat, seed).expect("every game has a random bot")
}

/// The options of a game for four.
fn options<G: BotGame>() -> G::Options {
    let mut options = G::Options::default();
    game::options::NamedOptions::set(&mut options, "players", "4").expect("a game for four");
    options
}

fn in_this_process<G: BotGame>(index: u64) -> u64 {
    let seed = Seed(index);
    let mut table: Vec<Here<G>> = Seat::first(4)
        .map(|seat| if seat == Seat::A { Here::First } else { Here::Other(random::<G>(seat, seed)) })
        .collect();
    let mut decisions = Decisions(0);
    Match::<G>::new(&options::<G>(), seed).play(&mut table, &mut decisions).expect("legal play");
    decisions.0
}

/// A game with the bot in a process of its own, which is kept from game to game.
fn in_another<G: BotGame>(bot: &RefCell<Option<Box<External<G>>>>, which: &str, index: u64) -> u64 {
    let seed = Seed(index);
    let external = bot.take().unwrap_or_else(|| {
        let own = std::env::current_exe().expect("the path of this program");
        let patience = Duration::from_secs(10);
        let terms = Terms { on_fault: OnFault::Forfeit, decision: patience, start: patience };
        Box::new(External::new(Launch::new(format!("exec '{}' {BOT} {which}", own.display())), terms))
    });
    let mut table = vec![Mixed::External(external)];
    table.extend(Seat::first(4).skip(1).map(|seat| Mixed::Own(random::<G>(seat, seed))));
    let mut decisions = Decisions(0);
    let mut game = Match::<G>::new(&options::<G>(), seed);
    let finished =
        play(&mut game, &mut table, &Setting::new("bench", seed), &mut decisions).expect("legal play");
    assert!(finished.lost.is_empty(), "{:?}", finished.faults);
    if let Mixed::External(external) = table.swap_remove(0) {
        bot.replace(Some(external));
    }
    decisions.0
}

macro_rules! workloads {
    ($Game:ty) => {{
        thread_local! {
            static ALL: RefCell<Option<Box<External<$Game>>>> = const { RefCell::new(None) };
            static RANDOM: RefCell<Option<Box<External<$Game>>>> = const { RefCell::new(None) };
            static LIST: RefCell<Option<Box<External<$Game>>>> = const { RefCell::new(None) };
        }
        println!("\n{}", <$Game as Game>::NAME);
        let workloads = [
            Workload { name: "in this process", game: in_this_process::<$Game>, without: None },
            Workload {
                name: "list alone",
                game: |index| LIST.with(|bot| in_another::<$Game>(bot, "list", index)),
                without: None,
            },
            Workload {
                name: "list, view and events",
                game: |index| ALL.with(|bot| in_another::<$Game>(bot, "everything", index)),
                without: None,
            },
            Workload {
                name: "our random bot",
                game: |index| RANDOM.with(|bot| in_another::<$Game>(bot, "random", index)),
                without: None,
            },
        ];
        measure::elapsed("decision", GAMES, &workloads);
        ALL.take();
        LIST.take();
        RANDOM.take();
    }};
}

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, bot, which] = &arguments[..]
        && bot == BOT
    {
        return match which.as_str() {
            "random" => arena::serve::serve("random", GameKind::ALL, stdin().lock(), stdout().lock())
                .map_err(std::io::Error::other),
            wants => be_a_bot(wants == "everything"),
        };
    }
    workloads!(Catan);
    workloads!(CitiesAndKnights);
    workloads!(Carcassonne);
    Ok(())
}
