"""What notebooks and editors show."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import neuland
from neuland import _neuland

GAMES = [info.name for info in neuland.games()]
TOOL = Path(__file__).resolve().parents[1] / "tools" / "stubs.py"


def whole(game: str, seats: int) -> neuland.Record:
    """The record of a random game."""
    state = neuland.State(game, players=seats)
    recorder = neuland.Recorder(state, seed=3)
    rng = neuland.Random(3)
    for _ in range(1200):
        if state.is_over:
            break
        if state.turn.kind == "chance":
            outcome = state.draw(3)
            state.resolve(outcome)
            recorder.outcome(outcome)
        else:
            action, seat = state.legal_actions().sample(rng), state.turn.seat
            assert seat is not None
            state.play(action, seat)
            recorder.action(seat, action)
    return recorder.finish(state)


@pytest.mark.parametrize("game", GAMES)
def test_a_record_takes_half_a_megabyte_at_most(game: str) -> None:
    record = whole(game, 4)
    assert len(record) > 60
    shown = record._repr_html_()
    assert shown.startswith("<iframe") and len(shown.encode()) < 500_000
    # Its frames are the pictures that the module draws: here the script's own steps, in Python.
    page = neuland.replay_widget(record, frames=60)
    found = re.search(r"^const \[parts, coded\] = (.*);$", page, re.MULTILINE)
    assert found is not None
    parts, coded = json.loads(found[1])
    before: list[int] = []
    frames = []
    for number, caption, head, tail, own in coded:
        before = [*before[:head], *own, *before[len(before) - tail :]]
        frames.append((number, caption, "".join(parts[part] for part in before)))
    assert frames == record._frames(60, 8_000_000, "light")[1]
    assert len(frames) > 30


@pytest.mark.parametrize("game", GAMES)
def test_tables_views_and_events_show_themselves(game: str) -> None:
    table = neuland.Table(neuland.State(game, players=3))
    events = table.advance(seed=3)
    for _ in range(30):
        played = table.play_code(table.sample_code(neuland.Random(2)))
        events = events if played is None else played
        table.advance(seed=3)
    shown = table._repr_html_()
    assert "<svg" in shown and "to decide" in shown and "codes" in shown
    view = table.state.seat_view()
    shown = view._repr_html_()
    assert "<svg" in shown and f"seat {view.seat} in {game}" in shown and "actions:" in shown
    names = [event["event"] for event in events]
    assert names[0] in repr(events) and names[0] in events._repr_html_()
    assert repr(events).startswith("<1 event: " if len(events) == 1 else f"<{len(events)} events: ")


def test_a_view_shows_nothing_that_the_seat_does_not_know() -> None:
    hand = {"ore": 2, "wool": 1}
    setup = {"seats": {"A": {"settlements": ["I39"]}, "B": {"settlements": ["I20"], "hand": hand}}, "active": "A"}
    state = neuland.State.from_setup("catan", setup)
    assert "2 ore" not in state.seat_view("A")._repr_html_()
    assert "2 ore" in state.seat_view("B")._repr_html_()


def test_clauses_and_results_show_themselves() -> None:
    clause = neuland.rulebook.clause("CATAN-ROB-5")
    assert repr(clause).startswith(f"<Clause CATAN-ROB-5: {clause.text[:20]}")
    assert clause.text in clause._repr_markdown_()
    series = neuland.simulate("carcassonne", ["surveyor", "random"], games=2)
    assert "<td>surveyor</td><td>2</td><td>100.0%</td>" in series._repr_html_()
    match = neuland.match("carcassonne", {"<b>": "surveyor", "random": "random"}, games=2)
    assert "<td>&lt;b&gt;</td><td>2</td><td>2</td>" in match._repr_html_()


def test_a_board_in_pixels() -> None:
    state = neuland.State("catan")
    state.advance(seed=3)
    light, dark = state.rgb_array(width=320), state.rgb_array(width=320, theme="dark")
    assert light.dtype == np.uint8 and light.shape == dark.shape and light.shape[1:] == (320, 3)
    assert len(np.unique(light.reshape(-1, 3), axis=0)) > 50 and not np.array_equal(light, dark)
    for wrong in (0, 9000):
        with pytest.raises(neuland.ParseError, match="1 to 8192"):
            state.rgb_array(width=wrong)
    with pytest.raises(neuland.ParseError, match="not a theme"):
        state.rgb_array(theme="blue")  # type: ignore[arg-type]


def stubs() -> ModuleType:
    spec = importlib.util.spec_from_file_location("stubs", TOOL)
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_stub_says_what_help_says() -> None:
    tool: Any = stubs()
    text = tool.STUB.read_text(encoding="utf-8")
    after, missing = tool.documented(text, _neuland)
    assert missing == [], "everything has a docstring"
    assert after == text, "run python/tools/stubs.py"
    bare = re.sub(r'\n +"""A number from 0 to.*?"""', " ...", text, count=1, flags=re.DOTALL)
    assert bare != text and tool.documented(bare, _neuland)[0] == text, "a docstring that lacks is written"


def test_the_package_has_no_names_but_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import neuland; print([n for n in dir(neuland) if not n.startswith('_')])"],
        capture_output=True,
        text=True,
        check=True,
    )
    names = set(eval(done.stdout))
    assert names - set(neuland.__all__) == {"protocol"}
    assert "annotations" not in dir(neuland.rulebook)
