"""Shards are functions of a spec and their seeds: specs, bytes, and folders of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import neuland
from neuland import dataset
from neuland.dataset import DatasetError, Spec


def test_a_spec_says_all_that_decides_its_games() -> None:
    spec = Spec("catan", ["settler", "random"], (10, 19), options={"discard_limit": 9})
    assert spec.options["discard_limit"] == 9 and spec.options["players"] == 2
    assert (spec.games, len(spec), spec.range_of(0)) == (10, 1, (10, 19))
    assert Spec.from_json(spec.to_json()) == spec and hash(Spec.from_json(spec.to_json())) == hash(spec)
    document = json.loads(spec.to_json())
    assert document["version"] == neuland.version() and document["layout"] == neuland.layout("catan").id
    same = Spec("catan", ("settler", "random"), [(10, 19)], options={"discard_limit": 9, "players": 2})
    assert same == spec and same.hash == spec.hash
    assert Spec("catan", ["settler", "random"], (0, 5), options={"discard_limit": 9}, shard_games=2).hash == spec.hash
    others: list[dict[str, Any]] = [
        {"bots": ["random", "settler"]},
        {"options": {}},
        {"rotate": True},
        {"masks": True},
        {"observations": True},
        {"observations": True, "everything": True},
        {"game": "cities-and-knights", "bots": ["random", "random"], "options": {}},
    ]
    first = {"game": "catan", "bots": ["settler", "random"], "seeds": (10, 19), "options": {"discard_limit": 9}}
    assert len({Spec(**{**first, **other}).hash for other in [{}, *others]}) == len(others) + 1


def test_ranges_are_cut_into_shards() -> None:
    spec = Spec("mayflower", ["random"] * 2, [(100, 104), (0, 9)], shard_games=4)
    assert spec.seeds == ((0, 9), (100, 104)) and spec.games == 15
    assert [spec.range_of(n) for n in range(len(spec))] == [(0, 3), (4, 7), (8, 9), (100, 103), (104, 104)]
    assert len({spec.file_name(n) for n in range(len(spec))}) == 5
    assert spec.file_name(0).startswith(f"mayflower-{spec.hash[:16]}-0")
    ends = [(first, last) for first in range(-1, 107) for last in range(first, 107)]
    assert [pair for pair in ends if spec.has_range(*pair)] == [spec.range_of(n) for n in range(len(spec))]
    for wrong in [-1, 5]:
        with pytest.raises(DatasetError, match="0 to 4"):
            spec.range_of(wrong)
    top = Spec("mayflower", ["random"] * 2, (2**64 - 3, 2**64 - 1), shard_games=2)
    assert top.range_of(1) == (2**64 - 1, 2**64 - 1)
    assert set(dataset.read(content(top, 1)).table(["game_id"])["game_id"].to_pylist()) == {2**64 - 1}


@pytest.mark.parametrize(
    ("change", "error", "why"),
    [
        ({"game": "chess"}, neuland.ParseError, "chess"),
        ({"bots": ["random", "deep-blue"]}, neuland.ParseError, "deep-blue"),
        ({"bots": "random"}, TypeError, "one a seat"),
        ({"bots": ["random", len]}, TypeError, "no function of a seed"),
        ({"bots": ["random", neuland.ExternalBot("cat")]}, TypeError, "no function of a seed"),
        ({"bots": ["random"] * 9}, neuland.OptionError, "players"),
        ({"bots": ["random"] * 3, "options": {"players": 2}}, neuland.ParseError, "3 bots for 2 seats"),
        ({"options": {"wings": 2}}, neuland.OptionError, "wings"),
        ({"options": 5}, TypeError, "mapping"),
        ({"seeds": [(0, 9), (9, 12)]}, DatasetError, "overlap: 9 to 9 would be played twice"),
        ({"seeds": [(5, 6), (0, 9)]}, DatasetError, "overlap: 5 to 6"),
        ({"seeds": (9, 0)}, DatasetError, "the first comes first"),
        ({"seeds": []}, DatasetError, "no seeds"),
        ({"seeds": [(1, 2, 3)]}, DatasetError, "first and the last"),
        ({"seeds": (-1, 5)}, DatasetError, "not -1"),
        ({"seeds": (0, 2**64)}, DatasetError, "a seed"),
        ({"seeds": 5}, TypeError, "not int"),
        ({"seeds": "0..9"}, TypeError, "not str"),
        ({"seeds": [(0.5, 1)]}, TypeError, "not float"),
        ({"seeds": (0, 2**40), "shard_games": 1}, DatasetError, "raise shard_games"),
        ({"shard_games": 0}, DatasetError, "1 to"),
        ({"shard_games": "2"}, TypeError, "not str"),
        ({"rotate": 1}, TypeError, "rotate"),
        ({"masks": None}, TypeError, "masks"),
        ({"everything": True}, DatasetError, "observations=True"),
    ],
)
def test_specs_that_cannot_be(change: dict[str, Any], error: type[Exception], why: str) -> None:
    with pytest.raises(error, match=why):
        Spec(**{"game": "mayflower", "bots": ["random"] * 2, "seeds": (0, 9), **change})


def test_json_that_is_no_spec(small: Spec) -> None:
    good = json.loads(small.to_json())
    for change, why in [
        ({"version": "0.0.1"}, "was made for version 0.0.1"),
        ({"rules": 99}, "for rules 99"),
        ({"layout": "old"}, "for layout old"),
        ({"dataset": 0}, "for dataset 0"),
        ({"colour": 1}, "no 'colour'"),
    ]:
        with pytest.raises(DatasetError, match=why):
            Spec.from_json(json.dumps({**good, **change}))
    for text in ["", "{", "[]", "1", "{}", '{"game":"catan"}', "[" * 100_000, " " * (1 << 21)]:
        with pytest.raises(DatasetError):
            Spec.from_json(text)
    with pytest.raises(TypeError):
        Spec.from_json(b"{}")  # type: ignore[arg-type]
    shortest = {"game": "mayflower", "bots": ["random", "random"], "seeds": [[0, 9]]}
    assert len(Spec.from_json(json.dumps(shortest))) == 1


def test_the_game_of_a_seed_is_that_of_simulate(small: Spec, tmp_path: Path) -> None:
    made = dataset.shard(small, 1, tmp_path)
    assert (made.index, made.first, made.last, made.is_new) == (1, 4, 7, True)
    file = dataset.read(made.path)
    assert file.metadata["seeds"] == "4..7" and json.loads(file.metadata["spec"])["bots"] == ["random", "random"]
    for seed, record in zip(range(4, 8), file.records(), strict=True):
        neuland.simulate("carcassonne", small.bots, games=1, seed=seed, records=tmp_path / f"{seed}")
        (path,) = (tmp_path / f"{seed}").iterdir()
        assert path.read_text(encoding="utf-8") == str(record)
    assert set(file.table(["game_id"])["game_id"].to_pylist()) == {4, 5, 6, 7}


def test_bots_rotate_with_the_seed() -> None:
    spec = Spec("carcassonne", ["surveyor", "random", "random"], (3, 5), rotate=True)
    names = [record.names for record in dataset.to_records(content(spec, 0))]
    assert [name.index("surveyor") for name in names] == [0, 2, 1]


def content(spec: Spec, index: int) -> Path:
    import tempfile

    path = Path(tempfile.mkdtemp(), "shard.parquet")
    path.write_bytes(dataset.shard_bytes(spec, index))
    return path


OTHER = """
import sys
from neuland import dataset
sys.stdout.buffer.write(dataset.shard_bytes(dataset.Spec.from_json(sys.argv[1]), 0, threads=int(sys.argv[2])))
"""


def test_bytes_depend_on_nothing_else(tmp_path: Path) -> None:
    spec = Spec("catan", ["random"] * 3, (7, 9), observations=True, masks=True)
    wanted = dataset.shard(spec, 0, tmp_path).path.read_bytes()
    assert dataset.shard_bytes(spec, 0) == dataset.shard_bytes(spec, 0, threads=4) == wanted
    surroundings = {"PYTHONHASHSEED": "77", "TZ": "Pacific/Auckland", "LC_ALL": "C", "OMP_NUM_THREADS": "7", "ARROW_DEFAULT_MEMORY_POOL": "system"}
    command = [sys.executable, "-c", OTHER, spec.to_json(), "3"]
    done = subprocess.run(command, env={**os.environ, **surroundings}, cwd=tmp_path, capture_output=True, timeout=60, check=True)
    assert done.stdout == wanted


def test_whole_shards_are_kept_and_damaged_ones_made_anew(small: Spec, tmp_path: Path) -> None:
    heard: list[dataset.Shard] = []
    first = dataset.run(small, tmp_path, threads=2, progress=heard.append)
    assert heard == first and [shard.is_new for shard in first] == [True] * 3
    bytes_of = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert len(bytes_of) == 6 and all(name.startswith(("_carcassonne-", "carcassonne-")) for name in bytes_of)
    again = dataset.run(small, tmp_path)
    assert [shard.is_new for shard in again] == [False] * 3
    path = first[1].path
    digest = path.with_name(f"_{path.name}.sha256")
    good = path.read_bytes()

    def flip(at: int) -> None:
        path.write_bytes(good[:at] + bytes([good[at] ^ 1]) + good[at + 1 :])

    for damage in [
        lambda: flip(5),
        lambda: flip(len(good) - 200),
        lambda: flip(len(good) - 1),
        lambda: path.write_bytes(good[:-9]),
        lambda: path.write_bytes(b""),
        path.unlink,
        digest.unlink,
        lambda: digest.write_text("nothing"),
        lambda: digest.write_bytes(b"\xff"),
    ]:
        damage()
        assert dataset.check_shard(small, 1, tmp_path) is not None
        assert [shard.is_new for shard in dataset.run(small, tmp_path)] == [False, True, False]
        assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == bytes_of


def test_digests_are_those_of_sha256sum(small: Spec, tmp_path: Path) -> None:
    import shutil

    dataset.run(small, tmp_path)
    if shutil.which("sha256sum"):
        names = sorted(path.name for path in tmp_path.glob("_*.sha256"))
        subprocess.run(["sha256sum", "--check", "--strict", *names], cwd=tmp_path, check=True, capture_output=True)


def test_files_of_another_pyarrow_are_made_anew(small: Spec, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dataset.shard(small, 0, tmp_path)
    monkeypatch.setattr(pa, "__version__", "99.0.0")
    assert "pyarrow" in (dataset.check_shard(small, 0, tmp_path) or "")
    assert dataset.shard(small, 0, tmp_path).is_new


def test_a_data_set_grows_and_never_overlaps(small: Spec, tmp_path: Path) -> None:
    dataset.run(small, tmp_path)
    grown = Spec("carcassonne", ["random", "random"], [(0, 11), (40, 43)], shard_games=4)
    assert [shard.is_new for shard in dataset.run(grown, tmp_path)] == [False] * 3 + [True]
    before = sorted(tmp_path.iterdir())
    other = Spec("carcassonne", ["random", "random"], (40, 49), shard_games=5)
    for make in (lambda: dataset.run(other, tmp_path), lambda: dataset.shard(other, 1, tmp_path)):
        with pytest.raises(DatasetError, match="40 to 43 would be in the folder twice"):
            make()
    strangers = Spec("carcassonne", ["random", "random"], (40, 49), masks=True)
    with pytest.raises(DatasetError, match="shard of another spec"):
        dataset.run(strangers, tmp_path)
    assert sorted(tmp_path.iterdir()) == before


def test_wrong_calls(small: Spec, tmp_path: Path) -> None:
    for call in (dataset.run, lambda spec, folder: dataset.shard(spec, 0, folder), lambda spec, folder: dataset.shard_bytes(spec, 0)):
        with pytest.raises(TypeError, match="Spec, not dict"):
            call({}, tmp_path)  # type: ignore[arg-type]
    for index in [-1, 3]:
        with pytest.raises(DatasetError, match="0 to 2"):
            dataset.shard(small, index, tmp_path)
    with pytest.raises(DatasetError, match="threads"):
        dataset.shard(small, 0, tmp_path, threads=0)
    with pytest.raises(TypeError, match="threads"):
        dataset.run(small, tmp_path, threads=1.5)  # type: ignore[arg-type]
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        dataset.run(small, tmp_path / "file")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
