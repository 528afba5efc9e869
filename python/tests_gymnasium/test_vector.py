"""The vector environment: it does what Gymnasium's own vector of single environments does, in all modes of autoreset."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.utils.performance import benchmark_vector_step
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import neuland
import neuland.gymnasium as ng

N = 5
MODES = list(AutoresetMode)


def both(mode: AutoresetMode, **arguments: Any) -> tuple[ng.VectorEnv, SyncVectorEnv]:
    made = {"game": "carcassonne", "players": 2, "seat": "random", **arguments}
    return (
        ng.VectorEnv(num_envs=N, autoreset_mode=mode, **made),
        SyncVectorEnv([lambda: ng.Env(**made) for _ in range(N)], autoreset_mode=mode),
    )


def same(one: Any, other: Any) -> bool:
    """``data_equivalence``, also where an array holds ``None`` and observations."""
    if isinstance(one, np.ndarray) and one.dtype == object:
        return one.shape == other.shape and all(same(a, b) for a, b in zip(one, other))
    if isinstance(one, dict):
        return isinstance(other, dict) and one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(same(a, b) for a, b in zip(one, other))
    return data_equivalence(one, other, exact=True)


@pytest.mark.parametrize("observation", ["flat", "arrays"])
@pytest.mark.parametrize("mode", MODES)
def test_it_does_what_the_vector_of_gymnasium_does(mode: AutoresetMode, observation: str) -> None:
    ours, theirs = both(mode, max_steps=17, reward="points", observation=observation)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is theirs.metadata["autoreset_mode"]
    assert same(ours.reset(seed=7), theirs.reset(seed=7))
    ours.action_space.seed(7)
    ends = 0
    for step in range(60):
        # Legal codes mostly, so that games go on, and illegal ones at times.
        actions = ours.sample_actions() if step % 3 else ours.action_space.sample()
        one, other = ours.step(actions), theirs.step(actions)
        assert same(one, other), f"step {step}"
        over = one[2] | one[3]
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            assert same(ours.reset(options={"reset_mask": over}), theirs.reset(options={"reset_mask": over.copy()}))
        if step == 40:
            chosen = np.array([True, False, True, False, False])
            seeds = [3, None, 5, None, 9]
            assert same(
                ours.reset(seed=seeds, options={"reset_mask": chosen}),
                theirs.reset(seed=seeds, options={"reset_mask": chosen.copy()}),
            )
    assert ends >= N


@pytest.mark.parametrize("mode", MODES)
def test_whole_games_end_in_every_mode(mode: AutoresetMode) -> None:
    envs = ng.VectorEnv("catan", 4, autoreset_mode=mode, players=2)
    envs.reset(seed=1)
    ends = 0
    while ends < 6:
        _, rewards, terminations, truncations, infos = envs.step(envs.sample_actions())
        assert not truncations.any() and not infos["resampled"].any()
        assert np.array_equal(rewards != 0, terminations)
        ends += int(terminations.sum())
        if mode is AutoresetMode.DISABLED and terminations.any():
            for call in (envs.sample_actions, lambda: envs.step(np.zeros(4, np.int64))):
                with pytest.raises(gymnasium.error.ResetNeeded, match="reset_mask"):
                    call()
            envs.reset(options={"reset_mask": terminations})


def test_threads_change_no_result(game: str) -> None:
    one = ng.VectorEnv(game, 7, autoreset_mode="SameStep", max_steps=25)
    three = ng.VectorEnv(game, 7, autoreset_mode="SameStep", max_steps=25, threads=3)
    assert same(one.reset(seed=3), three.reset(seed=3))
    for _ in range(40):
        actions = one.sample_actions()
        assert np.array_equal(actions, three.sample_actions())
        assert same(one.step(actions), three.step(actions))


def test_arrays_are_never_reused() -> None:
    envs = ng.VectorEnv("catan", 3)
    kept, infos = envs.reset(seed=1)
    copies = {key: value.copy() for key, value in kept.items()}
    for _ in range(5):
        envs.step(envs.sample_actions())
    assert all(np.array_equal(kept[key], copies[key]) for key in kept)
    assert not np.shares_memory(kept["action_mask"], infos["action_mask"])


def test_make_vec_makes_it(game: str) -> None:
    name = next(name for name, named in ng.IDS.items() if named == game)
    envs = gymnasium.make_vec(name, num_envs=3, autoreset_mode=AutoresetMode.SAME_STEP)
    assert isinstance(envs.unwrapped, ng.VectorEnv)
    envs.reset(seed=1)
    observations, *_ = envs.step(envs.action_space.sample())
    assert envs.observation_space.contains(observations)
    assert benchmark_vector_step(envs, target_duration=0.1, seed=1) > 10
    sync = gymnasium.make_vec(name, num_envs=2, vectorization_mode="sync")
    sync.reset(seed=1)
    sync.close()
    envs.close()


def test_illegal_codes() -> None:
    envs = ng.VectorEnv("catan", 2, on_illegal="raise")
    observations, _ = envs.reset(seed=1)
    legal = envs.sample_actions()
    forbidden = int(np.flatnonzero(observations["action_mask"][1] == 0)[0])
    before = [envs.state(index) for index in range(2)]
    with pytest.raises(neuland.IllegalAction, match="environment 1"):
        envs.step([int(legal[0]), forbidden])
    assert [envs.state(index) for index in range(2)] == before
    with pytest.raises(neuland.ParseError, match="environment 1"):
        envs.step([int(legal[0]), 10**6])
    strict = ng.VectorEnv("catan", 2, on_illegal="terminate", autoreset_mode="SameStep")
    strict.reset(seed=1)
    _, rewards, terminations, _, infos = strict.step([int(legal[0]), forbidden])
    assert rewards.tolist() == [0.0, -1.0] and terminations.tolist() == [False, True]
    assert infos["final_obs"][0] is None and not infos["final_obs"][1]["action_mask"].any()


def test_bad_input() -> None:
    envs = ng.VectorEnv("catan", 3)
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step([0, 0, 0])
    envs.reset(seed=1)
    for actions in ([0.5, 1, 2], ["a", "b", "c"], [None] * 3, [True, False, True]):
        with pytest.raises(TypeError):
            envs.step(actions)
    for actions in ([0, 0], [[0, 0, 0]], 0, [0, 0, -1]):
        with pytest.raises(neuland.ParseError):
            envs.step(actions)
    for mask, error in (
        ([True, False, True], TypeError),
        (np.array([1, 0, 1]), TypeError),
        (np.array([True]), ValueError),
        (np.zeros(3, dtype=bool), ValueError),
    ):
        with pytest.raises(error):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(ValueError, match="seeds"):
        envs.reset(seed=[1, 2])
    for arguments in ({"num_envs": 0}, {"num_envs": 10**6}, {"threads": 0}, {"autoreset_mode": "later"}):
        with pytest.raises(ValueError):
            ng.VectorEnv("catan", **arguments)
    envs.close()
    envs.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.reset()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        envs.step([0, 0, 0])


def test_render() -> None:
    envs = ng.VectorEnv("catan", 2, render_mode="ansi")
    envs.reset(seed=1)
    frames = envs.render()
    assert frames is not None and len(frames) == 2 and "to decide" in frames[0]
