//! The contents of a table's open pages, so that each page is sent only what changed.
//!
//! Readers who are shown the same form one audience: all spectators with the same settings, or the devices of one person. A page
//! names the state it shows by the digest of its parts. A [`Patch`] leads from there to the current state; it is rendered once
//! for each audience and state, and sent to the whole audience. A page whose state is no longer remembered fetches its main part.

use crate::blocks::Blocked;
use crate::lock::lock;
use crate::message::Message;
use crate::muted::Muted;
use game::{Seat, SeatSet};
use pages::Reader;
use pages::shown::Contents;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use table::keys::KeyHash;

/// Audiences of a table that are remembered beside those whose streams are open.
const AUDIENCES: usize = 16;
/// States of an audience that are remembered between the answer to a page and the opening of its stream.
const STATES: usize = 8;
/// The most patches kept for readers of an audience who come a little later.
const PATCHES: usize = 4;

/// A group of readers who are shown the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Audience {
    /// The seat whose page it is; `None` for spectators.
    pub seat: Option<Seat>,
    /// The person, where the page is for them alone: they have a seat, or opened the table, or are expected at the next.
    pub person: Option<KeyHash>,
    /// The seats at their device, and the one whose hand is open there.
    pub here: Option<(SeatSet, Option<Seat>)>,
    /// The language and the other settings of the page.
    pub reader: Reader,
    /// The people at the table they have muted.
    pub muted: Muted,
    /// The people at the table they have blocked.
    pub blocked: Blocked,
    /// The id of the figure that is unfolded on the page.
    pub unfolded: String,
}

/// The contents of a page.
#[derive(Debug)]
pub struct State {
    /// The digest of the contents, by which a page names the state that it shows.
    pub digest: u64,
    /// The parts of the page.
    pub contents: Contents,
    /// The moment that the contents show.
    pub moment: Moment,
}

impl State {
    /// Creates the state of these contents.
    pub fn new(contents: Contents, moment: Moment) -> Arc<State> {
        Arc::new(State { digest: contents.digest(), contents, moment })
    }
}

/// The moment that a page shows.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Moment {
    /// The version of the table.
    pub version: u64,
    /// The presence at the table, as the page shows it.
    pub presence: String,
}

/// A change that leads a page from one state to another.
#[derive(Debug)]
pub struct Patch {
    /// The digest of the state that the page shows before.
    pub from: u64,
    /// The state that the page shows after it.
    pub to: Arc<State>,
    /// The main part of the page, without what stays, as streams send it.
    pub message: Message,
}

/// The patches of an audience.
#[derive(Debug, Default)]
pub struct Feed {
    states: Mutex<VecDeque<(Instant, Arc<State>)>>,
    /// Held while a patch is rendered, so that the others of the audience wait for the result.
    pub rendering: tokio::sync::Mutex<Rendered>,
}

/// The latest patches of an audience.
#[derive(Debug, Default)]
pub struct Rendered {
    patches: VecDeque<Arc<Patch>>,
    /// The time at which the patches to this moment were made, in milliseconds since 1970: all show the same time.
    pub made: Option<(Moment, u64)>,
}

impl Rendered {
    /// The patch from a state to a moment, if it was rendered.
    pub fn find(&self, from: u64, moment: &Moment) -> Option<Arc<Patch>> {
        self.patches.iter().find(|patch| patch.from == from && patch.to.moment == *moment).cloned()
    }

    /// Keeps a patch for the others of the audience, if there are any.
    pub fn keep(&mut self, patch: &Arc<Patch>, is_shared: bool) {
        if !is_shared {
            self.patches.clear();
            return;
        }
        self.patches.push_back(Arc::clone(patch));
        while self.patches.len() > PATCHES {
            self.patches.pop_front();
        }
    }

    /// Forgets what was kept for readers who come a little later. Returns whether there was anything.
    fn forget(&mut self) -> bool {
        let patches = std::mem::take(&mut self.patches);
        !patches.is_empty()
    }
}

/// The audiences of a table.
#[derive(Debug, Default)]
pub struct Feeds(Mutex<Vec<(Audience, Arc<Feed>)>>);

impl Feeds {
    /// The feed of an audience.
    pub fn of(&self, audience: &Audience) -> Arc<Feed> {
        let mut all = lock(&self.0);
        if let Some((_, feed)) = all.iter().find(|(other, _)| other == audience) {
            return Arc::clone(feed);
        }
        // Nobody can begin to use one while the list is locked.
        if all.len() >= AUDIENCES
            && let Some(idle) = all.iter().position(|(_, feed)| Arc::strong_count(feed) == 1)
        {
            all.remove(idle);
        }
        let feed = Arc::new(Feed::default());
        all.push((audience.clone(), Arc::clone(&feed)));
        feed
    }

    /// Forgets states of pages that are older than `age`, audiences without readers, and patches. A reader who needs them all the
    /// same fetches the main part again. Returns whether there was anything.
    pub fn forget(&self, age: Duration) -> bool {
        // Whoever holds one of these is using it; its turn comes again.
        let Ok(mut all) = self.0.try_lock() else { return false };
        let mut forgot = false;
        all.retain(|(_, feed)| {
            forgot |= feed.forget(age);
            // Nobody can begin to use one while the list is locked.
            let stays = Arc::strong_count(feed) > 1 || !lock(&feed.states).is_empty();
            forgot |= !stays;
            stays
        });
        forgot
    }
}

impl Feed {
    /// Notes what a page was made to show: its stream will ask for what follows.
    pub fn note(&self, state: Arc<State>) {
        let mut states = lock(&self.states);
        states.retain(|(_, other)| other.digest != state.digest);
        states.push_back((Instant::now(), state));
        while states.len() > STATES {
            states.pop_front();
        }
    }

    /// The state with this digest, if a page was made to show it a moment ago.
    pub fn state(&self, digest: u64) -> Option<Arc<State>> {
        lock(&self.states)
            .iter()
            .find(|(_, state)| state.digest == digest)
            .map(|(_, state)| Arc::clone(state))
    }

    fn forget(&self, age: Duration) -> bool {
        let Ok(mut states) = self.states.try_lock() else { return false };
        let before = states.len();
        states.retain(|(noted, _)| noted.elapsed() < age);
        let fewer = states.len() < before;
        if fewer {
            states.shrink_to_fit();
        }
        self.rendering.try_lock().is_ok_and(|mut rendered| rendered.forget()) || fewer
    }

    /// Whether others follow it: the list holds it, and so does the caller.
    pub fn is_shared(self: &Arc<Self>) -> bool {
        Arc::strong_count(self) > 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pages::shown::Shown;

    fn audience(seat: Option<Seat>) -> Audience {
        Audience {
            seat,
            here: None,
            person: None,
            reader: Reader::default(),
            muted: Muted::default(),
            blocked: Blocked::default(),
            unfolded: String::new(),
        }
    }

    fn state(text: &str) -> Arc<State> {
        let shown = Shown::after(None);
        let _ = shown.part("hand", text);
        State::new(shown.finish(), Moment::default())
    }

    #[test]
    fn audiences_share_a_feed_and_idle_ones_make_room() {
        let feeds = Feeds::default();
        let used = feeds.of(&audience(Some(Seat::A)));
        assert!(Arc::ptr_eq(&used, &feeds.of(&audience(Some(Seat::A)))));
        assert!(!Arc::ptr_eq(&used, &feeds.of(&audience(None))));
        assert!(!used.is_shared());
        let other = feeds.of(&audience(Some(Seat::A)));
        assert!(used.is_shared() && other.is_shared());
        for n in 0..200 {
            let reader = Reader { name: Some(n.to_string()), ..Reader::default() };
            feeds.of(&Audience { reader, ..audience(None) });
        }
        assert!(lock(&feeds.0).len() <= AUDIENCES);
        assert!(Arc::ptr_eq(&used, &feeds.of(&audience(Some(Seat::A)))), "what is used stays");
    }

    #[test]
    fn what_pages_showed_long_ago_is_forgotten() {
        let feeds = Feeds::default();
        let shown = state("wool");
        let followed = feeds.of(&audience(Some(Seat::A)));
        for feed in [&followed, &feeds.of(&audience(None))] {
            feed.note(Arc::clone(&shown));
        }
        const LONG: Duration = Duration::from_secs(24 * 60 * 60);
        assert!(!feeds.forget(LONG));
        assert!(followed.state(shown.digest).is_some() && lock(&feeds.0).len() == 2);
        assert!(feeds.forget(Duration::ZERO));
        assert!(followed.state(shown.digest).is_none());
        assert_eq!(lock(&feeds.0).len(), 1, "the one that somebody belongs to");
        assert!(Arc::ptr_eq(&followed, &feeds.of(&audience(Some(Seat::A)))));
        assert!(!feeds.forget(Duration::ZERO), "that is done");
    }

    #[test]
    fn states_are_known_for_a_while() {
        let feed = Feed::default();
        let first = state("wool");
        feed.note(Arc::clone(&first));
        assert!(feed.state(first.digest).is_some());
        for n in 0..STATES {
            feed.note(state(&n.to_string()));
        }
        assert!(feed.state(first.digest).is_none());
    }
}
