//! Our bots behind the protocol: they do what they do inside the process of a match.

use arena::protocol::{Action, BotHello, Decide, Document, GameOver, NewGame};
use arena::serve::{BotHandler, ServeError, converse, serve};
use shelf::GameKind;

/// A mind that follows a script, and records the messages it gets.
#[derive(Default)]
struct Scripted {
    told: Vec<String>,
}

impl BotHandler for Scripted {
    fn hello(&self) -> BotHello {
        BotHello { events: false, ..BotHello::new("scripted") }
    }
    fn begin(&mut self, game: &NewGame) -> Result<(), String> {
        if game.game == "chess" {
            return Err("chess is not played here".to_owned());
        }
        self.told.push(format!("{} at {} of {}, seed {}", game.game, game.seat, game.seats, game.seed.0));
        Ok(())
    }
    fn hear(&mut self, events: &[Document]) -> Result<(), String> {
        self.told.push(format!("{} events", events.len()));
        Ok(())
    }
    fn decide(&mut self, question: &Decide) -> Result<Action, String> {
        let legal = question.legal.as_ref().ok_or("no list")?;
        Ok(Action::new(question.decision, legal.last().ok_or("an empty list")?))
    }
    fn end(&mut self, over: &GameOver) {
        self.told.push(format!("won by {:?}", over.winners));
    }
}

const HELLO: &str = r#"{"type":"hello","protocol":3,"protocols":[1,2,3],"host":"a test"}"#;
const NEW_GAME: &str = r#"{"type":"new-game","id":"1","game":"catan","rules":1,"options":{"players":2},"seat":"B","seats":2,"people":[],"clock":{"decision_ms":1000},"seed":"18446744073709551615","mood":"calm"}"#;

fn talk(lines: &[&str]) -> (Result<(), ServeError>, String, Vec<String>) {
    let (mut mind, mut output) = (Scripted::default(), Vec::new());
    let result = converse(&mut mind, lines.join("\n").as_bytes(), &mut output);
    (result, String::from_utf8(output).expect("messages are UTF-8"), mind.told)
}

#[test]
fn a_conversation_has_its_answers_in_order() {
    let (result, said, told) = talk(&[
        HELLO,
        NEW_GAME,
        r#"{"type":"events","events":[{"event":"rolled","seat":"A","dice":[1,2]},{"event":"x"}]}"#,
        "",
        r#"{"type":"weather","rain":true}"#,
        r#"{"type":"decide","decision":1,"legal":["roll","knight"],"open":[],"clock":{"left_ms":null}}"#,
        r#"{"type":"fault","kind":"silence","message":"too late","consequence":"random"}"#,
        r#"{"type":"game-over","winners":["A"],"points":{"A":10,"B":3},"reason":"played","faults":{}}"#,
        r#"{"type":"quit"}"#,
        "this is not read any more",
    ]);
    result.expect("the host keeps to the protocol");
    let answers: Vec<&str> = said.lines().collect();
    assert_eq!(
        answers,
        [
            r#"{"type":"hello","protocol":1,"name":"scripted","events":false,"view":true,"legal":true}"#,
            r#"{"type":"ready"}"#,
            r#"{"type":"action","decision":1,"action":"knight"}"#,
        ]
    );
    assert_eq!(told, ["catan at B of 2, seed 18446744073709551615", "2 events", "won by [Seat::A]"]);
}

#[test]
fn a_conversation_ends_with_its_stream_or_an_error() {
    assert!(talk(&[HELLO]).0.is_ok());
    let failure = |lines: &[&str]| talk(lines).0.expect_err("it fails").to_string();
    let only_two = r#"{"type":"hello","protocol":2,"protocols":[2],"host":"newer"}"#;
    assert_eq!(failure(&[only_two]), "the host speaks the protocols [2]; this bot speaks [1]");
    assert!(failure(&[HELLO, "roll"]).starts_with("line 2 of the host: expected value"));
    assert_eq!(
        failure(&[HELLO, &NEW_GAME.replace("catan", "chess")]),
        "line 2 of the host: chess is not played here"
    );
    let long = format!("{{\"type\":\"weather\",\"rain\":\"{}\"}}", "x".repeat(1 << 20));
    assert_eq!(failure(&[HELLO, &long]), "line 2 of the host: it has more than 1048576 bytes");
    let unknown = serve("magician", GameKind::ALL, &b""[..], Vec::new()).expect_err("no such bot");
    assert_eq!(unknown.to_string(), "`magician` is not a bot of these games");
}

#[cfg(target_os = "linux")]
mod alike {
    use crate::outside;
    use arena::OnFault;
    use arena::external::{External, Mixed, Setting, play};
    use arena::process::Launch;
    use bots::{BotGame, Match, Recorder};
    use game::options::NamedOptions;
    use game::{Seat, SeatSet, Seed};
    use shelf::{GameKind, of_kind};

    /// Records each decision.
    #[derive(Default, PartialEq, Debug)]
    struct Log(Vec<String>);

    impl<G: BotGame> Recorder<G> for Log {
        const EVENTS: bool = false;
        fn action(&mut self, _: &G, seat: Seat, action: G::Action) {
            self.0.push(format!("{seat} {action}"));
        }
        fn outcome(&mut self, _: &G, chance: &G::Chance) {
            self.0.push(chance.to_string());
        }
    }

    fn bot<G: BotGame>(name: &str) -> Mixed<G> {
        let command = format!("exec '{}' {name}", outside::example("own_bot"));
        Mixed::External(Box::new(External::new(Launch::new(command), outside::terms(OnFault::Forfeit))))
    }

    /// Games for three with a bot at seats A and C: inside, and each in a process of its own.
    fn plays_alike<G: BotGame>(name: &str) {
        let mut options = G::Options::default();
        options.set("players", "3").expect("a game for three");
        let own = |name, seat, seed| Mixed::<G>::own(name, seat, seed).expect("a bot of ours");
        let strongest = G::BOTS.iter().rfind(|bot| !bot.searches()).expect("a bot").name;
        let mut far = [bot::<G>(name), own(strongest, Seat::B, Seed(0)), bot::<G>(name)];
        let seeds = if name == strongest { 3..5 } else { 3..4 };
        for seed in seeds.map(Seed) {
            let mut near =
                [own(name, Seat::A, seed), own(strongest, Seat::B, seed), own(name, Seat::C, seed)];
            far[1] = own(strongest, Seat::B, seed);
            let setting = Setting { people: SeatSet::one(Seat::B), ..Setting::new("alike", seed) };
            let logs = [&mut near, &mut far].map(|table| {
                let mut log = Log::default();
                let mut game = Match::<G>::new(&options, seed);
                let finished = play(&mut game, table, &setting, &mut log).expect("legal play");
                let faults: Vec<_> =
                    table.iter().filter_map(|player| player.external()?.last_fault()).collect();
                assert!(finished.lost.is_empty(), "{}, {name}: {faults:?}", G::NAME);
                log
            });
            assert!(logs[0].0.len() > 30);
            assert_eq!(logs[0], logs[1], "{}, {name}, seed {seed}", G::NAME);
        }
    }

    /// `NEULAND_OUTSIDE_BOTS` sets how many bots of each game play, the strongest first: all of them unless said otherwise.
    #[test]
    fn bots_play_alike_inside_and_outside() {
        let said = std::env::var("NEULAND_OUTSIDE_BOTS").map(|text| text.parse().expect("a number"));
        let number = said.unwrap_or(usize::MAX);
        for &kind in GameKind::ALL {
            of_kind!(kind, G => {
                let playing = G::BOTS.iter().rev().filter(|bot| !bot.searches()).take(number);
                playing.for_each(|bot| plays_alike::<G>(bot.name));
            });
        }
    }
}
