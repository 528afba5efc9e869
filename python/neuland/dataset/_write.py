"""Writing trajectories: row group by row group into a new file, which gets its name when it is whole."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Union

from neuland import _neuland
from neuland._errors import RecordError
from neuland._neuland import Record
from neuland.dataset._arrow import arrow, parquet
from neuland.dataset._errors import DatasetError
from neuland.dataset._rows import Game, Rows
from neuland.dataset._schema import GAME_BYTES_MAX, Columns, arrow_schema, metadata

Source = Union[Record, str, "os.PathLike[str]"]
"""A record, the path of one, or a folder, whose files ``*.neuland`` are taken in the order of their names."""


@dataclass(frozen=True)
class Written:
    """What was written.

    Attributes:
        path: The file.
        games: How many games.
        rows: How many rows.
        bytes: The size of the file.
    """

    path: Path
    games: int
    rows: int
    bytes: int


class Writer:
    """Writes games to a sink of Arrow. Every setting that decides the bytes is stated here, and depends on nothing else."""

    def __init__(self, sink: Any, game: str, columns: Columns, more: dict[str, str]) -> None:
        schema = arrow_schema(game, columns)
        # The smallest files of those measured: differences for what counts, and a dictionary for what has few values. Of observations
        # it makes less than half of what the other encodings of floats make, and takes twice as long.
        counting = {"game_id": "DELTA_BINARY_PACKED", "step": "DELTA_BINARY_PACKED"}
        repeating = ["kind", "seat", "text", "points.list.element", "result", "final_points"]
        repeating += ["observation.list.element", "mask.list.element"]
        names = {field.name for field in schema}
        self.game = game
        self.rows = Rows(game, columns, schema)
        self.games = 0
        self.written = 0
        self._last_id = -1
        self._writer = parquet().ParquetWriter(
            sink,
            schema.with_metadata(metadata(game, columns, more)),
            version="2.6",
            data_page_version="1.0",
            compression="zstd",
            compression_level=3,
            use_dictionary=[path for path in repeating if path.split(".")[0] in names],
            column_encoding=counting,
            write_statistics=["game_id", "step", "kind", "seat"],
            write_page_checksum=True,
            use_deprecated_int96_timestamps=False,
            store_schema=True,
        )

    def add(self, record: Record, game_id: int) -> None:
        """Adds a game; numbers of games rise."""
        if record.game != self.game:
            raise DatasetError(f"game {game_id} is {record.game}; a file holds games of one kind, and this one {self.game}")
        if game_id <= self._last_id:
            raise DatasetError(f"game {game_id} follows game {self._last_id}; the numbers of games rise")
        self._last_id = game_id
        for _ in Game(record, game_id).rows(self.rows):
            if self.rows.is_full:
                self._flush()
        self.games += 1

    def _flush(self) -> None:
        self.written += len(self.rows)
        self._writer.write_table(self.rows.take(), row_group_size=self.rows.capacity)

    def close(self) -> None:
        """Writes what is left, and the footer."""
        if len(self.rows):
            self._flush()
        self._writer.add_key_value_metadata({"neuland.games": str(self.games), "neuland.rows": str(self.written)})
        self._writer.close()

    def abandon(self) -> None:
        """Lets go of the sink, whose content nobody wants."""
        with contextlib.suppress(Exception):
            self._writer.close()


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A path beside ``path`` to write to. It gets the name when all went well, and is removed otherwise."""
    # Readers of folders skip names that begin with a dot.
    beside = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.tmp")
    try:
        yield beside
        with open(beside, "rb") as file:
            os.fsync(file.fileno())
        os.replace(beside, path)
    except OSError as error:
        if error.filename is None and error.errno is not None:
            raise OSError(error.errno, f"{os.strerror(error.errno)}; nothing was written", str(path)) from error
        raise
    finally:
        beside.unlink(missing_ok=True)


def write_file(path: Path, game: str, columns: Columns, more: dict[str, str], games: Iterable[tuple[int, Record]]) -> Written:
    """Writes games with their numbers to a file."""
    pa = arrow()
    with whole_file(path) as beside:
        # A file of this machine: pyarrow would take some names for addresses in a network.
        with pa.OSFile(str(beside), "wb") as sink:
            writer = Writer(sink, game, columns, more)
            try:
                for game_id, record in games:
                    writer.add(record, game_id)
                writer.close()
            except BaseException:
                writer.abandon()
                raise
        size = beside.stat().st_size
    return Written(path, writer.games, writer.written, size)


def write_bytes(game: str, columns: Columns, more: dict[str, str], games: Iterable[tuple[int, Record]]) -> bytes:
    """The bytes that :func:`write_file` writes."""
    sink = arrow().BufferOutputStream()
    writer = Writer(sink, game, columns, more)
    for game_id, record in games:
        writer.add(record, game_id)
    writer.close()
    content: bytes = sink.getvalue().to_pybytes()
    return content


def write(
    records: Source | Iterable[Source],
    path: str | os.PathLike[str],
    *,
    game: str | None = None,
    observations: bool = False,
    masks: bool = False,
    everything: bool = False,
    first_id: int = 0,
    overwrite: bool = False,
) -> Written:
    """Writes records as trajectories. Memory is bounded by a row group, however many games there are.

    Args:
        records: A record, the path of one or of a folder of them, or an iterator of these. All are of one game.
        path: The new file. It appears when it is whole.
        game: The name of the game; that of the first record unless stated.
        observations: Adds the column ``observation``: what the seat knew before each decision, as ``float32``.
        masks: Adds the column ``mask``: the codes that were legal.
        everything: Whether observations show everything, hidden cards included.
        first_id: The number of the first game in the column ``game_id``; the others follow.
        overwrite: Whether a file of this name is replaced.

    Raises:
        DatasetError: A record is of another game or too long, or there is none and no game is named.
        RecordError: A record cannot be read.
        FileExistsError: There is such a file.
        OSError: The file cannot be written; nothing is left of it.
    """
    target = Path(os.fspath(path))
    columns = Columns(observations, masks, everything)
    if isinstance(first_id, bool) or not isinstance(first_id, int):
        raise TypeError(f"first_id is a whole number, not {type(first_id).__name__}")
    if not 0 <= first_id < 2**63:
        raise DatasetError(f"first_id is a whole number from 0 to 2^63 - 1, not {first_id}")
    if target.is_dir():
        raise IsADirectoryError(f"{target} is a folder; name a file")
    if target.exists() and not overwrite:
        raise FileExistsError(f"{target} exists already; overwrite=True replaces it")
    found = _records(records)
    if game is None:
        first = next(found, None)
        if first is None:
            raise DatasetError("there is no record; name the game to write a file without rows")
        game = first.game
        found = _chain(first, found)
    _neuland.layout(game)
    return write_file(target, game, columns, {}, enumerate(found, start=first_id))


def _chain(first: Record, rest: Iterator[Record]) -> Iterator[Record]:
    yield first
    yield from rest


def _records(records: Source | Iterable[Source]) -> Iterator[Record]:
    if isinstance(records, (Record, str, os.PathLike)):
        records = [records]
    if not isinstance(records, Iterable):
        raise TypeError(f"records are a Record, a path, or an iterator of these, not {type(records).__name__}")
    for source in records:
        if isinstance(source, Record):
            yield source
        elif isinstance(source, (str, os.PathLike)):
            yield from _at(Path(os.fspath(source)))
        else:
            raise TypeError(f"a record is a neuland.Record or a path, not {type(source).__name__}")


def _at(path: Path) -> Iterator[Record]:
    if path.is_dir():
        files = sorted(path.glob("*.neuland"))
        if not files:
            raise DatasetError(f"the folder {path} has no records (*.neuland)")
    else:
        files = [path]
    for file in files:
        size = file.stat().st_size
        if size > 2 * GAME_BYTES_MAX:
            raise DatasetError(f"{file} has {size:,} bytes, too many for a record")
        try:
            yield Record.read(file)
        except RecordError as error:
            raise RecordError(f"{file}: {error.message}", error.line, error.clause) from error
