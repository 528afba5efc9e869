"""The environment of RLlib: its own check, and whole games."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from ray.rllib.utils.pre_checks.env import check_multiagent_environments

import neuland
import neuland.gymnasium
import neuland.rllib
from neuland.rllib import MultiAgentTable

GAMES = [info.name for info in neuland.games()]


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_the_check_of_rllib(game: str) -> None:
    check_multiagent_environments(MultiAgentTable({"game": game}))


def whole_game(env: MultiAgentTable, seed: int) -> tuple[list[int], dict[str, float], dict[str, Any]]:
    observations, infos = env.reset(seed=seed)
    codes, gained = [], dict.fromkeys(env.possible_agents, 0.0)
    while True:
        assert len(observations) == 1 and infos.keys() == observations.keys()
        agent, seen = next(iter(observations.items()))
        assert env.get_observation_space(agent).contains(seen)
        code = env.sample_action()
        assert seen["action_mask"][code] == 1.0
        codes.append(code)
        observations, rewards, terminations, truncations, infos = env.step({agent: code})
        assert observations.keys() <= rewards.keys()
        for other, reward in rewards.items():
            gained[other] += reward
        if terminations["__all__"] or truncations["__all__"]:
            assert set(observations) == set(env.possible_agents) == set(rewards)
            assert not any(seen["action_mask"].any() for seen in observations.values())
            return codes, gained, infos


def test_whole_games(game: str) -> None:
    env = MultiAgentTable({"game": game, "on_illegal": "raise"})
    codes, gained, infos = whole_game(env, 4)
    winners = env.game_state.turn.winners
    assert winners is not None
    for index, (agent, seat) in enumerate(zip(env.possible_agents, env.game_state.seats)):
        assert gained[agent] == (1.0 if seat in winners else -1.0), index
        assert infos[agent]["points"] == env.game_state.points[seat]
    again, gained_again, _ = whole_game(MultiAgentTable({"game": game}), 4)
    assert (again, gained_again) == (codes, gained)


def test_points_and_cycles() -> None:
    env = MultiAgentTable({"game": "carcassonne", "players": 3, "reward": "points"})
    _, gained, _ = whole_game(env, 2)
    assert list(gained.values()) == [float(points) for points in env.game_state.points.values()]
    cut = MultiAgentTable({"game": "catan", "max_cycles": 9})
    codes, gained, _ = whole_game(cut, 2)
    assert len(codes) == 9 and set(gained.values()) == {0.0}


def test_unmasked_samples_survive(game: str) -> None:
    env = MultiAgentTable({"game": game})
    observations, _ = env.reset(seed=1)
    for _ in range(40):
        agent = next(iter(observations))
        env.action_spaces[agent].seed(3)
        observations, _, terminations, _, _ = env.step({agent: env.action_spaces[agent].sample()})
        if terminations["__all__"]:
            observations, _ = env.reset()


def test_gymnasium_of_ray_suffices_for_the_other_environments() -> None:
    env = neuland.gymnasium.Env("catan")
    env.reset(seed=1)
    env.step(env.sample_action())
    envs = neuland.gymnasium.VectorEnv("catan", 2)
    envs.reset(seed=1)
    envs.step(envs.sample_actions())


def test_bad_input() -> None:
    config: dict[str, Any]
    for config, error in (
        ({}, neuland.ParseError),
        ({"game": "chess"}, neuland.ParseError),
        ({"game": "catan", "layout_hash": "0" * 64}, neuland.StaleLayout),
        ({"game": "catan", "wings": 2}, neuland.OptionError),
        ({"game": "catan", "max_cycles": "x"}, TypeError),
        ({"game": "catan", "on_illegal": "pray"}, neuland.ParseError),
    ):
        with pytest.raises(error):
            MultiAgentTable(config)
    env = MultiAgentTable({"game": "catan", "on_illegal": "raise"})
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({"seat_0": 0})
    observations, _ = env.reset(seed=1)
    with pytest.raises(neuland.ParseError, match="seat_0"):
        env.step({"seat_1": 0})
    with pytest.raises(TypeError):
        env.step([0])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        env.step({"seat_0": "roll"})
    with pytest.raises(neuland.ParseError):
        env.step({"seat_0": 10**6})
    forbidden = int(np.flatnonzero(observations["seat_0"]["action_mask"] == 0)[0])
    with pytest.raises(neuland.IllegalAction):
        env.step({"seat_0": forbidden})
    env.close()
    with pytest.raises(gymnasium.error.ClosedEnvironmentError):
        env.reset()
