"""The rulebooks, clause by clause, in English and German.

>>> from neuland import rulebook
>>> rulebook.clause("CATAN-SETT-1").game
'catan'
>>> rulebook.clause("CATAN-SETT-1", lang="de").lang
'de'
"""

from typing import Literal

from neuland import _neuland
from neuland._neuland import Clause

__all__ = ["Clause", "clause", "clauses"]


def clause(id: str, lang: Literal["en", "de"] = "en") -> Clause:
    """One numbered clause, such as ``"CATAN-ROB-5"``; upper and lower case are the same.

    Raises:
        ParseError: There is no such clause, or no such language.
    """
    return _neuland.clause(id, lang)


def clauses(game: str, lang: Literal["en", "de"] = "en") -> list[Clause]:
    """The clauses of a game in the order of its rulebook; an expansion has only its own.

    Raises:
        ParseError: There is no such game, or no such language.
    """
    return _neuland.clauses(game, lang)
