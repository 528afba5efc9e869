"""The ids of our environments in Gymnasium's registry. Gymnasium calls :func:`register_all` when it is imported (its plugin entry point)."""

from __future__ import annotations

IDS = {
    "neuland/Catan-v0": "catan",
    "neuland/CitiesAndKnights-v0": "cities-and-knights",
    "neuland/Carcassonne-v0": "carcassonne",
    "neuland/TradersAndBuilders-v0": "traders-and-builders",
    "neuland/Mayflower-v0": "mayflower",
}


def register_all() -> None:
    """Registers what is not registered yet."""
    from gymnasium.envs.registration import register, registry

    for name, game in IDS.items():
        if name not in registry:
            register(
                id=name,
                entry_point="neuland.gymnasium:Env",
                vector_entry_point="neuland.gymnasium:VectorEnv",
                kwargs={"game": game},
            )
