//! Turns: drawing a tile, and passing on (`CARC-TURN`).

use crate::{Event, Game, Phase, Rules, TileKind};
use game::{Observer, Seat};

impl<R: Rules> Game<R> {
    /// A tile is drawn and shown to everybody (`CARC-TURN-4`). One that fits nowhere is removed from the game, and the
    /// same seat draws again (`CARC-TILE-6`, `CARC-TILE-10`); without a tile left nothing more is placed
    /// (`CARC-TILE-7`).
    #[inline]
    pub(crate) fn drew(&mut self, tile: TileKind, observer: &mut impl Observer<Event>) {
        let kind = self.kind_index(tile);
        self.stack.as_mut()[kind] -= 1;
        self.stack_len -= 1;
        self.drawn += 1;
        observer.observe(Event::Drew { seat: self.active, tile });
        if self.land.fits_somewhere(tile) {
            self.phase = Phase::Placing { tile };
        } else {
            observer.observe(Event::Removed { tile });
            if self.stack_len == 0 {
                R::stack_ran_out(self, observer);
            }
        }
    }

    /// The turn passes clockwise (`CARC-SETUP-4`); after the last tile the game is over (`CARC-END-1`), whoever had how
    /// many turns (`CARC-END-3`).
    #[inline]
    pub(crate) fn end_turn(&mut self, observer: &mut impl Observer<Event>) {
        if self.stack_len == 0 {
            return self.finish(observer);
        }
        let seat = self.active;
        let next = seat.index() + 1;
        self.active = Seat::new(if next < self.seats() { next } else { 0 }).expect("a seat of the table");
        self.turns += 1;
        self.phase = Phase::Drawing;
        R::turn_begins(self);
        observer.observe(Event::TurnEnded { seat, next: self.active });
    }

    pub(crate) fn begin_with(&mut self, seat: Seat, observer: &mut impl Observer<Event>) {
        self.active = seat;
        self.start = seat;
        self.phase = Phase::Drawing;
        observer.observe(Event::Starts { seat });
    }
}
