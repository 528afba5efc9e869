"""Steps per CPU second of the games in OpenSpiel, with observation and mask, at random legal play.

    python python/benches/openspiel.py [--seconds 3] [--beside]

A step is one decision; what nature does between decisions is part of it. Each decision asks for the observation of the player who acts (numpy), the
legal actions as a list, and the mask. ``--beside`` measures games of OpenSpiel itself in the same way.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import pyspiel
from open_spiel.python import observation as observations

from neuland import openspiel


def steps_per_second(game: Any, seconds: float) -> tuple[float, float]:
    """Decisions and all nodes, chance included, per CPU second."""
    seen = observations.make_observation(game)
    draws = random.Random(1)
    decisions = nodes = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                # Uniform instead of weighted: drawing by weight would measure Python's `random`.
                action = outcomes[int(draws.random() * len(outcomes))][0]
            else:
                if decisions % 64 == 0 and time.process_time() - began >= seconds:
                    break
                player = state.current_player()
                seen.set_from(state, player)
                legal = state.legal_actions()
                mask = state.legal_actions_mask()
                assert len(mask) >= len(legal) > 0
                action = legal[int(draws.random() * len(legal))]
                decisions += 1
            state.apply_action(action)
            nodes += 1
    took = time.process_time() - began
    return decisions / took, nodes / took


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each game (3)")
    parser.add_argument("--beside", action="store_true", help="measures games of OpenSpiel as well")
    arguments = parser.parse_args()
    games = {name: openspiel.load(name) for name in openspiel.NAMES}
    if arguments.beside:
        import open_spiel.python.games.tic_tac_toe  # noqa: F401  # It registers the game.

        own = ("gin_rummy", "backgammon", "tic_tac_toe", "python_tic_tac_toe")
        games |= {f"OpenSpiel: {name}": pyspiel.load_game(name) for name in own}
    for name, game in games.items():
        decisions, nodes = steps_per_second(game, arguments.seconds)
        print(f"{name:32} {decisions:10,.0f} decisions/s {nodes:10,.0f} nodes/s", flush=True)


if __name__ == "__main__":
    main()
