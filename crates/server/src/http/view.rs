//! The view model of a table's page, for one reader.

use super::moderated::restrictions;
use super::problem::Problem;
use super::request::Visitor;
use super::{App, messages, talk};
use bots::advice::Advised;
use live::feeds::{Audience, Feed, Moment, Patch, State};
use live::hub::{Hub, LiveCompany, LiveTable};
use pages::shown::Shown;
use pages::{Notice, Reader, Restrictions, TablePage};
use present::people::RematchCommitments;
use present::view::{Frame, TableSnapshot, TableView, with_state};
use shelf::Refusal;
use std::sync::Arc;
use table::keys::KeyHash;

/// Renders the page of a table, or the part of it that changes. The page's stream goes on from there.
pub(crate) async fn table_page(
    app: &App,
    live: &Arc<LiveTable>,
    mut visitor: Visitor,
    notice: Option<Notice>,
    whole: bool,
) -> Result<String, Problem> {
    visitor.read_blocks(app).await?;
    let (own, live) = (app.clone(), Arc::clone(live));
    app.work(move |_| render_table(&own, &live, &visitor, (notice, Vec::new()), whole)).await
}

/// Renders the whole page of a table with a hint for its reader.
pub(crate) async fn hint_page(
    app: &App,
    live: &Arc<LiveTable>,
    mut visitor: Visitor,
    advice: Vec<Advised<String>>,
) -> Result<String, Problem> {
    visitor.read_blocks(app).await?;
    let (own, live) = (app.clone(), Arc::clone(live));
    app.work(move |_| render_table(&own, &live, &visitor, (None, advice), true)).await
}

/// Renders the card of a hint for a page that is there already.
pub(crate) fn hint_card(live: &LiveTable, visitor: &Visitor, advice: Vec<Advised<String>>) -> String {
    let around = PageContext::with_hint(advice);
    let (html, _) = with_page(live, visitor, &around, (None, live.now()), &Shown::NOTHING, pages::hint);
    html.into_string()
}

/// Renders the page of a table on the calling thread.
fn render_table(
    app: &App,
    live: &LiveTable,
    visitor: &Visitor,
    (notice, advice): (Option<Notice>, Vec<Advised<String>>),
    whole: bool,
) -> String {
    for holder in visitor.present() {
        if live.look().seat_of(holder).is_some() {
            live.note(holder);
        }
    }
    let shown = Shown::after(None);
    let render = |page: &TablePage<'_>| if whole { pages::table(page) } else { pages::main(page) };
    let around = PageContext { advice, ..PageContext::of(app, live, visitor) };
    let (html, moment) = with_page(live, visitor, &around, (notice, live.now()), &shown, render);
    let state = State::new(shown.finish(), moment);
    let html = with_state(html.into_string(), state.digest);
    live.feeds.of(&audience(app, live, visitor)).note(state);
    html
}

/// The preview of an action of this reader; `None` if the action is not possible now, or has no preview.
pub(crate) fn preview_of(live: &LiveTable, visitor: &Visitor, action: &str) -> Option<String> {
    let render = |page: &TablePage<'_>| pages::preview(page, action);
    let (html, _) =
        with_page(live, visitor, &PageContext::default(), (None, live.now()), &Shown::NOTHING, render);
    html.map(|html| html.into_string())
}

/// The reason why the rules refuse something, in the words of this reader's page.
pub(crate) fn refused_to(live: &LiveTable, visitor: &Visitor, why: &Refusal) -> String {
    let render = |page: &TablePage<'_>| pages::refused(page, why);
    with_page(live, visitor, &PageContext::default(), (None, live.now()), &Shown::NOTHING, render).0
}

/// The audience of a reader: everything in which pages differ from reader to reader.
fn audience(app: &App, live: &LiveTable, visitor: &Visitor) -> Audience {
    let next = visitor.holder().and_then(|holder| app.hub.expected_after(live, holder));
    let host = live.look();
    let seat = visitor.holder().and_then(|holder| host.seat_of(holder));
    let is_known = |holder: &KeyHash| seat.is_some() || next.is_some() || host.is_opener(*holder);
    // Where a page leads back to, and how many reports are open, stands outside of its main part.
    let reader = Reader { here: String::new(), moderates: None, ..visitor.reader.clone() };
    Audience {
        seat,
        person: visitor.holder().filter(is_known),
        here: visitor.here().map(|here| (here.seats, here.open)),
        reader,
        muted: visitor.muted.clone(),
        blocked: talk::blocked_here(&host, &visitor.blocked),
        unfolded: visitor.unfolded.clone(),
    }
}

/// The feed to which a reader belongs.
pub(crate) fn feed(app: &App, live: &LiveTable, visitor: &Visitor) -> Arc<Feed> {
    live.feeds.of(&audience(app, live, visitor))
}

/// The patch that brings a reader's page from a state to the current one: rendered, unless another reader of the audience was
/// first. `compresses` says whether it is sent compressed.
pub(crate) async fn patch(
    app: &App,
    live: &Arc<LiveTable>,
    visitor: &Visitor,
    feed: &Arc<Feed>,
    (from, compresses): (&Arc<State>, bool),
) -> Result<Arc<Patch>, Problem> {
    let mut rendered = feed.rendering.lock().await;
    let moment = {
        let host = live.look();
        Moment { version: host.version(), presence: live.shown_presence(&host) }
    };
    if let Some(patch) = rendered.find(from.digest, &moment) {
        return Ok(patch);
    }
    let made = match &rendered.made {
        Some((of, made)) if *of == moment => *made,
        _ => live.now(),
    };
    let (own, of, visitor, before) = (app.clone(), Arc::clone(live), visitor.clone(), Arc::clone(from));
    let patch = app.work(move |_| render_patch(&own, &of, &visitor, &before, (made, compresses))).await?;
    let patch = Arc::new(patch);
    rendered.made = Some((patch.to.moment.clone(), made));
    rendered.keep(&patch, feed.is_shared());
    Ok(patch)
}

fn render_patch(
    app: &App,
    live: &LiveTable,
    visitor: &Visitor,
    from: &State,
    (made, compresses): (u64, bool),
) -> Patch {
    let shown = Shown::after(Some(&from.contents));
    let around = PageContext::of(app, live, visitor);
    let (html, moment) = with_page(live, visitor, &around, (None, made), &shown, pages::main);
    let to = State::new(shown.finish(), moment);
    let version = to.moment.version;
    let head = format!("{{\"version\":{version},\"from\":\"{:016x}\"}}\n", from.digest);
    let data = head + &with_state(html.into_string(), to.digest);
    let message = messages::event(Some(version), "page", &data);
    if compresses {
        // Here, in the pool, and not where sockets wait.
        messages::compressed(&message);
    }
    Patch { from: from.digest, to, message }
}

/// The commitments of the rematch of a table.
fn commitments(hub: &Hub, live: &LiveTable, holder: Option<KeyHash>) -> RematchCommitments {
    let expected = holder.and_then(|holder| hub.expected_after(live, holder));
    RematchCommitments { expected, possible: hub.commitment_after(live, &live.look()) }
}

/// The parts of a page that the table alone does not know.
#[derive(Default)]
pub(crate) struct PageContext {
    next: RematchCommitments,
    /// The restrictions that moderators have put on the reader, if they have a seat.
    restrictions: Restrictions,
    /// The hint that the page shows.
    pub(crate) advice: Vec<Advised<String>>,
}

impl PageContext {
    /// The context of a hint alone.
    pub(crate) fn with_hint(advice: Vec<Advised<String>>) -> PageContext {
        PageContext { advice, ..PageContext::default() }
    }

    fn of(app: &App, live: &LiveTable, visitor: &Visitor) -> PageContext {
        let seated = visitor.holder().filter(|holder| live.look().seat_of(*holder).is_some());
        let standing = seated.map(|holder| app.moderation.standing(holder)).unwrap_or_default();
        PageContext {
            next: commitments(&app.hub, live, visitor.holder()),
            restrictions: restrictions(standing, None),
            advice: Vec::new(),
        }
    }
}

/// A table as the holder of this key sees it.
pub(crate) fn snapshot(live: &LiveTable, holder: Option<KeyHash>) -> TableSnapshot {
    let host = live.look();
    TableSnapshot::new(&host, &LiveCompany { live, host: &host }, holder)
}

/// Copies the data of this reader's page, and renders it: at this moment, with this notice on top.
pub(crate) fn with_page<T>(
    live: &LiveTable,
    visitor: &Visitor,
    around: &PageContext,
    (notice, made): (Option<Notice>, u64),
    shown: &Shown<'_>,
    render: impl FnOnce(&TablePage<'_>) -> T,
) -> (T, Moment) {
    let (view, moment) = {
        let host = live.look();
        let company = LiveCompany { live, host: &host };
        let changes = live.log_tail(&host);
        let moment = Moment { version: host.version(), presence: live.shown_presence(&host) };
        (TableView::new(&host, &company, changes, visitor.holder(), (around.next, made)), moment)
    };
    // Outside of the lock, and once for all spectators; whoever shares a device with players is none.
    let position = view.position_for_spectators().filter(|_| visitor.here().is_none());
    let chances = position.map(|game| live.chances.of(game));
    let frame = Frame {
        reader: &visitor.reader,
        unfolded: &visitor.unfolded,
        here: visitor.here(),
        is_muted: &|id| visitor.muted.contains(id),
        is_blocked: &|key| visitor.blocked.contains(key),
        notice,
        advice: &around.advice,
        chances,
        restrictions: &around.restrictions,
        shown,
    };
    (view.render(frame, render), moment)
}
