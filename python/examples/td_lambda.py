#!/usr/bin/env python3
"""Linear TD(λ) for Catan: trains in minutes on one processor, beats `random`, and plays at any table. Needs numpy and neuland only.

    python3 td_lambda.py --train weights.npz
    python3 td_lambda.py --match weights.npz
    neuland play --bot td='python3 python/examples/td_lambda.py --serve weights.npz'

The learner values *afterstates*: what its seat sees after each action that it could take, before anybody else acts or dice roll. The value is linear in
the arrays `player`, `me` and `table` of the observation (docs/encodings.md) and estimates the probability to win. All seats learn from
games among themselves, each from the afterstates that it chose: the targets are the λ-returns, whose end is 1 for a win and 0 otherwise. What a seat
cannot know is drawn at random before it looks ahead, so it never learns from hidden cards. It makes no offers of its own; it answers those of others.
"""

from __future__ import annotations

import argparse
import sys
import time
import zipfile
from pathlib import Path

import numpy as np

import neuland

GAME = "catan"
ARRAYS = ("player", "me", "table")
LAMBDA = 0.9
# The step size at first; after HALF_AFTER games it is half of it, after twice as many a third, and so on.
RATE = 0.5
HALF_AFTER = 200
EXPLORE = 0.05
# Games of the training run that only measure how features vary.
WARM_UP = 20
# Nobody is made to wait for a game that goes nowhere.
DECISIONS_MAX = 5000
# How many actions the bot compares at most.
ACTIONS_MAX = 500


def corners() -> np.ndarray:
    """Which of the 54 intersections are corners of which of the 19 hexes: both are numbered row by row from the top."""
    rows = [3, 4, 4, 5, 5, 6, 6, 5, 5, 4, 4, 3]
    first = np.cumsum([0, *rows])
    touches = np.zeros((19, 54))
    hexagon = 0
    for row, length in enumerate([3, 4, 5, 4, 3]):
        for column in range(length):
            # The topmost corner of the lower hexes and the lowest corner of the upper ones lie in longer rows.
            top, bottom = column + (row > 2), column + (row < 2)
            sides = [(1, column), (1, column + 1), (2, column), (2, column + 1)]
            for below, place in [(0, top), *sides, (3, bottom)]:
                touches[hexagon, first[2 * row + below] + place] = 1
            hexagon += 1
    return touches


class Features:
    """What is learned from: arrays of an observation, and what follows from it for the cards of the seats.

    Behind the arrays come for each seat, from the one that looks on, its pips on hexes of each resource (a city counts twice, a hex with
    the robber not at all), and then for each resource whether the seat that looks holds it, and whether it produces it.
    """

    def __init__(self) -> None:
        self.layout = neuland.layout(GAME)
        arrays = {array["name"]: array for array in self.layout.arrays}
        self.slices = {name: slice(a["offset"], a["offset"] + int(np.prod(a["shape"]))) for name, a in arrays.items()}
        self.shapes = {name: tuple(array["shape"]) for name, array in arrays.items()}
        self.channels = {
            name: {channel["name"]: n for n, channel in enumerate(array["channels"])} for name, array in arrays.items()
        }
        self.size = sum(int(np.prod(self.shapes[name])) for name in ARRAYS) + 4 * 5 + 2 * 5
        self.corners = corners()
        self.hand = self.channels["player"]["hand brick"]
        # What begins an offer or a proposal of one's own.
        blocks = {block["name"]: block for block in self.layout.blocks}
        message = blocks["message"]
        self.offers = np.arange(message["first"], message["first"] + message["len"])

    def codes(self, table: neuland.Table) -> np.ndarray:
        """The codes that the learner considers: all but offers, where there is anything else."""
        mask = table.action_mask()
        others = mask.copy()
        others[self.offers] = 0
        return np.flatnonzero(others if others.any() else mask)

    def of(self, table: neuland.Table, seat: str) -> np.ndarray:
        """What a seat sees, as numbers."""
        flat = table.flat_observation(seat)
        hexes = flat[self.slices["hex"]].reshape(self.shapes["hex"])
        vertices = flat[self.slices["vertex"]].reshape(self.shapes["vertex"])
        buildings = vertices[:, :4] + 2 * vertices[:, 4:8]
        channels = self.channels["hex"]
        pips = hexes[:, channels["pips"]] * (1 - hexes[:, channels["robber"]])
        # The first five terrains are those of brick, lumber, wool, grain and ore.
        produces = (self.corners @ buildings).T @ (hexes[:, :5] * pips[:, np.newaxis])
        holds = flat[self.slices["player"]][self.hand : self.hand + 5]
        parts = [flat[self.slices[name]] for name in ARRAYS]
        return np.concatenate([*parts, produces.ravel(), holds > 0, produces[0] > 0])


class Learner:
    """A linear value of afterstates."""

    def __init__(self, features: Features) -> None:
        self.features = features
        size = features.size
        self.weights = np.zeros(size + 1)
        self.mean = np.zeros(size)
        self.scale = np.ones(size)

    def values(self, seen: np.ndarray) -> np.ndarray:
        """The values of rows of features, about the probability to win."""
        return (seen - self.mean) / self.scale @ self.weights[:-1] + self.weights[-1]

    def judge(self, seat: str, afterstates: list[neuland.Table]) -> tuple[np.ndarray, np.ndarray]:
        """What a seat sees in each of these positions, and what that is worth."""
        seen = np.array([self.features.of(table, seat) for table in afterstates], dtype=np.float64)
        values = self.values(seen)
        for row, table in enumerate(afterstates):
            winners = table.turn.winners
            if winners is not None:
                values[row] = 1.0 if seat in winners else 0.0
        return seen, values

    def learn(self, seen: np.ndarray, won: bool, rate: float) -> None:
        """Moves the values of the afterstates that a seat chose in a game towards their λ-returns."""
        values = self.values(seen)
        targets = np.empty(len(seen))
        ahead = float(won)
        for step in range(len(seen) - 1, -1, -1):
            targets[step] = ahead
            ahead = (1 - LAMBDA) * values[step] + LAMBDA * ahead
        scaled = np.column_stack([(seen - self.mean) / self.scale, np.ones(len(seen))])
        # The step is relative to the length of the features and of the game, so that it does not overshoot.
        step_size = rate / np.square(scaled).sum(axis=1).mean()
        self.weights += step_size * scaled.T @ (targets - values) / len(seen) ** 0.5

    def measure(self, seen: np.ndarray) -> None:
        """Takes the mean and the spread of features, so that all matter alike; what does not vary is left out."""
        self.mean = seen.mean(axis=0)
        spread = seen.std(axis=0)
        self.scale = np.where(spread > 1e-6, np.maximum(spread, 0.05), np.inf)

    def save(self, path: Path) -> None:
        """Writes the weights with the id of the layout that they belong to."""
        with path.open("wb") as file:
            np.savez(file, layout=self.features.layout.id, weights=self.weights, mean=self.mean, scale=self.scale)

    @staticmethod
    def load(path: Path) -> Learner:
        """Reads weights.

        Raises:
            neuland.StaleLayout: They were trained with another layout.
            ValueError: The file is none of weights.
        """
        learner = Learner(Features())
        try:
            with np.load(path, allow_pickle=False) as file:
                learner.features.layout.expect(str(file["layout"]))
                for name in ("weights", "mean", "scale"):
                    values = np.asarray(file[name], dtype=np.float64)
                    if values.shape != getattr(learner, name).shape or np.isnan(values).any():
                        raise ValueError(f"`{name}` has the shape {values.shape} or is no number")
                    setattr(learner, name, values)
        except (KeyError, ValueError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"{path} has no weights of this program: {error}; train it again with --train") from error
        return learner


def episode(learner: Learner, seed: int, players: int, draws: np.random.Generator, explore: float) -> dict[str, tuple[np.ndarray, bool]]:
    """Plays a game among learners: what each seat saw after its decisions, and whether it won."""
    table = neuland.Table(neuland.State(GAME, players=players))
    seen: dict[str, list[np.ndarray]] = {seat: [] for seat in table.state.seats}
    for _ in range(DECISIONS_MAX):
        table.advance(seed)
        seat = table.seat
        if seat is None:
            break
        codes = learner.features.codes(table)
        if len(codes) > 1 and draws.random() >= explore:
            world = table.determinize(seat, int(draws.integers(2**63)))
            afterstates = [world.clone() for _ in codes]
            for after, code in zip(afterstates, codes):
                after.play_code(int(code), seat)
            rows, values = learner.judge(seat, afterstates)
            best = int(values.argmax())
            table.play_code(int(codes[best]), seat)
            seen[seat].append(rows[best])
        else:
            table.play_code(int(draws.choice(codes)), seat)
            if len(codes) > 1:
                seen[seat].append(learner.features.of(table, seat))
    winners = table.turn.winners or []
    return {seat: (np.array(rows), seat in winners) for seat, rows in seen.items() if rows}


def train(games: int, seed: int, report: int = 0) -> Learner:
    """Learns from games with itself; the same numbers give the same weights."""
    learner = Learner(Features())
    draws = np.random.default_rng(seed)
    warm_up = [episode(learner, int(draws.integers(2**63)), 2 + n % 3, draws, explore=1.0) for n in range(WARM_UP)]
    learner.measure(np.concatenate([rows for game in warm_up for rows, _ in game.values()]))
    for game in warm_up:
        for rows, won in game.values():
            learner.learn(rows, won, RATE)
    began = time.perf_counter()
    for number in range(1, games + 1):
        # What is worth much at random play comes first, what is worth much among good players later.
        explore = max(EXPLORE, 1 - 2 * number / games)
        rate = RATE / (1 + number / HALF_AFTER)
        for rows, won in episode(learner, int(draws.integers(2**63)), 2 + number % 3, draws, explore).values():
            learner.learn(rows, won, rate)
        if report and number % report == 0:
            print(f"{number} games, {time.perf_counter() - began:.0f} s", file=sys.stderr)
    return learner


class Player:
    """The learner as a bot: it looks one action ahead, in a world that it may be in."""

    def __init__(self, learner: Learner) -> None:
        self.learner = learner
        self.draws = neuland.Random(0)

    def begin(self, game: str, seat: str, seed: int) -> None:
        """Begins a game."""
        if game != GAME:
            raise ValueError(f"these weights play {GAME}, not {game}")
        self.draws = neuland.Random(seed)

    def choose(self, view: neuland.SeatView) -> neuland.Action | str:
        """Chooses the action whose afterstate is worth most."""
        # Only ways to discard many cards are more than this.
        actions = view.legal_actions[:ACTIONS_MAX]
        if len(actions) == 1:
            return actions[0]
        world = neuland.Table(neuland.sample_world(view, seed=self.draws.below(2**32 - 1)))
        afterstates = [world.clone() for _ in actions]
        for after, action in zip(afterstates, actions):
            after.play(action, view.seat)
        _, values = self.learner.judge(view.seat, afterstates)
        return actions[int(values.argmax())]


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Linear TD(λ) for Catan.")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--train", metavar="FILE", type=Path, help="trains and writes the weights to FILE")
    what.add_argument("--match", metavar="FILE", type=Path, help="lets the weights of FILE meet `random`")
    what.add_argument("--serve", metavar="FILE", type=Path, help="plays with the weights of FILE over the bot protocol")
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of everything that is random (1)")
    arguments = parser.parse_args()
    try:
        if arguments.train:
            train(arguments.games, arguments.seed, report=100).save(arguments.train)
            return
        learner = Learner.load(arguments.match or arguments.serve)
    except (OSError, ValueError, neuland.Error) as error:
        sys.exit(f"td_lambda: {error}")
    if arguments.serve:
        neuland.serve_bot(Player(learner), name="td-lambda", version="1", games=[GAME])
        return
    bots = {"td-lambda": Player(learner), "random": "random"}
    result = neuland.match(GAME, bots, games=arguments.games, seed=arguments.seed)
    first = result.bots[0]
    print(f"{first.name}: {first.wins:g} of {first.games} games, share {first.share:.3f}, 95 % interval {first.interval.low:.3f} to {first.interval.high:.3f}")


if __name__ == "__main__":
    main()
