//! The rulebook: one clause, a section, or what a search finds.

use super::answers::{ClauseText, Clauses};
use super::{Arguments, Caller, Effect, Language};
use crate::outcome::{Answer, Outcome, Refused};
use pages::{Lang, msg, rulebook_lang};
use rulebook::{Clause, chapter, chapters, clause, clauses};
use schemars::JsonSchema;
use serde::Deserialize;

/// The maximum number of clauses in an answer.
const CLAUSES: usize = 30;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LookUpClause {
    /// The id of a clause, such as `CATAN-ROB-5`, or of a section, such as `CATAN-ROB`.
    #[schemars(length(min = 1, max = 64))]
    clause: Option<String>,
    /// Words that a clause must contain, in the language of the answer. Give either this or `clause`.
    #[schemars(length(min = 1, max = 200))]
    search: Option<String>,
    /// The name of the game in whose rulebook is searched; all of them if left out.
    #[schemars(length(min = 1, max = 64))]
    game: Option<String>,
    /// The language of the answer: `en` or `de`.
    language: Option<Language>,
}

impl Arguments for LookUpClause {
    const NAME: &'static str = "look_up_clause";
    const ABOUT: &'static str = "Looks up rules: a clause or a section by its id, or all clauses with some words. Refusals name the \
                                 clause that stands against an action.";
    const EFFECT: Effect = Effect::Reads;
    type Data = Clauses;

    fn language(&self) -> Option<Language> {
        self.language
    }
    async fn run(self, caller: &Caller<'_>) -> Answer<Clauses> {
        let lang = rulebook_lang(caller.lang);
        let (found, missing) = match (&self.clause, &self.search) {
            (Some(id), None) => {
                let id = id.trim();
                (by_id(id, lang), msg!(caller.words(), "mcp-no-clause", clause = id))
            }
            (None, Some(search)) => {
                let search = search.trim();
                let game = known(self.game.as_deref(), lang)?;
                let found = rulebook::search(lang, game, search).into_iter().cloned().collect();
                (found, msg!(caller.words(), "mcp-no-clause-with", words = search))
            }
            _ => return Err(Refused::arguments("give either `clause`, an id, or `search`, some words")),
        };
        if found.is_empty() {
            return Err(Refused::new("unknown-clause", missing));
        }
        let total = found.len();
        let shown: Vec<&Clause> = found.iter().take(CLAUSES).collect();
        let mut texts: Vec<String> = shown.iter().map(|clause| in_words(clause)).collect();
        if total > shown.len() {
            texts.push(msg!(caller.words(), "mcp-clauses-more", n = total - shown.len()));
        }
        let told = |clause: &Clause| ClauseText {
            clause: clause.id.to_owned(),
            game: clause.game.to_owned(),
            heading: clause.heading.to_owned(),
            text: clause.text.clone(),
        };
        let clauses = shown.into_iter().map(told).collect();
        Ok(Outcome { text: texts.join("\n\n"), data: Clauses { clauses, total: total as u64 } })
    }
}

/// The game, if it has a rulebook.
fn known(game: Option<&str>, lang: rulebook::Lang) -> Result<Option<&str>, Refused> {
    let Some(game) = game else { return Ok(None) };
    if chapter(game, lang).is_some() {
        return Ok(Some(game));
    }
    let games: Vec<&str> = chapters(lang).iter().map(|book| book.game).collect();
    let message = format!("there is no rulebook of `{game}`; the games are {}", games.join(", "));
    Err(Refused::new("no-game", message))
}

/// The clause of this id, or those of this section.
fn by_id(id: &str, lang: rulebook::Lang) -> Vec<Clause> {
    if let Some(clause) = clause(id, lang) {
        return vec![clause.clone()];
    }
    let section = format!("{}-", id.to_ascii_uppercase());
    let all = chapters(lang).into_iter().flat_map(|book| clauses(&book));
    all.filter(|clause| clause.id.starts_with(&section)).collect()
}

fn in_words(clause: &Clause) -> String {
    format!("{} ({}): {}", clause.id, clause.heading, clause.text)
}

/// A clause in words; `None` for one that the book does not have.
pub(super) fn clause_in_words(id: &str, lang: Lang) -> Option<String> {
    clause(id, rulebook_lang(lang)).map(|clause| clause.text.clone())
}

/// A part of the rulebook that is a resource.
pub(crate) enum Page<'a> {
    /// All rules of a game.
    Game(&'a str),
    /// One clause.
    Clause(&'a str),
}

/// A resource of the rulebook as Markdown.
pub(crate) fn page_of_rules(page: Page<'_>, lang: Lang) -> Option<String> {
    let lang = rulebook_lang(lang);
    match page {
        Page::Game(game) => chapter(game, lang).map(|book| book.markdown.to_owned()),
        Page::Clause(id) => clause(id, lang).map(in_words),
    }
}
