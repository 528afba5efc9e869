"""Bots in Python behind the bot protocol: scripted hosts, `bot-check` where the program is built, and wrong hosts."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import neuland
from neuland import protocol

ROOT = Path(__file__).resolve().parents[2]


def talk(bot: Any, *messages: Any, **options: Any) -> list[dict[str, Any]]:
    """What a bot says to a host that says this."""
    lines = [message if isinstance(message, bytes) else json.dumps(message).encode() for message in messages]
    writer = io.BytesIO()
    neuland.serve_bot(bot, name="mole", reader=io.BytesIO(b"\n".join(lines) + b"\n"), writer=writer, **options)
    return [json.loads(line) for line in writer.getvalue().splitlines()]


HELLO = {"type": "hello", "protocol": 1, "protocols": [1], "host": "test"}
QUIT = {"type": "quit"}


def new_game(state: neuland.State, seat: str = "A") -> dict[str, Any]:
    return {"type": "new-game", "id": "1", "game": state.game, "rules": 1, "seat": seat, "seats": len(state.seats), "seed": "7"}


def decide(state: neuland.State, seat: str = "A") -> dict[str, Any]:
    return {"type": "decide", "decision": 1, "open": [], "clock": {"left_ms": None}, "view": state.view(seat)}


def test_a_conversation(game: str, midgame: Any) -> None:
    state = midgame(game)
    while state.turn.seat is None:
        state.advance(1)
    seat = state.turn.seat
    said = talk(
        lambda view: view.legal_actions[-1],
        HELLO,
        b"",
        {"type": "weather", "rain": True},
        new_game(state, seat),
        {"type": "events", "events": [{"event": "rolled"}]},
        decide(state, seat) | {"unknown": [1, 2]},
        {"type": "fault", "kind": "silence", "message": "late", "consequence": "random"},
        {"type": "game-over", "winners": ["A"], "points": {}, "reason": "played", "faults": {}},
        QUIT,
        {"type": "hello", "protocols": [99]},
        version="3",
    )
    assert [message["type"] for message in said] == ["hello", "ready", "action"]
    assert said[0] == {"type": "hello", "protocol": 1, "name": "mole", "version": "3", "events": False, "legal": False}
    assert said[2] == {"type": "action", "decision": 1, "action": str(state.legal_actions(seat)[-1])}


def test_a_bot_with_methods_hears_everything(capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[Any] = []

    class Listener:
        def begin(self, game: str, seat: str, seed: int) -> None:
            heard.append((game, seat, seed))

        def observe(self, events: list[dict[str, Any]]) -> None:
            heard.append(events)

        def choose(self, view: neuland.SeatView) -> protocol.Answer:
            print("thinking")
            assert view.seat == "A" and "settlement I17" in view.legal_actions
            candidates = [(action, float(n)) for n, action in enumerate(view.legal_actions)] * 3
            return protocol.Answer(view.legal_actions[3], "x" * 2000, {"A": 1}, candidates)

    state = neuland.State("catan", players=2)
    state.advance(1)
    said = talk(Listener(), HELLO, new_game(state), {"type": "events", "events": [{"event": "x"}]}, decide(state), QUIT)
    assert heard == [("catan", "A", 7), [{"event": "x"}]]
    assert said[0]["events"] is True
    answer = said[-1]
    assert (answer["action"], len(answer["comment"]), answer["evaluation"]) == ("settlement I3", 1000, {"A": 1.0})
    assert len(answer["candidates"]) == 64 and answer["candidates"][1] == {"action": "settlement I1", "value": 1.0}
    captured = capsys.readouterr()
    assert captured.out == "" and "thinking" in captured.err


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ([b"{"], "not JSON"),
        ([b"\xff\xfe"], "not JSON"),
        ([b"[1]"], "list"),
        ([b'"hello"'], "str"),
        ([b"[" * 100_000], "JSON|deep"),
        ([{"type": "hello", "protocols": [2, 3]}], r"versions \[2, 3\]"),
        ([{"type": "hello", "protocols": 1}], "versions"),
        ([{"type": "hello"}], "versions"),
        ([HELLO, {"type": "new-game"}], "text `game`"),
        ([HELLO, {"type": "decide", "decision": 1}], "without a new-game"),
        ([HELLO, {"type": "new-game", "game": "catan"}, {"type": "decide", "decision": 1}], "without a view"),
        ([HELLO, {"type": "new-game", "game": "catan"}, {"type": "decide", "view": {"seats": 3}}], "view that is none"),
        ([HELLO, {"type": "new-game", "game": "chess"}, {"type": "decide", "view": {}}], "chess"),
        ([b"1" * (protocol.LINE_MAX + 1)], "above 1048576 bytes"),
    ],
)
def test_wrong_hosts_are_refused(messages: list[Any], expected: str) -> None:
    with pytest.raises(protocol.ProtocolError, match=expected):
        talk(lambda view: "end", *messages)


def test_wrong_bots_are_refused() -> None:
    state = neuland.State("catan")
    state.advance(1)
    with pytest.raises(TypeError, match="a bot is a function"):
        talk(7, HELLO)
    for name in ("", "x" * 65, 3):
        with pytest.raises(neuland.ParseError, match="64 characters"):
            neuland.serve_bot(lambda view: "end", name=name)  # type: ignore[arg-type]
    with pytest.raises(neuland.ParseError, match="chess"):
        talk(lambda view: "end", HELLO, games=["chess"])
    with pytest.raises(TypeError, match="not NoneType"):
        talk(lambda view: None, HELLO, new_game(state), decide(state))
    with pytest.raises(ZeroDivisionError):
        talk(lambda view: 1 // 0, HELLO, new_game(state), decide(state))


def test_a_world_behind_a_view_agrees_with_it(game: str, midgame: Any) -> None:
    for seed in range(4):
        state = midgame(game, seed)
        worlds = []
        for seat in state.seats:
            view = neuland.from_view(state.view(seat), game)
            world = neuland.sample_world(view, seed)
            assert world.view(seat) == state.view(seat)
            assert neuland.sample_world(view, seed) == world
            assert neuland.sample_world(state.seat_view(seat), seed) == world
            if state.turn.seat == seat:
                assert list(world.legal_actions(seat)) == list(state.legal_actions(seat))
            worlds += [neuland.sample_world(view, n).view(everything=True) for n in range(4)]
        assert worlds
    with pytest.raises(TypeError):
        neuland.sample_world(state, 1)  # type: ignore[arg-type]
    with pytest.raises((TypeError, neuland.ParseError)):
        neuland.sample_world(state.seat_view("A"), None)  # type: ignore[arg-type]


BOT = """
import random, neuland
class Bot:
    def begin(self, game, seat, seed):
        self.draws = random.Random(seed)
    def choose(self, view):
        return view.legal_actions.sample(self.draws)
neuland.serve_bot(Bot(), name="sampler")
"""


def program() -> str | None:
    """The program `neuland`, where it is built."""
    named = os.environ.get("NEULAND_PROGRAM")
    built = [ROOT / "target" / profile / "neuland" for profile in ("release", "debug")]
    return named or next((str(path) for path in built if path.exists()), None) or shutil.which("neuland")


@pytest.mark.skipif(sys.platform == "win32", reason="external bots run on Unix alone")
def test_a_process_plays_in_matches(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    bot = neuland.ExternalBot(f"'{sys.executable}' '{file}'", name="sampler")
    result = neuland.simulate("carcassonne", [bot, "random"], games=2, threads=1)
    assert result.games == 2 and result.bots[0].lost == 0
    assert result.wins == neuland.simulate("carcassonne", [bot, "random"], games=2, threads=1).wins


@pytest.mark.skipif(program() is None, reason="the program `neuland` is not built")
def test_bot_check_finds_nothing_wrong(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(BOT)
    command = [str(program()), "bot-check", f"'{sys.executable}' '{file}'", "--games", "carcassonne", "--move-time", "10000"]
    checked = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
