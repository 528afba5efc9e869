"""How fast shards are made and read, and how large they are: ``python python/benches/dataset.py [GAMES]``, with pyarrow installed.

Each line is one game with bots that play at random, on one thread, in games per CPU second, so other work on the machine counts little.
"""

from __future__ import annotations

import sys
import tempfile
import time

import neuland
from neuland import dataset

SEATS = {"catan": 4, "cities-and-knights": 4, "carcassonne": 2, "traders-and-builders": 2, "mayflower": 2}


def measure(game: str, games: int, wide: bool) -> str:
    """A row of the table of docs/python-dataset.md."""
    spec = dataset.Spec(game, ["random"] * SEATS[game], (0, games - 1), shard_games=games, observations=wide, masks=wide)
    with tempfile.TemporaryDirectory() as folder:
        begun = time.process_time()
        shard = dataset.shard(spec, 0, folder)
        made = time.process_time() - begun
        file = dataset.read(shard.path)
        begun = time.process_time()
        for _ in file.batches():
            pass
        scanned = time.process_time() - begun
        begun = time.process_time()
        text = sum(len(str(record)) for record in file.records())
        replayed = time.process_time() - begun
        size = shard.path.stat().st_size
    columns = "observations, masks" if wide else "plain"
    cells = [
        f"`{game}`, {SEATS[game]} seats",
        columns,
        f"{file.rows / games:,.0f}",
        f"{size / games:,.0f}",
        f"{text / games:,.0f}",
        f"{games / made:,.0f}",
        f"{file.rows / scanned:,.0f}",
        f"{games / replayed:,.0f}",
    ]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"neuland {neuland.version()}, {games} games of each kind")
    print("| game | columns | rows a game | bytes a game | bytes of its record | games made a CPU s | rows read a CPU s | records read a CPU s |")
    for game in SEATS:
        for wide in (False, True):
            print(measure(game, games if not wide else max(1, games // 4), wide), flush=True)


if __name__ == "__main__":
    main()
