"""What environments share in which every seat is an agent."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from neuland._environments import (
    Arrays,
    Information,
    OnIllegal,
    Reward,
    Shape,
    describe_state,
    drawn_seed,
    flat_bounds,
    layout_of,
    plan,
)
from neuland._errors import ParseError
from neuland._neuland import AgentsCore, State
from neuland._neuland import Table as Codes
from neuland._neuland import layout as layout_named
from neuland._runs import _whole
from neuland.gymnasium import observation_space

Observation = dict[str, Any]


class Seats:
    """What both kinds of environment share: the agents, their spaces, and pictures."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "svg"], "is_parallelizable": True, "render_fps": 4}

    def __init__(
        self,
        game: str,
        *,
        information: Information,
        observation: Shape,
        on_illegal: OnIllegal,
        reward: Reward,
        illegal_reward: float,
        max_cycles: int | None,
        render_mode: str | None,
        layout_hash: str | None,
        options: dict[str, Any],
        codes_beside: int,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ParseError(f"render_mode is None, 'human', 'ansi' or 'svg', not {render_mode!r}")
        made = plan(
            game,
            seat=None,
            opponents="random",
            information=information,
            on_illegal=on_illegal,
            reward=reward,
            illegal_reward=illegal_reward,
            max_steps=None,
            options=options,
        )
        self.layout = layout_of(game, information, layout_hash)
        self.metadata = {**type(self).metadata, "name": f"{game.replace('-', '_')}_v0"}
        self.render_mode = render_mode
        self.max_cycles = None if max_cycles is None else _whole("max_cycles", max_cycles, 1, 2**32 - 1)
        self.possible_agents = [f"seat_{index}" for index in range(made.seats)]
        self.agents: list[str] = []
        self._index = {agent: index for index, agent in enumerate(self.possible_agents)}
        self._arrays = None if observation == "flat" else Arrays(self.layout)
        self._core: AgentsCore | None = AgentsCore(made)
        self._random: np.random.Generator | None = None
        self._cycles = 0
        self.action_spaces = {
            agent: spaces.Discrete(self.layout.actions + codes_beside) for agent in self.possible_agents
        }
        space = observation_space(self.layout, observation)
        if codes_beside:
            space = spaces.Dict({**space.spaces, "action_mask": spaces.Box(0, 1, (self.layout.actions + codes_beside,), np.int8)})
        # Each agent has a space of its own, so that seeding one does not seed the others; they are equal.
        self.observation_spaces = {agent: spaces.Dict(dict(space.spaces)) for agent in self.possible_agents}

    def _begin(self, seed: int | None) -> int | None:
        """Begins an episode, and returns the index of the agent that is to decide."""
        core = self._open()
        drawn = None
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
            drawn = drawn_seed(self._random)
        acting = core.reset(drawn)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return acting

    def _advance(self, code: Any) -> int | None:
        """Plays a code, and returns the index of the agent that is to decide next; ``None`` if the episode is over or cut."""
        core = self._open()
        acting = core.step(code)
        self._cycles += 1
        if acting is not None and self.max_cycles is not None and self._cycles >= self.max_cycles:
            core.cut()
            return None
        return acting

    def _observe(self, index: int) -> Observation:
        seen = self._open().observe(index)
        if self._arrays is not None:
            seen["observation"] = self._arrays(seen["observation"])
        return seen

    @property
    def game_state(self) -> State:
        """The position, hidden things included, as a :class:`neuland.State` of its own."""
        return self._open().state

    def sample_action(self) -> int:
        """A legal code for the agent that is to decide, all with the same chance, drawn in Rust. The seed of ``reset`` decides it.

        Raises:
            gymnasium.error.ResetNeeded: No episode runs; :class:`neuland.Error` where Gymnasium is not installed.
        """
        return self._open().sample_action()

    @property
    def state_space(self) -> spaces.Box:
        """The space of :meth:`state`."""
        low, high = flat_bounds(layout_named(self.layout.game, everything=True))
        return spaces.Box(low, high, dtype=np.float32)

    def state(self) -> npt.NDArray[np.float32]:
        """Everything, hidden cards included, as seat A sees it in the layout for that: for critics that may know it."""
        return Codes(self._open().state).flat_observation(0, everything=True)

    def render(self) -> str | None:
        """The position: as text, printed with ``"human"`` and returned with ``"ansi"``, or as an SVG picture."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environment with render_mode='ansi' or 'svg'")
            return None
        if self.render_mode == "svg":
            return self._open().state.svg()
        text = describe_state(self._open().state)
        if self.render_mode == "ansi":
            return text
        print(text, end="")
        return None

    def close(self) -> None:
        """Ends the environment. It may be closed again; everything else raises ``gymnasium.error.ClosedEnvironmentError``."""
        self._core = None

    def _open(self) -> AgentsCore:
        if self._core is None:
            raise gymnasium.error.ClosedEnvironmentError("this environment is closed; make a new one")
        return self._core
