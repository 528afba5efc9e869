//! Whole games that must replay for ever, six for each ruleset: what each record says is legal, with as many choices
//! at each decision as are kept beside it, and ends in the position and with the points that are kept.
//!
//! `NEULAND_BLESS=1 cargo test -p carcassonne --test released golden::` makes the files anew. A changed line is a changed rule and
//! wants its reason; a record of an old version of the rules is never made anew.

use crate::common;
use carcassonne::{Base, Game, NewWorld, Phase, Rules, Setup, Traders};
use game::record::{FinalLine, Record, Step};
use game::{Draws, Seat, Seed, Turn};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

/// A game that is kept: its name, its seed, and the options that differ from the defaults.
type Kept = (&'static str, u64, &'static [(&'static str, &'static str)]);

const CARCASSONNE: [Kept; 6] = [
    ("two-seats", 1, &[]),
    ("three-seats-2000", 2, &[("players", "3"), ("edition", "c1_2000"), ("start_player", "C")]),
    ("four-seats-2001", 3, &[("players", "4"), ("edition", "c1_2001"), ("start_player", "random")]),
    ("five-seats-no-farmers", 4, &[("players", "5"), ("farmers", "false"), ("small_city", "half")]),
    ("six-seats", 5, &[("players", "6"), ("start_player", "random"), ("farm_scoring", "first")]),
    (
        "two-seats-mixed",
        6,
        &[
            ("six_players", "false"),
            ("edition", "c1_2000"),
            ("farm_scoring", "second"),
            ("small_city", "full"),
        ],
    ),
];

const TRADERS: [Kept; 8] = [
    ("two-seats", 46, &[]),
    (
        "two-seats-immediate",
        12,
        &[("second_tile", "immediate"), ("edition", "c1_2001"), ("special_figures", "followers_2003")],
    ),
    (
        "three-seats-immediate-mandatory",
        13,
        &[
            ("players", "3"),
            ("second_tile", "immediate"),
            ("double_turn", "mandatory"),
            ("start_player", "random"),
        ],
    ),
    (
        "four-seats-house-rules",
        56,
        &[
            ("players", "4"),
            ("house_builder_chain", "true"),
            ("house_goods_percent", "true"),
            ("house_goods_consolation", "true"),
        ],
    ),
    (
        "five-seats-2000",
        15,
        &[
            ("players", "5"),
            ("edition", "c1_2000"),
            ("double_turn", "mandatory"),
            ("house_goods_consolation", "true"),
        ],
    ),
    ("six-seats-no-farmers", 16, &[("players", "6"), ("farmers", "false"), ("start_player", "F")]),
    ("two-seats-first-edition", 17, &[("traders_edition", "first")]),
    (
        "three-seats-chain-counted",
        18,
        &[
            ("players", "3"),
            ("house_builder_chain", "true"),
            ("double_turn", "mandatory_all"),
            ("special_figures", "followers_2003_counted"),
            ("house_goods_consolation", "true"),
            ("house_goods_consolation_for", "no_majority"),
        ],
    ),
];

const MAYFLOWER: [Kept; 6] = [
    ("two-seats", 53, &[]),
    ("two-seats-board", 41, &[("layout_limit", "board"), ("start_spaces_count", "false")]),
    ("three-seats-per-player", 41, &[("players", "3"), ("bonus", "per_player"), ("start_player", "random")]),
    (
        "three-seats-final",
        62,
        &[("players", "3"), ("bonus_in_final_scoring", "true"), ("final_symbol_points", "2")],
    ),
    (
        "four-seats-remove-with-move",
        83,
        &[("players", "4"), ("remove_without_move", "false"), ("final_symbol_points", "0")],
    ),
    ("five-seats", 54, &[("players", "5"), ("start_player", "E"), ("layout_limit", "board")]),
];

/// Returns the path of a file of a kept game: the record, the numbers of choices, or the last position.
fn path<R: Rules>(name: &str, ending: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(R::NAME)
        .join(format!("{name}.{ending}"))
}

/// The numbers of choices: a line for every turn with its decisions, in order.
#[derive(Default)]
struct Choices {
    text: String,
    turn: Option<u32>,
}

impl Choices {
    fn add<R: Rules>(&mut self, game: &Game<R>) {
        let what = match game.phase() {
            Phase::Placing { tile } => format!("{tile}"),
            Phase::Deploying { .. } => "deploy".to_owned(),
            Phase::OfferingSecond => "second".to_owned(),
            Phase::Settling => "settle".to_owned(),
            Phase::Drawing | Phase::DrawingStart | Phase::Over(_) => return,
        };
        if self.turn != Some(game.turns()) {
            let line_end = if self.turn.is_some() { "\n" } else { "" };
            let _ = write!(self.text, "{line_end}{} {}", game.turns(), game.active());
            self.turn = Some(game.turns());
        }
        let _ = write!(self.text, " {what}:{}", game.legal_actions(game.active()).len());
    }
}

fn final_line<R: Rules>(game: &Game<R>) -> FinalLine {
    let Turn::Over(outcome) = game.turn() else { panic!("the game is not over") };
    let points = Seat::first(game.seats()).map(|seat| (seat, game.points(seat).total().into()));
    FinalLine { winners: outcome.winners, points: points.collect() }
}

/// Plays a game that is worth keeping: at random, but builder and pig are mostly deployed where they can be.
fn play<R: Rules>(seed: Seed, options: &R::Options) -> (Record, Game<R>) {
    let mut game = Game::<R>::new(options);
    let mut record = Record { header: common::header(&game, seed), steps: Vec::new(), result: None };
    let mut draws = seed.substream("choice", 0);
    loop {
        let step = match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(_) => {
                let (purpose, index) = game.chance_key();
                let chance = game.draw(&mut seed.substream(purpose, index));
                game.resolve(chance, &mut ()).expect("a drawn outcome is possible");
                Step::Outcome(chance.to_string())
            }
            Turn::Decide(_) => {
                let seat = game.active();
                let legal: Vec<_> = game.legal_actions(seat).into_iter().collect();
                let special = legal.iter().find(|action| {
                    let text = action.to_string();
                    text.starts_with("deploy builder") || text.starts_with("deploy pig")
                });
                let any = legal[draws.below(legal.len() as u32) as usize];
                let action = special.copied().filter(|_| draws.below(4) > 0).unwrap_or(any);
                game.play(seat, action, &mut ()).expect("a listed action is legal");
                Step::Action { seat, action: action.to_string() }
            }
        };
        record.steps.push(step);
    }
    record.result = Some(final_line(&game));
    (record, game)
}

/// Replays the kept games of a ruleset; says which kinds of decisions and which values of options they have.
fn replay_for_ever<R: Rules>(kept: &[Kept]) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut decisions, mut values) = (BTreeSet::new(), BTreeSet::new());
    let text_of = |name: &str, ending: &str| {
        let path = path::<R>(name, ending);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    for &(name, seed, pairs) in kept {
        if std::env::var_os("NEULAND_BLESS").is_some() && !is_of_old_rules::<R>(name) {
            bless::<R>(name, Seed(seed), pairs);
        }
        let record: Record = text_of(name, "neuland").parse().expect(name);
        assert_eq!(record.header.game, R::NAME, "{name}");
        assert!(R::VERSIONS.contains(&record.header.rules), "{name}");
        for (option, value) in &record.header.options {
            values.insert(format!("{option}={}", value.to_string().trim_matches('"')));
        }
        let mut choices = Choices::default();
        let end = common::replay::<R>(&record, |game, step| {
            choices.add(game);
            if let Step::Action { action, .. } = step {
                let mut words = action.split(' ');
                let (verb, figure) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
                let figure = if ["builder", "pig"].contains(&figure) { figure } else { "" };
                decisions.insert(format!("{verb} {figure}").trim_end().to_owned());
            }
        });
        for (line, (now, kept)) in choices.text.lines().zip(text_of(name, "choices").lines()).enumerate() {
            assert_eq!(now, kept, "{name}: choices in line {}", line + 1);
        }
        assert_eq!(choices.text.lines().count(), text_of(name, "choices").lines().count(), "{name}");
        assert_eq!(Some(final_line(&end)), record.result, "{name}");
        // Every tile, figure and point at the end. Read as a setup: its text may get new fields.
        let setup: Setup<R> = serde_json::from_str(&text_of(name, "json")).expect(name);
        let kept = Game::from_setup(&setup).unwrap_or_else(|faults| panic!("{name}: {faults:?}"));
        assert!(kept == end, "{name}: the last position is another one");
    }
    (decisions, values)
}

/// Whether the record that is kept was played under an older version of the rules.
fn is_of_old_rules<R: Rules>(name: &str) -> bool {
    let text = std::fs::read_to_string(path::<R>(name, "neuland"));
    let record = text.ok().map(|text| text.parse::<Record>().expect(name));
    record.is_some_and(|record| Some(&record.header.rules) != R::VERSIONS.last())
}

fn bless<R: Rules>(name: &str, seed: Seed, pairs: &[(&str, &str)]) {
    use game::options::NamedOptions;
    let mut options = R::Options::default();
    pairs.iter().for_each(|(option, value)| options.set(option, value).expect("an option"));
    options.validate().expect("options that fit together");
    let (record, end) = play::<R>(seed, &options);
    let mut choices = Choices::default();
    common::replay::<R>(&record, |game, _| choices.add(game));
    let setup = serde_json::to_string(&end.to_setup()).expect("a setup as JSON");
    for (ending, text) in
        [("neuland", record.to_string()), ("choices", choices.text + "\n"), ("json", setup + "\n")]
    {
        let path = path::<R>(name, ending);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder");
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
}

/// Every value of every switch is played in some kept game; of numbers and seats the ones that matter.
fn have_all_values(values: &BTreeSet<String>, table: &[game::options::OptionInfo]) {
    use game::options::Values;
    for info in table {
        let wanted: Vec<String> = match info.values {
            Values::Range(first, last) => (first..=last).map(|n| n.to_string()).collect(),
            Values::SeatOr(..) => vec!["A".to_owned(), "random".to_owned()],
            // `box.rs` plays with other boxes.
            Values::Counts(_) => continue,
            _ => info.values.names(),
        };
        for value in wanted {
            let name = format!("{}={value}", info.name);
            assert!(values.contains(&name), "no kept game has {name}");
        }
    }
}

#[test]
fn golden_games_of_carcassonne() {
    let (decisions, values) = replay_for_ever::<Base>(&CARCASSONNE);
    assert_eq!(decisions.iter().map(String::as_str).collect::<Vec<_>>(), ["deploy", "pass", "place"]);
    // The third revision comes with the edition, by default.
    let mut values = values;
    values.extend(["farm_scoring=third".to_owned()]);
    have_all_values(&values, carcassonne::Options::TABLE);
}

#[test]
fn golden_games_of_traders_and_builders() {
    let (decisions, values) = replay_for_ever::<Traders>(&TRADERS);
    assert_eq!(
        decisions.iter().map(String::as_str).collect::<Vec<_>>(),
        ["deploy", "deploy builder", "deploy pig", "end", "pass", "place", "second"]
    );
    let own = &carcassonne::TradersOptions::TABLE[carcassonne::Options::TABLE.len()..];
    have_all_values(&values, own);
    have_all_values(&values, &carcassonne::Options::TABLE[..1]);
}

#[test]
fn golden_games_of_mayflower() {
    let (decisions, values) = replay_for_ever::<NewWorld>(&MAYFLOWER);
    assert_eq!(
        decisions.iter().map(String::as_str).collect::<Vec<_>>(),
        ["deploy", "pass", "place", "settle"],
        "choose seeds of games in which buildings are chosen"
    );
    have_all_values(&values, carcassonne::MayflowerOptions::TABLE);
}
