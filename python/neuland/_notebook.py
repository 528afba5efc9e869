"""The HTML of values that have no picture of their own: boards with words, and tables."""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from neuland._neuland import Events, SeatView, State, Table
    from neuland._analysis import Analysis
    from neuland._runs import MatchResult, SeriesResult

_ROWS_MAX = 50


class Svg(str):
    """A picture as SVG: a text, which notebooks show as what it draws."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def rows(head: Sequence[str], body: Iterable[Sequence[Any]]) -> str:
    """A table."""
    top = "".join(f"<th>{html.escape(name)}</th>" for name in head)
    lines = ("".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) for row in body)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{''.join(f'<tr>{line}</tr>' for line in lines)}</tbody></table>"


def _board(state: State, words: Iterable[str]) -> str:
    lines = "".join(f"<p>{html.escape(line)}</p>" for line in words)
    return f'<div><div style="max-width:32rem">{state.svg()}</div>{lines}</div>'


def _cards(cards: Any) -> str:
    """Cards or other things that are counted."""
    if not isinstance(cards, dict):
        return str(cards)
    return ", ".join(f"{count} {kind}" for kind, count in cards.items() if count) or "nothing"


def table(shown: Table) -> str:
    """A table: its board, and who is to act."""
    state = shown.state
    points = ", ".join(f"{seat} {points}" for seat, points in state.visible_points.items())
    words = [f"{state.game}, turn {state.turns}; points: {points}", repr(state.turn).strip("<>")]
    if shown.seat is not None:
        words.append(f"{shown.seat} may give {int(shown.action_mask().sum())} codes")
    return _board(state, words)


def view(shown: SeatView) -> str:
    """What a seat knows: the board, its hand, and what it may do."""
    from neuland._errors import Error
    from neuland._neuland import sample_world

    document = shown.document
    own = document["seats"][shown.seat]
    legal = shown.legal_actions
    words = [f"seat {shown.seat} in {shown.game}"]
    words += [f"{name}: {_cards(own[name])}" for name in ("hand", "development", "progress") if own.get(name) is not None]
    if len(legal):
        words.append(f"{len(legal)} actions: {', '.join(legal.texts(12))}{' …' if len(legal) > 12 else ''}")
    try:
        # The board is open, so every world that the seat may be in has the same.
        return _board(sample_world(shown, 0), words)
    except Error:
        return "".join(f"<p>{html.escape(line)}</p>" for line in words)


def events(shown: Events) -> str:
    """Events, as a spectator may know them: a row for each."""
    body = []
    for event in list(shown)[:_ROWS_MAX]:
        rest = "; ".join(f"{name}: {_cards(value)}" for name, value in event.items() if name != "event" and value is not None)
        body.append((event["event"], rest))
    if len(shown) > _ROWS_MAX:
        body.append(("…", f"{len(shown) - _ROWS_MAX} more"))
    return rows(("event", "what"), body)


def series(result: SeriesResult) -> str:
    """The result of a series: a row for each bot."""
    body = (
        (bot.name, bot.wins, f"{bot.share:.1%}", f"{bot.interval.low or 0:.1%} to {bot.interval.high or 0:.1%}", f"{bot.points:.1f}")
        for bot in result.bots
    )
    caption = f"<p>{html.escape(result.game)}, {result.games} games, {result.unfinished} of them unfinished</p>"
    return caption + rows(("bot", "wins", "share", "95 % interval", "mean points"), body)


def analysis(result: Analysis) -> str:
    """The split of every game: a row for each seat."""
    seats = result.columns("seats")
    names = ("game", "kind", "seat", "name", "luck", "mistakes", "unforeseen", "others", "outcome", "rating")
    body = ([f"{cell:.3f}" if isinstance(cell, float) else cell for cell in row] for row in zip(*(seats[name] for name in names)))
    return rows(names, body)


def match(result: MatchResult) -> str:
    """The result of a match: a row for each bot."""

    def number(value: float | None, form: str) -> str:
        return "" if value is None else format(value, form)

    body = (
        (
            bot.name,
            bot.games,
            f"{bot.wins:g}",
            number(bot.share, ".1%"),
            f"{number(bot.interval.low, '.1%')} to {number(bot.interval.high, '.1%')}",
            number(bot.elo, "+.0f"),
        )
        for bot in result.bots
    )
    caption = f"<p>{result.games} games in {result.groups} groups"
    if result.sprt is not None:
        caption += f"; sequential test: {result.sprt.decision}"
    return caption + "</p>" + rows(("bot", "games", "wins", "share", "95 % interval", "Elo"), body)
