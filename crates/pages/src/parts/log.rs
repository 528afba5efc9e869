//! The log of a table, in words.

use super::bargain::{Logged, Shown, shown};
use super::pictures::with_pictures;
use super::shell::{close_button, icon};
use crate::model::{
    BOT_NAMES, Cues, LogEvent, LogLine, PlainLine, RenderedLine, SeatInfo, SeatOccupant, TablePage,
};
use crate::words::{Names, Words, msg};
use ::draw::shown::{Item, digest};
use game::{Seat, SeatSet, TableEvent};
use maud::{Markup, html};

/// The number of log lines that a page shows; the record has the older ones.
pub const LOG_LINES: usize = 120;

/// The number of table entries to hand to a page. The text of a line may depend on a few lines before it: the yield of a roll is
/// shown by the number that was rolled. Having more entries than lines ensures that each shown line has its predecessors.
pub const LOG_ENTRIES: usize = LOG_LINES + 40;

/// The number of log lines before and after the position that a replay shows.
pub const REPLAY_LINES: usize = 40;

/// Returns the lines that a log shows of all its entries.
fn shown_lines<E: Logged>(lines: &[LogLine<E>]) -> Vec<Shown> {
    shown(lines.iter().map(|line| match &line.what {
        LogEvent::Game(event) => event.bargain(),
        LogEvent::Table(_) => None,
    }))
}

/// Returns the indices of the log lines that are shown beside position `at`. Answers after that position do not replace those
/// before it.
fn window<E: Logged>(lines: &[LogLine<E>], at: u64) -> Vec<usize> {
    let here = until(lines, at).len();
    let (before, after) = lines.split_at(here);
    let (before, after) = (shown_lines(before), shown_lines(after));
    let last = before[before.len().saturating_sub(REPLAY_LINES)..].iter().map(|shown| shown.line);
    last.chain(after.iter().take(REPLAY_LINES).map(|shown| here + shown.line)).collect()
}

/// Returns the lines of a log up to position `at`.
pub(crate) fn until<E>(lines: &[LogLine<E>], at: u64) -> &[LogLine<E>] {
    &lines[..lines.partition_point(|line| line.seq <= at)]
}

/// Returns the lines of the game beside the position of the page, with their positions; `tell` describes an event with the given
/// names and the number of its line.
pub(crate) fn looked_at<E: Logged>(
    words: Words,
    page: &TablePage<'_>,
    names: &Names,
    lines: &[LogLine<E>],
    mut tell: impl FnMut(&Names, usize, &E) -> RenderedLine,
) -> Vec<(u64, RenderedLine)> {
    let stand_ins = stand_ins(page.seats, lines);
    let told = window(lines, page.seq).into_iter().filter_map(|n| match &lines[n].what {
        LogEvent::Game(event) => {
            let names =
                stand_ins[n].into_iter().fold(names.clone(), |names, seat| stood_in(words, names, seat));
            Some((lines[n].seq, tell(&names, n, event)))
        }
        LogEvent::Table(_) => None,
    });
    told.collect()
}

/// Returns the lines of a log after a version as sentences; of an answer that changed, only the last one. `tell` describes an
/// event with the given names and the number of its line.
pub(crate) fn plain_lines_after<E: Logged>(
    words: Words,
    page: &TablePage<'_>,
    names: &Names,
    lines: &[LogLine<E>],
    after: u64,
    mut tell: impl FnMut(&Names, usize, &E) -> RenderedLine,
) -> Vec<PlainLine> {
    let first = lines.partition_point(|line| line.seq <= after);
    let stand_ins = stand_ins(page.seats, lines);
    let mut sentence = |(n, line): (usize, &LogLine<E>)| {
        let names = stand_ins[n].into_iter().fold(names.clone(), |names, seat| stood_in(words, names, seat));
        let told = told(words, &names, line, |event| tell(&names, n, event));
        PlainLine { seq: line.seq, seat: told.seat, text: told.sentence }
    };
    let mut shown: Vec<usize> = shown_lines(lines).into_iter().map(|shown| shown.line).collect();
    shown.sort_unstable();
    shown.into_iter().filter(|&n| n >= first).map(|n| sentence((n, &lines[n]))).collect()
}

/// Returns, for each line, the seats on which bots played for their owners. The log reaches up to now, so the function reads it
/// backwards from the current stand-ins.
fn stand_ins<E>(seats: &[SeatInfo<'_>], log: &[LogLine<E>]) -> Vec<SeatSet> {
    let stands_in = |info: &&SeatInfo<'_>| matches!(info.who, SeatOccupant::Person { stand_in: Some(_), .. });
    let mut now: SeatSet = seats.iter().filter(stands_in).map(|info| info.seat).collect();
    let mut sets = Vec::with_capacity(log.len());
    for line in log.iter().rev() {
        sets.push(now);
        match line.what {
            LogEvent::Table(TableEvent::Returned(seat)) => now.insert(seat),
            LogEvent::Table(
                TableEvent::TimeUp { seat, bot: true }
                | TableEvent::Left { seat, bot: true }
                | TableEvent::Replaced { seat, .. },
            ) => now.remove(seat),
            _ => {}
        }
    }
    sets.reverse();
    sets
}

/// Returns the names while a bot plays for the owner of a seat.
fn stood_in(words: Words, names: Names, seat: Seat) -> Names {
    let name = names.plain(words, seat);
    names.with(seat, msg!(words, "stand-in-name", bot = BOT_NAMES[seat.index()], name = name))
}

/// Returns whether a line goes on with the entry of the line before it.
pub(crate) fn goes_on<E: Logged>(lines: &[LogLine<E>], n: usize) -> bool {
    let event = |n: usize| match &lines.get(n)?.what {
        LogEvent::Game(event) => Some(event),
        LogEvent::Table(_) => None,
    };
    let before = n.checked_sub(1).and_then(event);
    before.is_some() && event(n).is_some_and(Logged::goes_on)
}

/// Returns the entries of a log: lines that are told together. An entry begins among the last lines that a page shows, so that it
/// is always complete.
fn entries<'s, E: Logged>(lines: &[LogLine<E>], shown: &'s [Shown]) -> Vec<&'s [Shown]> {
    let first = shown.len().saturating_sub(LOG_LINES);
    let mut next = 0;
    let is_shown = |entry: &&[Shown]| {
        let at = next;
        next += entry.len();
        at >= first
    };
    shown.chunk_by(|_, next| goes_on(lines, next.line)).filter(is_shown).collect()
}

/// Returns the lines that an entry tells: without those that the others imply.
fn told_lines<E: Logged>(lines: &[LogLine<E>], entry: &[Shown]) -> Vec<Shown> {
    let event = |n: usize| match &lines[entry.get(n)?.line].what {
        LogEvent::Game(event) => Some(event),
        LogEvent::Table(_) => None,
    };
    let is_implied = |n: usize| {
        entry.len() > 1
            && event(n).is_some_and(|what| what.is_implied(event(n.wrapping_sub(1)), event(n + 1)))
    };
    (0..entry.len()).filter(|&n| !is_implied(n)).map(|n| entry[n]).collect()
}

/// Renders the log, newest last; `tell` describes an event of the game with the given names and the number of its line. An entry
/// about a place links to the picture of that position.
pub(crate) fn log<E: Logged>(
    words: Words,
    page: &TablePage<'_>,
    names: &Names,
    log: &[LogLine<E>],
    mut tell: impl FnMut(&Names, usize, &E) -> RenderedLine,
) -> Markup {
    let shown = shown_lines(log);
    let entries = entries(log, &shown);
    let numbers = numbers(log);
    // A lesson has no table that keeps what has happened.
    let kept = (!page.beside.teaches()).then_some(page.table);
    let called = Called::new(words, page, names, log);
    let items = entries.iter().map(|entry| {
        // Another answer in the same place is another text.
        let texts: Vec<_> = entry.iter().map(|line| (called.at(line.line).1, numbers[line.line])).collect();
        Item::new(&numbers[entry[0].place], &texts)
    });
    let edits = page.shown.list("log-lines", items);
    html! {
        section id="log" class="panel" aria-labelledby="log-title" data-key="l" tabindex="-1" {
            (close_button(words))
            h2 id="log-title" { (msg!(words, "log")) }
            @if let (Some(table), false) = (kept, log.is_empty()) { (look_back(words, table)) }
            @if log.is_empty() { p class="empty" { (msg!(words, "log-empty")) } }
            ol id="log-lines" tabindex="0" aria-labelledby="log-title" data-list=[&edits.steps] {
                @for (_, entry) in entries.iter().enumerate().filter(|&(n, _)| edits.writes(n)) {
                    @let lines: Vec<ToldLine> = told_lines(log, entry).into_iter().map(|Shown { place, line }| {
                        let (called_here, _) = called.at(line);
                        let told = told(words, names, &log[line], |event| tell(called_here, line, event));
                        ToldLine { number: numbers[place], seq: log[line].seq, told }
                    }).collect();
                    (rendered_entry(words, kept, &lines))
                }
            }
        }
    }
}

/// The names that each line of a log uses.
struct Called {
    /// The names while bots play for some seats, with a digest.
    called: Vec<(SeatSet, Names, u64)>,
    /// The index of the names of each line; most lines share theirs.
    uses: Vec<usize>,
}

impl Called {
    fn new<E>(words: Words, page: &TablePage<'_>, names: &Names, log: &[LogLine<E>]) -> Called {
        let mut called: Vec<(SeatSet, Names, u64)> = Vec::new();
        let stand_ins = stand_ins(page.seats, log).into_iter();
        let uses = stand_ins
            .map(|seats| {
                called.iter().position(|known| known.0 == seats).unwrap_or_else(|| {
                    let names =
                        seats.into_iter().fold(names.clone(), |names, seat| stood_in(words, names, seat));
                    let named = digest(&names);
                    called.push((seats, names, named));
                    called.len() - 1
                })
            })
            .collect();
        Called { called, uses }
    }

    /// Returns the names that a line uses, and their digest.
    fn at(&self, line: usize) -> (&Names, u64) {
        let (_, names, named) = &self.called[self.uses[line]];
        (names, *named)
    }
}

/// A line of an entry.
struct ToldLine {
    /// The line's own number.
    number: u64,
    /// The position after it.
    seq: u64,
    told: RenderedLine,
}

/// Renders an entry of the log: its first line, the others within it, and the link to the last position that it is about. `kept`
/// is the table that keeps the positions.
fn rendered_entry(words: Words, kept: Option<&str>, lines: &[ToldLine]) -> Markup {
    let Some((ToldLine { number, told: first, .. }, others)) = lines.split_first() else { return html! {} };
    let then = lines.iter().rev().find(|line| line.told.place.is_some()).map(|line| line.seq);
    let class = if first.ends_turn && others.is_empty() { "turn-end" } else { "line" };
    html! {
        li id={ "log-" (number) } class=(class) data-sound=(first.sound) data-show=[first.place.as_deref()]
            data-cue=[first.cues.text()] data-toast[first.toast] {
            (marks(first, None))
            span {
                (with_pictures(&first.sentence))
                @for ToldLine { number, told, .. } in others {
                    " " span class="step" id={ "log-" (number) } data-sound=(told.sound)
                        data-show=[told.place.as_deref()] data-cue=[told.cues.text()] data-toast[told.toast] {
                        (marks(told, first.seat)) span { (with_pictures(&told.sentence)) }
                    }
                }
            }
            @if let (Some(table), Some(seq)) = (kept, then) {
                a class="then" href={ "/t/" (table) "/board/" (seq) ".svg" } data-then
                    title=(msg!(words, "log-then")) aria-label=(msg!(words, "log-then-line", n = seq)) {
                    (icon("then"))
                }
            }
        }
    }
}

/// Renders the mark of a line's seat, unless it is that of the whole entry, and the icon of its subject.
fn marks(told: &RenderedLine, of_entry: Option<Seat>) -> Markup {
    html! {
        @if let Some(seat) = told.seat.filter(|seat| Some(*seat) != of_entry) { (icon(&format!("seat-{seat}"))) }
        @if let Some(sign) = &told.sign { (icon(sign)) }
    }
}

/// Renders the text of a line after the mark of its seat and the icon of its subject.
pub(crate) fn sentence(told: &RenderedLine) -> Markup {
    html! { (marks(told, None)) span { (with_pictures(&told.sentence)) } }
}

/// Returns a number for each line; the numbers increase, and stay the same while the log grows. By them a browser knows the lines
/// that it has announced already.
fn numbers<E>(log: &[LogLine<E>]) -> Vec<u64> {
    /// More lines than any entry has.
    const LINES_OF_ENTRY: u64 = 1000;
    let mut numbers: Vec<u64> = Vec::with_capacity(log.len());
    for line in log {
        let first = line.seq * LINES_OF_ENTRY;
        numbers.push(numbers.last().map_or(first, |last| first.max(last + 1)));
    }
    numbers
}

fn told<E>(
    words: Words,
    names: &Names,
    line: &LogLine<E>,
    tell: impl FnOnce(&E) -> RenderedLine,
) -> RenderedLine {
    let name = |seat: Seat| names.plain(words, seat);
    /// Builds a sentence about one seat, which may be the reader's.
    macro_rules! of {
        ($seat:expr, $key:literal) => {
            (Some($seat), msg!(words, $key, you = names.you($seat), name = name($seat)))
        };
    }
    let event = match &line.what {
        LogEvent::Game(event) => return tell(event),
        LogEvent::Table(event) => event,
    };
    let (seat, sentence) = match *event {
        TableEvent::Undone { seat, .. } => of!(seat, "event-undone"),
        TableEvent::UndoAsked(seat) => of!(seat, "event-undo-asked"),
        TableEvent::UndoAnswered { seat, agrees: true } => of!(seat, "event-undo-agreed"),
        TableEvent::UndoAnswered { seat, agrees: false } => of!(seat, "event-undo-refused"),
        TableEvent::Joined(seat) => of!(seat, "event-joined"),
        TableEvent::Filled => (None, msg!(words, "event-filled")),
        TableEvent::Swapped(one, other) => {
            // The reader comes first.
            let (one, other) = if names.is_you(other) { (other, one) } else { (one, other) };
            (None, msg!(words, "event-swapped", you = names.you(one), one = name(one), other = name(other)))
        }
        TableEvent::Left { seat, bot: true } => of!(seat, "event-left-bot"),
        TableEvent::Left { seat, bot: false } => {
            (Some(seat), msg!(words, "event-left-open", seat = seat.to_string()))
        }
        TableEvent::Returned(seat) => of!(seat, "event-returned"),
        TableEvent::Replaced { seat, by } => (
            Some(seat),
            msg!(
                words,
                "event-replaced",
                you = names.you(seat),
                name = name(seat),
                own = names.you(by),
                by = name(by)
            ),
        ),
        TableEvent::TimeUp { seat, bot: true } => of!(seat, "event-time-up-bot"),
        TableEvent::TimeUp { seat, bot: false } => of!(seat, "event-time-up"),
        TableEvent::StoodStill => (None, msg!(words, "event-stood-still")),
        TableEvent::Next { .. } => (None, msg!(words, "event-next")),
        TableEvent::ShareSpent(seat) => of!(seat, "event-share-spent"),
        TableEvent::CloseAsked(seat) => of!(seat, "event-close-asked"),
        TableEvent::CloseAnswered { seat, agrees: true } => of!(seat, "event-close-agreed"),
        TableEvent::CloseAnswered { seat, agrees: false } => of!(seat, "event-close-refused"),
        TableEvent::Closed(why) => (None, msg!(words, "event-closed", why = why.name())),
        TableEvent::Created { from_position: true } => (None, msg!(words, "event-from-position")),
        // No line is made for these.
        TableEvent::Created { from_position: false }
        | TableEvent::Played
        | TableEvent::Said { .. }
        | TableEvent::Declines
        | TableEvent::Unchanged => (None, String::new()),
    };
    let (sound, place, cues) = ("soft", None, Cues::NONE);
    RenderedLine { seat, sign: None, sentence, sound, place, ends_turn: false, cues, toast: false }
}

/// Renders the link from the log of a game to its replay.
fn look_back(words: Words, table: &str) -> Markup {
    html! { a class="look-back" href={ "/t/" (table) "/replay" } { (msg!(words, "replay-link-playing")) } }
}
