//! The result of a game: what each player has, and where it comes from.

use super::people;
use super::seats::mark;
use crate::model::TablePage;
use crate::words::{Names, Words, msg};
use game::{Seat, SeatSet};
use maud::{Markup, html};

/// A source of a seat's points.
#[derive(Hash)]
pub(crate) struct PointPart {
    /// The name of the source.
    pub(crate) name: String,
    /// The points from it.
    pub(crate) points: u32,
    /// The points for each piece, if more than one.
    pub(crate) each: Option<u32>,
}

/// Returns the sum of the points.
pub(crate) fn total(parts: &[PointPart]) -> u32 {
    parts.iter().map(|part| part.points).sum()
}

/// Returns the seats of a table with their points, the best first; every seat has the same parts.
pub(crate) fn ranked(
    page: &TablePage<'_>,
    points: impl Fn(Seat) -> Vec<PointPart>,
) -> Vec<(Seat, Vec<PointPart>)> {
    let mut seats: Vec<_> = page.seats.iter().map(|info| (info.seat, points(info.seat))).collect();
    seats.sort_by_key(|(seat, points)| (std::cmp::Reverse(total(points)), *seat));
    seats
}

/// Names the winners, as the title of a table where several may win together.
pub(crate) fn won(words: Words, names: &Names, winners: SeatSet) -> String {
    let (you, others) = names.winners(words, winners);
    match (winners.len(), you) {
        (1, "alone") => msg!(words, "turn-won-you"),
        (0, _) => msg!(words, "turn-no-winner"),
        (1, _) => msg!(words, "turn-won", name = others),
        _ => msg!(words, "land-turn-won-together", you = you, names = others),
    }
}

/// Renders the end of a game: playing again, the standings, the story, further links, and the game's own additions.
pub(crate) fn result(
    words: Words,
    page: &TablePage<'_>,
    names: &Names,
    ranked: &[(Seat, Vec<PointPart>)],
    story: &Markup,
    more: Markup,
) -> Markup {
    let called: Vec<(Seat, String)> =
        ranked.iter().map(|(seat, _)| (*seat, names.plain(words, *seat))).collect();
    let heads = ranked.first().map_or(&[][..], |(_, points)| points);
    let sources: Vec<Source> = (heads.iter().enumerate())
        .map(|(n, part)| Source {
            name: part.name.clone(),
            each: part.each,
            points: ranked.iter().map(|(_, parts)| parts[n].points).collect(),
        })
        .collect();
    html! {
        details id="result" class="card" open {
            summary { h2 { (msg!(words, "result-standings")) } }
            (people::again(words, page))
            (standings(words, &called, &sources))
            (story)
            (people::afterwards(words, page))
            (more)
        }
    }
}

/// A source of points, with the points of every seat from it, in the order of the standings.
struct Source {
    name: String,
    /// The points for each piece, if more than one: two for a city.
    each: Option<u32>,
    points: Vec<u32>,
}

/// Renders one column for each player, the best first, and one row for every source from which anybody has points, so that nobody
/// takes points for pieces. The sums stand below the names: where the rest has to be scrolled, they stay visible and cover
/// nothing.
fn standings(words: Words, names: &[(Seat, String)], sources: &[Source]) -> Markup {
    let total = |player: usize| sources.iter().map(|source| source.points[player]).sum::<u32>();
    let counts = |source: &&Source| source.points.iter().any(|points| *points > 0);
    html! {
        div class="scroll" tabindex="0" role="group" aria-label=(msg!(words, "result-standings")) {
            table class={ "numbers standings of-" (names.len()) } {
                thead {
                    tr {
                        th scope="col" { (msg!(words, "standings-from")) }
                        @for (seat, name) in names {
                            th scope="col" { (mark(words, *seat)) " " span class="name" { (name) } }
                        }
                    }
                    tr class="totals" {
                        th scope="row" { (msg!(words, "standings-total")) }
                        @for player in 0..names.len() { td { strong { (total(player)) } } }
                    }
                }
                tbody {
                    @for source in sources.iter().filter(counts) {
                        tr {
                            th scope="row" { (source.name) }
                            @for &points in &source.points { td { (sum(points, source.each)) } }
                        }
                    }
                }
            }
        }
    }
}

/// Renders points, with the number of pieces if it differs from them: `2 × 2 = 4`, which is shown as 4 over 2 × 2.
fn sum(points: u32, each: Option<u32>) -> Markup {
    html! {
        @match each {
            _ if points == 0 => "–",
            Some(each) => {
                span class="sum" {
                    span class="of" { (points / each) " × " (each) span class="unseen" { " =" } } " " (points)
                }
            }
            None => (points),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Lang;

    #[test]
    fn points_are_added_up_and_told_from_pieces() {
        let names = [(Seat::B, "Ben".to_owned()), (Seat::A, "Ada".to_owned())];
        let source = |name: &str, each, points: [u32; 2]| Source {
            name: name.to_owned(),
            each,
            points: points.to_vec(),
        };
        let sources = [
            source("Settlements", None, [3, 1]),
            source("Cities", Some(2), [4, 0]),
            source("Merchant", None, [0, 0]),
        ];
        let html = standings(Words::new(Lang::En), &names, &sources).into_string();
        assert!(html.contains(r#"2 × 2<span class="unseen"> =</span></span> 4"#), "{html}");
        assert!(html.contains("<strong>7</strong></td><td><strong>1</strong>"), "{html}");
        assert!(!html.contains("Merchant"), "nobody has points from it: {html}");
    }
}
