"""``python -m neuland.dataset``: what it does, its help, and its errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import played

from neuland import dataset
from neuland.dataset import Spec
from neuland.dataset.__main__ import main


def test_records_are_written_and_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played("mayflower", 3, 30)
    record.write(tmp_path / "a.neuland")
    file = str(tmp_path / "a.parquet")
    assert main(["write", file, str(tmp_path), "--masks", "--first-id", "5"]) == 0
    assert "1 games, " in capsys.readouterr().out
    assert main(["show", file, "--rows", "2"]) == 0
    shown = capsys.readouterr().out
    assert "mayflower: 1 games" in shown and "  mask: fixed_size_list<" in shown and shown.count("'game_id': 5") == 2
    assert main(["show", file, "--record", "5"]) == 0
    assert capsys.readouterr().out == str(record)
    assert main(["show", file, "--record", "6"]) == 1
    assert "has no game 6" in capsys.readouterr().err
    assert main(["write", file, str(tmp_path)]) == 1
    assert "exists already" in capsys.readouterr().err
    assert main(["write", file, str(tmp_path), "--overwrite"]) == 0


def test_a_spec_is_printed_and_its_shards_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["spec", "carcassonne", "--bots", "random,random", "--seeds", "0..3", "9", "--shard-games", "2", "--rotate"]
    assert main([*words, "--option", "start_player=random", "--observations"]) == 0
    text = capsys.readouterr().out
    spec = Spec.from_json(text)
    assert spec.seeds == ((0, 3), (9, 9)) and spec.rotate and spec.observations and spec.options["start_player"] == "random"
    (tmp_path / "spec.json").write_text(text, encoding="utf-8")
    folder = tmp_path / "shards"
    assert main(["shard", str(tmp_path / "spec.json"), str(folder), "--index", "1", "--index", "2"]) == 0
    assert capsys.readouterr().out.count(": made\n") == 2
    command = [sys.executable, "-m", "neuland.dataset", "shard", "-", str(folder), "--threads", "2"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=True)
    assert (done.stdout.count(": kept\n"), done.stdout.count(": made\n")) == (2, 1)
    assert dataset.check_shard(spec, 0, folder) is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["write", "a.parquet", "nothing.neuland"], "nothing.neuland"),
        (["show", "nothing.parquet"], "nothing.parquet"),
        (["show", "text.txt"], "text.txt is damaged, or no Parquet file"),
        (["spec", "chess", "--bots", "random", "--seeds", "0..9"], "chess"),
        (["spec", "catan", "--bots", "random,deep-blue", "--seeds", "0..9"], "deep-blue"),
        (["spec", "catan", "--bots", "random,random", "--seeds", "0..9", "5..20"], "overlap"),
        (["spec", "catan", "--bots", "random,random", "--seeds", "many"], "write 0..999"),
        (["spec", "catan", "--bots", "random,random", "--seeds", "0..9", "--option", "dice"], "write NAME=VALUE"),
        (["spec", "catan", "--bots", "random,random", "--seeds", "0..9", "--option", "dice=3"], "dice"),
        (["shard", "nothing.json", "folder"], "nothing.json"),
        (["shard", "text.txt", "folder"], "text.txt: the spec is no JSON"),
    ],
)
def test_errors_have_one_line(
    words: list[str], why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text.txt").write_text("some text", encoding="utf-8")
    assert main(words) == 1
    error = capsys.readouterr().err
    assert error.startswith("error: ") and why in error and error.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["text.txt"]


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    for words in [["--help"], ["write", "--help"], ["spec", "--help"], ["shard", "--help"], ["show", "--help"]]:
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 0
        assert "python -m neuland.dataset" in capsys.readouterr().out
    for words in [[], ["dance"], ["show"], ["write", "a", "b", "--first-id", "x"]]:
        with pytest.raises(SystemExit) as ended:
            main(words)
        assert ended.value.code == 2
        assert "usage:" in capsys.readouterr().err
