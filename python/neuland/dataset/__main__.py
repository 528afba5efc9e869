"""The command line: ``python -m neuland.dataset``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from neuland._errors import Error
from neuland.dataset._errors import DatasetError
from neuland.dataset._read import read, records_in
from neuland.dataset._shards import Shard, run, shard
from neuland.dataset._spec import SPEC_BYTES_MAX, Spec
from neuland.dataset._write import write

_ABOUT = "Games as Parquet files: trajectories from records, and shards of games by bots (docs/python-dataset.md)."


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m neuland.dataset", description=_ABOUT)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    command = commands.add_parser("write", help="write records as a file of trajectories")
    command.add_argument("file", metavar="FILE", help="the new Parquet file")
    command.add_argument("records", metavar="RECORD", nargs="+", help="a record (*.neuland), or a folder of them")
    command.add_argument("--first-id", type=int, default=0, metavar="N", help="the number of the first game (0)")
    command.add_argument("--overwrite", action="store_true", help="replace a file of this name")
    _columns(command)

    command = commands.add_parser("spec", help="print the spec of a data set as JSON")
    command.add_argument("game", metavar="GAME", help="the name of the game, such as catan")
    command.add_argument("--bots", required=True, metavar="A,B,…", help="the bot of each seat")
    command.add_argument("--seeds", required=True, nargs="+", metavar="FIRST..LAST", help="the seeds of the games, both ends included")
    command.add_argument("--shard-games", type=int, default=100, metavar="N", help="the games of each file (100)")
    command.add_argument("--rotate", action="store_true", help="move every bot one seat on from seed to seed")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    _columns(command)

    command = commands.add_parser("shard", help="make shards of a spec in a folder, or those that are missing or damaged")
    command.add_argument("spec", metavar="SPEC", help="the file of the spec; - is the standard input")
    command.add_argument("folder", metavar="FOLDER", help="where the files go")
    command.add_argument("--index", type=int, action="append", metavar="N", help="only this shard, from 0; can be repeated")
    command.add_argument("--threads", type=int, metavar="N", help="how many threads play (one a processor)")

    command = commands.add_parser("show", help="describe a file of trajectories")
    command.add_argument("file", metavar="FILE", help="the Parquet file")
    command.add_argument("--rows", type=int, default=0, metavar="N", help="print so many rows, too")
    command.add_argument("--record", type=int, metavar="ID", help="print the record of this game instead")
    return parser


def _columns(command: argparse.ArgumentParser) -> None:
    command.add_argument("--observations", action="store_true", help="add what the seat knew before each decision")
    command.add_argument("--masks", action="store_true", help="add which codes were legal")
    command.add_argument("--everything", action="store_true", help="let observations show hidden cards")


def _value(text: str) -> str | int | bool | None:
    """The value of an option as the command line of the program reads it."""
    words = {"true": True, "false": False, "on": True, "off": False, "none": None}
    if text in words:
        return words[text]
    try:
        return int(text)
    except ValueError:
        return text


def _range(text: str) -> tuple[int, int]:
    first, dots, last = text.partition("..")
    try:
        return int(first), int(last) if dots else int(first)
    except ValueError:
        raise DatasetError(f"{text!r} is no range of seeds; write 0..999") from None


def _spec(arguments: argparse.Namespace) -> Spec:
    options = {}
    for option in arguments.option:
        name, sign, value = option.partition("=")
        if not sign:
            raise DatasetError(f"{option!r} is no option; write NAME=VALUE")
        options[name] = _value(value)
    return Spec(
        game=arguments.game,
        bots=arguments.bots.split(","),
        seeds=[_range(text) for text in arguments.seeds],
        options=options,
        shard_games=arguments.shard_games,
        rotate=arguments.rotate,
        observations=arguments.observations,
        masks=arguments.masks,
        everything=arguments.everything,
    )


def _read_spec(name: str) -> Spec:
    if name == "-":
        return Spec.from_json(sys.stdin.read(SPEC_BYTES_MAX + 1))
    with open(name, encoding="utf-8") as file:
        try:
            return Spec.from_json(file.read(SPEC_BYTES_MAX + 1))
        except (DatasetError, UnicodeDecodeError) as error:
            raise DatasetError(f"{name}: {error}") from error


def _shard(arguments: argparse.Namespace) -> None:
    spec = _read_spec(arguments.spec)

    def tell(made: Shard) -> None:
        print(f"{made.path}: {'made' if made.is_new else 'kept'}", flush=True)

    if arguments.index is None:
        run(spec, arguments.folder, threads=arguments.threads, progress=tell)
        return
    threads = (os.cpu_count() or 1) if arguments.threads is None else arguments.threads
    for index in arguments.index:
        tell(shard(spec, index, arguments.folder, threads=threads))


def _show(arguments: argparse.Namespace) -> None:
    if arguments.record is not None:
        for game_id, record in records_in(Path(arguments.file)):
            if game_id == arguments.record:
                print(record, end="")
                return
        raise DatasetError(f"{arguments.file} has no game {arguments.record}")
    file = read(arguments.file)
    size = file.path.stat().st_size
    print(f"{file.game}: {file.games:,} games, {file.rows:,} rows, {size:,} bytes")
    print(f"written by neuland {file.version} with pyarrow {file.pyarrow}")
    print(f"layout {file.layout}")
    for name in ("seeds", "spec"):
        if name in file.metadata:
            print(f"{name} {file.metadata[name]}")
    for field in file.schema:
        print(f"  {field.name}: {field.type}")
    if arguments.rows > 0:
        names = [field.name for field in file.schema if field.name not in ("observation", "mask")]
        for batch in file.batches(names, rows=min(arguments.rows, 4096)):
            for row in batch.slice(0, arguments.rows).to_pylist():
                print(row)
            arguments.rows -= batch.num_rows
            if arguments.rows <= 0:
                break


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command line, and returns the exit status: 0, or 1 after an error."""
    arguments = _parser().parse_args(words)
    try:
        if arguments.command == "write":
            written = write(
                arguments.records,
                arguments.file,
                observations=arguments.observations,
                masks=arguments.masks,
                everything=arguments.everything,
                first_id=arguments.first_id,
                overwrite=arguments.overwrite,
            )
            print(f"{written.path}: {written.games:,} games, {written.rows:,} rows, {written.bytes:,} bytes")
        elif arguments.command == "spec":
            print(_spec(arguments).to_json())
        elif arguments.command == "shard":
            _shard(arguments)
        else:
            _show(arguments)
    except BrokenPipeError:
        return 1
    except (Error, OSError, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
