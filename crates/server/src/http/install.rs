//! The files that browsers need to install the site as an app, and the picture that chats show for a link to a table.

use super::App;
use super::answer::see_other;
use super::parts::asked;
use super::problem::Problem;
use super::request::{TablePath, Visitor};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use game::Viewer;
use live::work::Token;
use pages::{Aids, GameTable, History, Lang, Reader};

/// The routes of the manifest, the service worker, its page, and the picture of a table.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/manifest.webmanifest", get(manifest))
        .route("/sw.js", get(service_worker))
        .route("/offline", get(offline))
        .route("/t/{id}/picture.png", get(picture))
}

/// Returns a file that browsers revalidate, since an update of the server leaves its address as it is.
fn revalidated(content_type: &'static str, body: String) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, body).into_response()
}

/// The language that the address asks for, or else that of the reader.
fn language(visitor: &Visitor, uri: &Uri) -> Lang {
    asked(uri, "lang").and_then(|tag| Lang::of_tag(&tag)).unwrap_or(visitor.reader.lang)
}

/// `GET /manifest.webmanifest`
async fn manifest(visitor: Visitor, uri: Uri) -> Response {
    let manifest = pages::manifest(language(&visitor, &uri), visitor.reader.house.as_deref());
    revalidated("application/manifest+json", manifest)
}

/// `GET /sw.js`
async fn service_worker(visitor: Visitor, uri: Uri) -> Response {
    revalidated("text/javascript; charset=utf-8", pages::service_worker(language(&visitor, &uri)))
}

/// `GET /offline`. The browser keeps it, so it says nothing of the person who asks.
async fn offline(visitor: Visitor, uri: Uri) -> Html<String> {
    let lang = language(&visitor, &uri);
    let reader =
        Reader { lang, settings: visitor.reader.settings, house: visitor.reader.house, ..Reader::default() };
    Html(pages::offline(&reader).into_string())
}

/// `GET /t/{id}/picture.png`: the public part of the current position; the icon of the site while there is no board.
async fn picture(State(app): State<App>, TablePath(live): TablePath) -> Result<Response, Problem> {
    let draw = move |_: &Token| {
        let game = {
            let host = live.look();
            // Before the game begins there is a board only if it is played on from a position.
            let start = || host.start().filter(|_| host.is_from_position());
            host.game_at(host.version()).or_else(start)
        };
        game.map(|game| {
            let history = History::default();
            pages::board_png(&GameTable::new(&game, Viewer::Spectator, &history, Aids::NONE))
        })
    };
    let Some(png) = app.work(draw).await? else { return Ok(see_other(&pages::asset_url("icon-512.png"))) };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/png")),
        // Chats ask again and again while a link is shown.
        (header::CACHE_CONTROL, HeaderValue::from_static("max-age=60")),
    ];
    Ok((headers, png).into_response())
}
