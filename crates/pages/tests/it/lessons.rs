//! The words of the lessons: each step has its own in both languages, short enough to be read in a few seconds.

use pages::{Lang, Words, lesson_keys};
use shelf::{GameKind, Lesson};

/// The longest text of a step, in characters, so that it fits on its card.
const LONGEST: usize = 260;
/// The largest number of words of a lesson: four minutes at 160 words a minute.
const WORDS: usize = 640;

#[test]
fn every_step_has_words_that_are_read_in_a_few_minutes() {
    for lang in Lang::ALL {
        let words = Words::new(lang);
        for lesson in GameKind::ALL.iter().filter_map(|&game| Lesson::of(game)) {
            let mut count = 0;
            for key in lesson_keys(lesson) {
                let text = words.or(&key, "");
                assert!(text.len() > 5, "{lang}: `{key}` has no words");
                assert!(text.chars().count() <= LONGEST, "{lang}: `{key}` is too long");
                if key.ends_with("-why") || key.ends_with("-do") {
                    count += text.split_whitespace().count();
                }
            }
            assert!(count <= WORDS, "{lang}: the lesson of {} has {count} words", lesson.game);
        }
    }
}
