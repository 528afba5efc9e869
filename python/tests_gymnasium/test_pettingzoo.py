"""The environments of PettingZoo: its own tests, unchanged, and what they do not ask."""

from __future__ import annotations

import types
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec

import neuland
import neuland.pettingzoo as nz

pytestmark = pytest.mark.filterwarnings(
    # The tests warn of dicts, which PettingZoo's own board games have too, and of masks of agents that are not to decide.
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


def test_api_of_pettingzoo(game: str) -> None:
    api_test(nz.env(game), num_cycles=60)
    api_test(nz.raw_env(game, on_illegal="raise", max_cycles=90), num_cycles=60)


def test_seeds_of_pettingzoo(game: str) -> None:
    seed_test(lambda: nz.env(game), num_cycles=60)
    parallel_seed_test(lambda: nz.parallel_env(game), num_cycles=60)


def test_parallel_api_of_pettingzoo(game: str) -> None:
    parallel_api_test(nz.parallel_env(game), num_cycles=150)
    parallel_api_test(nz.parallel_env(game, on_illegal="raise"), num_cycles=150)


def test_max_cycles_of_pettingzoo(game: str) -> None:
    def seeded(env: Any) -> Any:
        # The test gives no seed. On the island each seat founds with four codes; on a land of tiles almost always, so there it gets one.
        env.reset(seed=3)
        for agent in env.possible_agents:
            env.action_space(agent).seed(3)
        return env

    module = types.SimpleNamespace(
        parallel_env=lambda **arguments: nz.parallel_env(game, **arguments),
        env=lambda **arguments: seeded(nz.env(game, **arguments)),
    )
    max_cycles_test(module)
    module.env = lambda **arguments: parallel_to_aec(nz.parallel_env(game, **arguments))
    max_cycles_test(module)


def test_render_of_pettingzoo(game: str) -> None:
    render_test(
        lambda **arguments: nz.env(game, **arguments), custom_tests={"svg": lambda picture: picture.startswith("<svg")}
    )


def test_performance_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(nz.env("catan"))  # Five seconds.
    out = capsys.readouterr().out
    assert "turns per second" in out and "Finished performance benchmark" in out
    with capsys.disabled():
        print(out)


def whole_game(env: nz.Table, seed: int) -> tuple[list[int], dict[str, float]]:
    """A random game: its codes, and what each agent gained in all."""
    env.reset(seed=seed)
    codes, gained = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, terminated, truncated, _ = env.last(observe=False)
        gained[agent] += reward
        code = None if terminated or truncated else env.sample_action()
        if code is not None:
            codes.append(code)
        env.step(code)
    return codes, gained


def test_a_game_ends_with_its_outcome(game: str) -> None:
    env = nz.raw_env(game)
    for seed in range(2):
        _, gained = whole_game(env, seed)
        points = env.game_state.points
        winners = env.game_state.turn.winners
        assert gained == {f"seat_{i}": 1.0 if seat in winners else -1.0 for i, seat in enumerate(points)}
        assert env.agents == []


def test_rewards_by_points_add_up() -> None:
    env = nz.raw_env("carcassonne", reward="points", players=3)
    _, gained = whole_game(env, 5)
    assert list(gained.values()) == [float(points) for points in env.game_state.points.values()]


def test_the_parallel_environment_plays_the_same_game(game: str) -> None:
    aec, parallel = nz.raw_env(game, players=3), nz.parallel_env(game, players=3)
    codes, _ = whole_game(aec, 9)
    observations, _ = parallel.reset(seed=9)
    aec.reset(seed=9)
    for n, code in enumerate(codes[:200]):
        agent = aec.agent_selection
        for other in parallel.agents:
            mask = observations[other]["action_mask"]
            assert (mask[parallel.noop] == 1) == (other != agent)
            assert np.array_equal(mask[:-1], aec.observe(other)["action_mask"]), n
            assert np.array_equal(observations[other]["observation"], aec.observe(other)["observation"])
        actions = {other: code if other == agent else parallel.noop for other in parallel.agents}
        observations, *_ = parallel.step(actions if n % 2 else {agent: code})
        aec.step(code)
    assert parallel.game_state == aec.game_state


def test_noop_is_no_code_of_the_agent_that_decides() -> None:
    env = nz.parallel_env("catan", on_illegal="raise")
    env.reset(seed=1)
    with pytest.raises(neuland.IllegalAction):
        env.step(dict.fromkeys(env.agents, env.noop))
    lenient = nz.parallel_env("catan")
    lenient.reset(seed=1)
    lenient.step(dict.fromkeys(lenient.agents, lenient.noop))


def test_an_illegal_code_can_end_the_game() -> None:
    env = nz.raw_env("catan", on_illegal="terminate")
    env.reset(seed=1)
    mask = env.observe("seat_0")["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.rewards == {"seat_0": -1.0, "seat_1": 0.0, "seat_2": 0.0, "seat_3": 0.0}
    assert all(env.terminations.values()) and not any(env.truncations.values())


def test_max_cycles_truncates_for_all() -> None:
    env = nz.raw_env("catan", max_cycles=6)
    codes, _ = whole_game(env, 1)
    assert len(codes) == 24
    parallel = nz.parallel_env("catan", max_cycles=2)
    parallel.reset(seed=1)
    for step in range(2):
        *_, truncations, _ = parallel.step({"seat_0": parallel.sample_action()})
        assert all(truncations.values()) == (step == 1)
    assert parallel.agents == []


def test_the_state_is_that_of_the_layout_for_everything() -> None:
    env = nz.raw_env("catan")
    env.reset(seed=1)
    assert env.state_space.contains(env.state())
    assert len(env.state()) == neuland.layout("catan", everything=True).size


def test_arrays() -> None:
    env = nz.env("catan", observation="arrays")
    api_test(env, num_cycles=20)


def test_bad_input() -> None:
    for make in (nz.raw_env, nz.parallel_env):
        for arguments, error in (
            ({"game": "chess"}, neuland.ParseError),
            ({"max_cycles": 0}, neuland.ParseError),
            ({"max_cycles": 1.5}, TypeError),
            ({"render_mode": "rgb"}, neuland.ParseError),
            ({"layout_hash": "0" * 64}, neuland.StaleLayout),
            ({"seats": 3}, neuland.OptionError),
        ):
            with pytest.raises(error):
                make(**{"game": "catan", **arguments})
    env = nz.raw_env("catan")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    wrong: Any
    for wrong in (None, "a", 1.5, True):
        with pytest.raises(TypeError):
            env.step(wrong)
    with pytest.raises(neuland.ParseError):
        env.step(10**6)
    parallel = nz.parallel_env("catan")
    with pytest.raises(gymnasium.error.ResetNeeded):
        parallel.step({})
    parallel.reset(seed=1)
    with pytest.raises(neuland.ParseError, match="seat_0"):
        parallel.step({"seat_1": 0})
    with pytest.raises(TypeError):
        parallel.step([0])
    for closed in (env, parallel):
        closed.close()
        closed.close()
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            closed.reset(seed=1)
