//! Games as numbers, for learners (`docs/encodings.md`).

use crate::convert::{self, document};
use crate::fault::{Fault, Kind};
use crate::state::State;
use encode::any::{AnyCodeError, check_layout};
use encode::{AnyTracked, Information, Layout, Misuse};
use game::Seat;
use wasm_bindgen::prelude::*;

impl From<Misuse> for Fault {
    fn from(misuse: Misuse) -> Fault {
        Fault::new(Kind::Parse, misuse.to_string())
    }
}

impl From<AnyCodeError> for Fault {
    fn from(error: AnyCodeError) -> Fault {
        Fault::new(Kind::Parse, error.to_string())
    }
}

/// Returns the layout of a game's observations and codes of actions.
///
/// Throws a `NeulandError` if there is no such game.
#[wasm_bindgen(unchecked_return_type = "Layout")]
pub fn layout(#[wasm_bindgen(unchecked_param_type = "GameName")] game: &str) -> Result<JsValue, Fault> {
    document(encode::layout(convert::game(game)?, Information::Seat))
}

/// A game played by codes, with everything that the seats have counted: what a learner sees and does. An action is one code or several in a
/// row; while some are missing, `mask` names those that continue it.
#[wasm_bindgen]
pub struct Table {
    table: AnyTracked,
}

#[wasm_bindgen]
impl Table {
    /// Begins at a position, with nothing counted yet.
    ///
    /// Throws a `NeulandError` if the box has kinds of tiles of its own, for which no layout has a row.
    #[wasm_bindgen(constructor)]
    pub fn new(state: &State) -> Result<Table, Fault> {
        check_layout(&state.game)?;
        Ok(Table { table: AnyTracked::new(state.game) })
    }

    /// The position, as a state of its own.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn state(&self) -> State {
        State { game: self.table.game() }
    }

    /// The seat that is to give a code, and `undefined` where none is.
    #[wasm_bindgen(getter, unchecked_return_type = "Seat | undefined")]
    #[must_use]
    pub fn seat(&self) -> Option<String> {
        self.table.to_act().map(|seat| seat.to_string())
    }

    /// Returns the legal codes of a seat: an array with 1 at each legal code.
    ///
    /// Throws a `NeulandError` if the seat does not play.
    pub fn mask(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
    ) -> Result<Vec<u8>, Fault> {
        let mut mask = vec![0; self.layout().actions];
        self.table.mask(self.seat_of(seat)?, &mut mask)?;
        Ok(mask)
    }

    /// Returns the observation of a seat, as the layout describes it.
    ///
    /// Throws a `NeulandError` if the seat does not play.
    pub fn observe(
        &mut self,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
    ) -> Result<Vec<f32>, Fault> {
        let mut values = vec![0.0; self.layout().size];
        self.table.observe(self.seat_of(seat)?, Information::Seat, &mut values)?;
        Ok(values)
    }

    /// Gives a code for a seat; it is played once an action is complete.
    ///
    /// Throws a `NeulandError` if the code is not legal, or the seat does not play.
    pub fn play(
        &mut self,
        code: u32,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
    ) -> Result<(), Fault> {
        let seat = self.seat_of(seat)?;
        self.table.play(seat, usize::try_from(code).unwrap_or(usize::MAX), false)?;
        Ok(())
    }

    /// Lets nature act, as a seed has it, until a seat is to decide or the game is over.
    ///
    /// Throws a `NeulandError` if it is no seed.
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<(), Fault> {
        self.table.advance(convert::seed(seed)?, false);
        Ok(())
    }

    fn layout(&self) -> &'static Layout {
        encode::layout(self.table.kind(), Information::Seat)
    }

    fn seat_of(&self, letter: Option<String>) -> Result<Seat, Fault> {
        match letter {
            Some(letter) => convert::seat(&letter, self.table.seats()),
            None => Ok(self.table.to_act().unwrap_or(Seat::A)),
        }
    }
}
