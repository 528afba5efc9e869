//! The referee's estimate of the chances of all seats: the points that a surveyor expects, as shares of the win.

use super::SurveyorGame;
use super::evaluation::{BySeat, Evaluation};
use super::odds::Odds;
use super::plan::Plan;
use crate::luck::{Estimator, Shares, softmax, won};
use carcassonne::{Action, Cell, FeatureId, Game, Phase, Rotation, SegmentKind, Terrain, TileKind};

/// The number of places that are examined for a tile: those that promise most at first sight.
const PLACES: usize = 3;

/// The estimator of the tile games.
#[derive(Clone, Debug, Default)]
pub struct Referee;

impl<R: SurveyorGame> Estimator<Game<R>> for Referee {
    fn shares(&mut self, game: &Game<R>) -> Shares {
        let seats = game.seats();
        if let Phase::Over(outcome) = game.phase() {
            return won(outcome, seats);
        }
        let weights = R::weights();
        let spread = R::spread(game);
        let shares_of = |points: BySeat| softmax(seats, |seat| f64::from(points[seat.index()]) / spread);
        let mut plan = Plan::new(game, game.active(), &weights);
        if !matches!(game.phase(), Phase::Placing { .. }) {
            plan.ground.read(game, &mut plan.odds, &weights);
            return shares_of(plan.expected(game));
        }
        let mut shares = shares_of(plan.expected(game));
        let reliance = R::RELIANCE[usize::from(seats > 2)];
        if reliance < 1.0 {
            // The rest comes from the table as it was before the draw, the same for all tiles.
            plan.ground.read(game, &mut Odds::before_draw(game), &weights);
            let before = shares_of(Evaluation::of(game, &plan.ground, &weights));
            for (share, before) in shares.0.iter_mut().zip(before.0) {
                *share = reliance * *share + (1.0 - reliance) * before;
            }
        }
        shares
    }
}

impl Plan<'_> {
    /// The points that the seats may expect, if the active one goes on as is best for it; the ground is read unless a tile is
    /// to be placed.
    fn expected<R: SurveyorGame>(&mut self, game: &Game<R>) -> BySeat {
        let actions: Vec<Action> = match game.phase() {
            Phase::Placing { tile } => promising(game, tile),
            Phase::Deploying { .. } | Phase::Settling => game.legal_actions(self.me).into_iter().collect(),
            _ => {
                let mut points = Evaluation::of(game, &self.ground, self.weights);
                let again = game.phase() == Phase::OfferingSecond
                    || (game.phase() == Phase::Drawing && game.active() == self.me);
                points[self.me.index()] += if again { self.weights.tile } else { 0.0 };
                return points;
            }
        };
        let mut best: Option<(f32, BySeat)> = None;
        for action in actions {
            let mut next = *game;
            next.play_unchecked(self.me, action, &mut ());
            if let Action::Place { .. } = action {
                self.ground.read(&next, &mut self.odds, self.weights);
            }
            let points = self.expected(&next);
            let value = self.judge(&points);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, points));
            }
        }
        best.expect("something is legal").1
    }
}

/// A road or city that enters a place from a side.
#[derive(Clone, Copy)]
struct Entry {
    /// The value to the active seat of a tile that extends it, and of one that closes it.
    extended: f32,
    closed: f32,
}

/// The placements of a tile that promise most at first sight, in the order of the legal list.
fn promising<R: SurveyorGame>(game: &Game<R>, tile: TileKind) -> Vec<Action> {
    let mut found: Vec<(f32, usize, Action)> = Vec::with_capacity(64);
    let legal = game.legal_actions(game.active());
    for fit in legal.placements().iter() {
        let entries = entries(game, fit.cell);
        let around = around(game, fit.cell);
        for rotation in fit.rotations {
            let action = Action::Place { cell: fit.cell, rotation };
            found.push((around + promise(tile, rotation, &entries), found.len(), action));
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    found.truncate(PLACES);
    found.sort_by_key(|(_, number, _)| *number);
    found.into_iter().map(|(.., action)| action).collect()
}

/// Returns the value at first sight of a tile in this rotation: of every road and city that it extends or closes.
fn promise(tile: TileKind, rotation: Rotation, entries: &[Option<Entry>; 4]) -> f32 {
    let ring = tile.ring(rotation);
    let goes_on = |side: usize| {
        (0..4).any(|other| entries[other].is_none() && ring[3 * other + 1] == ring[3 * side + 1])
    };
    let sides = entries.iter().enumerate().filter_map(|(side, entry)| Some((side, (*entry)?)));
    sides.map(|(side, entry)| if goes_on(side) { entry.extended } else { entry.closed }).sum()
}

/// Returns the roads and cities that enter a place from its four sides.
fn entries<R: SurveyorGame>(game: &Game<R>, cell: Cell) -> [Option<Entry>; 4] {
    std::array::from_fn(|side| {
        let land = game.land();
        let tile = land.tile_at(cell.beside(side))?;
        let (placed, far) = (land.tile(tile), side ^ 2);
        let terrain = placed.kind.edges(placed.rotation)[far]?;
        let segment = placed.kind.ring(placed.rotation)[3 * far + 1];
        Some(match terrain {
            Terrain::Field => Entry { extended: 0.0, closed: 0.0 },
            Terrain::Road | Terrain::City => entry(game, land.feature_of(tile, usize::from(segment))),
        })
    })
}

/// Returns the value of a tile to a road or city: for its owners, and most if it closes the last opening.
fn entry<R: SurveyorGame>(game: &Game<R>, id: FeatureId) -> Entry {
    let feature = game.land().feature(id);
    let each = if feature.kind() == SegmentKind::City { 2.0 } else { 1.0 };
    let full = each * (f32::from(game.land().tile_count(id)) + 1.0 + f32::from(feature.symbols()));
    let majority = game.majority(id);
    let is_last = feature.open() == 1;
    // Followers that come back are worth something, too.
    match (majority.is_empty(), majority.contains(game.active())) {
        (true, _) => Entry { extended: 0.3 * full, closed: if is_last { full } else { 0.3 * full } },
        (_, true) => Entry { extended: 0.5 * each, closed: if is_last { 0.5 * full + 3.0 } else { each } },
        (_, false) => Entry { extended: -0.5 * each, closed: if is_last { -0.5 * full } else { -each } },
    }
}

/// Returns the value of a place to the monasteries around it.
fn around<R: SurveyorGame>(game: &Game<R>, cell: Cell) -> f32 {
    let land = game.land();
    let mut sum = 0.0;
    for (tile, placed) in land.figures() {
        let id = land.feature_of(tile, usize::from(placed.index));
        if land.feature(id).kind() == SegmentKind::Monastery && land.tile(tile).cell.is_near(cell) {
            sum += if placed.seat == game.active() { 1.5 } else { -1.0 };
        }
    }
    sum
}
