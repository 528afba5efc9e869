"""Records become trajectories and come back, and the columns say what the games say."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import GAMES, played

import neuland
from neuland import dataset


def some_records(game: str) -> list[neuland.Record]:
    """Finished games and unfinished ones, one without a step, and one that begins in the middle."""
    middle = played(game, 5, 40).state()
    records = [played(game, 1), played(game, 2, 33), neuland.Recorder(neuland.State(game)).finish(neuland.State(game))]
    records.append(played(game, 3, 20, state=neuland.State.from_setup(game, middle.to_setup())))
    return records


def test_records_come_back_byte_for_byte(game: str, tmp_path: Path) -> None:
    records = some_records(game)
    path = tmp_path / "a.parquet"
    written = dataset.write(records, path, first_id=7)
    assert (written.path, written.games, written.bytes) == (path, 4, path.stat().st_size)
    assert [str(record) for record in dataset.to_records(path)] == [str(record) for record in records]
    file = dataset.read(path)
    assert [str(record) for record in file.records()] == [str(record) for record in records]
    assert (file.game, file.games, file.rows, len(file)) == (game, 4, written.rows, written.rows)
    assert file.version == neuland.version() and file.pyarrow == pa.__version__
    assert file.rows == sum(str(record).count("\n") for record in records)
    assert sorted(set(file.table(["game_id"])["game_id"].to_pylist())) == [7, 8, 9, 10]
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.parquet"]


def test_paths_and_folders_are_records(tmp_path: Path) -> None:
    neuland.simulate("mayflower", ["random", "random"], games=3, seed=4, records=tmp_path / "games")
    names = sorted((tmp_path / "games").iterdir())
    texts = [name.read_text(encoding="utf-8") for name in names]
    dataset.write(tmp_path / "games", tmp_path / "a.parquet")
    dataset.write(iter(names), tmp_path / "b.parquet", game="mayflower")
    dataset.write((neuland.Record.parse(text) for text in texts), tmp_path / "c.parquet")
    for name in "abc":
        assert [str(record) for record in dataset.to_records(tmp_path / f"{name}.parquet")] == texts
    assert len({(tmp_path / f"{name}.parquet").read_bytes() for name in "abc"}) == 1


def rows_by_hand(record: neuland.Record, game_id: int, everything: bool) -> Iterator[tuple[dict[str, object], object, object]]:
    """What the columns must say, from positions of the record and a table that plays along."""
    seats = record.state(0).seats
    table = neuland.Table(record.state(0))
    lines = str(record).rstrip("\n").split("\n")
    blank: dict[str, object] = dict.fromkeys(["seat", "codes", "legal", "result", "final_points"])
    for step, line in enumerate(lines):
        row = {**blank, "game_id": game_id, "step": step, "kind": "header", "text": line}
        row["points"] = [record.state(max(0, min(step, len(record) + 1) - 1)).points[seat] for seat in seats]
        observation = mask = None
        if 1 <= step <= len(record):
            letter, row["text"] = record.steps[step - 1]
            row["kind"] = "chance"
            if letter is None:
                table.resolve(row["text"])
            else:
                row["kind"] = "action"
                row["seat"] = seats.index(letter)
                try:
                    row["codes"] = table.codes_of(row["text"], letter)
                except neuland.ParseError:
                    assert row["text"].split()[0] in ("offer", "counter", "propose")
                row["legal"] = len(record.state(step - 1).legal_actions(letter))
                if record.result is not None:
                    winners = record.result["winners"]
                    row["result"] = np.float32(1 / len(winners)) if letter in winners else 0.0
                    row["final_points"] = record.state().points[letter]
                observation, mask = table.flat_observation(letter, everything=everything), table.action_mask(letter)
                table.play(row["text"], letter)
        elif step > len(record):
            row["kind"] = "result"
        yield row, observation, mask


@pytest.mark.parametrize("everything", [False, True])
def test_columns_say_what_the_game_says(game: str, everything: bool, tmp_path: Path) -> None:
    records = [played(game, 11, 150), played("carcassonne", 12) if game == "carcassonne" else played(game, 12, 90)]
    path = tmp_path / "a.parquet"
    dataset.write(records, path, observations=True, masks=True, everything=everything)
    file = dataset.read(path)
    assert file.schema == dataset.schema(game, observations=True, masks=True, everything=everything)
    assert file.layout == neuland.layout(game, everything=everything).id
    table = file.table()
    plain = table.drop_columns(["observation", "mask"]).to_pylist()
    observations, masks = table["observation"].combine_chunks(), table["mask"].combine_chunks()
    at = codes = 0
    for game_id, record in enumerate(records):
        for row, observation, mask in rows_by_hand(record, game_id, everything):
            assert plain[at] == row, f"row {at}"
            assert observations[at].is_valid == masks[at].is_valid == (observation is not None)
            if observation is not None:
                assert np.array_equal(observations[at].values.to_numpy(), observation)
                assert np.array_equal(masks[at].values.to_numpy(), mask)
                if row["codes"]:
                    assert mask[row["codes"][0]] == 1
                    codes += 1
            at += 1
    assert at == len(plain) and codes > 100


def test_offers_without_a_code_have_none(tmp_path: Path) -> None:
    setup = {"seats": {"A": {"settlements": ["I39"], "roads": ["39-44-48"], "hand": {"ore": 3, "wool": 3}}, "B": {"cities": ["I28"]}}}
    state = neuland.State.from_setup("catan", setup)
    recorder = neuland.Recorder(state)
    while state.turn.kind == "chance":
        recorder.outcome(outcome := state.draw(1))
        state.resolve(outcome)
    steps = ["roll"] if "roll" in state.legal_actions() else []
    for text in [*steps, None, "offer 3 wool for 3 grain to B"]:
        if text is None:
            while state.turn.kind == "chance":
                recorder.outcome(outcome := "dice 1 1" if state.turn.chance == "dice" else state.draw(1))
                state.resolve(outcome)
            continue
        recorder.action("A", text)
        state.play(text, "A")
    dataset.write(recorder.finish(state), tmp_path / "a.parquet")
    last = dataset.read(tmp_path / "a.parquet").table().to_pylist()[-1]
    assert last["text"].startswith("offer") and last["codes"] is None and last["legal"] > 0
    assert last["result"] is None and last["final_points"] is None


def test_a_shared_win_is_shared(tmp_path: Path) -> None:
    seed = next(seed for seed in range(5000) if len(shared(seed).result["winners"]) == 2)
    dataset.write(shared(seed), tmp_path / "a.parquet")
    results = set(dataset.read(tmp_path / "a.parquet").table(["result"])["result"].to_pylist())
    assert results == {None, 0.5}, f"seed {seed}"


def shared(seed: int) -> neuland.Record:
    return played("carcassonne", seed)


def test_memory_is_bounded_by_a_row_group(tmp_path: Path) -> None:
    pool = pa.default_memory_pool()
    record = played("catan", 1, 400)
    size = 4 * neuland.layout("catan").size + neuland.layout("catan").actions
    games = 200_000_000 // (size * 400) + 1
    path = tmp_path / "a.parquet"
    before = pool.bytes_allocated()
    most = 0

    def many() -> Iterator[neuland.Record]:
        nonlocal most
        for _ in range(games):
            most = max(most, pool.bytes_allocated() - before)
            yield record

    dataset.write(many(), path, observations=True, masks=True)
    groups = pq.ParquetFile(path).metadata
    assert groups.num_row_groups >= 5
    rows = [groups.row_group(n).num_rows for n in range(groups.num_row_groups)]
    assert set(rows[:-1]) == {(32 << 20) // size}, "every group but the last is full"
    assert most < 100_000_000
    read = 0
    for batch in dataset.read(path).batches():
        read += batch.num_rows
        assert pool.bytes_allocated() - before < 150_000_000
    assert read == sum(rows)


def test_equal_games_are_equal_bytes(tmp_path: Path) -> None:
    for name in "ab":
        dataset.write(played("traders-and-builders", 9), tmp_path / name, observations=True, masks=True)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_a_file_without_games(tmp_path: Path) -> None:
    written = dataset.write([], tmp_path / "a.parquet", game="catan")
    assert (written.games, written.rows) == (0, 0)
    file = dataset.read(tmp_path / "a.parquet")
    assert list(file.records()) == [] and file.table().num_rows == 0
    assert file.table(["step"]).column_names == ["step"]


def test_other_programs_read_a_folder(tmp_path: Path) -> None:
    from pyarrow import dataset as arrow_dataset

    spec = dataset.Spec("mayflower", ["random", "random"], (0, 3), shard_games=2)
    dataset.run(spec, tmp_path)
    found = arrow_dataset.dataset(tmp_path).to_table(filter=arrow_dataset.field("kind") == "result")
    assert found["game_id"].to_pylist() == [0, 1, 2, 3]
    assert pq.read_table(tmp_path).num_rows > 400


def test_every_game_has_a_schema() -> None:
    for name in GAMES:
        assert dataset.schema(name).names == dataset.schema("catan").names
    with pytest.raises(neuland.ParseError):
        dataset.schema("chess")
