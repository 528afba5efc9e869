//! The table of a game whose page needs only a board, players and a log. Such a game implements [`PlainGame`]; nothing in it is
//! hidden, and each of its actions targets one place on the board.

use super::contract::PageGame;
use super::registry::refusal;
use crate::model::{
    Cues, GameTable, History, LogLine, PlainLine, PositionView, RenderedLine, TablePage, TableStage,
    Tabletop, told,
};
use crate::parts::holdings::{self, Holdings};
use crate::parts::layout::{self, Layout, board_style};
use crate::parts::standings::{self, PointPart};
use crate::parts::story::story;
use crate::parts::{asks, log, seats};
use crate::words::{Mode, Names, Words, World, msg};
use ::draw::Style;
use game::{Legal, Seat, SeatSet, Turn};
use maud::{Markup, PreEscaped, html};
use shelf::{Events, GameKind, Refusal};

pub(crate) use crate::parts::standings::won;

/// A game with a plain table: the parts that only the game itself knows.
pub(crate) trait PlainGame: PageGame {
    /// The verb of the action that a click on a place tries, lit or not.
    const TRIES: &'static str;

    /// Returns the status line while the game goes on; `acts` says that the reader is to decide.
    fn headline(&self, words: Words, names: &Names, acts: bool) -> String;
    /// Returns the description of the picture for screen readers.
    fn description(words: Words) -> String;
    /// Draws the picture, with the legal places lit.
    fn picture(&self, legal: &[Self::Action], style: &Style) -> String;
    /// The board in words, line by line.
    fn in_words(&self, words: Words, names: &Names) -> Vec<String>;
    /// Returns the target of an action, and its button label.
    fn button(words: Words, action: Self::Action) -> (String, String);
    /// Returns a line of the log: its seat, its sentence, and the place it refers to.
    fn tell(words: Words, names: &Names, event: &Self::Event) -> (Option<Seat>, String, Option<String>);
}

/// The table of such a game.
pub(crate) fn table<'a, G: PlainGame>(game: &'a G, history: &History<'a>) -> GameTable<'a> {
    let open = |events: &'a Events| events.of::<G>().unwrap_or_default().iter().copied();
    GameTable::of(PlainTable { game, log: told(&history.log, open) })
}

struct PlainTable<'a, G: PlainGame> {
    game: &'a G,
    log: Vec<LogLine<G::Event>>,
}

/// A plain table as one reader sees it.
struct Table<'a, G: PlainGame> {
    game: &'a G,
    page: &'a TablePage<'a>,
    words: Words,
    names: Names,
    /// The seats that are to act.
    due: SeatSet,
    /// The reader's legal actions.
    legal: Vec<G::Action>,
}

impl<'a, G: PlainGame> Table<'a, G> {
    fn new(game: &'a G, page: &'a TablePage<'a>) -> Table<'a, G> {
        let words = Words::new(page.reader.lang);
        let you = page.you.filter(|_| page.stage == TableStage::Playing);
        let list = you.map(|you| game.legal_actions(you)).filter(|list| !list.is_empty());
        let due = if let Turn::Decide(due) = game.turn() { due } else { SeatSet::EMPTY };
        let legal = list.into_iter().flatten().collect();
        Table { game, page, words, names: seats::names(words, page.seats, page.you), due, legal }
    }

    fn headline(&self) -> String {
        match self.game.turn() {
            Turn::Over(outcome) => standings::won(self.words, &self.names, outcome.winners),
            _ => self.game.headline(self.words, &self.names, !self.legal.is_empty()),
        }
    }

    fn call(&self) -> Option<String> {
        asks::call(self.page, !self.legal.is_empty(), true, "")
    }

    fn points(&self, seat: Seat) -> Vec<PointPart> {
        let part = |(name, points)| PointPart {
            name: self.words.or(&format!("points-{name}"), name),
            points: u32::try_from(points).unwrap_or(0),
            each: None,
        };
        G::parts(&self.game.points(seat)).into_iter().map(part).collect()
    }

    fn players(&self) -> Markup {
        let holdings = |seat| Holdings { points: self.points(seat), ..Holdings::default() };
        holdings::players(self.words, self.page, self.due, holdings)
    }

    fn board(&self) -> Markup {
        let (words, reader) = (self.words, self.page.reader);
        let title = msg!(words, "board-title");
        if reader.settings.mode == Mode::Picture {
            let style = board_style(reader, title, G::description(words));
            return PreEscaped(self.game.picture(&self.legal, &style));
        }
        html! {
            section id="board" aria-labelledby="board-heading" {
                h2 id="board-heading" { (title) }
                ul class="lying" { @for line in self.game.in_words(words, &self.names) { li { (line) } } }
            }
        }
    }

    fn places(&self) -> Markup {
        html! {
            @if !self.legal.is_empty() {
                ul class="places" {
                    @for &action in &self.legal {
                        @let (place, text) = G::button(self.words, action);
                        li {
                            button type="submit" form="act" name="action" value=(action) data-action=(action)
                                data-place=(place) { (text) }
                        }
                    }
                }
            }
        }
    }

    fn tell(&self, names: &Names, event: &G::Event) -> RenderedLine {
        let (seat, sentence, place) = G::tell(self.words, names, event);
        let mut cues = Cues::default();
        if let (Some(place), (true, _)) = (&place, G::traces(event)) {
            cues.come(place);
        }
        RenderedLine {
            seat,
            sign: None,
            sentence,
            sound: "soft",
            place,
            ends_turn: G::traces(event).1,
            cues,
            toast: false,
        }
    }
}

impl<G: PlainGame> Tabletop for PlainTable<'_, G> {
    fn kind(&self) -> GameKind {
        G::KIND
    }
    fn title(&self, page: &TablePage<'_>) -> String {
        let table = Table::new(self.game, page);
        asks::marked(table.headline(), table.call().as_ref())
    }
    fn main(&self, page: &TablePage<'_>) -> Markup {
        let table = &Table::new(self.game, page);
        let words = table.words;
        let is_over = matches!(self.game.turn(), Turn::Over(_));
        let ranked = standings::ranked(page, |seat| table.points(seat));
        let layout = Layout {
            acts: !table.legal.is_empty(),
            call: table.call(),
            mark: table.due.lowest(),
            board_title: msg!(words, "board-title"),
            tries: [None, None, None, page.you.map(|_| G::TRIES)],
            single: true,
            board: table.board(),
            places: table.places(),
            result: html! {
                @if is_over {
                    @let story = story(words, &table.names, &ranked, page.statistics);
                    (standings::result(words, page, &table.names, &ranked, &story, html! {}))
                }
            },
            players: table.players(),
            log: log::log(words, page, &table.names, &self.log, |names, _, event| table.tell(names, event)),
            headline: (table.headline(), String::new()),
            ..Layout::default()
        };
        layout::main(words, page, &layout)
    }
    fn keys(&self, words: Words) -> Vec<(&'static str, String)> {
        vec![
            ("b", msg!(words, "keys-board")),
            ("u", msg!(words, "keys-undo")),
            ("p", msg!(words, "keys-players")),
            ("l", msg!(words, "keys-log")),
        ]
    }
    fn refusal(&self, page: &TablePage<'_>, why: &Refusal) -> String {
        let names = seats::names(Words::new(page.reader.lang), page.seats, page.you);
        refusal(page.reader.lang, &names, why)
    }
    fn board(&self, style: &Style) -> String {
        self.game.picture(&[], style)
    }
    fn actions(&self, page: &TablePage<'_>, actions: &[String]) -> Vec<Option<String>> {
        let words = Words::new(page.reader.lang);
        let in_words = |action| G::button(words, action).1;
        actions.iter().map(|text| text.parse().ok().map(in_words)).collect()
    }
    fn plain_lines_after(&self, page: &TablePage<'_>, after: u64) -> Vec<PlainLine> {
        let table = Table::new(self.game, page);
        log::plain_lines_after(table.words, page, &table.names, &self.log, after, |names, _, event| {
            table.tell(names, event)
        })
    }
    fn replay(&self, page: &TablePage<'_>) -> PositionView {
        let table = Table { legal: Vec::new(), ..Table::new(self.game, page) };
        PositionView {
            log: log::looked_at(table.words, page, &table.names, &self.log, |names, _, event| {
                table.tell(names, event)
            }),
            board: table.board(),
            players: table.players(),
            hands: html! {},
            goal: None,
            world: World::default(),
        }
    }
}
