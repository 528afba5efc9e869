"""Neuland: Catan, Cities & Knights, Carcassonne, Traders & Builders and Mayflower, exactly by their rulebooks.

>>> import neuland
>>> state = neuland.State("catan", players=3)
>>> events = state.advance(seed=7)
>>> state.turn.seats
['A']
>>> len(state.legal_actions())
54
>>> events = state.play("settlement I17")
>>> state.play("road P71")
Traceback (most recent call last):
    ...
neuland.IllegalAction: P71 does not adjoin the new settlement on I17 (CATAN-SETUP-4)

``docs/python.md`` in the repository is the guide.
"""

from collections.abc import Sequence

from neuland import rulebook
from neuland._analysis import Analysis, analyse
from neuland._cases import CaseFailure, CaseReport, check_cases
from neuland._errors import (
    BotError,
    Error,
    Fault,
    IllegalAction,
    OptionError,
    ParseError,
    RecordError,
    SetupError,
    StaleLayout,
)
from neuland._neuland import (
    Action,
    Bot,
    BotInfo,
    Clause,
    Events,
    GameInfo,
    Layout,
    LegalActions,
    OptionInfo,
    Random,
    Record,
    Recorder,
    SeatView,
    State,
    Table,
    Turn,
    bots,
    from_view,
    games,
    layout,
    sample_world,
    version,
)
from neuland._replay import replay_widget
from neuland._runs import (
    BotFault,
    BotLike,
    BotResult,
    Chooser,
    ExternalBot,
    Interval,
    Lengths,
    MatchBot,
    MatchResult,
    SeriesResult,
    SprtResult,
    match,
    simulate,
)
from neuland.protocol import Answer, serve_bot

__version__ = version()

# What a list of legal actions has is what a sequence has.
Sequence.register(LegalActions)
del Sequence

__all__ = [
    "Action",
    "Analysis",
    "Answer",
    "Bot",
    "BotError",
    "BotFault",
    "BotInfo",
    "BotLike",
    "BotResult",
    "CaseFailure",
    "CaseReport",
    "Chooser",
    "Clause",
    "Error",
    "Events",
    "ExternalBot",
    "Fault",
    "GameInfo",
    "IllegalAction",
    "Interval",
    "Layout",
    "LegalActions",
    "Lengths",
    "MatchBot",
    "MatchResult",
    "OptionError",
    "OptionInfo",
    "ParseError",
    "Random",
    "Record",
    "RecordError",
    "Recorder",
    "SeatView",
    "SeriesResult",
    "SetupError",
    "SprtResult",
    "StaleLayout",
    "State",
    "Table",
    "Turn",
    "analyse",
    "bots",
    "check_cases",
    "from_view",
    "games",
    "layout",
    "match",
    "replay_widget",
    "rulebook",
    "sample_world",
    "serve_bot",
    "simulate",
    "version",
]
