"""Shared by the tests: records of every game, which a seed decides."""

from __future__ import annotations

from pathlib import Path

import pytest

import neuland
from neuland.dataset import Spec

GAMES = [info.name for info in neuland.games()]


def played(game: str, seed: int, decisions: int = 100_000, state: neuland.State | None = None) -> neuland.Record:
    """The record of a game that random legal actions play, to its end unless there are fewer decisions."""
    state = neuland.State(game) if state is None else state
    names = ["Zoë \"Z\" \u2028"] + [None] * (len(state.seats) - 1)
    recorder = neuland.Recorder(state, names=names, seed=seed)
    rng = neuland.Random(seed)
    while not state.is_over and decisions > 0:
        turn = state.turn
        if turn.chance is not None:
            outcome = state.draw(seed)
            state.resolve(outcome)
            recorder.outcome(outcome)
            continue
        action = state.legal_actions(turn.seat).sample(rng)
        state.play(action, turn.seat)
        recorder.action(turn.seat, action)
        decisions -= 1
    return recorder.finish(state)


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def small(tmp_path: Path) -> Spec:
    """A spec whose games are short."""
    return Spec("carcassonne", ["random", "random"], (0, 11), shard_games=4)
