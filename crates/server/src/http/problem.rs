//! Errors, in one format for the whole API.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
pub use game::ErrorCode;
use live::accounts::AccountError;
use live::cost::{BudgetExceeded, BudgetOwner};
use live::hub::{LoadError, OpenError};
use live::log_throttle::LogThrottle;
use live::metrics::{Limit, METRICS};
use live::moderation::ModerationError;
use live::work::WorkError;
use pages::{ErrorPage, Fault, Lang, Reader, UserError, Wait};
use present::faults::{fault_of, faults_of, shorten};
use serde::Serialize;
use shelf::Listed;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use store::StoreError;
use table::games::BadGame;
use table::host::{Moves, RejectReason, Rejection};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{Object, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// An error, in the same format everywhere in the API.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Problem {
    /// The error code.
    #[schema(value_type = ErrorCodes)]
    pub error: ErrorCode,
    /// The error in words.
    pub message: String,
    /// The clause of the rulebook that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(example = "CATAN-SETT-3")]
    pub clause: Option<&'static str>,
    /// The current version of the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
    /// The actions available to your seat now; at most 256.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<String>>)]
    pub legal: Option<Box<[String]>>,
    /// The number of available actions, if `legal` is not complete.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u32>,
    /// All actions in short form, if they are a choice of cards that is too long for a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choose: Option<Box<Choose>>,
    #[serde(skip)]
    retry_after: Option<u32>,
    /// Whether nothing was done because another node of the cluster owns the table.
    #[serde(skip)]
    is_elsewhere: bool,
    /// The fault in more detail, for which the pages have words in every language.
    #[serde(skip)]
    fault: Box<UserError>,
}

/// Marks a response to a request for a table that this node does not own: nothing was done.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elsewhere;

/// The schema of the error codes in the API's description.
struct ErrorCodes;

impl PartialSchema for ErrorCodes {
    fn schema() -> RefOr<Schema> {
        let about =
            "Why something was not done. The text form, in kebab case, never changes; new ones may come.";
        let names = ErrorCode::ALL.iter().map(|code| code.name());
        Object::builder().schema_type(Type::String).description(Some(about)).enum_values(Some(names)).into()
    }
}

impl ToSchema for ErrorCodes {
    fn name() -> Cow<'static, str> {
        "ErrorCode".into()
    }
}

/// The maximum number of listed actions in a refusal.
const LEGAL_MAX: usize = 256;

/// A choice of cards: send `verb` and any `count` of these, as in `discard 2 ore 1 wool`. Every such action is legal, and
/// no other one is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Choose {
    /// The first word of the action.
    #[schema(example = "discard")]
    verb: &'static str,
    /// The number of cards to choose.
    #[schema(example = 39)]
    count: u8,
    /// The cards to choose from, by kind.
    #[schema(value_type = BTreeMap<String, u8>, example = json!({"ore": 40, "wool": 38}))]
    of: BTreeMap<&'static str, u8>,
}

/// A list of legal actions in the API's format.
pub(super) struct List {
    pub(super) legal: Vec<String>,
    /// The number of actions, if `legal` is not complete.
    pub(super) total: Option<u32>,
    pub(super) choose: Option<Choose>,
}

impl From<Listed> for List {
    fn from(listed: Listed) -> List {
        List {
            // The whole box in one hand leaves 200 million ways to discard half of it.
            total: (!listed.is_whole()).then(|| u32::try_from(listed.total).unwrap_or(u32::MAX)),
            choose: listed.choose.map(|shelf::Choose { verb, count, of }| Choose { verb, count, of }),
            legal: listed.actions,
        }
    }
}

impl Problem {
    /// A problem with its words in English.
    #[must_use]
    pub fn new(fault: impl Into<UserError>, message: impl Into<String>) -> Problem {
        let fault: UserError = fault.into();
        let mut message: String = message.into();
        shorten(&mut message);
        Problem {
            error: fault.code(),
            message,
            clause: None,
            seq: None,
            legal: None,
            total: None,
            choose: None,
            retry_after: None,
            is_elsewhere: false,
            fault: Box::new(fault),
        }
    }

    /// A problem with the words that its kind has.
    pub(crate) fn of(fault: impl Into<UserError>) -> Problem {
        let fault: UserError = fault.into();
        let message = fault.message().map_or_else(|| pages::fault(Lang::En, &fault), str::to_owned);
        Problem::new(fault, message)
    }

    /// A problem of somebody who has to wait; `message` gets the seconds.
    pub(crate) fn wait(what: Wait, time: Duration, message: impl FnOnce(u32) -> String) -> Problem {
        let seconds = u32::try_from(time.as_secs()).unwrap_or(u32::MAX).saturating_add(1);
        Problem::new(UserError::Wait(what, seconds), message(seconds)).retry_after(seconds)
    }

    /// The error for a request whose owner is being replaced or cannot be reached.
    pub(crate) fn moved() -> Problem {
        let message = "the server that looks after this is being replaced, or cannot be reached; nothing that was confirmed \
                       is lost: send the same again";
        Problem::new(ErrorCode::Storage, message).retry_after(1)
    }

    /// Whether nothing was done because another node of the cluster owns the table.
    pub(crate) fn is_elsewhere(&self) -> bool {
        self.is_elsewhere
    }

    /// The HTTP status that goes with it.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    /// Sets the number of seconds after which a retry makes sense.
    #[must_use]
    pub fn retry_after(mut self, seconds: u32) -> Problem {
        self.retry_after = Some(seconds);
        self
    }

    /// Adds the actions that the seat may play instead, and the version.
    #[must_use]
    pub fn with_legal(mut self, moves: &Moves) -> Problem {
        self.seq = Some(moves.seq);
        let List { legal, total, choose } = moves.listed(LEGAL_MAX).into();
        (self.legal, self.total, self.choose) = (Some(legal.into()), total, choose.map(Box::new));
        self
    }

    /// The error for something that does not exist.
    #[must_use]
    pub fn not_found() -> Problem {
        Problem::new(ErrorCode::NotFound, "there is nothing at this address")
    }

    /// The error for a table that does not exist.
    #[must_use]
    pub fn no_table() -> Problem {
        Problem::new(ErrorCode::NoTable, "there is no such table; its address may be mistyped")
    }
}

impl IntoResponse for Problem {
    /// Returns status and headers alone: the guard knows the reader and adds the words (`Problem::say`).
    fn into_response(self) -> Response {
        let mut response = self.head();
        response.extensions_mut().insert(self);
        response
    }
}

impl Problem {
    /// Status and headers, without words.
    pub(crate) fn head(&self) -> Response {
        let mut response = self.on(self.status().into_response());
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self.error == ErrorCode::BadToken {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }

    /// Adds the header `Retry-After` to a response, if there is a time after which a retry makes sense.
    pub(crate) fn on(&self, mut answer: Response) -> Response {
        if let Some(seconds) = self.retry_after.or((self.error == ErrorCode::Storage).then_some(2)) {
            answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        answer
    }

    /// The problem in a language. English is the most detailed, since programmers read it; other languages have only the words of
    /// the pages.
    fn localized(mut self, lang: Lang) -> Problem {
        if lang != Lang::En && self.fault.has_words() {
            self.message = pages::fault(lang, &self.fault);
        }
        self
    }

    /// Replaces the fault by a more detailed one with the same code.
    #[must_use]
    pub(crate) fn with_fault(mut self, fault: UserError) -> Problem {
        *self.fault = fault;
        self
    }

    /// The fault as the pages put it into words.
    pub(crate) fn fault(&self) -> UserError {
        (*self.fault).clone()
    }

    /// Puts the problem into words for its reader, as JSON or as a page.
    pub(crate) fn say(self, mut response: Response, reader: &Reader, json: bool) -> Response {
        let status = response.status();
        let (content_type, body) = if json {
            let problem = self.localized(reader.lang);
            ("application/json", serde_json::to_string(&problem).unwrap_or_default())
        } else {
            let page = ErrorPage { reader, status: status.as_u16(), fault: self.fault() };
            ("text/html; charset=utf-8", pages::error(&page).into_string())
        };
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
        response.headers_mut().remove(header::CONTENT_LENGTH);
        *response.body_mut() = body.into();
        response
    }
}

/// The problem of a failing store. File paths and the operating system's messages are for the log alone.
fn stored(error: &StoreError) -> Problem {
    match error {
        StoreError::Full { .. } => Problem::of(Fault::DiskFull),
        StoreError::Overloaded => Problem::of(Fault::Overloaded),
        StoreError::Displaced { .. } => Problem::of(Fault::Displaced),
        StoreError::Damaged { .. } => Problem::new(
            ErrorCode::Damaged,
            "the server's stored data is damaged; whoever runs the server has to put a backup in its place, \
             and trying again does not help: tell them, their log says what is wrong",
        ),
        StoreError::Closed => Problem::of(Fault::Stopping),
        StoreError::Fenced { .. } => Problem::moved(),
        _ => Problem::new(
            ErrorCode::Storage,
            "the server could not store or read this; nothing that was confirmed is lost; send the same again later, and if \
             this goes on, tell whoever runs the server: its log says what is wrong",
        ),
    }
}

/// Logs for the host the details that clients must not see.
fn note(error: &StoreError) {
    static SAID: LogThrottle = LogThrottle::new(LogThrottle::MINUTE);
    // Tables move between the servers of a cluster, and a server that stops takes nothing more.
    let is_expected = matches!(error, StoreError::Closed | StoreError::Fenced { .. });
    let times = if is_expected { None } else { SAID.count(Instant::now()) };
    match times {
        Some(times) => tracing::error!(times, %error, "something could not be stored or read"),
        None => tracing::debug!(%error, "something could not be stored or read"),
    }
}

impl From<RejectReason> for Problem {
    fn from(reason: RejectReason) -> Problem {
        let (fault, words) = (fault_of(&reason), reason.message());
        let wait = match reason {
            RejectReason::Storage(error) => return error.into(),
            RejectReason::LogFull => return Problem::of(Fault::LogFull),
            RejectReason::TooFast => return Problem::of(Fault::TooFast).retry_after(10),
            RejectReason::Illegal(illegal) => {
                let clause = illegal.clause;
                return Problem { clause, ..Problem::new(UserError::Illegal(illegal), words) };
            }
            RejectReason::Busy => Some(1),
            RejectReason::CloseRefused => Some(60),
            _ => None,
        };
        Problem { retry_after: wait, ..Problem::new(fault, words) }
    }
}

impl From<Rejection> for Problem {
    fn from(Rejection { reason, seq }: Rejection) -> Problem {
        Problem { seq: Some(seq), ..reason.into() }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let is_elsewhere = matches!(error, StoreError::Fenced { .. });
        note(&error);
        Problem { is_elsewhere, ..stored(&error) }
    }
}

impl From<AccountError> for Problem {
    fn from(not_done: AccountError) -> Problem {
        match not_done {
            AccountError::Store(error) => error.into(),
            AccountError::TooMany(wait) => Problem::wait(Wait::Tries, wait, |seconds| {
                format!("too many attempts; wait {seconds} seconds")
            }),
            AccountError::BadPassword(weakness) => Problem::of(UserError::WeakPassword(weakness)),
            AccountError::Fault(fault) => Problem::of(fault),
        }
    }
}

impl From<ModerationError> for Problem {
    fn from(not_done: ModerationError) -> Problem {
        use ModerationError as E;
        match not_done {
            E::NotAllowed => {
                Problem::new(ErrorCode::NotAllowed, "only an account with the role for it may do that")
            }
            E::AlreadyReported => {
                let message = "you have reported this seat already; a moderator will look at it";
                Problem::new(ErrorCode::AlreadyReported, message)
            }
            E::TooMany(wait) => AccountError::TooMany(wait).into(),
            E::Suspended(by) => RejectReason::Suspended { until: by.until }.into(),
            E::BadText => RejectReason::BadText.into(),
            E::Table(error) => error.into(),
            E::Rejected(reason) => reason.into(),
            E::Account(error) => error.into(),
            E::Store(error) => error.into(),
            E::Fault(fault) => Problem::of(fault),
        }
    }
}

impl From<WorkError> for Problem {
    fn from(undone: WorkError) -> Problem {
        match undone {
            WorkError::Spent(spent) => spent.into(),
            WorkError::Busy => Problem::of(Fault::Busy).retry_after(2),
            WorkError::Failed => Problem::of(Fault::WorkFailed),
        }
    }
}

impl From<BudgetExceeded> for Problem {
    fn from(BudgetExceeded { whose, wait }: BudgetExceeded) -> Problem {
        let (limit, of, what) = match whose {
            BudgetOwner::Requester => (Limit::Cost, "from here", Wait::Cost),
            BudgetOwner::Table => (Limit::TableCost, "at this table", Wait::TableCost),
        };
        METRICS.note_refused(limit);
        Problem::wait(what, wait, |seconds| {
            format!(
                "more work was requested {of} than is allowed; nothing was done, send the same again in {seconds} seconds"
            )
        })
    }
}

impl From<LoadError> for Problem {
    fn from(trouble: LoadError) -> Problem {
        match trouble {
            LoadError::Unknown => Problem::no_table(),
            LoadError::NoCode => Problem::of(Fault::BadCode),
            LoadError::Store(error) => error.into(),
            // What is wrong with it was logged when it was read, and may tell what is secret at the table.
            LoadError::Damage(_) => Problem::of(Fault::TableDamaged),
            LoadError::Newer { elsewhere, .. } => {
                Problem { is_elsewhere: elsewhere, ..Problem::of(Fault::TableNewer).retry_after(5) }
            }
            LoadError::Full => no_room(),
            LoadError::Work(undone) => undone.into(),
        }
    }
}

impl From<BadGame> for Problem {
    fn from(bad: BadGame) -> Problem {
        let clause = match &bad {
            BadGame::Options(faults) => faults.first().and_then(|fault| fault.refusal.clause),
            _ => None,
        };
        let fault = faults_of(&bad).into_iter().next().unwrap_or(ErrorCode::BadOption.into());
        Problem { clause, ..Problem::new(fault, bad.to_string()) }
    }
}

impl From<OpenError> for Problem {
    fn from(not_opened: OpenError) -> Problem {
        match not_opened {
            OpenError::Bad(bad) => bad.into(),
            OpenError::NotPromised => Problem::new(
                ErrorCode::Begun,
                "no table is promised under the id in `promised`, or it is opened already; ask for another",
            ),
            OpenError::Store(error) => error.into(),
            OpenError::Full => no_room(),
            OpenError::Rejected(reason) => reason.into(),
            OpenError::DiskSpent(wait) => disk_spent(wait),
            OpenError::TooManyOpen { limit, most } => {
                let message = format!("{most} {}", limit.message().unwrap_or_default());
                Problem::new(UserError::TooManyOpen { limit, most }, message)
            }
            OpenError::TooMany(wait) => Problem::wait(Wait::Tables, wait, |seconds| {
                format!("too many tables were opened from this address; wait {seconds} seconds, or join one")
            }),
        }
    }
}

/// The refusal for an address that has used up its share of the disk and has to wait. It loses no data.
pub(crate) fn disk_spent(wait: Duration) -> Problem {
    Problem::wait(Wait::DiskShare, wait, |seconds| {
        format!(
            "what was written for this address fills its share of the disk; nothing is lost, and there is room again in \
             {seconds} seconds"
        )
    })
}

/// The error if no more tables fit into memory.
fn no_room() -> Problem {
    Problem::of(Fault::NoRoom).retry_after(60)
}
