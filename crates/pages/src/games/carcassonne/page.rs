//! The table of one of the three games, put together.

use super::desk::{self, Previews};
use super::table::{CarcassonneTable, Table, TileGame, headline, hides_names};
use super::topics::topics;
use super::words::Narrator;
use super::{picture, plain, refusal, side};
use crate::games::contract::{KindList, KindOfTile, PageGame};
use crate::model::{GameTable, History, PlainLine, PositionView, TablePage, TableStage, Tabletop, told};
use crate::parts::layout::{self, Layout};
use crate::parts::part::part;
use crate::parts::pins::Spot;
use crate::parts::shell::icon;
use crate::parts::{asks, log, seats};
use crate::words::{Aid, Aids, Lang, Names, Words, World, aid_name, msg};
use ::carcassonne::own_box::box_of;
use ::carcassonne::{Action, Event, Game, Illegal, Rotation};
use ::draw::Style;
use bots::advice::Reason;
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
    fn kinds(words: Words) -> Option<KindList> {
        let style = picture::sheet_style();
        let names = Names::letters();
        let narrator = Narrator { words, names: &names, world: R::WORLD, seen: true, pictures: false };
        let own = box_of(R::KINDS);
        let kinds = own.iter().map(|&(kind, count)| KindOfTile {
            id: kind.to_string(),
            count,
            described: kind.is_described(),
            told: narrator.tile(kind, Rotation::default()),
            picture: PreEscaped(::draw::carcassonne::tile_use(kind, &style)),
        });
        let sheet = PreEscaped(::draw::carcassonne::sheet_svg(own.iter().map(|&(kind, _)| kind), &style));
        Some(KindList { sheet, kinds: kinds.collect() })
    }
    fn table<'a>(&'a self, viewer: Viewer, history: &History<'a>, aids: Aids) -> GameTable<'a> {
        let open = |events: &'a Events| events.of::<Game<R>>().unwrap_or_default().iter().copied();
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
    fn spot(&self, event: &Event) -> Option<Spot> {
        picture::spot(self.land().tiles(), event)
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
        let table = &Table::new(page, self);
        layout::main(table.words, page, &laid_out(table))
    }
    fn keys(&self, words: Words) -> Vec<(&'static str, String)> {
        vec![
            ("b", msg!(words, "keys-board")),
            ("r", msg!(words, "land-keys-turn")),
            ("1 … 9", msg!(words, "land-keys-figure")),
            ("n", msg!(words, "land-keys-none")),
            ("s", msg!(words, "land-keys-second")),
            ("e", msg!(words, "keys-end")),
            ("u", msg!(words, "keys-undo")),
            ("f", aid_name(words, R::WORLD, Aid::Fields)),
            ("c", aid_name(words, R::WORLD, Aid::Cities)),
            ("w", aid_name(words, R::WORLD, Aid::Roads)),
            ("o", aid_name(words, R::WORLD, Aid::Open)),
            ("g", aid_name(words, R::WORLD, Aid::Fits)),
            ("h", msg!(words, "land-keys-hand")),
            ("p", msg!(words, "keys-players")),
            ("l", msg!(words, "keys-log")),
        ]
    }
    fn refusal(&self, page: &TablePage<'_>, why: &Refusal) -> String {
        let Some(illegal) = R::RULE(why) else { return why.message.clone() };
        let words = Words::new(page.reader.lang);
        let names = seats::names(words, page.seats, page.you);
        let seen = hides_names(page);
        Narrator { words, names: &names, world: R::WORLD, seen, pictures: false }.refusal(illegal)
    }
    fn preview(&self, page: &TablePage<'_>, action: &str) -> Option<Markup> {
        desk::preview(&Table::new(page, self), action)
    }
    fn board(&self, style: &Style) -> String {
        ::draw::carcassonne_svg(&picture::picture(&self.view, &self.log), style)
    }
    fn summary(&self, page: &TablePage<'_>) -> Markup {
        let table = &Table::new(page, self);
        let hand = html! { @if !table.is_over() { (desk::hand(table)) (desk::turns(table)) } };
        html! { (hand) (side::players_in_words(table)) }
    }
    fn position(&self, page: &TablePage<'_>) -> Markup {
        let table = &Table::new(page, self);
        html! { (self.summary(page)) (side::figures(table)) (plain::land(table)) }
    }
    fn actions(&self, page: &TablePage<'_>, actions: &[String]) -> Vec<Option<String>> {
        let table = &Table::new(page, self);
        actions.iter().map(|text| desk::in_words(table, text.parse().ok()?)).collect()
    }
    fn advised(&self, page: &TablePage<'_>, action: &str) -> String {
        let table = &Table::new(page, self);
        let Ok(action) = action.parse() else { return action.to_owned() };
        let label = || table.narrator().action(action);
        if let Action::Place { cell, .. } = action {
            // Beside a picture without names, two places would have the same words.
            let (around, number) = table.surroundings(cell);
            return match number {
                Some(n) => {
                    msg!(table.words, "land-advised-number", action = label(), around = around, n = n)
                }
                None => msg!(table.words, "land-advised-place", action = label(), around = around),
            };
        }
        desk::in_words(table, action).unwrap_or_else(label)
    }
    fn clause_of(&self, reason: &Reason) -> Option<&'static str> {
        match (reason, R::WORLD) {
            (Reason::Returns { .. }, World::Old) => Some("CARC-SCORE-5"),
            (Reason::Returns { .. }, World::New) => Some("MAY-SCORE-5"),
            (Reason::SecondTile, _) => Some("TB-DOUBLE-1"),
            _ => None,
        }
    }
    fn world(&self) -> World {
        R::WORLD
    }
    fn plain_lines_after(&self, page: &TablePage<'_>, after: u64) -> Vec<PlainLine> {
        let table = &Table::new(page, self);
        log::plain_lines_after(table.words, page, &table.names, table.log, after, |names, n, event| {
            side::tell(table, names, &table.log[..n], event)
        })
    }
    /// Nothing is hidden in these games, so there are no hands to show.
    fn replay(&self, page: &TablePage<'_>) -> PositionView {
        let table = Table::again(page, self);
        PositionView {
            log: log::looked_at(table.words, page, &table.names, &self.log, |names, n, event| {
                side::tell(&table, names, &self.log[..n], event)
            }),
            board: if table.text { plain::land(&table) } else { PreEscaped(picture::svg(&table)) },
            players: if table.text { side::players_in_words(&table) } else { side::players(&table) },
            hands: html! {},
            goal: None,
            world: table.world(),
        }
    }
}

/// Lays out the page.
fn laid_out<R: TileGame>(table: &Table<'_, R>) -> Layout {
    let (words, page, text) = (table.words, table.page, table.text);
    let headline = headline(table);
    let playing = !table.is_over() && page.stage == TableStage::Playing;
    let decides = html! { @if !table.is_over() { (desk::hand(table)) (desk::choices(table)) } };
    let shared = Layout {
        class: " land",
        topics: topics(table),
        acts: !table.legal.is_empty(),
        call: table.call(&headline.0),
        mark: playing.then_some(table.view.active()),
        top: stack(table, playing),
        result: html! { @if table.is_over() { (side::result(table)) } },
        moves: desk::moves(table),
        log: side::log(table),
        headline,
        ..Layout::default()
    };
    if text {
        return Layout {
            board: plain::land(table),
            places: html! { @if !table.is_over() { (desk::placements(table, Previews::Told)) } },
            dock: decides,
            players: part(page, "section", "players", side::players_in_words(table)),
            figures: html! { (side::toggles(table)) (side::figures(table)) },
            ..shared
        };
    }
    Layout {
        board_title: msg!(words, "land-board"),
        tries: [
            None,
            None,
            None,
            (table.you.is_some() && page.stage == TableStage::Playing).then_some("place"),
        ],
        single: true,
        board: PreEscaped(picture::svg(table)),
        facts: side::facts(table),
        places: desk::placements_part(table),
        aids: html! {
            p id="tip" class="js-only" aria-hidden="true" hidden {}
            (side::toggles(table))
        },
        dock: part(page, "section", "dock", layout::dock(words, page, decides)),
        players: side::players(table),
        figures: side::figures(table),
        figures_title: msg!(words, "land-tiles"),
        ..shared
    }
}

/// Renders the number of tiles left.
fn stack<R: TileGame>(table: &Table<'_, R>, playing: bool) -> Markup {
    let words = table.words;
    html! {
        @if playing {
            p id="stack" { (icon("stack")) strong { (table.view.stack_len()) } " "
                span class="stack-word" data-widest=(msg!(words, "land-stack", n = 2)) {
                    (msg!(words, "land-stack", n = table.view.stack_len()))
                } }
        }
    }
}
