"""The exceptions of the package. Values of a wrong *type* raise the built-in ``TypeError``, which says what was expected."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = [
    "BotError",
    "Error",
    "Fault",
    "IllegalAction",
    "OptionError",
    "ParseError",
    "RecordError",
    "SetupError",
    "StaleLayout",
]


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong.

    Attributes:
        message: What is wrong, and what would be right.
        clause: The clause of the rulebook that it contradicts, such as ``"CATAN-ROB-5"``, or ``None``.
        path: Where in a document it is, such as ``"$.seats.B.roads[2]"``, or ``None``.
    """

    message: str
    clause: str | None = None
    path: str | None = None

    def __str__(self) -> str:
        text = self.message if self.path is None else f"{self.path}: {self.message}"
        return text if self.clause is None else f"{text} ({self.clause})"


class Error(Exception):
    """The base of all exceptions of the package."""


class IllegalAction(Error):
    """An action or an outcome that the rules do not allow now. The state did not change.

    Attributes:
        message: Why not, in English.
        clause: The clause that stands against it, such as ``"CATAN-SETUP-4"``; ``None`` only where no game has said no, for
            example where no outcome of nature is due. ``neuland.rulebook.clause`` has its text.
    """

    def __init__(self, message: str, clause: str | None = None) -> None:
        super().__init__(message, clause)
        self.message = message
        self.clause = clause

    def __str__(self) -> str:
        return self.message if self.clause is None else f"{self.message} ({self.clause})"


class ParseError(Error, ValueError):
    """A value that is not what was expected: a text that is no action, a seat that does not play, an unknown game."""


class _Faults(Error, ValueError):
    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        return "; ".join(map(str, self.faults))


class OptionError(_Faults):
    """Options that a game does not have, or that cannot be together.

    Attributes:
        faults: All of them, as a tuple of :class:`Fault`.
    """


class SetupError(_Faults):
    """A setup or the document of a view that describes no position.

    Attributes:
        faults: All of them at once, as a tuple of :class:`Fault`.
    """


class RecordError(Error, ValueError):
    """A record that cannot be read, or that the rules do not allow.

    Attributes:
        message: What is wrong.
        line: The line of the record, from 1; ``None`` where no line is at fault.
        clause: The clause that stands against it, or ``None``.
    """

    def __init__(self, message: str, line: int | None = None, clause: str | None = None) -> None:
        super().__init__(message, line, clause)
        self.message = message
        self.line = line
        self.clause = clause

    def __str__(self) -> str:
        return self.message


class BotError(Error):
    """A bot in this process raised an exception or chose something illegal, or an external bot does not start: the run was stopped.

    The exception of the bot, with its traceback, is the ``__cause__``.

    Attributes:
        message: What happened.
        seed: The seed of the game as 16 hexadecimal digits: ``simulate`` and ``match`` derive it from theirs.
        seat: The seat of the bot, as a letter.
    """

    def __init__(self, message: str, seed: str | None = None, seat: str | None = None) -> None:
        super().__init__(message, seed, seat)
        self.message = message
        self.seed = seed
        self.seat = seat

    def __str__(self) -> str:
        return self.message


class StaleLayout(Error):
    """Data that was encoded in another layout than the one that this version of the package has.

    A layout of observations or of action codes has a version and a hash; data with another hash would be read as something else
    than it says.
    """

# Tracebacks show the names by which programs import them.
for _class in (BotError, Error, IllegalAction, OptionError, ParseError, RecordError, SetupError, StaleLayout):
    _class.__module__ = "neuland"
del _class
