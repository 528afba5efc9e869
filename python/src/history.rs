//! The history of a game, step by step, with what each seat knows of it.
//!
//! A history is a chain whose links are shared between copies, so copying a game does not copy its past. The text of a link is
//! computed on first use and cached.

use encode::any::describe;
use game::{Seat, Viewer};
use sha2::{Digest, Sha256};
use shelf::{AnyGame, Events, GameKind};
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// One step of a table.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// A seat gave a code.
    Code(Seat, usize),
    /// Nature chose this place of the list of outcomes.
    Chance(usize),
    /// Everything that this seat does not know was drawn anew with this seed.
    Sampled(Seat, u64),
}

/// The information that a step gave a seat.
struct SeatUpdate {
    /// The facts that the seat learned, one per line.
    text: String,
    /// A digest of all that the seat has learned so far.
    digest: [u8; 32],
}

struct Link {
    /// The step before, with all steps before that.
    before: History,
    step: Step,
    /// The events of the step, unredacted; `None` where a choice only began.
    events: Option<Events>,
    /// The lines that the step showed to one seat without an event.
    shown: Vec<(Seat, String)>,
    /// The world that was drawn, for the seats whose past it replaces.
    world: Option<Box<AnyGame>>,
    told: OnceLock<Vec<SeatUpdate>>,
}

/// The steps of a game so far.
#[derive(Clone, Default)]
pub(crate) struct History(Option<Arc<Link>>);

impl Drop for Link {
    /// Drops the chain link by link: by the derived way each link would need a frame of the stack.
    fn drop(&mut self) {
        let mut next = self.before.0.take();
        while let Some(mut link) = next.and_then(Arc::into_inner) {
            next = link.before.0.take();
        }
    }
}

/// The information that a seat has before the first step.
fn heading(kind: GameKind, seat: Seat, seats: usize) -> String {
    format!("{kind}, seat {seat} of {seats}\n")
}

impl History {
    /// The history with one more step, after which the position is `after`.
    pub(crate) fn with(&self, step: Step, events: Option<Events>, after: &AnyGame) -> History {
        let is_sampled = matches!(step, Step::Sampled(..));
        let link = Link {
            before: self.clone(),
            step,
            events,
            shown: if is_sampled { Vec::new() } else { shown(after) },
            world: is_sampled.then(|| Box::new(*after)),
            told: OnceLock::new(),
        };
        History(Some(Arc::new(link)))
    }

    /// The steps, oldest first.
    pub(crate) fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = self.links().map(|link| link.step).collect();
        steps.reverse();
        steps
    }

    /// All that a seat has learned, one line each.
    pub(crate) fn text(&self, kind: GameKind, seat: Seat, seats: usize) -> String {
        self.prepare(kind, seats);
        let mut parts: Vec<&str> = Vec::new();
        let mut is_whole = true;
        for link in self.links() {
            parts.push(link.told(seat).map_or("", |told| &told.text));
            if link.replaces_past_of(seat) {
                is_whole = false;
                break;
            }
        }
        let heading = heading(kind, seat, seats);
        if is_whole {
            parts.push(&heading);
        }
        parts.reverse();
        parts.concat()
    }

    /// A digest of [`History::text`]: equal for equal texts, and different for different ones.
    pub(crate) fn digest(&self, kind: GameKind, seat: Seat, seats: usize) -> [u8; 32] {
        self.prepare(kind, seats);
        self.digest_of_prepared(kind, seat, seats)
    }

    /// The links, youngest first.
    fn links(&self) -> impl Iterator<Item = &Link> {
        std::iter::successors(self.0.as_deref(), |link| link.before.0.as_deref())
    }

    /// Makes the texts and digests of all links that have none.
    fn prepare(&self, kind: GameKind, seats: usize) {
        let missing: Vec<&Link> = self.links().take_while(|link| link.told.get().is_none()).collect();
        for link in missing.into_iter().rev() {
            link.told.get_or_init(|| {
                Seat::first(seats)
                    .map(|seat| {
                        let text = link.text(kind, seat, seats);
                        let before = if link.replaces_past_of(seat) {
                            [0; 32]
                        } else {
                            link.before.digest_of_prepared(kind, seat, seats)
                        };
                        SeatUpdate { digest: chained(before, &text), text }
                    })
                    .collect()
            });
        }
    }

    fn digest_of_prepared(&self, kind: GameKind, seat: Seat, seats: usize) -> [u8; 32] {
        let told = self.0.as_ref().and_then(|link| link.told(seat));
        told.map_or_else(|| chained([0; 32], &heading(kind, seat, seats)), |told| told.digest)
    }
}

/// Adds the lines of a text to a digest, one by one, so that it does not matter how lines came together.
fn chained(before: [u8; 32], text: &str) -> [u8; 32] {
    text.lines()
        .fold(before, |digest, line| Sha256::new().chain_update(digest).chain_update(line).finalize().into())
}

impl Link {
    fn told(&self, seat: Seat) -> Option<&SeatUpdate> {
        self.told.get()?.get(seat.index())
    }

    /// Whether the seat's past cannot have been, since its own cards were drawn anew for the eyes of another seat.
    fn replaces_past_of(&self, seat: Seat) -> bool {
        matches!(self.step, Step::Sampled(eyes, _) if eyes != seat)
    }

    /// The text of what the seat learns by this step.
    fn text(&self, kind: GameKind, seat: Seat, seats: usize) -> String {
        let mut text = String::new();
        // Writing to a text cannot fail.
        match self.step {
            Step::Code(actor, code) if actor == seat => {
                let _ = writeln!(text, "> {code} {}", describe(kind, code).unwrap_or_default());
            }
            Step::Sampled(eyes, _) if eyes != seat => {
                text = heading(kind, seat, seats);
                if let Some(world) = &self.world {
                    let _ = writeln!(text, "{}", world.view_text(Viewer::Seat(seat)).get());
                }
            }
            _ => {}
        }
        if let Some(events) = self.events.as_ref().filter(|events| !events.is_empty()) {
            let _ = writeln!(text, "{}", events.documents_text(Viewer::Seat(seat)).get());
        }
        for (_, line) in self.shown.iter().filter(|(viewer, _)| *viewer == seat) {
            let _ = writeln!(text, "{line}");
        }
        text
    }
}

/// Hands of others that the position shows to a seat for the time of a choice, which no event tells.
fn shown(after: &AnyGame) -> Vec<(Seat, String)> {
    let AnyGame::CitiesAndKnights(game) = after else { return Vec::new() };
    let game::Turn::Decide(deciding) = game::Game::turn(game) else { return Vec::new() };
    let mut lines = Vec::new();
    for viewer in deciding {
        let view = game.view(Viewer::Seat(viewer));
        for seat in Seat::first(view.seats()).filter(|&seat| seat != viewer) {
            if let Some(hand) = view.hand(seat) {
                lines.push((viewer, format!("sees the hand of {seat}: {hand}")));
            }
            if let Some(cards) = view.progress(seat) {
                lines.push((viewer, format!("sees the progress cards of {seat}: {cards:?}")));
            }
        }
    }
    lines
}
