"""What environments share that can be saved and begun at a position."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import numpy as np

from neuland import _neuland
from neuland._errors import ParseError
from neuland._neuland import Record, State


def seal(format: str, body: Mapping[str, Any]) -> str:
    """A JSON document with its format, a version and a checksum."""
    return _neuland.seal(format, json.dumps(body, allow_nan=False))


def unseal(format: str, saved: str) -> dict[str, Any]:
    """The document that :func:`seal` was given; a ``ParseError`` if it was damaged."""
    body = json.loads(_neuland.unseal(format, saved))
    if not isinstance(body, dict):
        raise ParseError(f"this is no saved {format.removeprefix('neuland-')}: it is no object")
    return body


def generator_state(generator: np.random.Generator | None) -> dict[str, Any] | None:
    """The state of a generator of numpy as values of JSON."""
    if generator is None:
        return None
    state = dict(generator.bit_generator.state)
    if state.get("bit_generator") != "PCG64":
        raise TypeError("only generators of the kind numpy.random.default_rng() can be saved as text")
    return state


def generator(state: Mapping[str, Any] | None) -> np.random.Generator | None:
    """The generator of a state that :func:`generator_state` gave."""
    if state is None:
        return None
    made = np.random.PCG64()
    try:
        # What JSON gave, which the setter checks.
        made.state = cast(Any, dict(state))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise ParseError(f"this is no state of a generator of random numbers: {error}") from None
    return np.random.Generator(made)


def check_options(options: Mapping[str, Any] | None, known: tuple[str, ...]) -> Mapping[str, Any]:
    """The options of ``reset``; refuses unknown ones by name."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options is a dict, not {type(options).__name__}")
    unknown = [name for name in options if name not in known]
    if unknown:
        names = ", ".join(repr(name) for name in unknown)
        raise ParseError(f"reset() has no option {names}; it has {', '.join(repr(name) for name in known)}")
    return options


def start(game: str, value: Any) -> State | None:
    """The position that ``options["state"]`` says: a state, a setup as a dict or text, or the position of a record."""
    if value is None or isinstance(value, State):
        return value
    if isinstance(value, Record):
        return value.state()
    if isinstance(value, (dict, str)):
        return State.from_setup(game, value)
    if isinstance(value, tuple) and len(value) == 2 and isinstance(value[0], Record):
        return value[0].state(value[1])
    raise TypeError(
        "options['state'] is a State, a setup (a dict or its text), a Record or a pair of a Record and the number of a position, "
        f"not {type(value).__name__}"
    )
