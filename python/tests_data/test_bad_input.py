"""What is broken, foreign, stale or hostile gets an error that says so, and leaves nothing behind."""

from __future__ import annotations

import random
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import played

import neuland
from neuland import dataset
from neuland.dataset import DatasetError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A good file with all columns."""
    dataset.write([played("mayflower", 1, 40), played("mayflower", 2, 40)], tmp_path / "good.parquet", observations=True, masks=True)
    return tmp_path / "good.parquet"


def rewritten(path: Path, table: pa.Table | None = None, **said: str | None) -> Path:
    """The file with other rows, or other things in its metadata; `None` takes one out."""
    table = pq.read_table(path) if table is None else table
    metadata = {**(pq.read_metadata(path).metadata or {}), b"neuland.rows": str(table.num_rows).encode()}
    metadata.pop(b"ARROW:schema", None)
    for name, value in said.items():
        metadata.pop(f"neuland.{name}".encode(), None)
        if value is not None:
            metadata[f"neuland.{name}".encode()] = value.encode()
    other = path.with_name("other.parquet")
    pq.write_table(table.replace_schema_metadata(metadata), other)
    return other


def everything_about(path: Path) -> tuple[list[Any], list[str]]:
    """All that the module reads from a file."""
    return dataset.read(path).table().to_pylist(), [str(record) for record in dataset.to_records(path)]


def test_files_that_are_no_parquet(tmp_path: Path) -> None:
    other = tmp_path / "other"
    for content in [b"", b"PAR1", b"PAR1PAR1", b"no parquet" * 100, b"PAR1" + bytes(100) + b"\xff\xff\xff\x7fPAR1"]:
        other.write_bytes(content)
        for read in (dataset.read, lambda path: list(dataset.to_records(path))):
            with pytest.raises(DatasetError, match="other is damaged, or no Parquet file"):
                read(other)
    for read in (dataset.read, lambda path: list(dataset.to_records(path))):
        with pytest.raises(FileNotFoundError, match="nothing"):
            read(tmp_path / "nothing")
        with pytest.raises(IsADirectoryError):
            read(tmp_path)
        with pytest.raises(TypeError):
            read(5)


def test_parquet_of_others(tmp_path: Path) -> None:
    other = tmp_path / "other.parquet"
    pq.write_table(pa.table({"a": [1]}), other)
    for read in (dataset.read, lambda path: list(dataset.to_records(path))):
        with pytest.raises(DatasetError, match="not of trajectories"):
            read(other)


def test_other_versions_and_layouts(path: Path) -> None:
    for version in ["2", "0", "new", ""]:
        with pytest.raises(DatasetError, match=f"has version {version} of the columns"):
            dataset.read(rewritten(path, dataset=version))
        with pytest.raises(DatasetError, match="of the columns"):
            list(dataset.to_records(rewritten(path, dataset=version)))
    game, information, number, digest = dataset.read(path).layout.split(":")
    stale = rewritten(path, layout=f"{game}:{information}:{int(number) + 1}:{digest[::-1]}")
    with pytest.raises(neuland.StaleLayout, match="to_records reads them"):
        dataset.read(stale)
    assert len(list(dataset.to_records(stale))) == 2, "records have no layout"
    with pytest.raises(neuland.StaleLayout):
        dataset.read(rewritten(path, layout=f"catan:seat:{number}:{digest}"))
    for wrong in ["", "mayflower", f"{game}:nobody:{number}:{digest}", f"{game}:{information}:{number}:12"]:
        with pytest.raises(DatasetError):
            dataset.read(rewritten(path, layout=wrong))


def test_metadata_that_is_wrong(path: Path) -> None:
    assert everything_about(rewritten(path)) == everything_about(path), "the helper changes nothing by itself"
    for name in ["game", "layout", "version", "pyarrow", "games", "rows"]:
        with pytest.raises(DatasetError, match=f"no neuland.{name}"):
            dataset.read(rewritten(path, **{name: None}))
    with pytest.raises(DatasetError, match="its metadata says 5"):
        dataset.read(rewritten(path, rows="5"))
    for wrong in ["two", "-2", "", "²"]:
        with pytest.raises(DatasetError, match="how many games"):
            dataset.read(rewritten(path, games=wrong))
    with pytest.raises(DatasetError, match="has 2 games, and its metadata says 3"):
        list(dataset.to_records(rewritten(path, games="3")))
    with pytest.raises(DatasetError, match="chess"):
        dataset.read(rewritten(path, game="chess"))


def test_columns_that_are_wrong(path: Path) -> None:
    table = pq.read_table(path)
    for name in ["step", "codes", "points"]:
        with pytest.raises(DatasetError, match=f"no column {name}"):
            dataset.read(rewritten(path, table.drop_columns([name])))
    with pytest.raises(DatasetError, match="no column text"):
        list(dataset.to_records(rewritten(path, table.drop_columns(["text"]))))
    wide = table.set_column(1, "step", table["step"].cast(pa.int64()))
    with pytest.raises(DatasetError, match="column step .* is int64, and must be uint32"):
        dataset.read(rewritten(path, wide))
    with pytest.raises(DatasetError, match="do not have: extra"):
        dataset.read(rewritten(path, table.append_column("extra", table["step"])))
    short = pa.array([[0.0, 1.0]] * table.num_rows, pa.list_(pa.float32(), 2))
    with pytest.raises(DatasetError, match="observation"):
        dataset.read(rewritten(path, table.set_column(table.column_names.index("observation"), "observation", short)))
    file = dataset.read(path)
    with pytest.raises(DatasetError, match="no column reward"):
        file.table(["reward"])
    for rows in [0, -1, 1 << 21]:
        with pytest.raises(DatasetError):
            next(file.batches(rows=rows))
    with pytest.raises(TypeError):
        next(file.batches(rows="many"))  # type: ignore[arg-type]


def test_rows_that_are_no_game(path: Path) -> None:
    table = pq.read_table(path)
    games = pq.read_table(path, columns=["game_id", "step", "kind", "seat", "text"]).to_pylist()

    def changed(row: int, column: str, value: object) -> Path:
        values = table[column].to_pylist()
        values[row] = value
        field = table.schema.field(column).with_nullable(True)
        return rewritten(path, table.set_column(table.column_names.index(column), field, pa.array(values, field.type)))

    action = next(n for n, row in enumerate(games) if row["kind"] == "action")
    for row, column, value, why in [
        (action, "text", "place (99,99)r0", "game 0"),
        (action, "text", "x" * 70_000, "game 0"),
        (action, "text", None, "kind"),
        (action, "kind", "guess", "kind 'guess'"),
        (action, "kind", "header", "another place"),
        (action, "seat", None, "of no seat"),
        (action, "seat", 26, "of no seat"),
        (action, "seat", -1, "of no seat"),
        (action, "step", 77, "another place"),
        (action, "game_id", 1, "another place"),
        (0, "step", 1, "another place"),
        (0, "text", "{}", "game 0"),
        (0, "kind", "result", "another place"),
    ]:
        with pytest.raises(DatasetError, match=why):
            list(dataset.to_records(changed(row, column, value)))
    with pytest.raises(DatasetError, match="another place"):
        list(dataset.to_records(rewritten(path, table.slice(1))))
    with pytest.raises(DatasetError, match="another place"):
        list(dataset.to_records(rewritten(path, pa.concat_tables([table.slice(0, 9), table.slice(10)]))))


def test_a_game_without_an_end_is_bounded(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("neuland.dataset._read.GAME_BYTES_MAX", 500)
    with pytest.raises(DatasetError, match="longer than a game can be"):
        list(dataset.to_records(path))
    monkeypatch.setattr("neuland.dataset._rows.GAME_BYTES_MAX", 500)
    with pytest.raises(DatasetError, match="bytes of text"):
        dataset.write(played("mayflower", 1, 40), path.with_name("b"))
    assert not path.with_name("b").exists()


def test_truncated_and_flipped_files_are_found(path: Path) -> None:
    content = path.read_bytes()
    good = everything_about(path)
    rng = random.Random(1)
    other = path.with_name("other.parquet")
    for size in [*range(0, 12), *(rng.randrange(len(content)) for _ in range(60)), len(content) - 1]:
        other.write_bytes(content[:size])
        with pytest.raises(DatasetError):
            everything_about(other)
    found = 0
    for _ in range(300):
        at, bit = rng.randrange(len(content)), 1 << rng.randrange(8)
        other.write_bytes(content[:at] + bytes([content[at] ^ bit]) + content[at + 1 :])
        try:
            # What a reader ignores, such as a statistic, may be changed; what it returns may not.
            assert everything_about(other) == good, f"byte {at}, bit {bit}"
        except (DatasetError, neuland.StaleLayout):
            found += 1
    assert found > 250


def test_records_that_cannot_be_written(tmp_path: Path) -> None:
    target = tmp_path / "a.parquet"
    bad = tmp_path / "bad.neuland"
    bad.write_text("{}", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    one = played("mayflower", 1, 5)
    for records, error, why in [
        ([], DatasetError, "there is no record"),
        ([one, played("carcassonne", 1, 5)], DatasetError, "game 1 is carcassonne"),
        (bad, neuland.RecordError, "bad.neuland"),
        ([one, bad], neuland.RecordError, "bad.neuland"),
        (tmp_path / "empty", DatasetError, "has no records"),
        (tmp_path / "nothing.neuland", FileNotFoundError, "nothing"),
        (5, TypeError, "not int"),
        ([one, 5], TypeError, "not int"),
    ]:
        with pytest.raises(error, match=why):
            dataset.write(records, target)  # type: ignore[arg-type]
        assert sorted(entry.name for entry in tmp_path.iterdir()) == ["bad.neuland", "empty"]
    with pytest.raises(neuland.ParseError):
        dataset.write([one], target, game="chess")
    with pytest.raises(DatasetError, match="this one catan"):
        dataset.write([one], target, game="catan")
    with pytest.raises(DatasetError, match="everything"):
        dataset.write([one], target, everything=True)
    with pytest.raises(TypeError, match="masks is True or False"):
        dataset.write([one], target, masks=1)  # type: ignore[arg-type]
    for wrong in [-1, 2**63]:
        with pytest.raises(DatasetError, match="first_id"):
            dataset.write([one], target, first_id=wrong)
    with pytest.raises(TypeError):
        dataset.write([one], target, first_id="1")  # type: ignore[arg-type]
    with pytest.raises(OSError, match="nowhere"):
        dataset.write([one], tmp_path / "nowhere" / "a.parquet")
    with pytest.raises(IsADirectoryError):
        dataset.write([one], tmp_path)
    dataset.write([one], target)
    kept = target.read_bytes()
    with pytest.raises(FileExistsError, match="overwrite=True"):
        dataset.write([played("mayflower", 2, 5)], target)
    assert target.read_bytes() == kept
    dataset.write([played("mayflower", 2, 5)], target, overwrite=True)
    assert target.read_bytes() != kept


def test_an_iterator_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> Any:
        yield played("mayflower", 1, 5)
        raise RuntimeError("the source broke")

    with pytest.raises(RuntimeError, match="the source broke"):
        dataset.write(broken(), tmp_path / "a.parquet")
    assert list(tmp_path.iterdir()) == []


FULL = """
import sys
from neuland import dataset
spec = dataset.Spec("mayflower", ["random", "random"], (0, 39), shard_games=40, observations=True)
try:
    dataset.run(spec, sys.argv[1])
except OSError as error:
    print(error)
    sys.exit(9)
"""


def test_a_full_disk_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    # A limit on the size of files fails as a full disk does: in the middle of a write.
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = subprocess.run([sys.executable, "-c", FULL, tmp_path], preexec_fn=limit, capture_output=True, text=True, timeout=60)
    assert done.returncode == 9, done.stderr
    assert "File too large; nothing was written: '" in done.stdout and ".parquet" in done.stdout
    assert list(tmp_path.iterdir()) == []


MOUNT = 'mount -t tmpfs -o size=64k none "$1" && "$2" -c "$3" "$1"; status=$?; ls -A "$1"; exit $status'


def test_a_small_disk_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    mine = ["unshare", "--user", "--map-root-user", "--mount"]
    try:
        may = subprocess.run([*mine, "mount", "-t", "tmpfs", "none", tmp_path], capture_output=True, timeout=60).returncode == 0
    except FileNotFoundError:
        may = False
    if not may:
        pytest.skip("this machine lets nobody mount; the test above limits the size of files instead")
    command = [*mine, "sh", "-c", MOUNT, "sh", tmp_path, sys.executable, FULL]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 9, done.stderr
    assert done.stdout.count("\n") == 1 and "No space left on device; nothing was written: '" in done.stdout
