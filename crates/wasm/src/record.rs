//! Records of games: read, checked, written, looked at.

use crate::convert::{self, document, parsed};
use crate::fault::{Fault, Kind};
use crate::state::State;
use game::Viewer;
use game::record::Record;
use shelf::Timeline;
use std::cell::OnceCell;
use wasm_bindgen::prelude::*;

/// The longest record that is read, in bytes: the longest games have some 300 KB.
const RECORD_MAX: usize = 8 << 20;

/// A checked record of a game, with every position that it passed through (docs/record.md).
#[wasm_bindgen]
pub struct GameRecord {
    record: Record,
    /// Made when it is first asked for: it takes many times as long as playing the game.
    timeline: OnceCell<Timeline>,
}

impl GameRecord {
    /// A record of a game that was played here, and so needs no check.
    pub(crate) fn of(record: Record) -> GameRecord {
        GameRecord { record, timeline: OnceCell::new() }
    }

    fn timeline(&self) -> Result<&Timeline, Fault> {
        if let Some(timeline) = self.timeline.get() {
            return Ok(timeline);
        }
        let (_, timeline, _) =
            Timeline::read(self.text().as_bytes()).map_err(|error| Fault::record(&error))?;
        Ok(self.timeline.get_or_init(|| timeline))
    }
}

fn read(text: &str) -> Result<GameRecord, Fault> {
    if text.len() > RECORD_MAX {
        let message = format!("the record has {} bytes; at most {RECORD_MAX} are read", text.len());
        return Err(Fault::new(Kind::Record, message));
    }
    let (header, timeline, result) =
        Timeline::read(text.as_bytes()).map_err(|error| Fault::record(&error))?;
    let record = Record { header, steps: timeline.steps().to_vec(), result };
    Ok(GameRecord { record, timeline: timeline.into() })
}

#[wasm_bindgen]
impl GameRecord {
    /// Reads a record of at most 8 MiB, and replays it on the way: every step is checked.
    ///
    /// Throws a `NeulandError` with the line and the clause of the first fault.
    pub fn parse(text: &str) -> Result<GameRecord, Fault> {
        read(text)
    }

    /// The record as text, byte for byte as every program of Neuland writes it.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn text(&self) -> String {
        self.record.to_string()
    }

    /// The first line: game, rules, options, names, seed.
    #[wasm_bindgen(getter, unchecked_return_type = "RecordHeader")]
    pub fn header(&self) -> Result<JsValue, Fault> {
        document(&self.record.header)
    }

    /// The result, and `undefined` if the game is not over.
    #[wasm_bindgen(getter, unchecked_return_type = "RecordResult | undefined")]
    pub fn result(&self) -> Result<JsValue, Fault> {
        self.record.result.as_ref().map_or(Ok(JsValue::UNDEFINED), document)
    }

    /// The number of steps.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn length(&self) -> usize {
        self.record.steps.len()
    }

    /// Every step, in order.
    #[wasm_bindgen(getter, unchecked_return_type = "Step[]")]
    pub fn steps(&self) -> Result<JsValue, Fault> {
        document(&self.record.steps)
    }

    /// Returns the position after so many steps: 0 is the beginning, `undefined` the last one; negative numbers count from the end.
    ///
    /// Throws a `NeulandError` if there is no such position.
    pub fn state(&self, at: Option<f64>) -> Result<State, Fault> {
        let at = self.place(at.unwrap_or(-1.0))?;
        let game = self
            .timeline()?
            .at(at)
            .ok_or_else(|| Fault::new(Kind::Range, format!("there is no position {at}")))?;
        Ok(State { game })
    }

    /// Returns the events of the step that leads to this position, as a viewer may know them (the referee unless given); none for position 0.
    ///
    /// Throws a `NeulandError` if there is no such position or viewer.
    #[wasm_bindgen(unchecked_return_type = "GameEvent[]")]
    pub fn events(
        &self,
        at: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "Viewer")] viewer: Option<String>,
    ) -> Result<JsValue, Fault> {
        let at = self.place(at)?;
        let timeline = self.timeline()?;
        let seats = timeline.start().seats();
        let viewer = viewer.map_or(Ok(Viewer::Everything), |name| convert::viewer(&name, seats))?;
        let events = at.checked_sub(1).and_then(|step| timeline.events().get(step));
        events.map_or_else(|| parsed("[]"), |events| parsed(events.documents_text(viewer).get()))
    }

    /// Returns the game in numbers: the course of points, rolls, cards and trades (docs/api.md).
    #[wasm_bindgen(unchecked_return_type = "Record<string, any>")]
    pub fn statistics(&self) -> Result<JsValue, Fault> {
        document(&self.timeline()?.statistics().document(true))
    }

    /// Computes every draw again from the proof that the record of a table carries (docs/fairness.md), and returns the proof and the draws.
    ///
    /// Throws a `NeulandError` if there is no proof, or an outcome is not the one that the dice gave.
    #[wasm_bindgen(js_name = verifyDice, unchecked_return_type = "Record<string, any>")]
    pub fn verify_dice(&self) -> Result<JsValue, Fault> {
        let verified = shelf::verify::verify(self.text().as_bytes());
        document(&verified.map_err(|error| Fault::new(Kind::Record, error.to_string()))?)
    }

    fn place(&self, at: f64) -> Result<usize, Fault> {
        convert::place(at, self.length() + 1, "position")
    }
}

/// Writes a record down as a game is played. A state has no past, so a program that wants a record has one of these beside it.
#[wasm_bindgen]
pub struct Recorder {
    writer: shelf::Recorder,
    seats: usize,
}

#[wasm_bindgen]
impl Recorder {
    /// Begins a record at this position, with the names of the players from seat A on, and the seed that outcomes are drawn from, if it may be
    /// known.
    ///
    /// Throws a `NeulandError` if there are more or fewer names than seats, or it is no seed.
    #[wasm_bindgen(constructor)]
    pub fn new(
        state: &State,
        names: Option<Vec<String>>,
        #[wasm_bindgen(unchecked_optional_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Recorder, Fault> {
        let seats = state.game.seats();
        let mut writer = shelf::Recorder::new(&state.game);
        if let Some(names) = names {
            if names.len() != seats {
                return Err(Fault::parse(format!("{} names for {seats} seats", names.len())));
            }
            writer = writer.named(names.iter().map(String::as_str));
        }
        if !seed.is_undefined() {
            writer = writer.seeded(convert::seed(seed)?);
        }
        Ok(Recorder { writer, seats })
    }

    /// Adds an action that a seat did. `finish` checks it.
    ///
    /// Throws a `NeulandError` if the seat does not play.
    pub fn action(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Seat")] seat: &str,
        action: &str,
    ) -> Result<(), Fault> {
        self.writer.action(convert::seat(seat, self.seats)?, action);
        Ok(())
    }

    /// Adds an outcome of nature. `finish` checks it.
    pub fn outcome(&mut self, outcome: &str) {
        self.writer.outcome(outcome);
    }

    /// Returns the record of the game so far, checked; `state` is the game as it is now, whose result is written if it is over. The recorder can
    /// go on.
    ///
    /// Throws a `NeulandError` with the line of a step that the rules do not allow.
    pub fn finish(&self, state: &State) -> Result<GameRecord, Fault> {
        read(&self.writer.clone().finish(&state.game).to_string())
    }
}
