//! What the pages ask of a game. Each game answers in its own folder; `registry` finds the game that is meant.

use crate::model::forms::Fields;
use crate::model::{GameTable, History};
use crate::parts::bargain::Bargains;
use crate::words::{Aids, Lang, Names, Words, World};
use game::Viewer;
use maud::Markup;
use shelf::OnShelf;

/// The kinds of tiles in a box.
pub(crate) struct KindList {
    /// What the pictures are made of.
    pub(crate) sheet: Markup,
    /// Each kind, in the order of the tile data.
    pub(crate) kinds: Vec<KindOfTile>,
}

/// One kind of tile.
pub(crate) struct KindOfTile {
    /// Its id in the tile data.
    pub(crate) id: String,
    /// How many of it the box has.
    pub(crate) count: u8,
    /// Whether somebody described it, so that it is in no list of the rulebook.
    pub(crate) described: bool,
    /// What is printed on it, in words.
    pub(crate) told: String,
    /// The same as a picture.
    pub(crate) picture: Markup,
}

/// A game that has pages.
pub(crate) trait PageGame: OnShelf<Event: Bargains> {
    /// The options that stand in front on the start page; the others are under "more". `players` follows from the seats.
    const FEATURED: &'static [&'static str] = &[];
    /// Whether the start page asks which aids the readers of a table may have.
    const ASKS_AIDS: bool = false;
    /// Whose nouns are used.
    const WORLD: World = World::Old;

    /// What an option says for players who know another game that has it, where its default is the opposite: the key of
    /// the sentence.
    fn otherwise(_option: &str) -> Option<&'static str> {
        None
    }
    /// The action that a form sends: the verb, and what the game's own fields add to it.
    fn action(verb: &str, _fields: &Fields) -> String {
        verb.to_owned()
    }
    /// The tiles that its box holds, by kind, if it is one of those with a stack of tiles.
    fn stack() -> Option<String> {
        None
    }
    /// The kinds of tiles in its box, if it is one of those with tiles.
    fn kinds(_words: Words) -> Option<KindList> {
        None
    }
    /// Its table as a viewer may know it, with the aids that the table allows.
    fn table<'a>(&'a self, viewer: Viewer, history: &History<'a>, aids: Aids) -> GameTable<'a>;
    /// Why its rules refuse something, as a sentence in `lang`, with seats called by `names`.
    fn refusal(lang: Lang, names: &Names, why: &Self::Illegal) -> String;
    /// Whether the picture of a position marks what happened, and whether a turn ends with it.
    fn traces(event: &Self::Event) -> (bool, bool);
}
