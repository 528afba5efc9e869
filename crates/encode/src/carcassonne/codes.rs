//! The action spaces of the games of tiles.

use crate::any::describe;
use crate::carcassonne::TileGame;
use crate::code::{CodeError, Step};
use crate::layout::Block;
use carcassonne::{Action, Event, Figure, Game, Phase, Rotation};
use game::Seat;
use shelf::{ActionsOnShelf, OnShelf};

const FIGURES: [(Figure, &str); 3] =
    [(Figure::Follower, "follower"), (Figure::Builder, "builder"), (Figure::Pig, "pig")];

pub(super) fn blocks<R: TileGame>() -> Vec<Block> {
    let mut blocks = vec![Block {
        name: "place",
        first: 0,
        len: R::DEPLOY,
        about: "the tile in hand on a place: by the number of the place, then by quarter turns clockwise",
        codes: (0..R::DEPLOY).map(|code| format!("place {} r{}", code / 4, code % 4)).collect(),
    }];
    let figures = FIGURES.iter().take(R::FIGURES);
    blocks.push(Block {
        name: "deploy",
        first: R::DEPLOY,
        len: R::PASS - R::DEPLOY,
        about: "a figure on the tile just placed: by figure, then by the index of the segment on the tile",
        codes: figures
            .flat_map(|(_, name)| (0..8).map(move |n| format!("deploy {name} on segment {n}")))
            .collect(),
    });
    blocks.push(Block {
        name: "pass",
        first: R::PASS,
        len: 1,
        about: "deploys nothing",
        codes: vec!["pass".to_owned()],
    });
    if R::OFFERS_SECOND {
        blocks.push(Block {
            name: "second",
            first: R::SECOND,
            len: 2,
            about: "whether the second tile of a double turn is taken",
            codes: vec!["take the second tile".to_owned(), "end the turn".to_owned()],
        });
    }
    if R::SETTLES > 0 {
        blocks.push(Block {
            name: "settle",
            first: R::SETTLE,
            len: R::SETTLES,
            about: "which of the completed buildings that wait is settled next, in the order in which they were found",
            codes: (0..R::SETTLES).map(|n| format!("settle building {n}")).collect(),
        });
    }
    blocks
}

pub(super) fn mask<R: TileGame>(game: &Game<R>, me: Seat, mask: &mut [u8]) {
    assert_eq!(mask.len(), R::END, "the mask of {} has {} bytes", R::NAME, R::END);
    mask.fill(0);
    if me != game.active() {
        return;
    }
    match game.phase() {
        Phase::Placing { tile } => {
            let land = game.land();
            for (number, cell) in land.places().enumerate() {
                for rotation in land.rotations(tile, cell) {
                    mask[4 * number + rotation.index()] = 1;
                }
            }
        }
        Phase::Deploying { .. } => {
            let deployable = game.deployable();
            for (n, &(figure, _)) in FIGURES.iter().enumerate().take(R::FIGURES) {
                let segments = deployable.of(figure);
                for index in 0..8 {
                    mask[R::DEPLOY + 8 * n + index] = u8::from(segments.contains(index));
                }
            }
            mask[R::PASS] = 1;
        }
        Phase::OfferingSecond => {
            for action in game.legal_actions(me) {
                mask[R::SECOND + usize::from(action == Action::EndTurn)] = 1;
            }
        }
        Phase::Settling => {
            let waiting = game.legal_actions(me).len();
            mask[R::SETTLE..R::SETTLE + waiting].fill(1);
        }
        Phase::Drawing | Phase::DrawingStart | Phase::Over(_) => {}
    }
}

/// Returns the action of a code in the current phase.
fn action_of<R: TileGame>(game: &Game<R>, me: Seat, code: usize) -> Result<Action, String> {
    let expected = |what: &str| -> Result<Action, String> { Err(what.to_owned()) };
    let needs = match game.phase() {
        Phase::Placing { .. } => "a place for the tile in hand",
        Phase::Deploying { .. } => "a figure, or passing",
        Phase::OfferingSecond => "taking the second tile, or ending the turn",
        Phase::Settling => "which building is settled next",
        Phase::Drawing | Phase::DrawingStart => "nothing: nature is due",
        Phase::Over(_) => "nothing: the game is over",
    };
    match (code, game.phase()) {
        (_, Phase::Placing { .. }) if code < R::DEPLOY => match game.land().places().nth(code / 4) {
            Some(cell) => Ok(Action::Place { cell, rotation: Rotation::new(code % 4) }),
            None => expected(&format!("one of the {} places, from 0 on", game.land().places().count())),
        },
        (_, Phase::Deploying { cell }) if (R::DEPLOY..R::PASS).contains(&code) => {
            let (figure, _) = FIGURES[(code - R::DEPLOY) / 8];
            let tile = game.land().tile_at(cell).map(|tile| game.land().tile(tile).kind.segments());
            match tile.and_then(|segments| segments.get((code - R::DEPLOY) % 8)) {
                Some(segment) => Ok(Action::Deploy { figure, segment: segment.id }),
                None => expected("a segment that the tile has"),
            }
        }
        (_, Phase::Deploying { .. }) if code == R::PASS => Ok(Action::Pass),
        (_, Phase::OfferingSecond) if R::OFFERS_SECOND && (R::SECOND..R::SECOND + 2).contains(&code) => {
            Ok(if code == R::SECOND { Action::TakeSecond } else { Action::EndTurn })
        }
        (_, Phase::Settling) if (R::SETTLE..R::END).contains(&code) => {
            match game.legal_actions(me).get(code - R::SETTLE) {
                Some(action) => Ok(action),
                None => expected("a building that waits, and the seat whose turn it is"),
            }
        }
        _ => expected(needs),
    }
}

pub(super) fn step<R: TileGame>(game: &Game<R>, me: Seat, code: usize) -> Result<Step<Action>, CodeError>
where
    Game<R>: ActionsOnShelf + game::Game<Action = Action, Event = Event>,
{
    if code >= R::END {
        return Err(CodeError::OutOfRange { code, actions: R::END });
    }
    let meaning = || describe(Game::<R>::KIND, code).unwrap_or_default().to_owned();
    let action = action_of(game, me, code).map_err(|expected| CodeError::NotHere {
        code,
        meaning: meaning(),
        expected,
    })?;
    match game.check(me, action) {
        Ok(()) => Ok(Step::Action(action)),
        Err(illegal) => Err(CodeError::Illegal {
            code,
            meaning: meaning(),
            reason: illegal.to_string(),
            clause: illegal.clause(),
        }),
    }
}

pub(super) fn codes_of<R: TileGame>(game: &Game<R>, action: Action) -> Result<Vec<usize>, CodeError> {
    let no_code = |reason| CodeError::NoCode { action: action.to_string(), reason };
    let code = match action {
        Action::Place { cell, rotation } => {
            let number = game.land().places().position(|place| place == cell);
            4 * number.ok_or_else(|| no_code("no tile can lie there now"))? + rotation.index()
        }
        Action::Deploy { figure, segment } => {
            let Phase::Deploying { cell } = game.phase() else {
                return Err(no_code("no figure is asked for now"));
            };
            let tile = game.land().tile_at(cell).map(|tile| game.land().tile(tile).kind);
            let index = tile.and_then(|kind| kind.index_of(segment));
            let index = index.ok_or_else(|| no_code("the tile has no such segment"))?;
            let figure = FIGURES.iter().position(|&(other, _)| other == figure).unwrap_or(0);
            if figure >= R::FIGURES || index >= 8 {
                return Err(no_code("this game has no such figure"));
            }
            R::DEPLOY + 8 * figure + index
        }
        Action::Pass => R::PASS,
        Action::TakeSecond if R::OFFERS_SECOND => R::SECOND,
        Action::EndTurn if R::OFFERS_SECOND => R::SECOND + 1,
        Action::Settle(_) if R::SETTLES > 0 => {
            let canonical = game.canonical(action);
            let number = game.legal_actions(game.active()).into_iter().position(|other| other == canonical);
            R::SETTLE + number.ok_or_else(|| no_code("no such building waits"))?
        }
        Action::TakeSecond | Action::EndTurn | Action::Settle(_) => {
            return Err(no_code("this game has no such decision"));
        }
    };
    Ok(vec![code])
}
