"""Information states: perfect recall, no overlap between players, resampling; observations and observers."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from conftest import positions, step
from open_spiel.python import observation as observations
from open_spiel.python.algorithms import ismcts, mcts

from neuland import openspiel


def secret(name: str) -> bool:
    """Whether a game hides something."""
    imperfect = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    return bool(openspiel.load(name).get_type().information == imperfect)


def seats(state: Any) -> range:
    return range(state.num_players())


def test_players_remember_everything(name: str) -> None:
    """An information state begins with all earlier ones of its player, and holds every action that the player took."""
    for seed in range(3):
        game = openspiel.load(name, players=2 + seed % 2)
        state = game.new_initial_state()
        draws = random.Random(seed)
        before = [state.information_state_string(seat) for seat in seats(state)]
        own: list[list[int]] = [[] for _ in before]
        for _ in range(400):
            if state.is_terminal():
                break
            actor = state.current_player()
            action = step(state, draws)
            if actor >= 0:
                own[actor].append(action)
            for seat in seats(state):
                now = state.information_state_string(seat)
                assert now.startswith(before[seat]), f"seed {seed}: seat {seat} forgot something"
                before[seat] = now
                said = [int(line.split()[1]) for line in now.splitlines() if line.startswith("> ")]
                assert said == own[seat], f"seed {seed}"
        assert any(own)


def test_equal_information_states_mean_equal_choices(name: str) -> None:
    """Over many short games: whoever has the same information state is the same player, sees the same and may do the same."""
    game = openspiel.load(name, players=2, max_game_length=12, **({"layouts": 1} if secret(name) else {}))
    met: dict[str, tuple[int, list[int], str, bytes]] = {}
    again = 0
    for seed in range(60):
        for state in positions(game, seed):
            if state.is_chance_node() or state.is_terminal():
                continue
            player = state.current_player()
            keys = [state.information_state_string(seat) for seat in seats(state)]
            assert len(set(keys)) == len(keys), f"seed {seed}: two players have one information state"
            tensor = np.asarray(state.information_state_tensor(player), np.float32).tobytes()
            here = (player, state.legal_actions(), state.observation_string(player), tensor)
            again += keys[player] in met
            assert met.setdefault(keys[player], here) == here, f"seed {seed}"
    assert again > 20
    # Different information states have different tensors.
    assert len({tensor for *_, tensor in met.values()}) == len(met)


def test_hidden_things_are_in_no_information_state() -> None:
    """Two games that differ only in the card that A buys are the same for B, and different for A."""
    game = openspiel.load("catan", players=2, layouts=1)
    found = 0
    for seed in range(30):
        for state in positions(game, seed, 900):
            if not (state.is_chance_node() and "card" in state.action_to_string(-1, 0)):
                continue
            outcomes = [outcome for outcome, _ in state.chance_outcomes()]
            if len(outcomes) < 2 or "stolen" in state.action_to_string(-1, 0):
                continue
            buyer = state.history_str and state.node.state().turn
            children = [state.child(outcome) for outcome in outcomes[:2]]
            texts = [[child.information_state_string(seat) for child in children] for seat in seats(state)]
            differs = [first != second for first, second in texts]
            assert differs.count(True) == 1, (seed, buyer)
            hidden = differs.index(False)
            first, second = (child.observation_tensor(hidden).tolist() for child in children)
            assert first == second
            found += 1
            break
        if found >= 3:
            break
    assert found >= 3


def test_resampling_keeps_what_the_player_knows(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for seed in range(2):
        for number, state in enumerate(positions(openspiel.load(name, players=3), seed, 600)):
            if state.is_chance_node() or number % 7:
                continue
            for seat in seats(state):
                other = state.resample_from_infostate(seat, sampler)
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert np.array_equal(other.information_state_tensor(seat), state.information_state_tensor(seat))
                assert other.observation_string(seat) == state.observation_string(seat)
                assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
                assert other.current_player() == state.current_player()
                if seat == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                different += str(other) != str(state)
    assert (different > 10) == secret(name)


def test_a_sampled_world_is_its_own_past(name: str) -> None:
    """It can be written down, played on, and tells the other players nothing of the real cards."""
    game = openspiel.load(name, players=3)
    *_, state = positions(game, 3, 300)
    while state.is_chance_node():
        step(state, random.Random(1))
    world = state.resample_from_infostate(0, iter([0.25, 0.5]).__next__)
    again = state.resample_from_infostate(0, iter([0.25, 0.5]).__next__)
    assert str(world) == str(again)
    read = game.deserialize_state(world.serialize())
    assert str(read) == str(world)
    for seat in seats(state):
        assert read.information_state_string(seat) == world.information_state_string(seat)
    for seat in (1, 2):
        assert len(world.information_state_string(seat).splitlines()) == 2
    draws = random.Random(2)
    for _ in range(100):
        if world.is_terminal():
            break
        step(world, draws)
        assert world.information_state_string(0).startswith(state.information_state_string(0))


def test_the_hands_that_spies_see_are_remembered() -> None:
    """In Cities & Knights some cards show others' cards; no event tells which."""
    found = False
    for seed in range(80):
        for state in positions(openspiel.load("cities-and-knights", players=2, layouts=4), seed, 1500):
            if state.is_chance_node() or state.is_terminal():
                continue
            player = state.current_player()
            last = state.information_state_string(player).splitlines()[-1]
            if last.startswith("sees the "):
                found = True
                assert f'"{"AB"[1 - player]}"' not in last and f"of {'AB'[1 - player]}:" in last
                other = state.information_state_string(1 - player)
                assert "sees the" not in other.splitlines()[-1]
                break
        if found:
            return
    assert found, "no game had a Spy or a Master Merchant"


def test_observers_see_as_they_are_asked(name: str) -> None:
    game = openspiel.load(name, players=2)
    *_, state = positions(game, 1, 120)
    kind = pyspiel.IIGObservationType
    private = pyspiel.PrivateInfoType
    seen = observations.make_observation(game)
    seen.set_from(state, 1)
    assert seen.tensor.dtype == np.float32 and np.array_equal(seen.tensor, np.float32(state.observation_tensor(1)))
    assert [array["name"] for array in game.layout.arrays] == list(seen.dict)
    seen.dict["player"][...] = -5
    assert (seen.tensor == -5).sum() >= seen.dict["player"].size
    seen.set_from(state, 0)
    assert np.array_equal(seen.tensor, np.float32(state.observation_tensor(0)))

    recall = observations.make_observation(game, kind(perfect_recall=True))
    recall.set_from(state, 0)
    assert np.array_equal(recall.tensor, np.float32(state.information_state_tensor(0)))
    assert set(np.unique(recall.dict["memory"])) == {0, 1} and recall.dict["memory"].shape == (256,)
    assert recall.string_from(state, 0) == state.information_state_string(0)

    public = observations.make_observation(game, kind(perfect_recall=False, private_info=private.NONE))
    assert public.tensor is None
    public.set_from(state, 0)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    everything = observations.make_observation(game, kind(perfect_recall=False, private_info=private.ALL_PLAYERS))
    everything.set_from(state, 0)
    assert everything.string_from(state, 0) == str(state)
    for wrong in (
        kind(perfect_recall=False, public_info=False),
        kind(perfect_recall=True, private_info=private.ALL_PLAYERS),
    ):
        with pytest.raises(ValueError, match="pass "):
            observations.make_observation(game, wrong)
    with pytest.raises(ValueError, match="no parameters"):
        observations.make_observation(game, None, {"size": 3})


def test_openspiels_searches_play() -> None:
    """Information-set search uses resampling, plain search copies."""
    game = openspiel.load("catan", players=2, layouts=1, max_game_length=200)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=game, evaluator=evaluator, uct_c=2.0, max_simulations=6, random_state=np.random.RandomState(2))
    *_, state = positions(game, 2, 60)
    while state.is_chance_node():
        step(state, random.Random(1))
    assert bot.step(state) in state.legal_actions()

    tiles = openspiel.load("carcassonne", max_game_length=40)
    *_, state = positions(tiles, 2, 60)
    while state.is_chance_node():
        step(state, random.Random(1))
    plain = mcts.MCTSBot(tiles, 2.0, 6, evaluator, random_state=np.random.RandomState(3))
    assert plain.step(state) in state.legal_actions()


def test_states_give_arrays_and_not_lists(name: str) -> None:
    game = openspiel.load(name, players=2)
    plain = observations.make_observation(game)
    recalling = observations.make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    for state in positions(game, 3, 30):
        for player in range(2):
            for seen, tensor in ((plain, state.observation_tensor(player)), (recalling, state.information_state_tensor(player))):
                seen.set_from(state, player)
                # Lists are made number by number, which took ten times as long as the rest of a step.
                assert isinstance(tensor, np.ndarray) and tensor.dtype == np.float64
                assert np.array_equal(tensor, seen.tensor)
    if state.current_player() >= 0:
        assert np.array_equal(state.observation_tensor(), state.observation_tensor(state.current_player()))
    with pytest.raises(pyspiel.SpielError, match="no player 2"):
        state.observation_tensor(2)
