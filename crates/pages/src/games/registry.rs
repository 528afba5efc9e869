//! Any game by its kind: each answers in its own folder.

use super::contract::{KindList, PageGame};
use crate::model::forms::{Fields, field};
use crate::model::{GameTable, History};
use crate::parts::bargain::{Bargain, Logged as _};
use crate::parts::pins::Spot;
use crate::words::{Aids, Lang, Names, UserError, Words, World, sentence};
use game::{Seat, Viewer};
use shelf::{AnyGame, Events, GameKind, Reason, Refusal, each, of_kind};

impl<'a> GameTable<'a> {
    /// Returns the table of a game from a viewer's perspective, with its history and the aids that the table allows.
    #[must_use]
    pub fn new(game: &'a AnyGame, viewer: Viewer, history: &History<'a>, aids: Aids) -> GameTable<'a> {
        each!(game, game => game.table(viewer, history, aids))
    }
}

/// The start page's data about a game.
pub(crate) struct Start {
    /// The options shown up front; the others are under "more".
    pub(crate) featured: &'static [&'static str],
    /// Returns the message key of an option's note for players who know another game that has it.
    pub(crate) otherwise: fn(&str) -> Option<&'static str>,
    /// Whether it asks which aids the readers of a table may have.
    pub(crate) asks_aids: bool,
    /// The world that supplies the nouns.
    pub(crate) world: World,
}

/// Whether tables of this game may give their readers aids.
#[must_use]
pub fn asks_aids(kind: GameKind) -> bool {
    start(kind).asks_aids
}

/// Returns the start page's data about a game.
pub(crate) fn start(kind: GameKind) -> Start {
    of_kind!(kind, G => Start {
        featured: G::FEATURED,
        otherwise: G::otherwise,
        asks_aids: G::ASKS_AIDS,
        world: G::WORLD,
    })
}

/// The tiles that the box of a game holds, by kind, if it is one of those with a stack of tiles.
pub(crate) fn stack(kind: GameKind) -> Option<String> {
    of_kind!(kind, G => G::stack())
}

/// The kinds of tiles in the box of a game, if it is one of those with tiles.
pub(crate) fn kinds(kind: GameKind, words: Words) -> Option<KindList> {
    of_kind!(kind, G => <G as PageGame>::kinds(words))
}

/// The action that `POST …/act` sends, as its text form.
///
/// Where the choice is open the field `action` holds the verb alone and the rest comes in fields of the game's own that
/// plain HTML can fill; the game puts them together.
///
/// ```
/// use shelf::GameKind;
/// let fields = [("action", "offer"), ("give-wool", "1"), ("want-ore", "0"), ("want-brick", "2"), ("to", "B")];
/// let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
/// assert_eq!(pages::forms::action(GameKind::Catan, &fields).unwrap(), "offer 1 wool for 2 brick to B");
/// ```
#[must_use]
pub fn action(kind: GameKind, fields: &Fields) -> Option<String> {
    let verb = field(fields, "action")?.trim();
    Some(of_kind!(kind, G => G::action(verb, fields)))
}

/// Returns the place on the picture of the board that an action would change last; `None` for one that changes nothing there.
pub(crate) fn spot(position: &AnyGame, seat: Seat, action: &str) -> Option<Spot> {
    fn last<G: PageGame>(after: &G, events: &Events) -> Option<Spot> {
        events.of::<G>().unwrap_or_default().iter().filter_map(|event| after.spot(event)).last()
    }
    let mut after = *position;
    let events = after.play(seat, action).ok()?;
    each!(&after, game => last(game, &events))
}

/// Explains a refusal by the rules of a game; `None` if no rule caused it.
pub(crate) fn rule(lang: Lang, names: &Names, why: &Refusal) -> Option<String> {
    match why.reason() {
        Reason::Rule(illegal) => of_kind!(illegal.kind(), G => {
            illegal.of::<G>().map(|illegal| G::refusal(lang, names, illegal))
        }),
        _ => None,
    }
}

/// Explains a refusal in a sentence in `lang`, with seats named by `names`. A refusal that no rule caused, such as an unreadable
/// text or an impossible position, is explained in English.
#[must_use]
pub fn refusal(lang: Lang, names: &Names, why: &Refusal) -> String {
    rule(lang, names, why).unwrap_or_else(|| why.message.clone())
}

/// Describes an error in a sentence.
#[must_use]
pub fn fault(lang: Lang, fault: &UserError) -> String {
    sentence(lang, fault, |why| refusal(lang, &Names::letters(), why))
}

/// The part of a step in the bargaining between players, if nothing else happened in it.
#[must_use]
pub fn bargain(step: &Events) -> Option<Bargain> {
    of_kind!(step.kind(), G => match step.of::<G>() {
        Some([only]) => only.bargain(),
        _ => None,
    })
}

/// Whether these steps, latest first, contain everything that the picture of a position marks: the changes of the current turn,
/// or else of the last turn that had any.
pub fn shows_last_turn<'e>(past: impl IntoIterator<Item = &'e Events>) -> bool {
    let mut is_marked = false;
    for events in past {
        let traces: Vec<(bool, bool)> = of_kind!(events.kind(), G => {
            events.of::<G>().unwrap_or_default().iter().map(G::traces).collect()
        });
        for (marks, ends_turn) in traces.into_iter().rev() {
            if ends_turn && is_marked {
                return true;
            }
            is_marked |= marks;
        }
    }
    false
}
