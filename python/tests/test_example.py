"""The worked example: a short training run improves over `random`, weights are refused where they do not fit, and it plays as a process."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from conftest import REPEAT

import neuland

FILE = Path(__file__).resolve().parents[1] / "examples" / "td_lambda.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("td_lambda", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["td_lambda"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def weights(example: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("weights") / "weights.npz"
    example.train(games=100, seed=1).save(path)
    return path


def test_a_short_training_run_improves_over_random(example: ModuleType, weights: Path) -> None:
    learner = example.Learner.load(weights)
    result = neuland.match("catan", {"td-lambda": example.Player(learner), "random": "random"}, games=30 * REPEAT, seed=5, threads=1)
    assert result.bots[0].share is not None and result.bots[0].share >= 0.9, result.bots
    # What it learned makes the difference, not the rule to look ahead.
    blank = example.Learner(learner.features)
    fool = neuland.match("catan", {"td-lambda": example.Player(blank), "random": "random"}, games=10 * REPEAT, seed=5, threads=1)
    assert fool.bots[0].share is not None and fool.bots[0].share < result.bots[0].share


def test_training_is_deterministic(example: ModuleType) -> None:
    first, second = example.train(games=2, seed=3), example.train(games=2, seed=3)
    assert (first.weights == second.weights).all() and first.weights.any()
    assert not (first.weights == example.train(games=2, seed=4).weights).all()


def test_stale_and_broken_weights_are_refused(example: ModuleType, weights: Path, tmp_path: Path) -> None:
    with np.load(weights) as file:
        values = dict(file)
    path = tmp_path / "other.npz"
    layout = neuland.layout("catan")
    np.savez(path, **values | {"layout": layout.id.replace(layout.hash, "0" * 64)})
    with pytest.raises(neuland.StaleLayout, match="layout catan:seat"):
        example.Learner.load(path)
    np.savez(path, **values | {"layout": "catan"})
    with pytest.raises(ValueError, match="no weights"):
        example.Learner.load(path)
    np.savez(path, **values | {"weights": np.zeros(3)})
    with pytest.raises(ValueError, match="shape"):
        example.Learner.load(path)
    np.savez(path, layout=layout.id)
    with pytest.raises(ValueError, match="no weights"):
        example.Learner.load(path)
    for broken in (b"", b"PK\3\4 nothing", weights.read_bytes()[:500], b"\x93NUMPY"):
        path.write_bytes(broken)
        with pytest.raises(ValueError, match="no weights"):
            example.Learner.load(path)
    run = subprocess.run([sys.executable, FILE, "--serve", path], capture_output=True, text=True, check=False)
    assert run.returncode == 1 and "train it again" in run.stderr and "Traceback" not in run.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="external bots run on Unix alone")
def test_it_plays_as_a_process(weights: Path) -> None:
    command = f"'{sys.executable}' '{FILE}' --serve '{weights}'"
    bot = neuland.ExternalBot(command, name="td")
    result = neuland.simulate("catan", [bot, "random", "random"], games=2, seed=1, threads=1)
    assert result.games == 2 and result.bots[0].lost == 0


def test_the_example_that_searches_wins() -> None:
    file = FILE.with_name("mcts.py")
    spec = importlib.util.spec_from_file_location("mcts", file)
    assert spec is not None and spec.loader is not None
    mcts = importlib.util.module_from_spec(spec)
    sys.modules["mcts"] = mcts
    spec.loader.exec_module(mcts)
    for game, iterations in (("carcassonne", 15), ("catan", 4)):
        table = neuland.Table(neuland.State(game, players=2))
        searcher = mcts.Searcher(iterations=iterations, depth=4, seed=5)
        table.advance(seed=2)
        before = table.save()
        code = searcher.choose(table)
        assert table.action_mask()[code] and table.save() == before, "a search moves no piece"
    ends = [
        mcts.play("carcassonne", mcts.Searcher(iterations=60, seed=number), "random", 2, "AB"[number % 2], number)
        for number in range(4)
    ]
    won = sum("AB"[number % 2] in (end.turn.winners or []) for number, end in enumerate(ends))
    assert won >= 3, [end.points for end in ends]
