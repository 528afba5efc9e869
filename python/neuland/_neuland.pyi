"""The native module; ``neuland`` has everything of it that programs use. Its docstrings are those of the module: ``python python/tools/stubs.py`` writes them."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal, SupportsIndex, TypeAlias, final, overload

import numpy as np
import numpy.typing as npt

from neuland._errors import Fault

__all__ = [
    "Action",
    "AgentsCore",
    "Bot",
    "BotInfo",
    "Clause",
    "EnvCore",
    "EnvPlan",
    "Events",
    "GameInfo",
    "Layout",
    "LegalActions",
    "LegalIterator",
    "Node",
    "OptionInfo",
    "Random",
    "Record",
    "Recorder",
    "SeatView",
    "State",
    "Table",
    "Turn",
    "VectorCore",
    "bots",
    "check_cases",
    "clause",
    "clauses",
    "from_view",
    "games",
    "known_view",
    "layout",
    "run_analysis",
    "run_match",
    "run_series",
    "sample_world",
    "seal",
    "unseal",
    "version",
]

_Seat: TypeAlias = str | int
_Viewer: TypeAlias = str | int | None
_Seed: TypeAlias = int | str
_Option: TypeAlias = str | int | bool | None
_Theme: TypeAlias = Literal["light", "dark", "auto"]
_Language: TypeAlias = Literal["en", "de"]
_Maker: TypeAlias = Callable[[str, str, int], object]
_Guests: TypeAlias = list[tuple[int, tuple[Any, Any]]]

@final
class Action:
    """One decision of one seat, as a value. ``str(action)`` is its text, which every method takes as well.

    ``Action(game, text)`` reads a text. An action equals its text and has its hash, so either can be a key of the same dict. Playing an
    action reads no text, so it is faster than playing its text.

    Raises:
        ParseError: The text is no action of the game, or there is no such game.

    >>> action = Action("catan", "road  P25")
    >>> str(action), action.kind
    ('road P25', 'road')
    >>> action == "road P25"
    True
    """
    def __new__(cls, game: str, text: str) -> Action: ...
    @property
    def game(self) -> str:
        """The name of the game that it is an action of."""
    @property
    def kind(self) -> str:
        """The first word of the text: `road`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Action], tuple[str, str]]: ...

@final
class LegalActions(Sequence[Action]):
    """The listed actions of a seat: a set in a stable order, which the game documents.

    It is lazy: ``len``, ``in``, indexing and ``sample`` make no texts and no other actions. A list can be very long, such as all discards of
    20 cards out of 50, so go through one only where you know that it is short. It does not change when the state does. ``in`` compares
    names as the list has them; ``State.check`` knows all names of an action.

    >>> state = State("catan")
    >>> events = state.advance(seed=7)
    >>> legal = state.legal_actions()
    >>> len(legal), "settlement I17" in legal, str(legal[17])
    (54, True, 'settlement I17')
    """
    def __len__(self) -> int: ...
    def __contains__(self, action: object, /) -> bool: ...
    def __iter__(self) -> LegalIterator: ...
    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Action: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Action]: ...
    def index(self, action: Action | str) -> int:  # type: ignore[override]
        """The place of an action in the list, from 0.

        Raises:
            ValueError: It is not listed.
        """
    def count(self, action: Action | str) -> int:
        """Counts the occurrences of an action in the list: 0 or 1."""
    def sample(self, rng: Random | int | str | Any) -> Action:
        """A listed action, all with the same chance.

        Args:
            rng: A :class:`Random`, a seed, a ``random.Random`` or a ``numpy.random.Generator``. The same seed gives the same action.

        Raises:
            IndexError: The list is empty.
            TypeError: It is no source of random numbers.
        """
    def texts(self, limit: int | None = None) -> list[str]:
        """The texts of the first ``limit`` actions, or of all."""

@final
class LegalIterator:
    """Goes through a legal list."""
    def __iter__(self) -> LegalIterator: ...
    def __next__(self) -> Action: ...

@final
class Random:
    """A stream of random numbers (SplitMix64) that is the same on every machine and in every version.

    ``Random(seed)`` is the stream of a seed: a whole number from 0 to 2**64 - 1, or its text.

    >>> rng = Random(7)
    >>> all(rng.below(6) < 6 for _ in range(100))
    True
    """
    def __new__(cls, seed: _Seed) -> Random: ...
    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``, all with the same chance.

        Raises:
            ValueError: The bound is not a whole number from 1 to 2**32 - 1.
        """
    def save(self) -> str:
        """The place in the stream, as a text (docs/python.md, Saving)."""
    def restore(self, saved: str) -> None:
        """Goes on where a stream was when its ``save`` returned this text.

        Raises:
            ParseError: The text is damaged, or of something else.
        """
    @staticmethod
    def _from_saved(saved: str) -> Random:
        """Makes it anew from its text; pickles call this."""
    def clone(self) -> Random:
        """A copy that draws on by itself: the same numbers."""
    def __copy__(self) -> Random: ...
    def __deepcopy__(self, _memo: object) -> Random: ...
    def __reduce__(self) -> tuple[Callable[[str], Random], tuple[str]]: ...

@final
class Events:
    """The events of one step or several, in order.

    Iterating yields dicts with what a spectator may know (docs/view.md); ``seen_by`` returns them for other viewers. ``len`` is
    the number of events.

    >>> state = State("catan", players=3)
    >>> [event["event"] for event in state.advance(seed=7)]
    ['laid-out', 'starts']
    """
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def seen_by(self, viewer: _Viewer = None, *, everything: bool = False) -> list[dict[str, Any]]:
        """The events as dicts, as a viewer may know them.

        Args:
            viewer: A seat, or ``"spectator"``, who is meant unless stated.
            everything: Shows everything; only without a viewer.

        Raises:
            ParseError: The seat does not play.
        """
    def _repr_html_(self) -> str:
        """The HTML that notebooks show."""

@final
class Turn:
    """The turn in a position: a decision, a chance event, or the end of the game.

    Attributes:
        kind: ``"decide"``, ``"chance"`` or ``"over"``.
        seats: The seats that may act, as letters; empty unless ``kind`` is ``"decide"``. Several where seats discard at the same time,
            or may answer an offer.
        seat: The one of them that a host asks next, or ``None``.
        chance: The kind of outcome that nature owes, such as ``"dice"``, or ``None``.
        winners: The winners, once the game is over: one seat as a rule, several for a shared victory, none if nobody won. Else ``None``.
    """
    @property
    def kind(self) -> Literal["decide", "chance", "over"]:
        """`"decide"`, `"chance"` or `"over"`."""
    @property
    def seats(self) -> list[str]:
        """The seats that may act."""
    @property
    def seat(self) -> str | None:
        """The seat that a host asks next."""
    @property
    def chance(self) -> str | None:
        """The kind of outcome that is due."""
    @property
    def winners(self) -> list[str] | None:
        """The seats that won."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class State:
    """A position of any game, with its rules.

    ``State(game, **options)`` is a new game: ``game`` is a name of :func:`games`, and each option a text, a number, a bool or
    ``None``. A state changes when something is played; ``clone`` and the module ``copy`` copy it, and ``pickle`` writes it down as
    its setup. States are equal if their positions are. They have no hash, since they change.

    Where a method takes a seat it is a letter (``"A"``) or an index (``0``); with ``None`` it is the seat that a host asks next.

    Raises:
        ParseError: There is no such game.
        OptionError: Options that do not exist, have wrong values or do not fit together: all of them.

    >>> state = State("catan", players=3)
    >>> state
    <State catan, 3 seats, turn 0: nature: layout>
    >>> events = state.advance(seed=7)
    >>> state.turn
    <A to decide>
    """
    def __new__(cls, game: str, /, **options: _Option) -> State: ...
    @staticmethod
    def new(game: str, /, **options: _Option) -> State:
        """A new game; the same as calling the class."""
    @staticmethod
    def from_setup(game: str, setup: dict[str, Any] | str, *, rules: int | None = None) -> State:
        """The position that a setup describes (docs/setup.md).

        Args:
            game: The name of the game.
            setup: A dict, or its JSON text. A field ``game`` may name the game too.
            rules: The version of the rules that it was written under; the last one unless stated.

        Raises:
            SetupError: Everything in it that cannot be.
            ParseError: It is not JSON.

        >>> State.from_setup("catan", {"seats": {"A": {"settlements": ["I39"]}}}).points["A"]
        1
        """
    @staticmethod
    def from_record(record: Record, at: int | None = None) -> State:
        """A position of a record: after ``at`` steps, or after the last. Negative numbers count from the end.

        Raises:
            IndexError: The record has no such position.
        """
    def to_setup(self) -> dict[str, Any]:
        """The position as a setup, a dict (docs/setup.md): ``State.from_setup(state.game, state.to_setup()) == state``. It holds everything,
        hidden cards included.
        """
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def rules(self) -> int:
        """The version of the rules that the game is played under (docs/record.md)."""
    @property
    def options(self) -> dict[str, _Option]:
        """Every option with its value, as a dict; an option without a value is ``None``."""
    @property
    def seats(self) -> list[str]:
        """The seats that play, as letters."""
    @property
    def turns(self) -> int:
        """Turns begun."""
    @property
    def turn(self) -> Turn:
        """The turn: the seats or the chance event that the position waits for, as a :class:`Turn`."""
    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
    @property
    def points(self) -> dict[str, int]:
        """The points of every seat, hidden ones included: a dict from letters to whole numbers."""
    @property
    def visible_points(self) -> dict[str, int]:
        """The points of every seat that everybody sees, as a dict; all of them once the game is over."""
    def points_of(self, seat: _Seat) -> dict[str, int]:
        """The points of a seat by what they are for, hidden ones included: a dict such as ``{"settlements": 2, "cities": 0, ...}``, whose sum is
        ``points[seat]``.
        """
    def legal_actions(self, seat: _Seat | None = None) -> LegalActions:
        """Returns the actions that a seat may take now, as :class:`LegalActions`: empty if the seat is not to act. Open-ended
        actions, such as offers, are legal and not listed; ``check`` knows them.

        Raises:
            ParseError: The seat does not play.
        """
    def play(self, action: Action | str, seat: _Seat | None = None) -> Events:
        """Does an action, and returns what happened.

        Args:
            action: An :class:`Action`, or its text.
            seat: Who does it.

        Raises:
            IllegalAction: A clause of the rulebook stands against it; the state did not change.
            ParseError: The text is no action, or an action of another game.

        >>> state = State("catan", players=3)
        >>> events = state.advance(seed=7)
        >>> list(state.play("settlement I17"))[0]["event"]
        'built-settlement'
        """
    def check(self, action: Action | str, seat: _Seat | None = None) -> None:
        """Raises :class:`IllegalAction` if a seat may not do this now; returns ``None`` if it may. The rules are checked one by one,
        independently of the legal list.

        Raises:
            IllegalAction: Why not, and the clause.
            ParseError: The text is no action.
        """
    def why_not(self, action: Action | str, seat: _Seat | None = None) -> Fault | None:
        """Explains why a seat may not do this now, as a :class:`Fault` with its clause; ``None`` if it may.

        >>> state = State("catan", players=3)
        >>> events = state.advance(seed=7)
        >>> state.why_not("road P71").clause
        'CATAN-TURN-7'

        Raises:
            ParseError: The text is no action.
        """
    def chance_outcomes(self) -> list[tuple[str, int]]:
        """Every outcome of nature that is possible now, with its weight: a list of pairs of a text and a whole number. The chance of an
        outcome is its weight divided by the sum of all. Empty if none is due, or where there are too many to list (a layout).
        """
    def draw(self, seed: _Seed) -> str:
        """The outcome that is due, as a seed has it; the state does not change. A seed is all the chance of a game: its third roll is the
        same whatever was built before.

        Args:
            seed: A whole number from 0 to 2**64 - 1, or its text of 16 hexadecimal digits.

        Raises:
            IllegalAction: No outcome is due.
            ParseError: It is no seed.
        """
    def resolve(self, outcome: str) -> Events:
        """Applies an outcome of nature, such as ``"dice 3 4"``, and returns what happened.

        Raises:
            IllegalAction: No such outcome is due, or it cannot happen; the state did not change.
            ParseError: The text is no outcome.
        """
    def advance(self, seed: _Seed) -> Events:
        """Lets nature act, as a seed has it, until a seat is to decide or the game is over, and returns what happened. It does nothing where no
        outcome is due.
        """
    def view(self, viewer: _Viewer = None, *, everything: bool = False) -> dict[str, Any]:
        """Returns the view of a viewer as a dict (docs/view.md). Information hidden from the viewer is ``None``.

        Args:
            viewer: A seat, or ``"spectator"``, the default.
            everything: Shows everything, hidden cards included; only without a viewer.

        Raises:
            ParseError: The seat does not play.
        """
    def seat_view(self, seat: _Seat | None = None) -> SeatView:
        """Returns the knowledge and the legal actions of a seat as a :class:`SeatView`, the input of a bot.

        Raises:
            IllegalAction: No seat is named and none is to decide.
            ParseError: The seat does not play.
        """
    def observation(
        self, seat: _Seat | None = None, *, everything: bool = False
    ) -> dict[str, npt.NDArray[np.float32]]:
        """Encodes the knowledge of a seat as a dict of ``float32`` arrays by the layout of the game: :meth:`Table.observation` for a
        player who has just arrived and has counted nothing.
        """
    def action_mask(self, seat: _Seat | None = None) -> npt.NDArray[np.int8]:
        """The mask of the codes that a seat may give, where no choice is begun; as :meth:`Table.action_mask`."""
    def describe_code(self, code: SupportsIndex) -> str:
        """Describes the meaning of a code in words.

        Raises:
            ParseError: There is no such code.
        """
    def determinize(self, seat: _Seat, seed: _Seed) -> State:
        """A random world that agrees with all that a seat sees; as :meth:`Table.determinize` of somebody who has counted nothing.

        Raises:
            IllegalAction: The game is over.
            ParseError: The seat does not play, or it is no seed.
        """
    def svg(self, *, theme: _Theme = "light", coordinates: bool = False, events: Events | None = None) -> str:
        """The board as an SVG picture. It shows what is open to all: no hand and no deck.

        Args:
            theme: ``"light"``, ``"dark"``, or ``"auto"`` as the page is.
            coordinates: Whether places carry their names.
            events: What just happened, to be marked.

        Raises:
            ParseError: There is no such theme.
        """
    def rgb_array(self, *, width: int = 640, theme: _Theme = "light") -> npt.NDArray[np.uint8]:
        """The picture as an array of numbers: ``uint8`` of the shape (height, width, 3), red, green and blue.

        Args:
            width: The width in pixels, 1 to 8,192; the height follows from it.
            theme: ``"light"`` or ``"dark"``.

        Raises:
            ParseError: There is no such theme, or the width is out of its range.
        """
    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
    def key(self) -> str:
        """A key for transposition tables: 32 hexadecimal digits, equal for positions from which the same can follow.

        It covers the game, its rules and options, and everything of the position, hidden cards included, but not the way there: neither
        the order in which tiles and figures came, unless the last tile is still to be settled, nor how many turns have passed
        (unless ``turn_limit`` is set), nor the dice once they have had their effect. Two states with one key can so get different outcomes
        from one seed, whose outcomes are numbered; their possible outcomes and weights are the same. ``==`` compares everything.
        It does not cover what a :class:`Table` has counted.

        >>> state = State("catan")
        >>> events = state.advance(seed=7)
        >>> state.key() == state.clone().key()
        True
        """
    def clone(self) -> State:
        """A copy that plays on by itself.

        >>> state = State("carcassonne")
        >>> twin = state.clone()
        >>> events = twin.advance(seed=1)
        >>> twin == state
        False
        """
    def __copy__(self) -> State: ...
    def __deepcopy__(self, _memo: object) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[[str, str], State], tuple[str, str]]: ...

@final
class SeatView:
    """The knowledge and the legal actions of one seat: the input of a bot. It holds nothing that the seat does not know.

    >>> state = State("carcassonne")
    >>> events = state.advance(seed=1)
    >>> view = state.seat_view()
    >>> view.seat, view.document["viewer"], view.legal_actions == view.legal_actions
    ('A', 'A', False)
    """
    @property
    def seat(self) -> str:
        """The seat, as a letter."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def document(self) -> dict[str, Any]:
        """The document of the view, as a dict of its own (docs/view.md)."""
    @property
    def text(self) -> str:
        """The document of the view as JSON text."""
    @property
    def legal_actions(self) -> LegalActions:
        """The actions that the seat may take now, as :class:`LegalActions`; open-ended actions are not listed."""
    def check(self, action: Action | str) -> None:
        """Raises :class:`IllegalAction` if the seat may not do this now; returns ``None`` if it may. Open-ended actions are judged too, by what the
        seat knows.

        Raises:
            IllegalAction: Why not, and the clause.
            ParseError: The text is no action.
        """
    def _repr_html_(self) -> str:
        """The HTML that notebooks show."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> SeatView: ...
    def __deepcopy__(self, _memo: object) -> SeatView: ...
    def __reduce__(self) -> tuple[Callable[[str, str], SeatView], tuple[str, str]]: ...

@final
class Record:
    """A game written down and checked: every step is allowed by the rules, and the result is the game's (docs/record.md).

    ``len`` is the number of steps, ``str`` the text of the file. In a notebook it shows itself as a replay.

    >>> state = State("catan", players=2)
    >>> recorder = Recorder(state, seed=7)
    >>> outcome = state.draw(7)
    >>> events = state.resolve(outcome)
    >>> recorder.outcome(outcome)
    >>> record = recorder.finish(state)
    >>> record, record.state(0).turn.chance, record.result
    (<Record catan, 1 steps, unfinished>, 'layout', None)
    """
    @staticmethod
    def parse(text: str) -> Record:
        """Reads and checks the text of a record.

        Raises:
            RecordError: The line that is damaged or that the rules do not allow.
        """
    @staticmethod
    def read(path: str | os.PathLike[str]) -> Record:
        """Reads and checks the record in a file.

        Raises:
            OSError: The file cannot be read.
            RecordError: As for ``parse``.
        """
    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the record to a file, and replaces what is there.

        Raises:
            OSError: The file cannot be written.
        """
    @property
    def header(self) -> dict[str, Any]:
        """The first line, as a dict: game, rules, options, names, seed."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def names(self) -> list[str | None]:
        """The names of the players, from seat A on; ``None`` for a seat without a name."""
    @property
    def steps(self) -> list[tuple[str | None, str]]:
        """Every step as a pair: a seat and its action, or ``None`` and an outcome of nature; all are texts."""
    @property
    def result(self) -> dict[str, Any] | None:
        """The result, ``{"winners": [...], "points": {...}}``, or ``None`` if the game is not over."""
    def state(self, at: int | None = None) -> State:
        """The position after so many steps, as a :class:`State`: 0 is the beginning, ``None`` the last one, and negative numbers count
        from the end.

        Raises:
            IndexError: There is no such position.
        """
    def events(self, at: int) -> Events:
        """The events of the step that leads to this position; none for the first one.

        Raises:
            IndexError: There is no such position.
        """
    def verify_dice(self) -> dict[str, Any]:
        """Computes every draw again from the proof that the record of a table carries (docs/fairness.md), and returns the proof and the draws as a
        dict.

        Raises:
            RecordError: There is no proof, or an outcome is not the one that the dice gave.
        """
    def _frames(self, limit: int, bytes: int, theme: str) -> tuple[str, list[tuple[int, str, str]]]:
        """The style sheet of pictures, and the numbers, captions and pictures of at most so many positions."""
    def _repr_html_(self) -> str:
        """The HTML that notebooks show."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Callable[[str], Record], tuple[str]]: ...

@final
class Recorder:
    """Writes a record down as a game is played. A state has no past, so whoever wants a record keeps one of these beside it.

    Args:
        state: The position that the game begins from.
        names: Who sits at the seats, ``None`` for nobody.
        seed: The seed that outcomes are drawn from, if it may be known.

    Raises:
        ParseError: There are more or fewer names than seats, or it is no seed.
    """
    def __new__(
        cls, state: State, *, names: Sequence[str | None] | None = None, seed: _Seed | None = None
    ) -> Recorder: ...
    def action(self, seat: _Seat, action: Action | str) -> None:
        """Adds an action that a seat did, as an :class:`Action` or its text. ``finish`` checks it."""
    def outcome(self, outcome: str) -> None:
        """Adds an outcome of nature, as its text. ``finish`` checks it."""
    def finish(self, state: State) -> Record:
        """The record of the game so far, checked; ``state`` is the game as it is now, whose result is written if it is over. The recorder
        can go on.

        Raises:
            RecordError: A step that the rules do not allow, with its line.
        """

@final
class Layout:
    """The meaning of the numbers of a game: the arrays of an observation, and the blocks of the action space (docs/encodings.md).

    A layout is the same for all numbers of seats and all options. Its ``id`` names game, information, version and hash; store it
    with every trained model, and pass it to ``expect`` before use.

    Attributes:
        game: The name of the game.
        version: Rises with every change.
        information: ``"seat"``, what a seat knows, or ``"everything"``.
        actions: The number of codes, from 0 on.
        size: The number of values of an observation.
        hash: SHA-256 over the layout, 64 hexadecimal digits.
        id: Its name as text.

    >>> here = layout("catan")
    >>> here.expect(here.id)
    >>> [array["name"] for array in here.arrays][0], here.describe(0)
    ('hex', 'roll')
    """
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def version(self) -> int:
        """Rises with every change of the layout."""
    @property
    def information(self) -> Literal["seat", "everything"]:
        """``"seat"`` or ``"everything"``."""
    @property
    def actions(self) -> int:
        """The number of codes, from 0 on."""
    @property
    def size(self) -> int:
        """The number of values of an observation."""
    @property
    def hash(self) -> str:
        """SHA-256 over what the layout says, 64 hexadecimal digits."""
    @property
    def id(self) -> str:
        """Its name as text: game, information, version and hash."""
    @property
    def arrays(self) -> list[dict[str, Any]]:
        """The arrays of an observation, in their order: for each a dict with ``name``, ``dtype`` (what suffices; observations are
        ``float32``), ``shape``, ``offset`` in the flat view, ``about``, and ``channels`` of the last axis, each with ``name``, ``low``,
        ``high`` and ``about``.
        """
    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The blocks of the action space, in their order: for each a dict with ``name``, ``first``, ``len``, ``about``, and ``codes``,
        what each code means.
        """
    def to_dict(self) -> dict[str, Any]:
        """All of it as a dict."""
    def describe(self, code: SupportsIndex) -> str:
        """Describes the meaning of a code in words.

        Raises:
            ParseError: There is no such code.
        """
    def expect(self, id: str) -> None:
        """Raises :class:`StaleLayout` if something was made with another layout.

        Args:
            id: The ``id`` that was kept with it.

        Raises:
            StaleLayout: It is another layout; the message names both.
            ParseError: It is no id of a layout.
        """
    @staticmethod
    def _from_id(id: str) -> Layout:
        """The layout of an id, if it is here; pickles call it."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Layout: ...
    def __deepcopy__(self, _memo: object) -> Layout: ...
    def __reduce__(self) -> tuple[Callable[[str], Layout], tuple[str]]: ...

@final
class Table:
    """A game that is played by numbers: a position with what each seat has counted, and with the choices that are half made.

    ``Table(state)`` begins at a position. Begin at the start of a game if seats shall have counted cards: the counters know what
    happens from here on. Some actions take several codes, one after the other: ``play_code`` then returns ``None``, and the mask shows what
    can follow.

    Where a method takes a seat it is a letter or an index; with ``None`` it is the seat that acts next. Arrays are new at each call.

    >>> table = Table(State("catan", players=3))
    >>> events = table.advance(seed=7)
    >>> int(table.action_mask().sum()), table.observation()["hex"].shape[0]
    (54, 19)
    >>> events = table.play_code(table.sample_code(Random(1)))
    """
    def __new__(cls, state: State) -> Table: ...
    @property
    def state(self) -> State:
        """The position, as a :class:`State` of its own."""
    @property
    def turn(self) -> Turn:
        """The turn: the seats or the chance event that the position waits for, as a :class:`Turn`."""
    @property
    def seat(self) -> str | None:
        """The seat that acts next: who has begun a choice, then whom a host asks next; ``None`` if no seat is to decide."""
    def observation(
        self, seat: _Seat | None = None, *, everything: bool = False
    ) -> dict[str, npt.NDArray[np.float32]]:
        """Encodes the knowledge of a seat as a dict of ``float32`` arrays by the names and shapes of the layout. They are views of
        one flat array, which is new at each call.

        Args:
            seat: The seat whose knowledge is encoded. In the arrays it is seat 0, the seat to its left 1, and so on.
            everything: Shows everything, hidden cards included, in the layout for that.

        Raises:
            IllegalAction: No seat is named and none is to decide.
            ParseError: The seat does not play.
        """
    def flat_observation(
        self, seat: _Seat | None = None, *, everything: bool = False
    ) -> npt.NDArray[np.float32]:
        """Encodes the knowledge of a seat as one ``float32`` array of ``layout.size`` values."""
    def action_mask(self, seat: _Seat | None = None) -> npt.NDArray[np.int8]:
        """The mask of the codes that a seat may give next: an ``int8`` array of ``layout.actions`` values, 1 or 0; all 0 for a seat
        that is not to decide.
        """
    def sample_code(self, rng: Random | int | str | Any, seat: _Seat | None = None) -> int:
        """A code that the mask allows, all with the same chance.

        Args:
            rng: As for :meth:`LegalActions.sample`.

        Raises:
            IllegalAction: The seat is not to decide.
        """
    def play_code(self, code: SupportsIndex, seat: _Seat | None = None) -> Events | None:
        """Gives a code for a seat, and returns what happened; ``None`` if the choice needs more codes.

        Raises:
            IllegalAction: The mask does not allow it; nothing changed.
            ParseError: There is no such code.
        """
    def play(self, action: Action | str, seat: _Seat | None = None) -> Events:
        """Does an action that is not given as codes, and returns what happened. Choices that were begun are dropped.

        Raises:
            IllegalAction: A clause stands against it; nothing changed.
            ParseError: The text is no action.
        """
    def resolve(self, outcome: str) -> Events:
        """Applies an outcome of nature; as :meth:`State.resolve`."""
    def advance(self, seed: _Seed) -> Events:
        """Lets nature act, as a seed has it, until a seat is to decide or the game is over; as :meth:`State.advance`."""
    def codes_of(self, action: Action | str, seat: _Seat | None = None) -> list[int]:
        """The codes that say an action, one after the other.

        Raises:
            ParseError: The text is no action, or it has no code: an offer that is not on the menu, or an action that is not legal now.
        """
    def describe_code(self, code: SupportsIndex) -> str:
        """Describes the meaning of a code in words.

        Raises:
            ParseError: There is no such code.
        """
    def is_choosing(self, seat: _Seat | None = None) -> bool:
        """Whether a seat has begun a choice that needs more codes."""
    def cancel(self, seat: _Seat | None = None) -> None:
        """Drops the choice that a seat has begun."""
    def determinize(self, seat: _Seat, seed: _Seed) -> Table:
        """A random world that agrees with all that a seat knows: what is hidden from it is dealt anew, as ``docs/encodings.md`` says. The
        same seed gives the same world. A game without secrets is its own world.

        Raises:
            IllegalAction: The game is over.
            ParseError: The seat does not play, or it is no seed.
        """
    def save(self) -> str:
        """The position, what the seats have counted and the choices that are half made, as a text (docs/python.md, Saving)."""
    def restore(self, saved: str) -> None:
        """Goes on where a table was when its ``save`` returned this text.

        Raises:
            ParseError: The text is damaged, or of something else.
        """
    @staticmethod
    def _from_saved(saved: str) -> Table:
        """Makes it anew from its text; pickles call this."""
    def clone(self) -> Table:
        """A copy that plays on by itself."""
    def _repr_html_(self) -> str:
        """The HTML that notebooks show."""
    def __copy__(self) -> Table: ...
    def __deepcopy__(self, _memo: object) -> Table: ...
    def __reduce__(self) -> tuple[Callable[[str], Table], tuple[str]]: ...

@final
class Node:
    """A game driven by codes: a seat at a time gives one, nature's outcomes are chosen from lists."""
    def __new__(cls, state: State, limit: int, layouts: int, layout_seed: int, steps: str = "") -> Node: ...
    @property
    def actor(self) -> int:
        """The actor: the index of a seat, -1 for nature, or -4 for nobody, once the game is over or its limit is reached."""
    @property
    def decisions(self) -> int:
        """The number of codes given so far."""
    def codes(self) -> list[int]:
        """The codes that the actor may give, ascending; none if no seat acts."""
    def mask(self) -> npt.NDArray[np.int8]:
        """An ``int8`` array with a number for each code: 1 if the actor may give it, else 0."""
    def play(self, code: SupportsIndex) -> None:
        """Gives a code for the seat that acts.

        Raises `IllegalAction` if it may not.
        """
    def chances(self) -> list[tuple[int, float]]:
        """Nature's outcomes with their probabilities: a list of pairs of a place in the list and a probability."""
    def outcome(self, place: SupportsIndex) -> str:
        """The text of the outcome at this place."""
    def resolve(self, place: SupportsIndex) -> None:
        """Lets nature choose the outcome at this place.

        Raises `IllegalAction` if there is none.
        """
    def observation(self, seat: _Seat, everything: bool = False) -> npt.NDArray[np.float32]:
        """Encodes the knowledge of a seat by the layout, as a ``float32`` array that is new at each call."""
    def information_state(self, seat: _Seat) -> npt.NDArray[np.float32]:
        """The observation of a seat, followed by the bits of ``memory_digest`` as numbers, the highest of each byte first."""
    def memory(self, seat: _Seat) -> str:
        """All that a seat has learned and done, a line each."""
    def memory_digest(self, seat: _Seat) -> bytes:
        """A digest of ``memory``, 32 bytes: SHA-256 over the digest so far and the next line, line by line, from 32 zeros on."""
    def look(self, viewer: _Viewer = None, *, everything: bool = False) -> str:
        """The document that a viewer sees, as JSON text, and a line with the choice that the viewer has half made."""
    def returns(self) -> list[float]:
        """The zero-sum return of each seat: 0 before the end, and 0 if nobody won. Of n seats each winner of w gets (n / w - 1) / (n
        - 1), each other seat -1 / (n - 1).
        """
    def sampled(self, seat: _Seat, seed: int) -> Node:
        """A copy in which everything that a seat does not know is drawn anew, as `docs/encodings.md` describes."""
    def state(self) -> State:
        """The position, without what was counted."""
    def __copy__(self) -> Node: ...
    def __deepcopy__(self, _memo: object) -> Node: ...
    def __reduce__(self) -> tuple[type[Node], tuple[State, int, int, int, str]]: ...

@final
class BotInfo:
    """A bot that can be asked for by name.

    Attributes:
        name: The name.
        about: What it does, in one line.
    """
    @property
    def name(self) -> str:
        """The name."""
    @property
    def about(self) -> str:
        """A description of the bot in one line."""

@final
class Bot:
    """A built-in bot. It sees the view of the seat that it chooses for, and nothing else.

    ``Bot(name, game, seed)``: two bots with the same seed choose alike if they are asked and told the same. A bot can play
    several seats; it remembers the events of each seat separately.

    Raises:
        ParseError: There is no such bot or game, or the seed is invalid.

    >>> state = State("carcassonne")
    >>> events = state.advance(seed=1)
    >>> bot = Bot("surveyor", "carcassonne", seed=5)
    >>> bot.choose(state) in state.legal_actions()
    True
    """
    def __new__(cls, name: str, game: str, seed: _Seed | None = None) -> Bot: ...
    @property
    def name(self) -> str:
        """The name."""
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def listens(self) -> bool:
        """Whether it plays better if it is told what happens."""
    def observe(self, events: Events) -> None:
        """Tells it what happened, as ``play``, ``resolve`` and ``advance`` return it; each seat hears what it may know."""
    def choose(self, position: State | SeatView, seat: _Seat | None = None) -> Action:
        """Chooses a legal action for a seat of a :class:`State`, or in a :class:`SeatView`, which has its seat.

        Raises:
            IllegalAction: The seat has nothing to decide.
            ParseError: It is a position of another game, or the seat does not play.
        """
    def save(self) -> str:
        """Everything it has heard and the number of its choices, as a text (docs/python.md, Saving)."""
    def restore(self, saved: str) -> None:
        """Goes on where a bot of the same name and game was when its ``save`` returned this text.

        Raises:
            ParseError: The text is damaged, or of something else.
        """
    @staticmethod
    def _from_saved(saved: str) -> Bot:
        """Makes it anew from its text; pickles call this."""
    def clone(self) -> Bot:
        """A copy that has heard the same and chooses on by itself."""
    def __copy__(self) -> Bot: ...
    def __deepcopy__(self, _memo: object) -> Bot: ...
    def __reduce__(self) -> tuple[Callable[[str], Bot], tuple[str]]: ...

@final
class GameInfo:
    """A game.

    Attributes:
        name: Its name, the same everywhere.
        seats_min: The fewest seats.
        seats_max: The most seats.
        rules: The versions of its rules, the last of which new games are played under.
        has_secrets: Whether a position holds what not every viewer may know.
        options: Its options, as a list of :class:`OptionInfo`.
    """
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def seats_min(self) -> int:
        """The fewest seats."""
    @property
    def seats_max(self) -> int:
        """The most seats."""
    @property
    def rules(self) -> list[int]:
        """The versions of its rules, the last of which new games are played under."""
    @property
    def has_secrets(self) -> bool:
        """Whether a position holds what not every viewer may know."""
    @property
    def options(self) -> list[OptionInfo]:
        """Its options."""

@final
class OptionInfo:
    """An option of a game.

    Attributes:
        name: Its name, such as ``"discard_limit"``.
        kind: ``"choice"`` (one of ``values``), ``"switch"`` (a bool), ``"number"`` (in ``range``), ``"seat"`` (one of ``values``) or
            ``"counts"`` (a text such as ``"A:3,B:1"``).
        default: The value that it has unless stated.
        values: The values, where they have names.
        range: The smallest and the greatest number, or ``None``.
        optional: Whether ``None`` is a value.
        about: What it decides, in one line.
        clause: The clause of the rulebook that names it.
    """
    @property
    def name(self) -> str:
        """Its name."""
    @property
    def kind(self) -> Literal["choice", "switch", "number", "counts", "seat"]:
        """`"choice"`, `"switch"`, `"number"`, `"counts"` or `"seat"`."""
    @property
    def default(self) -> _Option:
        """The default."""
    @property
    def values(self) -> list[str]:
        """The values, where they have names."""
    @property
    def range(self) -> tuple[int, int] | None:
        """The smallest and the greatest number."""
    @property
    def optional(self) -> bool:
        """Whether `None` is a value."""
    @property
    def about(self) -> str:
        """A description of the option."""
    @property
    def clause(self) -> str:
        """The clause that names it."""

@final
class Clause:
    """A numbered clause of a rulebook.

    Attributes:
        id: Its number, such as ``"CATAN-ROB-5"``.
        game: The game that it belongs to.
        heading: The heading that it stands under.
        text: Its text in Markdown.
        lang: The language of the text, ``"en"`` or ``"de"``.
    """
    @property
    def id(self) -> str:
        """`CATAN-ROB-5`."""
    @property
    def game(self) -> str:
        """The game that it belongs to."""
    @property
    def heading(self) -> str:
        """The heading that it stands under."""
    @property
    def text(self) -> str:
        """Its text in Markdown."""
    @property
    def lang(self) -> _Language:
        """The language, `"en"` or `"de"`."""
    def _repr_markdown_(self) -> str:
        """The Markdown that notebooks show."""

def games() -> list[GameInfo]:
    """Every game with its options.

    >>> [game.name for game in games()]
    ['catan', 'cities-and-knights', 'carcassonne', 'traders-and-builders', 'mayflower']
    """
def known_view(document: dict[str, Any], game: str) -> str:
    """The document of a view without the fields that only a later version knows, as its text: what a program of the bot protocol reads, in which
    hosts may say more.

    Raises:
        SetupError: It describes no position.
    """
def layout(game: str, *, everything: bool = False) -> Layout:
    """The layout of a game.

    Args:
        game: The name of the game.
        everything: Whether observations show everything, hidden cards included.

    Raises:
        ParseError: There is no such game.
    """
def sample_world(view: SeatView, seed: _Seed) -> State:
    """A world that a seat may be in: a position of which the view is what the seat sees. What the view hides is dealt at random, as
    ``docs/encodings.md`` says for somebody who counted nothing.

    Args:
        view: What the seat sees.
        seed: A number of 64 bits, or its text. The same seed gives the same world.

    Raises:
        SetupError: The view describes no position.

    >>> view = State("carcassonne").seat_view("B")
    >>> sample_world(view, seed=1).view("B") == view.document
    True
    """
def seal(format: str, body: str) -> str:
    """A JSON text as one of these texts, for what the Python side keeps."""
def unseal(format: str, saved: str) -> str:
    """The JSON text that [`seal`] was given, if the text is undamaged."""
def version() -> str:
    """The version of the package."""
def bots(game: str) -> list[BotInfo]:
    """Every bot of ours that plays a game, the weakest first (docs/bots.md).

    Raises:
        ParseError: There is no such game.

    >>> [bot.name for bot in bots("carcassonne")][:2]
    ['random', 'beginner']
    """
def clause(id: str, lang: str) -> Clause:
    """One clause by its id."""
def clauses(game: str, lang: str) -> list[Clause]:
    """The clauses of a game, in the order of its rulebook."""
def check_cases(text: str, file: str) -> tuple[int, list[dict[str, Any]]]:
    """Runs the cases of a text: how many passed, and a dict for each failure."""
def from_view(document: dict[str, Any] | str, game: str | None = None) -> SeatView:
    """Reads the knowledge of a seat from the document of its view (docs/view.md), whatever program wrote it.

    Fields that follow from the rest may be left out; if present, they must be right.

    Args:
        document: A dict, or its JSON text, of at most 1 MiB.
        game: The name of the game; the field ``game`` of the document unless stated.

    Raises:
        SetupError: Everything that is wrong with the document, each fault with its path.

    >>> state = State("catan")
    >>> events = state.advance(seed=7)
    >>> view = from_view(state.view("A"))
    >>> view.legal_actions.texts(1)
    ['settlement I0']
    """
def run_analysis(records: Sequence[Record], deep: int | None, threads: int) -> str:
    """Analyses records, and returns the document of docs/analysis.md as JSON."""
def run_series(
    start: State,
    bots: Sequence[tuple[str, str | None, _Maker | None]],
    games: int,
    seed: int,
    threads: int,
    rotate: bool,
    times: bool,
    records: str | None,
    treatment: tuple[int, str, int | None, int | None],
) -> str:
    """Plays a series, and returns its report as JSON."""
def run_match(
    start: State,
    bots: Sequence[tuple[str, str | None, _Maker | None]],
    labels: dict[str, str],
    format: str,
    games: int,
    sprt: tuple[float, float, float, float] | None,
    seed: int,
    threads: int,
    luck: bool,
    records: str | None,
    journal: str | None,
    treatment: tuple[int, str, int | None, int | None],
) -> str:
    """Plays a match, and returns its summary as JSON."""

@final
class EnvPlan:
    """The plan that an environment is made with: of a game that many seats play from outside if `seat` is `None`."""
    def __new__(
        cls,
        game: str | State,
        *,
        seat: _Seat | None,
        opponents: Sequence[tuple[str, _Maker | None]],
        information: str,
        on_illegal: str,
        reward: str,
        illegal_reward: float,
        max_steps: int | None,
        options: dict[str, _Option],
    ) -> EnvPlan: ...
    @property
    def game(self) -> str:
        """The name of the game."""
    @property
    def seats(self) -> int:
        """The number of seats."""
    def __reduce__(self) -> tuple[Callable[[State], EnvPlan], tuple[State]]: ...

@final
class EnvCore:
    """The native half of `neuland.gymnasium.Env`."""
    def __new__(cls, plan: EnvPlan) -> EnvCore: ...
    def reset(self, seed: int | None = None, start: State | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins an episode, at a position if one is given; a seed begins a row of episodes."""
    def save(self) -> str:
        """All of it as a text, without bots in Python; objects among them are refused."""
    def restore(self, saved: str) -> None:
        """Goes on where an environment of the same plan was that was saved."""
    @staticmethod
    def _from_saved(plan: EnvPlan, saved: str, guests: _Guests) -> EnvCore:
        """The environment of a plan that goes on where another was; `guests` are its bots in Python."""
    def __deepcopy__(self, memo: object) -> EnvCore: ...
    def __reduce__(self) -> tuple[Callable[[EnvPlan, str, _Guests], EnvCore], tuple[EnvPlan, str, _Guests]]: ...
    def step(self, action: SupportsIndex) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Plays a code, and lets the others play until the seat is to decide again."""
    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of the codes that are legal now, as bools."""
    def sample_action(self) -> int:
        """A legal code, all with the same chance."""
    @property
    def seat(self) -> str:
        """The seat, as a letter."""
    @property
    def state(self) -> State:
        """The position."""
    @property
    def game_seed(self) -> str:
        """The seed of the game, from which its dice follow."""

@final
class VectorCore:
    """The native half of `neuland.gymnasium.VectorEnv`."""
    def __new__(cls, plan: EnvPlan, num_envs: int, autoreset: str, threads: int) -> VectorCore: ...
    def reset(
        self, seeds: Sequence[int | None], chosen: Sequence[bool], starts: Sequence[State | None] | None = None
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.int8], npt.NDArray[np.int64]]:
        """Begins episodes: those of the mask, or all, each at its position if it is given one. Each seed begins a row of episodes. Returns
        observations, masks and seats.
        """
    def step(self, actions: npt.NDArray[np.int64]) -> dict[str, Any]:
        """Steps all environments. Returns a dict of arrays, and the ends of episodes."""
    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A legal code for each environment, all with the same chance; 0 where the next step begins an episode."""
    def save(self) -> str:
        """All of it as a text, without bots in Python; objects among them are refused."""
    def restore(self, saved: str) -> None:
        """Goes on where as many environments of the same plan were that were saved."""
    @staticmethod
    def _from_saved(
        plan: EnvPlan, num_envs: int, autoreset: str, threads: int, saved: str, guests: Sequence[_Guests]
    ) -> VectorCore:
        """The environments of a plan that go on where others were; `guests` are their bots in Python."""
    def __deepcopy__(self, memo: object) -> VectorCore: ...
    def __reduce__(self) -> tuple[Callable[..., VectorCore], tuple[EnvPlan, int, str, int, str, list[_Guests]]]: ...
    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask of the codes that are legal now, as bools, a row for each environment."""
    def state(self, index: int) -> State:
        """The position of an environment."""

@final
class AgentsCore:
    """The native half of the environments of `neuland.pettingzoo` and `neuland.rllib`."""
    def __new__(cls, plan: EnvPlan) -> AgentsCore: ...
    def reset(self, seed: int | None = None, start: State | None = None) -> int | None:
        """Begins an episode, at a position if one is given; a seed begins a row of episodes. Returns the index of the seat that is to decide."""
    def save(self) -> str:
        """All of it as a text."""
    def restore(self, saved: str) -> None:
        """Goes on where an environment of the same plan was that was saved."""
    @staticmethod
    def _from_saved(plan: EnvPlan, saved: str) -> AgentsCore:
        """The environment of a plan that goes on where another was."""
    def __deepcopy__(self, _memo: object) -> AgentsCore: ...
    def __reduce__(self) -> tuple[Callable[[EnvPlan, str], AgentsCore], tuple[EnvPlan, str]]: ...
    def acting(self) -> int | None:
        """The index of the seat that is to decide; `None` where the episode is over."""
    def step(self, action: SupportsIndex) -> int | None:
        """Plays a code for the seat that is to decide; returns the index of the next one, or `None` if the episode is over."""
    def cut(self) -> None:
        """Cuts the episode short: no seat is to decide any more."""
    def observe(self, seat: int) -> dict[str, Any]:
        """The observation of a seat: `{"observation": float32, "action_mask": int8}`, in new arrays."""
    def rewards(self) -> list[float]:
        """The rewards of all seats since this was last asked."""
    def ended(self) -> tuple[bool, bool]:
        """Whether the episode is over, and whether it was cut."""
    def result(self) -> tuple[list[int], list[bool]]:
        """The points of all seats, and who has won."""
    def sample_action(self) -> int:
        """A legal code for the seat that is to decide, all with the same chance."""
    @property
    def resampled(self) -> bool:
        """Whether the last code was replaced, since it was not legal."""
    @property
    def state(self) -> State:
        """The position."""
    @property
    def game_seed(self) -> str:
        """The seed of the game, from which its dice follow."""
