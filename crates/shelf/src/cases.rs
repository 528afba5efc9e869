//! Case files: positions, actions and what must come of them, as text that needs no Rust (`docs/cases.md`).
//!
//! ```
//! use shelf::cases;
//! let summary = cases::run_text("example.cases", "\
//! game catan
//!
//! case a settlement blocks the road
//! clauses CATAN-ROAD-4
//! A road 17-23
//! A hand 1 brick 1 lumber
//! B settlement I23
//! A? road 23-29 -> illegal CATAN-ROAD-4
//! A: road 17-22 -> ok
//! expect A hand nothing
//! ");
//! assert_eq!(summary.to_string(), "1 passed, 0 failed");
//! ```

mod described;
mod error;
mod expected;
mod island;
#[cfg(feature = "sample-game")]
pub(crate) mod plain;
pub(crate) mod carcassonne;
pub(crate) mod catan;
pub(crate) mod cities_and_knights;

pub use error::CaseError;

use described::Described;

use crate::any::check_rules;
use crate::shelved::Shelved;
use crate::{AnyGame, Events, GameKind, Refusal, of_kind};
use game::Seat;
use std::borrow::Cow;
use std::fmt;

/// Whether something holds.
pub(crate) type Held = Result<(), CaseError>;

/// One case of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The file, as it was named.
    pub file: String,
    /// The line the case begins in.
    pub line: usize,
    /// Which game.
    pub game: GameKind,
    /// Under which version of its rules, if the file says so: what the case leaves out is as it was there.
    pub rules: Option<u32>,
    /// What it is called.
    pub name: String,
    /// The clauses it stands for.
    pub clauses: Vec<String>,
    /// The line that names them.
    clauses_line: usize,
    /// Its lines, with their numbers.
    lines: Vec<(usize, String)>,
}

/// What went wrong, and where. Text form: `file:line: case: message`.
#[derive(Clone, PartialEq, Debug)]
pub struct Failure {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The case, if the line belongs to one.
    pub case: Option<String>,
    /// The line itself, without its comment; empty where the fault is not one line's.
    pub text: String,
    /// What is wrong.
    pub error: Box<CaseError>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: ", self.file, self.line)?;
        if let Some(case) = &self.case {
            write!(f, "{case}: ")?;
        }
        self.error.fmt(f)
    }
}

impl std::error::Error for Failure {}

/// How some cases went. Text form: the closing line, `N passed, N failed`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// How many cases passed.
    pub passed: usize,
    /// What failed: at most one failure for each case, and one for each file that cannot be read.
    pub failures: Vec<Failure>,
}

impl Summary {
    /// Adds the cases of another file.
    pub fn add(&mut self, other: Summary) {
        self.passed += other.passed;
        self.failures.extend(other.failures);
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failures.len())
    }
}

/// Runs all cases of a file's text; `file` is how failures name it.
#[must_use]
pub fn run_text(file: &str, text: &str) -> Summary {
    let mut summary = Summary::default();
    match parse(file, text) {
        Err(failure) => summary.failures.push(failure),
        Ok(cases) => {
            for case in cases {
                match run(&case) {
                    Ok(()) => summary.passed += 1,
                    Err(failure) => summary.failures.push(failure),
                }
            }
        }
    }
    summary
}

/// The cases of a file's text.
///
/// # Errors
/// The first line that belongs to no case or begins one wrongly.
pub fn parse(file: &str, text: &str) -> Result<Vec<Case>, Failure> {
    let mut game = None;
    let mut rules = None;
    let mut cases: Vec<Case> = Vec::new();
    for (index, whole) in text.lines().enumerate() {
        let line = index + 1;
        // A comment is a line that begins with #, or what follows ` # ` in a line.
        let text = whole.split(" # ").next().unwrap_or_default().trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let fail = |line, message: String| {
            let error = Box::new(CaseError::Unreadable(message));
            Err(Failure { file: file.to_owned(), line, case: None, text: text.to_owned(), error })
        };
        match (word, game, cases.last_mut()) {
            ("game", None, _) => match rest.parse::<GameKind>() {
                Ok(kind) => game = Some(kind),
                Err(error) => return fail(line, error.to_string()),
            },
            (_, None, _) => {
                return fail(line, "a case file begins with the game, such as `game catan`".to_owned());
            }
            ("rules", Some(game), None) => match version(game, rest) {
                Ok(version) if rules.is_none() => rules = Some(version),
                Ok(_) => return fail(line, "the version of the rules is named twice".to_owned()),
                Err(message) => return fail(line, message),
            },
            ("case", Some(_), _) if rest.is_empty() => {
                return fail(line, "a case has a name: `case the longest road is cut`".to_owned());
            }
            ("again", Some(_), None) => {
                return fail(
                    line,
                    "`again` repeats the position of the case before; there is none".to_owned(),
                );
            }
            ("again", Some(_), Some(before)) => {
                let lines = before.lines.iter().take_while(|(_, text)| is_given(text)).cloned().collect();
                let case = Case { line, name: rest.to_owned(), lines, ..before.clone() };
                cases.push(case);
            }
            ("case", Some(game), _) => cases.push(Case {
                file: file.to_owned(),
                line,
                game,
                rules,
                name: rest.to_owned(),
                clauses: Vec::new(),
                clauses_line: line,
                lines: Vec::new(),
            }),
            (_, Some(_), None) => {
                return fail(line, "this line belongs to no case; a case begins with `case`".to_owned());
            }
            ("clauses", Some(_), Some(case)) => {
                case.clauses = rest.split_whitespace().map(str::to_owned).collect();
                case.clauses_line = line;
            }
            ("without", Some(_), Some(case)) => {
                let count = case.lines.len();
                // Only what `again` took over can be left out, and that stands above this case.
                let begins = case.line;
                case.lines.retain(|(line, text)| *line > begins || !begins_with(text, rest));
                if case.lines.len() == count {
                    return fail(line, format!("no line that `again` took over begins with `{rest}`"));
                }
            }
            (_, Some(_), Some(case)) => case.lines.push((line, text.to_owned())),
        }
    }
    Ok(cases)
}

/// The version of a game's rules that a line names.
fn version(game: GameKind, text: &str) -> Result<u32, String> {
    let rules =
        text.parse().map_err(|_| format!("`{text}` is no version of the rules, such as `rules 1`"))?;
    let known = check_rules(game, rules);
    known.map_err(|faults| faults.iter().map(Refusal::to_string).collect::<Vec<_>>().join("; "))?;
    Ok(rules)
}

/// Whether the words of a line begin with these.
fn begins_with(text: &str, words: &str) -> bool {
    let mut text = text.split_whitespace();
    !words.is_empty() && words.split_whitespace().all(|word| text.next() == Some(word))
}

/// Whether a line describes the position, rather than doing or expecting something.
fn is_given(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !matches!(first, "expect" | "refused" | "chance" | "chance?" | FINAL_SCORING) && step(text).is_none()
}

/// The step that ends a game of tiles with the position as it is.
const FINAL_SCORING: &str = "final-scoring";

/// `A: road P25 -> ok` as seat, whether it is only asked, and the rest.
fn step(text: &str) -> Option<(Seat, bool, &str)> {
    let (who, what) = text.split_once(char::is_whitespace)?;
    let (letter, asks) = match (who.strip_suffix(':'), who.strip_suffix('?')) {
        (Some(letter), None) => (letter, false),
        (None, Some(letter)) => (letter, true),
        _ => return None,
    };
    letter.parse().ok().map(|seat| (seat, asks, what.trim()))
}

/// What a step must come to.
enum Verdict<'a> {
    Ok,
    /// Refused: under this clause, or under any.
    Illegal(Option<&'a str>),
}

fn verdict(text: &str) -> Result<(&str, Verdict<'_>), CaseError> {
    let Some((what, verdict)) = text.split_once("->") else { return Ok((text, Verdict::Ok)) };
    let words: Vec<&str> = verdict.split_whitespace().collect();
    match words[..] {
        ["ok"] => Ok((what.trim(), Verdict::Ok)),
        ["illegal"] => Ok((what.trim(), Verdict::Illegal(None))),
        ["illegal", clause] => Ok((what.trim(), Verdict::Illegal(Some(clause)))),
        _ => Err(format!(
            "`{}` is no verdict; write `-> ok`, `-> illegal` or `-> illegal CATAN-ROAD-4`",
            verdict.trim()
        )
        .into()),
    }
}

/// How the cases of a game are written: the position line by line, and what can be expected of one.
pub(crate) trait Language: Default {
    /// The game.
    type Game: Shelved;
    /// Does the final scoring, in games that have one.
    const FINAL_SCORING: Option<fn(&mut Self::Game) -> Events> = None;

    /// Takes in one line about the position, of which nothing is said yet at first.
    fn line(&mut self, text: &str) -> Held;
    /// The position, or everything that is wrong with it.
    fn build(&self) -> Result<Self::Game, Vec<Refusal>>;
    /// An action or outcome as the game writes it, where cases have shorter words.
    fn outcome_text(text: &str) -> Cow<'_, str> {
        Cow::Borrowed(text)
    }
    /// Whether what is expected of the position holds. What every game understands ([`expected`]) does not come here.
    fn expect(game: &Self::Game, text: &str) -> Held;
}

/// Runs one case.
///
/// # Errors
/// The first thing that is not as the case says.
pub fn run(case: &Case) -> Result<(), Failure> {
    of_kind!(case.game, G => run_in::<<G as Shelved>::Given>(case))
}

fn run_in<L: Language>(case: &Case) -> Result<(), Failure> {
    if case.clauses.is_empty() {
        return Err(case.failure(case.line, "", CaseError::NoClauses));
    }
    for id in &case.clauses {
        check_clause(id).map_err(|error| case.failure(case.clauses_line, "", error))?;
    }
    let runner = play_lines::<L>(case, usize::MAX)?;
    if runner.checks == 0 {
        return Err(case.failure(case.line, "", CaseError::NoChecks));
    }
    Ok(())
}

/// The position that a case describes, after so many of its steps.
///
/// # Errors
/// The first thing that is not as the case says.
pub fn position(case: &Case, steps: usize) -> Result<AnyGame, Failure> {
    of_kind!(case.game, G => position_in::<<G as Shelved>::Given>(case, steps))
}

fn position_in<L: Language>(case: &Case, steps: usize) -> Result<AnyGame, Failure> {
    let mut runner = play_lines::<L>(case, steps)?;
    let built = runner.position().copied();
    built.map_err(|error| case.blamed::<L>(case.lines.len(), case.line, "", error))
}

/// Runs the lines of a case until so many steps are done.
fn play_lines<L: Language>(case: &Case, steps: usize) -> Result<Runner<L>, Failure> {
    let given = Described::<L>::new(case.rules);
    let mut runner = Runner { given, game: None, events: None, checks: 0, steps: 0 };
    for (index, (line, text)) in case.lines.iter().enumerate() {
        if runner.steps == steps && !is_given(text) {
            break;
        }
        runner.line(text).map_err(|error| case.blamed::<L>(index, *line, text, error))?;
    }
    Ok(runner)
}

/// Whether the rulebook has this clause.
fn check_clause(id: &str) -> Held {
    match rulebook::clause(id, rulebook::Lang::En) {
        Some(clause) if clause.id == id => Ok(()),
        _ => Err(CaseError::UnknownClause(id.to_owned())),
    }
}

impl Case {
    fn failure(&self, line: usize, text: &str, error: CaseError) -> Failure {
        let (file, case) = (self.file.clone(), Some(self.name.clone()));
        Failure { file, line, case, text: text.to_owned(), error: Box::new(error) }
    }

    /// A failure at the line where it showed, the `index`-th of the case; but a position that cannot be is the fault of the
    /// line that makes it so.
    fn blamed<L: Language>(&self, index: usize, line: usize, text: &str, error: CaseError) -> Failure {
        if let CaseError::Position(faults) = &error
            && let Some((line, text)) = self.culprit::<L>(index, faults)
        {
            return self.failure(line, text, error.clone());
        }
        self.failure(line, text, error)
    }

    /// The line before the `index`-th from which on the first of these faults is there.
    fn culprit<L: Language>(&self, index: usize, faults: &[Refusal]) -> Option<(usize, &str)> {
        let first = faults.first()?;
        let given: Vec<&(usize, String)> =
            self.lines[..index].iter().filter(|(_, text)| is_given(text)).collect();
        let is_faulty = |lines: &[&(usize, String)]| {
            let mut position = Described::<L>::new(self.rules);
            let read = lines.iter().all(|(_, text)| position.line(text).is_ok());
            read && position.build().is_err_and(|faults| faults.contains(first))
        };
        let until = (0..given.len()).rev().find(|&count| !is_faulty(&given[..count]))?;
        let (line, text) = given[until];
        Some((*line, text))
    }
}

struct Runner<L> {
    given: Described<L>,
    game: Option<AnyGame>,
    /// Events of the last step that was done.
    events: Option<Events>,
    checks: usize,
    /// Steps that were done.
    steps: usize,
}

impl<L: Language> Runner<L> {
    /// The position, which is built when it is first asked for.
    fn position(&mut self) -> Result<&AnyGame, CaseError> {
        if self.game.is_none() {
            self.game = Some(self.given.build().map_err(CaseError::Position)?.into());
        }
        Ok(self.game.as_ref().expect("just built"))
    }

    fn line(&mut self, text: &str) -> Held {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        if is_given(text) {
            if self.game.is_some() {
                return Err(CaseError::Unreadable(format!(
                    "`{text}` is neither a step, such as `A: roll`, nor `expect …`; lines about the position come before \
                     the first step"
                )));
            }
            return self.given.line(text);
        }
        if word == "refused" {
            return self.refused(rest);
        }
        if word == FINAL_SCORING {
            return self.final_scoring(rest);
        }
        self.position()?;
        self.checks += 1;
        if word == "expect" {
            let game = self.game.as_ref().expect("a game");
            return match expected::expect(game, self.events.as_ref(), rest) {
                Some(found) => found,
                None => L::expect(game.of::<L::Game>().expect("the case is of this language's game"), rest),
            };
        }
        let (text, verdict) = verdict(text)?;
        if let Verdict::Illegal(Some(clause)) = verdict {
            check_clause(clause)?;
        }
        let (actor, asks, what) = match step(text) {
            Some((seat, asks, what)) => (Some(seat), asks, what),
            None => (
                None,
                text.starts_with("chance?"),
                text.split_once(char::is_whitespace).map_or("", |(_, what)| what.trim()),
            ),
        };
        self.step(actor, asks, what, &verdict)
    }

    fn step(&mut self, actor: Option<Seat>, asks: bool, what: &str, verdict: &Verdict<'_>) -> Held {
        let before = self.game.expect("a game");
        let mut after = before;
        let what = L::outcome_text(what);
        let done = match actor {
            Some(seat) => after.play(seat, &what),
            None => after.resolve(&what),
        };
        if let Some(seat) = actor {
            agrees_with_list(&before, seat, &what, done.is_ok())?;
            let checked = before.check(seat, &what).err();
            if checked.as_ref() != done.as_ref().err() {
                let said =
                    |why: Option<&Refusal>| why.map_or("that it is allowed".to_owned(), Refusal::to_string);
                let (checked, played) = (said(checked.as_ref()), said(done.as_ref().err()));
                return Err(CaseError::Engine(format!(
                    "check says of `{what}`: {checked}; playing it says: {played}"
                )));
            }
        }
        let action = || what.to_string();
        match (done, verdict) {
            (Ok(events), Verdict::Ok) => {
                if !asks {
                    self.game = Some(after);
                    self.events = Some(events);
                    self.steps += 1;
                }
                Ok(())
            }
            (Ok(_), Verdict::Illegal(clause)) => {
                Err(CaseError::Allowed { action: action(), clause: clause.map(str::to_owned) })
            }
            (Err(why), Verdict::Ok) => Err(CaseError::Refused { action: action(), why: why.into() }),
            (Err(_), Verdict::Illegal(_)) if after != before => {
                Err(CaseError::Engine(format!("`{what}` is refused, but changes the position")))
            }
            // What cannot be read is no action that a rule refuses.
            (Err(why), Verdict::Illegal(None)) if why.clause.is_none() => {
                Err(CaseError::Refused { action: action(), why: why.into() })
            }
            (Err(_), Verdict::Illegal(None)) => Ok(()),
            (Err(why), Verdict::Illegal(Some(clause))) if why.clause == Some(clause) => Ok(()),
            (Err(why), Verdict::Illegal(Some(clause))) => Err(CaseError::RefusedOtherwise {
                action: action(),
                clause: (*clause).to_owned(),
                why: why.into(),
            }),
        }
    }

    /// The game ends now, and everything on the table is scored.
    fn final_scoring(&mut self, rest: &str) -> Held {
        if !rest.is_empty() || self.game.is_some() {
            return Err("`final-scoring` stands alone, and before every other step".into());
        }
        let score = L::FINAL_SCORING.ok_or("only games of tiles have a final scoring")?;
        let mut game = self.given.build().map_err(CaseError::Position)?;
        self.events = Some(score(&mut game));
        self.game = Some(game.into());
        self.steps += 1;
        Ok(())
    }

    fn refused(&mut self, clauses: &str) -> Held {
        self.checks += 1;
        let wanted: Vec<&str> = clauses.split_whitespace().collect();
        wanted.iter().try_for_each(|clause| check_clause(clause))?;
        match self.given.build() {
            Ok(_) => Err(CaseError::PositionAccepted),
            Err(faults) if faults.iter().filter_map(|fault| fault.clause).eq(wanted) => Ok(()),
            Err(faults) => Err(CaseError::PositionOtherwise(faults)),
        }
    }
}

/// The legal list must hold exactly what may be done, open-ended actions aside.
fn agrees_with_list(game: &AnyGame, seat: Seat, action: &str, allowed: bool) -> Held {
    match game.is_listed(seat, action) {
        Some(listed) if listed != allowed => Err(CaseError::Engine(format!(
            "`{action}` is {} by check, but {} in the legal list",
            if allowed { "allowed" } else { "refused" },
            if listed { "is" } else { "not" }
        ))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(body: &str) -> String {
        let text = format!("game catan\ncase sample\nclauses CATAN-ROB-2\n{body}\n");
        let summary = run_text("sample.cases", &text);
        match &summary.failures[..] {
            [] => String::new(),
            [failure] => failure.to_string(),
            more => panic!("{more:?}"),
        }
    }

    #[test]
    fn failures_name_file_line_case_and_what_was_found() {
        for (body, line, expected) in [
            ("A hand 2 ore\nexpect A hand 1 ore", 5, "the hand of seat A: 2 ore, expected 1 ore"),
            (
                "robber H4\nphase moving-robber\nA? robber H5 -> illegal CATAN-ROB-2",
                6,
                "is allowed; CATAN-ROB-2 was to forbid it",
            ),
            ("A: roll -> illegal CATAN-ROB-2", 4, "refused for another reason than CATAN-ROB-2"),
            ("A: roll", 4, "`roll` is refused: the dice were rolled already"),
            ("A: rol", 4, "`rol` is not an action"),
            // A position that cannot be is the fault of the line that makes it so.
            (
                "A hand 20 ore\nB hand 1 wool\nactive B\nexpect deck 25",
                4,
                "the position cannot be: the hands hold 20 ore",
            ),
            (
                "A hand 18 ore\nB hand 2 ore\nactive B\nexpect deck 25",
                5,
                "the position cannot be: the hands hold 20 ore",
            ),
            ("A: roll -> illegal", 4, ""),
            ("A: rol -> illegal", 4, "`rol` is not an action"),
            ("A: end -> illegal", 4, "`end` is allowed; it was to be refused"),
            ("A: roll -> illegal CATAN-PROD-99", 4, "the rulebook has no clause CATAN-PROD-99"),
            ("A hand 20 ore\nrefused CATAN-COMP-99", 5, "the rulebook has no clause CATAN-COMP-99"),
            ("final-scoring", 4, "only games of tiles have a final scoring"),
            ("A: end -> fine", 4, "write `-> ok`, `-> illegal` or `-> illegal CATAN-ROAD-4`"),
            ("A hand 20 ore\nexpect deck 25", 4, "the position cannot be: the hands hold 20 ore"),
            ("A settlement I0 I3\nrefused CATAN-ROB-1", 5, "the position is refused otherwise"),
            ("refused CATAN-ROB-1", 4, "the position is accepted"),
            ("hand 2 ore", 4, "`hand` is not understood here"),
            ("A sheep 2", 4, "`sheep` is not understood after a seat"),
            ("expect A sheep 2", 4, "`sheep` is not understood of a seat"),
            ("expect wind", 4, "`wind` is not understood after expect"),
            ("expect D hand size x", 4, "`x` is not a number"),
            ("players 3\nexpect D hand size 0", 5, "seat D does not play"),
            ("expect deck 25\nA hand 1 ore", 5, "lines about the position come before the first step"),
            ("A hand 1 ore", 2, "the case expects nothing"),
            ("set discard_limits=9\nexpect deck 25", 4, "is not an option of catan"),
            ("supply 2 ore\nexpect deck 25", 4, "D hand all but 2 ore"),
            ("phase sleeping\nexpect deck 25", 4, "`sleeping` is not a phase"),
            ("expect events none", 4, "no step was done yet"),
            (
                "A: end\nexpect event {\"event\": \"rolled\"}",
                5,
                "no such event; the last step gave {\"event\":\"turn-ended\"",
            ),
            ("expect view A {\"seats\": {\"B\": {\"hand\": {}}}}", 4, "view.seats.B.hand: null, expected {}"),
            ("expect A legal exactly end", 4, ""),
            ("expect A legal exactly roll", 4, "the legal list of seat A is: end"),
        ] {
            let message = message(body);
            let start = format!("sample.cases:{line}: sample: ");
            if expected.is_empty() {
                assert_eq!(message, "", "{body}");
            } else {
                assert!(message.starts_with(&start) && message.contains(expected), "{body}\n{message}");
            }
        }
    }

    #[test]
    fn failures_of_carcassonne_say_what_was_found() {
        for (game, body, line, expected) in [
            ("carcassonne", "expect A points 1", 4, "the points of seat A: 0, expected 1"),
            ("carcassonne", "expect A points 0 farms 0", 4, "points have no part `farms`"),
            ("carcassonne", "A sheep 2", 4, "`sheep` is not understood after a seat"),
            ("carcassonne", "expect A sheep 2", 4, "`sheep` is not understood of a seat"),
            ("carcassonne", "expect A goods nothing", 4, "`goods` is not understood of a seat"),
            ("carcassonne", "expect surveyors 0 0", 4, "`surveyors` is not understood after expect"),
            ("carcassonne", "road (0,0)", 4, "`road` is not understood here"),
            ("carcassonne", "set bonus=per_player", 4, "`bonus` is not an option of carcassonne"),
            ("carcassonne", "set players", 4, "`players` is not `option=value`"),
            (
                "carcassonne",
                "tiles U@(0,1)\nexpect stack 70",
                4,
                "in the north of (0,1) the tile would show road",
            ),
            (
                "carcassonne",
                "hand V\nexpect places (0,1)",
                5,
                "the places for the tile in hand: (-1,0) (1,0) (0,1), expected (0,1)",
            ),
            ("carcassonne", "expect places (0,1)", 4, "no tile is in hand; the phase is `drawing`"),
            ("carcassonne", "expect left 1 TB-01", 4, "the box has no tile TB-01"),
            ("carcassonne", "expect same (0,0).c1", 4, "at least two segments are compared"),
            ("carcassonne", "expect same (0,0).c1 (0,0).r1", 4, "are not all in the same feature"),
            ("carcassonne", "expect different (0,0).c1 (0,0).c1", 4, "are in the same feature"),
            ("carcassonne", "expect completed (5,5).c1", 4, "there is no (5,5).c1 on the table"),
            ("carcassonne", "expect free (0,0).x1", 4, "x1"),
            ("carcassonne", "expect lies U@(0,0)", 4, "what lies on (0,0): D@(0,0)r0, expected U@(0,0)r0"),
            ("carcassonne", "expect empty (0,0)", 4, "tile D lies on (0,0)"),
            ("carcassonne", "phase sleeping\nexpect stack 71", 4, "sleeping"),
            ("carcassonne", "phase deploying now", 4, "`deploying now` is not a phase"),
            ("carcassonne", "expect A legal none", 4, ""),
            (
                "traders-and-builders",
                "A builder (1,0).r1",
                4,
                "write where it stands: `A builder on (1,0).r1`",
            ),
            ("traders-and-builders", "A goods 2 beer", 4, "`beer` is not a kind of goods"),
            (
                "traders-and-builders",
                "expect A builder",
                4,
                "write `builder on (1,0).r1` or `builder in-supply`",
            ),
            ("traders-and-builders", "expect part 2", 4, "the part of the turn: 1, expected 2"),
            ("mayflower", "surveyors -1", 4, "two surveyors have two columns"),
            (
                "mayflower",
                "surveyors -1 0\nexpect surveyors 0 0",
                5,
                "the columns of the surveyors: -1 0, expected 0 0",
            ),
            ("mayflower", "expect A builder in-supply", 4, "`builder` is not understood of a seat"),
        ] {
            let text = format!("game {game}\ncase sample\nclauses CARC-TILE-1\n{body}\n");
            let failures = run_text("sample.cases", &text).failures;
            let message = failures.first().map(Failure::to_string).unwrap_or_default();
            let start =
                if expected.is_empty() { String::new() } else { format!("sample.cases:{line}: sample: ") };
            assert!(message.starts_with(&start) && message.contains(expected), "{body}\n{message}");
            assert_eq!(message.is_empty(), expected.is_empty(), "{message}");
        }
    }

    #[test]
    fn failures_of_cities_and_knights_say_what_was_found() {
        for (body, line, expected) in [
            ("expect A basic I3", 4, "the basic knights of seat A: none, expected I3"),
            ("A strong active I3\nexpect A active none", 5, "the active knights of seat A"),
            ("A level trade 2\nexpect A level trade 3", 5, "the level of trade of seat A: 2, expected 3"),
            ("A cards 1 spy\nexpect A cards 1 smith", 5, "the hidden progress cards of seat A"),
            ("A cards 1 spy\nexpect A cards size 2", 5, "the number of hidden progress cards of seat A: 1"),
            ("A defenders 2\nexpect A points 2 defenders 2", 5, "points have no part `defenders`"),
            ("expect A left 3 castle", 4, "`castle` is not a piece; pieces are road, settlement, city, wall"),
            ("expect A has castle I3", 4, "`castle` is not a piece here"),
            ("expect metropolis trade I3", 4, "the metropolis of trade: nowhere, expected I3"),
            ("expect merchant A H3", 4, "the merchant: nobody, expected A H3"),
            ("expect robber free", 4, "whether the robber is free: no, expected yes"),
            ("expect deck trade 17", 4, "the trade deck: 18, expected 17"),
            ("expect number H0 3", 4, "the number on H0: 10, expected 3"),
            ("expect price trade 2 cloth", 4, "the price of trade: 1 cloth"),
            ("A basic I3\nexpect free I3", 5, "seat A has a piece on I3"),
            ("A settlement I3\nexpect free I3 I9", 5, "seat A has a piece on I3"),
            (
                "D hand all but 2 paper\nsupply 3 paper\nexpect turn 1",
                5,
                "leave 2 paper in the supply, not 3",
            ),
            ("A hand 5 paper\nD hand all but 8 paper\nexpect turn 1", 5, "5 paper are in hands already"),
            ("phase placing-deserter huge active", 4, "`huge` is not a strength"),
            ("phase retreating A I3 basic tired", 4, "`tired` is neither active nor inactive"),
            ("phase sleeping", 4, "phases are listed in docs/cases.md"),
            ("stage asleep", 4, "`asleep` is not a stage"),
            ("dice 3 4", 4, "`3 4` are not the event die and two dice"),
            ("B offers 1 ore for 1 wool to A", 4, "seat A is active; the others propose"),
            ("B accepted", 4, "there is no offer to answer"),
            ("A knights 2", 4, "`knights` is not understood after a seat"),
            ("largest-army A", 4, "`largest-army` is not understood here"),
            ("expect A knights 2", 4, "`knights` is not understood of a seat"),
            ("expect largest-army A", 4, "`largest-army` is not understood after expect"),
            ("A basic I3\nA settlement I3\nexpect turn 1", 5, "a building and a knight on"),
            ("E hand 1 ore", 4, "seat E is not one of the seats A to D"),
        ] {
            let text = format!("game cities-and-knights\ncase sample\nclauses CK-TURN-1\n{body}\n");
            let failures = run_text("sample.cases", &text).failures;
            let message = failures.first().map(Failure::to_string).unwrap_or_default();
            let start = format!("sample.cases:{line}: sample: ");
            assert!(message.starts_with(&start) && message.contains(expected), "{body}\n{message}");
        }
    }

    #[test]
    fn files_that_are_no_case_files_are_refused_with_a_line() {
        for (text, line, expected) in [
            ("case a", 1, "begins with the game"),
            ("game chess", 1, "`chess` is not a game on the shelf"),
            ("game catan\nA hand 1 ore", 2, "belongs to no case"),
            ("game catan\n\ncase", 3, "a case has a name"),
            ("game catan\nagain b", 2, "`again` repeats the position of the case before"),
            ("game catan\ncase a\nexpect deck 25", 2, "a case names the clauses"),
        ] {
            let summary = run_text("sample.cases", text);
            assert_eq!(summary.to_string(), "0 passed, 1 failed");
            let failure = &summary.failures[0];
            assert!(failure.line == line && failure.error.to_string().contains(expected), "{failure}");
        }
    }

    #[test]
    fn a_case_names_clauses_that_are_in_the_rulebook() {
        let text = "game catan\n\ncase a\nclauses CATAN-ROB-2 CATAN-ROB-99\nexpect deck 25\nagain b\nexpect deck 25\n";
        let failures = run_text("sample.cases", text).failures;
        let first = "sample.cases:4: a: the rulebook has no clause CATAN-ROB-99";
        assert_eq!(failures.iter().map(Failure::to_string).collect::<Vec<_>>()[0], first);
    }

    #[test]
    fn again_can_leave_lines_out() {
        let start = "game catan\ncase a\nclauses CATAN-ROB-2\nA hand 1 ore\nA hand 1 wool\nB hand 1 ore\nexpect A hand size 2\n\
                     again b\n";
        let run = |body: &str| run_text("sample.cases", &(start.to_owned() + body));
        for body in [
            "without A hand 1 ore\nexpect A hand 1 wool\nexpect B hand 1 ore\n",
            "without  A  hand\nexpect A hand nothing\nexpect B hand 1 ore\n",
            "without B\nA hand 1 brick\nexpect A hand size 3\nexpect B hand nothing\n",
        ] {
            assert_eq!(run(body).to_string(), "2 passed, 0 failed", "{body}: {:?}", run(body).failures);
        }
        for body in ["without A ore\n", "without\n", "without A han\n", "D hand 1 ore\nwithout D hand\n"] {
            let failure = run(body).failures.remove(0);
            assert!(failure.to_string().contains("no line that `again` took over begins with"), "{failure}");
        }
    }

    #[test]
    fn a_deck_can_be_empty() {
        let text = "game cities-and-knights\ncase a\nclauses CK-PROG-13\ndeck science trade empty\nA cards 1 smith\nactive D\n\
                    expect deck science 0 trade 0 politics 18\nexpect A cards 1 smith\nexpect D cards size 0\n";
        let summary = run_text("sample.cases", text);
        assert_eq!(summary.to_string(), "1 passed, 0 failed", "{:?}", summary.failures);
    }

    #[test]
    fn the_final_scoring_is_a_step() {
        let text = "game carcassonne\ncase a\nclauses CARC-FINAL-3\ntiles U@(1,0)r1\nA on (1,0).r1\nfinal-scoring\n\
                    expect A points 2 roads 2\nexpect over A\nexpect events scored over\n";
        let summary = run_text("sample.cases", text);
        assert_eq!(summary.to_string(), "1 passed, 0 failed", "{:?}", summary.failures);
    }

    #[test]
    fn a_position_can_be_had_before_and_after_steps() {
        let text = "game catan\ncase a\nclauses CATAN-ROB-2\nA hand 1 ore\nA? roll -> illegal\nA: end\nexpect active B\nB: roll\n";
        let case = &parse("sample.cases", text).unwrap()[0];
        let active = |steps| position(case, steps).unwrap().view(game::Viewer::Spectator)["active"].clone();
        assert_eq!((active(0), active(1)), ("A".into(), "B".into()));
        assert_eq!(position(case, 9).unwrap().turn(), game::Turn::Chance("dice".to_owned()));
    }

    #[test]
    fn again_repeats_the_position_but_not_what_followed() {
        let text = "game catan\ncase a\nclauses CATAN-ROB-2\nA hand 1 ore\nexpect A hand 1 ore\nA: end\n\
                    again b\nclauses CATAN-ROB-2\nB hand 1 ore # and more\nexpect A hand 1 ore\nexpect B hand 1 ore\nexpect active A\n";
        assert_eq!(run_text("sample.cases", text).to_string(), "2 passed, 0 failed");
    }
}
