//! What goes wrong, in one shape for all of the API.

use crate::games::BadGame;
use crate::host::{Refusal, Why};
use crate::hub::{NotOpened, Trouble};
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

/// Why something was not done. The text form, in kebab case, never changes; new ones may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorCode {
    /// The request cannot be read: not JSON, a field missing, unknown or of the wrong type.
    BadRequest,
    /// The `Authorization` header does not hold a token.
    BadToken,
    /// Only somebody with a seat at this table may do that.
    NotSeated,
    /// Only who opened the table may do that.
    NotOpener,
    /// The request comes from a page of another site.
    CrossOrigin,
    /// The record is kept secret until the game is over.
    StillSecret,
    /// There is nothing at this address.
    NotFound,
    /// There is no such table, or no such join code.
    NoTable,
    /// The address does not answer to this method.
    BadMethod,
    /// The table has moved on since `seq`.
    Stale,
    /// The command id was used for something else.
    CommandReused,
    /// The command id is empty, longer than 64 characters, or has other characters than letters, digits, `-` and `_`.
    BadCommandId,
    /// Seats are open; the game has not begun.
    NotStarted,
    /// The table was closed.
    Closed,
    /// There is nothing of yours that could be taken back.
    NothingToUndo,
    /// The seat is taken or does not exist.
    SeatTaken,
    /// The rules are against it; `clause` says which.
    Illegal,
    /// The text is not an action.
    NotAnAction,
    /// A name is empty, longer than 24 characters, or has characters that cannot be shown.
    BadName,
    /// There is no such game.
    NoGame,
    /// No such kind of bot plays this game.
    NoBot,
    /// Too few or too many seats, or seats that are not written as they should be.
    BadSeats,
    /// An option does not exist, has no such value, or does not fit the others.
    BadOption,
    /// The body is larger than 64 KiB.
    TooLarge,
    /// The body is not of the type that belongs here.
    BadType,
    /// Too many requests or streams from one address, or too many commands at one table.
    TooMany,
    /// The request took too long to arrive or to be answered.
    Timeout,
    /// It could not be stored or read; nothing was done.
    Storage,
    /// Our own mistake.
    Internal,
}

/// An error, the same everywhere in the API.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// What it is.
    pub error: ErrorCode,
    /// The same in words.
    pub message: String,
    /// The clause of the rulebook that stands against it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CATAN-SETT-3")]
    pub clause: Option<String>,
    /// The version of the table now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// What your seat may do now; at most 256 actions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    #[serde(skip)]
    retry_after: Option<u64>,
}

impl ErrorCode {
    /// The HTTP status that goes with it.
    #[must_use]
    pub fn status(self) -> StatusCode {
        use ErrorCode as C;
        match self {
            C::BadRequest | C::BadCommandId => StatusCode::BAD_REQUEST,
            C::BadToken => StatusCode::UNAUTHORIZED,
            C::NotSeated | C::NotOpener | C::CrossOrigin | C::StillSecret => StatusCode::FORBIDDEN,
            C::NotFound | C::NoTable => StatusCode::NOT_FOUND,
            C::BadMethod => StatusCode::METHOD_NOT_ALLOWED,
            C::Timeout => StatusCode::REQUEST_TIMEOUT,
            C::Stale | C::CommandReused | C::NotStarted | C::Closed | C::NothingToUndo | C::SeatTaken => {
                StatusCode::CONFLICT
            }
            C::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            C::BadType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            C::Illegal | C::NotAnAction | C::BadName | C::NoGame | C::NoBot | C::BadSeats | C::BadOption => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            C::TooMany => StatusCode::TOO_MANY_REQUESTS,
            C::Storage => StatusCode::SERVICE_UNAVAILABLE,
            C::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Problem {
    /// A problem with its words.
    #[must_use]
    pub fn new(error: ErrorCode, message: impl Into<String>) -> Problem {
        Problem { error, message: message.into(), clause: None, seq: None, legal: None, retry_after: None }
    }

    /// Says after how many seconds it is worth trying again.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// Leaves the legal list out, where there is no seat to act.
    #[must_use]
    pub fn without_legal(mut self) -> Problem {
        self.legal = None;
        self
    }

    /// No such table.
    #[must_use]
    pub fn no_table() -> Problem {
        Problem::new(ErrorCode::NoTable, "there is no such table; its address may be mistyped")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let retry = self.retry_after.or((self.error == ErrorCode::Storage).then_some(2));
        let mut response = (self.error.status(), Json(&self)).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = retry {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if self.error == ErrorCode::BadToken {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The code of a refused command.
pub(crate) fn code_of(why: &Why) -> ErrorCode {
    match why {
        Why::NotSeated => ErrorCode::NotSeated,
        Why::NotOpener => ErrorCode::NotOpener,
        Why::Stale => ErrorCode::Stale,
        Why::Illegal(_) => ErrorCode::Illegal,
        Why::NotAnAction(_) => ErrorCode::NotAnAction,
        Why::NotStarted => ErrorCode::NotStarted,
        Why::Closed => ErrorCode::Closed,
        Why::NothingToUndo => ErrorCode::NothingToUndo,
        Why::SeatTaken(_) => ErrorCode::SeatTaken,
        Why::BadName => ErrorCode::BadName,
        Why::NoBot(_) => ErrorCode::NoBot,
        Why::BadCommandId => ErrorCode::BadCommandId,
        Why::CommandReused => ErrorCode::CommandReused,
        Why::Busy => ErrorCode::TooMany,
        Why::Storage(_) => ErrorCode::Storage,
    }
}

/// A refused command in English words.
pub(crate) fn words_of(why: &Why) -> String {
    match why {
        Why::NotSeated => {
            "you have no seat at this table; join it, or send the token of your seat".to_owned()
        }
        Why::NotOpener => "only who opened the table may do that".to_owned(),
        Why::Stale => "the table has moved on since then; look at it again and decide anew".to_owned(),
        Why::Illegal(illegal) => illegal.message.clone(),
        Why::NotAnAction(reason) => reason.clone(),
        Why::NotStarted => "the game begins when all seats are taken".to_owned(),
        Why::Closed => "the table is closed, or its game is over".to_owned(),
        Why::NothingToUndo => {
            "your last action cannot be taken back: it showed something, or somebody has acted since"
                .to_owned()
        }
        Why::SeatTaken(Some(seat)) => format!("seat {seat} is taken or does not exist; choose another"),
        Why::SeatTaken(None) => "no seat is open at this table".to_owned(),
        Why::BadName => "a name has 1 to 24 characters that can be seen".to_owned(),
        Why::NoBot(kind) => format!("`{kind}` is not a bot that plays this game"),
        Why::BadCommandId => {
            "`id` must be 1 to 64 letters, digits, `-` or `_`, made anew for every command".to_owned()
        }
        Why::CommandReused => "this `id` was used for another command; make a new one".to_owned(),
        Why::Busy => "too many commands wait at this table; try again in a moment".to_owned(),
        Why::Storage(error) => error.to_string(),
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Problem {
        let clause = match &refusal.why {
            Why::Illegal(illegal) => illegal.clause.map(str::to_owned),
            _ => None,
        };
        Problem {
            error: code_of(&refusal.why),
            message: words_of(&refusal.why),
            clause,
            seq: Some(refusal.seq),
            legal: (!matches!(refusal.why, Why::NotSeated)).then_some(refusal.legal),
            retry_after: matches!(refusal.why, Why::Busy).then_some(1),
        }
    }
}

impl From<Trouble> for Problem {
    fn from(trouble: Trouble) -> Problem {
        match trouble {
            Trouble::Unknown => Problem::no_table(),
            Trouble::Store(error) => Problem::new(ErrorCode::Storage, error.to_string()),
            Trouble::Damage(damage) => Problem::new(ErrorCode::Storage, damage.to_string()),
        }
    }
}

impl From<BadGame> for Problem {
    fn from(bad: BadGame) -> Problem {
        let (error, clause) = match &bad {
            BadGame::Unknown(_) => (ErrorCode::NoGame, None),
            BadGame::Seats { .. } => (ErrorCode::BadSeats, None),
            BadGame::Bot(_) => (ErrorCode::NoBot, None),
            BadGame::Options(faults) => {
                (ErrorCode::BadOption, faults.first().and_then(|fault| fault.refusal.clause))
            }
        };
        Problem { clause: clause.map(str::to_owned), ..Problem::new(error, bad.to_string()) }
    }
}

impl From<NotOpened> for Problem {
    fn from(not_opened: NotOpened) -> Problem {
        match not_opened {
            NotOpened::Bad(bad) => bad.into(),
            NotOpened::Store(error) => Problem::new(ErrorCode::Storage, error.to_string()),
        }
    }
}
