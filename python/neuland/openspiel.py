"""The games for OpenSpiel 2.0: importing this module registers one game for each of ours with ``pyspiel``.

It needs the package ``open_spiel``. ``docs/python-openspiel.md`` in the repository is the guide.

>>> import pyspiel  # doctest: +SKIP
>>> import neuland.openspiel  # doctest: +SKIP
>>> game = pyspiel.load_game("python_neuland_catan(players=3)")  # doctest: +SKIP

A state of OpenSpiel holds a node of our tree. Nature's outcomes are its chance outcomes; layouts of the island are too many to list, so
a list of ``layouts`` of them stands for all. Decisions of several seats at once come one after the other in the order of the table; the
games themselves hide what the first of them chose until the last has chosen. A choice that takes several codes takes several actions.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from neuland import _neuland
from neuland._errors import ParseError
from neuland._neuland import GameInfo, Node, OptionInfo

try:
    import pyspiel
except ImportError as error:
    raise ImportError("neuland.openspiel needs OpenSpiel 2.0: pip install open_spiel") from error

__all__ = ["NAMES", "NeulandGame", "NeulandObserver", "NeulandState", "load"]

_PREFIX = "python_neuland_"

NAMES: Mapping[str, str] = {
    info.name: _PREFIX + info.name.replace("-", "_") for info in _neuland.games() if not info.name.startswith("kerbe")
}
"""The name of each game in OpenSpiel: ``{"catan": "python_neuland_catan", …}``."""

LIMIT = 10_000
"""The default of the parameter ``max_game_length``."""

LAYOUTS = 256
"""The default of the parameter ``layouts``."""

# The longest list of outcomes of each game, apart from layouts: two dice; two dice and the event die; the kinds of tiles.
_OUTCOMES = {"catan": 36, "cities-and-knights": 144}
_TILES = 64
# A memory as numbers: the bits of its digest.
_MEMORY = 256
_OWN = ("max_game_length", "layouts", "layout_seed")
_INT_MAX = 2**31 - 1
# What stands for `None`: an option that may be absent has a parameter all the same.
_NO_NUMBER = -1
_NO_TEXT = "none"


def load(game: str, **parameters: str | int | bool | None) -> Any:
    """The game of OpenSpiel for one of ours.

    Args:
        game: Our name of the game, such as ``"cities-and-knights"``.
        parameters: Options of the game, ``None`` where one is to be absent, and ``max_game_length``; on the island ``layouts`` and
            ``layout_seed`` too.

    Returns:
        A :class:`NeulandGame`, which is a ``pyspiel.Game``.

    Raises:
        ParseError: There is no such game.
        OptionError: The options cannot be.
        ValueError: A parameter is out of its range.
        pyspiel.SpielError: There is no such parameter, or it has another type.
    """
    name = NAMES.get(game)
    if name is None:
        raise ParseError(f"{game!r} is not a game; games are {', '.join(NAMES)}")
    options = {option.name: option for info in _neuland.games() if info.name == game for option in info.options}
    return pyspiel.load_game(name, {key: _parameter(options.get(key), value) for key, value in parameters.items()})


def _parameter(option: OptionInfo | None, value: str | int | bool | None) -> str | int | bool:
    """The parameter for the value of an option: parameters have one type each, are never absent, and a comma ends them."""
    if isinstance(value, str):
        return value.replace(",", ";")
    if value is not None:
        return value
    return _NO_NUMBER if option is not None and option.kind == "number" else _NO_TEXT


def _value(option: OptionInfo, parameter: Any) -> str | int | bool | None:
    """The value of an option for a parameter."""
    absent = _NO_NUMBER if option.kind == "number" else _NO_TEXT
    if option.optional and parameter == absent:
        return None
    checked: str | int | bool = parameter.replace(";", ",") if isinstance(parameter, str) else parameter
    return checked


def _range(name: str, value: Any, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"the parameter {name} is a whole number from {low} to {high}, not {value!r}")
    return value


class _Family:
    """What all games of one kind share: the type that is registered, and tables of codes."""

    def __init__(self, info: GameInfo) -> None:
        self.info = info
        self.options = {option.name: option for option in info.options}
        self.layout = _neuland.layout(info.name)
        self.meanings: list[str] = [meaning for block in self.layout.blocks for meaning in block["codes"]]
        specification: dict[str, str | int | bool] = {
            name: _parameter(option, option.default) for name, option in self.options.items()
        }
        specification["max_game_length"] = LIMIT
        if _neuland.State(info.name).turn.chance == "layout":
            specification.update(layouts=LAYOUTS, layout_seed=0)
        information = pyspiel.GameType.Information
        self.type = pyspiel.GameType(
            short_name=NAMES[info.name],
            long_name=f"Neuland: {info.name}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=information.IMPERFECT_INFORMATION if info.has_secrets else information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=info.seats_max,
            min_num_players=info.seats_min,
            provides_information_state_string=True,
            provides_information_state_tensor=True,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=specification,
        )


class NeulandGame(pyspiel.Game):  # type: ignore[misc]
    """A game of Neuland with its options, as OpenSpiel has it.

    Of n players each of w winners gets (n / w - 1) / (n - 1), each other player -1 / (n - 1), so with two players they are 1 and -1. If
    nobody wins, or after ``max_game_length`` decisions, everybody gets 0.

    Attributes:
        layout: The :class:`neuland.Layout` of actions and observations.
    """

    _family: _Family

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        family = self._family
        limit = _range("max_game_length", parameters["max_game_length"], 1, 10**8)
        layouts = _range("layouts", parameters.get("layouts", 1), 1, 100_000)
        seed = _range("layout_seed", parameters.get("layout_seed", 0), 0, _INT_MAX)
        options = {
            name: _value(family.options[name], value) for name, value in parameters.items() if name not in _OWN
        }
        state = _neuland.State(family.info.name, **options)
        players = len(state.seats)
        outcomes = _OUTCOMES.get(family.info.name, _TILES)
        game_info = pyspiel.GameInfo(
            num_distinct_actions=family.layout.actions,
            max_chance_outcomes=max(outcomes, layouts),
            num_players=players,
            min_utility=-1.0 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=limit,
        )
        super().__init__(family.type, game_info, dict(parameters))
        self._limit = limit
        self._start = Node(state, limit, layouts, seed)

    @property
    def layout(self) -> _neuland.Layout:
        """What actions and the numbers of observations mean; its ``id`` refuses stale weights."""
        return self._family.layout

    def new_initial_state(self) -> NeulandState:
        """The state before anything happened."""
        return NeulandState(self, copy.copy(self._start))

    def max_chance_nodes_in_history(self) -> int:
        """A bound on chance nodes in a game: a decision leads to four at most, and a roll for the start to few."""
        return 4 * self._limit + 1000

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> NeulandObserver:
        """An observer: of observations unless stated, of information states with ``perfect_recall``."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return NeulandObserver(self.layout, kind, params)


class NeulandState(pyspiel.State):  # type: ignore[misc]
    """A state of a game of Neuland, as OpenSpiel has it."""

    # OpenSpiel copies and pickles what is in `__dict__`: the node alone.

    def __init__(self, game: NeulandGame, node: Node) -> None:
        super().__init__(game)
        self.node = node

    def current_player(self) -> int:
        """The seat that acts, -1 for chance, -4 at the end."""
        return self.node.actor

    def is_terminal(self) -> bool:
        """Whether the game is over, or has had its greatest length."""
        return self.node.actor == -4

    def is_chance_node(self) -> bool:
        """Whether nature acts."""
        return self.node.actor == -1

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.codes() if player == self.node.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Nature's outcomes: places in the list of :meth:`neuland.State.chance_outcomes`, with their probabilities."""
        return self.node.chances()

    def _apply_action(self, action: int) -> None:
        if self.node.actor == -1:
            self.node.resolve(action)
        else:
            self.node.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.node.outcome(action)
        meanings: list[str] = self.get_game()._family.meanings
        if not 0 <= action < len(meanings):
            raise ParseError(f"there is no action {action}; actions are 0 to {len(meanings) - 1}")
        return meanings[action]

    def returns(self) -> list[float]:
        """What each player gets; 0 before the end."""
        return self.node.returns()

    # Arrays: lists of OpenSpiel's own would be made number by number, which takes most of the time of a step. Their numbers are those of
    # Python, since libraries expect what numpy makes of a list.

    def observation_tensor(self, player: int | None = None) -> npt.NDArray[np.float64]:
        """What a player observes, as a ``float64`` array; the player who acts unless stated."""
        return self.node.observation(self._player(player)).astype(np.float64)

    def information_state_tensor(self, player: int | None = None) -> npt.NDArray[np.float64]:
        """The observation of a player, and behind it the digest of all that the player learned and did, as 256 numbers."""
        return self.node.information_state(self._player(player)).astype(np.float64)

    def _player(self, player: int | None) -> int:
        chosen = self.node.actor if player is None else player
        if not 0 <= chosen < self.num_players():
            raise pyspiel.SpielError(f"there is no player {chosen}; players are 0 to {self.num_players() - 1}")
        return chosen

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> NeulandState:
        """A state with the same information state of a player: what that player does not know is drawn at random.

        Other players remember nothing of the past of such a state but how the position looks to them, and the history of
        actions stays that of the original.

        Args:
            player_id: The player.
            probability_sampler: Returns a random number from 0 to 1, 1 excluded.
        """
        halves = [min(int(probability_sampler() * 2**32), 2**32 - 1) for _ in range(2)]
        seed = halves[0] << 32 | halves[1]
        state: NeulandState = self.clone()
        state.node = self.node.sampled(player_id, seed)
        return state

    def __str__(self) -> str:
        return self.node.look(everything=True)


class NeulandObserver:
    """Observes states: OpenSpiel's interface of observers in Python (``open_spiel/python/observation.py``).

    Attributes:
        tensor: A flat ``float32`` array, or ``None`` for public information alone.
        dict: Views of it by the names of the layout, and ``"memory"`` with perfect recall: 256 numbers, 0 or 1, which are equal only for
            equal information states.
    """

    def __init__(self, layout: _neuland.Layout, kind: Any, params: Mapping[str, Any] | None = None) -> None:
        if params:
            raise ValueError(f"observers have no parameters, but these were passed: {dict(params)}")
        if not kind.public_info:
            raise ValueError("private information alone cannot be observed: pass public_info=True")
        private = pyspiel.PrivateInfoType
        self._everything: bool = kind.private_info == private.ALL_PLAYERS
        self._is_public: bool = kind.private_info == private.NONE
        self._recalls: bool = kind.perfect_recall
        if self._recalls and kind.private_info != private.SINGLE_PLAYER:
            raise ValueError("perfect recall is that of one player: pass private_info=SINGLE_PLAYER")
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if self._is_public:
            return
        if self._everything:
            layout = _neuland.layout(layout.game, everything=True)
        self._size = layout.size
        self.tensor = np.zeros(layout.size + (_MEMORY if self._recalls else 0), np.float32)
        for array in layout.arrays:
            end = array["offset"] + int(np.prod(array["shape"], dtype=np.int64))
            self.dict[array["name"]] = self.tensor[array["offset"] : end].reshape(array["shape"])
        if self._recalls:
            self.dict["memory"] = self.tensor[layout.size :]

    def set_from(self, state: NeulandState, player: int) -> None:
        """Writes what a player observes into ``tensor``."""
        if self.tensor is None:
            return
        if self._recalls:
            self.tensor[:] = state.node.information_state(player)
        else:
            self.tensor[:] = state.node.observation(player, self._everything)

    def string_from(self, state: NeulandState, player: int) -> str:
        """What a player observes as text: the document of the view, or with perfect recall all that the player learned and did."""
        if self._recalls:
            return state.node.memory(player)
        if self._everything:
            return state.node.look(everything=True)
        return state.node.look("spectator" if self._is_public else player)


def _register() -> None:
    registered = set(pyspiel.registered_names())
    for info in _neuland.games():
        if info.name in NAMES and NAMES[info.name] not in registered:
            family = _Family(info)
            # OpenSpiel drops what makes a game after the interpreter has ended, which only a class survives: it refers to itself.
            made = type(f"NeulandGame_{NAMES[info.name].removeprefix(_PREFIX)}", (NeulandGame,), {"_family": family})
            pyspiel.register_game(family.type, made)


_register()
