//! Exercises: the costly decisions of a finished game, to be made better.

use crate::faults::shorten;
use crate::scene::Scene;
use analysis::Mark;
pub use analysis::{Coached, TurningPoint};
use bots::any::roster;
use game::{Seat, Viewer};
use pages::shown::Shown;
use pages::{
    Aids, ExerciseCard, ExerciseEnd, ExerciseState, People, Reader, SHOW_HINT, SHOW_SOLUTION, SeatInfo,
    TableContext, TablePage, TableStage, UserError,
};
use shelf::Refusal;
use std::fmt;

/// The most games whose exercises a browser remembers.
const GAMES: usize = 4;
/// The beginning of the keys of puzzles.
pub(crate) const KEYS: &str = "puzzle-";
/// The most puzzles that it remembers.
const PUZZLES: usize = 12;
/// The most exercises of one seat.
const EXERCISES: usize = 64;

/// How far a reader has come with the exercises of the latest games, as a text that a browser keeps.
///
/// Each set of exercises has a key, such as `k7mw2xqp-B`, and five hexadecimal digits for each exercise.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExerciseProgress(Vec<(String, Vec<ExerciseState>)>);

impl ExerciseProgress {
    /// Reads the text, skipping everything that is not well-formed.
    #[must_use]
    pub fn read(text: &str) -> ExerciseProgress {
        let is_key = |key: &str| {
            (1..=64).contains(&key.len()) && key.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-')
        };
        let set = |part: &str| {
            let (key, digits) = part.split_once(':').filter(|(key, _)| is_key(key))?;
            let is_whole = digits.is_ascii() && digits.len() % 5 == 0 && digits.len() <= 5 * EXERCISES;
            is_whole.then_some(())?;
            let states = (0..digits.len() / 5).map(|n| state(&digits[5 * n..5 * n + 5]));
            Some((key.to_owned(), states.collect::<Option<Vec<_>>>()?))
        };
        ExerciseProgress(text.split('.').take(GAMES + PUZZLES).filter_map(set).collect())
    }

    /// The states of a set with so many exercises.
    #[must_use]
    pub fn of(&self, key: &str, count: usize) -> Vec<ExerciseState> {
        let known = self.0.iter().find(|(known, _)| known == key).map(|(_, states)| states.clone());
        let mut states = known.unwrap_or_default();
        states.resize(count, ExerciseState::default());
        states
    }

    /// Sets the states of a set. The sets that were changed last are remembered.
    pub fn put(&mut self, key: &str, mut states: Vec<ExerciseState>) {
        states.truncate(EXERCISES);
        self.0.retain(|(known, _)| known != key);
        self.0.insert(0, (key.to_owned(), states));
        let [mut games, mut puzzles] = [0, 0];
        self.0.retain(|(key, _)| {
            let (count, most) =
                if key.starts_with(KEYS) { (&mut puzzles, PUZZLES) } else { (&mut games, GAMES) };
            *count += 1;
            *count <= most
        });
    }
}

impl fmt::Display for ExerciseProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (key, states)) in self.0.iter().enumerate() {
            write!(f, "{}{key}:", if n > 0 { "." } else { "" })?;
            for state in states {
                let end = state.end.map_or(0, |end| if end == ExerciseEnd::Found { 1 } else { 2 });
                let flags = u8::from(state.hinted) + 2 * u8::from(state.tried) + 4 * end;
                write!(f, "{flags:x}{:02x}{:02x}", state.last.unwrap_or(u8::MAX), state.changes)?;
            }
        }
        Ok(())
    }
}

/// Reads the five digits of a state.
fn state(digits: &str) -> Option<ExerciseState> {
    let number = |text| u8::from_str_radix(text, 16).ok();
    let flags = number(&digits[..1])?;
    let end = match flags >> 2 {
        0 => None,
        1 => Some(ExerciseEnd::Found),
        2 => Some(ExerciseEnd::Shown),
        _ => return None,
    };
    let last = Some(number(&digits[1..3])?).filter(|&last| last < u8::MAX);
    let changes = number(&digits[3..])?;
    Some(ExerciseState { hinted: flags & 1 > 0, tried: flags & 2 > 0, end, last, changes })
}

/// The reason why an answer is not judged.
#[derive(Debug)]
pub enum NoVerdict {
    /// The rules refuse it.
    Refused(Box<Refusal>),
    /// The coach did not compare it: a message, or one of very many actions.
    Uncompared,
}

/// Takes an answer to an exercise: an action, or the wish for the hint or the solution. Returns the state after it.
///
/// # Errors
/// If the action is illegal, or the coach has no figure for it; the state is then as before.
pub fn answer(point: &TurningPoint, before: ExerciseState, action: &str) -> Result<ExerciseState, NoVerdict> {
    let mut state = ExerciseState { changes: before.changes.saturating_add(1), ..before };
    match action {
        SHOW_HINT => state.hinted = true,
        SHOW_SOLUTION => state.end = state.end.or(Some(ExerciseEnd::Shown)),
        _ => {
            let position = &point.position;
            let compared = &point.answers.list;
            let Some(at) = compared.iter().position(|it| position.is_same_action(&it.action, action)) else {
                let refused = position.check(point.decision.seat, action);
                return Err(
                    refused.map_or_else(|why| NoVerdict::Refused(Box::new(why)), |()| NoVerdict::Uncompared)
                );
            };
            state.last = u8::try_from(at).ok();
            match Mark::of(compared[at].cost) {
                None => state.end = state.end.or(Some(ExerciseEnd::Found)),
                Some(_) => state.tried |= state.end.is_none(),
            }
        }
    }
    Ok(state)
}

/// The reason why the rules refuse an answer, in the reader's words, with its clause.
#[must_use]
pub fn refusal(page: &TablePage<'_>, why: &Refusal, mut action: String) -> (String, Option<&'static str>) {
    if why.clause.is_none() {
        shorten(&mut action);
        return (pages::fault(page.reader.lang, &UserError::NotAnAction(action)), None);
    }
    (pages::refused(page, why), why.clause)
}

/// The exercises of a seat, in the order of the game.
#[must_use]
pub fn exercises(coached: &Coached, seat: Seat) -> Vec<&TurningPoint> {
    coached.exercises(seat).take(EXERCISES).collect()
}

/// Renders the position of an exercise as its seat saw it.
pub fn with_page<T>(
    scene: &Scene,
    seats: &[SeatInfo<'_>],
    card: ExerciseCard<'_>,
    reader: &Reader,
    unfolded: &str,
    render: impl FnOnce(&TablePage<'_>) -> T,
) -> T {
    let seat = card.point.decision.seat;
    let version = card.state().changes.into();
    let bot = roster(scene.position.kind()).first().map_or("", |bot| bot.name);
    render(&TablePage {
        reader,
        table: "exercise",
        code: None,
        seats,
        you: Some(seat),
        stage: TableStage::Playing,
        seq: version,
        version,
        command: "exercise",
        can_undo: false,
        can_fill: false,
        bot,
        notice: None,
        statistics: None,
        beside: TableContext {
            exercise: Some(card),
            turns: scene.position.turns(),
            ..TableContext::default()
        },
        people: People { has_begun: true, ..People::default() },
        game: scene.table_now(Viewer::Seat(seat), Aids::ALL),
        unfolded,
        shown: &Shown::NOTHING,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_the_exercises_of_the_latest_games() {
        let mut progress = ExerciseProgress::default();
        let states = vec![
            ExerciseState::default(),
            ExerciseState { hinted: true, changes: 1, ..ExerciseState::default() },
            ExerciseState {
                tried: true,
                end: Some(ExerciseEnd::Found),
                last: Some(149),
                changes: 7,
                ..ExerciseState::default()
            },
            ExerciseState { end: Some(ExerciseEnd::Shown), changes: 255, ..ExerciseState::default() },
        ];
        progress.put("k7mw2xqp-B", states.clone());
        let kept = progress.to_string();
        assert_eq!(kept, "k7mw2xqp-B:0ff001ff0169507".to_owned() + "8ffff");
        assert_eq!(ExerciseProgress::read(&kept), progress);
        assert_eq!(ExerciseProgress::read(&kept).of("k7mw2xqp-B", 4), states);
        assert_eq!(progress.of("k7mw2xqp-B", 2), states[..2], "another version may have fewer");
        assert_eq!(progress.of("another-A", 3), vec![ExerciseState::default(); 3]);
        for n in 0..2 * GAMES {
            progress.put(&format!("g{n}-A"), states.clone());
        }
        assert_eq!(progress.of("k7mw2xqp-B", 4)[1], ExerciseState::default(), "the oldest is forgotten");
        assert_eq!(ExerciseProgress::read(&progress.to_string()), progress);
        for n in 0..2 * PUZZLES {
            progress.put(&format!("{KEYS}{n}"), states[..1].to_vec());
        }
        assert_eq!(progress.0.len(), GAMES + PUZZLES, "neither pushes out the other");
        assert_eq!(ExerciseProgress::read(&progress.to_string()), progress);
    }

    #[test]
    fn a_spoilt_text_is_no_progress() {
        for spoilt in ["", "a", "a:0", "a:zzzzz", "ä:0ff00", "a:cff00", ":0ff00", "a:0ff0é", "a;:0ff00"] {
            assert_eq!(ExerciseProgress::read(spoilt), ExerciseProgress::default(), "{spoilt}");
        }
        let long = format!("a:{}", "0ff00".repeat(EXERCISES + 1));
        assert_eq!(ExerciseProgress::read(&long), ExerciseProgress::default());
        assert_eq!(ExerciseProgress::read(&"a:0ff00.".repeat(10_000)).0.len(), GAMES + PUZZLES);
    }
}
