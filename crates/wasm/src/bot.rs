//! Bots by their names.

use crate::convert::{self, document, text_of};
use crate::fault::{Fault, Kind};
use crate::info::known_bot;
use crate::state::State;
use ::bots::any::Listener;
use game::Seat;
use serde_json::json;
use shelf::{AnySeatPosition, GameKind};
use wasm_bindgen::prelude::*;

/// A bot at a seat of one game. It is shown only what its seat may know, and chooses what it would choose anywhere else: the same seed and
/// the same past give the same action.
///
/// Some bots listen to events: give each of them everything that happens (`hear`), from the beginning of the game. Bots that search
/// take up to seconds for a decision; ask them in a worker.
#[wasm_bindgen]
pub struct Bot {
    listener: Listener,
    kind: GameKind,
    seat: Seat,
}

#[wasm_bindgen]
impl Bot {
    /// Makes the bot of this name, which has heard nothing yet; `bots(game)` lists the names.
    ///
    /// Throws a `NeulandError` if there is no such game, bot or seat.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
        name: &str,
        #[wasm_bindgen(unchecked_param_type = "Seat")] seat: &str,
    ) -> Result<Bot, Fault> {
        let kind = convert::game(game)?;
        known_bot(kind, name)?;
        let seat = convert::seat(seat, kind.info().seats_max)?;
        let listener = Listener::new(kind, name, seat).ok_or_else(|| Fault::parse("there is no such bot"))?;
        Ok(Bot { listener, kind, seat })
    }

    /// The name of the bot.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn name(&self) -> String {
        self.listener.name().to_owned()
    }

    /// The seat of the bot.
    #[wasm_bindgen(getter, unchecked_return_type = "Seat")]
    #[must_use]
    pub fn seat(&self) -> String {
        self.seat.to_string()
    }

    /// Whether the bot listens to events.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn listens(&self) -> bool {
        self.listener.listens()
    }

    /// Tells the bot what happened. It hears what its seat may know, so events may be unredacted or redacted for its seat.
    ///
    /// Throws a `NeulandError` if they are no events of its game.
    pub fn hear(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "GameEvent[]")] events: &JsValue,
    ) -> Result<(), Fault> {
        if self.listener.listens() {
            self.listener.hear(&convert::events(self.kind, events)?);
        }
        Ok(())
    }

    /// Returns the action that the bot chooses in a position, with a seed for its own randomness, and `undefined` if it has nothing to decide. It
    /// sees the position as its seat does.
    ///
    /// Throws a `NeulandError` if the position is one of another game.
    pub fn choose(
        &mut self,
        state: &State,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Option<String>, Fault> {
        self.check(state)?;
        Ok(self.listener.choose(&state.game, convert::seed(seed)?))
    }

    /// Returns the action that the bot chooses in the position that the view of its seat describes (docs/view.md), as a program that has no
    /// whole position needs it; `undefined` if it has nothing to decide.
    ///
    /// Throws a `NeulandError` that lists everything that is wrong with the view.
    #[wasm_bindgen(js_name = chooseInView)]
    pub fn choose_in_view(
        &self,
        #[wasm_bindgen(unchecked_param_type = "View | string")] view: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Option<String>, Fault> {
        let position =
            AnySeatPosition::from_document(self.kind, &text_of(view, "a view")?).map_err(Fault::view)?;
        if position.seat() != self.seat {
            let message =
                format!("the view is that of seat {}, the bot has seat {}", position.seat(), self.seat);
            return Err(Fault::new(Kind::Parse, message));
        }
        Ok(self.listener.choose_in_view(&position, convert::seed(seed)?))
    }

    /// Returns everything that the bot has heard, as a document that `recall` takes.
    #[wasm_bindgen(unchecked_return_type = "object")]
    pub fn memory(&self) -> Result<JsValue, Fault> {
        document(&self.listener.memory())
    }

    /// Replaces what the bot has heard by a document of `memory`.
    ///
    /// Throws a `NeulandError` if it is not the memory of such a bot.
    pub fn recall(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "object | string")] memory: &JsValue,
    ) -> Result<(), Fault> {
        let memory = game::json::read(&text_of(memory, "a memory")?).map_err(Fault::parse)?;
        self.listener.recall(&memory).map_err(Fault::parse)
    }

    fn check(&self, state: &State) -> Result<(), Fault> {
        let (own, other) = (self.kind, state.game.kind());
        if own == other {
            return Ok(());
        }
        Err(Fault::parse(format!("the bot plays {own}, the position is one of {other}")))
    }
}

/// Returns what the bot of a name would do for a seat, why, and what it would do next best; nothing if the seat has nothing to decide. It has heard
/// nothing of the past.
///
/// Throws a `NeulandError` if there is no such bot or seat.
#[wasm_bindgen(unchecked_return_type = "Advice[]")]
pub fn advise(
    state: &State,
    name: &str,
    #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
) -> Result<JsValue, Fault> {
    known_bot(state.game.kind(), name)?;
    let seat = convert::seat_or_asked(seat.as_deref(), &state.game)?;
    let advised = ::bots::any::advise(&state.game, name, seat, convert::seed(seed)?, &[]);
    let advice = advised.iter().map(|it| json!({"action": it.action, "reasons": it.reasons}));
    document(&advice.collect::<Vec<_>>())
}
