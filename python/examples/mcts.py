"""Plain Monte Carlo tree search with hidden information, in any of the games, with nothing but :class:`neuland.Table`.

Before each of its iterations the searcher deals what it does not know at random (:meth:`neuland.Table.determinize`), walks down one tree
that all these worlds share, plays a few random codes further, and values the position by its points. So it sees no card that its seat
does not see (Cowling, Powley and Whitehouse, 2012: information set MCTS).

    python3 python/examples/mcts.py --game carcassonne --against random --games 20
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field

import numpy as np

import neuland


@dataclass
class Node:
    """What was seen of a choice: by code, the node that follows."""

    visits: int = 0
    available: int = 0
    value: float = 0.0
    children: dict[int, Node] = field(default_factory=dict)

    def choose(self, codes: list[int], explore: float) -> int:
        """A code that was not tried yet, or else the one with the greatest upper bound (UCB1)."""
        for code in codes:
            if code not in self.children:
                return code

        def bound(code: int) -> float:
            child = self.children[code]
            return child.value / child.visits + explore * math.sqrt(math.log(child.available) / child.visits)

        return max(codes, key=bound)


class Searcher:
    """Plays a seat by searching: ``iterations`` walks for each code, each of them ``depth`` codes deep behind the tree."""

    def __init__(self, iterations: int = 100, depth: int = 10, explore: float = 0.5, seed: int = 1) -> None:
        self.iterations = iterations
        self.depth = depth
        self.explore = explore
        self.random = np.random.default_rng(seed)
        # How many choices it has searched for, and the processor time that they took.
        self.searches = 0
        self.seconds = 0.0

    def choose(self, table: neuland.Table) -> int:
        """The code that the seat gives that is to decide."""
        seat = table.seat
        assert seat is not None, "a seat is to decide"
        legal = self.codes(table)
        if len(legal) == 1:
            return legal[0]
        root, began = Node(), time.process_time()
        for _ in range(self.iterations):
            self.walk(root, table.determinize(seat, self.draw()), seat)
        self.searches += 1
        self.seconds += time.process_time() - began
        return max(root.children, key=lambda code: root.children[code].visits)

    def walk(self, node: Node, world: neuland.Table, seat: str) -> None:
        """One iteration: down the tree, one node further, and some random codes; then the value goes up again."""
        path: list[tuple[Node, str]] = []
        start = self.value(world)
        while (actor := self.nature(world)) is not None:
            codes = self.codes(world)
            code = node.choose(codes, self.explore)
            is_new = code not in node.children
            for other in codes:
                if other in node.children:
                    node.children[other].available += 1
            node = node.children.setdefault(code, Node(available=1))
            path.append((node, actor))
            world.play_code(code)
            if is_new:
                break
        for _ in range(self.depth):
            if self.nature(world) is None:
                break
            world.play_code(world.sample_code(self.random))
        end = self.value(world)
        for visited, actor in path:
            visited.visits += 1
            visited.value += end[actor] - start[actor]

    def nature(self, world: neuland.Table) -> str | None:
        """Lets nature act, and returns the seat that is to decide."""
        if world.seat is None:
            world.advance(self.draw())
        return world.seat

    def codes(self, world: neuland.Table) -> list[int]:
        codes: list[int] = np.flatnonzero(world.action_mask()).tolist()
        # Which of the codes is tried first is chance.
        self.random.shuffle(codes)
        return codes

    def value(self, world: neuland.Table) -> dict[str, float]:
        """For each seat, between 0 and 1, how far its points are ahead of the best other ones."""
        points = world.state.points
        best = {seat: max(other for name, other in points.items() if name != seat) for seat in points}
        return {seat: math.tanh((points[seat] - best[seat]) / 10) for seat in points}

    def draw(self) -> int:
        return int(self.random.integers(2**63))


def play(game: str, searcher: Searcher, against: str, seats: int, mine: str, seed: int) -> neuland.State:
    """A game of the searcher against a bot of ours, on the seats that are not ``mine``."""
    table = neuland.Table(neuland.State(game, players=seats))
    bot = neuland.Bot(against, game, seed=seed)
    bot.observe(table.advance(seed))
    while (seat := table.seat) is not None:
        if seat == mine:
            events = table.play_code(searcher.choose(table))
        else:
            events = table.play(bot.choose(table.state, seat))
        if events is not None:
            bot.observe(events)
        if table.seat is None:
            bot.observe(table.advance(seed))
    return table.state


def wilson(wins: float, games: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share of wins."""
    share, square = wins / games, z * z / games
    half = z * math.sqrt(share * (1 - share) / games + square / (4 * games))
    return max(0.0, (share + square / 2 - half) / (1 + square)), min(1.0, (share + square / 2 + half) / (1 + square))


def main() -> None:
    options = argparse.ArgumentParser(description="Plays games of a searcher against a bot, with seats that rotate.")
    options.add_argument("--game", default="carcassonne")
    options.add_argument("--against", default="random")
    options.add_argument("--seats", type=int, default=2)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--iterations", type=int, default=100)
    options.add_argument("--depth", type=int, default=10)
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    searcher = Searcher(chosen.iterations, chosen.depth, seed=chosen.seed)
    wins = 0.0
    for number in range(chosen.games):
        mine = "ABCDEF"[number % chosen.seats]
        end = play(chosen.game, searcher, chosen.against, chosen.seats, mine, chosen.seed + number)
        winners = end.turn.winners or []
        wins += (mine in winners) / max(1, len(winners))
        print(f"game {number + 1}: seat {mine}, points {end.points}, won {wins:g}", flush=True)
    low, high = wilson(wins, chosen.games)
    print(f"won {wins:g} of {chosen.games} games: {wins / chosen.games:.1%}, 95 % interval {low:.1%} to {high:.1%}")
    print(f"{searcher.searches} searches of {1000 * searcher.seconds / max(1, searcher.searches):.1f} ms of processor time each")


if __name__ == "__main__":
    main()
