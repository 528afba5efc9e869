//! Previews of actions, computed by playing them on a copy of the game.

use super::aids::projected;
use ::carcassonne::{Action, Event, Figure, Game, LegalActions, Phase, Place, Rules, SegmentKind};
use game::Seat;
use game::options::NamedOptions;

/// The consequences of placing a tile.
#[derive(Clone, PartialEq, Debug)]
pub struct Placement {
    /// The events if no figure is deployed: completed features, points, goods, returned figures.
    pub events: Vec<Event>,
    /// The figures that can be deployed then, and what each would be worth.
    pub figures: Vec<Deployment>,
    /// The part of the turn for which the placement gives another tile: 2 for a second one, more with `TB-HOUSE-1`.
    pub second_tile: Option<u8>,
    /// Whether the step of deploying is passed by itself, as nothing can be deployed.
    pub ends: bool,
}

/// The consequences of deploying a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Deployment {
    /// The figure.
    pub figure: Figure,
    /// The segment it is deployed on.
    pub place: Place,
    /// The events, as for [`Placement::events`].
    pub events: Vec<Event>,
    /// The points that the figure gains its seat now, compared with deploying none, if the game ended right then.
    pub gain: i32,
    /// The time at which the figure leaves, if it is a settler that then stands east of both surveyors.
    pub leaves: Option<Leaves>,
}

/// The time at which a settler east of both surveyors leaves (`MAY-SETTLER-5`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaves {
    /// With the next scored building, in any case.
    Scoring,
    /// With the next scored building after which a surveyor moves (`MAY-OPT-PURGE`).
    Move,
}

impl Leaves {
    /// The name by which the locales choose the sentence.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Leaves::Scoring => "scoring",
            Leaves::Move => "move",
        }
    }

    /// Returns when the figure on a place leaves; `None` if it has left already, lies on a plain, has a surveyor in its column or
    /// east of it, or the game is over.
    fn of<R: Rules>(game: &Game<R>, place: Place) -> Option<Leaves> {
        let [_, east] = game.extras().surveyors?;
        let stands = game.figures().any(|(_, _, at)| at == place)
            && game.land().feature(game.land().feature_at(place)?).kind() != SegmentKind::Field;
        let over = matches!(game.phase(), Phase::Over(_));
        let always = game.options().get("remove_without_move").is_ok_and(|value| value == "true");
        (stands && !over && place.cell.x > east).then_some(if always {
            Leaves::Scoring
        } else {
            Leaves::Move
        })
    }
}

/// Whether an event is a consequence of an action; the other events only report the action itself.
fn is_result(event: &Event) -> bool {
    match event {
        Event::Completed { .. }
        | Event::Scored { completed: true, .. }
        | Event::Returned { .. }
        | Event::TookGoods { .. }
        | Event::ExtraPoints { .. }
        | Event::SurveyorMoved { .. }
        | Event::SurveyorStayed { .. }
        | Event::SettlerRemoved { .. } => true,
        Event::Starts { .. }
        | Event::Drew { .. }
        | Event::Removed { .. }
        | Event::Placed { .. }
        | Event::Deployed { .. }
        | Event::Passed { .. }
        | Event::Scored { completed: false, .. }
        | Event::TookSecond { .. }
        | Event::DeclinedSecond { .. }
        | Event::FieldScored { .. }
        | Event::PlainScored { .. }
        | Event::GoodsScored { .. }
        | Event::TurnEnded { .. }
        | Event::Over { .. } => false,
    }
}

/// Plays `action`, then settles the buildings that `seat` must settle, in the order of the list; returns the results.
fn play<R: Rules>(game: &mut Game<R>, seat: Seat, action: Action) -> Option<Vec<Event>> {
    let mut events = Vec::new();
    game.play(seat, action, &mut events).ok()?;
    while game.phase() == Phase::Settling {
        let next = game.legal_actions(seat).get(0)?;
        game.play(seat, next, &mut events).ok()?;
    }
    events.retain(is_result);
    Some(events)
}

fn total<R: Rules>(game: &Game<R>, seat: Seat) -> i32 {
    projected(game).0[seat].total().into()
}

/// Computes the consequences of a placement; `None` if it is illegal.
#[must_use]
pub fn placement<R: Rules>(game: &Game<R>, seat: Seat, action: Action) -> Option<Placement> {
    // A game is some kilobytes, and a page has dozens of placements: it is copied as seldom as can be.
    let mut placed = *game;
    let events = play(&mut placed, seat, action)?;
    // The right is offered, or, where it must be used, the same turn goes on with drawing.
    let second_tile = |after: &Game<R>| match after.phase() {
        Phase::OfferingSecond => after.extras().part.map(|part| part + 1),
        Phase::Drawing if after.turns() == game.turns() => after.extras().part,
        _ => None,
    };
    if !matches!(placed.phase(), Phase::Deploying { .. }) {
        return Some(Placement {
            second_tile: second_tile(&placed),
            events,
            figures: Vec::new(),
            ends: true,
        });
    }
    let mut passed = placed;
    let events = play(&mut passed, seat, Action::Pass)?;
    let figures = deployments_beside(&placed, seat, &passed);
    Some(Placement { second_tile: second_tile(&passed), events, figures, ends: false })
}

/// Computes the consequences of every figure that can be deployed now.
#[must_use]
pub fn deployments<R: Rules>(game: &Game<R>, seat: Seat) -> Vec<Deployment> {
    let mut passed = *game;
    match play(&mut passed, seat, Action::Pass) {
        Some(_) => deployments_beside(game, seat, &passed),
        None => Vec::new(),
    }
}

/// Computes the same, compared with `passed`, the game after passing.
fn deployments_beside<R: Rules>(game: &Game<R>, seat: Seat, passed: &Game<R>) -> Vec<Deployment> {
    let Phase::Deploying { cell } = game.phase() else { return Vec::new() };
    let without = total(passed, seat);
    let legal: LegalActions<R> = game.legal_actions(seat);
    let of = |action: Action| {
        let Action::Deploy { figure, segment } = action else { return None };
        let mut after = *game;
        let events = play(&mut after, seat, action)?;
        let gain = total(&after, seat) - without;
        let place = Place { cell, segment };
        Some(Deployment { figure, place, events, gain, leaves: Leaves::of(&after, place) })
    };
    legal.into_iter().filter_map(of).collect()
}

/// Computes the events of settling each of the waiting buildings (`MAY-SCORE-8`), each on its own.
#[must_use]
pub fn settlements<R: Rules>(game: &Game<R>, seat: Seat) -> Vec<(Place, Vec<Event>)> {
    let of = |action: Action| {
        let Action::Settle(place) = action else { return None };
        let (mut game, mut events): (Game<R>, Vec<Event>) = (*game, Vec::new());
        game.play(seat, action, &mut events).ok()?;
        // If only one is left then it is settled by itself; the first is what is asked for.
        let next = events.iter().skip(1).position(|event| matches!(event, Event::Scored { .. }));
        events.truncate(next.map_or(events.len(), |at| at + 1));
        events.retain(is_result);
        Some((place, events))
    };
    game.legal_actions(seat).into_iter().filter_map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::carcassonne::{Base, SegmentKind, Setup, Traders};
    use game::SeatSet;

    fn position<R: Rules>(json: &str) -> Game<R> {
        let setup: Setup<R> = serde_json::from_str(json).expect("a setup");
        Game::from_setup(&setup).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    #[test]
    fn a_placement_says_what_it_completes_and_what_a_figure_would_get() {
        // The start tile's city is closed from the north by E; nobody is in it.
        let game = position::<Base>(r#"{"phase": {"placing": "E"}}"#);
        let close = "place (0,-1)r2".parse().unwrap();
        let preview = placement(&game, Seat::A, close).expect("it fits");
        assert!(matches!(preview.events[..], [Event::Completed { kind: SegmentKind::City, .. }]));
        let gain = |figure: &Deployment| (figure.place.segment.to_string(), figure.gain);
        let gains: Vec<(String, i32)> = preview.figures.iter().map(gain).collect();
        // A knight gets the 4 points of the city at once, a farmer 3 for it at the end.
        assert_eq!(gains, [("c1".to_owned(), 4), ("f1".to_owned(), 3)]);
        assert!(preview.figures[0].events.iter().any(
            |event| matches!(event, Event::Scored { seats, points: 4, .. } if *seats == SeatSet::one(Seat::A))
        ));
        assert_eq!(placement(&game, Seat::A, "place (5,5)r0".parse().unwrap()), None);
        assert_eq!(game.tile_in_hand().map(|tile| tile.to_string()).as_deref(), Some("E"));
    }

    #[test]
    fn a_second_tile_is_announced() {
        let setup = r#"{"tiles": ["U@(1,0)r1", "U@(2,0)r1"], "figures": ["A (1,0).r1", "A builder (2,0).r1"],
            "phase": {"placing": "U"}}"#;
        let game = position::<Traders>(setup);
        let longer = placement(&game, Seat::A, "place (3,0)r1".parse().unwrap()).expect("it fits");
        assert_eq!(longer.second_tile, Some(2));
        let elsewhere = placement(&game, Seat::A, "place (2,1)r1".parse().unwrap()).expect("it fits");
        assert_eq!(elsewhere.second_tile, None);
    }
}
