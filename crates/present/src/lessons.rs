//! Lessons: prepared positions, step by step, without a table.

use crate::faults::shorten;
use game::{Seat, Viewer};
use pages::shown::Shown;
use pages::{
    Aids, BOT_NAMES, GameTable, History, LessonCard, LogEvent, LogLine, People, Reader, SeatInfo,
    SeatOccupant, TableContext, TablePage, TableStage, UserError,
};
use shelf::{Lesson, Refusal, Scene};
use table::games::bots_for;

/// The address of a lesson.
#[must_use]
pub fn address(lesson: &Lesson) -> String {
    format!("/learn/{}", lesson.game)
}

/// The events that have led to the board of a scene.
#[must_use]
pub fn history(scene: &Scene) -> History<'_> {
    let lines = scene.events.iter().map(|(seq, events)| LogLine { seq: *seq, what: LogEvent::Game(events) });
    History { log: lines.collect(), ..History::default() }
}

/// The reason why the rules refuse a move, in the reader's words, with its clause.
#[must_use]
pub fn refusal(
    reader: &Reader,
    lesson: &Lesson,
    at: usize,
    why: &Refusal,
    mut action: String,
) -> (String, Option<&'static str>) {
    if why.clause.is_none() {
        shorten(&mut action);
        return (pages::fault(reader.lang, &UserError::NotAnAction(action)), None);
    }
    let step = LessonCard { lesson, at, answer: None };
    (with_page(step, reader, "", |page| pages::refused(page, why)), why.clause)
}

/// Renders the position of a step from the learner's perspective.
pub fn with_page<T>(
    card: LessonCard<'_>,
    reader: &Reader,
    unfolded: &str,
    render: impl FnOnce(&TablePage<'_>) -> T,
) -> T {
    let (lesson, at) = (card.lesson, card.at);
    let scene = lesson.scene(at);
    let position = &scene.position;
    let history = history(scene);
    let bot = bots_for(lesson.game).first().copied().unwrap_or_default();
    let name = pages::learner_name(reader.lang);
    let who = |seat: Seat| match seat == Lesson::SEAT {
        true => SeatOccupant::Person { name: &name, online: true, stand_in: None },
        false => SeatOccupant::Bot { name: BOT_NAMES[seat.index()], kind: bot },
    };
    let seats: Vec<SeatInfo<'_>> =
        Seat::first(position.seats()).map(|seat| SeatInfo { seat, who: who(seat) }).collect();
    let table = format!("learn-{}", lesson.game);
    render(&TablePage {
        reader,
        table: &table,
        code: None,
        seats: &seats,
        you: Some(Lesson::SEAT),
        stage: if position.outcome().is_some() { TableStage::Over } else { TableStage::Playing },
        seq: at as u64,
        version: at as u64,
        command: "lesson",
        can_undo: false,
        can_fill: false,
        bot,
        notice: None,
        statistics: None,
        beside: TableContext { lesson: Some(card), turns: position.turns(), ..TableContext::default() },
        people: People { has_begun: true, ..People::default() },
        game: GameTable::new(position, Viewer::Seat(Lesson::SEAT), &history, Aids::ALL),
        unfolded,
        shown: &Shown::NOTHING,
    })
}
