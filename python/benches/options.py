"""The command line of the benchmarks that measure each game for some seconds."""

from __future__ import annotations

import argparse

import neuland


def parser(description: str | None, seconds: float) -> argparse.ArgumentParser:
    """Reads ``--seconds`` and ``--games``."""
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--seconds", type=float, default=seconds, help=f"processor seconds for each figure ({seconds:g})")
    names = [info.name for info in neuland.games()]
    made.add_argument("--games", type=lambda text: text.split(","), default=names, help="games, with commas between them (all)")
    return made
