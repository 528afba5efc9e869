//! Making a game of a setup, and everything that can be wrong with one.

use super::{FigureSetup, PhaseSetup, Setup, TileSetup};
use crate::land::{PlacedFigure, TileIndex};
use crate::traders_and_builders::TOKENS;
use crate::{Extras, FeatureId, Figure, Game, PerSeat, Phase, Place, Reason, Rules, SegmentKind, Store};
use game::options::NamedOptions;
use game::{Faults, Outcome, Seat, SetupError};
use std::fmt::Display;

/// The greatest number by which the turns of a setup may exceed its tiles. No game has more than a few.
const TURNS_MORE: u32 = 9_999;

/// The highest score of a seat in a setup without a tile. No game comes near it.
const POINTS_BEFORE: u32 = 8_000;

/// The amount by which that score may be higher for each tile: more than any tile gives, so that any continuation of a setup can
/// be described again, and the final scoring still fits into the numbers of the engine.
const POINTS_FOR_A_TILE: u32 = 400;

impl<R: Rules> Game<R> {
    /// The position that a setup describes.
    ///
    /// # Errors
    /// Everything in it that cannot be.
    pub fn from_setup(setup: &Setup<R>) -> Result<Game<R>, Vec<SetupError>> {
        Game::of_setup(setup).map_err(|mut faults| {
            for fault in &mut faults {
                fault.clause = fault.clause.map(R::own_clause);
            }
            faults
        })
    }

    fn of_setup(setup: &Setup<R>) -> Result<Game<R>, Vec<SetupError>> {
        let mut faults = Faults::default();
        if let Err(errors) = setup.options.validate() {
            return Err(errors.into_iter().map(SetupError::from).collect());
        }
        let described = R::kinds(&setup.options) != R::KINDS;
        let own = described.then(|| setup.clone().with_own_kinds());
        let setup = own.as_ref().unwrap_or(setup);
        let mut game = Game::<R>::new(&setup.options);
        game.lay(&setup.tiles, &mut faults);
        game.put_figures(&setup.figures, &mut faults);
        game.seat_setups(setup, &mut faults);
        game.stack_setup(setup, &mut faults);
        let mut extras = game.extras();
        for seat in [setup.active, setup.start] {
            if seat.index() >= game.seats() {
                faults.add(
                    R::clause(&Reason::NoSuchSeat { seat }),
                    seat,
                    format!("no seat {seat} is at the table"),
                );
            }
        }
        game.extras_setup(setup, &mut extras, &mut faults);
        if !faults.is_empty() {
            return faults.or(game);
        }
        game.active = setup.active;
        game.start = setup.start;
        game.phase_setup(setup, &mut extras, &mut faults);
        if !faults.is_empty() {
            return faults.or(game);
        }
        R::set_extras(&mut game, &extras);
        game.close_monasteries(setup);
        game.check_completed(setup, &mut faults);
        game.check_deployable(&mut faults);
        faults.or(game)
    }

    /// Lays the tiles one after the other, each as soon as it can lie.
    fn lay(&mut self, tiles: &[TileSetup], faults: &mut Faults) {
        let kinds = self.kinds();
        let mut waiting: Vec<&TileSetup> = Vec::new();
        for tile in tiles {
            if !kinds.contains(tile.tile) {
                faults.add(
                    R::clause(&Reason::NoneLeft { tile: tile.tile }),
                    tile.cell,
                    format!("{tile}: the box has no tile {}", tile.tile),
                );
            } else if self.stack.as_ref()[kinds.index(tile.tile)] == 0 {
                let copies = R::copies(&self.options, tile.tile);
                faults.add(
                    R::clause(&Reason::NoneLeft { tile: tile.tile }),
                    tile.cell,
                    format!("{tile}: the box has only {copies} of tile {}", tile.tile),
                );
            } else {
                self.stack.as_mut()[kinds.index(tile.tile)] -= 1;
                self.stack_len -= 1;
                waiting.push(tile);
            }
        }
        while let Some(next) =
            waiting.iter().position(|tile| self.check_place(tile.tile, tile.cell, tile.rotation).is_ok())
        {
            let tile = waiting.remove(next);
            let options = self.options;
            self.land.place(tile.tile, tile.rotation, tile.cell, |cell| R::may_lie(&options, cell));
        }
        for tile in waiting {
            if let Err(why) = self.check_place(tile.tile, tile.cell, tile.rotation) {
                faults.add(R::clause(&why), tile.cell, format!("{tile}: {why}"));
            }
        }
        self.drawn = self.land.tiles().iter().filter(|tile| !tile.kind.is_coast()).count() as u8
            - R::IMPLIED_TILES as u8;
    }

    fn put_figures(&mut self, figures: &[FigureSetup], faults: &mut Faults) {
        let mut special = Vec::new();
        for figure in figures {
            let FigureSetup { seat, figure: kind, place } = *figure;
            let mut add = |clause, what: &dyn Display| {
                faults.add(clause, (seat, place), format!("{figure}: {what}"));
            };
            let Some(tile) = self.land.tile_at(place.cell) else {
                add("CARC-MEEPLE-2", &format!("no tile lies on {}", place.cell));
                continue;
            };
            let at = self.land.tile(tile);
            let Some(index) = at.kind.index_of(place.segment) else {
                let why = Reason::NoSuchSegment { tile: at.kind, segment: place.segment };
                add(R::clause(&why), &why);
                continue;
            };
            if seat.index() >= self.seats() {
                add(R::clause(&Reason::NoSuchSeat { seat }), &format!("no seat {seat} is at the table"));
            } else if at.kind.is_coast() || tile.index() < R::IMPLIED_TILES {
                add("CARC-SETUP-5", &"nobody can be deployed on what lies from the start");
            } else if at.figure.is_some() {
                add("CARC-MEEPLE-1", &"another figure stands on that tile already");
            } else if at.kind.segments()[index].kind == SegmentKind::Field && !R::has_farmers(&self.options) {
                add(R::clause(&Reason::FarmersOff), &Reason::FarmersOff);
            } else if kind != Figure::Follower {
                special.push((*figure, tile, PlacedFigure { seat, figure: kind, index: index as u8 }));
            } else if self.followers[seat] == 0 {
                add(R::clause(&Reason::NoFollower), &format!("a seat has only {} followers", R::FOLLOWERS));
            } else {
                self.followers[seat] -= 1;
                self.land.deploy(tile, PlacedFigure { seat, figure: kind, index: index as u8 });
            }
        }
        for (figure, tile, placed) in special {
            if self.land.tile(tile).figure.is_some() {
                let message = format!("{figure}: another figure stands on that tile already");
                faults.add("CARC-MEEPLE-1", (figure.seat, figure.place), message);
                continue;
            }
            match R::check_figure_setup(self, placed, tile) {
                Err(why) => {
                    faults.add(R::clause(&why), (figure.seat, figure.place), format!("{figure}: {why}"));
                }
                Ok(()) => {
                    R::take_from_supply(self, placed, tile);
                    self.land.deploy(tile, placed);
                }
            }
        }
    }

    fn seat_setups(&mut self, setup: &Setup<R>, faults: &mut Faults) {
        for (&seat, given) in &setup.seats {
            if seat.index() >= self.seats() {
                faults.add(
                    R::clause(&Reason::NoSuchSeat { seat }),
                    seat,
                    format!("no seat {seat} is at the table"),
                );
                continue;
            }
            let most = match setup.phase {
                PhaseSetup::Over => u16::MAX.into(),
                _ => POINTS_BEFORE + POINTS_FOR_A_TILE * self.land.tiles().len() as u32,
            };
            if given.score.parts().into_iter().map(u32::from).sum::<u32>() > most {
                faults.add(
                    None,
                    (seat, "points"),
                    format!("seat {seat} cannot have more than {most} points here"),
                );
            }
            self.points[seat] = given.score;
            if let Some(followers) = given.followers {
                if followers > self.followers[seat] {
                    let (all, left) = (R::FOLLOWERS, self.followers[seat]);
                    faults.add(
                        R::clause(&Reason::NoFollower),
                        (seat, "followers"),
                        format!("seat {seat} cannot have {followers} followers in the supply: of {all} {left} are not on the table"),
                    );
                }
                self.followers[seat] = followers;
            }
        }
    }

    fn stack_setup(&mut self, setup: &Setup<R>, faults: &mut Faults) {
        let kinds = self.kinds();
        let hand = match &setup.phase {
            PhaseSetup::Placing(tile) => Some(*tile),
            _ => None,
        };
        for tile in setup.removed.iter().copied().chain(hand) {
            if kinds.contains(tile) && self.tiles_left(tile) > 0 {
                self.stack.as_mut()[kinds.index(tile)] -= 1;
            } else {
                faults.add(
                    R::clause(&Reason::NoneLeft { tile }),
                    (),
                    format!("tile {tile}: the box has not so many"),
                );
            }
        }
        if let Some(stack) = &setup.stack {
            let mut counts = R::Counts::filled(0);
            for (&tile, &number) in stack {
                if !kinds.contains(tile) || self.tiles_left(tile) < number {
                    let left = if kinds.contains(tile) { self.tiles_left(tile) } else { 0 };
                    faults.add(
                        R::clause(&Reason::NoneLeft { tile }),
                        "stack",
                        format!("the stack cannot have {number} of tile {tile}: {left} are left"),
                    );
                } else {
                    counts.as_mut()[kinds.index(tile)] = number;
                }
            }
            self.stack = counts;
        }
        self.stack_len = self.stack.as_ref().iter().sum();
        self.drawn = (R::KINDS.tiles() - R::IMPLIED_TILES) as u8 - self.stack_len;
    }

    fn extras_setup(&self, setup: &Setup<R>, extras: &mut Extras, faults: &mut Faults) {
        let name = R::NAME;
        if setup.seats.values().any(|seat| seat.goods.is_some()) {
            match &mut extras.goods {
                None => faults.add("TB-GOODS-7", (), format!("{name} has no goods")),
                Some(goods) => {
                    *goods = PerSeat::default();
                    for (&seat, given) in setup.seats.iter().filter(|(seat, _)| seat.index() < self.seats()) {
                        goods[seat] = given.goods.unwrap_or_default();
                    }
                    for good in crate::Good::ALL {
                        let tokens = u32::from(TOKENS.of(good));
                        let held: u32 =
                            Seat::first(self.seats()).map(|seat| u32::from(goods[seat].of(good))).sum();
                        if held > tokens {
                            let good = good.name();
                            faults.add(
                                "TB-COMP-2",
                                (),
                                format!("the seats hold {held} {good}, but there are {tokens} tokens"),
                            );
                        }
                    }
                }
            }
        }
        match (setup.part, &mut extras.part) {
            (None, _) => {}
            (Some(_), None) => {
                faults.add(
                    "TB-TERM-5",
                    "part",
                    format!("{name} has no double turn, so `part` has no meaning"),
                );
            }
            (Some(0), Some(_)) => faults.add("TB-TERM-5", "part", "parts of a turn are counted from 1"),
            (Some(given), Some(part)) => *part = given,
        }
        match (setup.surveyors, &mut extras.surveyors) {
            (None, _) => {}
            (Some(_), None) => faults.add("MAY-TERM-16", "surveyors", format!("{name} has no surveyors")),
            (Some([a, b]), Some(surveyors)) => {
                if a.max(b) > 0 || a.abs_diff(b) > 1 {
                    faults.add(
                        "MAY-SURVEYOR-5",
                        "surveyors",
                        format!("the surveyors cannot be in columns {a} and {b}: they are in the same column or in neighbouring ones, none east of 0"),
                    );
                }
                *surveyors = [a.min(b), a.max(b)];
            }
        }
    }

    fn phase_setup(&mut self, setup: &Setup<R>, extras: &mut Extras, faults: &mut Faults) {
        let placed = self.land.tiles().iter().filter(|tile| !tile.kind.is_coast()).count() - R::IMPLIED_TILES;
        let begun = matches!(setup.phase, PhaseSetup::Drawing | PhaseSetup::Placing(_));
        let usual = (placed + usize::from(begun || placed == 0)) as u16;
        self.turns = setup.turn.unwrap_or(usual);
        let most = u32::from(usual) + TURNS_MORE;
        if !(1..=most).contains(&self.turns.into()) {
            faults.add(None, "turns", format!("turns are counted from 1, here to {most}"));
        }
        let last = self.land.last();
        let cell_of = |tile: TileIndex| self.land.tile(tile).cell;
        self.check_last_tiles(setup, faults);
        R::check_setup(self, setup, placed, faults);
        self.phase = match &setup.phase {
            PhaseSetup::DrawingStart => {
                if self.stack_len == 0 {
                    faults.add(
                        R::clause(&Reason::Over),
                        (),
                        "no tile is left to draw: the game would be over",
                    );
                }
                if placed > 0 || R::start_player(&self.options) != crate::StartPlayer::Random {
                    faults.add(
                        R::clause(&Reason::NotDue),
                        (),
                        "who begins is drawn before the first tile, with start_player=random",
                    );
                }
                Phase::DrawingStart
            }
            PhaseSetup::Drawing => {
                if self.stack_len == 0 {
                    faults.add(
                        R::clause(&Reason::Over),
                        (),
                        "no tile is left to draw: the game would be over",
                    );
                }
                Phase::Drawing
            }
            &PhaseSetup::Placing(tile) => {
                if !self.land.fits_somewhere(tile) {
                    faults.add(
                        "CARC-TILE-6",
                        "tile",
                        format!("tile {tile} fits nowhere; it would have been removed"),
                    );
                }
                Phase::Placing { tile }
            }
            PhaseSetup::Deploying | PhaseSetup::DeployingFirst => {
                let first = setup.phase == PhaseSetup::DeployingFirst;
                extras.for_first_tile = first;
                if placed <= usize::from(first) {
                    faults.add("CARC-MEEPLE-2", (), "no tile was placed, so nothing can be deployed");
                    return;
                }
                if first && extras.part.is_none() {
                    faults.add("TB-TIMING-2", (), format!("{} has no double turn", R::NAME));
                }
                Phase::Deploying { cell: cell_of(if first { last.before() } else { last }) }
            }
            PhaseSetup::OfferingSecond => {
                if extras.part.is_none() || self.stack_len == 0 {
                    faults.add("TB-DOUBLE-16", (), "no second tile can be offered");
                }
                Phase::OfferingSecond
            }
            PhaseSetup::Settling(places) => {
                self.settling_setup(places, extras, faults);
                Phase::Settling
            }
            PhaseSetup::Over => Phase::Over(Outcome { winners: self.leaders() }),
        };
    }

    /// Phases that speak of the tiles just placed need those to be the last ones of the list.
    fn check_last_tiles(&self, setup: &Setup<R>, faults: &mut Faults) {
        let meant = match setup.phase {
            PhaseSetup::Deploying | PhaseSetup::OfferingSecond | PhaseSetup::Settling(_) => 1,
            PhaseSetup::DeployingFirst => 2,
            _ => 0,
        };
        let just_placed = self.land.tiles().iter().rev().zip(setup.tiles.iter().rev()).take(meant);
        for (lies, tile) in just_placed.filter(|(lies, tile)| lies.cell != tile.cell) {
            faults.add(
                "CARC-TURN-1",
                tile.cell,
                format!("{tile} cannot be the tile just placed: {} could only follow it", lies.kind),
            );
        }
    }

    fn settling_setup(&self, places: &[Place], extras: &mut Extras, faults: &mut Faults) {
        if extras.surveyors.is_none() {
            return faults.add("MAY-SCORE-8", (), format!("{} has no order of settling", R::NAME));
        }
        if places.len() < 2 || places.len() > extras.waiting.len() {
            return faults.add(
                "MAY-SCORE-8",
                (),
                "there is something to choose only with two completed buildings or more",
            );
        }
        let mut named: Vec<FeatureId> = Vec::new();
        for (slot, &place) in extras.waiting.iter_mut().zip(places) {
            let waits = self.land.feature_at(place).filter(|&id| {
                self.is_completed(id)
                    && self.land.feature(id).is_occupied()
                    && self.is_touched_by(self.land.last(), id)
            });
            match waits {
                None => faults.add(
                    "MAY-SCORE-8",
                    place,
                    format!("no building with a settler on {place} was completed by the last tile"),
                ),
                Some(id) if named.contains(&id) => {
                    faults.add("MAY-SCORE-8", place, format!("the building on {place} is named twice"));
                }
                Some(id) => {
                    named.push(id);
                    *slot = Some(self.waiting_place(id, place));
                }
            }
        }
    }

    /// Returns the place by which the engine names a building that the last tile completed: its first segment there; a farm
    /// elsewhere keeps its own place.
    fn waiting_place(&self, id: FeatureId, place: Place) -> Place {
        let last = self.land.last();
        let segments = 0..self.land.tile(last).kind.segments().len();
        let first = segments.into_iter().find(|&index| self.land.feature_of(last, index) == id);
        first.map_or(place, |index| self.land.place_of(last, index))
    }

    /// Whether this tile belongs to a feature, or lies around a monastery.
    fn is_touched_by(&self, tile: TileIndex, id: FeatureId) -> bool {
        let mut segments = self.land.segments_of(id);
        match self.land.feature(id).kind() {
            SegmentKind::Monastery => {
                let cell = self.land.tile(tile).cell;
                segments.any(|(of, _)| self.land.tile(of).cell.is_near(cell))
            }
            _ => segments.any(|(of, _)| of == tile),
        }
    }

    /// Whether what this tile completed is settled only after the figure that is to be decided on now.
    fn is_unsettled(&self, setup: &Setup<R>, tile: TileIndex) -> bool {
        let last = self.land.last();
        let both = matches!(setup.phase, PhaseSetup::DeployingFirst) || R::settles_two_tiles(self);
        match setup.phase {
            PhaseSetup::Deploying | PhaseSetup::DeployingFirst => {
                tile == last || (both && tile.index() + 1 == last.index())
            }
            PhaseSetup::OfferingSecond => tile == last && R::is_immediate(self),
            PhaseSetup::Drawing | PhaseSetup::Placing(_) => tile == last && both,
            _ => false,
        }
    }

    /// Completed monasteries were settled, but for those the last tile completed where that is still to come.
    fn close_monasteries(&mut self, setup: &Setup<R>) {
        for monastery in self.land.open_monasteries() {
            let cell = self.land.tile(monastery).cell;
            let unsettled = self
                .land
                .indexed_tiles()
                .any(|(tile, placed)| placed.cell.is_near(cell) && self.is_unsettled(setup, tile));
            if self.land.neighbours(cell) == 8 && !unsettled {
                self.land.complete_monastery(monastery);
            }
        }
    }

    /// No figure stands on what is completed and settled (`CARC-SCORE-5`).
    fn check_completed(&self, setup: &Setup<R>, faults: &mut Faults) {
        for (tile, placed) in self.land.figures() {
            let (id, feature) = self.feature_of_figure(tile, placed);
            if feature.kind() == SegmentKind::Field || !self.is_completed(id) {
                continue;
            }
            let unsettled = match &setup.phase {
                PhaseSetup::Settling(places) => {
                    places.iter().any(|&place| self.land.feature_at(place) == Some(id))
                }
                _ => self
                    .land
                    .indexed_tiles()
                    .any(|(other, _)| self.is_unsettled(setup, other) && self.is_touched_by(other, id)),
            };
            if !unsettled {
                let place = self.land.place_of(tile, usize::from(placed.index));
                faults.add(
                    "CARC-SCORE-5",
                    (placed.seat, place),
                    format!(
                        "{} {place}: the feature is completed, so the figure would have returned",
                        placed.seat
                    ),
                );
            }
        }
    }

    /// A figure is asked for only where one can be deployed, on a tile without one.
    fn check_deployable(&self, faults: &mut Faults) {
        if let Phase::Deploying { cell } = self.phase {
            let tile = self.land.tile_at(cell).expect("a tile lies there");
            if self.land.tile(tile).figure.is_some() {
                faults.add("CARC-MEEPLE-1", cell, format!("a figure stands on {cell} already"));
            } else if R::deployable(self, tile).is_empty() {
                faults.add("CARC-MEEPLE-10", cell, format!("nothing can be deployed on {cell}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::POINTS_FOR_A_TILE;
    use crate::{Kinds, SegmentKind};

    #[test]
    fn no_tile_gives_more_points_than_a_setup_allows_for_it() {
        for kinds in [Kinds::TRADERS_AND_BUILDERS, Kinds::MAYFLOWER] {
            // All roads and cities of the box as parts of what one tile completes, nine monasteries, and the extra
            // points of all settlers in the column of both surveyors.
            let mut most = 9 * 9 + 5 * 8;
            for kind in kinds.iter() {
                for data in kind.segments() {
                    let (tiles, symbols) = (u32::from(data.tiles), u32::from(data.symbols));
                    most += u32::from(kind.copies())
                        * match data.kind {
                            SegmentKind::City => 2 * tiles + 2 * symbols,
                            SegmentKind::Road => tiles + 2 * symbols,
                            SegmentKind::Monastery | SegmentKind::Field => 0,
                        };
                }
            }
            assert!(most <= POINTS_FOR_A_TILE, "{kinds:?}: {most}");
        }
    }
}
