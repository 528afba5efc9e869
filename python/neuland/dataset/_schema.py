"""The columns of a file of trajectories, and what its metadata says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from neuland import _neuland
from neuland.dataset._arrow import arrow
from neuland.dataset._errors import DatasetError

SCHEMA_VERSION = 1
"""The version of the columns. It rises with every change that an older reader would misread."""

GAME_BYTES_MAX = 16 << 20
"""The most bytes of text of one game. The longest games of bots have less than a hundredth of it."""

KINDS = ("header", "action", "chance", "result")
"""What a row is: a line of a record (docs/record.md)."""

# A row group has so many rows, or as many as have so many bytes of observations and masks.
_GROUP_ROWS = 32_768
_GROUP_BYTES = 32 << 20

_PREFIX = "neuland."


@dataclass(frozen=True)
class Columns:
    """Which optional columns a file has.

    Attributes:
        observations: Whether it has the column ``observation``.
        masks: Whether it has the column ``mask``.
        everything: Whether observations show everything, hidden cards included.
    """

    observations: bool = False
    masks: bool = False
    everything: bool = False

    def __post_init__(self) -> None:
        for name in ("observations", "masks", "everything"):
            if not isinstance(getattr(self, name), bool):
                raise TypeError(f"{name} is True or False, not {type(getattr(self, name)).__name__}")
        if self.everything and not self.observations:
            raise DatasetError("everything=True is about observations; write them with observations=True")


def layout_of(game: str, columns: Columns) -> _neuland.Layout:
    """The layout that the codes and observations of a file have."""
    return _neuland.layout(game, everything=columns.everything)


def row_bytes(game: str, columns: Columns) -> int:
    """The bytes of the observation and the mask of a row."""
    layout = layout_of(game, columns)
    return 4 * layout.size * columns.observations + layout.actions * columns.masks


def group_rows(game: str, columns: Columns) -> int:
    """The rows of each row group but the last."""
    return min(_GROUP_ROWS, _GROUP_BYTES // max(1, row_bytes(game, columns)))


def schema(game: str, *, observations: bool = False, masks: bool = False, everything: bool = False) -> Any:
    """The ``pyarrow.Schema`` of a file of trajectories, without metadata.

    Args:
        game: The name of the game.
        observations: Whether it has the column ``observation``.
        masks: Whether it has the column ``mask``.
        everything: Whether observations show everything, hidden cards included.

    Raises:
        ParseError: There is no such game.
        DatasetError: ``everything`` without observations.

    >>> dataset.schema("catan").names
    ['game_id', 'step', 'kind', 'seat', 'text', 'codes', 'legal', 'points', 'result', 'final_points']
    """
    return arrow_schema(game, Columns(observations, masks, everything))


def arrow_schema(game: str, columns: Columns) -> Any:
    """The same, from :class:`Columns`."""
    pa = arrow()
    layout = layout_of(game, columns)
    fields = [
        pa.field("game_id", pa.uint64(), nullable=False),
        pa.field("step", pa.uint32(), nullable=False),
        pa.field("kind", pa.string(), nullable=False),
        pa.field("seat", pa.int8()),
        pa.field("text", pa.string(), nullable=False),
        pa.field("codes", pa.list_(pa.field("element", pa.int32(), nullable=False))),
        pa.field("legal", pa.int64()),
        pa.field("points", pa.list_(pa.field("element", pa.int32(), nullable=False)), nullable=False),
        pa.field("result", pa.float32()),
        pa.field("final_points", pa.int32()),
    ]
    if columns.observations:
        values = pa.field("element", pa.float32(), nullable=False)
        fields.append(pa.field("observation", pa.list_(values, layout.size)))
    if columns.masks:
        values = pa.field("element", pa.uint8(), nullable=False)
        fields.append(pa.field("mask", pa.list_(values, layout.actions)))
    return pa.schema(fields)


def metadata(game: str, columns: Columns, more: dict[str, str]) -> dict[str, str]:
    """What the metadata of a file says about all of it."""
    values = {
        "dataset": str(SCHEMA_VERSION),
        "game": game,
        "layout": layout_of(game, columns).id,
        "version": _neuland.version(),
        "pyarrow": arrow().__version__,
        **more,
    }
    return {_PREFIX + name: value for name, value in values.items()}


def stored(raw: dict[bytes, bytes] | None) -> dict[str, str]:
    """What the metadata of a file says, by names without their prefix.

    Raises:
        UnicodeDecodeError: It is no text.
    """
    texts = {name.decode(): value for name, value in (raw or {}).items() if name.startswith(_PREFIX.encode())}
    return {name.removeprefix(_PREFIX): value.decode() for name, value in texts.items()}
