"""Objects that are copied, pickled and saved: they go on as the original would."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import neuland


def best_quick(game: str) -> str:
    """The strongest bot of a game that does not search."""
    return [bot.name for bot in neuland.bots(game) if bot.name not in ("expert", "master")][-1]


GAMES = [info.name for info in neuland.games()]


def pickled(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))


def played(game: str, codes: int, seed: int = 4) -> neuland.Table:
    """A table in the middle of a random game."""
    table = neuland.Table(neuland.State(game))
    rng = neuland.Random(seed)
    for _ in range(codes):
        table.advance(seed=seed)
        if table.seat is None:
            break
        table.play_code(table.sample_code(rng))
    return table


def rest(table: neuland.Table, codes: int = 60) -> list[Any]:
    """What happens from here on, with all that the seats see."""
    rng = neuland.Random(9)
    trace: list[Any] = []
    for _ in range(codes):
        trace.append(table.advance(seed=8).seen_by(everything=True))
        if table.seat is None:
            break
        code = table.sample_code(rng)
        seen = [table.flat_observation(seat).tobytes() for seat in table.state.seats]
        trace.append((code, seen, table.action_mask().tobytes(), table.determinize("A", seed=code).state.to_setup()))
        table.play_code(code)
    return trace


def restored(table: neuland.Table) -> neuland.Table:
    other = neuland.Table(neuland.State("carcassonne"))
    other.restore(table.save())
    return other


COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, pickled, restored, lambda table: table.clone()]


@pytest.mark.parametrize("game", GAMES)
def test_a_table_goes_on_from_any_copy(game: str) -> None:
    for codes in (0, 7, 90, 151):
        table = played(game, codes)
        twins = [make(table) for make in COPIES]
        expected = rest(table.clone())
        for twin in twins:
            assert rest(twin) == expected
        assert rest(table) == expected, "copies do not move the original"


def test_a_half_made_choice_is_kept() -> None:
    table = played("catan", 40)
    rng = neuland.Random(2)
    kept = 0
    for _ in range(3000):
        table.advance(seed=6)
        if table.seat is None:
            break
        if table.play_code(table.sample_code(rng)) is None:
            twin = pickled(table)
            assert twin.is_choosing() and (twin.action_mask() == table.action_mask()).all()
            kept += 1
    assert kept > 20


def damaged(text: str) -> list[str]:
    """A text with one character changed, with a part missing, and with a value that does not agree with the rest."""
    places = range(0, len(text), max(1, len(text) // 60))
    changed = [text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :] for place in places]
    return [*changed, text[:-1], text[: len(text) // 2], "", "{}", "null", "[" * 5000, text.replace('"version":1', '"version":2')]


@pytest.mark.parametrize("game", ["catan", "cities-and-knights", "mayflower"])
def test_damaged_texts_are_refused(game: str) -> None:
    table = played(game, 60)
    bot = neuland.Bot(best_quick(game), game, seed=3)
    for thing in (table, bot, neuland.Random(3)):
        before = thing.save()
        for text in damaged(before):
            with pytest.raises(neuland.ParseError):
                thing.restore(text)
        assert thing.save() == before, "what is refused changes nothing"
    with pytest.raises(neuland.ParseError, match="saved table.*neuland-bot"):
        table.restore(bot.save())
    with pytest.raises(neuland.ParseError, match="version 2"):
        table.restore(table.save().replace('"version":1', '"version":2'))
    with pytest.raises(TypeError):
        table.restore(b"bytes")  # type: ignore[arg-type]


def test_what_agrees_with_itself_and_not_with_the_rules_is_refused() -> None:
    from neuland import _neuland

    table = played("catan", 60)
    body = json.loads(table.save())["body"]
    for change in (
        {"memory": {**body["memory"], "knowledge": []}},
        {"memory": {**body["memory"], "choices": [{"codes": [3], "picked": [0] * 8}] * 4}},
        {"memory": {**body["memory"], "choices": [{"codes": [], "picked": [9] * 8}] * 4}},
        {"game": "carcassonne"},
        {"game": "chess"},
        {"position": {**body["position"], "robber": "H99"}},
    ):
        with pytest.raises(neuland.ParseError, match="saved table"):
            table.restore(_neuland.seal("neuland-table", json.dumps({**body, **change})))


def test_random_goes_on() -> None:
    rng = neuland.Random(5)
    [rng.below(9) for _ in range(10)]
    other = neuland.Random(1)
    other.restore(rng.save())
    twins = [copy.copy(rng), copy.deepcopy(rng), pickled(rng), other, rng.clone()]
    expected = [rng.below(1000) for _ in range(50)]
    assert all([twin.below(1000) for _ in range(50)] == expected for twin in twins)


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_goes_on_with_what_it_has_heard(game: str) -> None:
    # `master` differs from `expert` by its effort alone.
    for name in [info.name for info in neuland.bots(game) if info.name != "master"]:
        bot = neuland.Bot(name, game, seed=5)
        state = neuland.State(game, players=2)
        # A search takes a hundred times as long as the others.
        length = 8 if name == "expert" else 40

        def turn(bot: neuland.Bot, state: neuland.State, codes: int) -> list[str]:
            chosen = []
            for _ in range(codes):
                bot.observe(state.advance(seed=3))
                if state.is_over:
                    break
                action = bot.choose(state)
                chosen.append(str(action))
                bot.observe(state.play(action))
            return chosen

        turn(bot, state, 40)
        other = neuland.Bot(name, game, seed=5)
        other.restore(bot.save())
        twins = [copy.copy(bot), copy.deepcopy(bot), pickled(bot), bot.clone(), other]
        expected = turn(bot, state.clone(), length)
        assert all(turn(twin, state.clone(), length) == expected for twin in twins)
    with pytest.raises(neuland.ParseError, match="with seed"):
        neuland.Bot("random", game, seed=5).restore(neuland.Bot("random", game, seed=6).save())


@pytest.mark.parametrize("game", GAMES)
def test_views_and_layouts(game: str) -> None:
    state = played(game, 50).state
    state.advance(seed=1)
    view = state.seat_view()
    for twin in (pickled(view), copy.copy(view), copy.deepcopy(view)):
        assert twin == view and hash(twin) == hash(view)
        assert list(twin.legal_actions) == list(view.legal_actions) and twin.seat == view.seat
    for here in (neuland.layout(game), neuland.layout(game, everything=True)):
        for made in (pickled(here), copy.copy(here), copy.deepcopy(here)):
            assert made == here and made.id == here.id and hash(made) == hash(here)
    assert neuland.layout(game) != neuland.layout(game, everything=True)
    stale = pickle.dumps(neuland.layout(game)).replace(neuland.layout(game).hash.encode(), b"0" * 64)
    with pytest.raises(neuland.StaleLayout):
        pickle.loads(stale)


def orders(state: neuland.State, *orders_of_actions: list[str]) -> list[neuland.State]:
    made = []
    for actions in orders_of_actions:
        twin = state.clone()
        for action in actions:
            twin.play(action)
        made.append(twin)
    return made


def test_the_key_is_the_same_for_transpositions() -> None:
    hand = {"brick": 3, "lumber": 3, "grain": 1, "wool": 1}
    setup = {"seats": {"A": {"settlements": ["I39"], "roads": ["39-44-48"], "hand": hand}, "B": {"settlements": ["I20"]}}}
    state = neuland.State.from_setup("catan", setup)
    one, two = orders(state, ["road P53", "settlement I48"], ["settlement I48", "road P53"]) if state.why_not("road P53") is None else (
        state,
        state.clone(),
    )
    assert one.key() == two.key() and len(one.key()) == 32
    later = neuland.State.from_setup("catan", {**state.to_setup(), "turn": 9})
    assert later != state and later.key() == state.key()
    limited = neuland.State.from_setup("catan", {**setup, "options": {"turn_limit": 50}})
    later = neuland.State.from_setup("catan", {**limited.to_setup(), "turn": 9})
    assert later.key() != limited.key(), "turns count where the game ends after some"
    poorer = neuland.State.from_setup("catan", {**setup, "seats": {"A": {"settlements": ["I39"], "roads": ["39-44-48"]}}})
    assert poorer.key() != state.key()


def test_the_key_of_a_land_forgets_the_order_of_tiles() -> None:
    tiles = ["E@(0,-1)r2", "U@(1,0)r1"]
    one = neuland.State.from_setup("carcassonne", {"tiles": tiles})
    two = neuland.State.from_setup("carcassonne", {"tiles": tiles[::-1]})
    assert one != two and one.key() == two.key()
    one = neuland.State.from_setup("carcassonne", {"tiles": tiles, "phase": "deploying"})
    two = neuland.State.from_setup("carcassonne", {"tiles": tiles[::-1], "phase": "deploying"})
    assert one.key() != two.key(), "a figure goes on the last tile"


@pytest.mark.parametrize("game", GAMES)
def test_keys_differ_where_play_does(game: str) -> None:
    keys: dict[str, dict[str, Any]] = {}
    for codes in range(0, 160, 3):
        state = played(game, codes).state
        found = keys.setdefault(state.key(), state.to_setup())
        twin = neuland.State.from_setup(game, found)
        assert list(twin.legal_actions("A")) == list(state.legal_actions("A"))
        assert twin.chance_outcomes() == state.chance_outcomes()
        assert state.key() == pickled(state).key()
    assert len(keys) > 30


def test_a_view_of_nobody_is_refused() -> None:
    state = neuland.State("carcassonne")
    with pytest.raises(neuland.IllegalAction, match="nature is to act; name the seat"):
        state.seat_view()
    assert state.seat_view("B").seat == "B"
    while not state.is_over:
        state.advance(seed=1)
        if not state.is_over:
            state.play(state.legal_actions()[0])
    with pytest.raises(neuland.IllegalAction, match="the game is over; name the seat"):
        state.seat_view()
    assert state.seat_view("A").document["phase"] == "over"
    assert not np.any(neuland.Table(state).action_mask("A"))
