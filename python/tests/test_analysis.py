"""The results of finished games split into luck and skill."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from types import FrameType

import pytest

import neuland

GAMES = [info.name for info in neuland.games()]
NAMES = ("seats", "course", "decisions", "luck", "trades", "players")


def played(game: str, folder: Path, games: int = 1) -> list[str]:
    """The records of games between two bots."""
    neuland.simulate(game, ["random", "random"], games=games, seed=5, records=folder)
    return [path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())]


@pytest.fixture(scope="module", params=["carcassonne", "catan"])
def analysed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> neuland.Analysis:
    return neuland.analyse(played(request.param, tmp_path_factory.mktemp("records"), 2))


def test_the_tables_say_what_the_document_says(analysed: neuland.Analysis) -> None:
    tables = {name: analysed.columns(name) for name in NAMES}
    for name, columns in tables.items():
        assert len({len(column) for column in columns.values()}) == 1, name
    seats, games = tables["seats"], analysed.games
    assert seats["game"] == [0, 0, 1, 1] and seats["seat"] == ["A", "B"] * 2
    for row in range(4):
        assert seats["luck"][row] == pytest.approx(sum(column[row] for name, column in seats.items() if name.startswith("luck_")))
        assert seats["others"][row] == pytest.approx(sum(column[row] for name, column in seats.items() if name.startswith("others_")))
        parts = (seats[name][row] for name in ("prior", "luck", "mistakes", "unforeseen", "others"))
        assert sum(parts) == pytest.approx(seats["outcome"][row], abs=1e-9)
    assert sum(map(abs, seats["luck"])) > 0
    assert len(tables["course"]["share"]) == 2 * sum(game["steps"] + 1 for game in games)
    assert tables["decisions"]["cost"] == [decision["cost"] for game in games for decision in game["decisions"]]
    for number, game in enumerate(games):
        own = [luck for at, luck in zip(tables["luck"]["game"], tables["luck"]["luck"]) if at == number]
        assert own == [luck for event in game["luck"] for luck in event["luck"]]
    # Both seats have the same name.
    assert tables["players"]["games"] == [4] and sum(tables["players"]["wins"]) == pytest.approx(2)
    assert "<table>" in analysed._repr_html_()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_analysed_alike_on_any_number_of_threads(game: str, tmp_path: Path) -> None:
    (text,) = played(game, tmp_path / "records")
    one = neuland.analyse(neuland.Record.parse(text), threads=1)
    assert one == neuland.analyse(text, threads=3)
    assert one.games[0]["game"] == game


def test_rollouts_measure_what_marked_decisions_cost(tmp_path: Path) -> None:
    (text,) = played("carcassonne", tmp_path / "records")
    quick, deep = neuland.analyse(text), neuland.analyse(text, deep=400)
    assert all(error is None for error in quick.columns("decisions")["error"])
    assert any(error is not None for error in deep.columns("decisions")["error"])


def test_what_cannot_be_analysed_is_refused(tmp_path: Path) -> None:
    state = neuland.State("catan")
    with pytest.raises(neuland.RecordError, match="not over"):
        neuland.analyse(neuland.Recorder(state).finish(state))
    with pytest.raises(neuland.RecordError):
        neuland.analyse("no record")
    with pytest.raises(neuland.ParseError, match="deep"):
        neuland.analyse([], deep=99)
    with pytest.raises(neuland.ParseError, match="threads"):
        neuland.analyse([], threads=0)
    with pytest.raises(neuland.ParseError, match="no table"):
        neuland.analyse([]).columns("points")  # type: ignore[arg-type]


def test_a_signal_stops_it(tmp_path: Path) -> None:
    (text,) = played("carcassonne", tmp_path / "records")
    stopped = threading.Event()

    class Stop(Exception):
        pass

    def stop(number: int, frame: FrameType | None) -> None:
        # Raised in the call itself alone, which would take hours.
        if frame is not None and frame.f_code is neuland.analyse.__code__:
            stopped.set()
            raise Stop

    def send(thread: int) -> None:
        while not stopped.wait(0.01):
            signal.pthread_kill(thread, signal.SIGUSR1)

    before = signal.signal(signal.SIGUSR1, stop)
    sender = threading.Thread(target=send, args=(threading.get_ident(),))
    sender.start()
    try:
        with pytest.raises(Stop):
            neuland.analyse(text, deep=10_000_000)
    finally:
        stopped.set()
        sender.join()
        signal.signal(signal.SIGUSR1, before)
