//! The definitions of a picture: what its tiles are made of, and what else is used by reference.

use super::canvas::Canvas;
use super::plan::{Sprite, plan};
use super::tile;
use crate::shown::Item;
use crate::svg::Num;
use ::carcassonne::{Rotation, TileKind};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The tiles a picture shows: which kinds, by their numbers, turned how.
pub(super) struct TileSet {
    printed: [Option<(TileKind, [bool; 4])>; TileKind::COUNT],
    /// Kinds that somebody described.
    described: BTreeMap<TileKind, [bool; 4]>,
}

impl Default for TileSet {
    fn default() -> TileSet {
        TileSet { printed: [None; TileKind::COUNT], described: BTreeMap::new() }
    }
}

impl TileSet {
    pub(super) fn add(&mut self, kind: TileKind, rotation: Rotation) {
        let turned = match self.printed.get_mut(kind.number()) {
            Some(printed) => &mut printed.get_or_insert((kind, [false; 4])).1,
            None => self.described.entry(kind).or_default(),
        };
        turned[rotation.index()] = true;
    }

    fn kinds(&self) -> impl Iterator<Item = (TileKind, [bool; 4])> + '_ {
        let described = self.described.iter().map(|(&kind, &turned)| (kind, turned));
        self.printed.iter().flatten().copied().chain(described)
    }
}

impl Canvas<'_> {
    /// Writes the definitions of these tiles: the sprites on them, their grounds (kinds may share one), and each tile in its
    /// rotation; then `more`.
    pub(super) fn definitions(&mut self, tiles: &TileSet, more: Vec<Definition>) {
        let mut all = vec![Definition::Own(
            "<clipPath id=\"@clip\"><path d=\"M-50 -50h100v100h-100z\"/></clipPath>".into(),
        )];
        let mut sprites = [false; Sprite::ALL.len()];
        for item in tiles.kinds().flat_map(|(kind, _)| &plan(kind).items) {
            sprites[item.sprite as usize] = true;
        }
        all.extend(
            Sprite::ALL.into_iter().filter(|&sprite| sprites[sprite as usize]).map(Definition::Sprite),
        );
        let mut grounds: Vec<(u64, TileKind)> = Vec::new();
        for (kind, turned) in tiles.kinds() {
            let number = tile::ground_number(kind);
            let ground = match grounds.iter().find(|(other, _)| *other == number) {
                Some(&(_, ground)) => ground,
                None => {
                    grounds.push((number, kind));
                    all.push(Definition::Ground(kind));
                    kind
                }
            };
            let turned = Rotation::ALL.into_iter().filter(|rotation| turned[rotation.index()]);
            all.extend(turned.map(|rotation| Definition::Tile { kind, rotation, ground }));
        }
        all.extend(more);
        let edits = self.opens_list("defs", all.iter().map(Item::fixed));
        for (_, definition) in all.iter().enumerate().filter(|&(n, _)| edits.writes(n)) {
            self.markup(&definition.markup());
        }
        self.svg.close();
    }
}

/// One element of the definitions. No two that differ have the same id, but that of a tile whose ground another kind has
/// as well.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Definition {
    /// A sprite, which stands on tiles.
    Sprite(Sprite),
    /// The ground of a kind that is not turned.
    Ground(TileKind),
    /// A tile in its rotation; `ground` is the first kind that has the same ground.
    Tile { kind: TileKind, rotation: Rotation, ground: TileKind },
    /// Markup of its own.
    Own(Cow<'static, str>),
}

impl Definition {
    fn markup(&self) -> Cow<'_, str> {
        match self {
            Definition::Own(markup) => Cow::Borrowed(markup),
            Definition::Sprite(sprite) => {
                format!("<g id=\"@{}\">{}</g>", sprite.name(), sprite.markup()).into()
            }
            Definition::Ground(kind) => {
                format!("<g id=\"@g{kind}\" clip-path=\"url(#@clip)\">{}</g>", tile::ground(*kind)).into()
            }
            Definition::Tile { kind, rotation, ground } => {
                let turn = match rotation.index() {
                    0 => String::new(),
                    quarters => format!(" transform=\"rotate({})\"", 90 * quarters),
                };
                let mut whole =
                    format!("<g id=\"@{kind}{}\"><use href=\"#@g{ground}\"{turn}/>", rotation.index());
                for (sprite, at) in tile::items(*kind, *rotation) {
                    write!(whole, "<use href=\"#@{}\"", sprite.name()).expect("a string takes everything");
                    let (x, y) = (at.x.round(), at.y.round());
                    for (name, value) in [("x", x), ("y", y)] {
                        if value != 0.0 {
                            write!(whole, " {name}=\"{}\"", Num(value)).expect("a string takes everything");
                        }
                    }
                    whole += "/>";
                }
                (whole + "</g>").into()
            }
        }
    }
}
