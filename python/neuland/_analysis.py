"""Luck and skill of finished games: ``analyse`` and its result."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from neuland import _neuland
from neuland._errors import ParseError
from neuland._neuland import Record
from neuland._runs import _threads, _whole

if TYPE_CHECKING:
    import pandas

Name = Literal["seats", "course", "decisions", "luck", "trades", "players"]
"""The name of a table of an :class:`Analysis`."""

_SOURCES = ("order", "dice", "event-die", "stolen-card", "development-card", "progress-card", "tile")
_CAUSES = ("robber", "trade", "building", "barbarians", "cards", "tiles", "other")


@dataclass(frozen=True)
class Analysis:
    """The result of :func:`analyse`.

    Attributes:
        document: Everything, as ``neuland analyse --json`` prints it (docs/analysis.md): ``games`` in the order of the records, and
            ``players``.
    """

    document: Mapping[str, Any]

    @property
    def games(self) -> list[dict[str, Any]]:
        """The analysis of each game, in the order of the records."""
        return list(self.document["games"])

    def columns(self, table: Name) -> dict[str, list[Any]]:
        """Returns a table as columns, which pandas, polars and pyarrow read alike.

        Every table but ``"players"`` begins with ``game``, the number of the record from 0. Shares and changes are fractions of a win.

        Args:
            table: ``"seats"``: the split of each result, a row for each seat; luck by source and effects of others by kind have a
                column each, such as ``luck_dice`` and ``others_robber``. ``"course"``: the share of each seat at each position.
                ``"decisions"``: what each decision with a choice cost. ``"luck"``: the luck of each seat at each outcome of nature.
                ``"trades"``: exchanges between seats, judged for both. ``"players"``: all games together, a row for each player.

        Raises:
            ParseError: There is no such table.
        """
        rows = _TABLES.get(table)
        if rows is None:
            raise ParseError(f"'{table}' is no table of an analysis; there are {', '.join(_TABLES)}")
        head, body = rows
        values = list(body(self.document))
        return {name: [row[at] for row in values] for at, name in enumerate(head)}

    def frame(self, table: Name) -> pandas.DataFrame:
        """Returns a table as a data frame of pandas, which must be installed.

        Args:
            table: As for :meth:`columns`.

        Raises:
            ParseError: There is no such table.
        """
        try:
            import pandas
        except ImportError as error:
            raise ImportError("frame() needs pandas: pip install pandas; columns() does without") from error
        return pandas.DataFrame(self.columns(table))

    def _repr_html_(self) -> str:
        from neuland._notebook import analysis

        return analysis(self)


def analyse(
    records: Record | str | Iterable[Record | str],
    *,
    deep: int | None = None,
    threads: int | None = None,
) -> Analysis:
    """Splits the results of finished games into luck, decisions and the effect of others (docs/analysis.md).

    The interpreter is free meanwhile. Ctrl-C stops the analysis within a few steps of a game.

    Args:
        records: A record, its text, or several of them.
        deep: The nodes of rollouts for each marked decision, 100 to 10,000,000; without rollouts unless stated.
        threads: How many threads share the work, 1 to 1,024; one a processor unless stated. It changes no result.

    Raises:
        RecordError: A record cannot be read or breaks a rule, its game is not over, or it has more than 20,000 steps.
        ParseError: A number is out of its range.

    >>> import os, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     result = simulate("carcassonne", ["surveyor", "random"], games=1, records=folder)
    ...     (file,) = os.listdir(folder)
    ...     result = analyse(open(os.path.join(folder, file)).read(), threads=1)
    >>> seats = result.columns("seats")
    >>> seats["outcome"], seats["rating"][0] < seats["rating"][1]
    ([1.0, 0.0], True)
    """
    several = [records] if isinstance(records, (Record, str)) else list(records)
    read = [record if isinstance(record, Record) else Record.parse(record) for record in several]
    nodes = None if deep is None else _whole("deep", deep, 100, 10_000_000)
    return Analysis(document=json.loads(_neuland.run_analysis(read, nodes, _threads(threads))))


def _underscored(name: str) -> str:
    return name.replace("-", "_")


def _games(document: Mapping[str, Any]) -> Iterable[tuple[int, dict[str, Any]]]:
    return enumerate(document["games"])


def _seats(document: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    for number, game in _games(document):
        for seat in game["seats"]:
            luck, others = seat["luck"], seat["others"]
            yield (
                number,
                game["game"],
                *(seat[name] for name in ("seat", "name", "prior", "mistakes", "unforeseen", "outcome", "decisions", "rating")),
                seat["rating_error"],
                sum(luck.values()),
                *(luck.get(source, 0.0) for source in _SOURCES),
                sum(others.values()),
                *(others.get(cause, 0.0) for cause in _CAUSES),
            )


def _course(document: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    for number, game in _games(document):
        letters = [seat["seat"] for seat in game["seats"]]
        for step, shares in enumerate(game["course"]):
            yield from ((number, step, letter, share) for letter, share in zip(letters, shares))


_DECISION = ("step", "turn", "seat", "action", "choices", "known", "best", "cost", "error", "mark")


def _decisions(document: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    for number, game in _games(document):
        yield from ((number, *(decision[name] for name in _DECISION)) for decision in game["decisions"])


def _luck(document: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    for number, game in _games(document):
        letters = [seat["seat"] for seat in game["seats"]]
        for event in game["luck"]:
            for letter, luck in zip(letters, event["luck"]):
                yield (number, event["step"], event["turn"], event["source"], event["outcome"], letter, luck)


def _trades(document: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    for number, game in _games(document):
        gains = [seat["seat"] for seat in game["seats"]].index
        for trade in game["trades"]:
            own, other = trade["gains"][gains(trade["seat"])], trade["gains"][gains(trade["partner"])]
            yield (number, trade["step"], trade["seat"], trade["partner"], own, other, *trade["known"])


def _players(document: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    for player in document["players"]:
        adjusted, luck = player["adjusted"], player["luck"]
        spreads = (adjusted["mean"], adjusted["error"], luck["mean"], luck["error"])
        yield (*(player[name] for name in ("name", "games", "wins")), *spreads, *(player[name] for name in _PLAYER))


_PLAYER = ("decisions", "rating", "rating_error")

_TABLES: dict[str, tuple[tuple[str, ...], Any]] = {
    "seats": (
        (
            *("game", "kind", "seat", "name", "prior", "mistakes", "unforeseen", "outcome", "decisions", "rating", "rating_error"),
            "luck",
            *(f"luck_{_underscored(source)}" for source in _SOURCES),
            "others",
            *(f"others_{cause}" for cause in _CAUSES),
        ),
        _seats,
    ),
    "course": (("game", "step", "seat", "share"), _course),
    "decisions": (("game", *_DECISION), _decisions),
    "luck": (("game", "step", "turn", "source", "outcome", "seat", "luck"), _luck),
    "trades": (("game", "step", "seat", "partner", "gain", "partner_gain", "known", "partner_known"), _trades),
    "players": (("name", "games", "wins", "adjusted", "adjusted_error", "luck", "luck_error", *_PLAYER), _players),
}
