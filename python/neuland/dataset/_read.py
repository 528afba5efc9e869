"""Reading trajectories, and records out of them."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from neuland import _neuland
from neuland._errors import ParseError, RecordError, StaleLayout
from neuland._neuland import Record
from neuland.dataset._arrow import arrow, parquet
from neuland.dataset._errors import DatasetError
from neuland.dataset._schema import GAME_BYTES_MAX, KINDS, SCHEMA_VERSION, Columns, arrow_schema, layout_of, row_bytes, stored

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Trajectories:
    """A file of trajectories that was opened and checked: its schema and metadata are in memory, its rows are not.

    Attributes:
        path: The file.
        game: The name of the game.
        layout: The id of the layout of codes, observations and masks.
        version: The version of the package that wrote it.
        pyarrow: The version of pyarrow that wrote it.
        rows: How many rows it has.
        games: How many games it has.
        observations: Whether it has the column ``observation``.
        masks: Whether it has the column ``mask``.
        schema: Its columns, as a ``pyarrow.Schema``.
        metadata: All of its metadata; of a shard also ``spec`` and ``seeds``.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with _opened(path) as file:
            self.metadata = _stored(path, file)
            self.games, self.rows = _counts(path, file, self.metadata)
            names = set(file.schema_arrow.names)
            self.schema: Any = file.schema_arrow.remove_metadata()
        self.game = self._said("game")
        self.layout = self._said("layout")
        self.version = self._said("version")
        self.pyarrow = self._said("pyarrow")
        self.observations = "observation" in names
        self.masks = "mask" in names
        self._check(self.schema)

    def _said(self, name: str) -> str:
        try:
            return self.metadata[name]
        except KeyError:
            raise DatasetError(f"{self.path} has no neuland.{name} in its metadata; it is damaged or unfinished") from None

    def _check(self, found: Any) -> None:
        try:
            everything = self.layout.split(":")[1] == "everything"
        except IndexError:
            everything = False
        columns = self._columns = Columns(self.observations, self.masks, everything and self.observations)
        try:
            layout = layout_of(self.game, columns)
            layout.expect(self.layout)
        except ParseError as error:
            raise DatasetError(f"{self.path}: {error}") from error
        except StaleLayout as error:
            more = "its records are still good: to_records reads them, write writes them anew"
            raise StaleLayout(f"{self.path}: {error}; {more}") from error
        wanted = arrow_schema(self.game, columns)
        for field in wanted:
            if field.name not in found.names:
                raise DatasetError(f"{self.path} has no column {field.name}; it is no file of trajectories")
            if found.field(field.name).type != field.type:
                kind = found.field(field.name).type
                raise DatasetError(f"the column {field.name} of {self.path} is {kind}, and must be {field.type}")
        if len(found.names) != len(wanted.names):
            strange = sorted(set(found.names) - set(wanted.names)) or ["a column twice"]
            raise DatasetError(f"{self.path} has columns that trajectories do not have: {', '.join(strange)}")

    def batches(self, columns: Sequence[str] | None = None, *, rows: int | None = None) -> Iterator[Any]:
        """The rows as ``pyarrow.RecordBatch`` objects, in bounded memory.

        Args:
            columns: The columns to read; all unless stated.
            rows: The most rows of a batch, 1 to 1,048,576; unless stated 4,096, or as many as have 16 MB of observations and masks.

        Raises:
            DatasetError: There is no such column, or the file is damaged.
        """
        if rows is None:
            rows = max(1, min(4096, (16 << 20) // max(1, row_bytes(self.game, self._columns))))
        if isinstance(rows, bool) or not isinstance(rows, int):
            raise TypeError(f"rows is a whole number, not {type(rows).__name__}")
        if not 1 <= rows <= 1 << 20:
            raise DatasetError(f"rows is 1 to {1 << 20:,}, not {rows}")
        with _opened(self.path) as file:
            if columns is not None:
                unknown = [name for name in columns if name not in file.schema_arrow.names]
                if unknown:
                    known = ", ".join(file.schema_arrow.names)
                    raise DatasetError(f"{self.path} has no column {unknown[0]}; it has {known}")
            names = None if columns is None else list(columns)
            yield from _counted(self.path, file, self.rows, rows, names)

    def table(self, columns: Sequence[str] | None = None) -> Any:
        """The rows as a ``pyarrow.Table``, all in memory. Arguments and errors are those of :meth:`batches`."""
        batches = list(self.batches(columns))
        if batches:
            return arrow().Table.from_batches(batches)
        with _opened(self.path) as file:
            empty = file.schema_arrow.empty_table()
        return empty if columns is None else empty.select(list(columns))

    def records(self) -> Iterator[Record]:
        """The records of its games, one after the other; as :func:`to_records`."""
        for _, record in records_in(self.path):
            yield record

    def __len__(self) -> int:
        return self.rows

    def __repr__(self) -> str:
        return f"<Trajectories {self.game}, {self.games} games, {self.rows} rows>"


@contextlib.contextmanager
def _damage(path: Path) -> Iterator[None]:
    """Says of which file an error of Arrow is."""
    pa = arrow()
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.filename is not None:
            raise
        raise DatasetError(f"{path} is damaged, or no Parquet file: {error}") from error


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[Any]:
    pa = arrow()
    if path.is_dir():
        raise IsADirectoryError(f"{path} is a folder; read its files one by one")
    # Python's own error names the file, and says whether it is missing or forbidden.
    with open(path, "rb"):
        pass
    with contextlib.ExitStack() as stack:
        with _damage(path):
            source = stack.enter_context(pa.OSFile(str(path), "rb"))
            file = stack.enter_context(parquet().ParquetFile(source, page_checksum_verification=True))
        yield file


def _stored(path: Path, file: Any) -> dict[str, str]:
    """The metadata, if its version is one that this package reads."""
    with _damage(path):
        values = stored(file.metadata.metadata)
    version = values.get("dataset")
    if version is None:
        raise DatasetError(f"{path} is a Parquet file, but not of trajectories; neuland.dataset.write makes these")
    if version != str(SCHEMA_VERSION):
        raise DatasetError(
            f"{path} has version {version[:20]} of the columns; this package ({_neuland.version()}) reads version {SCHEMA_VERSION}: "
            "use the package that wrote it, or write its records anew"
        )
    return values


def _counts(path: Path, file: Any, said: dict[str, str]) -> tuple[int, int]:
    """How many games and rows the file has, if all that counts them agrees."""
    for name in ("games", "rows"):
        if name not in said:
            raise DatasetError(f"{path} has no neuland.{name} in its metadata; it is damaged or unfinished")
        if not (said[name].isascii() and said[name].isdigit() and len(said[name]) < 19):
            raise DatasetError(f"{path} does not say how many {name} it has; it is damaged")
    rows = int(said["rows"])
    groups = sum(file.metadata.row_group(n).num_rows for n in range(file.metadata.num_row_groups))
    if not rows == file.metadata.num_rows == groups:
        raise DatasetError(f"{path} has {groups} rows, and its metadata says {rows}; it is damaged")
    return int(said["games"]), rows


def _counted(path: Path, file: Any, wanted: int, size: int, columns: list[str] | None) -> Iterator[Any]:
    """The batches of a file, which together have all its rows."""
    found = 0
    with _damage(path):
        for batch in file.iter_batches(batch_size=size, columns=columns, use_threads=False):
            found += batch.num_rows
            yield batch
    if found != wanted and columns != []:
        raise DatasetError(f"{path} has {found} rows that can be read, of {wanted}; it is damaged")


def read(path: str | os.PathLike[str]) -> Trajectories:
    """Opens a file of trajectories and checks its schema, version and layout. Rows are read when they are asked for.

    Raises:
        DatasetError: It is no such file, of another version, or damaged.
        StaleLayout: Its codes and observations are of another layout than this package has.
        OSError: It cannot be opened.

    >>> import tempfile
    >>> state = neuland.State("mayflower")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = dataset.write(neuland.Recorder(state).finish(state), folder + "/a.parquet")
    ...     file = dataset.read(written.path)
    ...     file, file.table(["kind"]).to_pylist()
    (<Trajectories mayflower, 1 games, 1 rows>, [{'kind': 'header'}])
    """
    return Trajectories(Path(os.fspath(path)))


def to_records(path: str | os.PathLike[str]) -> Iterator[Record]:
    """The records of a file's games, one after the other: ``str`` of each is that of the record that was written, byte for byte.

    The layout does not matter here, so records of files with a stale layout can be read.

    Raises:
        DatasetError: It is no file of trajectories, of another version, or damaged, or a game is not one by the rules.
        OSError: It cannot be opened.
    """
    return (record for _, record in records_in(Path(os.fspath(path))))


def records_in(path: Path) -> Iterator[tuple[int, Record]]:
    """The records of a file's games with their numbers."""
    with _opened(path) as file:
        games, rows = _counts(path, file, _stored(path, file))
        names = ["game_id", "step", "kind", "seat", "text"]
        missing = [name for name in names if name not in file.schema_arrow.names]
        if missing:
            raise DatasetError(f"{path} has no column {missing[0]}; it is no file of trajectories")
        found = 0
        for found, game in enumerate(_games(path, _counted(path, file, rows, 4096, names)), start=1):
            yield game
        if found != games:
            raise DatasetError(f"{path} has {found} games, and its metadata says {games}; it is damaged")


def _games(path: Path, batches: Iterator[Any]) -> Iterator[tuple[int, Record]]:
    lines: list[str] = []
    current, size = -1, 0
    for batch in batches:
        columns = (batch.column(n).to_pylist() for n in range(5))
        for game_id, step, kind, seat, text in zip(*columns):
            if step == 0:
                if lines:
                    yield current, _record(path, current, lines)
                lines, current, size = [], game_id, 0
            if game_id != current or step != len(lines) or (kind == "header") != (step == 0):
                raise DatasetError(f"{path}: step {len(lines)} of game {current} is missing or in another place")
            lines.append(_line(path, kind, seat, text))
            size += len(lines[-1])
            if size > 2 * GAME_BYTES_MAX:
                raise DatasetError(f"{path}: game {current} is longer than a game can be")
    if lines:
        yield current, _record(path, current, lines)


def _line(path: Path, kind: Any, seat: Any, text: Any) -> str:
    if kind not in KINDS or not isinstance(text, str):
        raise DatasetError(f"{path}: a row is of the kind {kind!r}; there are {', '.join(KINDS)}")
    if kind in ("header", "result"):
        return text
    if kind == "chance":
        return '{"chance":' + json.dumps(text, ensure_ascii=False) + "}"
    if not isinstance(seat, int) or not 0 <= seat < len(_LETTERS):
        raise DatasetError(f"{path}: the action {text[:80]!r} is of no seat")
    return '{"seat":"' + _LETTERS[seat] + '","do":' + json.dumps(text, ensure_ascii=False) + "}"


def _record(path: Path, game_id: int, lines: list[str]) -> Record:
    try:
        return Record.parse("\n".join(lines))
    except RecordError as error:
        raise DatasetError(f"{path}: game {game_id}: {error.message}") from error
