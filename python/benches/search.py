"""Clones, sampled worlds, keys and random games to the end per second of processor time: what a search is made of.

    python python/benches/search.py [--seconds 2] [--games catan,carcassonne]

All begin from a position after 60 random codes with two seats. A rollout plays random codes, sampled in Rust, to the end of the game, at most 2,000.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import options

import neuland


def per_second(job: Callable[[], object], seconds: float) -> float:
    """How often a job can be done in a second of processor time."""
    count, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        job()
        count += 1
    return count / spent


def main() -> None:
    """Prints a table."""
    arguments = options.parser(__doc__, seconds=2).parse_args()
    print("| game | `Table.clone` | `determinize` | `save` | `State.key` | rollouts |\n|---|---:|---:|---:|---:|---:|")
    for game in arguments.games:
        table = neuland.Table(neuland.State(game, players=2))
        rng = neuland.Random(1)
        for _ in range(60):
            table.advance(1)
            table.play_code(table.sample_code(rng))
        table.advance(1)
        state = table.state

        def rollout() -> None:
            world = table.clone()
            for _ in range(2000):
                world.play_code(world.sample_code(rng))
                if world.seat is None:
                    world.advance(1)
                    if world.seat is None:
                        break

        jobs: list[Callable[[], object]] = [
            table.clone,
            lambda: table.determinize("A", 1),
            table.save,
            state.key,
            rollout,
        ]
        figures = " | ".join(f"{per_second(job, arguments.seconds):,.0f}" for job in jobs)
        print(f"| {game} | {figures} |", flush=True)


if __name__ == "__main__":
    main()
