//! The rulebooks, how to play, and the kinds of tiles.

use crate::message::{Request, Response};
use crate::request_error::RequestError;
use crate::visitor::Visitor;
use pages::{KindsPage, Lang, RulesPage, RulesSearch, UserError};

/// The longest search, in letters.
const SEARCH_MAX: usize = 100;

/// Answers an address of the rules.
pub(crate) fn route(rest: &[&str], request: &Request, visitor: &Visitor) -> Result<Response, RequestError> {
    let reader = &visitor.reader;
    let lang = request.asked("lang").and_then(|tag| Lang::of_tag(&tag));
    let html = match rest {
        [] => Some(pages::all_rules(reader)),
        ["search"] => {
            let words: String = request.asked("q").unwrap_or_default().chars().take(SEARCH_MAX).collect();
            let game = request.asked("game").filter(|game| !game.is_empty());
            Some(pages::rules_search(&RulesSearch { reader, words: &words, game: game.as_deref(), lang }))
        }
        [game, "how-to-play"] => pages::how_to_play(&RulesPage { reader, game, lang, from: None }),
        [game, "kinds"] => {
            let counted: Vec<(String, String)> = request
                .query()
                .into_iter()
                .map(|(kind, count)| (kind, count.trim().to_owned()))
                .filter(|(kind, count)| kind != "lang" && !count.is_empty())
                .collect();
            pages::kinds(&KindsPage { reader, game, counted: &counted })
        }
        [what] => return rules(what, lang, request, visitor),
        _ => None,
    };
    html.map(|html| Response::page(200, html.into_string())).ok_or_else(RequestError::not_found)
}

/// The rules of a game, or the place of a clause. A clause that was opened from a table or a lesson leads back there.
fn rules(
    what: &str,
    lang: Option<Lang>,
    request: &Request,
    visitor: &Visitor,
) -> Result<Response, RequestError> {
    let from = request.asked("from").filter(|path| may_lead_back(path));
    let page = RulesPage { reader: &visitor.reader, game: what, lang, from: from.as_deref() };
    if let Some(html) = pages::rules(&page) {
        return Ok(Response::page(200, html.into_string()));
    }
    let url = pages::clause_url(what, lang.unwrap_or(visitor.reader.lang))
        .ok_or_else(|| UserError::NoClause(what.to_owned()))?;
    let came_from = request.from.split(['?', '#']).next().filter(|path| may_lead_back(path));
    let Some(from) = came_from else { return Ok(Response::see_other(&url)) };
    let (page, clause) = url.split_once('#').unwrap_or((&url, ""));
    let from: String = form_urlencoded::byte_serialize(from.as_bytes()).collect();
    Ok(Response::see_other(&format!("{page}&from={from}#{clause}")))
}

/// Whether a path is one to which the rules lead back: a table or a lesson.
fn may_lead_back(path: &str) -> bool {
    path.starts_with("/t/") || path.starts_with("/learn/")
}
