"""Environments of PettingZoo: every seat is an agent. Needs ``pip install pettingzoo``.

``env`` and ``raw_env`` make an environment of the agent-environment-cycle API, ``parallel_env`` one of the parallel API.
``docs/environments.md`` is the guide.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    import pettingzoo
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("neuland.pettingzoo needs the package pettingzoo: pip install pettingzoo") from error

from neuland._agents import Observation, Seats
from neuland._environments import Information, OnIllegal, Reward, Shape
from neuland._errors import ParseError
from neuland._neuland import AgentsCore, State

__all__ = ["ParallelTable", "Table", "env", "parallel_env", "raw_env"]

class _Agents(Seats):
    """The spaces of agents, as PettingZoo asks for them."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent sees; the same for all agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes that an agent can give; the same for all agents."""
        return self.action_spaces[agent]


class Table(_Agents, pettingzoo.AECEnv):
    """A game in which every seat is an agent, as an environment of the agent-environment-cycle API.

    The agents are ``seat_0``, ``seat_1``, … in the order of the table. ``agent_selection`` is the seat that is to decide; it can be the
    same several times in a row, since a turn has several decisions. Seats that decide at the same time come in the order of the table.

    - **Observation**: ``{"observation": …, "action_mask": int8 array}``, in new arrays. The mask is all 0 for an agent that is not to decide.
    - **Rewards**: at the end for all agents at once; with ``reward="points"`` in each step.
    - **Infos**: empty dicts; at the end ``points`` and ``won`` of the agent.

    Attributes:
        layout: What observations and codes mean.
    """

    def __init__(
        self,
        game: str | State,
        *,
        information: Information = "seat",
        observation: Shape = "flat",
        on_illegal: OnIllegal = "resample",
        reward: Reward = "outcome",
        illegal_reward: float = -1.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        layout_hash: str | None = None,
        **options: Any,
    ) -> None:
        """Makes an environment.

        Args:
            game: The name of the game, or a :class:`neuland.State` that every episode begins at.
            information, observation, on_illegal, reward, illegal_reward, layout_hash, options: As in
                :class:`neuland.gymnasium.Env`. With ``on_illegal="terminate"`` the episode ends for all; only the agent that gave the code
                gets ``illegal_reward``.
            max_cycles: Truncates an episode for all agents after so many cycles, as PettingZoo counts them: in a cycle there is a step for
                every agent, so an episode has ``max_cycles * len(possible_agents)`` steps at most. Here seats often decide several times
                in a row, so a cycle is as many steps as there are agents, whoever makes them.
            render_mode: ``None``, ``"human"`` (prints a few lines of text), ``"ansi"`` (returns them), ``"svg"`` or ``"rgb_array"``.

        Raises:
            As :class:`neuland.gymnasium.Env`.
        """
        Seats.__init__(
            self,
            game,
            information=information,
            observation=observation,
            on_illegal=on_illegal,
            reward=reward,
            illegal_reward=illegal_reward,
            max_cycles=max_cycles,
            render_mode=render_mode,
            layout_hash=layout_hash,
            options=options,
            codes_beside=0,
        )
        self._rewards_each_step = reward == "points"
        if self.max_cycles is not None:
            self._steps_max = self.max_cycles * len(self.possible_agents)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins an episode.

        Args:
            seed: Decides everything random from here on; ``None`` goes on with the last seed.
            options: ``{"state": …}`` begins this episode at a position, as in :meth:`neuland.gymnasium.Env.reset`. Others are refused but
                ``"options"``, which the tests of PettingZoo pass; it means nothing.

        Raises:
            ParseError: There is no such option, or the position is of another game, has another number of seats or is over.
            SetupError: The setup describes no position.
        """
        acting = self._begin(seed, options)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[acting or 0]

    _saved_attributes = (
        "agents",
        "_cycles",
        "rewards",
        "_cumulative_rewards",
        "terminations",
        "truncations",
        "infos",
        "_skip_agent_selection",
        "agent_selection",
    )

    def observe(self, agent: str) -> Observation:
        """What an agent sees now, in new arrays."""
        return self._observe(self._index[agent])

    def step(self, action: int | None) -> None:
        """Plays a code for ``agent_selection``; ``None`` for an agent whose episode is over.

        Raises:
            TypeError: The action is no whole number.
            ParseError: There is no such code.
            IllegalAction: The mask forbids it, with ``on_illegal="raise"``.
            gymnasium.error.ResetNeeded: No episode runs.
        """
        core = self._open()
        if not self.agents:
            raise gymnasium.error.ResetNeeded("no episode runs; call reset() first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        acting = self._advance(action)
        self._cumulative_rewards[agent] = 0.0
        if acting is not None:
            self.agent_selection = self.possible_agents[acting]
            if self._rewards_each_step:
                self._reward(core)
            return
        self._reward(core)
        terminated, truncated = core.ended()
        points, winners = core.result()
        for other, index in self._index.items():
            self.terminations[other] = terminated
            self.truncations[other] = truncated
            self.infos[other] = {"points": points[index], "won": winners[index]}
        self.agent_selection = self.agents[0]

    def _reward(self, core: AgentsCore) -> None:
        rewards = core.rewards()
        for agent, index in self._index.items():
            self.rewards[agent] = rewards[index]
            self._cumulative_rewards[agent] += rewards[index]


class ParallelTable(_Agents, pettingzoo.ParallelEnv):
    """A game in which every seat is an agent, as an environment of the parallel API.

    The games are turn-based: in each step one agent decides, the one that :class:`Table` would select, and the same codes lead to the same
    game. Beside the codes of the layout there is one more, ``noop``. It is the only one that the mask of an agent allows that is not to
    decide; whatever such an agent gives is ignored, and it may be left out of ``actions``.

    Attributes:
        layout: What observations and codes mean.
        noop: The code that means nothing: ``layout.actions``.
    """

    def __init__(
        self,
        game: str | State,
        *,
        information: Information = "seat",
        observation: Shape = "flat",
        on_illegal: OnIllegal = "resample",
        reward: Reward = "outcome",
        illegal_reward: float = -1.0,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        layout_hash: str | None = None,
        **options: Any,
    ) -> None:
        """Makes an environment; all as in :class:`Table`. Each step is a cycle."""
        Seats.__init__(
            self,
            game,
            information=information,
            observation=observation,
            on_illegal=on_illegal,
            reward=reward,
            illegal_reward=illegal_reward,
            max_cycles=max_cycles,
            render_mode=render_mode,
            layout_hash=layout_hash,
            options=options,
            codes_beside=1,
        )
        self.noop = self.layout.actions
        self._acting: int | None = None

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begins an episode; as :meth:`Table.reset`."""
        self._acting = self._begin(seed, options)
        return {agent: self._see(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    _saved_attributes = ("agents", "_cycles", "_acting")

    def _see(self, agent: str) -> Observation:
        index = self._index[agent]
        seen = self._observe(index)
        mask = np.zeros(self.noop + 1, dtype=np.int8)
        mask[:-1] = seen["action_mask"]
        mask[-1] = index != self._acting
        seen["action_mask"] = mask
        return seen

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Plays the code of the agent that is to decide. ``noop`` is no legal code for it.

        Raises:
            TypeError: ``actions`` is no dict, or its action is no whole number.
            ParseError: There is no such code, or the agent that is to decide gave none.
            IllegalAction: The mask forbids it, with ``on_illegal="raise"``.
            gymnasium.error.ResetNeeded: No episode runs.
        """
        core = self._open()
        if not self.agents or self._acting is None:
            raise gymnasium.error.ResetNeeded("no episode runs; call reset() first")
        if not isinstance(actions, dict):
            raise TypeError(f"actions is a dict from agents to codes, not {type(actions).__name__}")
        agent = self.possible_agents[self._acting]
        if agent not in actions:
            raise ParseError(f"{agent} is to decide, and actions has no code of it")
        self._acting = self._advance(self._code(agent, actions[agent]))
        terminated, truncated = core.ended()
        rewards = core.rewards()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self._acting is None:
            points, winners = core.result()
            infos = {agent: {"points": points[i], "won": winners[i]} for agent, i in self._index.items()}
        live = self.agents
        result = (
            {agent: self._see(agent) for agent in live},
            {agent: rewards[self._index[agent]] for agent in live},
            dict.fromkeys(live, terminated),
            dict.fromkeys(live, truncated),
            infos,
        )
        if self._acting is None:
            self.agents = []
        return result

    def _code(self, agent: str, action: Any) -> Any:
        """The code of the agent that is to decide. ``noop`` becomes a code that is not legal for it, so that ``on_illegal`` decides."""
        if isinstance(action, (int, np.integer)) and not isinstance(action, bool) and action == self.noop:
            illegal: npt.NDArray[np.intp] = np.flatnonzero(self._open().observe(self._index[agent])["action_mask"] == 0)
            if len(illegal):
                return int(illegal[0])
        return action


def raw_env(game: str | State, **arguments: Any) -> Table:
    """An environment of the agent-environment-cycle API, without wrappers: a :class:`Table` with these arguments."""
    return Table(game, **arguments)


class _Ordered(pettingzoo.utils.wrappers.OrderEnforcingWrapper):
    """Refuses calls in a wrong order, and is saved with what it wraps."""

    def __getattr__(self, name: str) -> Any:
        # While it is read from a pickle it wraps nothing yet.
        if name == "env":
            raise AttributeError(name)
        return super().__getattr__(name)

    def __str__(self) -> str:
        return str(self.env)

    def save(self) -> str:
        """As :meth:`Table.save`."""
        saved: str = self.env.save()
        return saved

    def restore(self, saved: str) -> None:
        """As :meth:`Table.restore`."""
        self.env.restore(saved)
        self._has_reset = hasattr(self.env, "agent_selection")
        self._has_updated = True

    def clone(self) -> _Ordered:
        """As :meth:`Table.clone`."""
        twin: _Ordered = copy.copy(self)
        twin.env = self.env.clone()
        return twin


def env(game: str | State, **arguments: Any) -> pettingzoo.AECEnv:
    """An environment of the agent-environment-cycle API: a :class:`Table` that refuses calls in a wrong order.

    >>> import neuland.pettingzoo
    >>> env = neuland.pettingzoo.env("carcassonne", players=2)
    >>> env.reset(seed=7)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    """
    return _Ordered(Table(game, **arguments))


def parallel_env(game: str | State, **arguments: Any) -> ParallelTable:
    """An environment of the parallel API: a :class:`ParallelTable` with these arguments.

    >>> import neuland.pettingzoo
    >>> env = neuland.pettingzoo.parallel_env("catan", players=3)
    >>> observations, infos = env.reset(seed=7)
    >>> [int(observations[agent]["action_mask"].sum()) for agent in env.agents]
    [54, 1, 1]
    """
    return ParallelTable(game, **arguments)
