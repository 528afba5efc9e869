"""Shared by the tests: every game of the package, and games in progress that a seed decides."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

import neuland

GAMES = [info.name for info in neuland.games()]
# How often tests repeat what only repeats.
REPEAT = int(os.environ.get("NEULAND_PYTHON_REPEAT", "1"))


def play_randomly(state: neuland.State, seed: int, decisions: int) -> list[tuple[str | None, str]]:
    """Plays so many random decisions, and returns all steps; nature and the choices follow from the seed."""
    rng = neuland.Random(seed)
    steps: list[tuple[str | None, str]] = []
    while not state.is_over and decisions > 0:
        turn = state.turn
        if turn.chance is not None:
            outcome = state.draw(seed)
            state.resolve(outcome)
            steps.append((None, outcome))
            continue
        action = state.legal_actions(turn.seat).sample(rng)
        state.play(action, turn.seat)
        steps.append((turn.seat, str(action)))
        decisions -= 1
    return steps


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def midgame() -> Callable[[str, int], neuland.State]:
    """A position of a game after 60 random decisions."""

    def make(game: str, seed: int = 3) -> neuland.State:
        state = neuland.State(game)
        play_randomly(state, seed, 60)
        return state

    return make
