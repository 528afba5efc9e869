"""Shared by the tests: every game as OpenSpiel has it, and random play that a seed decides."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from neuland import openspiel

NAMES = list(openspiel.NAMES)
# How often tests repeat what only repeats.
REPEAT = int(os.environ.get("NEULAND_PYTHON_REPEAT", "1"))


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    chosen: str = request.param
    return chosen


def step(state: Any, draws: random.Random) -> int:
    """Plays one random action or outcome, and returns it."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes())
        action: int = draws.choices(outcomes, chances)[0]
    else:
        action = draws.choice(state.legal_actions())
    state.apply_action(action)
    return action


def positions(game: Any, seed: int, steps: int = 10**9) -> Iterator[Any]:
    """The state of one random game before each of so many steps, and at the end."""
    draws = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        yield state
        if state.is_terminal():
            return
        step(state, draws)
