//! Lessons: case files that teach a game step by step (`docs/cases.md`).
//!
//! A lesson is a case file whose cases are its scenes. Its steps stand between the moves: `step NAME CLAUSES…` before the move that the
//! learner is to make, `mistake ACTION -> NAME` for moves that get an answer of their own, `look ID…` for the parts of the page that
//! the step is about. The words of each step are in `locales/`, by these names.
//!
//! The learner has seat A. Everything else in the file, the moves of the others and the outcomes of nature, happens by itself once
//! the learner has made the move. A step without a move of seat A only tells something, and the learner goes on from it. So each
//! position follows from the file and the number of a step, and a lesson needs no table.

use super::{
    CaseError, Expectation, Failure, HasCases, Language, Runner, check_clause, parse, step, verdict,
};
use crate::shelved::Shelved;
use crate::{AnyGame, Events, GameKind, Refusal, of_kind};
use game::Seat;
use std::sync::OnceLock;

/// A lesson, ready to be shown: every position, and the move that leads on from it.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The game.
    pub game: GameKind,
    /// Its steps, in order.
    pub steps: Vec<LessonStep>,
    /// The position after the last step.
    pub end: Scene,
}

/// One step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// The name, by which `locales/` has its words.
    pub name: String,
    /// The clauses that it teaches.
    pub clauses: Vec<String>,
    /// The move that the learner is to make; `None` if the step only tells something.
    pub action: Option<String>,
    /// Moves that get an answer of their own, each with its name.
    pub mistakes: Vec<(String, String)>,
    /// The ids of the parts of the page that the step is about.
    pub looks: Vec<String>,
    /// The position.
    pub scene: Scene,
}

/// A position of a lesson, with what has happened on its board.
#[derive(Clone, Debug)]
pub struct Scene {
    /// The position.
    pub position: AnyGame,
    /// The events since the board was set up, each with the number of the step that they led to, from 1.
    pub events: Vec<(u64, Events)>,
}

/// A learner's move, as the step judges it.
#[derive(Clone, PartialEq, Debug)]
pub enum Attempt<'a> {
    /// The move that the step asks for.
    Expected,
    /// A common mistake, which has an answer of its own under this name.
    Mistake(&'a str),
    /// Another legal move.
    Otherwise,
    /// A move that a rule forbids, or a text that is no move.
    Refused(Refusal),
}

impl Lesson {
    /// The learner's seat.
    pub const SEAT: Seat = Seat::A;
    /// The text by which the learner goes on from a step without a move.
    pub const CONTINUE: &str = "continue";

    /// Returns the lesson of a game; `None` if it has none.
    ///
    /// # Panics
    /// If the lesson cannot be played, which the tests of this crate rule out.
    #[must_use]
    pub fn of(game: GameKind) -> Option<&'static Lesson> {
        static LESSONS: [OnceLock<Option<Lesson>>; GameKind::ALL.len()] =
            [const { OnceLock::new() }; GameKind::ALL.len()];
        let at = GameKind::ALL.iter().position(|&kind| kind == game)?;
        let read = |text| Lesson::read("lesson", text).unwrap_or_else(|failure| panic!("{failure}"));
        LESSONS[at].get_or_init(|| Lesson::text(game).map(read)).as_ref()
    }

    /// Returns the file of a game's lesson; `None` if it has none.
    #[must_use]
    pub fn text(game: GameKind) -> Option<&'static str> {
        of_kind!(game, G => <G as Shelved>::LESSON)
    }

    /// Reads a lesson and plays it to its end; `file` is how failures name it.
    ///
    /// # Errors
    /// The first line that does not hold.
    pub fn read(file: &str, text: &str) -> Result<Lesson, Failure> {
        let cases = parse(file, text)?;
        let fault = |line, message: &str| Failure {
            file: file.to_owned(),
            line,
            case: None,
            text: String::new(),
            error: Box::new(message.into()),
        };
        let Some(first) = cases.first() else { return Err(fault(1, "a lesson has a case")) };
        let mut builder = LessonBuilder::default();
        for case in &cases {
            of_kind!(case.game, G => builder.add::<<G as HasCases>::Given>(case))?;
        }
        match builder.end {
            Some(end) if !builder.steps.is_empty() => {
                Ok(Lesson { game: first.game, steps: builder.steps, end })
            }
            _ => Err(fault(first.line, "a lesson has steps, such as `step found CATAN-SETUP-4`")),
        }
    }

    /// Returns the scene of a step, from 1; beyond the last one, that of the end.
    #[must_use]
    pub fn scene(&self, number: usize) -> &Scene {
        self.step(number).map_or(&self.end, |step| &step.scene)
    }

    /// Returns a step, from 1; `None` beyond the last one.
    #[must_use]
    pub fn step(&self, number: usize) -> Option<&LessonStep> {
        self.steps.get(number.checked_sub(1)?)
    }
}

impl LessonStep {
    /// Judges a move of the learner, or [`Lesson::CONTINUE`] where the step only tells something. Changes nothing.
    #[must_use]
    pub fn judge(&self, action: &str) -> Attempt<'_> {
        let position = &self.scene.position;
        match &self.action {
            None if action == Lesson::CONTINUE => return Attempt::Expected,
            Some(expected) if position.is_same_action(expected, action) => return Attempt::Expected,
            _ => {}
        }
        if let Some((_, name)) =
            self.mistakes.iter().find(|(wrong, _)| position.is_same_action(wrong, action))
        {
            return Attempt::Mistake(name);
        }
        match position.check(Lesson::SEAT, action) {
            Ok(()) => Attempt::Otherwise,
            Err(why) => Attempt::Refused(why),
        }
    }
}

/// A lesson being read.
#[derive(Default)]
struct LessonBuilder {
    steps: Vec<LessonStep>,
    end: Option<Scene>,
}

impl LessonBuilder {
    /// Adds a scene: plays it, and notes each of its steps.
    fn add<L: Language>(&mut self, case: &super::Case) -> Result<(), Failure> {
        case.check_clauses()?;
        let mut runner = Runner::<L>::new(case);
        let mut events: Vec<(u64, Events)> = Vec::new();
        // Whether the next move of seat A is that of the last step.
        let mut waits = false;
        for (index, (line, text)) in case.lines.iter().enumerate() {
            let fail = |error| case.blamed::<L>(index, *line, text, error);
            let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
            let before = runner.steps;
            if is_of_lesson(word) || super::step(text).is_some() {
                let position = *runner.position().map_err(fail)?;
                match (word, step(text)) {
                    ("step", _) => {
                        self.steps.push(step_of(rest, Scene { position, events: events.clone() }));
                        waits = true;
                    }
                    ("mistake" | "look", _) => {
                        let Some(step) = self.steps.last_mut().filter(|_| waits) else {
                            return Err(fail(
                                format!("`{word}` stands below a step, before its move").into(),
                            ));
                        };
                        if word == "look" {
                            step.looks = rest.split_whitespace().map(str::to_owned).collect();
                        } else {
                            let (action, name) = mistake(rest).map_err(fail)?;
                            let action = position.read_action(action).map_err(|error| fail(error.into()))?;
                            step.mistakes.push((action, name.to_owned()));
                        }
                    }
                    (_, Some((seat, false, what))) if waits => {
                        waits = false;
                        if seat == Lesson::SEAT
                            && let Some(step) = self.steps.last_mut()
                        {
                            let (what, _) = verdict(what).map_err(fail)?;
                            step.action =
                                Some(position.read_action(what).map_err(|error| fail(error.into()))?);
                        }
                    }
                    _ => {}
                }
            }
            runner.line(text).map_err(fail)?;
            if runner.steps > before {
                waits = false;
                let number = self.steps.len() as u64 + 1;
                events.extend(runner.events.clone().map(|events| (number, events)));
            }
        }
        runner.finish(case)?;
        let position = *runner.position().map_err(|error| case.failure(case.line, "", error))?;
        self.end = Some(Scene { position, events });
        Ok(())
    }
}

fn step_of(text: &str, scene: Scene) -> LessonStep {
    let mut words = text.split_whitespace().map(str::to_owned);
    let name = words.next().unwrap_or_default();
    let clauses = words.collect();
    LessonStep { name, clauses, action: None, mistakes: Vec::new(), looks: Vec::new(), scene }
}

/// Whether a line that begins with this word belongs to a lesson alone.
pub(super) fn is_of_lesson(word: &str) -> bool {
    matches!(word, "step" | "mistake" | "look")
}

/// `settlement I9 -> far` as the move and its name.
fn mistake(text: &str) -> Result<(&str, &str), CaseError> {
    let parts = text.split_once("->").map(|(action, name)| (action.trim(), name.trim()));
    parts.filter(|(_, name)| is_name(name)).ok_or_else(|| "write `mistake settlement I9 -> far`".into())
}

/// Whether a text can be part of the key of a message.
fn is_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

/// Checks a line of a lesson: clauses exist, and a mistake is a legal move, which nobody makes here.
pub(super) fn check_line(game: &AnyGame, word: &str, rest: &str) -> Expectation {
    match word {
        "step" => {
            let (name, clauses) = rest.split_once(' ').unwrap_or((rest, ""));
            if !is_name(name) {
                return Err("a step has a name of small letters: `step found CATAN-SETUP-4`".into());
            }
            clauses.split_whitespace().try_for_each(check_clause)
        }
        "mistake" => {
            let (action, _) = mistake(rest)?;
            let refused = |why: Refusal| CaseError::Refused { action: action.to_owned(), why: why.into() };
            game.check(Lesson::SEAT, action).map_err(refused)
        }
        _ => Ok(()),
    }
}
