"""The games as OpenSpiel plays them: its own random simulations, chance, returns, copies, parameters."""

from __future__ import annotations

import copy
import math
import pickle
import random
from collections import Counter
from typing import Any

import numpy as np
import pyspiel
import pytest
from conftest import NAMES, REPEAT, positions, step

import neuland
from neuland import openspiel


def test_openspiels_own_simulation_passes(name: str) -> None:
    # At random most of a game on the island is offers, which prolong it tenfold. Without `verbose` positions are not printed.
    options = {"offer_limit": 0, "players": 3} if name in ("catan", "cities-and-knights") else {}
    game = openspiel.load(name, **options)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_it_passes_on_short_games_with_other_seats(name: str) -> None:
    for players in range(2, 5):
        game = openspiel.load(name, players=players, max_game_length=150)
        pyspiel.random_sim_test(game, num_sims=REPEAT, serialize=True, verbose=False)


def test_the_type_says_what_the_game_is(name: str) -> None:
    game = openspiel.load(name)
    kind, info = game.get_type(), next(info for info in neuland.games() if info.name == name)
    secret = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (kind.information == secret) == info.has_secrets
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert (kind.min_num_players, kind.max_num_players) == (info.seats_min, info.seats_max)
    own = {"max_game_length"} | ({"layouts", "layout_seed"} if neuland.State(name).turn.chance == "layout" else set())
    assert set(kind.parameter_specification) == {option.name for option in info.options} | own
    assert game.num_distinct_actions() == neuland.layout(name).actions
    assert game.layout.id == neuland.layout(name).id


def test_chance_is_listed_with_exact_probabilities(name: str) -> None:
    game = openspiel.load(name)
    nodes = 0
    for seed in range(2):
        chances = 0
        for state in positions(game, seed, 1500):
            if not state.is_chance_node():
                continue
            chances += 1
            outcomes = state.chance_outcomes()
            assert math.isclose(sum(chance for _, chance in outcomes), 1.0, abs_tol=1e-12)
            assert len(outcomes) <= game.max_chance_outcomes()
            listed = state.node.state().chance_outcomes()
            if listed:
                total = sum(weight for _, weight in listed)
                assert outcomes == [(n, weight / total) for n, (_, weight) in enumerate(listed)]
                assert [state.action_to_string(-1, n) for n, _ in outcomes] == [text for text, _ in listed]
        assert 0 < chances <= game.max_chance_nodes_in_history()
        nodes += chances
    assert nodes > 50


def test_dice_fall_as_two_dice() -> None:
    state = next(
        state
        for state in positions(openspiel.load("catan", players=2), seed=1)
        if state.is_chance_node() and state.action_to_string(-1, 0).startswith("dice")
    )
    sums: Counter[int] = Counter()
    for outcome, chance in state.chance_outcomes():
        first, second = state.action_to_string(-1, outcome).split()[1:]
        sums[int(first) + int(second)] += round(chance * 36)
    assert sums == {n: 6 - abs(n - 7) for n in range(2, 13)}


def test_layouts_are_a_list_that_parameters_choose() -> None:
    def layouts(**parameters: int) -> list[str]:
        state = openspiel.load("catan", **parameters).new_initial_state()
        assert state.is_chance_node()
        return [state.action_to_string(-1, n) for n, _ in state.chance_outcomes()]

    assert len(set(layouts())) == openspiel.LAYOUTS
    assert layouts(layouts=3, layout_seed=5) == layouts(layouts=9)[5:8]
    assert layouts(layouts=1) == [neuland.State("catan").draw(0)]


def test_few_islands_are_listed_once_each_with_their_weight() -> None:
    # A beginner's island with shuffled harbours comes twice sooner or later.
    state = openspiel.load("catan", setup="beginner_board_free_placement", players=3, layouts=50).new_initial_state()
    if state.is_chance_node():
        texts = [state.action_to_string(-1, n) for n, _ in state.chance_outcomes()]
        assert len(set(texts)) == len(texts)
        assert math.isclose(sum(chance for _, chance in state.chance_outcomes()), 1.0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_returns_sum_to_zero_and_the_winner_has_most(name: str, players: int) -> None:
    game = openspiel.load(name, players=players)
    *_, last = positions(game, seed=players)
    returns = last.returns()
    winners = last.node.state().turn.winners
    assert last.is_terminal() and winners is not None
    assert math.isclose(sum(returns), 0.0, abs_tol=1e-12)
    assert game.min_utility() <= min(returns) and max(returns) <= game.max_utility()
    for seat, value in zip("ABCD", returns):
        wanted = (players / len(winners) - 1 if seat in winners else -1) / (players - 1)
        assert math.isclose(value, wanted), (returns, winners)
    assert last.rewards() == returns


def test_a_game_ends_after_its_greatest_length(name: str) -> None:
    game = openspiel.load(name, max_game_length=20)
    *_, last = positions(game, seed=1)
    assert last.is_terminal() and last.node.decisions == 20 == game.max_game_length()
    assert last.returns() == [0.0] * game.num_players()
    with pytest.raises(neuland.IllegalAction):
        last.apply_action(0)


def test_copies_and_pickles_play_alike(name: str) -> None:
    game = openspiel.load(name, players=3)
    states = list(positions(game, seed=5, steps=400))
    for state in [states[-1], states[len(states) // 2]]:
        twins = [state.clone(), copy.deepcopy(state.node), game.deserialize_state(state.serialize())]
        twins.append(pickle.loads(pickle.dumps(state.node)))
        before = str(state)
        for twin in twins:
            node = twin if isinstance(twin, type(state.node)) else twin.node
            assert node.look(everything=True) == before
            for seat in range(3):
                assert node.memory(seat) == state.node.memory(seat)
                assert node.memory_digest(seat) == state.node.memory_digest(seat)
                assert (node.observation(seat) == state.node.observation(seat)).all()
        first, second = state.clone(), twins[2]
        draws, again = random.Random(8), random.Random(8)
        for _ in range(50):
            if first.is_terminal():
                break
            assert step(first, draws) == step(second, again)
            assert str(first) == str(second)
        assert str(state) == before, "a copy changed the original"


def test_masks_agree_with_the_list(name: str) -> None:
    for state in positions(openspiel.load(name), seed=2, steps=300):
        if state.is_chance_node() or state.is_terminal():
            continue
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and legal
        assert np.flatnonzero(state.node.mask()).tolist() == legal
        assert np.flatnonzero(state.legal_actions_mask()).tolist() == legal
        words = [state.action_to_string(state.current_player(), action) for action in legal]
        assert len(set(words)) == len(words)


def test_wrong_parameters_are_named() -> None:
    with pytest.raises(pyspiel.SpielError, match="colour"):
        openspiel.load("catan", colour="red")
    with pytest.raises(neuland.OptionError, match="players"):
        openspiel.load("catan", players=9)
    with pytest.raises(neuland.OptionError, match="offer_limit"):
        openspiel.load("catan", offer_limit=-2)
    with pytest.raises(pyspiel.SpielError, match="discard_limit"):
        pyspiel.load_game("python_neuland_catan(discard_limit=many)")
    for wrong in ({"max_game_length": 0}, {"layouts": 0}, {"layouts": 10**7}, {"layout_seed": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            openspiel.load("catan", **wrong)
    with pytest.raises(neuland.ParseError, match="chess"):
        openspiel.load("chess")


def test_options_reach_the_game() -> None:
    game = pyspiel.load_game("python_neuland_catan(players=3,discard_limit=9,friendly_robber=True,turn_limit=50)")
    options = game.new_initial_state().node.state().options
    assert (options["players"], options["discard_limit"]) == (3, 9)
    assert options["friendly_robber"] is True and options["turn_limit"] == 50
    assert openspiel.load("catan", turn_limit=None).new_initial_state().node.state().options["turn_limit"] is None
    assert pyspiel.load_game(str(game)).new_initial_state().node.state().options == options


@pytest.mark.parametrize("name", NAMES)
def test_the_defaults_are_those_of_the_game(name: str) -> None:
    assert openspiel.load(name).new_initial_state().node.state().options == neuland.State(name).options


def test_wrong_actions_change_nothing() -> None:
    *_, state = positions(openspiel.load("catan"), seed=1, steps=30)
    while state.is_chance_node():
        step(state, random.Random(1))
    before, history = str(state), state.history()
    legal = state.legal_actions()
    illegal = next(code for code in range(390) if code not in legal)
    for wrong in (illegal, 390, 10**9):
        with pytest.raises(neuland.IllegalAction, match=f"code {wrong}"):
            state.apply_action(wrong)
    with pytest.raises(pyspiel.SpielError):
        state.apply_action(-1)
    with pytest.raises(neuland.ParseError):
        state.action_to_string(0, 390)
    chance = openspiel.load("catan").new_initial_state()
    with pytest.raises(neuland.IllegalAction, match="0 to 255"):
        chance.apply_action(256)
    assert (str(state), state.history()) == (before, history)


def test_nodes_refuse_junk() -> None:
    node = openspiel.load("catan").new_initial_state().node
    kind: Any = type(node)
    state = neuland.State("catan")
    for steps in ("x", "?x", "~", "~A", "~Z:1", "~A:x", "-1", "?99999", "12"):
        with pytest.raises((neuland.ParseError, neuland.IllegalAction)):
            kind(state, 10, 1, 0, steps)
    for arguments in ((state, 0, 1, 0), (state, 1, 0, 0)):
        with pytest.raises(ValueError, match="at least 1"):
            kind(*arguments)
    with pytest.raises(TypeError):
        node.play("roll")
    with pytest.raises(TypeError):
        node.resolve(1.5)
    for seat in ("G", 7, -1):
        with pytest.raises(neuland.ParseError):
            node.memory(seat)
    with pytest.raises(neuland.IllegalAction):
        node.play(0)


def test_a_box_with_other_tiles_is_named_in_the_game() -> None:
    game = openspiel.load("mayflower", tiles="MF-21a:3,MF-22a:5")
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert "MF-21a:3;" in str(game)
