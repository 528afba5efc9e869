//! The interface between the pages and a game. Each game implements it in its own folder; `registry` dispatches to the game.

use crate::model::forms::Fields;
use crate::model::{GameTable, History};
use crate::parts::bargain::Logged;
use crate::parts::pins::Spot;
use crate::words::{Aids, Lang, Names, Words, World};
use game::Viewer;
use maud::Markup;
use shelf::OnShelf;

/// The kinds of tiles in a box.
pub(crate) struct KindList {
    /// The shared definitions that the pictures refer to.
    pub(crate) sheet: Markup,
    /// Each kind, in the order of the tile data.
    pub(crate) kinds: Vec<KindOfTile>,
}

/// One kind of tile.
pub(crate) struct KindOfTile {
    /// Its id in the tile data.
    pub(crate) id: String,
    /// The number of such tiles in the box.
    pub(crate) count: u8,
    /// Whether somebody described it, so that it is in no list of the rulebook.
    pub(crate) described: bool,
    /// A description of its print, in words.
    pub(crate) told: String,
    /// Its picture.
    pub(crate) picture: Markup,
}

/// A game that has pages.
pub(crate) trait PageGame: OnShelf<Event: Logged> {
    /// The options that the start page shows up front; the others are under "more". `players` follows from the seats.
    const FEATURED: &'static [&'static str] = &[];
    /// Whether the start page asks which aids the readers of a table may have.
    const ASKS_AIDS: bool = false;
    /// The world that supplies the nouns.
    const WORLD: World = World::Old;

    /// Returns the message key of an option's note for players who know another game in which the option has the opposite
    /// default.
    fn otherwise(_option: &str) -> Option<&'static str> {
        None
    }
    /// Assembles the action that a form sends from the verb and the game's own fields.
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
    /// Explains a refusal by its rules in a sentence in `lang`, with seats named by `names`.
    fn refusal(lang: Lang, names: &Names, why: &Self::Illegal) -> String;
    /// Whether the picture of a position marks the event, and whether the event ends a turn.
    fn traces(event: &Self::Event) -> (bool, bool);
    /// Returns the place on the picture of the board that an event has changed; `self` is the position after it.
    fn spot(&self, event: &Self::Event) -> Option<Spot>;
}
