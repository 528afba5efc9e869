//! The value of a position to every seat: the points it has, and those it may expect.

use super::figures::{self, Supply};
use super::open_places::OpenPlaces;
use super::{SurveyorGame, Weights};
use carcassonne::{Feature, FeatureId, Figure, Game, Phase, SEATS, SegmentKind, TileIndex};
use game::{Seat, SeatSet};

/// Something for every seat, by its index.
pub(crate) type BySeat = [f32; SEATS];

/// A feature with figures on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holding {
    pub(crate) id: FeatureId,
    pub(crate) feature: Feature,
    pub(crate) majority: SeatSet,
    /// The tile of one of its figures.
    pub(crate) tile: TileIndex,
    pub(crate) builders: SeatSet,
    pub(crate) pigs: SeatSet,
    /// The westernmost column of a follower.
    pub(crate) west: i8,
    /// The chance that it is completed.
    pub(crate) completion: f32,
    /// The chance that its figures come back soon, completed or not.
    pub(crate) soon: f32,
    /// The chance that they come back at all.
    pub(crate) later: f32,
    /// The points it brings to each seat with the majority.
    pub(crate) points: f32,
}

/// A position with what is known of it.
pub(crate) struct Evaluation<'a, R: SurveyorGame> {
    pub(crate) game: &'a Game<R>,
    pub(crate) ground: &'a OpenPlaces,
    pub(crate) weights: &'a Weights,
    pub(crate) holdings: Vec<Holding>,
    /// Draws that each seat still has.
    pub(crate) draws: BySeat,
    /// Followers of each seat.
    pub(crate) supply: [Supply; SEATS],
    pub(crate) points: BySeat,
    /// The part of the points that features bring which one tile may join, and the part that the followers may still earn.
    pub(crate) joined: BySeat,
    pub(crate) earned: BySeat,
}

impl<'a, R: SurveyorGame> Evaluation<'a, R> {
    /// Returns the value of a position to every seat, in points.
    pub(crate) fn of(game: &'a Game<R>, ground: &'a OpenPlaces, weights: &'a Weights) -> BySeat {
        Evaluation::weighed(game, ground, weights).points
    }

    /// Weighs a position. Once the game is over there are no holdings.
    pub(crate) fn weighed(game: &'a Game<R>, ground: &'a OpenPlaces, weights: &'a Weights) -> Self {
        let mut points = [0.0; SEATS];
        for seat in Seat::first(game.seats()) {
            points[seat.index()] = f32::from(game.points(seat).total());
        }
        let mut supply = [Supply::default(); SEATS];
        for seat in Seat::first(game.seats()) {
            supply[seat.index()].now = f32::from(game.followers(seat));
        }
        let draws = draws(game);
        let (joined, earned) = ([0.0; SEATS], [0.0; SEATS]);
        let holdings = Vec::with_capacity(32);
        let mut worth = Evaluation { game, ground, weights, holdings, draws, supply, points, joined, earned };
        if let Phase::Over(_) = game.phase() {
            return worth;
        }
        worth.gather();
        for n in 0..worth.holdings.len() {
            let mut holding = worth.holdings[n];
            match holding.feature.kind() {
                SegmentKind::Road | SegmentKind::City => worth.weigh_building(&mut holding),
                SegmentKind::Monastery => worth.weigh_monastery(&mut holding),
                SegmentKind::Field => worth.weigh_field(&mut holding),
            }
            worth.holdings[n] = holding;
        }
        worth.weigh_meetings();
        R::weigh_more(&mut worth);
        for seat in Seat::first(game.seats()) {
            let n = seat.index();
            worth.earned[n] = figures::earnings(&worth.supply[n], worth.draws[n], weights);
            worth.points[n] += worth.earned[n];
        }
        worth
    }

    /// Every feature with figures, once.
    fn gather(&mut self) {
        let land = self.game.land();
        for (tile, placed) in land.figures() {
            let id = land.feature_of(tile, usize::from(placed.index));
            let column = land.tile(tile).cell.x;
            let n = self.holdings.iter().position(|holding| holding.id == id).unwrap_or_else(|| {
                let feature = land.feature(id);
                self.holdings.push(Holding {
                    id,
                    feature,
                    majority: self.game.majority(id),
                    tile,
                    builders: SeatSet::EMPTY,
                    pigs: SeatSet::EMPTY,
                    west: i8::MAX,
                    completion: 0.0,
                    soon: 0.0,
                    later: 0.0,
                    points: 0.0,
                });
                self.holdings.len() - 1
            });
            let holding = &mut self.holdings[n];
            match placed.figure {
                Figure::Follower => holding.west = holding.west.min(column),
                Figure::Builder => holding.builders.insert(placed.seat),
                Figure::Pig => holding.pigs.insert(placed.seat),
            }
        }
    }

    /// Draws that help to complete a feature: those of its owners, and a little those of the others.
    fn draws_for(&self, owners: SeatSet) -> f32 {
        let own: f32 = owners.into_iter().map(|seat| self.draws[seat.index()]).sum();
        self.weights.effort * own + self.weights.chance_help * (self.ground.left - own)
    }

    /// Owners get `points`; figures come back with the chance that the feature is completed.
    fn credit(&mut self, holding: &Holding) {
        for seat in holding.majority {
            self.points[seat.index()] += holding.points;
        }
        for seat in Seat::first(self.game.seats()) {
            let followers = f32::from(holding.feature.followers(seat));
            let supply = &mut self.supply[seat.index()];
            supply.soon += followers * holding.soon;
            supply.later += followers * holding.later;
        }
    }

    fn weigh_building(&mut self, holding: &mut Holding) {
        let lasting = R::lasting(self, holding);
        let draws = self.draws_for(holding.majority) * lasting.draws;
        let completion = self.ground.completion(self.game, holding.id, draws, self.weights);
        let places = self.ground.places(holding.id);
        let full = R::building(self.game, holding, places, true);
        let rest = R::building(self.game, holding, 0.0, false) + self.weights.growth * places.min(1.0);
        holding.completion = completion;
        let soon = draws.min(self.weights.patience);
        holding.soon = self.ground.completion(self.game, holding.id, soon, self.weights);
        holding.later = 1.0 - (1.0 - completion) * lasting.stays;
        holding.points = completion * (full + lasting.extra) + (1.0 - completion) * lasting.stays * rest;
        self.credit(holding);
    }

    fn weigh_monastery(&mut self, holding: &mut Holding) {
        let lasting = R::lasting(self, holding);
        let Some(yard) = self.ground.yards.iter().find(|yard| yard.tile == holding.tile) else {
            (holding.completion, holding.soon, holding.later) = (1.0, 1.0, 1.0);
            holding.points = 9.0 + lasting.extra;
            return self.credit(holding);
        };
        let own: f32 = holding.majority.into_iter().map(|seat| self.draws[seat.index()]).sum();
        let others = self.ground.left - own;
        let tries = self.weights.yard_own * own + self.weights.yard_others * others;
        let filled = tries * lasting.draws * yard.fit;
        let (completion, expected) = poisson(filled, yard.empty - yard.dead);
        holding.completion = if yard.dead > 0 { 0.0 } else { completion };
        holding.soon = holding.completion * 0.5;
        holding.later = 1.0 - (1.0 - holding.completion) * lasting.stays;
        let stays = holding.completion + (1.0 - holding.completion) * lasting.stays;
        holding.points = (f32::from(9 - yard.empty) + expected) * stays + holding.completion * lasting.extra;
        self.credit(holding);
    }

    fn weigh_field(&mut self, holding: &mut Holding) {
        let share = self.ground.share(holding.id);
        holding.points = R::field(self, holding, share);
        for seat in holding.majority {
            self.points[seat.index()] += holding.points;
        }
    }

    /// Features that one tile can join: who gains by it will do it if he can.
    fn weigh_meetings(&mut self) {
        let nothing = (SeatSet::EMPTY, 0.0, None);
        for meeting in &self.ground.meetings {
            let found = meeting.features.map(|id| {
                let holding = self.holdings.iter().find(|holding| holding.id == id);
                holding.map_or(nothing, |holding| (holding.majority, holding.points, Some(id)))
            });
            let [(ours, here, Some(a)), (theirs, there, Some(b))] = found else { continue };
            let figures = |seat| self.game.counted(seat, a) + self.game.counted(seat, b);
            let most = Seat::first(self.game.seats()).map(figures).max().unwrap_or(0);
            let mut gains = [0.0; SEATS];
            for seat in Seat::first(self.game.seats()) {
                let after = if figures(seat) == most { here + there } else { 0.0 };
                let before = if ours.contains(seat) { here } else { 0.0 };
                let with = if theirs.contains(seat) { there } else { 0.0 };
                gains[seat.index()] = after - before - with;
            }
            let best = gains.iter().fold(0.0f32, |best, &gain| best.max(gain));
            let tries: f32 =
                (0..SEATS).filter(|&n| gains[n] > 0.0 && gains[n] >= best).map(|n| self.draws[n]).sum();
            let chance = 1.0 - crate::real::pow(1.0 - meeting.rate.min(0.98), tries * self.weights.meeting);
            for ((points, joined), gain) in self.points.iter_mut().zip(&mut self.joined).zip(gains) {
                *points += chance * gain;
                *joined += chance * gain;
            }
        }
    }
}

/// Draws left to each seat: the one that draws next first.
fn draws<R: SurveyorGame>(game: &Game<R>) -> BySeat {
    let (left, seats) = (game.stack_len(), game.seats());
    let next = match game.phase() {
        Phase::Drawing => game.active(),
        _ => game.active().next(seats),
    };
    let mut draws = [0.0; SEATS];
    for seat in Seat::first(seats) {
        let after = (seat.index() + seats - next.index()) % seats;
        draws[seat.index()] = ((left + seats - 1 - after) / seats) as f32;
    }
    draws
}

/// Returns, with `mean` hits to be expected, the chance of `needed` hits, and the average number of the needed ones that are hit.
pub(crate) fn poisson(mean: f32, needed: u8) -> (f32, f32) {
    let mut exactly = crate::real::exp(-mean);
    let (mut fewer, mut expected) = (0.0, 0.0);
    for hits in 0..needed {
        fewer += exactly;
        expected += exactly * f32::from(hits);
        exactly *= mean / f32::from(hits + 1);
    }
    (1.0 - fewer, expected + (1.0 - fewer) * f32::from(needed))
}
