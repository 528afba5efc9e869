"""Positions and actions as numbers."""

from __future__ import annotations

import copy
import math
import random
from typing import Any

import numpy as np
import pytest
from conftest import play_randomly

import neuland


def test_a_game_is_played_by_codes(game: str) -> None:
    layout = neuland.layout(game)
    table = neuland.Table(neuland.State(game))
    rng = neuland.Random(5)
    longest = 0
    for _ in range(2000):
        table.advance(seed=5)
        if table.seat is None:
            break
        mask, flat = table.action_mask(), table.flat_observation()
        assert mask.dtype == np.int8 and mask.shape == (layout.actions,) and set(np.unique(mask)) <= {0, 1}
        assert flat.dtype == np.float32 and flat.shape == (layout.size,) and np.isfinite(flat).all()
        pending = table.is_choosing()
        code = table.sample_code(rng)
        assert mask[code] == 1 and table.describe_code(code) == layout.describe(code)
        events = table.play_code(np.int64(code))
        if events is None:
            longest += 1
            assert pending or table.is_choosing()
    assert table.turn.is_over or table.state.turns > 3


def test_arrays_are_as_the_layout_says(game: str, midgame: Any) -> None:
    state = midgame(game)
    table = neuland.Table(state)
    for everything in (False, True):
        layout = neuland.layout(game, everything=everything)
        for seat in state.seats:
            flat = table.flat_observation(seat, everything=everything)
            arrays = table.observation(seat, everything=everything)
            assert list(arrays) == [array["name"] for array in layout.arrays]
            for array in layout.arrays:
                values = arrays[array["name"]]
                assert values.shape == tuple(array["shape"]) and len(array["channels"]) == array["shape"][-1]
                assert (values.ravel() == flat[array["offset"] :][: values.size]).all()
                low = np.array([channel["low"] for channel in array["channels"]])
                high = np.array([channel["high"] for channel in array["channels"]])
                assert (values >= low).all() and (values <= high).all()
            assert {name: values.tolist() for name, values in state.observation(seat, everything=everything).items()} == {
                name: values.tolist() for name, values in arrays.items()
            }
        assert layout.size == sum(math.prod(array["shape"]) for array in layout.arrays)
        assert layout.actions == sum(block["len"] for block in layout.blocks)
        assert layout.to_dict()["hash"] == layout.hash and layout.hash in layout.id
    first, second = table.flat_observation("A"), table.flat_observation("A")
    first[:] = 7
    assert not (second == 7).all()


def test_every_listed_action_has_codes_that_lead_to_it(game: str, midgame: Any) -> None:
    state = midgame(game, 6)
    state.advance(6)
    for action in state.legal_actions()[:60]:
        table = neuland.Table(state)
        codes = table.codes_of(action)
        assert codes
        for n, code in enumerate(codes):
            assert table.action_mask()[code] == 1
            events = table.play_code(code)
            assert (events is None) == (n + 1 < len(codes))
        after = state.clone()
        after.play(action)
        assert table.state == after


def test_stale_layouts_are_refused(game: str) -> None:
    layout, other = neuland.layout(game), neuland.layout(game, everything=True)
    layout.expect(layout.id)
    parts = layout.id.split(":")
    for stale in [other.id, ":".join([*parts[:2], "99", parts[3]]), ":".join([*parts[:3], "0" * 64])]:
        with pytest.raises(neuland.StaleLayout, match="version"):
            layout.expect(stale)
    for wrong in ["", "catan", layout.hash]:
        with pytest.raises(neuland.ParseError):
            layout.expect(wrong)
    with pytest.raises(TypeError):
        layout.expect(layout)  # type: ignore[arg-type]


def test_wrong_codes_change_nothing() -> None:
    table = neuland.Table(neuland.State("catan"))
    with pytest.raises(neuland.IllegalAction, match="no seat is to decide"):
        table.play_code(0)
    table.advance(1)
    before = table.state
    illegal = int(np.flatnonzero(table.action_mask() == 0)[0])
    with pytest.raises(neuland.IllegalAction):
        table.play_code(illegal)
    for wrong in [-1, neuland.layout("catan").actions, 10**30]:
        with pytest.raises(neuland.ParseError):
            table.play_code(wrong)
        with pytest.raises(neuland.ParseError):
            table.describe_code(wrong)
    for wrong_type in [1.5, True, "0", None]:
        with pytest.raises(TypeError):
            table.play_code(wrong_type)  # type: ignore[arg-type]
    assert table.state == before and table.action_mask("B").sum() == 0
    with pytest.raises(neuland.IllegalAction):
        table.sample_code(1, "B")


def test_worlds_agree_with_what_a_seat_knows(game: str, midgame: Any) -> None:
    state = midgame(game, 9)
    for seat in state.seats:
        worlds = [state.determinize(seat, seed) for seed in range(5)]
        assert all(world.view(seat) == state.view(seat) for world in worlds)
        assert worlds[0] == state.determinize(seat, 0)
    info = next(info for info in neuland.games() if info.name == game)
    if not info.has_secrets:
        assert worlds[0] == state


def test_no_world_is_dealt_once_the_game_is_over(game: str) -> None:
    state = neuland.State(game)
    play_randomly(state, 1, 100_000)
    with pytest.raises(neuland.IllegalAction, match="the game is over"):
        state.determinize("A", 1)


@pytest.mark.parametrize("seed", range(4))
def test_worlds_can_be_dealt_at_every_position(seed: int) -> None:
    for game in ("catan", "cities-and-knights"):
        state = neuland.State(game)
        while not state.is_over and state.turns < 150:
            for seat in state.seats:
                assert state.determinize(seat, seed).view(seat) == state.view(seat), (game, seed, state.turns)
            play_randomly(state, seed + state.turns, 9)


def test_tables_are_copied() -> None:
    table = neuland.Table(neuland.State("catan"))
    table.advance(2)
    twins = [table.clone(), copy.copy(table), copy.deepcopy(table)]
    table.play_code(table.sample_code(random.Random(1)))
    assert all(twin.state != table.state for twin in twins)
