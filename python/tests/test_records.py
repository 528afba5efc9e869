"""Records, cases, and the replay widget."""

from __future__ import annotations

import json
import pickle
import re
from pathlib import Path

import pytest
from conftest import play_randomly

import neuland


def written(game: str, seed: int, decisions: int = 100_000) -> neuland.Record:
    state = neuland.State(game)
    recorder = neuland.Recorder(state, names=["Ada"] + [None] * (len(state.seats) - 1), seed=seed)
    for seat, text in play_randomly(state, seed, decisions):
        if seat is None:
            recorder.outcome(text)
        else:
            recorder.action(seat, text)
    return recorder.finish(state)


def test_a_record_is_the_game(game: str, tmp_path: Path) -> None:
    record = written(game, 2)
    assert record.game == game and record.names[0] == "Ada" and record.header["seed"] == f"{2:016x}"
    assert record.state().is_over and record.result is not None
    assert record.result["points"] == record.state().points
    path = tmp_path / "a.neuland"
    record.write(path)
    again = neuland.Record.read(path)
    assert again == record == neuland.Record.parse(str(record)) == pickle.loads(pickle.dumps(record))
    assert len(record) == len(record.steps)
    state = record.state(0)
    for n, (seat, text) in enumerate(record.steps, start=1):
        events = state.resolve(text) if seat is None else state.play(text, seat)
        assert events.seen_by(everything=True) == record.events(n).seen_by(everything=True)
        if n % 37 == 0:
            assert state == record.state(n) == neuland.State.from_record(record, n)
    assert state == record.state(-1) == neuland.State.from_record(record)
    for beyond in [len(record) + 1, -len(record) - 2]:
        with pytest.raises(IndexError, match="positions 0 to"):
            record.state(beyond)


def test_a_byte_order_mark_in_front_is_skipped(tmp_path: Path) -> None:
    mark = "\ufeff"
    record = written("carcassonne", 2, 20)
    assert neuland.Record.parse(mark + str(record)) == record
    path = tmp_path / "a.neuland"
    path.write_text(mark + str(record), encoding="utf-8")
    assert neuland.Record.read(path) == record
    state = record.state()
    setup = json.dumps(state.to_setup())
    assert neuland.State.from_setup("carcassonne", mark + setup) == neuland.State.from_setup("carcassonne", setup)
    view = json.dumps(state.view("A"))
    assert neuland.from_view(mark + view).document == neuland.from_view(view).document
    case = f"{mark}game catan\ncase a deck\nclauses CATAN-ROB-2\nexpect deck 25\n"
    assert neuland.check_cases(case).ok and neuland.check_cases(case) == neuland.check_cases(case.removeprefix(mark))


def test_a_damaged_record_names_its_line() -> None:
    lines = str(written("catan", 3, 30)).splitlines()
    with pytest.raises(neuland.RecordError) as caught:
        neuland.Record.parse("\n".join([lines[0], lines[1], '{"seat":"A","do":"end"}']))
    assert caught.value.line == 3 and caught.value.clause is not None and "line 3" in str(caught.value)
    for wrong in ["", "{}", "no json", lines[1], lines[0] + "\n{", lines[0].replace("catan", "chess")]:
        with pytest.raises(neuland.RecordError):
            neuland.Record.parse(wrong)
    with pytest.raises(TypeError):
        neuland.Record.parse(b"bytes")  # type: ignore[arg-type]


def test_files_that_are_no_records(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        neuland.Record.read(tmp_path / "nothing.neuland")
    path = tmp_path / "latin.neuland"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(neuland.RecordError, match="UTF-8"):
        neuland.Record.read(path)


def test_dice_without_a_proof_are_not_verified() -> None:
    with pytest.raises(neuland.RecordError, match="no proof"):
        written("catan", 3, 5).verify_dice()


def test_a_recorder_writes_no_game_that_the_rules_refuse() -> None:
    state = neuland.State("catan")
    recorder = neuland.Recorder(state)
    recorder.action("A", "end")
    with pytest.raises(neuland.RecordError):
        recorder.finish(state)
    with pytest.raises(neuland.ParseError, match="2 names for 4 seats"):
        neuland.Recorder(state, names=["a", "b"])


def test_a_widget_is_whole_and_bounded(game: str) -> None:
    record = written(game, 4)
    page = neuland.replay_widget(record, frames=10)
    assert len(re.findall(r"<script>", page)) == page.count("</script>") == 1
    assert "http://" not in page.replace("http://www.w3.org/", "") and "https://" not in page
    assert re.search(r"@\w+@", page) is None
    parts, frames = json.loads(re.search(r"const \[parts, coded\] = (.*);\n", page)[1])
    assert len(frames) == 10 and frames[0][0] == 0 and frames[-1][0] == len(record)
    assert parts[0].startswith("<svg") and frames[0][4][0] == 0
    small = neuland.replay_widget(record, frames=1000, max_bytes=200_000)
    assert len(small) < 400_000
    assert len(neuland.replay_widget(record, frames=1, max_bytes=1)) > 1000
    html = record._repr_html_()
    assert html.startswith("<iframe") and 'sandbox="allow-scripts"' in html and "<script" not in html
    for wrong in [0, 1001, -1]:
        with pytest.raises(ValueError):
            neuland.replay_widget(record, frames=wrong)
    with pytest.raises(TypeError):
        neuland.replay_widget(record, frames=True)


CASES = """
game catan
case foreign buildings block roads
clauses CATAN-ROAD-4
A road 17-23
A hand 1 brick 1 lumber
B settlement I23
A? road 23-29 -> illegal CATAN-ROAD-4
again a wrong one
clauses CATAN-ROAD-4
A? road 23-29 -> ok
"""


def test_cases_are_checked() -> None:
    report = neuland.check_cases(CASES)
    assert report.passed == 1 and not report.ok
    (failure,) = report.failures
    assert failure.case == "a wrong one" and failure.line == 11 and "CATAN-ROAD-4" in failure.message
    assert not neuland.check_cases("").ok
    assert neuland.check_cases("nonsense").failures[0].case is None
