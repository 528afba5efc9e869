//! The page of the puzzles: one of each game a day.

use crate::model::{ExerciseEnd, ExerciseState};
use crate::parts::shell::{Load, Shell};
use crate::words::{Reader, Words, msg};
use maud::{Markup, html};
use shelf::GameKind;

/// `GET /puzzles`.
#[derive(Clone, Debug)]
pub struct PuzzlesPage<'a> {
    /// The reader.
    pub reader: &'a Reader,
    /// Whether attempts on this page are rated at all: the static site has no ratings.
    pub rates: bool,
    /// The rating of the reader: its value, its uncertainty, the puzzles tried and solved; `None` where nothing counts yet.
    pub rating: Option<[i32; 4]>,
    /// Today's puzzle of each game.
    pub today: &'a [PuzzleLine],
}

/// A puzzle on the page.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleLine {
    /// The game.
    pub game: GameKind,
    /// The number of the puzzle, from 1.
    pub at: usize,
    /// The number of puzzles of the game.
    pub count: usize,
    /// How far the reader has come with it.
    pub state: ExerciseState,
    /// Its rating, rounded, where people have tried it.
    pub rating: Option<i32>,
}

/// Renders the page.
#[must_use]
pub fn puzzles(page: &PuzzlesPage<'_>) -> Markup {
    let words = Words::new(page.reader.lang);
    let title = msg!(words, "puzzles-title");
    let main = html! {
        main id="main" class="narrow coach" {
            h1 { (title) }
            p class="lead" { (msg!(words, "puzzles-about")) }
            @for line in page.today { (today(words, page, line)) }
            @if page.rates { (rating(words, page.rating)) }
        }
    };
    Shell { load: Load::Table, ..Shell::new(page.reader, &title, main) }.render()
}

/// Renders today's puzzle of a game.
fn today(words: Words, page: &PuzzlesPage<'_>, line: &PuzzleLine) -> Markup {
    let address = format!("/puzzles/{}/{}", line.game, line.at);
    let settings = &page.reader.settings;
    let look = format!(
        "theme={}&board={}&names={}",
        settings.theme.text(),
        settings.board.text(),
        settings.names.text()
    );
    let id = format!("puzzle-{}", line.game);
    let state = match line.state.end {
        Some(ExerciseEnd::Found) => "puzzles-solved",
        Some(ExerciseEnd::Shown) => "puzzles-shown",
        None if line.state.tried => "puzzles-tried",
        None => "puzzles-open",
    };
    html! {
        section class="card" aria-labelledby=(id) {
            h2 id=(id) { (words.game_title(line.game.name())) }
            @if settings.mode != crate::words::Mode::Text {
                figure class="line" { img src={ (address) "/board.svg?" (look) } loading="lazy" alt=(msg!(words, "puzzles-board")); }
            }
            p {
                (msg!(words, "puzzle-step", at = line.at, count = line.count)) " · " (words.or(state, ""))
                @if let Some(rating) = line.rating { " · " (msg!(words, "puzzle-rating", rating = rating)) }
            }
            p { a class="button primary" href=(address) { (msg!(words, "puzzles-solve")) } }
        }
    }
}

/// Renders the rating of the reader.
fn rating(words: Words, rating: Option<[i32; 4]>) -> Markup {
    html! {
        section class="card" id="puzzle-rating" aria-labelledby="puzzle-rating-title" {
            h2 id="puzzle-rating-title" { (msg!(words, "puzzles-rating")) }
            @if let Some([value, uncertainty, tried, solved]) = rating {
                p { (msg!(words, "puzzles-rated", rating = value, error = uncertainty, tried = tried, solved = solved)) }
            }
            p class="hint" { (msg!(words, "puzzles-rating-about")) }
        }
    }
}
