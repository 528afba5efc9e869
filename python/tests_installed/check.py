"""Checks the installed package as its user finds it: numpy beside it and nothing else, no compiler, no sources.

Run with the interpreter of the environment into which the wheel was installed; prints what it found.
"""

from __future__ import annotations

import re
import shutil
import sys
from importlib import metadata
from pathlib import Path


def check_metadata() -> None:
    """The wheel says whose it is and under which terms, and its README has no link that needs the repository."""
    package = metadata.metadata("neuland")
    assert package["License-Expression"] == "MIT OR Apache-2.0", package["License-Expression"]
    assert package["Author"] == "The Neuland developers", package["Author"]
    assert sorted(package.get_all("License-File", [])) == ["LICENSE-APACHE", "LICENSE-MIT", "THIRD-PARTY.txt"]
    files = {Path(str(file)).name: file for file in metadata.files("neuland") or []}
    for name, begins in [("LICENSE-MIT", "MIT License"), ("LICENSE-APACHE", "Apache License"), ("THIRD-PARTY.txt", "Libraries")]:
        text = Path(str(files[name].locate())).read_text(encoding="utf-8")
        assert text.lstrip().startswith(begins), (name, text[:40])
    classifiers = package.get_all("Classifier", [])
    assert len(classifiers) > 10 and all(" :: " in classifier for classifier in classifiers), classifiers
    readme = package.get_payload()
    assert isinstance(readme, str) and readme.startswith("# neuland\n"), readme
    links = re.findall(r"\]\(([^)]*)\)", readme)
    assert all(link.startswith("https://") for link in links), links
    for block in re.findall(r"^```python\n(.*?)^```", readme, re.MULTILINE | re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})


def check_games() -> None:
    """Every game is played to its end; its position, its pickle and its picture are there."""
    import pickle

    import neuland

    assert Path(neuland.__file__).is_relative_to(sys.prefix), neuland.__file__
    for info in neuland.games():
        state, rng = neuland.State(info.name), neuland.Random(3)
        while not state.is_over:
            if state.turn.kind == "chance":
                state.advance(seed=3)
            else:
                turn = state.turn
                state.play(state.legal_actions(turn.seat).sample(rng), turn.seat)
        assert state.turn.winners and pickle.loads(pickle.dumps(state)) == state
        assert state.svg().startswith("<svg")
        print(info.name, state.points)


def main() -> None:
    """Runs both checks where no compiler is found."""
    for program in ("cargo", "rustc"):
        assert shutil.which(program) is None, f"{program} is on the path"
    installed = sorted(one.name for one in metadata.distributions() if one.name not in ("pip", "setuptools"))
    assert installed == ["neuland", "numpy"], installed
    check_metadata()
    check_games()


main()
