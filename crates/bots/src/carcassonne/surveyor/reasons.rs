//! The reasons for an action, in the terms in which positions are weighed.

use super::evaluation::{Evaluation, Holding};
use super::odds::Odds;
use super::open_places::OpenPlaces;
use super::plan::Plan;
use super::{SurveyorGame, Weights};
use crate::advice::{REASONS, Reason};
use carcassonne::{Action, Game, Phase, SegmentKind};
use game::Seat;

/// Returns the main reasons for a legal action of the seat to move.
pub(super) fn of<R: SurveyorGame>(
    game: &Game<R>,
    me: Seat,
    weights: &Weights,
    action: Action,
) -> Vec<Reason> {
    if action == Action::TakeSecond {
        return vec![Reason::SecondTile];
    }
    let mut after = *game;
    after.play_unchecked(me, action, &mut ());
    // The place of a tile is chosen for the figure that goes on it.
    let mut figure = None;
    if let Phase::Deploying { .. } = after.phase() {
        let legal = after.legal_actions(me);
        let chosen = Plan::new(&after, me, weights).best(&after, &legal, |_| 0.0, None);
        figure = chosen.filter(|action| *action != Action::Pass);
        after.play_unchecked(me, chosen.unwrap_or(Action::Pass), &mut ());
    }
    let (then, holdings) = weighed(&after, weights);
    if let Phase::Over(outcome) = after.phase()
        && outcome.winners.contains(me)
    {
        return vec![Reason::Wins];
    }
    let (before, held) = weighed(game, weights);
    let mut reasons = Vec::new();
    let points = after.points(me).total() - game.points(me).total();
    if points > 0 {
        reasons.push(Reason::Points { points: points.into() });
    }
    if matches!(action, Action::Deploy { .. }) || figure.is_some() {
        reasons.extend(claim(&holdings, &held, me));
    }
    reasons.extend(growth(&holdings, &held, me));
    let lost = |seat: Seat| before[seat.index()] - then[seat.index()];
    let others = Seat::first(game.seats()).filter(|&seat| seat != me);
    let hit = others.max_by(|a, b| lost(*a).total_cmp(&lost(*b)));
    if let Some(seat) = hit.filter(|&seat| lost(seat) >= WORTH_TELLING) {
        reasons.push(Reason::Costs { seat, points: lost(seat).round() as i32 });
    }
    let back = after.followers(me).saturating_sub(game.followers(me));
    if back > 0 {
        reasons.push(Reason::Returns { figures: back });
    }
    if action == Action::Pass && reasons.is_empty() {
        reasons.push(Reason::Keeps { figures: game.followers(me) });
    }
    reasons.truncate(REASONS);
    reasons
}

/// Fewer points than this are nobody's reason.
const WORTH_TELLING: f32 = 0.75;

/// Returns the value of a position to every seat, and the features that have figures.
fn weighed<R: SurveyorGame>(game: &Game<R>, weights: &Weights) -> (super::evaluation::BySeat, Vec<Holding>) {
    let mut ground = OpenPlaces::new();
    ground.read(game, &mut Odds::new(game), weights);
    let worth = Evaluation::weighed(game, &ground, weights);
    (worth.points, worth.holdings)
}

const fn name(kind: SegmentKind) -> &'static str {
    match kind {
        SegmentKind::Road => "road",
        SegmentKind::City => "city",
        SegmentKind::Monastery => "monastery",
        SegmentKind::Field => "field",
    }
}

/// Returns the seat's share of a feature.
fn share(holding: &Holding, me: Seat) -> f32 {
    if holding.majority.contains(me) { holding.points } else { 0.0 }
}

/// The feature on which the seat has a figure that it had not before.
fn claim(now: &[Holding], before: &[Holding], me: Seat) -> Option<Reason> {
    let is_own = |holding: &&Holding| holding.majority.contains(me);
    let had = |tile| before.iter().any(|holding| holding.tile == tile && holding.majority.contains(me));
    let new = now.iter().filter(is_own).find(|holding| !had(holding.tile))?;
    let kind = new.feature.kind();
    let chance = (kind != SegmentKind::Field).then(|| (100.0 * new.completion).round() as u8);
    Some(Reason::Claims { feature: name(kind), points: new.points.round() as i32, chance })
}

/// The feature of the seat that gains most.
fn growth(now: &[Holding], before: &[Holding], me: Seat) -> Option<Reason> {
    let was = |tile| before.iter().find(|holding| holding.tile == tile).map(|holding| share(holding, me));
    let gain = |holding: &Holding| was(holding.tile).map_or(0.0, |was| share(holding, me) - was);
    let most = now.iter().max_by(|a, b| gain(a).total_cmp(&gain(b)))?;
    let points = gain(most);
    (points >= WORTH_TELLING)
        .then(|| Reason::Grows { feature: name(most.feature.kind()), points: points.round() as i32 })
}
