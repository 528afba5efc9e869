//! The sample game by numbers: a code and a row for each cell of its grid.

use crate::code::{Choice, CodeError, Step};
use crate::encode::Encode;
use crate::layout::{Block, Information};
use crate::sink::{Head, Sink, flag};
use game::{Draws, Game, IllegalReason, Seat, Viewer};
use kerbe::{Cell, Event, Kerbe, Notch, SIDE};

impl Encode for Kerbe {
    const LAYOUT_VERSION: u32 = 1;
    const ACTIONS: usize = SIDE * SIDE;
    type Knowledge = ();

    fn blocks() -> Vec<Block> {
        let codes = Cell::all().map(|cell| Notch(cell).to_string()).collect();
        vec![Block { name: "notch", first: 0, len: Self::ACTIONS, about: "which cell is notched", codes }]
    }
    fn mask(&self, me: Seat, _: &Choice, mask: &mut [u8]) {
        mask.fill(0);
        let legal = self.legal_actions(me);
        let codes = Cell::all().enumerate().filter(|(_, cell)| game::Legal::contains(&legal, Notch(*cell)));
        codes.for_each(|(code, _)| mask[code] = 1);
    }
    fn step(&self, me: Seat, _: &Choice, code: usize) -> Result<Step<Notch>, CodeError> {
        let range = CodeError::OutOfRange { code, actions: Self::ACTIONS };
        let action = Notch(Cell::all().nth(code).ok_or(range)?);
        self.check(me, action).map(|()| Step::Action(action)).map_err(|illegal| CodeError::Illegal {
            code,
            meaning: action.to_string(),
            reason: illegal.to_string(),
            clause: illegal.clause(),
        })
    }
    fn codes_of(&self, _: Seat, Notch(cell): Notch) -> Result<Vec<usize>, CodeError> {
        Ok(Cell::all().position(|other| other == cell).into_iter().collect())
    }
    fn hear((): &mut (), _: Seat, _: &Event) {}
    fn look(&self, (): &mut (), _: Seat) {}
    fn write(&self, me: Seat, _: &Choice, (): &(), _: Information, sink: &mut impl Sink) {
        let (rows, channels) = (&[SIDE * SIDE], 3);
        sink.array(Head { name: "cells", dtype: "uint8", rows, channels, about: "the cells, row by row" });
        let die = self.die();
        for (row, cell) in Cell::all().enumerate() {
            sink.row(row);
            flag(sink, "mine", "whether this seat notched it", self.at(cell) == Some(me));
            flag(sink, "others", "whether another seat did", self.at(cell).is_some_and(|seat| seat != me));
            let in_line = die.is_some_and(|die| cell.lines().contains(&die));
            flag(sink, "in line", "whether it lies in the column or row of the die", in_line);
        }
    }
    fn determinize_for(&self, _: Viewer, (): &(), _: &mut impl Draws) -> Kerbe {
        *self
    }
}
