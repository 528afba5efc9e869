"""Steps per second of processor time through the environments, with observation and mask, in random legal play sampled in Rust.

    python python/benches/steps.py [--seconds 3] [--games catan,carcassonne] [--others]

It needs gymnasium and pettingzoo. ``--others`` adds rows of other libraries, as far as they are installed
(``python/requirements/comparisons.txt``).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import numpy as np
import options

import neuland.gymnasium
import neuland.pettingzoo

GOALS = {("catan", "single"): 150_000, ("catan", "vector of 256"): 500_000, ("catan", "AEC"): 30_000}


def single(game: str) -> Iterator[int]:
    """A step is one code of the seat; the other seats, which also play randomly, are not counted."""
    env = neuland.gymnasium.Env(game)
    env.reset(seed=1)
    while True:
        *_, terminated, truncated, _ = env.step(env.sample_action())
        if terminated or truncated:
            env.reset()
        yield 1


def vector(game: str) -> Iterator[int]:
    """As many steps as there are environments."""
    envs = neuland.gymnasium.VectorEnv(game, 256)
    envs.reset(seed=1)
    while True:
        envs.step(envs.sample_actions())
        yield 256


def aec(game: str) -> Iterator[int]:
    """A step is one code of any seat, with ``last()``."""
    env = neuland.pettingzoo.env(game)
    while True:
        env.reset(seed=1)
        for _ in env.agent_iter():
            *_, termination, truncation, _ = env.last()
            env.step(None if termination or truncation else env.unwrapped.sample_action())
            yield 1


def catanatron() -> Iterator[int]:
    """Catanatron's game of four random players; a step is one action of any player, without observation and mask."""
    from catanatron import Color, Game, RandomPlayer

    while True:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            yield 1


def rlcard(name: str) -> Iterator[int]:
    """A game of RLCard; a step is one action of any player."""
    import rlcard

    env = rlcard.make(name, config={"seed": 1})
    rng = np.random.default_rng(1)
    while True:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(int(rng.choice(list(state["legal_actions"]))))
            yield 1


def openspiel(name: str) -> Iterator[int]:
    """A game of OpenSpiel; a step is one action of any player, with the observation and the mask of the one that acts."""
    import pyspiel

    game = pyspiel.load_game(name)
    rng = np.random.default_rng(1)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                state.apply_action(int(rng.choice(outcomes, p=weights)))
                continue
            np.asarray(state.observation_tensor(), dtype=np.float32)
            mask = np.flatnonzero(np.asarray(state.legal_actions_mask()))
            state.apply_action(int(rng.choice(mask)))
            yield 1


def measure(steps: Iterator[int], seconds: float) -> float:
    """Steps per second of processor time, after a short start."""
    warm = time.process_time() + seconds / 10
    while time.process_time() < warm:
        next(steps)
    count, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(64):
            count += next(steps)
    return count / spent


def main() -> None:
    """Prints a table."""
    parser = options.parser(__doc__, seconds=3)
    parser.add_argument("--others", action="store_true", help="measure other libraries too")
    arguments = parser.parse_args()
    kinds: dict[str, Callable[[str], Iterator[int]]] = {"single": single, "vector of 256": vector, "AEC": aec}
    print("| game | environment | steps per CPU second | goal |\n|---|---|---:|---:|")
    for game in arguments.games:
        for kind, make in kinds.items():
            found = measure(make(game), arguments.seconds)
            goal = GOALS.get((game, kind))
            print(f"| {game} | {kind} | {found:,.0f} | {f'{goal:,}' if goal else ''} |", flush=True)
    if not arguments.others:
        return
    others: list[tuple[str, Callable[[], Iterator[int]]]] = [
        ("Catanatron, without observations", catanatron),
        ("RLCard leduc-holdem", lambda: rlcard("leduc-holdem")),
        ("RLCard doudizhu", lambda: rlcard("doudizhu")),
        ("OpenSpiel leduc_poker", lambda: openspiel("leduc_poker")),
        ("OpenSpiel gin_rummy", lambda: openspiel("gin_rummy")),
    ]
    for name, make_other in others:
        try:
            print(f"| {name} | | {measure(make_other(), arguments.seconds):,.0f} | |", flush=True)
        except ImportError as error:
            print(f"| {name} | | not installed ({error.name}) | |", flush=True)


if __name__ == "__main__":
    main()
