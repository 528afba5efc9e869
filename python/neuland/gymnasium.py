"""Environments of Gymnasium: one seat is played from outside, bots play the others. Needs ``pip install gymnasium``.

``Env`` is one environment, ``VectorEnv`` steps many at once in Rust. Importing this module registers ``neuland/Catan-v0`` and the other
names of ``IDS``; ``gymnasium.make("neuland.gymnasium:neuland/Catan-v0")`` imports it by itself. ``docs/environments.md`` is the guide.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any, SupportsIndex

import numpy as np
import numpy.typing as npt

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise ImportError("neuland.gymnasium needs the package gymnasium: pip install gymnasium") from error

from neuland._environments import (
    Arrays,
    Information,
    OnIllegal,
    Reward,
    Shape,
    bounds,
    describe_state,
    drawn_seed,
    flat_bounds,
    layout_of,
    plan,
)
from neuland._errors import ParseError
from neuland._neuland import EnvCore, Layout, State, VectorCore
from neuland._notebook import Svg
from neuland._runs import BotLike, _whole
from neuland._saved import check_options, generator, generator_state, seal, start, unseal

__all__ = ["IDS", "Env", "VectorEnv", "observation_space"]

IDS = {
    "neuland/Catan-v0": "catan",
    "neuland/CitiesAndKnights-v0": "cities-and-knights",
    "neuland/Carcassonne-v0": "carcassonne",
    "neuland/TradersAndBuilders-v0": "traders-and-builders",
    "neuland/Mayflower-v0": "mayflower",
}
"""The registered ids, each with its game."""

for _id, _game in IDS.items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            id=_id,
            entry_point="neuland.gymnasium:Env",
            vector_entry_point="neuland.gymnasium:VectorEnv",
            kwargs={"game": _game},
        )

Mask = npt.NDArray[np.int8]
Observation = dict[str, Any]
Info = dict[str, Any]


def observation_space(here: Layout, observation: Shape = "flat") -> spaces.Dict:
    """The space of what a seat sees: ``{"observation": …, "action_mask": …}``.

    Args:
        here: The layout of the game.
        observation: ``"flat"`` for one ``float32`` array of ``layout.size`` values, ``"arrays"`` for a dict of the layout's arrays, each
            in the element type that suffices.

    Raises:
        ParseError: It is neither of them.
    """
    mask = spaces.Box(0, 1, (here.actions,), np.int8)
    seen: spaces.Space[Any]
    if observation == "flat":
        low, high = flat_bounds(here)
        seen = spaces.Box(low, high, dtype=np.float32)
    elif observation == "arrays":
        boxes: dict[str, spaces.Space[Any]] = {}
        for array in here.arrays:
            low, high = bounds(array)
            dtype = np.dtype(array["dtype"])
            boxes[array["name"]] = spaces.Box(low.astype(dtype), high.astype(dtype), dtype=dtype.type)
        seen = spaces.Dict(boxes)
    else:
        raise ParseError(f"observation is 'flat' or 'arrays', not {observation!r}")
    return spaces.Dict({"observation": seen, "action_mask": mask})


class Env(gymnasium.Env):
    """One seat of a game, as an environment of Gymnasium; bots play the other seats, in Rust.

    A step gives one code of the game's action space (docs/encodings.md). It ends when the seat is to decide again, or when the episode is
    over. All arrays are new in every step.

    - **Observation**: ``{"observation": …, "action_mask": int8 array of layout.actions values}``. The seat that looks is always 0 in it.
    - **Info**: ``action_mask`` (the same mask, an array of its own), ``seat`` (the index of the seat), ``resampled`` (whether the code was
      replaced). At the end of an episode also ``points`` (``int32``, hidden points included) and ``winners`` (``bool``), both in the
      order of the table.
    - **Seeds**: ``reset(seed=…)`` decides all chance, the bots and what replaces illegal codes, of this episode and of those that later
      calls of ``reset()`` begin.

    Attributes:
        layout: What observations and codes mean.

    >>> import neuland.gymnasium
    >>> env = neuland.gymnasium.Env("catan", opponents="random", players=3)
    >>> observation, info = env.reset(seed=7)
    >>> observation["observation"].shape == (env.layout.size,), int(info["action_mask"].sum())
    (True, 54)
    >>> observation, reward, terminated, truncated, info = env.step(env.sample_action())
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg", "rgb_array"], "render_fps": 4}

    def __init__(
        self,
        game: str | State,
        *,
        seat: int | str = 0,
        opponents: BotLike | Sequence[BotLike] = "random",
        information: Information = "seat",
        observation: Shape = "flat",
        on_illegal: OnIllegal = "resample",
        reward: Reward = "outcome",
        illegal_reward: float = -1.0,
        max_steps: int | None = None,
        render_mode: str | None = None,
        layout_hash: str | None = None,
        **options: Any,
    ) -> None:
        """Makes an environment.

        Args:
            game: The name of the game, or a :class:`neuland.State` that every episode begins at.
            seat: The seat that is played from outside, as an index or a letter; ``"random"`` draws one for each episode.
            opponents: The bot of all other seats, or a list of bots, the first of them to the left of the seat: names of
                ``neuland.bots(game)``, functions from a :class:`neuland.SeatView` to an action, classes or objects with a method
                ``choose``.
            information: ``"seat"`` shows what the seat knows, ``"everything"`` also what is hidden from it, in a layout of its own.
            observation: ``"flat"`` or ``"arrays"``; see :func:`observation_space`.
            on_illegal: What happens to a code that the mask forbids: ``"resample"`` plays a random legal one instead, ``"terminate"``
                ends the episode with ``illegal_reward``, ``"raise"`` raises :class:`neuland.IllegalAction` and changes nothing.
            reward: ``"outcome"`` is 1 at the end for a winner, -1 for another seat and 0 if nobody has won; ``"win"`` is 1 or 0;
                ``"points"`` is by how many points the seat's own points rose in the step; ``"margin"`` is at the end how many points
                the seat is ahead of the best other one.
            illegal_reward: The reward of a step that ends an episode because of its code.
            max_steps: Truncates an episode after so many steps; ``None`` never does. An agent that never ends its turn plays for ever.
            render_mode: ``None``, ``"ansi"`` (a few lines of text), ``"svg"`` (the board as a picture, which notebooks show) or
                ``"rgb_array"`` (the same in pixels, as recorders of videos want it).
            layout_hash: The ``hash`` or ``id`` of the layout that an agent was trained with.
            options: The options of the game, such as ``players=3``.

        Raises:
            ParseError: A value is none of those above.
            OptionError: The game has no such option.
            StaleLayout: The layout is not the one of ``layout_hash``.
            TypeError: A value has another type.
        """
        _check_mode(render_mode)
        made = plan(
            game,
            seat=_named_seat(seat),
            opponents=opponents,
            information=information,
            on_illegal=on_illegal,
            reward=reward,
            illegal_reward=illegal_reward,
            max_steps=max_steps,
            options=options,
        )
        self.layout = layout_of(made.game, information, layout_hash)
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.layout.actions)
        self.observation_space = observation_space(self.layout, observation)
        self._arrays = None if observation == "flat" else Arrays(self.layout)
        self._core: EnvCore | None = EnvCore(made)
        self._is_seeded = False
        self._bind()

    def _bind(self) -> None:
        """What a step calls: without arrays to be made, the native method itself."""
        core = self._core
        self._step: Callable[[Any], tuple[Observation, float, bool, bool, Info]] = (
            self._step_closed if core is None else core.step if self._arrays is None else self._step_in_arrays
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, Info]:
        """Begins an episode.

        Args:
            seed: Decides everything random from here on; ``None`` goes on with the last seed.
            options: ``{"state": …}`` begins this episode at a position: a :class:`neuland.State`, a setup (docs/setup.md) as a dict or
                text, a :class:`neuland.Record`, whose last position is meant, or a pair of a record and the number of a position.

        Raises:
            ParseError: There is no such option, or the position is of another game, has another number of seats or is over.
            SetupError: The setup describes no position.
        """
        core = self._open()
        begin = start(self.layout.game, check_options(options, ("state",)).get("state"))
        super().reset(seed=seed)
        drawn = None
        if seed is not None or not self._is_seeded:
            drawn = drawn_seed(self.np_random)
            self._is_seeded = True
        seen, info = core.reset(drawn, begin)
        if self._arrays is not None:
            seen["observation"] = self._arrays(seen["observation"])
        return seen, info

    def step(self, action: SupportsIndex) -> tuple[Observation, float, bool, bool, Info]:
        """Plays a code, and lets the others play until the seat is to decide again.

        Raises:
            TypeError: The action is no whole number.
            ParseError: There is no such code.
            IllegalAction: The mask forbids it, with ``on_illegal="raise"``.
            BotError: A bot written in Python failed; its exception is the cause.
            gymnasium.error.ResetNeeded: No episode runs.
        """
        return self._step(action)

    def _step_in_arrays(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        assert self._arrays is not None
        seen, reward, terminated, truncated, info = self._open().step(action)
        seen["observation"] = self._arrays(seen["observation"])
        return seen, reward, terminated, truncated, info

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which codes are legal now, as bools: what ``MaskablePPO`` of sb3-contrib asks for."""
        return self._open().action_masks()

    def sample_action(self) -> int:
        """A legal code, all with the same chance, drawn in Rust. The seed of ``reset`` decides it.

        Raises:
            gymnasium.error.ResetNeeded: No episode runs, so no code is legal.
        """
        return self._open().sample_action()

    def describe(self, action: SupportsIndex) -> str:
        """What a code means, in words."""
        return self.layout.describe(action)

    @property
    def state(self) -> State:
        """The position, hidden things included, as a :class:`neuland.State` of its own."""
        return self._open().state

    @property
    def seat(self) -> str:
        """The seat that is played from outside in this episode, as a letter."""
        return self._open().seat

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The position as text, as an SVG picture or in pixels, by ``render_mode``: what everybody sees of it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environment with render_mode='ansi', 'svg' or 'rgb_array'")
            return None
        return _rendered(self.state, self.render_mode)

    def save(self) -> str:
        """All that the next steps depend on, as a text (docs/python.md, Saving): the episode, what our bots know, and random numbers.

        It has neither how the environment was made nor the generator of ``action_space``; ``pickle`` has both.

        Raises:
            TypeError: An opponent is an object of Python, which may change; ``pickle`` and ``clone`` take it along.
        """
        core = self._open().save()
        numbers = None if self._np_random is None else generator_state(self.np_random)
        return seal("neuland-gymnasium-env", {"core": core, "random": numbers, "seeded": self._is_seeded})

    def restore(self, saved: str) -> None:
        """Goes on where an environment made with the same arguments was when its ``save`` returned this text. What follows is identical.

        Raises:
            ParseError: The text is damaged, or was saved by an environment of another kind; nothing changed.
        """
        core = self._open()
        body = unseal("neuland-gymnasium-env", saved)
        numbers = generator(body["random"])
        core.restore(body["core"])
        self._np_random = numbers
        self._is_seeded = bool(body["seeded"])

    def clone(self) -> Env:
        """A copy that goes on by itself with the same steps: for a search, faster than ``copy.deepcopy``.

        Opponents that are objects of Python are copied as ``copy.deepcopy`` does. Both share the space of observations.
        """
        self._open()
        twin: Env = copy.copy(self)
        twin._core = copy.deepcopy(self._core)
        twin._np_random = copy.deepcopy(self._np_random)
        twin.action_space = copy.deepcopy(self.action_space)
        twin._bind()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_step"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._bind()

    def close(self) -> None:
        """Ends the environment. It may be closed again; everything else raises ``gymnasium.error.ClosedEnvironmentError``."""
        self._core = None
        self._bind()

    def _step_closed(self, action: Any) -> tuple[Observation, float, bool, bool, Info]:
        self._open()
        raise AssertionError

    def _open(self) -> EnvCore:
        if self._core is None:
            raise gymnasium.error.ClosedEnvironmentError("this environment is closed; make a new one")
        return self._core


class VectorEnv(gymnasium.vector.VectorEnv):
    """Many environments of one game that step together, in Rust, with the interpreter released.

    Row *i* of all arrays belongs to environment *i*, which does exactly what an :class:`Env` does that is seeded with ``seed + i``.
    ``make_vec("neuland/Catan-v0", num_envs=…)`` makes one, too. The three modes of autoreset are those of Gymnasium.

    Attributes:
        layout: What observations and codes mean.

    >>> import neuland.gymnasium
    >>> envs = neuland.gymnasium.VectorEnv("carcassonne", num_envs=8)
    >>> observations, infos = envs.reset(seed=7)
    >>> observations["action_mask"].shape == (8, envs.layout.actions)
    True
    >>> observations, rewards, terminations, truncations, infos = envs.step(envs.sample_actions())
    """

    def __init__(
        self,
        game: str | State,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        seat: int | str = 0,
        opponents: BotLike | Sequence[BotLike] = "random",
        information: Information = "seat",
        observation: Shape = "flat",
        on_illegal: OnIllegal = "resample",
        reward: Reward = "outcome",
        illegal_reward: float = -1.0,
        max_steps: int | None = None,
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        layout_hash: str | None = None,
        **options: Any,
    ) -> None:
        """Makes environments. What is not named here is as in :class:`Env`.

        Args:
            num_envs: How many, 1 to 16,384.
            autoreset_mode: When an environment whose episode is over begins the next one.
            threads: How many threads step them. They change no result. Bots in Python play on one thread.
            max_episode_steps: The name by which ``make_vec`` gives ``max_steps``.

        Raises:
            As :class:`Env`.
        """
        _check_mode(render_mode)
        made = plan(
            game,
            seat=_named_seat(seat),
            opponents=opponents,
            information=information,
            on_illegal=on_illegal,
            reward=reward,
            illegal_reward=illegal_reward,
            max_steps=max_steps if max_steps is not None else max_episode_steps,
            options=options,
        )
        self.layout = layout_of(made.game, information, layout_hash)
        self.num_envs = _whole("num_envs", num_envs, 1, 16_384)
        mode = _mode(autoreset_mode)
        self.autoreset_mode = mode
        self.metadata = {**Env.metadata, "autoreset_mode": mode}
        self.render_mode = render_mode
        self.single_action_space = spaces.Discrete(self.layout.actions)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.single_observation_space = observation_space(self.layout, observation)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._arrays = None if observation == "flat" else Arrays(self.layout)
        self._core: VectorCore | None = VectorCore(made, self.num_envs, mode.value, _whole("threads", threads, 1, 1024))
        self._is_seeded = np.zeros(self.num_envs, dtype=np.bool_)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Begins an episode in every environment, or in some.

        Args:
            seed: A number, from which environment *i* gets ``seed + i``, a list of one for each, or ``None``, which goes on with the last
                seeds.
            options: With ``"reset_mask"``, a bool array of shape ``(num_envs,)``, only the environments begin where it is true. With
                ``"state"`` they begin at a position, as in :class:`Env`; a list has one for each environment, ``None`` for the start.

        Raises:
            ParseError: There is no such option, or a position is of another game, has another number of seats or is over.
            ValueError: The list or the mask has another length, or the mask is all false.
            TypeError: The mask is no bool array.
        """
        core = self._open()
        if seed is None or isinstance(seed, (int, np.integer)):
            seeds: list[int | None] = [None if seed is None else int(seed) + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise ParseError(f"{len(seeds)} seeds for {self.num_envs} environments; give one for each")
        options = dict(check_options(options, ("reset_mask", "state")))
        chosen = self._reset_mask(options)
        starts = self._starts(options.get("state"))
        drawn: list[int | None] = []
        for i, (own, is_chosen) in enumerate(zip(seeds, chosen)):
            if is_chosen and (own is not None or not self._is_seeded[i]):
                drawn.append(drawn_seed(seeding.np_random(own)[0]))
                self._is_seeded[i] = True
            else:
                drawn.append(None)
        observations, masks, seats = core.reset(drawn, chosen.tolist(), starts)
        infos: Info = {
            "action_mask": np.where(chosen[:, None], masks, 0).astype(np.int8),
            "seat": np.where(chosen, seats, 0),
            "resampled": np.zeros(self.num_envs, dtype=np.bool_),
        }
        infos.update({f"_{key}": chosen.copy() for key in list(infos)})
        return self._seen(observations, masks), infos

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[Observation, npt.NDArray[np.float64], npt.NDArray[np.bool_], npt.NDArray[np.bool_], Info]:
        """Plays one code in every environment.

        Args:
            actions: Whole numbers, of shape ``(num_envs,)``. An environment that begins an episode in this step ignores its own.

        Raises:
            TypeError: They are no whole numbers.
            ParseError: They have another shape, or there is no such code; nothing changed.
            IllegalAction: A mask forbids one, with ``on_illegal="raise"``; nothing changed.
            gymnasium.error.ResetNeeded: ``reset`` was not called, or an episode is over in the mode without autoreset.
        """
        core = self._open()
        if not self._is_seeded.all():
            raise gymnasium.error.ResetNeeded("no episode runs; call reset() first")
        codes = np.asarray(actions)
        if codes.dtype.kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {codes.dtype}")
        if codes.shape != (self.num_envs,):
            raise ParseError(f"actions have the shape ({self.num_envs},), not {codes.shape}")
        stepped = core.step(np.ascontiguousarray(codes, dtype=np.int64))
        masks = stepped["action_mask"]
        infos: Info = {"action_mask": masks.copy(), "seat": stepped["seat"], "resampled": stepped["resampled"]}
        infos.update({f"_{key}": np.ones(self.num_envs, dtype=np.bool_) for key in list(infos)})
        if "ends" in stepped:
            self._add_ends(infos, stepped["ends"])
        seen = self._seen(stepped["observation"], masks)
        return seen, stepped["rewards"], stepped["terminations"], stepped["truncations"], infos

    def _add_ends(self, infos: Info, ends: list[dict[str, Any]]) -> None:
        """Adds what the infos say of episodes that ended, in the form of Gymnasium's own vector environments."""
        keep_last = self.autoreset_mode is AutoresetMode.SAME_STEP
        for end in ends:
            env = end.pop("env")
            if not keep_last:
                self._add_info(infos, end, env)
                continue
            mask = end["action_mask"]
            seen = self._seen(end.pop("observation"), mask.copy())
            self._add_info(infos, {"final_obs": seen, "final_info": end}, env)

    def _seen(self, observations: npt.NDArray[np.float32], masks: Mask) -> Observation:
        return {
            "observation": observations if self._arrays is None else self._arrays(observations),
            "action_mask": masks,
        }

    def _starts(self, state: Any) -> list[State | None] | None:
        if state is None:
            return None
        game = self.layout.game
        if not isinstance(state, list):
            return [start(game, state)] * self.num_envs
        if len(state) != self.num_envs:
            raise ParseError(f"options['state'] has {len(state)} positions for {self.num_envs} environments")
        return [start(game, each) for each in state]

    def _reset_mask(self, options: dict[str, Any] | None) -> npt.NDArray[np.bool_]:
        if not options or "reset_mask" not in options:
            return np.ones(self.num_envs, dtype=np.bool_)
        mask = options["reset_mask"]
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"options['reset_mask'] is a numpy array of bools, not {getattr(mask, 'dtype', type(mask).__name__)}")
        if mask.shape != (self.num_envs,):
            raise ParseError(f"options['reset_mask'] has the shape ({self.num_envs},), not {mask.shape}")
        if not mask.any():
            raise ParseError("options['reset_mask'] chooses no environment")
        return mask

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which codes are legal now, as bools of shape ``(num_envs, layout.actions)``."""
        return self._open().action_masks()

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A legal code for each environment, all with the same chance, drawn in Rust.

        Where the next step begins an episode and ignores its action (``AutoresetMode.NEXT_STEP``), it is 0.

        Raises:
            gymnasium.error.ResetNeeded: Another environment has no episode that runs, so no code is legal there.
        """
        return self._open().sample_actions()

    def state(self, index: int) -> State:
        """The position of an environment, as a :class:`neuland.State` of its own."""
        return self._open().state(index)

    def render(self) -> tuple[str | npt.NDArray[np.uint8], ...] | None:
        """Every position as text, as an SVG picture or in pixels, by ``render_mode``."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: make the environments with render_mode='ansi', 'svg' or 'rgb_array'")
            return None
        return tuple(_rendered(self.state(index), self.render_mode) for index in range(self.num_envs))

    def save(self) -> str:
        """All that the next steps depend on, as a text; as :meth:`Env.save`."""
        body = {"core": self._open().save(), "seeded": self._is_seeded.tolist()}
        return seal("neuland-gymnasium-vector", body)

    def restore(self, saved: str) -> None:
        """Goes on where as many environments made with the same arguments were; as :meth:`Env.restore`."""
        core = self._open()
        body = unseal("neuland-gymnasium-vector", saved)
        core.restore(body["core"])
        self._is_seeded = np.array(body["seeded"], dtype=np.bool_)

    def clone(self) -> VectorEnv:
        """A copy that goes on by itself with the same steps; as :meth:`Env.clone`."""
        self._open()
        twin: VectorEnv = copy.copy(self)
        twin._core = copy.deepcopy(self._core)
        twin._is_seeded = self._is_seeded.copy()
        twin.action_space = copy.deepcopy(self.action_space)
        twin.single_action_space = copy.deepcopy(self.single_action_space)
        return twin

    def close_extras(self, **kwargs: Any) -> None:
        """Ends the environments."""
        self._core = None

    def _open(self) -> VectorCore:
        if self._core is None:
            raise gymnasium.error.ClosedEnvironmentError("these environments are closed; make new ones")
        return self._core


def _check_mode(render_mode: str | None) -> None:
    if render_mode not in (None, *Env.metadata["render_modes"]):
        raise ParseError(f"render_mode is None, 'ansi', 'svg' or 'rgb_array', not {render_mode!r}")


def _rendered(state: State, render_mode: str) -> str | npt.NDArray[np.uint8]:
    if render_mode == "ansi":
        return describe_state(state)
    return Svg(state.svg()) if render_mode == "svg" else state.rgb_array()


def _named_seat(seat: int | str) -> int | str:
    if seat is None:
        raise TypeError("a seat is a letter such as 'A', an index such as 0, or 'random', not None")
    return seat


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        names = ", ".join(f"'{each.value}'" for each in AutoresetMode)
        raise ParseError(f"autoreset_mode is an AutoresetMode, or one of {names}, not {mode!r}") from None
