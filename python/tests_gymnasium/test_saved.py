"""Environments that are copied, pickled and saved, and that begin at a position: what follows is identical."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import neuland
import neuland.gymnasium
import neuland.pettingzoo as nz


class Dicer:
    """A bot with random numbers of its own."""

    def begin(self, game: str, seat: str, seed: int) -> None:
        self.rng = random.Random(seed)
        self.heard = 0

    def observe(self, events: list[Any]) -> None:
        self.heard += len(events)

    def choose(self, view: neuland.SeatView) -> neuland.Action:
        legal = view.legal_actions
        return legal[(self.rng.randrange(len(legal)) + self.heard) % len(legal)]


def first(view: neuland.SeatView) -> neuland.Action:
    return view.legal_actions[0]


def same(one: Any, two: Any) -> None:
    """Arrays, dicts and tuples that are equal."""
    if isinstance(one, dict):
        assert one.keys() == two.keys()
        for key in one:
            same(one[key], two[key])
    elif isinstance(one, (tuple, list)):
        assert len(one) == len(two)
        for a, b in zip(one, two):
            same(a, b)
    elif isinstance(one, np.ndarray) and one.dtype == object:
        same(one.tolist(), two.tolist())
    else:
        np.testing.assert_array_equal(one, two)


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def goes_on(env: Any, run: Callable[[Any], list[Any]], restored: Any = None) -> None:
    """Copies of an environment, and another one that restores its text, give what it gives from here on."""
    twins = [copy.deepcopy(env), pickled(env), env.clone()]
    if restored is not None:
        restored.restore(env.save())
        twins.append(restored)
    expected = run(env)
    for twin in twins:
        assert type(twin) is type(env)
        same(run(twin), expected)


def steps(env: Any, count: int = 60) -> list[Any]:
    """What an environment of one seat gives from here on, across the ends of episodes."""
    trace = []
    over = False
    for n in range(count):
        if over or n == count - 20:
            trace.append(env.reset())
            over = False
            continue
        if n % 2:
            action = env.unwrapped.sample_action()
        else:
            action = int(np.flatnonzero(env.unwrapped.action_masks())[-1])
        stepped = env.step(action)
        over = stepped[2] or stepped[3]
        trace.append((action, stepped))
    return trace


def begun(env: Any, codes: int) -> Any:
    env.reset(seed=11)
    for _ in range(codes):
        if env.step(env.unwrapped.sample_action())[2]:
            env.reset()
    return env


OPPONENTS: dict[str, list[Any]] = {
    "catan": ["settler", "random"],
    "cities-and-knights": ["settler"],
    "carcassonne": ["surveyor"],
    "traders-and-builders": ["novice"],
    "mayflower": ["random"],
}


def test_an_environment_goes_on(game: str) -> None:
    def make() -> neuland.gymnasium.Env:
        return neuland.gymnasium.Env(game, players=len(OPPONENTS[game]) + 1, opponents=OPPONENTS[game], seat="random", reward="points")

    for codes in (0, 45):
        goes_on(begun(make(), codes), steps, restored=make())


def test_before_the_first_episode_and_after_the_last() -> None:
    env = neuland.gymnasium.Env("carcassonne", opponents="surveyor")
    same(pickled(env).reset(seed=3), env.reset(seed=3))
    while not env.step(env.sample_action())[2]:
        pass
    for twin in (pickled(env), env.clone()):
        with pytest.raises(gymnasium.error.ResetNeeded):
            twin.step(0)
        same(twin.reset(), env.clone().reset())
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        env.clone()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        pickled(env).reset()


@pytest.mark.parametrize("bots", [[Dicer, Dicer], [Dicer(), "settler"], [first, Dicer]], ids=["classes", "object", "function"])
def test_bots_in_python_go_on(bots: list[Any]) -> None:
    env = begun(neuland.gymnasium.Env("catan", players=3, opponents=bots), 30)
    goes_on(env, lambda twin: steps(twin, 40))
    with pytest.raises(TypeError, match="object of Python.*pickle"):
        env.save()


def test_functions_are_saved_as_text() -> None:
    env = begun(neuland.gymnasium.Env("catan", players=3, opponents=["random", first]), 30)
    other = neuland.gymnasium.Env("catan", players=3, opponents=["random", first])
    other.restore(env.save())
    same(steps(other), steps(env))


def test_wrapped_environments_go_on() -> None:
    env = begun(gymnasium.make("neuland/Catan-v0", opponents="random", players=2, max_episode_steps=50), 30)
    twins = [copy.deepcopy(env), pickled(env)]
    expected = steps(env)
    for twin in twins:
        same(steps(twin), expected)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
@pytest.mark.parametrize("bots", ["surveyor", Dicer], ids=["ours", "python"])
def test_vectors_go_on(mode: str, bots: Any) -> None:
    def make() -> neuland.gymnasium.VectorEnv:
        return neuland.gymnasium.VectorEnv("carcassonne", 3, opponents=bots, autoreset_mode=mode, max_steps=25, threads=2)

    def run(envs: neuland.gymnasium.VectorEnv, count: int = 45) -> list[Any]:
        trace = []
        over = np.zeros(3, dtype=np.bool_)
        for _ in range(count):
            if mode == "Disabled" and over.any():
                trace.append(envs.reset(options={"reset_mask": over}))
            stepped = envs.step(envs.sample_actions())
            over = stepped[2] | stepped[3]
            trace.append(stepped)
        return trace

    envs = make()
    envs.reset(seed=5)
    run(envs, 24)
    goes_on(envs, run, restored=make() if bots == "surveyor" else None)


def aec(env: Any, count: int) -> list[Any]:
    trace = []
    for _ in range(count):
        if not env.agents:
            env.reset()
        observation, reward, terminated, truncated, info = env.last()
        action = None if terminated or truncated else int(env.unwrapped.sample_action())
        env.step(action)
        trace.append((env.agents[:], action, observation, reward, terminated, truncated, dict(info)))
    return trace


@pytest.mark.parametrize("make", [nz.env, nz.raw_env], ids=["env", "raw_env"])
def test_every_seat_goes_on(game: str, make: Callable[..., Any]) -> None:
    def fresh() -> Any:
        return make(game, players=3, reward="points", max_cycles=30)

    env = fresh()
    env.reset(seed=4)
    aec(env, 50)
    goes_on(env, lambda twin: aec(twin, 90), restored=fresh())


def test_parallel_goes_on(game: str) -> None:
    def fresh() -> nz.ParallelTable:
        return nz.parallel_env(game, players=3, max_cycles=70)

    def run(env: nz.ParallelTable, count: int) -> list[Any]:
        trace = []
        for _ in range(count):
            if not env.agents:
                trace.append(env.reset())
            trace.append(env.step(dict.fromkeys(env.agents, env.sample_action())))
        return trace

    env = fresh()
    env.reset(seed=4)
    run(env, 40)
    goes_on(env, lambda twin: run(twin, 60), restored=fresh())


def test_damaged_and_foreign_texts_are_refused() -> None:
    env = begun(neuland.gymnasium.Env("catan", players=3, opponents="settler"), 20)
    text = env.save()
    for place in range(0, len(text), len(text) // 50):
        changed = text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]
        with pytest.raises(neuland.ParseError):
            env.restore(changed)
    table = nz.raw_env("catan", players=3)
    table.reset(seed=1)
    vector = neuland.gymnasium.VectorEnv("catan", 2, players=3)
    for other in (
        table,
        vector,
        neuland.gymnasium.Env("catan", players=3),
        neuland.gymnasium.Env("catan", players=4, opponents="settler"),
        neuland.gymnasium.Env("cities-and-knights", players=3, opponents="settler"),
        neuland.gymnasium.Env("catan", players=3, opponents="settler", seat=1),
    ):
        with pytest.raises(neuland.ParseError, match="this is no saved"):
            other.restore(text)
    parallel = nz.parallel_env("catan", players=3)
    with pytest.raises(neuland.ParseError, match="saved by a Table, not by a ParallelTable"):
        parallel.restore(table.save())
    assert env.save() == text


def position(game: str = "catan", **options: Any) -> neuland.State:
    state = neuland.State(game, **options)
    for n in range(25):
        state.advance(seed=2)
        state.play(state.legal_actions().sample(n))
    state.advance(seed=2)
    return state


def test_an_episode_begins_at_a_position() -> None:
    state = position(players=3)
    seat = neuland.Table(state).seat
    env = neuland.gymnasium.Env("catan", players=3, seat=seat)
    recorder = neuland.Recorder(state)
    record = recorder.finish(state)
    for value in (state, state.to_setup(), record, (record, 0), (record, -1)):
        env.reset(seed=5, options={"state": value})
        assert env.state == state
    env.reset()
    assert env.state.turns == 0, "the next episode begins at the start"
    named = neuland.gymnasium.Env(state, seat=seat)
    named.reset(seed=5)
    assert named.state == state
    same(steps(named, 20), steps(begun_at(env, state), 20))
    vector = neuland.gymnasium.VectorEnv(state, 2, seat=seat)
    vector.reset(seed=5)
    assert [vector.state(n) for n in range(2)] == [state, state]
    vector.reset(seed=5, options={"state": [None, state.to_setup()]})
    assert vector.state(1) == state
    for table in (nz.env("catan", players=3), nz.parallel_env("catan", players=3)):
        table.reset(seed=5, options={"state": state})
        assert table.unwrapped.game_state == state
    at = nz.env(state)
    at.reset(seed=5)
    assert at.agent_selection == f"seat_{'ABC'.index(seat or 'A')}"


def begun_at(env: neuland.gymnasium.Env, state: neuland.State) -> neuland.gymnasium.Env:
    env = neuland.gymnasium.Env("catan", players=3, seat=env.seat)
    env.reset(seed=5, options={"state": state})
    # A later episode of the other environment begins at its state too.
    env.reset = lambda **arguments: neuland.gymnasium.Env.reset(env, options={"state": state}, **arguments)  # type: ignore[method-assign]
    return env


def test_options_that_cannot_be_are_refused() -> None:
    over = neuland.State("carcassonne")
    while not over.is_over:
        over.advance(seed=1)
        if not over.is_over:
            over.play(over.legal_actions()[0])
    envs = [
        neuland.gymnasium.Env("carcassonne"),
        neuland.gymnasium.VectorEnv("carcassonne", 2),
        nz.env("carcassonne"),
        nz.parallel_env("carcassonne"),
    ]
    for env in envs:
        for options, what in (
            ({"stat": 1}, "no option 'stat'"),
            ({"state": over}, "is over"),
            ({"state": neuland.State("catan")}, "position of catan with 4 seats"),
            ({"state": neuland.State("carcassonne", players=5)}, "with 5 seats"),
        ):
            with pytest.raises(neuland.ParseError, match=what):
                env.reset(options=options)
        with pytest.raises(neuland.SetupError):
            env.reset(options={"state": {"tiles": ["Z"]}})
        with pytest.raises(TypeError, match="State, a setup"):
            env.reset(options={"state": 3})
    with pytest.raises(neuland.ParseError, match="3 positions for 2"):
        envs[1].reset(options={"state": [None] * 3})
    with pytest.raises(TypeError, match="its own options"):
        neuland.gymnasium.Env(over, players=2)
