"""Many games on many threads: ``simulate`` and ``match``, and their results."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, Union, runtime_checkable

from neuland import _neuland
from neuland._errors import ParseError
from neuland._neuland import Action, SeatView, State

OptionValue: TypeAlias = Union[str, int, bool, None]
"""The value of an option of a game."""

Choose: TypeAlias = Callable[[SeatView], Union[Action, str]]


@runtime_checkable
class Chooser(Protocol):
    """A bot in Python: an object with a method ``choose``.

    It may have two more methods: ``begin(game, seat, seed)`` is called when a game begins, with the name of the game, the letter of the
    seat and a seed (a number of 64 bits) of the bot's own, from which nobody can learn the dice. ``observe(events)`` hears what
    happens, as a list of dicts, as the seat may know it (docs/view.md).
    """

    def choose(self, view: SeatView) -> Action | str:
        """Returns a legal action, as an :class:`Action` or as text."""
        ...


@dataclass(frozen=True)
class ExternalBot:
    """A bot in a process of its own, which speaks the protocol of docs/bot-protocol.md. Unix only.

    Attributes:
        command: Its command line, which ``sh -c`` runs in the current directory. It has the rights of this process: run no program
            that you do not trust.
        name: Its name in results; the command if it is left out.
    """

    command: str
    name: str | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.command, str):
            raise TypeError(f"the command of a bot is a text, not {type(self.command).__name__}")
        if not self.command.strip():
            raise ValueError("the command of a bot is empty")


BotLike: TypeAlias = Union[str, ExternalBot, Chooser, type[Chooser], Choose]
"""A bot: the name of one of ours, an :class:`ExternalBot`, a class with a method ``choose``, which is made anew for each seat of each
game, an object with a method ``choose``, or a function from a :class:`SeatView` to an action."""

_Named: TypeAlias = tuple[str, "str | None", "Callable[[str, str, int], object] | None"]


@dataclass(frozen=True)
class Interval:
    """An interval with both ends included; an end may be ``None`` where it is infinite."""

    low: float | None
    high: float | None

    def __contains__(self, value: float) -> bool:
        return (self.low is None or self.low <= value) and (self.high is None or value <= self.high)


@dataclass(frozen=True)
class Lengths:
    """How long games were: mean, extremes and percentiles."""

    mean: float
    min: int
    p5: int
    median: int
    p95: int
    max: int


@dataclass(frozen=True)
class BotFault:
    """The first fault of its kind that an :class:`ExternalBot` made.

    Attributes:
        kind: Which fault, such as ``"crash"`` (docs/bot-protocol.md#faults).
        count: The number of faults of this kind.
        game: The game: its number in a series, group and rotation in a match, as in the name of its record.
        seat: The seat of the bot, as a letter.
        message: What the bot did.
        errors: The last lines that it wrote to its standard error in this game.
    """

    kind: str
    count: int
    game: str
    seat: str
    message: str
    errors: str

    def __str__(self) -> str:
        text = f"{self.kind}, first in game {self.game} at seat {self.seat}: {self.message}"
        return f"{text}\n{self.errors}" if self.errors else text


@dataclass(frozen=True)
class BotResult:
    """What one bot reached in a series.

    Attributes:
        name: Its name.
        wins: The games that it won; a shared win counts for each winner.
        share: Its share of the games, 0 to 1.
        interval: The 95 % Wilson interval of the share.
        points: Its mean points.
        lost: The games that it lost by a fault; 0 for bots in this process.
        faults: The first fault of each kind, in the order in which they happened.
        decisions: The number of its decisions, if times were measured.
        mean_ms: Their mean time in milliseconds, likewise.
        max_ms: The longest in milliseconds, likewise.
    """

    name: str
    wins: int
    share: float
    interval: Interval
    points: float
    lost: int
    faults: tuple[BotFault, ...]
    decisions: int | None
    mean_ms: float | None
    max_ms: float | None


@dataclass(frozen=True)
class SeriesResult:
    """The result of :func:`simulate`.

    Attributes:
        game: The name of the game.
        options: Every option with its value.
        seed: The seed of the series, as 16 hexadecimal digits.
        games: The games that were played.
        unfinished: Those that ended without a winner.
        bots: What each bot reached, in the order in which they were named.
        turns: How long games were, in turns.
        actions: How long games were, in decisions.
        seconds: How long the series took.
        document: Everything, as ``neuland simulate --json`` prints it.
    """

    game: str
    options: Mapping[str, OptionValue]
    seed: str
    games: int
    unfinished: int
    bots: tuple[BotResult, ...]
    turns: Lengths
    actions: Lengths
    seconds: float
    document: Mapping[str, Any]

    @property
    def wins(self) -> tuple[int, ...]:
        """The wins of each bot, in the order in which they were named."""
        return tuple(bot.wins for bot in self.bots)

    def _repr_html_(self) -> str:
        from neuland._notebook import series

        return series(self)


@dataclass(frozen=True)
class MatchBot:
    """What one bot reached in a match.

    Attributes:
        name: Its name.
        games: The games in which it sat.
        wins: The games that it won of them; a shared win counts in part.
        share: Its share of its games, 0 to 1; ``None`` without a game.
        fair_share: The share that a bot as strong as the others would have.
        wilson: The 95 % Wilson interval of the share, as if games were independent.
        interval: The 95 % interval of the share from groups of games on the same seed.
        elo: The Elo difference to the others; ``None`` where it is infinite or unknown.
        elo_interval: Its 95 % interval.
        lost: The games that it lost by a fault.
        faults: The first fault of each kind, in the order in which they happened.
    """

    name: str
    games: int
    wins: float
    share: float | None
    fair_share: float
    wilson: Interval
    interval: Interval
    elo: float | None
    elo_interval: Interval | None
    lost: int
    faults: tuple[BotFault, ...]


@dataclass(frozen=True)
class SprtResult:
    """The state of a sequential test.

    Attributes:
        decision: ``"accept-h1"`` (the first bot is at least ``elo1`` stronger), ``"accept-h0"`` (it is at most ``elo0`` stronger) or
            ``"continue"`` (the games did not suffice).
        llr: The log-likelihood ratio.
        lower: The bound at or below which H0 is accepted.
        upper: The bound at or above which H1 is accepted.
    """

    decision: Literal["continue", "accept-h0", "accept-h1"]
    llr: float
    lower: float
    upper: float


@dataclass(frozen=True)
class MatchResult:
    """The result of :func:`match`.

    Attributes:
        games: The games that were played.
        groups: The groups of games on one seed.
        bots: What each bot reached, in the order in which they were named.
        sprt: The sequential test, if there was one.
        document: Everything, as ``neuland match --json`` prints it (docs/matches.md).
    """

    games: int
    groups: int
    bots: tuple[MatchBot, ...]
    sprt: SprtResult | None
    document: Mapping[str, Any]

    def _repr_html_(self) -> str:
        from neuland._notebook import match

        return match(self)


def simulate(
    game: str | State,
    bots: Sequence[BotLike] | str,
    *,
    games: int = 1000,
    seed: int | str = 1,
    threads: int | None = None,
    rotate: bool = False,
    times: bool = False,
    records: str | os.PathLike[str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    move_time: float = 10.0,
    on_fault: Literal["forfeit", "random", "resign"] = "forfeit",
    memory: int | None = None,
    cpu: int | None = None,
) -> SeriesResult:
    """Lets bots play games on many threads and counts the outcome. The number of threads changes no count.

    The interpreter is free while games run; bots in Python hold it only while they decide. Ctrl-C stops the series after the games
    that are under way.

    Args:
        game: The name of a game, or the position that every game begins from.
        bots: The bot of each seat, or the name of one of ours for all seats.
        games: How many games, 1 to 4,294,967,295.
        seed: The seed of the series: the same seed gives the same games.
        threads: How many threads play, 1 to 1,024; one a processor unless stated.
        rotate: Whether every bot moves one seat on from game to game.
        times: Whether the times of decisions are measured.
        records: A folder that gets the record of each game. A series that was stopped goes on when it is called again.
        options: Options of the game; ``players`` is the number of bots unless stated.
        move_time: The seconds that an external bot may think about a decision.
        on_fault: What follows from a fault of an external bot.
        memory: The most MiB of memory of each of its processes.
        cpu: The most seconds of processor time of each of its processes.

    Raises:
        ParseError: There is no such game or bot, a number is out of its range, or bots and seats do not fit.
        OptionError: The options cannot be.
        BotError: A bot in this process raised an exception or chose something illegal, or an external bot does not start.
        OSError: A record cannot be written, or exists already.

    >>> result = simulate("carcassonne", ["surveyor", "random"], games=4, seed=1)
    >>> result.wins
    (4, 0)
    """
    start = _start(game, bots, options)
    named = [_named(bot) for bot in ([bots] * len(start.seats) if isinstance(bots, str) else bots)]
    if len(named) == 1:
        named = named * len(start.seats)
    if len(named) != len(start.seats):
        raise ParseError(f"{len(named)} bots for {len(start.seats)} seats; name a bot for each seat, or one for all")
    text = _neuland.run_series(
        start,
        named,
        _whole("games", games, 1, 2**32 - 1),
        _seed(seed),
        _threads(threads),
        bool(rotate),
        bool(times),
        None if records is None else os.fspath(records),
        _treatment(move_time, on_fault, memory, cpu),
    )
    document = _loads(text)
    return SeriesResult(
        game=document["game"],
        options=document["options"],
        seed=document["seed"],
        games=document["games"],
        unfinished=document["unfinished"],
        bots=tuple(_bot_result(document, n) for n in range(len(document["bots"]))),
        turns=Lengths(**document["lengths"]["turns"]),
        actions=Lengths(**document["lengths"]["actions"]),
        seconds=document["seconds"],
        document=document,
    )


def match(
    game: str | State,
    bots: Sequence[BotLike] | Mapping[str, BotLike],
    *,
    seats: int | None = None,
    format: Literal["one", "half", "round-robin"] = "round-robin",
    games: int | None = None,
    sprt: tuple[float, float] | None = None,
    alpha: float = 0.05,
    beta: float = 0.05,
    seed: int | str = 1,
    threads: int | None = None,
    luck: bool = False,
    records: str | os.PathLike[str] | None = None,
    journal: str | os.PathLike[str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    move_time: float = 10.0,
    on_fault: Literal["forfeit", "random", "resign"] = "forfeit",
    memory: int | None = None,
    cpu: int | None = None,
) -> MatchResult:
    """Lets bots meet on rotating seats, with the same dice and tiles for all, and judges the result (docs/matches.md).

    Args:
        game: The name of a game, or the position that every game begins from.
        bots: The bots. A mapping gives them names, bots of ours too. In a list, bots of one name get numbers: ``"surveyor (2)"``; so a
            bot can meet itself.
        seats: Seats at each table: 2 unless stated; with the format ``"one"`` as many as bots.
        format: ``"one"``: the first bot has one seat, the others the rest; ``"half"``: two bots on half of the seats each;
            ``"round-robin"``: everybody meets everybody.
        games: How many games, rounded up to whole rounds: 1,000 unless stated, 20,000 at most with a test.
        sprt: Two Elo differences between which a sequential test decides; the match then ends early.
        alpha: How often the test may accept the second wrongly.
        beta: How often the test may accept the first wrongly.
        seed: The seed of the match.
        threads: How many threads play, 1 to 1,024; one a processor unless stated. It changes no result.
        luck: Whether the luck of each game is measured and taken out of the result.
        records: A folder that gets the record of each game.
        journal: A file that gets every finished group; a match that was stopped goes on from it.
        options, move_time, on_fault, memory, cpu: As for :func:`simulate`.

    Raises:
        ParseError: There is no such game or bot, a number is out of its range, or the bots cannot be seated.
        OptionError: The options cannot be.
        BotError: A bot in this process raised an exception or chose something illegal, or an external bot does not start.
        OSError: A record cannot be written, or exists already.

    >>> result = match("carcassonne", ["surveyor", "random"], games=4)
    >>> [bot.wins for bot in result.bots]
    [4.0, 0.0]
    """
    if isinstance(bots, Mapping):
        named = [(_name(name), *_named(bot)[1:]) for name, bot in bots.items()]
        labels = {name: bot for name, bot in bots.items() if isinstance(bot, str) and bot != name}
    elif isinstance(bots, str):
        raise TypeError("bots is a list of two bots or more, not str")
    else:
        named, labels = _apart([_named(bot) for bot in bots])
    if isinstance(game, State):
        if seats is not None or options:
            raise TypeError("a State has its own seats and options; pass the name of a game to choose them")
        start = game
    else:
        chosen = dict(options or {})
        if seats is not None:
            chosen["players"] = _whole("seats", seats, 0, 100)
        chosen.setdefault("players", max(len(named), 2) if format == "one" else 2)
        start = State(game, **chosen)
    if games is None:
        games = 1000 if sprt is None else 20_000
    test = None if sprt is None else (*map(float, sprt), float(alpha), float(beta))
    if test is not None and len(test) != 4:
        raise ParseError("sprt is a pair of Elo differences, such as (0, 20)")
    text = _neuland.run_match(
        start,
        named,
        labels,
        format,
        _whole("games", games, 1, 2**32 - 1),
        test,
        _seed(seed),
        _threads(threads),
        bool(luck),
        None if records is None else os.fspath(records),
        None if journal is None else os.fspath(journal),
        _treatment(move_time, on_fault, memory, cpu),
    )
    document = _loads(text)
    judged = document.get("sprt")
    return MatchResult(
        games=document["games"],
        groups=document["groups"],
        bots=tuple(_match_bot(bot) for bot in document["bots"]),
        sprt=None
        if judged is None
        else SprtResult(judged["decision"], judged["llr"], judged["lower"], judged["upper"]),
        document=document,
    )


def _loads(text: str) -> dict[str, Any]:
    import json

    document: dict[str, Any] = json.loads(text)
    return document


def _bot_result(document: Mapping[str, Any], n: int) -> BotResult:
    times = document["times"][n] if "times" in document else {}
    wins = document["wins"][n]
    return BotResult(
        name=document["bots"][n],
        wins=wins,
        share=wins / max(1, document["games"]),
        interval=Interval(*document["win_interval"][n]),
        points=document["points"][n],
        lost=document["lost"][n] if "lost" in document else 0,
        faults=_faults(document["first_faults"][n], document["faults"][n]) if "faults" in document else (),
        decisions=times.get("decisions"),
        mean_ms=times.get("mean_ms"),
        max_ms=times.get("max_ms"),
    )


def _faults(firsts: Sequence[Mapping[str, Any]], counts: Mapping[str, int]) -> tuple[BotFault, ...]:
    return tuple(
        BotFault(
            kind=first["kind"],
            count=counts[first["kind"]],
            game=str(first["game"]) if "game" in first else f"{first['group']}-{first['rotation']}",
            seat=first["seat"],
            message=first["message"],
            errors=first["errors"],
        )
        for first in firsts
    )


def _match_bot(bot: Mapping[str, Any]) -> MatchBot:
    elo = bot["elo"]
    return MatchBot(
        name=bot["name"],
        games=bot["games"],
        wins=bot["wins"],
        share=bot["share"],
        fair_share=bot["fair_share"],
        wilson=Interval(**bot["share_wilson"]),
        interval=Interval(**bot["share_interval"]),
        elo=None if elo is None else elo["value"],
        elo_interval=None if elo is None else Interval(**elo["interval"]),
        lost=bot["lost"],
        faults=_faults(bot["first_faults"], bot["faults"]),
    )


def _start(game: str | State, bots: Sequence[BotLike] | str, options: Mapping[str, OptionValue] | None) -> State:
    if isinstance(game, State):
        if options:
            raise TypeError("a State has its own options; pass the name of a game to choose them")
        return game
    if not isinstance(bots, str) and not isinstance(bots, Sequence):
        raise TypeError(f"bots is a list of bots or the name of one, not {type(bots).__name__}")
    chosen = dict(options or {})
    if not isinstance(bots, str) and len(bots) > 1:
        chosen.setdefault("players", len(bots))
    return State(game, **chosen)


def _named(bot: BotLike) -> _Named:
    if isinstance(bot, str):
        return (bot, None, None)
    if isinstance(bot, ExternalBot):
        return (bot.name or bot.command, bot.command, None)
    if inspect.isclass(bot):
        if not callable(getattr(bot, "choose", None)):
            raise TypeError(f"the class {bot.__name__} has no method choose(view)")
        return (bot.__name__, None, _Maker(bot))
    if callable(getattr(bot, "choose", None)):
        return (type(bot).__name__, None, _Maker(_Kept(bot)))
    if callable(bot):
        return (getattr(bot, "__name__", "function"), None, _Function(bot))
    raise TypeError(
        "a bot is the name of one of ours, an ExternalBot, a class or an object with a method choose, or a function, "
        f"not {type(bot).__name__}"
    )


def _apart(named: Sequence[_Named]) -> tuple[list[_Named], dict[str, str]]:
    """Bots with names that differ, and the bots of ours that have got another name."""
    taken: set[str] = set()
    apart: list[_Named] = []
    labels: dict[str, str] = {}
    for name, command, make in named:
        label, number = name, 1
        while label in taken:
            number += 1
            label = f"{name} ({number})"
        taken.add(label)
        apart.append((label, command, make))
        if command is None and make is None and label != name:
            labels[label] = name
    return apart, labels


# Classes and not closures, so that environments can be pickled.


@dataclass(frozen=True)
class _Maker:
    """What the native module calls for each seat of each game: it returns what to call for a decision and for events."""

    make: Callable[[], object]

    def __call__(self, game: str, seat: str, seed: int) -> object:
        bot: Any = self.make()
        begin = getattr(bot, "begin", None)
        if begin is not None:
            begin(game, seat, seed)
        return (bot.choose, getattr(bot, "observe", None))


@dataclass(frozen=True)
class _Kept:
    """Makes no new bot: one object plays all games."""

    bot: object

    def __call__(self) -> object:
        return self.bot


@dataclass(frozen=True)
class _Function:
    """A bot that is a function."""

    choose: Choose

    def __call__(self, game: str, seat: str, seed: int) -> object:
        return (self.choose, None)


def _name(name: object) -> str:
    if not isinstance(name, str):
        raise TypeError(f"the name of a bot is a text, not {type(name).__name__}")
    return name


def _whole(name: str, value: int, low: int, high: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    number = value.__index__()
    if not low <= number <= high:
        raise ParseError(f"{name} is a whole number from {low} to {high}, not {number}")
    return number


def _threads(threads: int | None) -> int:
    return (os.cpu_count() or 1) if threads is None else _whole("threads", threads, 1, 1024)


def _seed(seed: int | str) -> int:
    if isinstance(seed, str):
        digits = seed.strip()
        try:
            return int(digits, 16) if len(digits) == 16 else int(digits)
        except ValueError:
            raise ParseError(f"{seed!r} is not a seed: give a whole number or 16 hexadecimal digits") from None
    return _whole("seed", seed, 0, 2**64 - 1)


def _treatment(
    move_time: float, on_fault: str, memory: int | None, cpu: int | None
) -> tuple[int, str, int | None, int | None]:
    if isinstance(move_time, bool) or not isinstance(move_time, (int, float)):
        raise TypeError(f"move_time is a number of seconds, not {type(move_time).__name__}")
    if not 0.001 <= move_time <= 86_400:
        raise ParseError(f"move_time is 0.001 to 86,400 seconds, not {move_time}")
    return (
        round(move_time * 1000),
        on_fault,
        None if memory is None else _whole("memory", memory, 1, 2**40),
        None if cpu is None else _whole("cpu", cpu, 1, 2**32 - 1),
    )
