//! Hints: what the strongest bot would do on a seat, for the pages and the API.

use super::App;
use super::problem::{ErrorCode, Problem};
use bots::advice::Advised;
use game::Seat;
use live::hub::LiveTable;
use pages::{Aid, Aids, Fault};
use std::sync::Arc;
use table::keys::KeyHash;

/// A hint for a seat.
pub(crate) struct Hint {
    /// The seat.
    pub(crate) seat: Seat,
    /// The version it belongs to.
    pub(crate) version: u64,
    /// The actions, the best one first; never empty.
    pub(crate) advice: Vec<Advised<String>>,
}

/// Asks the strongest bot what it would do on the seat of this person, at the cost of the request.
pub(crate) async fn hint(app: &App, live: &Arc<LiveTable>, holder: Option<KeyHash>) -> Result<Hint, Problem> {
    let not_seated =
        || Problem::new(ErrorCode::NotSeated, "you have no seat at this table; send the token of yours");
    let nothing = || Problem::of(Fault::NothingToDecide);
    let seat = {
        let host = live.look();
        let seat = holder.and_then(|key| host.seat_of(key)).ok_or_else(not_seated)?;
        if !Aids::allowed(host.aids()).contains(Aid::Hint) {
            return Err(Problem::of(Fault::NoHints));
        }
        if host.is_closed() || host.is_revealed() {
            return Err(nothing());
        }
        seat
    };
    // Hints think in turn with the bots, so that they take no time from them that the server has not.
    let adviser = app.hub.adviser().await.ok_or_else(nothing)?;
    let (hub, own) = (Arc::clone(&app.hub), Arc::clone(live));
    let asked = app.work(move |_| hub.advise(&own, seat, &adviser));
    let (version, advice) = asked.await?;
    if advice.is_empty() { Err(nothing()) } else { Ok(Hint { seat, version, advice }) }
}
