"""Shards: files whose games follow from a spec and a range of seeds."""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from neuland._neuland import Record, State
from neuland._runs import simulate
from neuland.dataset._arrow import arrow, parquet
from neuland.dataset._errors import DatasetError
from neuland.dataset._spec import Spec, _whole, canonical
from neuland.dataset._write import whole_file, write_bytes, write_file

_NAME = re.compile(r"(?P<game>[a-z-]+)-(?P<hash>[0-9a-f]{16})-(?P<first>[0-9]{20})-(?P<last>[0-9]{20})\.parquet")


@dataclass(frozen=True)
class Shard:
    """A shard in a folder.

    Attributes:
        index: Its number in the spec, from 0.
        first: The seed of its first game.
        last: The seed of its last game.
        path: The file.
        is_new: Whether it was made now; if not, the file was there and undamaged.
    """

    index: int
    first: int
    last: int
    path: Path
    is_new: bool


def digest_path(path: Path) -> Path:
    """The file that holds the SHA-256 of a shard. Readers of folders skip names that begin with an underscore."""
    return path.with_name(f"_{path.name}.sha256")


def _digest_line(content_hash: str, path: Path) -> str:
    # The form that `sha256sum --check` reads.
    return f"{content_hash}  {path.name}\n"


def _games(spec: Spec, first: int, last: int, threads: int) -> Iterator[tuple[int, Record]]:
    """The games of a range of seeds, in their order."""
    start = State(spec.game, **spec.options)
    seats = len(spec.bots)
    with tempfile.TemporaryDirectory(prefix="neuland-") as folder, ThreadPoolExecutor(threads) as pool:

        def play(seed: int) -> Record:
            move = seed % seats if spec.rotate else 0
            bots = [spec.bots[(seat + move) % seats] for seat in range(seats)]
            own = Path(folder, str(seed))
            simulate(start, bots, games=1, seed=seed, threads=1, records=own)
            (path,) = own.iterdir()
            record = Record.read(path)
            path.unlink()
            own.rmdir()
            return record

        waiting: deque[tuple[int, Future[Record]]] = deque()
        try:
            for seed in range(first, last + 1):
                waiting.append((seed, pool.submit(play, seed)))
                # As many games wait as keep the threads busy, so memory does not grow with the shard.
                if len(waiting) > 2 * threads:
                    number, future = waiting.popleft()
                    yield number, future.result()
            for number, future in waiting:
                yield number, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def _more(spec: Spec, index: int) -> dict[str, str]:
    first, last = spec.range_of(index)
    return {"spec": canonical(spec.work), "seeds": f"{first}..{last}"}


def shard_bytes(spec: Spec, index: int, *, threads: int = 1) -> bytes:
    """Plays the games of a shard and returns its file as bytes: the same ones on every machine and number of threads.

    Args:
        spec: Which games.
        index: The number of the shard, from 0.
        threads: How many threads play, 1 to 1,024.

    Raises:
        DatasetError: There is no such shard.
        OSError: The folder for temporary files is full.
    """
    _is_spec(spec)
    first, last = spec.range_of(index)
    games = _games(spec, first, last, _whole("threads", threads, 1, 1024))
    return write_bytes(spec.game, spec.columns, _more(spec, index), games)


def check_shard(spec: Spec, index: int, folder: str | os.PathLike[str]) -> str | None:
    """Looks at the file of a shard: ``None`` if it is whole, or what is wrong.

    A file is whole if its SHA-256 is the one that was written with it, and the pyarrow that is installed would write the same bytes.

    Raises:
        DatasetError: There is no such shard.
    """
    _is_spec(spec)
    path = Path(os.fspath(folder), spec.file_name(index))
    try:
        line = digest_path(path).read_text(encoding="ascii")
        with open(path, "rb") as file:
            found = _sha256(file)
    except (OSError, UnicodeDecodeError) as error:
        return str(error)
    if line != _digest_line(found, path):
        return f"{path} is damaged: its SHA-256 is {found}"
    try:
        metadata = parquet().read_metadata(path).metadata or {}
    except (OSError, arrow().ArrowException) as error:
        return f"{path} is damaged: {error}"
    wrote = metadata.get(b"neuland.pyarrow", b"").decode(errors="replace")
    if wrote != arrow().__version__:
        return f"{path} was written by pyarrow {wrote}, and here is {arrow().__version__}"
    if metadata.get(b"neuland.spec") != canonical(spec.work).encode():
        return f"{path} is of another spec"
    return None


def _sha256(file: BinaryIO) -> str:
    content = hashlib.sha256()
    while block := file.read(1 << 20):
        content.update(block)
    return content.hexdigest()


def folder_for(spec: Spec, folder: str | os.PathLike[str]) -> Path:
    """Makes the folder of a data set, and refuses one whose shards would not be one data set with those of the spec.

    Raises:
        DatasetError: It holds shards of another spec, or some whose seeds overlap with other seeds of this one.
    """
    arrow()
    target = Path(os.fspath(folder))
    target.mkdir(parents=True, exist_ok=True)
    ranges = spec.ranges
    for path in sorted(target.iterdir()):
        name = _NAME.fullmatch(path.name)
        if name is None:
            continue
        if (name["game"], name["hash"]) != (spec.game, spec.hash[:16]):
            raise DatasetError(f"{target} holds a shard of another spec, {path.name}; use a folder for each spec")
        first, last = int(name["first"]), int(name["last"])
        if spec.has_range(first, last):
            continue
        for begin, end in ranges:
            if first <= end and begin <= last:
                raise DatasetError(
                    f"{path} has the seeds {first} to {last}, which overlap with the shards of this spec: {max(first, begin)} to "
                    f"{min(last, end)} would be in the folder twice. Keep shard_games and the first seed, or use another folder"
                )
    return target


def store(spec: Spec, index: int, folder: Path, content: bytes) -> Path:
    """Writes a shard that was made elsewhere, and its SHA-256, into a folder; each appears when it is whole."""
    path = folder / spec.file_name(index)
    with whole_file(path) as beside:
        beside.write_bytes(content)
    _write_digest(path)
    return path


def _write_digest(path: Path) -> None:
    # Without its digest a file counts as damaged, so being stopped between the two does no harm.
    with open(path, "rb") as file:
        line = _digest_line(_sha256(file), path)
    with whole_file(digest_path(path)) as beside:
        beside.write_text(line, encoding="ascii")


def shard(spec: Spec, index: int, folder: str | os.PathLike[str], *, threads: int = 1) -> Shard:
    """Makes the file of a shard, unless the folder has it whole.

    Two files are written, each under a temporary name first: the shard, and ``_NAME.sha256`` beside it.

    Args:
        spec: Which games.
        index: The number of the shard, from 0.
        folder: Where it goes; it is made if there is none.
        threads: How many threads play, 1 to 1,024. They change no byte.

    Raises:
        DatasetError: There is no such shard, or the folder holds shards that overlap with the spec.
        OSError: It cannot be written; nothing is left of it.
    """
    _is_spec(spec)
    spec.range_of(index)
    threads = _whole("threads", threads, 1, 1024)
    return _make(spec, index, folder_for(spec, folder), threads)


def _make(spec: Spec, index: int, folder: Path, threads: int) -> Shard:
    first, last = spec.range_of(index)
    path = folder / spec.file_name(index)
    if check_shard(spec, index, folder) is None:
        return Shard(index, first, last, path, is_new=False)
    write_file(path, spec.game, spec.columns, _more(spec, index), _games(spec, first, last, threads))
    _write_digest(path)
    return Shard(index, first, last, path, is_new=True)


def run(
    spec: Spec,
    folder: str | os.PathLike[str],
    *,
    threads: int | None = None,
    progress: Callable[[Shard], object] | None = None,
) -> list[Shard]:
    """Makes all shards of a spec in a folder, one after the other. ``neuland.ray.run`` makes the same files on many machines.

    Args:
        spec: Which games.
        folder: Where they go; it is made if there is none. Shards that it has whole are kept, damaged ones are made anew.
        threads: How many threads play, 1 to 1,024; one a processor unless stated. They change no byte.
        progress: It is called with each shard.

    Raises:
        DatasetError: The folder holds shards of another spec, or some that overlap with this one.
        OSError: A shard cannot be written; those before it are kept.
    """
    _is_spec(spec)
    threads = (os.cpu_count() or 1) if threads is None else _whole("threads", threads, 1, 1024)
    target = folder_for(spec, folder)
    made = []
    for index in range(len(spec)):
        made.append(_make(spec, index, target, threads))
        if progress is not None:
            progress(made[-1])
    return made


def _is_spec(spec: object) -> None:
    if not isinstance(spec, Spec):
        raise TypeError(f"the spec is a neuland.dataset.Spec, not {type(spec).__name__}")
