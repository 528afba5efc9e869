//! The table of one of the three games, put together.

use super::desk::{self, Previews};
use super::table::{CarcassonneTable, Table, TileGame, headline};
use super::{picture, plain, refusal, side};
use crate::games::contract::PageGame;
use crate::model::{GameTable, Happened, History, Looked, Stage, TablePage, Tabletop, told};
use crate::parts::command::act_form;
use crate::parts::controls::{chooser, sheets, undo, watching, zoom};
use crate::parts::log::window;
use crate::parts::notice::notice;
use crate::parts::part::part;
use crate::parts::shell::icon;
use crate::parts::{asks, people, seats, talk};
use crate::words::{Aid, Aids, Lang, Names, Words, World, aid_name, say};
use ::carcassonne::{Event, Game, Illegal};
use ::draw::Style;
use game::Viewer;
use maud::{Markup, PreEscaped, html};
use shelf::{Events, GameKind, OnShelf, Refusal};

impl<R: TileGame> PageGame for Game<R>
where
    Game<R>: OnShelf<Event = Event, Illegal = Illegal>,
{
    const FEATURED: &'static [&'static str] = R::FEATURED;
    const ASKS_AIDS: bool = true;
    const WORLD: World = R::WORLD;

    fn stack() -> Option<String> {
        let game = Game::<R>::new(&R::Options::default());
        let kinds: Vec<String> =
            R::KINDS.iter().map(|kind| format!("{kind}:{}", game.tiles_left(kind))).collect();
        Some(kinds.join(" "))
    }
    fn table<'a>(&'a self, viewer: Viewer, history: &History<'a>, aids: Aids) -> GameTable<'a> {
        let open = |events: &Events| events.of::<Game<R>>().unwrap_or_default().to_vec();
        GameTable::from(CarcassonneTable {
            view: self.view(viewer),
            log: told(&history.log, open).into(),
            course: history.course,
            aids,
        })
    }
    fn refusal(lang: Lang, names: &Names, why: &Illegal) -> String {
        refusal(lang, names, why)
    }
    fn traces(event: &Event) -> (bool, bool) {
        picture::traces(event)
    }
}

impl<'a, R: TileGame> From<CarcassonneTable<'a, R>> for GameTable<'a> {
    fn from(table: CarcassonneTable<'a, R>) -> GameTable<'a> {
        GameTable::of(table)
    }
}

impl<R: TileGame> Tabletop for CarcassonneTable<'_, R> {
    fn kind(&self) -> GameKind {
        R::KIND
    }
    fn title(&self, page: &TablePage<'_>) -> String {
        let table = &Table::new(page, self);
        let (title, _) = headline(table);
        let call = table.call(&title);
        asks::marked(title, call.as_ref())
    }
    fn main(&self, page: &TablePage<'_>) -> Markup {
        let table = Table::new(page, self);
        if table.text { text(&table) } else { desk_of(&table) }
    }
    fn keys(&self, words: Words) -> Vec<(&'static str, String)> {
        vec![
            ("b", say!(words, "keys-board")),
            ("r", say!(words, "land-keys-turn")),
            ("1 … 9", say!(words, "land-keys-figure")),
            ("n", say!(words, "land-keys-none")),
            ("s", say!(words, "land-keys-second")),
            ("e", say!(words, "keys-end")),
            ("u", say!(words, "keys-undo")),
            ("f", aid_name(words, R::WORLD, Aid::Fields)),
            ("c", aid_name(words, R::WORLD, Aid::Cities)),
            ("w", aid_name(words, R::WORLD, Aid::Roads)),
            ("o", aid_name(words, R::WORLD, Aid::Open)),
            ("g", aid_name(words, R::WORLD, Aid::Fits)),
            ("h", say!(words, "land-keys-hand")),
            ("p", say!(words, "keys-players")),
            ("l", say!(words, "keys-log")),
        ]
    }
    fn preview(&self, page: &TablePage<'_>, action: &str) -> Option<Markup> {
        desk::preview(&Table::new(page, self), action)
    }
    fn board(&self, style: &Style) -> String {
        ::draw::carcassonne_svg(&picture::picture(&self.view, &self.log), style)
    }
    /// Nothing is hidden in these games, so there are no hands to show.
    fn replay(&self, page: &TablePage<'_>) -> Looked {
        let table = Table::again(page, self);
        let told = window(&self.log, page.seq).iter().filter_map(|line| match &line.what {
            Happened::Game(event) => Some((line.seq, side::tell(&table, &table.names, event))),
            Happened::Table(_) => None,
        });
        Looked {
            log: told.collect(),
            board: if table.text { plain::land(&table) } else { PreEscaped(picture::svg(&table)) },
            players: if table.text { side::players_in_words(&table) } else { side::players(&table) },
            hands: html! {},
            goal: None,
            world: table.world(),
        }
    }
}

/// Why something was refused.
fn refused<R: TileGame>(table: &Table<'_, R>, why: &Refusal) -> String {
    match R::RULE(why) {
        Some(illegal) => refusal(table.words.lang(), &table.names, illegal),
        None => why.message.clone(),
    }
}

/// With the picture of the board.
fn desk_of<R: TileGame>(table: &Table<'_, R>) -> Markup {
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
                div id="notices" { (notice(words, page, |why| refused(table, why))) }
                div id="board" data-key="b" data-try-space=[seated.then_some("place")] data-single="true" {
                    (PreEscaped(picture::svg(table)))
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
                (people::asked(words, page))
                (asks::question(words, page))
                (people::missing(words, page))
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
                (part(page, "section", "talk", talk::panel(words, page)))
            }
            (part(page, "nav", "sheets", sheets(words, page, &say!(words, "land-tiles"))))
        }
    }
}

/// In words: headings, lists and forms.
fn text<R: TileGame>(table: &Table<'_, R>) -> Markup {
    let (words, page) = (table.words, table.page);
    let (title, hint) = headline(table);
    html! {
        main id="main" class="plain land" data-table=(page.table) data-seq=(page.seq) data-version=(page.version)
            data-title=(title) data-your-turn=[(!table.legal.is_empty()).then_some("true")]
            data-presence=(page.people.presence) data-call=[table.call(&title)] {
            (act_form(page))
            header id="banner" { (banner(table, &title, &hint)) }
            div id="notices" { (notice(words, page, |why| refused(table, why))) }
            (people::asked(words, page))
            (people::missing(words, page))
            @if table.is_over() { (side::result(table)) }
            (watching(words, page))
            section id="dock" aria-labelledby="dock-title" {
                h2 id="dock-title" { (say!(words, "dock")) }
                div id="moves" class="moves" { (desk::moves(table)) (undo(words, page)) }
                (asks::question(words, page))
                @if !table.is_over() {
                    (desk::hand(table))
                    (desk::choices(table))
                    (desk::placements(table, Previews::Told))
                }
            }
            (part(page, "section", "players", side::players_in_words(table)))
            (people::panel(words, page))
            (plain::land(table))
            (side::toggles(table))
            (side::figures(table))
            (side::log(table))
            (part(page, "section", "talk", talk::panel(words, page)))
        }
    }
}

/// Whose turn it is, what is to be done, and how many tiles are left.
fn banner<R: TileGame>(table: &Table<'_, R>, title: &str, hint: &str) -> Markup {
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
