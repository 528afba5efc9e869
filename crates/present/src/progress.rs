//! How far a reader has come in the lessons, as a text that a browser keeps.

use shelf::{GameKind, Lesson};
use std::fmt;

/// The step that the reader is at in each lesson they have begun.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LessonProgress(Vec<(GameKind, usize)>);

impl LessonProgress {
    /// Reads the text, skipping entries that name no step of a lesson.
    pub fn read(text: &str) -> LessonProgress {
        let mut progress = LessonProgress::default();
        for part in text.split('.').take(GameKind::ALL.len()) {
            if let Some((game, at)) = part.split_once(':')
                && let (Ok(game), Ok(at)) = (game.parse(), at.parse())
            {
                progress.put(game, at);
            }
        }
        progress
    }

    /// The lessons that were begun, each with its step.
    pub fn begun(&self) -> &[(GameKind, usize)] {
        &self.0
    }

    /// The step in this lesson.
    pub fn at(&self, game: GameKind) -> usize {
        self.0.iter().find(|(known, _)| *known == game).map_or(1, |(_, at)| *at)
    }

    /// Sets the step in a lesson, if it is one or the end.
    pub fn put(&mut self, game: GameKind, at: usize) {
        if Lesson::of(game).is_some_and(|lesson| (1..=lesson.steps.len() + 1).contains(&at)) {
            self.0.retain(|(known, _)| *known != game);
            self.0.push((game, at));
        }
    }
}

impl fmt::Display for LessonProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, (game, at)) in self.0.iter().enumerate() {
            write!(f, "{}{game}:{at}", if n > 0 { "." } else { "" })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_steps_that_are_there() {
        let kept = "catan:2.mayflower:1";
        assert_eq!(LessonProgress::read(kept).to_string(), kept);
        let end = Lesson::of(GameKind::Catan).unwrap().steps.len() + 1;
        assert_eq!(LessonProgress::read(&format!("catan:{end}")).at(GameKind::Catan), end);
        for spoilt in ["", "catan", "catan:0", "catan:-1", "chess:2", "catan:99999999999999999999", "::.:."] {
            assert_eq!(LessonProgress::read(spoilt), LessonProgress::default(), "{spoilt}");
        }
        assert_eq!(LessonProgress::read(&format!("catan:{}", end + 1)), LessonProgress::default());
        assert_eq!(LessonProgress::read(&"catan:2.".repeat(10_000)).to_string(), "catan:2");
        assert_eq!(LessonProgress::read("catan:2.catan:3").to_string(), "catan:3");
    }
}
