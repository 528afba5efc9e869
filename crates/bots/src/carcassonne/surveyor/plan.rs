//! One part of a turn: every way to play it, and which is best.

use super::evaluation::{BySeat, Evaluation};
use super::odds::Odds;
use super::open_places::OpenPlaces;
use super::{SurveyorGame, Weights};
use crate::advice::Notes;
use carcassonne::{Action, Game, LegalActions, Phase, SegmentKind};
use game::Seat;

/// Whether two placements differ only in a turn of the tile that changes nothing: they are worth exactly the same.
fn is_twin((one, worth): (Action, f32), (other, value): (Action, f32)) -> bool {
    match (one, other) {
        (Action::Place { cell: one, .. }, Action::Place { cell: other, .. }) => {
            one == other && worth == value
        }
        _ => false,
    }
}

/// Compares positions for a seat.
pub(crate) struct Plan<'a> {
    pub(super) me: Seat,
    seats: usize,
    pub(super) weights: &'a Weights,
    pub(super) odds: Odds,
    pub(super) ground: OpenPlaces,
    /// Whether a figure was already considered after the action that is judged.
    figure_considered: bool,
    /// The best continuation of the action that was judged last, if it has one.
    follow: Option<Action>,
}

impl<'a> Plan<'a> {
    pub(crate) fn new<R: SurveyorGame>(game: &Game<R>, me: Seat, weights: &'a Weights) -> Plan<'a> {
        Plan {
            me,
            seats: game.seats(),
            weights,
            odds: Odds::new(game),
            ground: OpenPlaces::new(),
            figure_considered: false,
            follow: None,
        }
    }

    /// Returns the best of the legal actions, with `error` added to the value of each.
    pub(crate) fn best<R: SurveyorGame>(
        &mut self,
        game: &Game<R>,
        legal: &LegalActions<R>,
        error: impl FnMut(Action) -> f32,
        notes: Option<&Notes<Action>>,
    ) -> Option<Action> {
        self.best_line(game, legal, error, notes).map(|(action, _)| action)
    }

    /// Returns the best of the legal actions, as [`Plan::best`] does, and what is best to follow it.
    pub(crate) fn best_line<R: SurveyorGame>(
        &mut self,
        game: &Game<R>,
        legal: &LegalActions<R>,
        mut error: impl FnMut(Action) -> f32,
        notes: Option<&Notes<Action>>,
    ) -> Option<(Action, Option<Action>)> {
        if game.phase() == Phase::OfferingSecond {
            return Some((Action::TakeSecond, None));
        }
        if !matches!(game.phase(), Phase::Placing { .. }) {
            self.ground.read(game, &mut self.odds, self.weights);
        }
        let mut best: Option<(f32, Action, Option<Action>)> = None;
        for action in *legal {
            self.follow = None;
            let value = self.after(game, action) + error(action);
            if let Some(notes) =
                notes.filter(|notes| !notes.any(|other, worth| is_twin((other, worth), (action, value))))
            {
                notes.add(action, value);
            }
            if best.is_none_or(|(most, ..)| is_better(action, value, most)) {
                best = Some((value, action, self.follow));
            }
        }
        best.map(|(_, action, follow)| (action, follow))
    }

    /// Adds what a surveyor does in a position: an action, and what it has decided to follow.
    pub(crate) fn line<R: SurveyorGame>(
        game: &Game<R>,
        seat: Seat,
        weights: &'a Weights,
        line: &mut Vec<Action>,
    ) {
        let legal = game.legal_actions(seat);
        let best = match legal.get(0) {
            Some(only) if legal.len() == 1 => Some((only, None)),
            _ => Plan::new(game, seat, weights).best_line(game, &legal, |_| 0.0, None),
        };
        let (action, follow) = best.expect("something is legal");
        line.push(action);
        line.extend(follow);
    }

    /// Returns every way to play this part of the turn with its value: a place with each figure, or a single action.
    pub(crate) fn lines<R: SurveyorGame>(
        &mut self,
        game: &Game<R>,
        legal: &LegalActions<R>,
    ) -> Vec<(f32, Vec<Action>)> {
        let mut lines = Vec::with_capacity(64);
        if !matches!(game.phase(), Phase::Placing { .. }) {
            self.ground.read(game, &mut self.odds, self.weights);
            lines.extend(legal.into_iter().map(|action| (self.after(game, action), vec![action])));
            return lines;
        }
        for action in *legal {
            let mut next = *game;
            next.play_unchecked(self.me, action, &mut ());
            self.ground.read(&next, &mut self.odds, self.weights);
            if matches!(next.phase(), Phase::Deploying { .. }) {
                self.figure_considered = true;
                for figure in next.legal_actions(self.me) {
                    lines.push((self.after(&next, figure), vec![action, figure]));
                }
                self.figure_considered = false;
            } else {
                lines.push((self.value(&next), vec![action]));
            }
        }
        lines
    }

    /// Returns the value of a position after this action and the best continuation.
    fn after<R: SurveyorGame>(&mut self, game: &Game<R>, action: Action) -> f32 {
        let mut next = *game;
        next.play_unchecked(self.me, action, &mut ());
        if let Action::Place { .. } = action {
            self.ground.read(&next, &mut self.odds, self.weights);
        }
        self.value(&next) + self.liking(game, action)
    }

    /// Returns what a character likes about deploying a figure there, in points.
    fn liking<R: SurveyorGame>(&self, game: &Game<R>, action: Action) -> f32 {
        let (Action::Deploy { segment, .. }, Phase::Deploying { cell }) = (action, game.phase()) else {
            return 0.0;
        };
        let land = game.land();
        let kind = land.tile_at(cell).map(|tile| land.tile(tile).kind);
        let segment = kind.and_then(|kind| Some(&kind.segments()[kind.index_of(segment)?]));
        match segment.map(|segment| segment.kind) {
            Some(SegmentKind::Road) => self.weights.likes_roads,
            Some(SegmentKind::City) => self.weights.likes_cities,
            Some(SegmentKind::Monastery) => self.weights.likes_monasteries,
            Some(SegmentKind::Field) => self.weights.likes_fields,
            None => 0.0,
        }
    }

    fn value<R: SurveyorGame>(&mut self, game: &Game<R>) -> f32 {
        match game.phase() {
            // Both tiles of a double turn wait for a figure: that of the second is thought about when its time comes.
            Phase::Deploying { .. } if self.figure_considered => self.after(game, Action::Pass),
            Phase::Deploying { .. } | Phase::Settling => {
                self.figure_considered = matches!(game.phase(), Phase::Deploying { .. });
                let mut best = (f32::NEG_INFINITY, None);
                for action in game.legal_actions(self.me) {
                    let value = self.after(game, action);
                    if is_better(action, value, best.0) {
                        best = (value, Some(action));
                    }
                }
                self.figure_considered = false;
                self.follow = best.1;
                best.0
            }
            Phase::OfferingSecond => self.after(game, Action::EndTurn) + self.weights.tile,
            _ => {
                let own = game.phase() == Phase::Drawing && game.active() == self.me;
                let points = Evaluation::of(game, &self.ground, self.weights);
                self.judge(&points) + if own { self.weights.tile } else { 0.0 }
            }
        }
    }

    /// Returns the value of expected points to this seat: its own against those of all others, among whom the leaders weigh most.
    pub(super) fn judge(&self, points: &BySeat) -> f32 {
        let me = self.me.index();
        let others = || (0..self.seats).filter(|&n| n != me).map(|n| points[n]);
        let most = others().fold(f32::NEG_INFINITY, f32::max);
        let rivalry = self.weights.rivalry;
        let sum: f32 = others().map(|points| crate::real::exp((points - most) / rivalry)).sum();
        points[me] - self.weights.spite * (most + rivalry * crate::real::ln(sum))
    }
}

/// Whether an action of this value replaces the best so far. Of equals the first counts, but a figure that gains nothing over
/// keeping it is kept: a builder on what this tile completes only comes straight back.
fn is_better(action: Action, value: f32, most: f32) -> bool {
    value > most || (action == Action::Pass && value == most)
}
