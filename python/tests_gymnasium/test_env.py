"""The single environment: Gymnasium's own checks, unchanged, and what they do not ask."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.utils.env_match import check_environments_match
from gymnasium.utils.performance import benchmark_step

import neuland
import neuland.gymnasium as ng
from neuland.gymnasium import IDS


def best_quick(game: str) -> str:
    """The strongest bot of a game that does not search."""
    return [bot.name for bot in neuland.bots(game) if bot.name not in ("expert", "master")][-1]


def play(env: ng.Env, seed: int, steps: int) -> list[Any]:
    """So many legal random steps, with all that they return."""
    seen: list[Any] = [env.reset(seed=seed)]
    for _ in range(steps):
        result = env.step(env.sample_action())
        seen.append(result)
        if result[2] or result[3]:
            seen.append(env.reset())
    return seen


@pytest.mark.parametrize("name", IDS)
def test_check_env_of_gymnasium(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker renders the modes that a registered environment names.
        check_env(gymnasium.make(name, disable_env_checker=True).unwrapped)


def test_an_environment_matches_itself(game: str) -> None:
    first, second = (ng.Env(game, render_mode="ansi") for _ in range(2))
    check_environments_match(first, second, num_steps=120, seed=3)


def test_arrays_hold_what_the_flat_observation_holds(game: str) -> None:
    flat, arrays = ng.Env(game), ng.Env(game, observation="arrays")
    check_env(arrays, skip_render_check=True)
    for one, other in zip(play(flat, 5, 60), play(arrays, 5, 60)):
        for array in flat.layout.arrays:
            size = int(np.prod(array["shape"]))
            part = one[0]["observation"][array["offset"] : array["offset"] + size].reshape(array["shape"])
            found = other[0]["observation"][array["name"]]
            assert found.dtype == array["dtype"]
            assert np.array_equal(part.astype(found.dtype), found), array["name"]


def test_benchmark_of_gymnasium_runs() -> None:
    assert benchmark_step(ng.Env("catan"), target_duration=0.2, seed=1) > 100


@pytest.mark.parametrize("name", IDS)
def test_the_registered_ids_make_what_they_name(name: str) -> None:
    env = gymnasium.make(name, max_steps=7)
    assert env.unwrapped.layout.game == IDS[name]
    env.reset(seed=1)
    for step in range(7):
        *_, truncated, _ = env.step(env.unwrapped.sample_action())
        assert truncated == (step == 6)


def test_an_id_can_name_the_module_that_registers_it() -> None:
    code = "import gymnasium; gymnasium.make('neuland.gymnasium:neuland/Catan-v0').reset(seed=1)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_seed_decides_everything(game: str) -> None:
    make = lambda: ng.Env(game, seat="random", opponents=best_quick(game))  # noqa: E731
    first, second, third = play(make(), 11, 40), play(make(), 11, 40), play(make(), 12, 40)
    assert data_equivalence(first, second, exact=True)
    assert not data_equivalence(first, third, exact=True)


def test_episodes_end_with_an_outcome(game: str) -> None:
    env = ng.Env(game, reward="outcome")
    seats = set()
    for seed in range(6):
        _, info = env.reset(seed=seed)
        assert set(info) == {"action_mask", "seat", "resampled"}
        over = False
        while not over:
            observation, reward, terminated, truncated, info = env.step(env.sample_action())
            over = terminated or truncated
            assert reward == 0.0 or over
            assert not info["resampled"]
        assert terminated and not truncated
        assert not observation["action_mask"].any() and not env.action_masks().any()
        assert reward == (1.0 if info["winners"][info["seat"]] else -1.0)
        state = env.state
        assert state.is_over and list(state.points.values()) == info["points"].tolist()
        seats.add(env.seat)
        for call in (lambda: env.step(0), env.sample_action):
            with pytest.raises(gymnasium.error.ResetNeeded):
                call()
    assert seats == {"A"}


def test_there_is_no_legal_code_before_an_episode() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        ng.Env("catan").sample_action()
    with pytest.raises(gymnasium.error.ResetNeeded):
        ng.VectorEnv("catan", 2).sample_actions()


@pytest.mark.parametrize("reward", ["win", "points", "margin"])
def test_rewards(reward: str) -> None:
    env = ng.Env("carcassonne", reward=reward, players=3, opponents=["random", "novice"], seat="C")
    env.reset(seed=4)
    rewards = []
    over = False
    while not over:
        _, gained, over, _, info = env.step(env.sample_action())
        rewards.append(gained)
    points = info["points"]
    assert info["seat"] == 2 and env.seat == "C"
    wanted = {"win": float(info["winners"][2]), "points": float(points[2]), "margin": float(points[2] - max(points[:2]))}
    assert sum(rewards) == wanted[reward]


def test_a_random_seat_is_drawn_for_each_episode() -> None:
    env = ng.Env("carcassonne", seat="random", players=4)
    env.reset(seed=1)
    seats = {env.reset()[1]["seat"] for _ in range(40)}
    assert seats == {0, 1, 2, 3}


def test_masks_are_those_of_the_observation_and_true() -> None:
    env = ng.Env("catan", on_illegal="raise")
    observation, info = env.reset(seed=2)
    for _ in range(300):
        mask = observation["action_mask"]
        assert mask.dtype == np.int8 and np.array_equal(mask, info["action_mask"])
        masks = env.action_masks()
        assert masks.dtype == np.bool_ and np.array_equal(masks, mask == 1)
        assert not np.shares_memory(mask, info["action_mask"])
        forbidden = int(np.flatnonzero(mask == 0)[0])
        before = env.state
        with pytest.raises(neuland.IllegalAction):
            env.step(forbidden)
        assert env.state == before
        observation, _, terminated, _, info = env.step(env.action_space.sample(mask))
        if terminated:
            observation, info = env.reset()


def test_an_illegal_code_is_replaced_or_ends_the_episode() -> None:
    env = ng.Env("catan")
    mask = env.reset(seed=2)[1]["action_mask"]
    forbidden = int(np.flatnonzero(mask == 0)[-1])
    *_, terminated, truncated, info = env.step(forbidden)
    assert info["resampled"] and not terminated and not truncated
    strict = ng.Env("catan", on_illegal="terminate", illegal_reward=-3)
    strict.reset(seed=2)
    _, reward, terminated, truncated, info = strict.step(forbidden)
    assert (reward, terminated, truncated) == (-3.0, True, False)
    assert not info["winners"].any()
    strict.reset()
    assert strict.action_masks().any()


def test_unmasked_samples_survive(game: str) -> None:
    env = ng.Env(game, max_steps=150)
    env.action_space.seed(1)
    env.reset(seed=1)
    for _ in range(200):
        observation, *_, terminated, truncated, _ = env.step(env.action_space.sample())
        assert env.observation_space.contains(observation)
        if terminated or truncated:
            env.reset()


def test_bots_in_python_play_the_other_seats() -> None:
    asked, heard = [], []

    class First:
        """Plays the first action of the list, and remembers what it is told."""

        def choose(self, view: neuland.SeatView) -> neuland.Action:
            asked.append(view.seat)
            return view.legal_actions[0]

        def observe(self, events: list[dict[str, Any]]) -> None:
            heard.extend(events)

    env = ng.Env("catan", players=3, opponents=[First, lambda view: str(view.legal_actions[-1])])
    for _ in play(env, 3, 40):
        pass
    assert set(asked) == {"B"} and heard
    envs = ng.VectorEnv("catan", 3, players=3, opponents=[First, "random"])
    envs.reset(seed=3)
    for _ in range(10):
        envs.step(envs.sample_actions())


def test_a_bot_that_fails_stops_the_episode() -> None:
    def broken(view: neuland.SeatView) -> neuland.Action:
        raise RuntimeError("no idea")

    env = ng.Env("carcassonne", opponents=broken)
    with pytest.raises(neuland.BotError, match="no idea") as caught:
        env.reset(seed=1)
        while True:
            env.step(env.sample_action())
    assert isinstance(caught.value.__cause__, RuntimeError)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    with pytest.raises(neuland.BotError, match="place"):
        liar = ng.Env("carcassonne", opponents=lambda view: "place (9,9)r0")
        liar.reset(seed=1)
        while True:
            liar.step(liar.sample_action())


def test_a_bot_that_steps_its_own_environment_is_refused() -> None:
    holder: list[ng.Env] = []

    def cheat(view: neuland.SeatView) -> neuland.Action:
        holder[0].step(0)
        return view.legal_actions[0]

    holder.append(ng.Env("carcassonne", opponents=cheat))
    with pytest.raises(neuland.BotError, match="in use"):
        holder[0].reset(seed=1)
        while True:
            holder[0].step(holder[0].sample_action())


def test_closed_and_fresh_environments() -> None:
    env = ng.Env("catan")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    env.close()
    env.close()
    for call in (env.reset, env.action_masks, env.sample_action, lambda: env.step(0), lambda: env.state):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            call()


@pytest.mark.parametrize("action", [None, "3", 1.0, True, [1], np.array([1, 2]), {}])
def test_actions_of_a_wrong_type(action: Any) -> None:
    env = ng.Env("catan")
    env.reset(seed=1)
    before = env.state
    with pytest.raises(TypeError):
        env.step(action)
    assert env.state == before


@pytest.mark.parametrize("action", [-1, 10**9, 2**70, np.int64(-5)])
def test_codes_that_do_not_exist(action: Any) -> None:
    env = ng.Env("catan")
    env.reset(seed=1)
    with pytest.raises(neuland.ParseError, match="codes are 0 to"):
        env.step(action)


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.uint64, int])
def test_whole_numbers_of_any_kind_are_codes(kind: Any) -> None:
    env = ng.Env("carcassonne")
    env.reset(seed=1)
    env.step(kind(0))
    env.step(np.array(0))


@pytest.mark.parametrize(
    ("arguments", "error", "says"),
    [
        ({"game": "chess"}, neuland.ParseError, "catan"),
        ({"game": 3}, TypeError, "a game is a name"),
        ({"seat": 9}, neuland.ParseError, "seats are"),
        ({"seat": "Z"}, neuland.ParseError, "seats are"),
        ({"seat": None}, TypeError, "seat"),
        ({"opponents": "nobody"}, neuland.ParseError, "bots are"),
        ({"opponents": []}, neuland.ParseError, "other seats"),
        ({"opponents": ["random"] * 7}, neuland.ParseError, "other seats"),
        ({"opponents": 3}, TypeError, "a bot is"),
        ({"opponents": neuland.ExternalBot("true")}, TypeError, "process"),
        ({"information": "some"}, neuland.ParseError, "everything"),
        ({"observation": "picture"}, neuland.ParseError, "arrays"),
        ({"on_illegal": "ignore"}, neuland.ParseError, "resample"),
        ({"on_illegal": 1}, TypeError, "resample"),
        ({"reward": "fame"}, neuland.ParseError, "margin"),
        ({"illegal_reward": "x"}, TypeError, "number"),
        ({"illegal_reward": float("nan")}, neuland.ParseError, "finite"),
        ({"max_steps": 0}, neuland.ParseError, "1 to"),
        ({"max_steps": "many"}, TypeError, "whole number"),
        ({"render_mode": "human"}, neuland.ParseError, "ansi"),
        ({"layout_hash": 5}, TypeError, "hash"),
        ({"layout_hash": "abc"}, neuland.ParseError, "64"),
        ({"layout_hash": "0" * 64}, neuland.StaleLayout, "another layout"),
        ({"layout_hash": "catan:seat:1:" + "0" * 64}, neuland.StaleLayout, "version 1"),
        ({"players": 17}, neuland.OptionError, "players"),
        ({"flying": True}, neuland.OptionError, "flying"),
    ],
)
def test_what_an_environment_is_made_with_is_checked(arguments: dict[str, Any], error: type[Exception], says: str) -> None:
    for make in (ng.Env, ng.VectorEnv):
        with pytest.raises(error, match=says):
            make(**{"game": "catan", **arguments})


def test_the_right_layout_is_accepted() -> None:
    here = neuland.layout("catan")
    ng.Env("catan", layout_hash=here.hash)
    ng.Env("catan", layout_hash=here.id)
    with pytest.raises(neuland.StaleLayout):
        ng.Env("catan", information="everything", layout_hash=here.hash)
    assert ng.Env("catan", information="everything").layout.hash != here.hash


def test_render() -> None:
    env = ng.Env("catan", render_mode="svg")
    env.reset(seed=1)
    assert str(env.render()).startswith("<svg")
    text = ng.Env("catan", render_mode="ansi")
    text.reset(seed=1)
    assert "A to decide, 54 actions: settlement I0" in str(text.render())
    assert text.describe(text.sample_action()).startswith("settlement")


@pytest.mark.parametrize("mode", ["svg", "rgb_array"])
def test_pictures(mode: str) -> None:
    env = neuland.gymnasium.Env("catan", render_mode=mode)
    vector = neuland.gymnasium.VectorEnv("catan", 2, render_mode=mode)
    env.reset(seed=1)
    vector.reset(seed=1)
    picture, pictures = env.render(), vector.render()
    assert pictures is not None and len(pictures) == 2
    if mode == "svg":
        assert isinstance(picture, str) and picture.startswith("<svg") and picture._repr_svg_() == picture  # type: ignore[attr-defined]
    else:
        assert isinstance(picture, np.ndarray) and picture.dtype == np.uint8 and picture.ndim == 3
        assert np.array_equal(picture, pictures[0])


def test_gymnasium_collects_frames() -> None:
    env = gymnasium.wrappers.RenderCollection(gymnasium.make("neuland/Carcassonne-v0", render_mode="rgb_array"))
    env.reset(seed=1)
    for _ in range(3):
        env.step(env.unwrapped.sample_action())
    frames = env.render()
    assert len(frames) == 4 and all(frame.dtype == np.uint8 for frame in frames)
