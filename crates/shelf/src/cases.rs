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
pub mod lesson;
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
pub(crate) type Expectation = Result<(), CaseError>;

/// One case of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The file, as it was named.
    pub file: String,
    /// The line the case begins in.
    pub line: usize,
    /// The game.
    pub game: GameKind,
    /// The version of its rules, if the file names one: whatever the case leaves out has the defaults of that version.
    pub rules: Option<u32>,
    /// The name.
    pub name: String,
    /// The clauses it stands for.
    pub clauses: Vec<String>,
    /// The line that names them.
    clauses_line: usize,
    /// Its lines, with their numbers.
    lines: Vec<(usize, String)>,
}

/// A failure and its place. Text form: `file:line: case: message`.
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
    /// The fault.
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

/// The results of some cases. Text form: the closing line, `N passed, N failed`.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Summary {
    /// The number of cases that passed.
    pub passed: usize,
    /// The failures: at most one for each case, and one for each file that cannot be read.
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
    for (index, whole) in game::json::without_mark(text).lines().enumerate() {
        let line = index + 1;
        // A comment is a line that begins with #, or what follows ` # ` in a line.
        let text = whole.split(" # ").next().unwrap_or_default().trim();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let fail = |line, error: CaseError| {
            let error = Box::new(error);
            Err(Failure { file: file.to_owned(), line, case: None, text: text.to_owned(), error })
        };
        match (word, game, cases.last_mut()) {
            ("game", None, _) => match rest.parse::<GameKind>() {
                Ok(kind) => game = Some(kind),
                Err(error) => return fail(line, error.into()),
            },
            (_, None, _) => {
                return fail(line, "a case file begins with the game, such as `game catan`".into());
            }
            ("rules", Some(game), None) => match version(game, rest) {
                Ok(version) if rules.is_none() => rules = Some(version),
                Ok(_) => return fail(line, "the version of the rules is named twice".into()),
                Err(message) => return fail(line, message.into()),
            },
            ("case" | "again", ..) if rest.contains(char::is_control) => {
                return fail(line, "the name of a case has no control characters".into());
            }
            ("case", Some(_), _) if rest.is_empty() => {
                return fail(line, "a case has a name: `case the longest road is cut`".into());
            }
            ("again", Some(_), None) => {
                return fail(line, "`again` repeats the position of the case before; there is none".into());
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
                return fail(line, "this line belongs to no case; a case begins with `case`".into());
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
                    return fail(line, format!("no line that `again` took over begins with `{rest}`").into());
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
        text.parse().map_err(|_| format!("`{text}` is not a version of the rules, such as `rules 1`"))?;
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
    !matches!(first, "expect" | "refused" | "chance" | "chance?" | FINAL_SCORING)
        && !lesson::is_of_lesson(first)
        && step(text).is_none()
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

/// The expected result of a step.
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
            "`{}` is not a verdict; write `-> ok`, `-> illegal` or `-> illegal CATAN-ROAD-4`",
            verdict.trim()
        )
        .into()),
    }
}

/// A game that cases are written for.
pub(crate) trait HasCases: Shelved {
    /// The language of its cases.
    type Given: Language<Game = Self>;
}

/// The language of a game's cases: it describes the position line by line, and what can be expected of one.
pub(crate) trait Language: Default {
    /// The game.
    type Game: HasCases;
    /// Does the final scoring, in games that have one.
    const FINAL_SCORING: Option<fn(&mut Self::Game) -> Events> = None;

    /// Takes in one line about the position, of which nothing is said yet at first.
    fn line(&mut self, text: &str) -> Expectation;
    /// The position, or everything that is wrong with it.
    fn build(&self) -> Result<Self::Game, Vec<Refusal>>;
    /// An action or outcome as the game writes it, where cases have shorter words.
    fn outcome_text(text: &str) -> Cow<'_, str> {
        Cow::Borrowed(text)
    }
    /// Whether what is expected of the position holds. What every game understands ([`expected`]) does not come here.
    fn expect(game: &Self::Game, text: &str) -> Expectation;
}

/// Runs one case.
///
/// # Errors
/// The first thing that is not as the case says.
pub fn run(case: &Case) -> Result<(), Failure> {
    of_kind!(case.game, G => run_in::<<G as HasCases>::Given>(case))
}

fn run_in<L: Language>(case: &Case) -> Result<(), Failure> {
    case.check_clauses()?;
    play_lines::<L>(case, usize::MAX)?.finish(case)
}

/// The position that a case describes, after so many of its steps.
///
/// # Errors
/// The first thing that is not as the case says.
pub fn position(case: &Case, steps: usize) -> Result<AnyGame, Failure> {
    of_kind!(case.game, G => position_in::<<G as HasCases>::Given>(case, steps))
}

fn position_in<L: Language>(case: &Case, steps: usize) -> Result<AnyGame, Failure> {
    let mut runner = play_lines::<L>(case, steps)?;
    let built = runner.position().copied();
    built.map_err(|error| case.blamed::<L>(case.lines.len(), case.line, "", error))
}

/// Runs the lines of a case until so many steps are done.
fn play_lines<L: Language>(case: &Case, steps: usize) -> Result<Runner<L>, Failure> {
    let mut runner = Runner::<L>::new(case);
    for (index, (line, text)) in case.lines.iter().enumerate() {
        if runner.steps == steps && !is_given(text) {
            break;
        }
        runner.line(text).map_err(|error| case.blamed::<L>(index, *line, text, error))?;
    }
    Ok(runner)
}

/// Whether the rulebook has this clause.
fn check_clause(id: &str) -> Expectation {
    match rulebook::clause(id, rulebook::Lang::En) {
        Some(clause) if clause.id == id => Ok(()),
        _ => Err(CaseError::UnknownClause(id.to_owned())),
    }
}

impl Case {
    /// Checks that the case names clauses, and that the rulebook has them.
    fn check_clauses(&self) -> Result<(), Failure> {
        if self.clauses.is_empty() {
            return Err(self.failure(self.line, "", CaseError::NoClauses));
        }
        let known = self.clauses.iter().try_for_each(|id| check_clause(id));
        known.map_err(|error| self.failure(self.clauses_line, "", error))
    }

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
    /// A runner that stands before the first line of a case.
    fn new(case: &Case) -> Runner<L> {
        Runner { given: Described::new(case.rules), game: None, events: None, checks: 0, steps: 0 }
    }

    /// Ends a case, which must have checked something.
    fn finish(&self, case: &Case) -> Result<(), Failure> {
        match self.checks {
            0 => Err(case.failure(case.line, "", CaseError::NoChecks)),
            _ => Ok(()),
        }
    }

    /// The position, which is built when it is first asked for.
    fn position(&mut self) -> Result<&AnyGame, CaseError> {
        if self.game.is_none() {
            self.game = Some(self.given.build().map_err(CaseError::Position)?.into());
        }
        Ok(self.game.as_ref().expect("just built"))
    }

    fn line(&mut self, text: &str) -> Expectation {
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
        if lesson::is_of_lesson(word) {
            return lesson::check_line(self.game.as_ref().expect("a game"), word, rest);
        }
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

    fn step(&mut self, actor: Option<Seat>, asks: bool, what: &str, verdict: &Verdict<'_>) -> Expectation {
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
    fn final_scoring(&mut self, rest: &str) -> Expectation {
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

    fn refused(&mut self, clauses: &str) -> Expectation {
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
fn agrees_with_list(game: &AnyGame, seat: Seat, action: &str, allowed: bool) -> Expectation {
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
mod tests;
