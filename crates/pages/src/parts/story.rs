//! The story of a finished game in a few sentences: how far ahead the winner was, what decided it, who led longest, and how the dice
//! fell.

use super::charts;
use super::standings::{PointPart, total};
use crate::words::{Names, Words, msg};
use game::Seat;
use maud::{Markup, html};
use shelf::Statistics;
use shelf::statistics::Moment;

/// Renders the sentences that apply; `ranked` has the best first. Without statistics there are none.
pub(crate) fn story(
    words: Words,
    names: &Names,
    ranked: &[(Seat, Vec<PointPart>)],
    statistics: Option<&Statistics>,
) -> Markup {
    let Some(statistics) = statistics else { return html! {} };
    let mut lines = Vec::new();
    if let [(first, best), (second, next), ..] = ranked
        && total(best) > total(next)
    {
        let (you, name) = (names.you(*first), names.plain(words, *first));
        let (other, other_you) = (names.plain(words, *second), names.you(*second));
        lines.push(msg!(
            words,
            "story-margin",
            you = you,
            name = name.as_str(),
            ahead = total(best) - total(next),
            other = other.as_str(),
            other_you = other_you,
            turns = statistics.course.last().map_or(0, |last| last.turn)
        ));
        if let Some((part, by)) = decided(best, next) {
            lines.push(msg!(words, "story-decided", part = part, by = by));
        }
    }
    if let Some((seat, turns)) = longest_lead(&statistics.course, statistics.seats) {
        let name = names.plain(words, seat);
        lines.push(msg!(words, "story-lead", you = names.you(seat), name = name, turns = turns));
    }
    if let Some((sum, times, tenths)) = statistics.rolls.as_ref().and_then(charts::oddest) {
        let expected = charts::tenths(words, tenths);
        lines.push(msg!(words, "story-dice", sum = sum, times = times, expected = expected));
    }
    html! {
        @if !lines.is_empty() {
            ul id="story" { @for line in &lines { li { (line) } } }
        }
    }
}

/// Returns the source from which the best has most more points than the second, and how many.
fn decided<'a>(best: &'a [PointPart], next: &[PointPart]) -> Option<(&'a str, u32)> {
    let more = best
        .iter()
        .zip(next)
        .map(|(one, other)| (one.name.as_str(), one.points.saturating_sub(other.points)));
    // Of equal ones the first.
    more.rev().max_by_key(|(_, by)| *by).filter(|(_, by)| *by > 0)
}

/// Returns the seat that led alone for the most turns in a row by what everybody saw, if it was more than one, and how many.
fn longest_lead(course: &[Moment], seats: usize) -> Option<(Seat, usize)> {
    let leader = |moment: &Moment| {
        let most = Seat::first(seats).map(|seat| moment.open[seat]).max()?;
        let mut leaders = Seat::first(seats).filter(|&seat| moment.open[seat] == most);
        leaders.next().filter(|_| leaders.next().is_none())
    };
    let (mut longest, mut now) = (None, (None, 0));
    for moment in course {
        let here = leader(moment);
        now = if here == now.0 { (here, now.1 + 1) } else { (here, 1) };
        if let (Some(seat), turns) = now
            && turns > longest.map_or(1, |(_, most)| most)
        {
            longest = Some((seat, turns));
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::BySeat;

    fn part(name: &str, points: u32) -> PointPart {
        PointPart { name: name.to_owned(), points, each: None }
    }

    #[test]
    fn the_largest_advantage_decides() {
        let best = [part("settlements", 3), part("cities", 6), part("cards", 1)];
        let next = [part("settlements", 4), part("cities", 2), part("cards", 1)];
        assert_eq!(decided(&best, &next), Some(("cities", 4)));
        assert_eq!(decided(&next[..1], &next[..1]), None);
    }

    #[test]
    fn only_a_lead_of_ones_own_counts() {
        let moment = |a, b| {
            let mut open = BySeat([0; Seat::MAX]);
            (open[Seat::A], open[Seat::B]) = (a, b);
            Moment { step: 0, turn: 0, points: open, open }
        };
        let course = [moment(2, 2), moment(3, 2), moment(3, 3), moment(3, 4), moment(3, 5), moment(6, 5)];
        assert_eq!(longest_lead(&course, 2), Some((Seat::B, 2)));
        assert_eq!(longest_lead(&course[..3], 2), None);
    }
}
