"""Environments of RLlib, in which every seat is an agent. Needs ``pip install "ray[rllib]"``.

``docs/environments.md`` is the guide.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

try:
    import gymnasium
    from gymnasium import spaces
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
except ImportError as error:
    raise ImportError('neuland.rllib needs RLlib: pip install "ray[rllib]"') from error

from neuland._agents import Seats
from neuland._errors import ParseError

__all__ = ["MultiAgentTable"]

_DEFAULTS = {
    "information": "seat",
    "on_illegal": "resample",
    "reward": "outcome",
    "illegal_reward": -1.0,
    "max_cycles": None,
    "render_mode": None,
    "layout_hash": None,
}


class MultiAgentTable(Seats, MultiAgentEnv):
    """A game in which every seat is an agent of RLlib; it is made with a ``config``, as RLlib makes environments.

    Observations are ``{"observations": float32 array, "action_mask": float32 array}``, as RLlib's modules with action masks want them.
    ``reset`` and ``step`` give one only to the agent that is to decide next; at the end all agents get one. Rewards are given to all
    agents at the end, or with ``reward="points"`` in each step; before the end the agent that decides next gets 0.

    Attributes:
        layout: What observations and codes mean.

    >>> import neuland.rllib
    >>> env = neuland.rllib.MultiAgentTable({"game": "catan", "players": 3})
    >>> observations, infos = env.reset(seed=7)
    >>> list(observations), int(observations["seat_0"]["action_mask"].sum())
    (['seat_0'], 54)
    """

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        """Makes an environment.

        Args:
            config: ``game``, the name of a game or a :class:`neuland.State`; ``max_cycles``, the most steps of an episode; ``information``, ``on_illegal``, ``reward``, ``illegal_reward``,
                ``render_mode`` and ``layout_hash``, as in :class:`neuland.pettingzoo.Table`; and options of the game, such as ``players``.

        Raises:
            ParseError: A value is none of those, or ``game`` is missing.
            OptionError: The game has no such option.
            StaleLayout: The layout is not the one of ``layout_hash``.
            TypeError: A value has another type.
        """
        chosen = dict(config or {})
        if "game" not in chosen:
            raise ParseError('config names no game; give {"game": "catan"}')
        game = chosen.pop("game")
        settings = {name: chosen.pop(name, default) for name, default in _DEFAULTS.items()}
        MultiAgentEnv.__init__(self)
        Seats.__init__(self, game, observation="flat", options=chosen, codes_beside=0, **settings)
        flat = self.observation_spaces[self.possible_agents[0]]["observation"]
        mask = spaces.Box(0.0, 1.0, (self.layout.actions,), np.float32)
        seen = {"observations": flat, "action_mask": mask}
        self.observation_spaces = {agent: spaces.Dict(dict(seen)) for agent in self.possible_agents}
        self.observation_space = self.observation_spaces[self.possible_agents[0]]
        self.action_space = self.action_spaces[self.possible_agents[0]]
        self.agents = self.possible_agents[:]
        self._acting: int | None = None
        self._rewards_each_step = settings["reward"] == "points"

    _saved_attributes = ("agents", "_cycles", "_acting")

    def get_observation_space(self, agent_id: str) -> spaces.Space[Any]:
        """What an agent sees; the same for all agents."""
        return self.observation_spaces[agent_id]

    def get_action_space(self, agent_id: str) -> spaces.Space[Any]:
        """The codes that an agent can give; the same for all agents."""
        return self.action_spaces[agent_id]

    def _see(self, index: int) -> dict[str, Any]:
        seen = self._observe(index)
        return {"observations": seen["observation"], "action_mask": seen["action_mask"].astype(np.float32)}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode.

        Args:
            seed: Decides everything random from here on; ``None`` goes on with the last seed.
            options: ``{"state": …}`` begins this episode at a position, as in :meth:`neuland.gymnasium.Env.reset`.
        """
        self._acting = self._begin(seed, options)
        agent = self.possible_agents[self._acting or 0]
        return {agent: self._see(self._acting or 0)}, {agent: {}}

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Plays the code of the agent that is to decide.

        Raises:
            TypeError: ``action_dict`` is no dict, or its action is no whole number.
            ParseError: There is no such code, or the agent that is to decide gave none.
            IllegalAction: The mask forbids it, with ``on_illegal="raise"``.
            gymnasium.error.ResetNeeded: No episode runs.
        """
        core = self._open()
        if self._acting is None:
            raise gymnasium.error.ResetNeeded("no episode runs; call reset() first")
        if not isinstance(action_dict, dict):
            raise TypeError(f"actions is a dict from agents to codes, not {type(action_dict).__name__}")
        agent = self.possible_agents[self._acting]
        if agent not in action_dict:
            raise ParseError(f"{agent} is to decide, and the actions have no code of it")
        acting = self._acting = self._advance(action_dict[agent])
        rewards: dict[str, float] = {}
        if acting is None or self._rewards_each_step:
            rewards = dict(zip(self.possible_agents, core.rewards()))
        if acting is not None:
            following = self.possible_agents[acting]
            # RLlib wants a reward with every observation that follows an action.
            rewards.setdefault(following, 0.0)
            return {following: self._see(acting)}, rewards, {"__all__": False}, {"__all__": False}, {following: {}}
        terminated, truncated = core.ended()
        points, winners = core.result()
        ends = {agent: {"points": points[index], "won": winners[index]} for agent, index in self._index.items()}
        return (
            {agent: self._see(index) for agent, index in self._index.items()},
            rewards,
            {**dict.fromkeys(self.possible_agents, terminated), "__all__": terminated},
            {**dict.fromkeys(self.possible_agents, truncated), "__all__": truncated},
            ends,
        )
