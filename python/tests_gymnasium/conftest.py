"""Shared by the tests of the environments."""

from __future__ import annotations

import pytest

GAMES = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name
