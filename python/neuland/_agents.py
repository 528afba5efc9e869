"""What environments share in which every seat is an agent."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

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
from neuland._notebook import Svg
from neuland._runs import _whole
from neuland._saved import check_options, generator, generator_state, seal, start, unseal
from neuland.gymnasium import observation_space

if TYPE_CHECKING:
    from typing_extensions import Self

Observation = dict[str, Any]


class Seats:
    """What both kinds of environment share: the agents, their spaces, and pictures."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "svg", "rgb_array"], "is_parallelizable": True, "render_fps": 4}

    def __init__(
        self,
        game: str | State,
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
            raise ParseError(f"render_mode is None, 'human', 'ansi', 'svg' or 'rgb_array', not {render_mode!r}")
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
        game = made.game
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
        self._steps_max = self.max_cycles
        self.action_spaces = {
            agent: spaces.Discrete(self.layout.actions + codes_beside) for agent in self.possible_agents
        }
        space = observation_space(self.layout, observation)
        if codes_beside:
            space = spaces.Dict({**space.spaces, "action_mask": spaces.Box(0, 1, (self.layout.actions + codes_beside,), np.int8)})
        # Each agent has a space of its own, so that seeding one does not seed the others; they are equal.
        self.observation_spaces = {agent: spaces.Dict(dict(space.spaces)) for agent in self.possible_agents}

    def _begin(self, seed: int | None, options: dict[str, Any] | None = None) -> int | None:
        """Begins an episode, and returns the index of the agent that is to decide."""
        core = self._open()
        # The tests of PettingZoo pass an option of this name, which means nothing.
        begin = start(self.layout.game, check_options(options, ("state", "options")).get("state"))
        drawn = None
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
            drawn = drawn_seed(self._random)
        acting = core.reset(drawn, begin)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return acting

    def _advance(self, code: Any) -> int | None:
        """Plays a code, and returns the index of the agent that is to decide next; ``None`` if the episode is over or cut."""
        core = self._open()
        acting = core.step(code)
        self._cycles += 1
        if acting is not None and self._steps_max is not None and self._cycles >= self._steps_max:
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

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The position: as text, printed with ``"human"`` and returned with ``"ansi"``, as an SVG picture or in pixels."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environment with render_mode='ansi', 'svg' or 'rgb_array'")
            return None
        if self.render_mode == "svg":
            return Svg(self._open().state.svg())
        if self.render_mode == "rgb_array":
            return self._open().state.rgb_array()
        text = describe_state(self._open().state)
        if self.render_mode == "ansi":
            return text
        print(text, end="")
        return None

    # What a saved text has beside the core: names of attributes whose values are values of JSON.
    _saved_attributes: tuple[str, ...] = ("agents", "_cycles")

    def save(self) -> str:
        """All that the next steps depend on, as a text (docs/python.md, Saving).

        It has neither how the environment was made nor the generators of the action spaces; ``pickle`` has both.
        """
        body = {name: getattr(self, name) for name in self._saved_attributes if hasattr(self, name)}
        return seal(
            "neuland-agents-env",
            {"core": self._open().save(), "random": generator_state(self._random), "kind": type(self).__name__, "own": body},
        )

    def restore(self, saved: str) -> None:
        """Goes on where an environment made with the same arguments was when its ``save`` returned this text. What follows is identical.

        Raises:
            ParseError: The text is damaged, or was saved by an environment of another kind; nothing changed.
        """
        core = self._open()
        body = unseal("neuland-agents-env", saved)
        if body["kind"] != type(self).__name__:
            raise ParseError(f"this was saved by a {body['kind']}, not by a {type(self).__name__}")
        numbers = generator(body["random"])
        core.restore(body["core"])
        self._random = numbers
        for name in self._saved_attributes:
            if name in body["own"]:
                setattr(self, name, body["own"][name])

    def clone(self) -> Self:
        """A copy that goes on by itself with the same steps: for a search, faster than ``copy.deepcopy``.

        Both share the spaces of observations.
        """
        self._open()
        twin = copy.copy(self)
        for name in ("_core", "_random", "action_spaces", *self._saved_attributes):
            if hasattr(self, name):
                setattr(twin, name, copy.deepcopy(getattr(self, name)))
        return twin

    def close(self) -> None:
        """Ends the environment. It may be closed again; everything else raises ``gymnasium.error.ClosedEnvironmentError``."""
        self._core = None

    def _open(self) -> AgentsCore:
        if self._core is None:
            raise gymnasium.error.ClosedEnvironmentError("this environment is closed; make a new one")
        return self._core
