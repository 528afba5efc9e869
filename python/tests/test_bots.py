"""Bots: ours by name, external ones, and bots in Python, in series and in matches."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import neuland


def best_quick(game: str) -> str:
    """The strongest bot of a game that does not search."""
    return [bot.name for bot in neuland.bots(game) if bot.name not in ("expert", "master")][-1]


FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "first", "events": False, "view": False}
    elif message["type"] == "new-game":
        answer = {"type": "ready"}
    elif message["type"] == "decide":
        answer = {"type": "action", "decision": message["decision"], "action": message["legal"][0]}
    else:
        continue
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def first(tmp_path: Path) -> neuland.ExternalBot:
    path = tmp_path / "first.py"
    path.write_text(FIRST)
    return neuland.ExternalBot(f"{sys.executable} {path}", name="first")


class Last:
    """Plays the last listed action."""

    def choose(self, view: neuland.SeatView) -> neuland.Action:
        return view.legal_actions[-1]


def test_bots_have_names(game: str) -> None:
    names = [bot.name for bot in neuland.bots(game)]
    assert "random" in names and len(names) >= 2 and all(bot.about for bot in neuland.bots(game))
    with pytest.raises(neuland.ParseError, match="bots are random"):
        neuland.Bot("stranger", game)


def test_a_bot_plays_a_whole_game_and_hears_it(game: str) -> None:
    def play(told: bool) -> list[str]:
        state = neuland.State(game)
        bot = neuland.Bot(best_quick(game), game, seed=3)
        chosen = []
        while not state.is_over:
            if state.turn.chance is not None:
                events = state.resolve(state.draw(11))
            else:
                action = bot.choose(state)
                chosen.append(str(action))
                events = state.play(action)
            if told and bot.listens:
                bot.observe(events)
        return chosen

    assert play(True) == play(True)
    assert len(play(False)) > 20


def test_a_bot_chooses_in_a_view_as_at_the_table(game: str, midgame: Any) -> None:
    state = midgame(game, 4)
    state.advance(1)
    name = best_quick(game)
    view = neuland.from_view(state.view(state.turn.seat))
    assert neuland.Bot(name, game, 5).choose(view) == neuland.Bot(name, game, 5).choose(state)
    idle = [seat for seat in state.seats if seat not in state.turn.seats]
    if idle:
        with pytest.raises(neuland.IllegalAction, match="nothing to decide"):
            neuland.Bot(name, game).choose(state, idle[0])
    with pytest.raises(TypeError, match="State or a SeatView"):
        neuland.Bot(name, game).choose("catan")  # type: ignore[arg-type]
    with pytest.raises(neuland.ParseError, match="the bot plays"):
        neuland.Bot(name, game).choose(neuland.State("catan" if game != "catan" else "mayflower"))


def test_threads_change_no_count() -> None:
    def run(threads: int) -> Any:
        result = neuland.simulate("catan", ["settler", "random", "random"], games=20, threads=threads, rotate=True)
        return result.bots, result.turns, result.games, result.seed

    assert run(1) == run(3)
    assert run(1)[0][0].wins >= 18 and run(1)[0][0].share in run(1)[0][0].interval


def test_a_series_counts_what_its_records_say(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    result = neuland.simulate("carcassonne", ["random", "surveyor"], games=5, seed=9, records=folder, times=True)
    records = [neuland.Record.read(path) for path in sorted(folder.iterdir())]
    assert len(records) == result.games == 5
    wins = [sum("AB"[n] in record.result["winners"] for record in records if record.result) for n in range(2)]
    assert tuple(wins) == result.wins and result.bots[1].decisions and result.bots[1].mean_ms is not None
    with pytest.raises(FileExistsError):
        neuland.simulate("carcassonne", ["random", "surveyor"], games=5, seed=9, records=folder)


def test_bots_in_python_play() -> None:
    heard: list[dict[str, Any]] = []

    class Listening(Last):
        def begin(self, game: str, seat: str, seed: int) -> None:
            assert game == "catan" and seat in "ABC" and 0 <= seed < 2**64
            self.seat = seat

        def observe(self, events: list[dict[str, Any]]) -> None:
            heard.extend(events)

        def choose(self, view: neuland.SeatView) -> neuland.Action:
            assert view.seat == self.seat == view.document["viewer"]
            return super().choose(view)

    def shortest(view: neuland.SeatView) -> str:
        return min(view.legal_actions.texts(), key=len)

    result = neuland.simulate("catan", [Listening, "settler", shortest], games=3, threads=2)
    assert [bot.name for bot in result.bots] == ["Listening", "settler", "shortest"]
    assert sum(result.wins) + result.unfinished == 3 and heard
    assert all(event["card"] is None for event in heard if event["event"] == "stole" and "A" not in (event["thief"], event["victim"]))
    again = neuland.simulate("catan", [Listening, "settler", shortest], games=3, threads=1)
    assert again.bots == result.bots


def test_an_error_of_a_bot_has_its_traceback_and_the_seed_of_its_game() -> None:
    class Broken(Last):
        def choose(self, view: neuland.SeatView) -> neuland.Action:
            if view.document["turns"] > 3:
                raise KeyError("lost it")
            return super().choose(view)

    for run in (
        lambda: neuland.simulate("carcassonne", [Broken, "random"], games=50, seed=4),
        lambda: neuland.match("carcassonne", [Broken, "random"], games=50, seed=4),
    ):
        with pytest.raises(neuland.BotError, match="KeyError: 'lost it'") as caught:
            run()
        assert caught.value.seed is not None and len(caught.value.seed) == 16 and caught.value.seat in ("A", "B")
        assert caught.value.seed in str(caught.value)
        cause = caught.value.__cause__
        assert isinstance(cause, KeyError) and cause.__traceback__ is not None
        assert cause.__traceback__.tb_frame.f_code.co_name == "choose"


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (lambda view: None, "choose must return an Action or its text, not NoneType"),
        (lambda view: "dance", "dance"),
        (lambda view: "end", "CATAN-"),
        (lambda view: 1 // 0, "ZeroDivisionError"),
    ],
)
def test_wrong_answers_stop_the_run(choose: Any, message: str) -> None:
    with pytest.raises(neuland.BotError, match=message):
        neuland.simulate("catan", [choose, "random"], games=4, threads=2)


def test_a_class_that_cannot_be_made_is_told() -> None:
    class Needy(Last):
        def __init__(self, more: int) -> None:
            self.more = more

    with pytest.raises(neuland.BotError, match="TypeError") as caught:
        neuland.simulate("carcassonne", [Needy, "random"], games=4)
    assert isinstance(caught.value.__cause__, TypeError)


def test_external_bots_play(first: neuland.ExternalBot) -> None:
    result = neuland.simulate("carcassonne", [first, "surveyor"], games=3, threads=2, rotate=True)
    assert result.wins == (0, 3) and result.bots[0].lost == 0
    broken = neuland.ExternalBot("echo no licence found >&2; exit 3", name="broken")
    with pytest.raises(neuland.BotError, match="`broken` cannot play.*no licence found"):
        neuland.simulate("carcassonne", [broken, "surveyor"], games=3, threads=1)
    with pytest.raises(neuland.BotError, match="`broken` cannot play.*no licence found"):
        neuland.match("carcassonne", [broken, "surveyor"], games=3, threads=1)
    slow = neuland.ExternalBot("sleep 100", name="slow")
    with pytest.raises(neuland.ParseError, match="consequence of a fault"):
        neuland.simulate("carcassonne", [slow, "surveyor"], games=1, on_fault="explode")  # type: ignore[arg-type]


def test_faults_say_why(tmp_path: Path) -> None:
    file = tmp_path / "raises.py"
    file.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    kind = json.loads(line)['type']\n"
        "    if kind == 'hello':\n"
        "        print('{\"type\": \"hello\", \"protocol\": 1, \"name\": \"raises\"}', flush=True)\n"
        "    if kind == 'new-game':\n"
        "        print('{\"type\": \"ready\"}', flush=True)\n"
        "    if kind == 'decide':\n"
        "        raise KeyError('wool')\n"
    )
    bot = neuland.ExternalBot(f"'{sys.executable}' '{file}'", name="raises")
    series = neuland.simulate("carcassonne", [bot, "random"], games=2, threads=1)
    match = neuland.match("carcassonne", [bot, "random"], games=2, threads=1)
    assert (series.bots[0].lost, match.bots[0].lost) == (2, 2)
    assert series.bots[1].faults == match.bots[1].faults == ()
    for faults in (series.bots[0].faults, match.bots[0].faults):
        (fault,) = faults
        assert (fault.kind, fault.count, fault.game.split("-")[0], fault.seat) == ("crash", 2, "0", "A")
        assert "its last words: KeyError: 'wool'" in fault.message
        assert fault.errors.startswith("Traceback") and str(fault).endswith("KeyError: 'wool'")


def test_a_series_that_was_stopped_goes_on(tmp_path: Path) -> None:
    def play() -> neuland.SeriesResult:
        return neuland.simulate("carcassonne", "random", games=4, records=tmp_path, threads=1)

    assert play().games == 4
    records = sorted(tmp_path.iterdir())
    assert len(records) == 4 and all(record.suffix == ".neuland" for record in records)
    assert all(neuland.Record.read(record).result for record in records)
    with pytest.raises(FileExistsError):
        play()
    # The mark of a series under way: of the same one it goes on, of another one it does not.
    mark = tmp_path / "carcassonne-0000000000000001.unfinished"
    mark.write_text("")
    assert play().games == 4 and not mark.exists()
    mark.write_text("{}\n")
    with pytest.raises(neuland.ParseError, match="another series"):
        play()


def test_matches_are_judged(first: neuland.ExternalBot) -> None:
    result = neuland.match("carcassonne", ["surveyor", "novice", "random"], games=12, threads=2)
    assert result.games == 12 and [bot.name for bot in result.bots] == ["surveyor", "novice", "random"]
    assert sum(bot.wins for bot in result.bots) == 12
    assert result.bots[0].share is not None and result.bots[0].share in result.bots[0].interval
    assert result.document["plan"]["game"] == "carcassonne" and result.sprt is None
    mixed = neuland.match("carcassonne", {"last": Last, "surveyor": "surveyor", "mine": first}, games=6, threads=2)
    assert {bot.name: bot.games for bot in mixed.bots} == {"last": 4, "surveyor": 4, "mine": 4}
    assert mixed.bots[1].wins == 4


def test_a_sequential_test_ends_early(tmp_path: Path) -> None:
    journal = tmp_path / "match.journal"
    result = neuland.match("carcassonne", ["surveyor", "random"], sprt=(0, 200), journal=journal, seed=2)
    assert result.sprt is not None and result.sprt.decision == "accept-h1" and result.games < 200
    assert result.sprt.llr >= result.sprt.upper
    again = neuland.match("carcassonne", ["surveyor", "random"], sprt=(0, 200), journal=journal, seed=2)
    assert again == result
    with pytest.raises(neuland.ParseError, match="another match"):
        neuland.match("carcassonne", ["surveyor", "novice"], journal=journal)


def test_what_cannot_be_run_is_refused() -> None:
    refused: list[tuple[type[Exception], str, Any]] = [
        (neuland.ParseError, "3 bots for 4 seats", lambda: neuland.simulate(neuland.State("catan"), ["random"] * 3)),
        (neuland.ParseError, "not a bot of catan", lambda: neuland.simulate("catan", ["surveyor"] * 2)),
        (neuland.ParseError, "the shelf has", lambda: neuland.simulate("chess", "random")),
        (neuland.ParseError, "games is a whole number", lambda: neuland.simulate("catan", "random", games=0)),
        (neuland.ParseError, "threads", lambda: neuland.simulate("catan", "random", threads=5000)),
        (neuland.ParseError, "seed", lambda: neuland.simulate("catan", "random", seed=-1)),
        (neuland.ParseError, "seed", lambda: neuland.simulate("catan", "random", seed="x")),
        (TypeError, "games is a whole number", lambda: neuland.simulate("catan", "random", games=1.5)),  # type: ignore[arg-type]
        (TypeError, "a bot is the name", lambda: neuland.simulate("catan", [5, 6])),  # type: ignore[list-item]
        (TypeError, "no method choose", lambda: neuland.simulate("catan", [str, str])),  # type: ignore[list-item]
        (neuland.OptionError, "players", lambda: neuland.simulate("catan", ["random"] * 7)),
        (neuland.ParseError, "two bots", lambda: neuland.match("catan", ["random"])),
        (neuland.ParseError, "formats are", lambda: neuland.match("catan", ["random", "settler"], format="all")),  # type: ignore[arg-type]
        (neuland.ParseError, "'nobody' is not a bot", lambda: neuland.match("catan", {"x": "nobody", "settler": "settler"})),
    ]
    for error, message, run in refused:
        with pytest.raises(error, match=message):
            run()


def test_the_interpreter_is_free_while_games_run() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    neuland.simulate("catan", ["settler"] * 4, games=100, threads=1)
    done.set()
    thread.join()
    assert ticks > 10


def test_an_interrupt_stops_a_run() -> None:
    for run in ("neuland.simulate('catan', 'settler', games=10**9)", "neuland.match('catan', ['settler', 'random'], games=10**8)"):
        # What a shell runs in the background begins with interrupts ignored.
        program = f"import neuland, signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nprint('ready', flush=True)\n{run}\n"
        process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=20)
        assert "KeyboardInterrupt" in textwrap.dedent(errors) and process.returncode != 0


def test_bots_of_ours_have_names_of_the_callers_choice_and_meet_themselves() -> None:
    labelled = neuland.match("carcassonne", {"strong": "surveyor", "weak": "random"}, games=4, seed=2)
    plain = neuland.match("carcassonne", ["surveyor", "random"], games=4, seed=2)
    assert [bot.name for bot in labelled.bots] == ["strong", "weak"]
    assert [bot.wins for bot in labelled.bots] == [bot.wins for bot in plain.bots]
    itself = neuland.match("carcassonne", ["surveyor", "surveyor"], games=4, seed=2)
    assert [bot.name for bot in itself.bots] == ["surveyor", "surveyor (2)"]
    # With the same dice on both seats, a bot without chance of its own wins as often as it loses.
    assert [bot.wins for bot in itself.bots] == [2.0, 2.0]

    def first(view: neuland.SeatView) -> neuland.Action:
        return view.legal_actions[0]

    own = neuland.match("carcassonne", [first, first, "random"], games=6, seed=2)
    assert [bot.name for bot in own.bots] == ["first", "first (2)", "random"]
