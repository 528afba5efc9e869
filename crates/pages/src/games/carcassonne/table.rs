//! The table of one of the three games, put together.

use super::aids::{self, Claim, Gap};
use super::desk::Previews;
use super::words::{Teller, World, aid_name};
use super::{CarcassonneTable, desk, each, plain, side};
use crate::model::{Happened, LogLine, Stage, TablePage};
use crate::pages::rules::clause_link;
use crate::pages::table::{act_form, chooser, notice, sheets, undo, watching, zoom};
use crate::parts::part::part;
use crate::parts::seats;
use crate::parts::shell::icon;
use crate::say;
use crate::words::{Aid, Aids, Mode, Names, Words};
use ::carcassonne::{Action, Event, Extras, Illegal, PerSeat, Phase, Points, Rules, View};
use game::Seat;
use maud::{Markup, PreEscaped, html};
use shelf::GameKind;

/// Everything the parts of the table need.
pub(crate) struct Table<'a, R: Rules> {
    pub(crate) words: Words,
    pub(crate) page: &'a TablePage<'a>,
    pub(crate) data: &'a CarcassonneTable<'a>,
    pub(crate) view: View<'a, R>,
    pub(crate) extras: Extras,
    pub(crate) names: Names,
    /// What the reader may do, in the order of the rules; nothing while seats are open.
    pub(crate) legal: Vec<Action>,
    pub(crate) you: Option<Seat>,
    /// Whether the board is told in words.
    pub(crate) text: bool,
    /// The aids the reader has, as far as the table allows them.
    pub(crate) aids: Aids,
    pub(crate) claims: Vec<Claim>,
    pub(crate) gaps: Vec<Gap>,
    /// The points of every seat if the game ended now.
    pub(crate) projected: PerSeat<Points>,
}

impl<'a, R: Rules> Table<'a, R> {
    fn new(page: &'a TablePage<'a>, data: &'a CarcassonneTable<'a>, view: View<'a, R>) -> Table<'a, R> {
        let words = Words::new(page.reader.lang);
        let you = page.you.filter(|_| page.stage == Stage::Playing);
        Table {
            words,
            page,
            data,
            view,
            extras: view.extras(),
            names: seats::names(words, page.seats, page.you),
            legal: you.map(|you| view.legal_actions(you).into_iter().collect()).unwrap_or_default(),
            you: page.you,
            text: page.reader.settings.mode == Mode::Text,
            aids: page.reader.settings.aids.and(data.aids),
            claims: aids::claims(&view),
            gaps: aids::gaps(&view),
            projected: aids::projected(&view).0,
        }
    }

    /// Tells things and events.
    pub(crate) fn teller(&self) -> Teller<'_> {
        Teller { words: self.words, names: &self.names, world: self.world() }
    }

    /// Whose nouns are used.
    pub(crate) fn world(&self) -> World {
        World::of(R::NAME)
    }

    pub(crate) fn name(&self, seat: Seat) -> String {
        self.names.plain(self.words, seat)
    }

    pub(crate) fn seats(&self) -> impl Iterator<Item = Seat> + use<R> {
        Seat::first(self.view.seats())
    }

    pub(crate) fn is_yours(&self) -> bool {
        self.you == Some(self.view.active())
    }

    /// What the table waits for from the reader.
    fn call(&self, title: &str) -> Option<String> {
        crate::parts::asks::call(self.page, !self.legal.is_empty(), self.is_yours(), title)
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.view.phase(), Phase::Over(_))
    }

    pub(crate) fn has(&self, aid: Aid) -> bool {
        self.aids.contains(aid)
    }

    /// Why something cannot be done, with the clause.
    pub(crate) fn why(&self, why: &Illegal) -> Markup {
        html! { span class="why" { (self.teller().refusal(why)) " " (clause_link(self.words, why.clause())) } }
    }

    /// The feature at a place.
    pub(crate) fn claim(&self, place: ::carcassonne::Place) -> Option<&Claim> {
        let id = self.view.land().feature_at(place)?;
        self.claims.iter().find(|claim| claim.id == id)
    }
}

/// The title of the page: whose turn it is, and what for.
pub(crate) fn title(page: &TablePage<'_>, data: &CarcassonneTable<'_>) -> String {
    each!(&data.view, view => {
        let table = &Table::new(page, data, *view);
        let (title, _) = headline(table);
        let call = table.call(&title);
        crate::parts::asks::marked(title, call.as_ref())
    })
}

/// The shortcuts of these games: the keys that carry a `data-key` below.
pub(crate) fn keys(words: Words, game: GameKind) -> Vec<(&'static str, String)> {
    vec![
        ("b", say!(words, "keys-board")),
        ("r", say!(words, "land-keys-turn")),
        ("1 … 9", say!(words, "land-keys-figure")),
        ("n", say!(words, "land-keys-none")),
        ("s", say!(words, "land-keys-second")),
        ("e", say!(words, "keys-end")),
        ("u", say!(words, "keys-undo")),
        ("f", aid_name(words, game, Aid::Fields)),
        ("c", aid_name(words, game, Aid::Cities)),
        ("w", aid_name(words, game, Aid::Roads)),
        ("o", aid_name(words, game, Aid::Open)),
        ("g", aid_name(words, game, Aid::Fits)),
        ("h", say!(words, "land-keys-hand")),
        ("p", say!(words, "keys-players")),
        ("l", say!(words, "keys-log")),
    ]
}

/// The `<main>` of the page.
pub(crate) fn main(page: &TablePage<'_>, data: &CarcassonneTable<'_>) -> Markup {
    each!(&data.view, view => {
        let table = Table::new(page, data, *view);
        if table.text { text(&table) } else { desk_of(&table) }
    })
}

/// What an action leads to, in lines ([`crate::preview`]).
pub(crate) fn preview(page: &TablePage<'_>, data: &CarcassonneTable<'_>, action: &str) -> Option<Markup> {
    each!(&data.view, view => desk::preview(&Table::new(page, data, *view), action))
}

/// A position of the game as it is looked at again. Nothing is hidden in these games, so there are no hands to show.
pub(crate) fn replay(
    page: &TablePage<'_>,
    data: &CarcassonneTable<'_>,
    lines: &[LogLine<Event>],
) -> crate::pages::replay::Parts {
    each!(&data.view, view => {
        let table = Table::new(page, data, *view);
        let told = lines.iter().filter_map(|line| match &line.what {
            Happened::Game(event) => Some((line.seq, side::tell(&table, event))),
            _ => None,
        });
        crate::pages::replay::Parts {
            log: told.collect(),
            board: if table.text { plain::land(&table) } else { PreEscaped(super::picture::svg(&table)) },
            players: if table.text { side::players_in_words(&table) } else { side::players(&table) },
            hands: html! {},
            goal: None,
        }
    })
}

/// With the picture of the board.
fn desk_of<R: Rules>(table: &Table<'_, R>) -> Markup {
    let (words, page) = (table.words, table.page);
    let (title, hint) = headline(table);
    let seated = table.you.is_some() && page.stage == Stage::Playing;
    html! {
        main id="main" class="desk land" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[(!table.legal.is_empty()).then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(&title)] {
            (act_form(page))
            header id="banner" { (banner(table, &title, &hint)) }
            section id="board-panel" aria-labelledby="board-heading" {
                h2 id="board-heading" class="unseen" { (say!(words, "land-board")) }
                div id="notices" { (notice(words, page, |why| crate::words::refusal(words.lang(), &table.names, why))) }
                div id="board" data-key="b" data-try-space=[seated.then_some("place")] data-single="true" {
                    (PreEscaped(super::picture::svg(table)))
                }
                (side::facts(table))
                // The client lights these on the board instead.
                div class="without-js" { (desk::placements_part(table)) }
                (zoom(words))
                p id="tip" class="js-only" hidden {}
                (part(page, "section", "aids", side::toggles(table)))
                (chooser())
            }
            div id="decision" {
                (crate::pages::people::asked(words, page))
                (crate::parts::asks::question(words, page))
                (crate::pages::people::missing(words, page))
            }
            @if table.is_over() { (side::result(table)) }
            (part(page, "section", "dock", html! {
                section id="dock" aria-label=(say!(words, "dock")) {
                    (watching(words, page))
                    @if !table.is_over() {
                        (desk::hand(table))
                        (desk::choices(table))
                    }
                }
            }))
            div id="moves" class="moves" { (undo(words, page)) (desk::moves(table)) }
            aside id="side" aria-label=(say!(words, "side")) {
                (side::players(table))
                (side::figures(table))
                (side::log(table))
                (part(page, "section", "talk", crate::parts::talk::panel(words, page)))
            }
            (part(page, "nav", "sheets", sheets(words, page, &say!(words, "land-tiles"))))
        }
    }
}

/// In words: headings, lists and forms.
fn text<R: Rules>(table: &Table<'_, R>) -> Markup {
    let (words, page) = (table.words, table.page);
    let (title, hint) = headline(table);
    html! {
        main id="main" class="plain land" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[(!table.legal.is_empty()).then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(&title)] {
            (act_form(page))
            header id="banner" { (banner(table, &title, &hint)) }
            div id="notices" { (notice(words, page, |why| crate::words::refusal(words.lang(), &table.names, why))) }
            (crate::pages::people::asked(words, page))
            (crate::pages::people::missing(words, page))
            @if table.is_over() { (side::result(table)) }
            (watching(words, page))
            section id="dock" aria-labelledby="dock-title" {
                h2 id="dock-title" { (say!(words, "dock")) }
                div id="moves" class="moves" { (desk::moves(table)) (undo(words, page)) }
                (crate::parts::asks::question(words, page))
                @if !table.is_over() {
                    (desk::hand(table))
                    (desk::choices(table))
                    (desk::placements(table, Previews::Told))
                }
            }
            (part(page, "section", "players", side::players_in_words(table)))
            (crate::pages::people::panel(words, page))
            (plain::land(table))
            (side::toggles(table))
            (side::figures(table))
            (side::log(table))
            (part(page, "section", "talk", crate::parts::talk::panel(words, page)))
        }
    }
}

/// Whose turn it is, what is to be done, and how many tiles are left.
fn banner<R: Rules>(table: &Table<'_, R>, title: &str, hint: &str) -> Markup {
    let words = table.words;
    let playing = !table.is_over() && table.page.stage == Stage::Playing;
    html! {
        @if playing { (seats::mark(words, table.view.active())) }
        div class="turn" {
            h1 id="turn" tabindex="-1" { (title) }
            @if !hint.is_empty() { p id="hint" { (hint) } }
        }
        @if playing {
            p id="stack" { (icon("stack")) strong { (table.view.stack_len()) } " "
                span class="stack-word" { (say!(words, "land-stack", n = table.view.stack_len())) } }
        }
    }
}

/// The one line that says what goes on, and the one below it that says what to do.
pub(crate) fn headline<R: Rules>(table: &Table<'_, R>) -> (String, String) {
    let w = table.words;
    if table.page.stage == Stage::Waiting {
        return (say!(w, "turn-waiting"), say!(w, "turn-waiting-hint"));
    }
    let yours = table.is_yours();
    let name = table.name(table.view.active());
    let world = table.world().key();
    let part = table.extras.part.unwrap_or(1);
    let hint = |key: &str| if yours && !table.text { w.or(key, "") } else { String::new() };
    macro_rules! by {
        ($you:literal, $other:literal) => {
            by!($you, $other, part)
        };
        ($you:literal, $other:literal, $part:expr) => {
            if yours {
                say!(w, $you, world = world, part = $part)
            } else {
                say!(w, $other, name = name.as_str(), world = world, part = $part)
            }
        };
    }
    match table.view.phase() {
        Phase::DrawingStart => (say!(w, "land-turn-start"), String::new()),
        Phase::Drawing => (say!(w, "land-turn-drawing", name = name), String::new()),
        Phase::Placing { .. } if part > 1 => {
            (by!("land-turn-placing-second-you", "land-turn-placing-second"), hint("land-hint-placing"))
        }
        Phase::Placing { .. } => {
            (by!("land-turn-placing-you", "land-turn-placing"), hint("land-hint-placing"))
        }
        Phase::Deploying { .. } => {
            (by!("land-turn-deploying-you", "land-turn-deploying"), hint("land-hint-deploying"))
        }
        Phase::OfferingSecond => {
            (by!("land-turn-second-you", "land-turn-second", part + 1), hint("land-hint-second"))
        }
        Phase::Settling => (by!("land-turn-settling-you", "land-turn-settling"), hint("land-hint-settling")),
        Phase::Over(outcome) => {
            let winners: Vec<String> = outcome.winners.into_iter().map(|seat| table.name(seat)).collect();
            let title = match (outcome.winners.len(), table.you) {
                (1, Some(you)) if outcome.winners.contains(you) => say!(w, "turn-won-you"),
                (0, _) => say!(w, "turn-no-winner"),
                (1, _) => say!(w, "turn-won", name = w.list(&winners)),
                _ => say!(w, "land-turn-won-together", names = w.list(&winners)),
            };
            (title, String::new())
        }
    }
}
