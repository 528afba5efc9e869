"""Positions: options, actions, chance, views, events, copies."""

from __future__ import annotations

import collections.abc
import copy
import pickle
import random

import pytest
from conftest import play_randomly

import neuland


def test_every_game_is_described(game: str) -> None:
    info = next(info for info in neuland.games() if info.name == game)
    assert 2 <= info.seats_min <= info.seats_max <= 6
    assert info.rules and info.options
    defaults = neuland.State(game).options
    for option in info.options:
        assert option.default == defaults[option.name]
        assert option.about and neuland.rulebook.clause(option.clause).id == option.clause
        assert option.kind in {"choice", "switch", "number", "counts", "seat"}


def test_options_take_values_as_python_has_them() -> None:
    state = neuland.State("catan", players=3, discard_limit=9, start_player="B")
    assert (state.options["players"], state.options["start_player"]) == (3, "B")
    assert state.seats == ["A", "B", "C"]
    assert neuland.State.new("catan", players="3", discard_limit="9", start_player="B") == state


def test_all_faults_of_options_are_named_at_once() -> None:
    with pytest.raises(neuland.OptionError) as caught:
        neuland.State("catan", players=9, discard_limit=True, colour="red")
    assert len(caught.value.faults) == 3
    assert "`red`" not in str(caught.value) and "`colour` is not an option of catan" in str(caught.value)
    assert caught.value.faults[0].clause is not None or caught.value.faults[1].clause is not None


def test_a_game_is_played_to_its_end(game: str) -> None:
    state = neuland.State(game)
    steps = play_randomly(state, 5, 100_000)
    assert state.is_over and state.turn.kind == "over" and state.turn.winners is not None
    assert set(state.points) == set(state.seats)
    assert len(steps) > 50
    again = neuland.State(game)
    for seat, text in steps:
        if seat is None:
            again.resolve(text)
        else:
            again.play(text, seat)
    assert again == state


def test_legal_lists_are_sets_in_a_stable_order(game: str) -> None:
    state = neuland.State(game)
    state.advance(1)
    legal = state.legal_actions()
    assert isinstance(legal, collections.abc.Sequence)
    listed = list(legal)
    assert len(listed) == len(legal) > 0 and legal
    assert listed == [legal[n] for n in range(len(legal))]
    assert legal[-1] == listed[-1] and legal[1:4] == listed[1:4] and legal[::-1] == listed[::-1]
    assert legal.texts() == [str(action) for action in listed] and legal.texts(2) == legal.texts()[:2]
    for n, action in enumerate(listed):
        assert action in legal and str(action) in legal and legal.index(action) == legal.index(str(action)) == n
        assert legal.count(action) == 1 and state.check(action) is None and state.why_not(str(action)) is None
    assert "no such action" not in legal and legal.count("no such action") == 0
    with pytest.raises(IndexError):
        legal[len(legal)]
    with pytest.raises(ValueError, match="not listed"):
        legal.index("no such action")
    with pytest.raises(TypeError):
        3 in legal  # noqa: B015
    assert str(len(legal)) in repr(legal)


def test_samples_follow_from_their_seed_and_reach_everything() -> None:
    state = neuland.State("catan")
    state.advance(1)
    legal = state.legal_actions()
    assert legal.sample(7) == legal.sample(7)
    rng = neuland.Random(1)
    assert {str(legal.sample(rng)) for _ in range(2000)} == set(legal.texts())
    assert legal.sample(random.Random(1)) == legal.sample(random.Random(1))
    with pytest.raises(TypeError, match="rng is a neuland.Random"):
        legal.sample(1.5)
    while not state.is_over:
        play_randomly(state, 1, 1000)
    with pytest.raises(IndexError):
        state.legal_actions("A").sample(1)


def test_actions_are_values() -> None:
    action = neuland.Action("catan", " road   P25 ")
    assert str(action) == "road P25" and action.kind == "road" and action.game == "catan"
    assert action == "road P25" and "road P25" == action and action != "road P26" and action != 5
    assert hash(action) == hash("road P25") and {action: 1}["road P25"] == 1
    assert pickle.loads(pickle.dumps(action)) == action
    assert eval(repr(action), {"Action": neuland.Action}) == action
    with pytest.raises(neuland.ParseError):
        neuland.Action("catan", "paint P25")
    with pytest.raises(neuland.ParseError, match="the shelf has catan"):
        neuland.Action("chess", "e4")


def test_a_refusal_names_its_clause_and_changes_nothing() -> None:
    state = neuland.State("catan")
    state.advance(7)
    before = state.clone()
    state.play("settlement I17")
    placed = state.clone()
    with pytest.raises(neuland.IllegalAction) as caught:
        state.play("road P71")
    assert caught.value.clause == "CATAN-SETUP-4" and "P71" in caught.value.message
    assert str(caught.value).endswith("(CATAN-SETUP-4)")
    fault = state.why_not("road P71")
    assert fault == neuland.Fault(caught.value.message, "CATAN-SETUP-4")
    assert state == placed and state != before
    with pytest.raises(neuland.ParseError, match="action of carcassonne"):
        state.play(neuland.Action("carcassonne", "pass"))
    with pytest.raises(neuland.IllegalAction):
        state.play("settlement I0", "B")


def test_chance_is_explicit() -> None:
    state = neuland.State("catan", players=2)
    assert state.turn.kind == "chance" and state.turn.chance == "layout" and len(state.legal_actions()) == 0
    with pytest.raises(neuland.IllegalAction):
        state.play("end")
    while state.turn.chance != "dice":
        if state.turn.chance is not None:
            state.resolve(state.draw(1))
        else:
            state.play(state.legal_actions()[0])
    outcomes = state.chance_outcomes()
    assert sum(weight for _, weight in outcomes) == 36 and state.draw(1) == state.draw(1)
    branches = []
    for outcome, _ in outcomes:
        branch = state.clone()
        branch.resolve(outcome)
        branches.append(branch)
    assert all(branch != state for branch in branches)
    state.advance(1)
    assert state.turn.kind == "decide" and state.chance_outcomes() == []
    with pytest.raises(neuland.IllegalAction, match="no outcome of nature is due"):
        state.draw(1)
    with pytest.raises(neuland.IllegalAction):
        state.resolve("dice 3 4")
    with pytest.raises(neuland.ParseError):
        state.resolve("dice 3 9")


def test_views_hide_what_their_viewer_may_not_know() -> None:
    state = neuland.State("catan")
    play_randomly(state, 4, 200)
    own, other = state.view("A"), state.view("spectator")
    assert own["viewer"] == "A" and own["seats"]["A"]["hand"] is not None and own["seats"]["B"]["hand"] is None
    assert state.view(0) == own and state.view() == other and other["seats"]["A"]["hand"] is None
    everything = state.view(everything=True)
    assert all(seat["hand"] is not None for seat in everything["seats"].values())
    with pytest.raises(neuland.ParseError, match="everything=True"):
        state.view("everything")
    with pytest.raises(TypeError):
        state.view("A", everything=True)
    for wrong in ["G", "a", 4, -1, "", 10**30]:
        with pytest.raises(neuland.ParseError, match="seats are 'A' to 'D'"):
            state.view(wrong)
    for wrong_type in [1.5, True, b"A", ["A"]]:
        with pytest.raises(TypeError):
            state.view(wrong_type)  # type: ignore[arg-type]


def test_events_are_redacted_for_their_viewer() -> None:
    state = neuland.State("catan")
    rng = neuland.Random(2)
    stole = None
    for _ in range(20_000):
        if state.is_over:
            break
        chance = state.turn.chance
        events = state.advance(2) if chance else state.play(state.legal_actions().sample(rng))
        if chance and chance.startswith("stolen"):
            stole = events
            break
    assert stole is not None
    (seen,) = [event for event in stole.seen_by(everything=True) if event["event"] == "stole"]
    assert seen["card"] is not None
    hidden = [event for event in stole if event["event"] == "stole"]
    assert hidden[0]["card"] is None and list(stole) == stole.seen_by() == stole.seen_by("spectator")
    for seat in state.seats:
        (own,) = [event for event in stole.seen_by(seat) if event["event"] == "stole"]
        assert (own["card"] is not None) == (seat in (seen["thief"], seen["victim"]))
    assert len(stole) == len(list(stole))


def test_copies_play_on_by_themselves(game: str, midgame) -> None:
    state = midgame(game)
    twins = [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]
    twins.append(neuland.State.from_setup(game, state.to_setup()))
    assert all(twin == state for twin in twins)
    before = state.to_setup()
    for twin in twins:
        play_randomly(twin, 9, 5)
        assert twin != state and state.to_setup() == before
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)
    assert state != 5 and state != "state"
    assert game in repr(state)


def test_setups_name_all_their_faults() -> None:
    with pytest.raises(neuland.SetupError) as caught:
        neuland.State.from_setup(
            "catan", {"seats": {"A": {"settlements": ["I0", "I1"], "hand": {"ore": 19, "wool": 19}}, "B": {"hand": {"ore": 1, "wool": 1}}}}
        )
    assert len(caught.value.faults) >= 2 and all(fault.message for fault in caught.value.faults)
    for wrong in ["", "[1]", "{", '{"seats": 3}']:
        with pytest.raises((neuland.SetupError, neuland.ParseError)):
            neuland.State.from_setup("catan", wrong)
    with pytest.raises(TypeError, match="dict or a JSON text"):
        neuland.State.from_setup("catan", [1])  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        neuland.State.from_setup("catan", {"seats": {1, 2}})
    with pytest.raises(neuland.ParseError):
        neuland.State.from_setup("catan", {"turn": float("nan")})
    with pytest.raises(neuland.SetupError, match="rules version 99"):
        neuland.State.from_setup("catan", {}, rules=99)
    with pytest.raises(neuland.SetupError, match="not of"):
        neuland.State.from_setup("catan", {"game": "mayflower"})


def test_a_view_leads_back_to_what_the_seat_knows(game: str, midgame) -> None:
    state = midgame(game, 8)
    if state.turn.chance is not None:
        state.advance(8)
    seat = state.turn.seat
    assert seat is not None
    asked = state.seat_view()
    view = neuland.from_view(state.view(seat))
    assert (view.seat, view.game) == (asked.seat, asked.game) == (seat, game)
    assert view.document == asked.document == state.view(seat)
    assert view.legal_actions.texts() == asked.legal_actions.texts() == state.legal_actions(seat).texts()
    view.check(view.legal_actions[0])
    with pytest.raises(neuland.Error):
        view.check("no such action")
    document = state.view(seat)
    document["game"] = "chess"
    with pytest.raises(neuland.SetupError):
        neuland.from_view(document)
    document["game"] = game
    document["turns"] = "many"
    with pytest.raises(neuland.SetupError) as caught:
        neuland.from_view(document)
    assert caught.value.faults[0].path is not None and caught.value.faults[0].path.startswith("$")


def test_open_ended_actions_are_checked_though_not_listed() -> None:
    setup = {
        "seats": {
            "A": {"settlements": ["I0"], "roads": ["0-4"], "hand": {"ore": 2}},
            "B": {"settlements": ["I28"], "hand": {"brick": 3}},
        },
        "options": {"trade_build": "combined", "players": 3},
        "dice": [2, 3],
    }
    state = neuland.State.from_setup("catan", setup)
    offer = "offer 1 ore for 1 brick to B C"
    assert offer not in state.legal_actions()
    state.check(offer)
    view = state.seat_view("A")
    view.check(offer)
    with pytest.raises(neuland.IllegalAction) as caught:
        view.check("offer 3 ore for 1 brick to B C")
    assert caught.value.clause is not None
    state.play(offer)
    assert state.turn.seats == ["A", "B", "C"] and state.turn.seat == "B"
    state.play("accept")
    assert state.turn.seat == "C"


def test_points_have_parts(game: str, midgame) -> None:
    state = midgame(game)
    for seat in state.seats:
        assert sum(state.points_of(seat).values()) == state.points[seat]
    assert set(state.visible_points) == set(state.points)


def test_clauses_are_read_in_both_languages(game: str) -> None:
    english, german = neuland.rulebook.clauses(game), neuland.rulebook.clauses(game, "de")
    assert [clause.id for clause in english] == [clause.id for clause in german] and len(english) > 20
    assert neuland.rulebook.clause(english[0].id.lower()).text == english[0].text
    with pytest.raises(neuland.ParseError, match="no clause"):
        neuland.rulebook.clause("CATAN-NO-1")
    with pytest.raises(neuland.ParseError, match="'en' and 'de'"):
        neuland.rulebook.clause("CATAN-ROB-5", "fr")  # type: ignore[arg-type]


def test_boards_are_pictures(game: str, midgame) -> None:
    from xml.etree import ElementTree

    state = midgame(game)
    picture = state._repr_svg_()
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert state.svg(theme="dark") != picture != state.svg(coordinates=True)
    events = state.advance(3) if state.turn.chance else state.play(state.legal_actions()[0])
    assert state.svg(events=events).startswith("<svg")
    with pytest.raises(neuland.ParseError, match="themes are"):
        state.svg(theme="pink")  # type: ignore[arg-type]
