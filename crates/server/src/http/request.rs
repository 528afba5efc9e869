//! Reading requests: tables, tokens, cookies and bodies, with errors as a [`Problem`].

use super::App;
use super::cookies::{EXERCISES_COOKIE, KEY_COOKIE, KNOWN_COOKIE, LESSONS_COOKIE, MUTED_COOKIE, cookie};
use super::hot_seat::HotSeatSession;
use super::parts::{asked, params, wants_json};
use super::problem::{ErrorCode, Problem, disk_spent};
use super::proxy::address;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use live::accounts::{DeviceProofs, Requester};
use live::blocks::Blocked;
use live::cost::CostAccount;
use live::hub::LiveTable;
use live::metrics::{Limit, METRICS};
use live::muted::Muted;
use pages::{Reader, UserError};
use present::exercises::ExerciseProgress;
use present::hot_seat::PageOwner;
use present::progress::LessonProgress;
use serde::de::DeserializeOwned;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Instant;
use table::keys::{Key, KeyHash, TableId};

/// The table that the address names.
pub(crate) struct TablePath(pub(crate) Arc<LiveTable>);

impl FromRequestParts<App> for TablePath {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let params = params(parts, app).await?;
        let id = params.iter().find(|(name, _)| name == "id").map(|(_, value)| value.parse::<TableId>());
        let id = id.and_then(Result::ok).ok_or_else(Problem::no_table)?;
        let live = app.hub.table(id).await?;
        if let Some(tab) = CostAccount::current()
            && let Err(spent) = tab.is_at(id, Instant::now())
        {
            // Those who have a seat have more of the table's budget left.
            let key = bearer(&parts.headers)?.or_else(|| key_of(&parts.headers));
            let holder = match key {
                Some(key) => app.accounts.holder(&key).await?,
                None => None,
            };
            let is_seated = holder.is_some_and(|holder| live.look().seat_of(holder).is_some())
                || HotSeatSession::read(parts, app, holder).await.is_some();
            if !is_seated {
                return Err(spent.into());
            }
            tab.check(Instant::now())?;
        }
        if parts.method == Method::POST {
            let network = app.meter.counted(address(&parts.extensions));
            live.charge_to(app.disk(network).map_err(disk_spent)?);
        }
        Ok(TablePath(live))
    }
}

/// The person identified by the token in the `Authorization` header, if there is one.
pub(crate) struct Bearer(pub(crate) Option<KeyHash>);

impl FromRequestParts<App> for Bearer {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let Some(key) = bearer(&parts.headers)? else { return Ok(Bearer(None)) };
        let holder = identify(app, parts, Some(&key)).await?;
        let ended =
            || Problem::new(ErrorCode::BadToken, "this token is not good any more: its session ended");
        holder.map(|holder| Bearer(Some(holder))).ok_or_else(ended)
    }
}

/// Looks up the holder of a key, charges the request to that person, and notes their network: for signing in, where a session is
/// used, and for moderation, where something is done.
async fn identify(app: &App, parts: &Parts, key: Option<&Key>) -> Result<Option<KeyHash>, Problem> {
    let Some(key) = key else { return Ok(None) };
    let Some(person) = app.accounts.holder(key).await? else { return Ok(None) };
    let network = app.meter.counted(address(&parts.extensions));
    if key.is_of_session() {
        app.accounts.note_network(person, network);
    }
    if !matches!(parts.method, Method::GET | Method::HEAD) {
        app.moderation.note_network(person, network);
    }
    if let Some(tab) = CostAccount::current() {
        tab.is_of(person, Instant::now())?;
    }
    Ok(Some(person))
}

/// The key in the `Authorization` header, if there is that header.
fn bearer(headers: &HeaderMap) -> Result<Option<Key>, Problem> {
    let Some(value) = headers.get(header::AUTHORIZATION) else { return Ok(None) };
    let token = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    match token.and_then(|token| token.parse().ok()) {
        Some(key) => Ok(Some(key)),
        None => Err(Problem::new(
            ErrorCode::BadToken,
            "the Authorization header must be `Bearer` and the token you got when you sat down or signed in",
        )),
    }
}

/// The client's address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caller(pub(crate) IpAddr);

impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;
    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        Ok(Caller(address(&parts.extensions)))
    }
}

/// A JSON body.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for JsonBody<T> {
    type Rejection = Problem;
    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        if media_type(request.headers()) != Some(JSON) {
            return Err(not_json());
        }
        let bytes = body(request, app).await?;
        read_json(&bytes).map(JsonBody)
    }
}

/// The type of a JSON body.
pub(crate) const JSON: &str = "application/json";

/// The body is of another type than JSON.
pub(crate) fn not_json() -> Problem {
    Problem::new(
        ErrorCode::BadType,
        "the body must be JSON, sent with the header `Content-Type: application/json`",
    )
}

/// A value from a JSON body.
pub(crate) fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    game::json::parse_bytes(body).map_err(|fault| {
        let message = format!("the body cannot be read: {fault}");
        Problem::new(UserError::Json(Box::new(fault)), message)
    })
}

/// The body's type without its parameters.
pub(crate) fn media_type(headers: &HeaderMap) -> Option<&str> {
    let text = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    text.split(';').next().map(str::trim)
}

/// The whole body, within the limit.
pub(crate) async fn body(request: Request, app: &App) -> Result<Bytes, Problem> {
    Bytes::from_request(request, app).await.map_err(|rejection: BytesRejection| {
        if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
            METRICS.note_refused(Limit::Body);
            let limit = app.limits.body;
            Problem::new(ErrorCode::TooLarge, format!("the body is larger than {limit} bytes"))
        } else {
            Problem::new(ErrorCode::BadRequest, "the body broke off before its end")
        }
    })
}

/// The reader of a page: their identity and their settings.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) reader: Reader,
    /// The owner of the browser, if it has a valid key.
    owner: Option<KeyHash>,
    /// The people who share the device.
    around: Option<HotSeatSession>,
    /// The owner of the page.
    turn: PageOwner,
    pub(crate) json: bool,
    /// The people they have muted at the table that the address names.
    pub(crate) muted: Muted,
    /// The people they have blocked, once [`Visitor::read_blocks`] has read them.
    pub(crate) blocked: Blocked,
    /// How far they have come in the lessons.
    pub(crate) lessons: LessonProgress,
    /// How far they have come in the exercises of the latest games.
    pub(crate) exercises: ExerciseProgress,
    /// The id of the figure that they have unfolded on the page of a table.
    pub(crate) unfolded: String,
}
impl Visitor {
    /// A visitor with default settings, for benchmarks.
    pub(crate) fn new(holder: Option<KeyHash>) -> Visitor {
        Visitor {
            reader: Reader::default(),
            owner: holder,
            around: None,
            turn: PageOwner { holder, ..PageOwner::default() },
            json: false,
            muted: Muted::default(),
            blocked: Blocked::default(),
            lessons: LessonProgress::default(),
            exercises: ExerciseProgress::default(),
            unfolded: String::new(),
        }
    }
    /// The person whom tables see, if the browser has a key. If several people share the device, the one whose hand is open.
    pub(crate) fn holder(&self) -> Option<KeyHash> {
        self.turn.holder
    }
    /// The people who share the device, if its pages depend on them.
    pub(crate) fn here(&self) -> Option<pages::HotSeat> {
        self.turn.here
    }
    /// Whether the hand that was open is now covered.
    pub(crate) fn is_over(&self) -> bool {
        self.turn.is_over
    }
    /// Everybody at the device who has a seat at the table, or the visitor alone.
    pub(crate) fn present(&self) -> Vec<KeyHash> {
        match &self.around {
            Some(around) => around.people().to_vec(),
            None => self.turn.holder.into_iter().collect(),
        }
    }
    /// The keys of those who sit at the device beside its owner.
    pub(crate) fn keys_here(&self) -> Option<Vec<String>> {
        self.around.as_ref().map(|around| around.keys().to_vec())
    }
    /// Reads the people that the owner of the page has blocked. Pages with talk need it.
    pub(crate) async fn read_blocks(&mut self, app: &App) -> Result<(), Problem> {
        self.blocked = app.hub.blocks().of(self.holder()).await?;
        Ok(())
    }
    /// Determines the owner of the page anew. Returns whether it is still the same.
    pub(crate) fn settle(&mut self) -> bool {
        let Some(around) = &self.around else { return true };
        let before = std::mem::replace(&mut self.turn, around.turn(self.owner));
        before.holder == self.turn.holder
    }
    /// The person whom tables see. A visitor without a key gets a new one, to be stored with
    /// [`keep_key`](super::answer::keep_key).
    pub(crate) fn holder_or_new(&self) -> (KeyHash, Option<Key>) {
        match self.turn.holder.or(self.owner) {
            Some(holder) => (holder, None),
            None => {
                let key = Key::random();
                (key.hash(), Some(key))
            }
        }
    }
}
impl FromRequestParts<App> for Visitor {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let owner = identify(app, parts, key_of(&parts.headers).as_ref()).await?;
        let around = HotSeatSession::read(parts, app, owner).await;
        let alone = PageOwner { holder: owner, ..PageOwner::default() };
        let turn = around.as_ref().map_or(alone, |around| around.turn(owner));
        let mut reader = app.outside.reader(&parts.headers, &parts.uri);
        let role = owner.and_then(|owner| app.moderation.role_of(owner));
        reader.moderates = role.map(|_| app.moderation.open_reports());
        Ok(Visitor {
            reader,
            owner,
            around,
            turn,
            json: wants_json(&parts.headers),
            muted: Muted::read(cookie(&parts.headers, MUTED_COOKIE).unwrap_or_default()),
            blocked: Blocked::default(),
            lessons: LessonProgress::read(cookie(&parts.headers, LESSONS_COOKIE).unwrap_or_default()),
            exercises: ExerciseProgress::read(cookie(&parts.headers, EXERCISES_COOKIE).unwrap_or_default()),
            unfolded: asked(&parts.uri, "open").filter(|id| id.len() <= 32).unwrap_or_default(),
        })
    }
}
/// The key in the browser's cookie. A malformed key belongs to no table; its holder counts as new here.
fn key_of(headers: &HeaderMap) -> Option<Key> {
    cookie(headers, KEY_COOKIE)?.parse().ok()
}

impl FromRequestParts<App> for Requester {
    type Rejection = Problem;
    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Problem> {
        let key = bearer(&parts.headers)?.or_else(|| key_of(&parts.headers));
        let holder = identify(app, parts, key.as_ref()).await?;
        let known = key.map(|key| key.hash()).zip(holder);
        let network = app.meter.counted(address(&parts.extensions));
        let agent = parts.headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok());
        let proofs = cookie(&parts.headers, KNOWN_COOKIE).map(DeviceProofs::read).unwrap_or_default();
        Ok(Requester { known, network, device: device(agent.unwrap_or_default()), proofs })
    }
}

/// The name of a client in two words, from its user agent: `Firefox, Android`.
fn device(agent: &str) -> String {
    let first = |names: &[(&'static str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|&(_, name)| name)
    };
    // Most name others as well, so the order matters.
    let browser = first(&[
        ("Edg/", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"),
        ("Chrome/", "Chrome"),
        ("CriOS/", "Chrome"),
        ("Safari/", "Safari"),
    ]);
    let system = first(&[
        ("Android", "Android"),
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("CrOS", "ChromeOS"),
        ("Windows", "Windows"),
        ("Mac OS", "Mac"),
        ("Linux", "Linux"),
    ]);
    match (browser, system) {
        (Some(browser), Some(system)) => format!("{browser}, {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => {
            let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            agent.chars().take_while(is_plain).take(24).collect()
        }
    }
}

/// The fields of a form, in order.
pub(crate) struct Form(pub(crate) Vec<(String, String)>);

impl FromRequest<App> for Form {
    type Rejection = Problem;
    async fn from_request(request: Request, app: &App) -> Result<Self, Problem> {
        if media_type(request.headers()) != Some("application/x-www-form-urlencoded") {
            return Err(Problem::new(
                ErrorCode::BadType,
                "the body must be a form, sent with the header `Content-Type: application/x-www-form-urlencoded`",
            ));
        }
        let bytes = body(request, app).await?;
        Ok(Form(form_urlencoded::parse(&bytes).into_owned().collect()))
    }
}

impl Form {
    /// A field that must be there.
    pub(crate) fn need(&self, name: &str) -> Result<&str, Problem> {
        pages::forms::field(&self.0, name)
            .ok_or_else(|| Problem::new(ErrorCode::BadRequest, format!("the form lacks the field `{name}`")))
    }

    /// Whether a box is ticked.
    pub(crate) fn ticks(&self, name: &str) -> bool {
        pages::forms::field(&self.0, name) == Some("on")
    }

    /// The version that was seen and the id of a command.
    pub(crate) fn command(&self) -> Result<(u64, String), Problem> {
        let seen = self.need("seq")?.parse().map_err(|_| {
            Problem::new(ErrorCode::BadRequest, "`seq` must be the number of the version that was seen")
        })?;
        Ok((seen, self.need("id")?.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_have_short_names() {
        let cases = [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome, Android",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge, Windows",
            ),
            ("curl/8.5.0", "curl"),
            ("<script>", ""),
            ("", ""),
        ];
        for (agent, name) in cases {
            assert_eq!(device(agent), name, "{agent}");
        }
    }
}
