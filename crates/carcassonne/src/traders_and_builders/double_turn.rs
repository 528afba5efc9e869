//! The double turn (`TB-DOUBLE`), at its two times (`TB-OPT-TIMING`).

use crate::options::{DoubleTurn, SecondTile};
use crate::traders_and_builders::WithTraders;
use crate::{Action, Event, Figure, Game, Phase, PhaseSetup, Reason, Setup};
use game::{Faults, Observer};
use std::ops::ControlFlow::{self, Break, Continue};

impl<R: WithTraders> Game<R> {
    pub(crate) fn is_immediate(&self) -> bool {
        self.traders_options().second_tile() == SecondTile::Immediate
    }

    /// Whether the tile just placed extends the road or city on which the active seat's builder stands
    /// (`TB-DOUBLE-1`, `TB-DOUBLE-2`); other seats' builders give nothing (`TB-DOUBLE-17`). The builder cannot stand on
    /// this very tile yet (`TB-DOUBLE-6`). Whatever else the tile extends or joins, that is one right (`TB-DOUBLE-18`). Only
    /// tiles extend: markers of other expansions are no action here (`TB-DOUBLE-4`).
    #[inline]
    fn extends_own_builder(&self) -> bool {
        if self.traders().builders.contains(self.active) {
            return false;
        }
        let is_own = |(_, placed): &(crate::TileIndex, crate::PlacedFigure)| {
            placed.figure == Figure::Builder && placed.seat == self.active
        };
        let Some((tile, builder)) = self.land.figures().find(is_own) else { return false };
        let id = self.feature_of_figure(tile, builder).0;
        let last = self.land.last();
        let segments = self.land.tile(last).kind.segments().len();
        (0..segments).any(|index| self.land.feature_of(last, index) == id)
    }

    /// Whether another part may follow: the right was gained (`TB-DOUBLE-1`), it is not gained by the second part
    /// (`TB-DOUBLE-9`) unless the house rule says so (`TB-HOUSE-1`), and a tile is left (`TB-DOUBLE-16`).
    fn has_another_part(&self) -> bool {
        let counts = self.traders().part == 0 || self.traders_options().house_builder_chain;
        self.traders().triggered && counts && self.stack_len > 0
    }

    #[inline]
    pub(crate) fn after_placing(&mut self, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        let is_immediate = self.is_immediate();
        if is_immediate && self.traders().part > 0 {
            // Both tiles lie; the figure for the first comes first (TB-TIMING-2).
            self.traders_mut().figure_for = 1;
            self.ask_for_figure(self.land.last().before(), observer);
            return Break(());
        }
        self.traders_mut().triggered = self.extends_own_builder();
        if is_immediate && self.has_another_part() {
            self.offer_second(observer);
            return Break(());
        }
        // At once the right is used now or never.
        self.traders_mut().triggered &= !is_immediate;
        Continue(())
    }

    /// Whether the last tile gave the right to another one, as far as that still matters in this phase.
    pub(crate) fn is_triggered(&self) -> bool {
        match self.phase {
            Phase::Deploying { .. } => !self.is_immediate() && self.extends_own_builder(),
            Phase::OfferingSecond => true,
            _ => false,
        }
    }

    /// Whether nobody is asked for the tile after part `part`, counted from 1 (`TB-OPT-DOUBLE`): with `mandatory` that
    /// is the second tile of the turn, because the further ones of the house rule are a permission (`TB-HOUSE-1`).
    fn must_take_tile_after(&self, part: usize) -> bool {
        match self.traders_options().double_turn() {
            DoubleTurn::Optional => false,
            DoubleTurn::Mandatory => part == 1,
            DoubleTurn::MandatoryAll => true,
        }
    }

    /// The seat is asked, or the next part begins by itself (`TB-OPT-DOUBLE`).
    fn offer_second(&mut self, observer: &mut impl Observer<Event>) {
        if self.must_take_tile_after(self.part().into()) {
            self.begin_next_part(observer);
        } else {
            self.phase = Phase::OfferingSecond;
        }
    }

    /// A part like the first (`TB-DOUBLE-14`); a tile without a place is replaced within it (`TB-DOUBLE-15`).
    fn begin_next_part(&mut self, observer: &mut impl Observer<Event>) {
        self.traders_mut().part += 1;
        self.traders_mut().triggered = false;
        self.phase = Phase::Drawing;
        observer.observe(Event::TookSecond { seat: self.active, part: self.part() });
    }

    /// The decision on the second tile, made before it is drawn (`TB-DOUBLE-7`, `TB-TIMING-1`).
    pub(crate) fn decide_on_second(&mut self, takes: bool, observer: &mut impl Observer<Event>) {
        if takes {
            return self.begin_next_part(observer);
        }
        observer.observe(Event::DeclinedSecond { seat: self.active, part: self.part() + 1 });
        self.traders_mut().triggered = false;
        if self.is_immediate() {
            self.ask_for_figure(self.land.last(), observer);
        } else {
            self.end_turn(observer);
        }
    }

    /// With both tiles on the table, the second gets its figure after the first (`TB-TIMING-2`).
    #[inline]
    pub(crate) fn after_deploying(&mut self, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        if self.traders().figure_for != 1 {
            return Continue(());
        }
        self.traders_mut().figure_for = 2;
        self.ask_for_figure(self.land.last(), observer);
        Break(())
    }

    /// Two tiles that were placed at once are scored together, once both have their figures (`TB-TIMING-3`).
    #[inline]
    pub(crate) fn settle_two(&mut self, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        if self.traders().figure_for != 2 {
            return Continue(());
        }
        let last = self.land.last();
        self.settle_completed(last.before(), None, observer);
        self.settle_completed(last, Some(last.before()), observer);
        Break(())
    }

    /// A part is scored before the next tile is offered (`TB-DOUBLE-8`): what came back can be used on that one
    /// (`TB-DOUBLE-11`). At once there is no other part any more.
    #[inline]
    pub(crate) fn after_settling(&mut self, observer: &mut impl Observer<Event>) -> ControlFlow<()> {
        if !self.has_another_part() {
            return Continue(());
        }
        debug_assert!(
            !self.is_immediate(),
            "at once the right is used before a figure is deployed, or never"
        );
        self.offer_second(observer);
        Break(())
    }

    /// No tile is left for the second part. At once: the first tile still gets its figure and is scored
    /// (`TB-TIMING-4`); otherwise turn and game end (`TB-DOUBLE-16`).
    pub(crate) fn no_tile_for_the_second_part(
        &mut self,
        observer: &mut impl Observer<Event>,
    ) -> ControlFlow<()> {
        if !self.is_immediate() || self.traders().part == 0 {
            return Continue(());
        }
        self.traders_mut().part = 0;
        self.ask_for_figure(self.land.last(), observer);
        Break(())
    }

    pub(crate) fn check_second(&self, action: Action) -> Result<(), Reason> {
        match (self.phase, action) {
            (Phase::OfferingSecond, Action::TakeSecond | Action::EndTurn) => Ok(()),
            (Phase::Drawing, Action::EndTurn) if self.traders().part > 0 => Err(Reason::MustTakeSecond),
            (Phase::Drawing | Phase::DrawingStart, Action::TakeSecond | Action::EndTurn) => {
                Err(Reason::NatureFirst)
            }
            (Phase::Placing { tile }, Action::TakeSecond | Action::EndTurn) => {
                Err(Reason::PlaceFirst { tile })
            }
            (Phase::Deploying { cell }, Action::TakeSecond | Action::EndTurn) => {
                Err(Reason::FigureFirst { cell })
            }
            _ => Err(Reason::NotInThisGame),
        }
    }

    /// Returns the faults of the part of the turn that a setup names, and of the figures on the tiles of this turn.
    pub(crate) fn check_parts_setup(&self, setup: &Setup<R>, placed: usize, faults: &mut Faults) {
        use PhaseSetup::{Deploying, DeployingFirst, Drawing, OfferingSecond, Over, Placing};
        let mut add = |clause, message: &str| faults.add(clause, (), message);
        let part = usize::from(setup.part.unwrap_or(1));
        let (phase, at_once) = (&setup.phase, self.is_immediate());
        let offered = usize::from(*phase == OfferingSecond);
        if part + offered > 2 && !self.traders_options().house_builder_chain {
            add("TB-DOUBLE-9", "a turn has at most two parts without house_builder_chain");
        }
        // Each part before this one placed a tile, and so did this one unless it has still to.
        let waits = matches!(phase, PhaseSetup::DrawingStart | Drawing | Placing(_));
        if placed + usize::from(waits) < part || (*phase == Over && part > 1) {
            add("TB-TERM-5", "so many parts of a turn would have placed more tiles, or the turn is over");
        }
        if *phase == DeployingFirst && (!at_once || part != 2) {
            add(
                "TB-TIMING-2",
                "the first of two tiles gets its figure in part 2, with second_tile=immediate",
            );
        }
        if *phase == OfferingSecond && self.must_take_tile_after(part) {
            let double_turn = self.traders_options().double_turn();
            add(
                "TB-OPT-DOUBLE",
                &format!("after part {part} nobody is asked with double_turn={double_turn}"),
            );
        }
        if *phase == OfferingSecond && at_once && !self.extends_own_builder() {
            add("TB-DOUBLE-1", "the last tile does not extend what the own builder stands on");
        }
        // At once: figures come only when both tiles lie.
        let bare = match phase {
            DeployingFirst => 2,
            OfferingSecond | Deploying => 1,
            Drawing | Placing(_) if part > 1 => 1,
            _ => 0,
        };
        if at_once && self.land.tiles().iter().rev().take(bare).any(|tile| tile.figure.is_some()) {
            add("TB-TIMING-2", "a figure stands on a tile of this turn that has not got its figure yet");
        }
    }

    /// Returns the part of the turn: 1, or 2 and more in a double turn.
    #[must_use]
    pub fn part(&self) -> u8 {
        self.traders().part + 1
    }
}
