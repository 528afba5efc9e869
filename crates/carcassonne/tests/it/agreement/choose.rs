//! Choosing: the seats of a game play by one style, so that games differ in what they are about.

use super::pick;
use crate::reference::{Figure, Role, Table, TurnStage, What};
use game::{Draws, Substream};

/// The places that the seats of a game prefer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Places {
    Any,
    WithManyNeighbours,
    WithFewNeighbours,
    /// Places that complete features with figures, among some of the places.
    ThatComplete,
}

/// The aims of the seats of a game.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    places: Places,
    /// The number of chances to deploy, out of eight, that they take.
    deploys: u32,
    /// The kind of feature they like to occupy.
    likes: Option<What>,
    /// The number of followers in the supply at or below which they lay none down in a field.
    reserve: usize,
    /// They occupy nothing else.
    nothing_else: bool,
    /// They take builders, pigs and second tiles whenever they can.
    special: bool,
}

pub(crate) fn random_style(draws: &mut Substream) -> Style {
    use Places::*;
    Style {
        places: *pick(
            draws,
            &[Any, WithManyNeighbours, WithManyNeighbours, WithFewNeighbours, ThatComplete, ThatComplete],
        ),
        deploys: *pick(draws, &[1, 4, 7, 8, 8]),
        likes: *pick(
            draws,
            &[None, None, Some(What::Field), Some(What::City), Some(What::Road), Some(What::Monastery)],
        ),
        reserve: *pick(draws, &[0, 0, 2, 4, 7]),
        nothing_else: draws.below(3) == 0,
        special: draws.below(3) > 0,
    }
}

pub(crate) fn choose(table: &Table, legal: &[String], style: Style, draws: &mut Substream) -> usize {
    let any = |draws: &mut Substream, list: &[usize]| *pick(draws, list);
    let all: Vec<usize> = (0..legal.len()).collect();
    let with = |wanted: &dyn Fn(&str) -> bool| {
        all.iter().copied().filter(|&n| wanted(&legal[n])).collect::<Vec<usize>>()
    };
    match table.stage {
        TurnStage::Placing(kind)
            if style.special && draws.below(3) == 0 && !beside_builder(table, kind).is_empty() =>
        {
            any(draws, &beside_builder(table, kind))
        }
        TurnStage::Placing(kind) if style.places == Places::ThatComplete && draws.below(2) == 0 => {
            let places = table.placements(kind);
            let few: Vec<usize> = (0..5).map(|_| any(draws, &all)).collect();
            let completed = |&n: &usize| {
                let (mut layout, (x, y, rotation)) = (table.layout.clone(), places[n]);
                layout.put(kind, x, y, rotation);
                layout.look(table.kinds);
                let mut worth = 0;
                let mut features: Vec<usize> =
                    table.figures.iter().map(|figure| layout.feature_of(figure.on)).collect();
                features.sort_unstable();
                for n in 0..features.len() {
                    if layout.is_completed(features[n]) {
                        worth += if n > 0 && features[n] == features[n - 1] { 3 } else { 2 };
                    }
                }
                worth
            };
            few.into_iter().max_by_key(completed).expect("a place")
        }
        TurnStage::Placing(kind)
            if matches!(style.places, Places::WithManyNeighbours | Places::WithFewNeighbours)
                && draws.below(8) > 0 =>
        {
            let places = table.placements(kind);
            let neighbours: Vec<usize> =
                places.into_iter().map(|(x, y, _)| table.layout.neighbours(x, y)).collect();
            let many = style.places == Places::WithManyNeighbours;
            let wanted = if many { neighbours.iter().max() } else { neighbours.iter().min() };
            let best: Vec<usize> = all.iter().copied().filter(|&n| Some(&neighbours[n]) == wanted).collect();
            any(draws, &best)
        }
        TurnStage::Deploying(piece) => {
            if draws.below(8) >= style.deploys {
                return legal.len() - 1;
            }
            let special = with(&|text| text.contains("builder") || text.contains("pig"));
            if style.special && !special.is_empty() {
                return any(draws, &special);
            }
            let is_what = |text: &str, what: What| {
                let kind = &table.kinds[table.layout.pieces[piece].kind];
                let named = |id: &str| kind.segments.iter().any(|one| one.id == id && one.what == what);
                text.strip_prefix("deploy ").is_some_and(named)
            };
            let few = table.supply(table.active)[0] <= style.reserve;
            let liked = with(&|text| style.likes.is_some_and(|what| is_what(text, what)));
            let lays_down = !few || style.likes != Some(What::Field);
            if lays_down && !liked.is_empty() {
                return any(draws, &liked);
            }
            if style.nothing_else && style.likes.is_some() {
                return legal.len() - 1;
            }
            let rest = with(&|text| text != "pass" && !(few && is_what(text, What::Field)));
            if rest.is_empty() { legal.len() - 1 } else { any(draws, &rest) }
        }
        TurnStage::OfferingSecond if style.special => 0,
        _ => any(draws, &all),
    }
}

/// Placements beside a road or city with the builder of the active seat, by their place in the list.
fn beside_builder(table: &Table, kind: usize) -> Vec<usize> {
    let mine = |figure: &&Figure| figure.seat == table.active && figure.role == Role::Builder;
    let Some(builder) = table.figures.iter().find(mine) else { return Vec::new() };
    let pieces = table.layout.pieces_of(table.layout.feature_of(builder.on));
    let is_beside = |&(x, y, _): &(i32, i32, usize)| {
        let near = |&piece: &usize| {
            let at = table.layout.pieces[piece];
            (at.x - x).abs() + (at.y - y).abs() == 1
        };
        pieces.iter().any(near)
    };
    let places = table.placements(kind);
    (0..places.len()).filter(|&n| is_beside(&places[n])).collect()
}
