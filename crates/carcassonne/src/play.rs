//! Carrying actions and outcomes out.

use crate::land::PlacedFigure;
use crate::{Action, Chance, ChanceKind, Event, Game, Illegal, Phase, Rules, TileKind};
use game::{Draws, Observer, Seat, Turn};

impl<R: Rules> Game<R> {
    /// Does `action` for `seat` and tells `observer` what happens.
    ///
    /// # Errors
    /// What [`Game::check`] says; the game is then untouched.
    pub fn play(
        &mut self,
        seat: Seat,
        action: Action,
        observer: &mut impl Observer<Event>,
    ) -> Result<(), Illegal> {
        self.check(seat, action)?;
        self.play_unchecked(seat, action, observer);
        Ok(())
    }

    /// Does `action` for `seat`, which the caller knows to be legal, for example because it was listed. An illegal
    /// action leaves a meaningless game behind or panics.
    #[inline(always)]
    pub fn play_unchecked(&mut self, seat: Seat, action: Action, observer: &mut impl Observer<Event>) {
        debug_assert_eq!(self.check(seat, action), Ok(()), "{seat} {action:?}");
        match (action, self.phase) {
            (Action::Place { cell, rotation }, Phase::Placing { tile }) => {
                self.place_tile(tile, cell, rotation, observer);
            }
            (Action::Deploy { figure, segment }, Phase::Deploying { cell }) => {
                let tile = self.tile_for_figure(cell);
                let index = self.land.tile(tile).kind.index_of(segment).expect("checked");
                self.deploy(tile, PlacedFigure { seat, figure, index: index as u8 }, observer);
            }
            (Action::Pass, _) => {
                observer.observe(Event::Passed { seat });
                R::deployed(self, observer);
            }
            (Action::TakeSecond | Action::EndTurn | Action::Settle(_), _) => {
                R::choose(self, action, observer);
            }
            _ => unreachable!("the action was checked"),
        }
    }

    /// Applies an outcome of nature and tells `observer` what happens.
    ///
    /// # Errors
    /// If no outcome of this kind is due, or this one cannot happen; the game is then untouched.
    pub fn resolve(&mut self, chance: Chance, observer: &mut impl Observer<Event>) -> Result<(), Illegal> {
        self.check_chance(chance)?;
        let chance = match chance {
            Chance::Tile(tile) if tile.is_described() => Chance::Tile(self.kinds().own(tile)),
            _ => chance,
        };
        self.resolve_unchecked(chance, observer);
        Ok(())
    }

    /// Applies an outcome that is due and possible, for example one that [`Game::draw`] gave.
    #[inline(always)]
    pub fn resolve_unchecked(&mut self, chance: Chance, observer: &mut impl Observer<Event>) {
        debug_assert_eq!(self.check_chance(chance), Ok(()), "{chance:?}");
        match chance {
            Chance::Tile(tile) => self.drew(tile, observer),
            Chance::StartPlayer(seat) => self.begin_with(seat, observer),
        }
    }

    /// Draws the outcome that is due: every tile of the stack, every seat alike.
    ///
    /// # Panics
    /// If no outcome is due.
    #[inline]
    pub fn draw(&self, draws: &mut impl Draws) -> Chance {
        match self.phase {
            Phase::Drawing => Chance::Tile(self.tile_number(draws.below(self.stack_len.into()))),
            Phase::DrawingStart => {
                Chance::StartPlayer(Seat::new(draws.below(self.seats.into()) as usize).expect("a seat"))
            }
            _ => panic!("no outcome is due in {:?}", self.phase),
        }
    }

    /// The tile number `n` of the stack, sorted by kinds.
    #[inline]
    fn tile_number(&self, n: u32) -> TileKind {
        // How many kinds end at or before number n: eight at once, a byte each, as no count of tiles reaches 128.
        const EACH: u64 = 0x0101_0101_0101_0101;
        const HIGH: u64 = 0x80 * EACH;
        let n = (u64::from(n) * EACH) | HIGH;
        let (mut before, mut kind) = (0, 0);
        let words = R::KINDS.len().div_ceil(8);
        for &counts in &self.stack.as_ref().as_chunks::<8>().0[..words] {
            // By this product each byte is the sum of those up to it.
            let ends = u64::from_le_bytes(counts).wrapping_mul(EACH) + before * EACH;
            kind += ((n - ends) & HIGH).count_ones() as usize;
            before = ends >> 56;
        }
        // Of kinds that were described some may lie beyond these bytes.
        if kind == 8 * words {
            self.tile_beyond(kind, before as u8, n as u8 & 0x7f)
        } else {
            self.kind_at(kind)
        }
    }

    /// The tile number `n` of the stack, where kind number `kind` and those behind it have the tiles from `before` on.
    #[cold]
    #[inline(never)]
    fn tile_beyond(&self, mut kind: usize, mut before: u8, n: u8) -> TileKind {
        let stack = self.stack.as_ref();
        while before + stack[kind] <= n {
            before += stack[kind];
            kind += 1;
        }
        self.kind_at(kind)
    }

    /// The outcomes that are possible now, with their weights.
    pub fn chance_outcomes(&self) -> impl Iterator<Item = (Chance, u32)> + '_ {
        let tiles = matches!(self.turn(), Turn::Chance(ChanceKind::Tile));
        let start = matches!(self.turn(), Turn::Chance(ChanceKind::StartPlayer));
        let tile = |kind| (Chance::Tile(kind), u32::from(self.tiles_left(kind)));
        let tiles = self.kinds().iter().filter(move |_| tiles).map(tile).filter(|&(_, weight)| weight > 0);
        let seats =
            Seat::first(if start { self.seats() } else { 0 }).map(|seat| (Chance::StartPlayer(seat), 1));
        tiles.chain(seats)
    }

    /// Returns the draw of a seed that the due outcome is: a purpose and its running number. The order of tiles does not depend
    /// on play.
    #[must_use]
    #[inline]
    pub fn chance_key(&self) -> (&'static str, u64) {
        match self.phase {
            Phase::DrawingStart => ("start", 0),
            _ => ("tile", self.drawn.into()),
        }
    }
}
