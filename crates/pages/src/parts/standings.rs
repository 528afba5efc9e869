//! The result of a game: what each player has, and where it comes from.

use super::seats::mark;
use crate::words::{Words, say};
use game::Seat;
use maud::{Markup, html};

/// Something that points come from, with the points of every seat for it, in the order of the standings.
pub(crate) struct Source {
    pub(crate) name: String,
    /// How many points one of them is worth, where that is more than one: two for a city.
    pub(crate) each: Option<u32>,
    pub(crate) points: Vec<u32>,
}

/// One column a player, the best first, and one row for everything that anybody has points from: added up at the bottom, so
/// that nobody takes points for pieces, and narrow enough for phones.
pub(crate) fn standings(words: Words, names: &[(Seat, String)], sources: &[Source]) -> Markup {
    let total = |player: usize| sources.iter().map(|source| source.points[player]).sum::<u32>();
    let counts = |source: &&Source| source.points.iter().any(|points| *points > 0);
    html! {
        div class="scroll" tabindex="0" role="group" aria-label=(say!(words, "result-standings")) {
            table class="numbers standings" {
                thead {
                    tr {
                        th scope="col" { (say!(words, "standings-from")) }
                        @for (seat, name) in names {
                            th scope="col" { (mark(words, *seat)) " " span class="name" { (name) } }
                        }
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
                tfoot {
                    tr {
                        th scope="row" { (say!(words, "standings-total")) }
                        @for player in 0..names.len() { td { strong { (total(player)) } } }
                    }
                }
            }
        }
    }
}

/// Points, with the number of pieces that they are for where the two differ: `2 × 2 = 4`.
fn sum(points: u32, each: Option<u32>) -> Markup {
    html! {
        @match each {
            _ if points == 0 => "–",
            Some(each) => { span class="of" { (points / each) " × " (each) " =" } " " (points) }
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
        assert!(html.contains("2 × 2 =</span> 4"), "{html}");
        assert!(html.contains("<strong>7</strong></td><td><strong>1</strong>"), "{html}");
        assert!(!html.contains("Merchant"), "nobody has points from it: {html}");
    }
}
