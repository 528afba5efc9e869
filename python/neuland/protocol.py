"""Bots in Python as programs: the bot's side of the bot protocol (``docs/bot-protocol.md``).

A program that ends with ``serve_bot(choose)`` can be seated wherever Neuland takes a bot's command: ``neuland play --bot``,
``neuland match``, ``neuland bot-check``, and :class:`neuland.ExternalBot`.
"""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, TextIO, TypeAlias, Union

from neuland import _neuland
from neuland._errors import Error, ParseError
from neuland._neuland import Action, SeatView
from neuland._runs import Chooser

__all__ = ["PROTOCOL", "Answer", "ProtocolError", "serve_bot"]

PROTOCOL = 1
"""The version of the protocol that this module speaks."""

LINE_MAX = 1 << 20
"""The most bytes of a line, its line feed included."""

_CANDIDATES_MAX = 64
_COMMENT_MAX = 1000


class ProtocolError(Error):
    """The host said something that is not of the protocol."""


@dataclass(frozen=True)
class Answer:
    """An action with what a bot thinks of it; the rest changes nothing in the game.

    Attributes:
        action: The action, or its text.
        comment: A remark for people; at most 1,000 characters are sent.
        evaluation: The probability that a seat wins, 0 to 1, by seat.
        candidates: Actions that were considered with their values, the best first; at most 64 are sent.
    """

    action: Action | str
    comment: str | None = None
    evaluation: Mapping[str, float] | None = None
    candidates: Sequence[tuple[Action | str, float]] = ()


Serve: TypeAlias = Callable[[SeatView], Union[Action, str, Answer]]
"""A bot as a function: from what the seat sees to what it does."""


def serve_bot(
    bot: Chooser | Serve,
    *,
    name: str,
    version: str | None = None,
    author: str | None = None,
    games: Sequence[str] | None = None,
    reader: BinaryIO | None = None,
    writer: BinaryIO | None = None,
) -> None:
    """Lets a bot play over standard input and output until the host ends it.

    What the bot prints goes to the standard error meanwhile, since the standard output belongs to the protocol. An exception in the bot is
    not caught: it ends the process, the host counts a crash and shows the traceback.

    Args:
        bot: A function from a :class:`SeatView` to an action, its text or an :class:`Answer`; or an object with such a method ``choose``,
            and if it wants ``begin(game, seat, seed)`` and ``observe(events)``, as :func:`neuland.simulate` takes them.
        name: The name of the bot, 1 to 64 characters.
        version: Its version.
        author: Its author.
        games: The games that it plays; all if left out.
        reader: Where the host's lines come from, as bytes; the standard input unless stated.
        writer: Where the bot's lines go, as bytes; the standard output unless stated.

    Raises:
        ProtocolError: The host says something else than the protocol allows, or speaks no version that this module knows.
        ParseError: The name is too long, or there is no such game.
        TypeError: The bot is none, or answers something that is no action.
    """
    choose = getattr(bot, "choose", bot)
    if not callable(choose):
        raise TypeError(f"a bot is a function or has a method choose, not {type(bot).__name__}")
    if not isinstance(name, str) or not 1 <= len(name) <= 64:
        raise ParseError("the name of a bot has 1 to 64 characters")
    known = [info.name for info in _neuland.games()]
    for game in games or ():
        if game not in known:
            raise ParseError(f"{game!r} is not a game; games are {', '.join(known)}")
    observe = getattr(bot, "observe", None)
    hello: dict[str, Any] = {"type": "hello", "protocol": PROTOCOL, "name": name, "version": version, "author": author}
    hello |= {"games": None if games is None else list(games), "events": observe is not None, "legal": False}
    session = _Session(choose, getattr(bot, "begin", None), observe, hello, writer or sys.stdout.buffer)
    lines = reader or sys.stdin.buffer
    with _printing_to(sys.stderr):
        while line := lines.readline(LINE_MAX + 1):
            if len(line) > LINE_MAX:
                raise ProtocolError(f"the host sent a line above {LINE_MAX} bytes")
            if line.strip() and session.hear(line):
                return


@contextlib.contextmanager
def _printing_to(stream: TextIO) -> Any:
    with contextlib.redirect_stdout(stream):
        yield


class _Session:
    """A conversation with a host."""

    def __init__(
        self,
        choose: Callable[[SeatView], Any],
        begin: Callable[[str, str, int], object] | None,
        observe: Callable[[list[dict[str, Any]]], object] | None,
        hello: dict[str, Any],
        writer: BinaryIO,
    ) -> None:
        self.choose = choose
        self.begin = begin
        self.observe = observe
        self.hello = {key: value for key, value in hello.items() if value is not None}
        self.writer = writer
        self.game: str | None = None

    def say(self, message: Mapping[str, Any]) -> None:
        self.writer.write(json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n")
        self.writer.flush()

    def hear(self, line: bytes) -> bool:
        """Answers a line of the host, and returns whether it was the last."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ProtocolError(f"the host sent a line that is not JSON: {error}") from None
        if not isinstance(message, dict):
            raise ProtocolError(f"the host sent a {type(message).__name__}; messages are objects")
        match message.get("type"):
            case "hello":
                versions = message.get("protocols")
                if not isinstance(versions, list) or PROTOCOL not in versions:
                    raise ProtocolError(f"the host speaks the protocol versions {versions}; this bot speaks {PROTOCOL}")
                self.say(self.hello)
            case "new-game":
                self.game = _text(message, "game")
                if self.begin is not None:
                    seed = _text(message, "seed")
                    if not seed.isdecimal():
                        raise ProtocolError(f"the seed {seed!r} is not a decimal number")
                    self.begin(self.game, _text(message, "seat"), int(seed))
                self.say({"type": "ready"})
            case "events" if self.observe is not None:
                events = message.get("events")
                if not isinstance(events, list):
                    raise ProtocolError("the host sent events without a list `events`")
                self.observe(events)
            case "decide":
                self.decide(message)
            case "fault":
                print(f"fault: {message.get('message')}", file=sys.stderr)
            case "quit":
                return True
        return False

    def decide(self, message: Mapping[str, Any]) -> None:
        document = message.get("view")
        if self.game is None or not isinstance(document, dict):
            raise ProtocolError("the host asks for a decision without a new-game before it, or without a view")
        try:
            # A later version of the host may send fields that this one does not know.
            view = _neuland.from_view(_neuland.known_view(document, self.game), self.game)
        except Error as error:
            raise ProtocolError(f"the host sent a view that is none: {error}") from error
        answer = self.choose(view)
        if not isinstance(answer, Answer):
            answer = Answer(answer)
        if not isinstance(answer.action, (Action, str)):
            raise TypeError(f"a bot answers an action or its text, not {type(answer.action).__name__}")
        reply: dict[str, Any] = {"type": "action", "decision": message.get("decision"), "action": str(answer.action)}
        if answer.comment is not None:
            reply["comment"] = answer.comment[:_COMMENT_MAX]
        if answer.evaluation is not None:
            reply["evaluation"] = {seat: float(value) for seat, value in answer.evaluation.items()}
        if answer.candidates:
            first = answer.candidates[:_CANDIDATES_MAX]
            reply["candidates"] = [{"action": str(action), "value": float(value)} for action, value in first]
        self.say(reply)


def _text(message: Mapping[str, Any], field: str) -> str:
    value = message.get(field)
    if not isinstance(value, str):
        raise ProtocolError(f"the host sent {message.get('type')!r} without a text `{field}`")
    return value
