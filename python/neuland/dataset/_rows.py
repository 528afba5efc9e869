"""From the record of a game to rows of columns."""

from __future__ import annotations

from typing import Any

from neuland import _neuland
from neuland._errors import ParseError
from neuland._neuland import Record, Table
from neuland.dataset._arrow import arrow
from neuland.dataset._errors import DatasetError
from neuland.dataset._schema import GAME_BYTES_MAX, Columns, group_rows, layout_of


class Rows:
    """Rows that are not written yet, column by column; at most a row group of them."""

    def __init__(self, game: str, columns: Columns, schema: Any) -> None:
        import numpy as np

        layout = layout_of(game, columns)
        self.columns = columns
        self.schema = schema
        self.capacity = group_rows(game, columns)
        self.lists: dict[str, list[Any]] = {field.name: [] for field in schema if field.name not in ("observation", "mask")}
        # Observations and masks of the rows that have them, from the front. The buffers serve one row group after the other.
        self.wide: dict[str, Any] = {}
        if columns.observations:
            self.wide["observation"] = np.zeros((self.capacity, layout.size), np.float32)
        if columns.masks:
            self.wide["mask"] = np.zeros((self.capacity, layout.actions), np.uint8)
        self.shown: list[bool] = []

    def __len__(self) -> int:
        return len(self.shown)

    @property
    def is_full(self) -> bool:
        return len(self.shown) >= self.capacity

    def add(
        self,
        game_id: int,
        step: int,
        kind: str,
        text: str,
        points: list[int],
        *,
        seat: int | None = None,
        codes: list[int] | None = None,
        legal: int | None = None,
        result: float | None = None,
        final_points: int | None = None,
        table: Table | None = None,
    ) -> None:
        """Adds a row; ``table`` is the position before a decision, for observation and mask."""
        values = (game_id, step, kind, seat, text, codes, legal, points, result, final_points)
        for column, value in zip(self.lists.values(), values):
            column.append(value)
        row = len(self.shown)
        self.shown.append(table is not None)
        if table is not None and self.columns.observations:
            self.wide["observation"][row] = table.flat_observation(seat, everything=self.columns.everything)
        if table is not None and self.columns.masks:
            self.wide["mask"][row] = table.action_mask(seat)

    def take(self) -> Any:
        """The rows as a table of Arrow, and begins the next group."""
        pa = arrow()
        arrays = [pa.array(values, self.schema.field(name).type) for name, values in self.lists.items()]
        hidden = pa.array([not shown for shown in self.shown], pa.bool_())
        for name, buffer in self.wide.items():
            flat = pa.array(buffer[: len(self.shown)].reshape(-1))
            arrays.append(pa.FixedSizeListArray.from_arrays(flat, type=self.schema.field(name).type, mask=hidden))
        taken = pa.Table.from_arrays(arrays, schema=self.schema)
        for column in self.lists.values():
            column.clear()
        self.shown = []
        return taken


class Game:
    """What all rows of a game share, and the game itself as it is replayed."""

    def __init__(self, record: Record, game_id: int) -> None:
        # Names of players may hold other line separators of Unicode, which end no line of a record.
        lines = str(record).rstrip("\n").split("\n")
        size = sum(map(len, lines))
        if size > GAME_BYTES_MAX:
            raise DatasetError(f"game {game_id} has {size:,} bytes of text; a file takes games of at most {GAME_BYTES_MAX:,}")
        self.id = game_id
        self.record = record
        self.header = lines[0]
        self.final = lines[-1] if record.result is not None else None
        self.table = Table(record.state(0))
        self.seats = self.table.state.seats
        self.results: list[float | None] = [None] * len(self.seats)
        self.final_points: list[int | None] = [None] * len(self.seats)
        if record.result is not None:
            winners = record.result["winners"]
            self.results = [1 / len(winners) if seat in winners else 0.0 for seat in self.seats]
            self.final_points = [record.result["points"][seat] for seat in self.seats]

    def points(self, state: _neuland.State) -> list[int]:
        return list(state.points.values())

    def rows(self, rows: Rows) -> Any:
        """Adds row after row, and yields after each, so that the caller can write full groups."""
        table = self.table
        state = table.state
        points = self.points(state)
        rows.add(self.id, 0, "header", self.header, points)
        yield
        step = 0
        for step, (letter, text) in enumerate(self.record.steps, start=1):
            if letter is None:
                rows.add(self.id, step, "chance", text, points)
                table.resolve(text)
            else:
                seat = self.seats.index(letter)
                try:
                    codes = table.codes_of(text, letter)
                except ParseError:
                    # An offer that is not on the menu is legal and has no code.
                    codes = None
                rows.add(
                    self.id,
                    step,
                    "action",
                    text,
                    points,
                    seat=seat,
                    codes=codes,
                    legal=len(state.legal_actions(letter)),
                    result=self.results[seat],
                    final_points=self.final_points[seat],
                    table=table,
                )
                table.play(text, letter)
            state = table.state
            points = self.points(state)
            yield
        if self.final is not None:
            rows.add(self.id, step + 1, "result", self.final, points)
            yield
