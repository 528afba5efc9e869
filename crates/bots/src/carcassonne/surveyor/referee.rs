//! The referee's estimate of the chances of all seats: the points that a surveyor expects, as shares of the win.

use super::SurveyorGame;
use super::evaluation::{BySeat, Evaluation};
use super::learned::Judged;
use super::odds::Odds;
use super::plan::Plan;
use crate::luck::{Estimator, Shares, softmax, won};
use crate::net::Row;
use carcassonne::{Action, Cell, FeatureId, Game, Phase, Rotation, SegmentKind, Terrain, TileKind};
use game::Seat;

/// The number of places that are examined for a tile: those that promise most at first sight.
const PLACES: usize = 3;

/// The estimator of the tile games: the fitted estimate, which a network corrects where a search asks for it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Referee {
    /// Whether the network that has learned from games corrects the fitted estimate.
    is_learned: bool,
}

impl Referee {
    /// A referee by the learned estimate.
    pub(crate) fn learned() -> Self {
        Referee { is_learned: true }
    }

    /// Returns the fitted strength of each seat in a position that is not over, and what a network is shown of it; `None` while
    /// the game is set up.
    #[doc(hidden)]
    pub fn rows<R: SurveyorGame>(&self, game: &Game<R>) -> Option<Vec<(f64, Row)>> {
        if matches!(game.phase(), Phase::Over(_) | Phase::DrawingStart) {
            return None;
        }
        let weights = R::weights();
        let mut plan = Plan::new(game, game.active(), &weights);
        let (points, end) = plan.foreseen(game);
        let spread = R::spread(game);
        let rows = plan.rows(game, &end, points, spread as f32)?;
        let strengths = Seat::first(game.seats()).map(|seat| f64::from(points[seat.index()]) / spread);
        Some(strengths.zip(rows).collect())
    }
}

impl<R: SurveyorGame> Estimator<Game<R>> for Referee {
    fn shares(&mut self, game: &Game<R>) -> Shares {
        let seats = game.seats();
        if let Phase::Over(outcome) = game.phase() {
            return won(outcome, seats);
        }
        if let Some(rows) = self.is_learned.then(|| self.rows(game)).flatten() {
            let net = R::net();
            let strengths: Vec<f64> =
                rows.iter().map(|(fitted, row)| fitted + f64::from(net.value(row))).collect();
            return softmax(seats, |seat| strengths[seat.index()]);
        }
        let weights = R::weights();
        let spread = R::spread(game);
        let shares_of = |points: BySeat| softmax(seats, |seat| f64::from(points[seat.index()]) / spread);
        let mut plan = Plan::new(game, game.active(), &weights);
        let mut shares = shares_of(plan.foreseen(game).0);
        let reliance = R::RELIANCE[usize::from(seats > 2)];
        if reliance < 1.0 && matches!(game.phase(), Phase::Placing { .. }) {
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
    /// Returns the points that the seats may expect if the active one goes on as is best for it, and the position that it reaches.
    fn foreseen<R: SurveyorGame>(&mut self, game: &Game<R>) -> (BySeat, Game<R>) {
        if !matches!(game.phase(), Phase::Placing { .. }) {
            self.ground.read(game, &mut self.odds, self.weights);
        }
        self.expected(game)
    }

    /// Returns what [`Plan::foreseen`] does, once the ground is read or while a tile is to be placed.
    fn expected<R: SurveyorGame>(&mut self, game: &Game<R>) -> (BySeat, Game<R>) {
        let actions: Vec<Action> = match game.phase() {
            Phase::Placing { tile } => promising(game, tile),
            Phase::Deploying { .. } | Phase::Settling => game.legal_actions(self.me).into_iter().collect(),
            _ => {
                let mut points = Evaluation::of(game, &self.ground, self.weights);
                let again = game.phase() == Phase::OfferingSecond
                    || (game.phase() == Phase::Drawing && game.active() == self.me);
                points[self.me.index()] += if again { self.weights.tile } else { 0.0 };
                return (points, *game);
            }
        };
        let mut best: Option<(f32, (BySeat, Game<R>))> = None;
        for action in actions {
            let mut next = *game;
            next.play_unchecked(self.me, action, &mut ());
            if let Action::Place { .. } = action {
                self.ground.read(&next, &mut self.odds, self.weights);
            }
            let found = self.expected(&next);
            let value = self.judge(&found.0);
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, found));
            }
        }
        best.expect("something is legal").1
    }

    /// Describes every seat where a position leads; `None` if the game is over there.
    fn rows<R: SurveyorGame>(
        &mut self,
        game: &Game<R>,
        end: &Game<R>,
        points: BySeat,
        spread: f32,
    ) -> Option<Vec<Row>> {
        if let Phase::Over(_) = end.phase() {
            return None;
        }
        let is_placing = matches!(game.phase(), Phase::Placing { .. });
        if is_placing {
            self.ground.read(end, &mut self.odds, self.weights);
        }
        let worth = &Evaluation::weighed(end, &self.ground, self.weights);
        let placed = is_placing.then_some(self.me);
        Some(Judged { worth, points, spread, placed }.rows())
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
