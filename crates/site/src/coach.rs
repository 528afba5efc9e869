//! The coach: luck and skill of finished games, and exercises from their mistakes.
//!
//! A worker of its own looks at the game ([`crate::thinker::coach`]), which ends with the page that asked. The result is kept beside the
//! game in the browser.

use crate::effect::Effect;
use crate::kept::name;
use crate::message::{Request, Response};
use crate::request_error::RequestError;
use crate::state::{Outcome, Site};
use crate::visitor::Visitor;
use analysis::report::STEPS_MAX;
use analysis::{AnalysisError, Coached};
use game::{ErrorCode, Seat};
use pages::{
    CoachPage, CoachState, ExerciseCard, ExerciseState, Fault, SeatInfo, Settings, TablePage, Words,
    uncompared,
};
use present::company::Alone;
use present::exercises::{ExerciseProgress, NoVerdict, answer, exercises, refusal, with_page};
use present::scene::{Scene, TableScene, names_of, seats_of};
use present::view::{TableSnapshot, with_state};
use serde_json::json;
use shelf::GameKind;
use std::rc::Rc;
use table::keys::TableId;

/// The most results that the browser keeps, and that stay in memory.
const KEPT: usize = 16;
const IN_MEMORY: usize = 4;

/// A finished game with its address.
pub(crate) struct Played<'a> {
    subject: Subject<'a>,
    visitor: &'a Visitor,
}

#[derive(Clone, Copy)]
enum Subject<'a> {
    Table(TableId),
    Record(&'a str),
}

/// The state of the analysis of a game.
enum Found {
    Done(Rc<Coached>),
    Refused(AnalysisError),
    Working,
    /// This value has to be read first.
    Value(String),
}

impl<'a> Played<'a> {
    pub(crate) fn table(id: TableId, visitor: &'a Visitor) -> Played<'a> {
        Played { subject: Subject::Table(id), visitor }
    }

    pub(crate) fn record(hash: &'a str, visitor: &'a Visitor) -> Played<'a> {
        Played { subject: Subject::Record(hash), visitor }
    }

    fn id(&self) -> String {
        match self.subject {
            Subject::Table(id) => id.to_string(),
            Subject::Record(hash) => hash.to_owned(),
        }
    }

    fn replay(&self) -> String {
        match self.subject {
            Subject::Table(id) => format!("/t/{id}/replay"),
            Subject::Record(hash) => format!("/r/{hash}"),
        }
    }

    fn address(&self) -> String {
        match self.subject {
            Subject::Table(id) => format!("/t/{id}/coach"),
            Subject::Record(hash) => format!("/r/{hash}/coach"),
        }
    }

    /// The key of the result, the kind of the game and its record.
    fn game(&self, site: &Site) -> Result<(String, GameKind, String), RequestError> {
        match self.subject {
            Subject::Table(id) => {
                let host = &site.desks[&id].host;
                let record = host.record().ok_or(ErrorCode::StillSecret)?;
                let kind = host.kind().ok_or(ErrorCode::StillSecret)?;
                // An action taken back makes it another game.
                Ok((format!("{id}-{}", host.version()), kind, record.to_string()))
            }
            Subject::Record(hash) => {
                let recording = site.records.find(hash).ok_or(Fault::RecordGone)?;
                Ok((hash.to_owned(), recording.timeline.start().kind(), recording.text.clone()))
            }
        }
    }

    /// Whether the game is over, and the number of its steps.
    fn length(&self, site: &Site) -> (bool, usize) {
        match self.subject {
            Subject::Table(id) => {
                let host = &site.desks[&id].host;
                (host.game().is_some_and(|game| game.outcome().is_some()), host.steps_len())
            }
            Subject::Record(hash) => site.records.find(hash).map_or((false, 0), |recording| {
                (recording.timeline.last().outcome().is_some(), recording.timeline.steps().len())
            }),
        }
    }

    fn scene(&self, site: &Site, at: usize) -> Option<Scene> {
        match self.subject {
            Subject::Table(id) => {
                let host = &site.desks[&id].host;
                TableScene::with_log(|| host, at).map(|it| it.scene)
            }
            Subject::Record(hash) => Scene::of_record(&site.records.find(hash)?.timeline, at),
        }
    }

    /// Calls `render` with the seats, and with that of the reader.
    fn with_seats<T>(&self, site: &Site, render: impl FnOnce(&[SeatInfo<'_>], Option<Seat>) -> T) -> T {
        match self.subject {
            Subject::Table(id) => {
                let host = &site.desks[&id].host;
                let owner = self.visitor.at_table(&site.kept, host);
                let seen = TableSnapshot::new(host, &Alone(host), owner.holder);
                render(&seen.seats(), owner.holder.and_then(|key| host.seat_of(key)))
            }
            Subject::Record(hash) => {
                let recording = site.records.find(hash);
                let names = recording.as_ref().map_or(&[][..], |it| &it.names);
                let names = names_of(names, Words::new(self.visitor.reader.lang));
                render(&seats_of(&names), None)
            }
        }
    }

    /// Returns what is known of the game; the coach begins to look at it if nothing is.
    fn ask(&self, site: &mut Site) -> Result<(Found, GameKind), RequestError> {
        let (key, kind, record) = self.game(site)?;
        let (is_over, steps) = self.length(site);
        if !is_over {
            return Ok((Found::Refused(AnalysisError::Unfinished), kind));
        }
        if steps > STEPS_MAX {
            return Ok((Found::Refused(AnalysisError::TooLong), kind));
        }
        Ok((site.coach_result(&key, record), kind))
    }
}

impl Site {
    fn coach_result(&mut self, key: &str, record: String) -> Found {
        let results = &mut self.coach;
        if let Some((_, coached)) = results.done.iter().find(|(known, _)| known == key) {
            return Found::Done(Rc::clone(coached));
        }
        if let Some(document) = results.documents.remove(key)
            && let Some(coached) = Coached::read(&document, record.as_bytes())
        {
            let coached = Rc::new(coached);
            results.done.push_front((key.to_owned(), Rc::clone(&coached)));
            results.done.truncate(IN_MEMORY);
            return Found::Done(coached);
        }
        if results.failed.remove(key) {
            return Found::Refused(AnalysisError::Stopped);
        }
        if results.working.contains(key) {
            return Found::Working;
        }
        let value = format!("{}{key}", name::COACHED);
        if self.list().iter().any(|known| known == key) && !self.absent.contains(&value) {
            return Found::Value(value);
        }
        self.coach.working.insert(key.to_owned());
        self.ask(Effect::Coach { key: key.to_owned(), record });
        Found::Working
    }

    /// The keys of the results that the browser keeps, the latest first.
    fn list(&self) -> Vec<String> {
        let list = self.kept.text(name::COACHED_LIST).unwrap_or_default();
        list.split(' ').filter(|key| !key.is_empty()).map(str::to_owned).collect()
    }

    /// Takes a result that the browser has kept.
    pub(crate) fn coach_recalled(&mut self, key: &str, document: Option<String>) {
        // A result that cannot be read is found again.
        self.absent.push(format!("{}{key}", name::COACHED));
        if let Some(document) = document {
            self.coach.documents.insert(key.to_owned(), document);
        }
    }

    /// Takes what the worker has found, and keeps it; `None` if it failed.
    pub(crate) fn take_coached(&mut self, key: &str, document: Option<String>) {
        self.coach.working.remove(key);
        let Some(document) = document else {
            self.coach.failed.insert(key.to_owned());
            self.ask(Effect::Renew);
            return;
        };
        let mut list = self.list();
        list.retain(|known| known != key);
        list.insert(0, key.to_owned());
        for old in list.drain(KEPT.min(list.len())..).collect::<Vec<_>>() {
            self.ask(Effect::Keep { key: format!("{}{old}", name::COACHED), value: None });
        }
        self.ask(Effect::Keep { key: format!("{}{key}", name::COACHED), value: Some(document.clone()) });
        self.keep(name::COACHED_LIST.to_owned(), Some(list.join(" ")));
        self.coach.documents.insert(key.to_owned(), document);
        self.ask(Effect::Renew);
    }
}

/// Answers an address of the coach: of a table or of a record.
pub(crate) fn route(
    site: &mut Site,
    played: &Played<'_>,
    rest: &[&str],
    post: bool,
    request: &Request,
) -> Result<Outcome, RequestError> {
    let (found, kind) = played.ask(site)?;
    let coached = match found {
        Found::Value(value) => return Ok(Outcome::Value(value)),
        Found::Done(coached) => coached,
        Found::Working | Found::Refused(_) if post || matches!(rest, [_, _, ..]) => {
            return Err(RequestError::not_found());
        }
        Found::Working => return Ok(Outcome::Now(page(site, played, kind, CoachState::Working))),
        Found::Refused(why) => return Ok(Outcome::Now(page(site, played, kind, CoachState::Refused(&why)))),
    };
    let response = match (rest, post) {
        ([], false) => page(site, played, kind, CoachState::Done(&coached)),
        (["card.svg"], false) => {
            let words = Words::new(played.visitor.reader.lang);
            played.with_seats(site, |seats, _| {
                let names = pages::names_of_seats(words, seats);
                Response::picture(pages::coach_card(words, &coached.analysis, &names))
            })
        }
        (["board", picture], false) => {
            let step = picture.strip_suffix(".svg").and_then(|step| step.parse().ok());
            let point = coached.turning_points.iter().find(|point| Some(point.decision.step) == step);
            let mut settings = Settings::default();
            for (name, value) in request.query() {
                if matches!(name.as_str(), "theme" | "board" | "names") {
                    settings.set(&name, &value);
                }
            }
            Response::picture(pages::coach_board(point.ok_or_else(RequestError::not_found)?, &settings))
        }
        ([seat, rest @ ..], post) => {
            let seat = seat.parse().map_err(|_| RequestError::not_found())?;
            let course = Course::new(site, played, coached, seat);
            return course.route(site, played, kind, rest, post, request).map(Outcome::Now);
        }
        _ => return Err(RequestError::not_found()),
    };
    Ok(Outcome::Now(response))
}

fn page(site: &Site, played: &Played<'_>, game: GameKind, found: CoachState<'_>) -> Response {
    let (address, replay) = (played.address(), played.replay());
    let html = played.with_seats(site, |seats, you| {
        let (reader, address, replay) = (&played.visitor.reader, &address, &replay);
        pages::coach(&CoachPage { reader, game, address, replay, seats, you, found })
    });
    Response::page(200, html.into_string())
}

/// The exercises of a seat, and how far the visitor has come with them.
struct Course {
    coached: Rc<Coached>,
    seat: Seat,
    base: String,
    key: String,
    states: Vec<ExerciseState>,
}

impl Course {
    fn new(site: &Site, played: &Played<'_>, coached: Rc<Coached>, seat: Seat) -> Course {
        let key = format!("{}-{seat}", played.id());
        let progress = ExerciseProgress::read(site.kept.text(name::EXERCISES).unwrap_or_default());
        let states = progress.of(&key, exercises(&coached, seat).len());
        Course { coached, seat, base: format!("{}/{seat}", played.address()), key, states }
    }

    fn route(
        mut self,
        site: &mut Site,
        played: &Played<'_>,
        kind: GameKind,
        rest: &[&str],
        post: bool,
        request: &Request,
    ) -> Result<Response, RequestError> {
        let (n, rest) = match (rest, post) {
            ([], false) if self.states.is_empty() => return Ok(Response::see_other(&played.address())),
            ([], false) => {
                let open = self.states.iter().position(|state| state.end.is_none()).unwrap_or(0);
                return Ok(Response::see_other(&format!("{}/{}", self.base, open + 1)));
            }
            (["again"], true) => {
                self.states.fill(ExerciseState::default());
                self.keep(site);
                return Ok(Response::see_other(&format!("{}/1", self.base)));
            }
            ([n, rest @ ..], _) => (n.parse().ok().filter(|n| (1..=self.states.len()).contains(n)), rest),
            _ => (None, rest),
        };
        let n: usize = n.ok_or_else(RequestError::not_found)?;
        match (rest, post) {
            ([], false) => self.shown(site, played, n, |page| pages::table(page).into_string()),
            (["main"], false) => self.shown(site, played, n, |page| pages::main(page).into_string()),
            (["preview"], false) => {
                let action = request.asked("action").unwrap_or_default();
                let html = self.with(site, played, n, |page| pages::preview(page, &action))?;
                Ok(html.map_or_else(|| Response::empty(204), |html| Response::page(200, html.into_string())))
            }
            (["act"], true) => self.act(site, played, kind, n, request),
            _ => Err(RequestError::not_found()),
        }
    }

    fn act(
        mut self,
        site: &mut Site,
        played: &Played<'_>,
        kind: GameKind,
        n: usize,
        request: &Request,
    ) -> Result<Response, RequestError> {
        let action = pages::forms::action(kind, &request.fields).ok_or(ErrorCode::BadRequest)?;
        let point = exercises(&self.coached, self.seat)[n - 1];
        match answer(point, self.states[n - 1], &action) {
            Ok(state) => {
                self.states[n - 1] = state;
                self.keep(site);
                Ok(match request.json {
                    true => Response::json(200, &json!({ "ok": true, "seq": state.changes })),
                    false => Response::see_other(&format!("{}/{n}", self.base)),
                })
            }
            Err(NoVerdict::Uncompared) => {
                let error = RequestError::from(ErrorCode::BadRequest);
                Ok(error.document(&uncompared(played.visitor.reader.lang)))
            }
            Err(NoVerdict::Refused(why)) => {
                let (message, clause) = self.with(site, played, n, |page| refusal(page, &why, action))?;
                let code = if clause.is_some() { ErrorCode::Illegal } else { ErrorCode::NotAnAction };
                Ok(RequestError { clause, ..code.into() }.document(&message))
            }
        }
    }

    fn keep(&self, site: &mut Site) {
        let mut progress = ExerciseProgress::read(site.kept.text(name::EXERCISES).unwrap_or_default());
        progress.put(&self.key, self.states.clone());
        site.keep(name::EXERCISES.to_owned(), Some(progress.to_string()));
    }

    /// Renders an exercise: the whole page, or the part of it that changes.
    fn shown(
        &self,
        site: &Site,
        played: &Played<'_>,
        n: usize,
        render: impl FnOnce(&TablePage<'_>) -> String,
    ) -> Result<Response, RequestError> {
        let html = self.with(site, played, n, render)?;
        let state = self.states[n - 1].changes.into();
        Ok(Response::page(200, with_state(html, state)))
    }

    fn with<T>(
        &self,
        site: &Site,
        played: &Played<'_>,
        n: usize,
        render: impl FnOnce(&TablePage<'_>) -> T,
    ) -> Result<T, RequestError> {
        let point = exercises(&self.coached, self.seat)[n - 1];
        let scene = played.scene(site, point.decision.step - 1).ok_or_else(RequestError::not_found)?;
        let (coach, replay) = (played.address(), played.replay());
        let mut reader = played.visitor.reader.clone();
        reader.here = format!("{}/{n}", self.base);
        Ok(played.with_seats(site, |seats, _| {
            let card = ExerciseCard {
                base: &self.base,
                coach: &coach,
                replay: &replay,
                at: n,
                states: &self.states,
                point,
                puzzle: None,
            };
            with_page(&scene, seats, card, &reader, &played.visitor.unfolded, render)
        }))
    }
}
