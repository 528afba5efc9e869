"""Anything may be passed to anything: the answer is an exception of ours or a built-in one, never a panic."""

from __future__ import annotations

import inspect
import random
from typing import Any

from conftest import REPEAT

import neuland
from neuland import _neuland

ALLOWED = (neuland.Error, TypeError, ValueError, IndexError, OverflowError, OSError, AttributeError, KeyError, RuntimeError)


def junk(draw: random.Random, state: neuland.State, depth: int = 0) -> Any:
    values: list[Any] = [
        None, True, False, 0, 1, -1, 7, 2**31, 2**64, -(2**70), 10**40, 0.5, float("nan"), float("inf"), "", "A", "F", "\udc80", "\0",
        "road P25", "settlement I17", "dice 3 4", "random", "catan", "carcassonne", "spectator", "light", "x" * 10_000, b"A", b"",
        {}, [], (), {"seats": 1}, {"game": "catan", "viewer": "A"}, {"a": {"b": [None] * 3}}, object(), len, int, ..., slice(None, None, -1),
        slice(0, 10**30), range(3), state, state.turn, state.legal_actions(), state.seat_view(), neuland.Random(1), "{}", "[" * 5000,
        '{"neuland":1}', "game catan\ncase x\n", neuland.Action("catan", "end"), neuland.Bot("random", "catan"), "CATAN-ROB-5",
    ]  # fmt: skip
    chosen = draw.choice(values)
    if depth < 2 and draw.random() < 0.1:
        return {"seats": junk(draw, state, depth + 1), "turn": junk(draw, state, depth + 1)}
    return chosen


def called(draw: random.Random, function: Any, state: neuland.State) -> None:
    arguments = [junk(draw, state) for _ in range(draw.randrange(4))]
    names = ["seat", "viewer", "everything", "at", "rules", "theme", "seed", "players", "limit", "events"]
    keywords = {name: junk(draw, state) for name in draw.sample(names, draw.randrange(2))}
    try:
        result = function(*arguments, **keywords)
        if inspect.isgenerator(result) or hasattr(result, "__next__"):
            for n, _ in enumerate(result):
                if n > 50:
                    break
        repr(result)
    except ALLOWED:
        pass


def test_junk_never_panics() -> None:
    for seed in range(30 * REPEAT):
        draw = random.Random(seed)
        state = neuland.State(draw.choice([info.name for info in neuland.games()]))
        state.advance(seed)
        record = neuland.Record.parse(str(neuland.Recorder(state).finish(state)))
        owners: list[Any] = [
            neuland.State, state, state.legal_actions(), state.seat_view(), record, neuland.Record, neuland.Recorder(state),
            neuland.Random(seed), neuland.Bot("random", state.game), neuland.Action(state.game, state.legal_actions().texts(1)[0]),
            state.clone().advance(1), neuland.rulebook, state.turn, neuland.Table(state), neuland.layout(state.game),
        ]  # fmt: skip
        functions: list[Any] = [
            neuland.Action, neuland.Bot, neuland.Random, neuland.Recorder, neuland.from_view, neuland.bots, neuland.check_cases,
            neuland.replay_widget, _neuland.clause, _neuland.clauses, neuland.layout, neuland.Table,
        ]  # fmt: skip
        for owner in owners:
            functions += [getattr(owner, name) for name in dir(owner) if callable(getattr(owner, name)) and name != "write"]
        functions = [function for function in functions if getattr(function, "__name__", "") not in {"__init_subclass__", "__class__"}]
        for _ in range(300):
            function = draw.choice(functions)
            try:
                called(draw, function, state)
            except BaseException as error:  # A panic is no Exception.
                raise AssertionError(f"seed {seed}: {function!r} raised {type(error).__name__}: {error}") from error
