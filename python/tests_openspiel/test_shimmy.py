"""The second way to PettingZoo: Shimmy around our games of OpenSpiel."""

from __future__ import annotations

import numpy as np
import pyspiel
from pettingzoo.test import api_test
from shimmy import OpenSpielCompatibilityV0

from neuland import openspiel


def test_pettingzoos_own_test_passes_through_shimmy(name: str) -> None:
    # Shimmy loads the game anew at each reset, by its name and with its defaults.
    env = OpenSpielCompatibilityV0(env=pyspiel.load_game(openspiel.NAMES[name]))
    api_test(env, num_cycles=100)


def test_shimmy_takes_parameters_by_its_config(name: str) -> None:
    config = {"players": 3, "max_game_length": 60}
    env = OpenSpielCompatibilityV0(game_name=openspiel.NAMES[name], config=config)
    env.reset(seed=3)
    assert len(env.possible_agents) == 3
    draws = np.random.default_rng(3)
    steps = 0
    for agent in env.agent_iter(max_iter=1000):
        observation, _, is_terminated, is_truncated, info = env.last()
        if is_terminated or is_truncated:
            env.step(None)
            continue
        assert observation.shape == env.observation_space(agent).shape
        env.step(int(draws.choice(np.flatnonzero(info["action_mask"]))))
        steps += 1
    assert 0 < steps <= 60 and not env.agents
