"""What the environments of all libraries share: their plans, spaces and texts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from neuland._errors import ParseError, StaleLayout
from neuland._neuland import EnvPlan, Layout, State, layout
from neuland._runs import BotLike, ExternalBot, _named, _whole

OnIllegal: TypeAlias = Literal["resample", "terminate", "raise"]
Reward: TypeAlias = Literal["outcome", "win", "points", "margin"]
Information: TypeAlias = Literal["seat", "everything"]
Shape: TypeAlias = Literal["flat", "arrays"]


def plan(
    game: str | State,
    *,
    seat: int | str | None,
    opponents: BotLike | Sequence[BotLike],
    information: str,
    on_illegal: str,
    reward: str,
    illegal_reward: float,
    max_steps: int | None,
    options: Mapping[str, Any],
) -> EnvPlan:
    """Checks what an environment is made with."""
    if isinstance(illegal_reward, bool) or not isinstance(illegal_reward, (int, float)):
        raise TypeError(f"illegal_reward is a number, not {type(illegal_reward).__name__}")
    if not math.isfinite(illegal_reward):
        raise ParseError(f"illegal_reward is a finite number, not {illegal_reward}")
    return EnvPlan(
        game,
        seat=seat,
        opponents=makers(opponents),
        information=information,
        on_illegal=on_illegal,
        reward=reward,
        illegal_reward=float(illegal_reward),
        max_steps=None if max_steps is None else _whole("max_steps", max_steps, 1, 2**32 - 1),
        options=dict(options),
    )


def makers(opponents: BotLike | Sequence[BotLike]) -> list[tuple[str, Any]]:
    """The name of each bot, and what makes it where it is written in Python."""
    listed: Sequence[BotLike] = (
        list(opponents) if isinstance(opponents, Sequence) and not isinstance(opponents, str) else [opponents]
    )
    found = []
    for bot in listed:
        if isinstance(bot, ExternalBot):
            raise TypeError("a bot in a process of its own cannot play in an environment; it plays in simulate() and match()")
        name, _, make = _named(bot)
        found.append((name, make))
    return found


def layout_of(game: str, information: str, layout_hash: str | None) -> Layout:
    """The layout of a game; raises :class:`neuland.StaleLayout` if it is not the one that the caller expects."""
    here = layout(game, everything=information == "everything")
    if layout_hash is None:
        return here
    if not isinstance(layout_hash, str):
        raise TypeError(f"layout_hash is the hash or the id of a layout, not {type(layout_hash).__name__}")
    if ":" in layout_hash:
        here.expect(layout_hash)
    elif len(layout_hash) != 64 or set(layout_hash) - set("0123456789abcdef"):
        raise ParseError(f"{layout_hash!r} is not the hash of a layout; it has 64 hexadecimal digits (Layout.hash)")
    elif layout_hash != here.hash:
        raise StaleLayout(
            f"this was made with another layout of {game} (hash {layout_hash[:12]}); here is version {here.version} "
            f"(hash {here.hash[:12]}): make or train it again with this version"
        )
    return here


def bounds(array: Mapping[str, Any]) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The least and greatest values of an array of a layout, in its shape."""
    shape = tuple(array["shape"])
    low = np.array([channel["low"] for channel in array["channels"]], dtype=np.float32)
    high = np.array([channel["high"] for channel in array["channels"]], dtype=np.float32)
    return np.broadcast_to(low, shape).copy(), np.broadcast_to(high, shape).copy()


def flat_bounds(here: Layout) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """The least and greatest values of the flat observation."""
    pairs = [bounds(array) for array in here.arrays]
    return (
        np.concatenate([low.reshape(-1) for low, _ in pairs]),
        np.concatenate([high.reshape(-1) for _, high in pairs]),
    )


class Arrays:
    """Makes the arrays of a layout from flat observations, of one environment or of many at once."""

    def __init__(self, here: Layout) -> None:
        self.parts = [
            (array["name"], array["offset"], array["offset"] + math.prod(array["shape"]), tuple(array["shape"]), array["dtype"])
            for array in here.arrays
        ]

    def __call__(self, flat: npt.NDArray[np.float32]) -> dict[str, npt.NDArray[Any]]:
        front = flat.shape[:-1]
        return {
            name: flat[..., start:end].reshape(front + shape).astype(dtype) for name, start, end, shape, dtype in self.parts
        }


def describe_state(state: State) -> str:
    """A position in a few lines of text: what everybody sees of it, and what the seat that decides may do."""
    points = ", ".join(f"{seat} {points}" for seat, points in state.visible_points.items())
    turn = state.turn
    lines = [f"{state.game}, turn {state.turns}", f"points: {points}"]
    if turn.winners is not None:
        lines.append(f"over, won by {' '.join(turn.winners) or 'nobody'}")
    elif turn.seat is not None:
        legal = state.legal_actions(turn.seat)
        lines.append(f"{turn.seat} to decide, {len(legal)} actions: {', '.join(legal.texts(8))}" + (" …" if len(legal) > 8 else ""))
    return "\n".join(lines) + "\n"


def drawn_seed(generator: np.random.Generator) -> int:
    """The seed of a row of episodes."""
    return int(generator.integers(0, 2**64, dtype=np.uint64))
