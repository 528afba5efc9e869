//! Placing a tile (`CARC-TILE`).

use crate::{Cell, Event, Game, Reason, Rotation, Rules, Terrain, TileKind};
use game::Observer;

impl<R: Rules> Game<R> {
    /// The start tile lies in the middle, unrotated and without a meeple (`CARC-SETUP-1`, `CARC-SETUP-5`).
    pub(crate) fn lay_start_tile(&mut self) {
        self.stack.as_mut()[R::KINDS.index(TileKind::START)] -= 1;
        self.stack_len -= 1;
        self.land.place(TileKind::START, Rotation::default(), Cell::new(0, 0), |_| true);
    }

    /// Places the tile in hand wherever it fits (`CARC-TILE-4`); what it joins becomes one feature (`CARC-FEAT-4`).
    #[inline]
    pub(crate) fn place_tile(
        &mut self,
        tile: TileKind,
        cell: Cell,
        rotation: Rotation,
        observer: &mut impl Observer<Event>,
    ) {
        let options = &self.options;
        self.land.place(tile, rotation, cell, |cell| R::may_lie(options, cell));
        observer.observe(Event::Placed { seat: self.active, tile, cell, rotation });
        R::placed(self, observer);
    }

    /// Checks that a tile may lie there in this rotation. It may not if something lies there (`CARC-TILE-8`), no tile may ever
    /// lie there, it touches no tile by a whole edge (`CARC-TILE-2`), or an edge does not match (`CARC-TILE-3`).
    pub(crate) fn check_place(&self, tile: TileKind, cell: Cell, rotation: Rotation) -> Result<(), Reason> {
        if self.land.tile_at(cell).is_some() {
            return Err(Reason::Taken { cell });
        }
        if !R::may_lie(&self.options, cell) {
            return Err(Reason::NoPlace { cell });
        }
        let mut touches = false;
        for (side, edge) in tile.edges(rotation).into_iter().enumerate() {
            let Some(other) = self.land.tile_at(cell.beside(side)) else { continue };
            let other = self.land.tile(other);
            let shown: Option<Terrain> = other.kind.edges(other.rotation)[(side + 2) % 4];
            touches |= shown.is_some();
            if let (Some(shown), Some(edge)) = (shown, edge)
                && shown != edge
            {
                return Err(Reason::Mismatch { cell, side: side as u8, edge, neighbour: shown });
            }
        }
        if touches { Ok(()) } else { Err(Reason::TouchesNothing { cell }) }
    }
}
