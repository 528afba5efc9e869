//! A position of a game, and who acts in it.

use crate::convert::{self, asked, document, parsed, seat_or_asked, text_of};
use crate::fault::{Fault, Kind, Single};
use draw::{Style, Theme, Words};
use game::{Outcome, Turn, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};
use shelf::{AnyGame, Events};
use wasm_bindgen::prelude::*;

/// The number of legal actions that are written out unless the caller names another.
const LISTED: usize = 10_000;

/// A position of any game, with its rules.
///
/// A state changes when something is played; `clone` copies it. Where a method takes a seat, `undefined` stands for the seat that a
/// host asks next. Actions, outcomes and places are texts, as everywhere in Neuland: `"settlement I17"`, `"dice 3 4"`.
#[wasm_bindgen]
pub struct State {
    pub(crate) game: AnyGame,
}

/// The style of a picture, as JavaScript gives it.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct PictureStyle {
    theme: Option<String>,
    coordinates: bool,
    events: Option<Value>,
    title: Option<String>,
    description: Option<String>,
    id_prefix: Option<String>,
}

#[wasm_bindgen]
impl State {
    /// Begins a new game.
    ///
    /// Throws a `NeulandError` that lists every option that does not exist, has a wrong value or does not fit the others.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Options")] options: &JsValue,
    ) -> Result<State, Fault> {
        let kind = convert::game(game)?;
        let game = AnyGame::new(kind, &convert::options(options)?);
        game.map(|game| State { game }).map_err(|faults| Fault::options(&faults))
    }

    /// Returns the position that a setup describes, an object or its JSON text (docs/setup.md). One that names no version of the rules
    /// is read under the last.
    ///
    /// Throws a `NeulandError` that lists everything in it that cannot be.
    #[wasm_bindgen(js_name = fromSetup)]
    pub fn from_setup(
        #[wasm_bindgen(unchecked_param_type = "GameName")] game: &str,
        #[wasm_bindgen(unchecked_param_type = "Setup | string")] setup: &JsValue,
    ) -> Result<State, Fault> {
        let kind = convert::game(game)?;
        let setup = game::json::read(&text_of(setup, "a setup")?).map_err(Fault::parse)?;
        AnyGame::from_setup(kind, &setup).map(|game| State { game }).map_err(|faults| Fault::setup(&faults))
    }

    /// Returns the position as a setup, hidden cards included: `State.fromSetup(state.game, state.toSetup())` equals the state.
    #[wasm_bindgen(js_name = toSetup, unchecked_return_type = "Setup")]
    pub fn to_setup(&self) -> Result<JsValue, Fault> {
        document(&self.game.to_setup())
    }

    /// Returns a copy.
    #[wasm_bindgen(js_name = clone)]
    #[must_use]
    pub fn copy(&self) -> State {
        State { game: self.game }
    }

    /// Returns whether two positions are the same.
    #[must_use]
    pub fn equals(&self, other: &State) -> bool {
        self.game == other.game
    }

    /// The name of the game.
    #[wasm_bindgen(getter, unchecked_return_type = "GameName")]
    #[must_use]
    pub fn game(&self) -> String {
        self.game.kind().name().to_owned()
    }

    /// The version of the rules that the game is played under.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn rules(&self) -> u32 {
        self.game.rules()
    }

    /// The options that have a value, by name.
    #[wasm_bindgen(getter, unchecked_return_type = "Options")]
    pub fn options(&self) -> Result<JsValue, Fault> {
        document(&self.game.options())
    }

    /// The seats that play.
    #[wasm_bindgen(getter, unchecked_return_type = "Seat[]")]
    #[must_use]
    pub fn seats(&self) -> Vec<String> {
        game::Seat::first(self.game.seats()).map(|seat| seat.to_string()).collect()
    }

    /// The number of turns begun.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn turns(&self) -> u32 {
        self.game.turns()
    }

    /// The turn: who acts, what nature owes, or who has won.
    #[wasm_bindgen(getter, unchecked_return_type = "Turn")]
    pub fn turn(&self) -> Result<JsValue, Fault> {
        document(&match self.game.turn() {
            Turn::Decide(seats) => json!({"kind": "decide", "seats": seats, "seat": asked(&self.game)}),
            Turn::Chance(chance) => json!({"kind": "chance", "chance": chance}),
            Turn::Over(Outcome { winners }) => json!({"kind": "over", "winners": winners}),
        })
    }

    /// Whether the game is over.
    #[wasm_bindgen(getter, js_name = isOver)]
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// The points of every seat, hidden ones included.
    #[wasm_bindgen(getter, unchecked_return_type = "Points")]
    pub fn points(&self) -> Result<JsValue, Fault> {
        document(&self.game.points())
    }

    /// The points of every seat that everybody sees; all of them once the game is over.
    #[wasm_bindgen(getter, js_name = visiblePoints, unchecked_return_type = "Points")]
    pub fn visible_points(&self) -> Result<JsValue, Fault> {
        document(&self.game.points_open())
    }

    /// Returns the actions that a seat may take now, at most `limit` of them (10,000 unless given), in the game's own order; none if the
    /// seat is not to act. Open-ended actions, such as offers, are legal and not listed; `check` knows them.
    ///
    /// Throws a `NeulandError` if the seat does not play.
    #[wasm_bindgen(js_name = legalActions)]
    pub fn legal_actions(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] limit: Option<u32>,
    ) -> Result<Vec<String>, Fault> {
        let seat = seat_or_asked(seat.as_deref(), &self.game)?;
        let limit = limit.map_or(LISTED, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        Ok(self.game.listed(seat, limit).actions)
    }

    /// Returns the number of actions listed for a seat, without listing them.
    ///
    /// Throws a `NeulandError` if the seat does not play.
    #[wasm_bindgen(js_name = legalCount)]
    pub fn legal_count(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
    ) -> Result<f64, Fault> {
        let seat = seat_or_asked(seat.as_deref(), &self.game)?;
        Ok(self.game.legal_len(seat) as f64)
    }

    /// Returns the listed action number `n` of a seat, from 0; no other is made for it. Negative numbers count from the end.
    ///
    /// Throws a `NeulandError` if there are not so many, or the seat does not play.
    #[wasm_bindgen(js_name = legalAction)]
    pub fn legal_action(
        &self,
        n: f64,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
    ) -> Result<String, Fault> {
        let seat = seat_or_asked(seat.as_deref(), &self.game)?;
        let at = convert::place(n, self.game.legal_len(seat), "action")?;
        self.game
            .legal_action(seat, at)
            .ok_or_else(|| Fault::new(Kind::Range, format!("there is no action {n}")))
    }

    /// Does an action, and returns what happened, unredacted.
    ///
    /// Throws a `NeulandError` if a clause of the rulebook stands against it, or the text is no action; the state did not change.
    #[wasm_bindgen(unchecked_return_type = "GameEvent[]")]
    pub fn play(
        &mut self,
        action: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
    ) -> Result<JsValue, Fault> {
        let seat = seat_or_asked(seat.as_deref(), &self.game)?;
        happened(&self.game.play(seat, action)?)
    }

    /// Explains why a seat may not do this now; returns `undefined` if it may. The rules are checked one by one, independently of the legal
    /// list.
    ///
    /// Throws a `NeulandError` if the text is no action.
    #[wasm_bindgen(js_name = whyNot, unchecked_return_type = "Fault | undefined")]
    pub fn why_not(
        &self,
        action: &str,
        #[wasm_bindgen(unchecked_optional_param_type = "Seat")] seat: Option<String>,
    ) -> Result<JsValue, Fault> {
        let seat = seat_or_asked(seat.as_deref(), &self.game)?;
        let Err(refusal) = self.game.check(seat, action) else { return Ok(JsValue::UNDEFINED) };
        if refusal.clause.is_none() {
            return Err(refusal.into());
        }
        document(&Single::of(&refusal))
    }

    /// Returns every outcome of nature that is possible now, with its weight; none where no outcome is due or there are too many to list (a
    /// layout). The chance of an outcome is its weight divided by the sum of all.
    #[wasm_bindgen(js_name = chanceOutcomes, unchecked_return_type = "[outcome: string, weight: number][]")]
    pub fn chance_outcomes(&self) -> Result<JsValue, Fault> {
        document(&self.game.chance_outcomes())
    }

    /// Returns the outcome that is due, as a seed has it, and `undefined` if none is; the state does not change. A seed is all the chance
    /// of a game: its third roll is the same whatever was built before.
    ///
    /// Throws a `NeulandError` if it is no seed.
    pub fn draw(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<Option<String>, Fault> {
        Ok(self.game.draw(convert::seed(seed)?))
    }

    /// Applies an outcome of nature, such as `"dice 3 4"`, and returns what happened, unredacted.
    ///
    /// Throws a `NeulandError` if no such outcome is due or the text is none; the state did not change.
    #[wasm_bindgen(unchecked_return_type = "GameEvent[]")]
    pub fn resolve(&mut self, outcome: &str) -> Result<JsValue, Fault> {
        happened(&self.game.resolve(outcome)?)
    }

    /// Lets nature act, as a seed has it, until a seat is to decide or the game is over, and returns what happened, unredacted. It does
    /// nothing where no outcome is due.
    ///
    /// Throws a `NeulandError` if it is no seed.
    #[wasm_bindgen(unchecked_return_type = "GameEvent[]")]
    pub fn advance(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Seed")] seed: &JsValue,
    ) -> Result<JsValue, Fault> {
        let seed = convert::seed(seed)?;
        let mut documents = Vec::new();
        while let Some(outcome) = self.game.draw(seed) {
            documents.extend(self.game.resolve(&outcome)?.documents(Viewer::Everything));
        }
        document(&documents)
    }

    /// Returns what a viewer may know of the position.
    ///
    /// Throws a `NeulandError` if there is no such viewer.
    #[wasm_bindgen(unchecked_return_type = "View")]
    pub fn view(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Viewer")] viewer: &str,
    ) -> Result<JsValue, Fault> {
        let viewer = convert::viewer(viewer, self.game.seats())?;
        parsed(self.game.view_text(viewer).get())
    }

    /// Returns the picture of the board as SVG: what is open to all, no hand and no deck. It brings its own style sheet and needs no font.
    ///
    /// Throws a `NeulandError` if the style has unknown fields or wrong values.
    pub fn svg(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PictureStyle")] style: &JsValue,
    ) -> Result<String, Fault> {
        let wanted: PictureStyle = if style.is_undefined() {
            PictureStyle::default()
        } else {
            game::json::parse(&text_of(style, "a style")?).map_err(Fault::parse)?
        };
        picture(&self.game, wanted)
    }
}

/// The events of a step, as the referee sees them.
fn happened(events: &Events) -> Result<JsValue, Fault> {
    parsed(events.documents_text(Viewer::Everything).get())
}

fn picture(game: &AnyGame, wanted: PictureStyle) -> Result<String, Fault> {
    let theme = match wanted.theme.as_deref() {
        None | Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        Some("auto") => Theme::Auto,
        Some(other) => {
            let message = format!("`{other}` is not a theme; themes are \"light\", \"dark\" and \"auto\"");
            return Err(Fault::parse(message));
        }
    };
    let events = wanted.events.map(|events| Events::from_documents(game.kind(), &events.to_string()));
    let words = Words {
        title: wanted.title.unwrap_or_else(|| format!("The board of {}", game.kind())),
        description: wanted.description.unwrap_or_else(|| format!("turn {}", game.turns())),
    };
    let usual = Style::default();
    let style = Style {
        theme,
        coordinates: wanted.coordinates,
        words,
        id_prefix: wanted.id_prefix.unwrap_or_else(|| usual.id_prefix.clone()),
        place_ids: false,
        ..usual
    };
    Ok(draw::any::picture(game, events.transpose()?.as_ref(), &style))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shelf::GameKind;

    #[test]
    fn a_picture_has_the_style_that_was_asked_for() {
        let game = AnyGame::with_options(GameKind::Catan, []).unwrap();
        let style = |text: &str| game::json::parse::<PictureStyle>(text).unwrap();
        let drawn = picture(&game, style(r#"{"title":"Mine","idPrefix":"m-"}"#)).unwrap();
        assert!(drawn.starts_with("<svg") && drawn.contains("Mine") && drawn.contains("\"m-"), "{drawn}");
        assert!(picture(&game, style(r#"{"theme":"red"}"#)).is_err());
        assert!(picture(&game, style(r#"{"events":[{"event":"no-such"}]}"#)).is_err());
        assert!(game::json::parse::<PictureStyle>(r#"{"colour":"red"}"#).is_err());
    }
}
