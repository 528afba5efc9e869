//! The reader's games, and the pages of people who show one to others, which the API has as well.

use super::App;
use super::answer::{fresh, page, see_other};
use super::parts::query;
use super::problem::{ErrorCode, Problem};
use super::request::{Form, Visitor};
use super::site::PathTail;
use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, Router};
use live::accounts::Requester;
use live::ratings::Rating;
use live::storing::{change, read};
use live::work::Token;
use pages::forms::field;
use pages::{GamesFilter, GamesPage, OwnPage, PersonPage, RatingLine, SeatInfo, TableSummary};
use present::summary::Line;
use serde::Serialize;
use store::{Change, ResultChange};
use table::keys::KeyHash;
use table::moment::iso_8601;
use utoipa::ToSchema;

/// The most tables of a person that the page of their games lists, the latest first.
const LISTED: usize = 200;

/// The routes of these pages.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/games", get(games))
        .route("/games/page", post(show_page))
        .route("/people/{name}", get(person))
}

/// The routes below `/api/v1`.
pub(crate) fn api() -> Router<App> {
    Router::new().route("/people/{name}", get(person_data))
}

/// A rating as a page shows it.
fn rating_line(rating: &Rating) -> RatingLine<'_> {
    RatingLine {
        game: &rating.game,
        seats: rating.seats,
        games: rating.games,
        won: rating.won,
        value: rating.value().round() as i32,
        uncertainty: rating.uncertainty().round() as i32,
    }
}

/// Returns whether others see the page of a person.
async fn is_shown(app: &App, person: KeyHash) -> Result<bool, Problem> {
    Ok(read(app.hub.store(), move |store| store.is_shown(person)).await?)
}

/// `GET /games?game=…&result=…&opponents=…`
async fn games(State(app): State<App>, visitor: Visitor, uri: Uri) -> Result<Response, Problem> {
    let filter = GamesFilter::read(&query(&uri));
    let (mut tables, mut ratings, mut own) = (Vec::new(), Vec::new(), None);
    if let Some(holder) = visitor.holder() {
        tables = app.hub.latest_tables_of(holder, LISTED).await?;
        ratings = app.hub.ratings().of(holder).await?;
        if let Some(name) = app.accounts.kept(holder).await?.name {
            own = Some((name, is_shown(&app, holder).await?));
        }
    }
    let render = move |_: &Token| {
        let lines: Vec<Line> = tables.into_iter().map(|table| Line::new(table, visitor.holder())).collect();
        let seats: Vec<Vec<SeatInfo<'_>>> = lines.iter().map(Line::seats).collect();
        let tables: Vec<TableSummary<'_>> =
            lines.iter().zip(&seats).map(|(line, seats)| line.summary(seats)).collect();
        let own = own.as_ref().map(|(name, shown)| OwnPage { name, shown: *shown });
        let ratings: Vec<RatingLine<'_>> = ratings.iter().map(rating_line).collect();
        pages::games(&GamesPage { reader: &visitor.reader, tables: &tables, filter, ratings: &ratings, own })
            .into_string()
    };
    Ok(page(StatusCode::OK, app.work(render).await?))
}

/// `POST /games/page`: shows the reader's page to others, or to nobody else.
async fn show_page(State(app): State<App>, visitor: Visitor, form: Form) -> Result<Response, Problem> {
    let signed_out = || {
        Problem::new(ErrorCode::BadRequest, "only somebody with an account can show a page; sign in first")
    };
    let person = visitor.holder().ok_or_else(signed_out)?;
    app.accounts.kept(person).await?.name.ok_or_else(signed_out)?;
    app.may_act(person)?;
    let shown = match field(&form.0, "shown") {
        Some("yes") => true,
        Some("no") => false,
        _ => return Err(Problem::new(ErrorCode::BadRequest, "`shown` is `yes` or `no`")),
    };
    change(app.hub.store(), vec![Change::Results(ResultChange::Show { person, shown })]).await?;
    Ok(see_other("/games#own-page"))
}

/// The part of a person that others may see.
struct PersonShown {
    name: String,
    since: u64,
    ratings: Vec<Rating>,
}

/// Returns what `reader` may see of the person with this name: nobody is found who does not show a page, except by themselves.
async fn shown_person(app: &App, name: &str, reader: Option<KeyHash>) -> Result<PersonShown, Problem> {
    let person = app.accounts.named(name).await?.ok_or_else(Problem::not_found)?;
    if reader != Some(person) && !is_shown(app, person).await? {
        return Err(Problem::not_found());
    }
    let kept = app.accounts.kept(person).await?;
    let (name, since) = kept.name.zip(kept.since).ok_or_else(Problem::not_found)?;
    Ok(PersonShown { name, since, ratings: app.hub.ratings().of(person).await? })
}

/// `GET /people/{name}`: the page of a person who shows it to others.
async fn person(
    State(app): State<App>,
    visitor: Visitor,
    PathTail([name]): PathTail<1>,
) -> Result<Response, Problem> {
    let shown = shown_person(&app, &name, visitor.holder()).await?;
    let html = pages::person(&PersonPage {
        reader: &visitor.reader,
        name: &shown.name,
        since: &iso_8601(shown.since),
        ratings: &shown.ratings.iter().map(rating_line).collect::<Vec<_>>(),
    });
    Ok(page(StatusCode::OK, html.into_string()))
}

/// A person who shows a page to others.
#[derive(Serialize, ToSchema)]
pub(crate) struct PersonData {
    /// The name of the account.
    name: String,
    /// The time since when the person is known.
    since: u64,
    /// Ratings and statistics by game and number of seats, those with most games first.
    ratings: Vec<RatingData>,
}

/// A rating in one game with one number of seats, and the games it rests on.
#[derive(Serialize, ToSchema)]
struct RatingData {
    /// The game's name on the shelf.
    game: String,
    /// The number of seats.
    seats: usize,
    /// Games that counted.
    games: u32,
    /// Games won among them, alone or with others.
    won: u32,
    /// The rating; everybody begins at 1500.
    rating: i32,
    /// The distance within which the true strength lies in about 95 of 100 cases.
    uncertainty: i32,
}

/// Returns the ratings and statistics of a person who shows them, or of the caller.
#[utoipa::path(
    get, path = "/api/v1/people/{name}", params(("name" = String, Path)), security((), ("token" = [])),
    tag = "people", responses((status = 200, body = PersonData), (status = "4XX", body = Problem))
)]
pub(crate) async fn person_data(
    State(app): State<App>,
    asker: Requester,
    PathTail([name]): PathTail<1>,
) -> Result<Response, Problem> {
    let shown = shown_person(&app, &name, asker.known.map(|(_, person)| person)).await?;
    let rating = |rating: &Rating| {
        let RatingLine { seats, games, won, value, uncertainty, .. } = rating_line(rating);
        RatingData { game: rating.game.clone(), seats, games, won, rating: value, uncertainty }
    };
    let ratings = shown.ratings.iter().map(rating).collect();
    Ok(fresh(Json(PersonData { name: shown.name, since: shown.since, ratings })))
}
