"""Cases: rules questions that are written down and settled by the engine (docs/cases.md)."""

from __future__ import annotations

from dataclasses import dataclass

from neuland import _neuland


@dataclass(frozen=True)
class CaseFailure:
    """A case that does not hold, or a file that cannot be read.

    Attributes:
        line: The line of the text, from 1.
        case: The name of the case; ``None`` if the line belongs to none.
        text: The line itself, without its comment.
        message: What is wrong.
    """

    line: int
    case: str | None
    text: str
    message: str


@dataclass(frozen=True)
class CaseReport:
    """How the cases of a text went.

    Attributes:
        passed: The number of cases that hold.
        failures: At most one for each case.
    """

    passed: int
    failures: tuple[CaseFailure, ...]

    @property
    def ok(self) -> bool:
        """Whether there were cases and all of them hold."""
        return self.passed > 0 and not self.failures


def check_cases(text: str, *, file: str = "cases") -> CaseReport:
    """Runs the cases of a text, whose first line names the game.

    A failure is a row of the report, not an exception: also where the text is no case file.

    >>> report = check_cases('''
    ... game catan
    ... case foreign buildings block roads
    ... clauses CATAN-ROAD-4
    ... A road 17-23
    ... A hand 1 brick 1 lumber
    ... B settlement I23
    ... A? road 23-29 -> illegal CATAN-ROAD-4
    ... ''')
    >>> report.ok
    True
    """
    passed, failures = _neuland.check_cases(text, file)
    rows = (
        CaseFailure(line=row["line"], case=row["case"], text=row["text"], message=row["message"])
        for row in failures
    )
    return CaseReport(passed, tuple(rows))
