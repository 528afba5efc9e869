"""docs/python-dataset.md is true: its blocks run, its table of columns is the schema, and the examples of docstrings are right."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import neuland
from neuland import dataset

PAGE = Path(__file__).resolve().parents[2] / "docs/python-dataset.md"


def blocks(language: str) -> list[tuple[int, str]]:
    """The blocks of the page in a language, each with its line."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, block.start(1)), block[1]) for block in found]


def test_the_blocks_run_in_their_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    # The tests of Ray run the block on Ray.
    found = [(line, block) for line, block in blocks("python") if "neuland.ray" not in block]
    assert len(found) == 5
    names: dict[str, Any] = {"__name__": "__page__"}
    for line, block in found:
        exec(compile("\n" * line + block, str(PAGE), "exec"), names)
    commands = [block for _, block in blocks("sh") if "pip install" not in block]
    assert len(commands) == 1
    surroundings = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(["sh", "-e", "-c", commands[0]], env=surroundings, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(": made\n") == 3 and done.stdout.count(": kept\n") == 1
    assert neuland.Record.read("game.neuland").game == "carcassonne"


def test_the_table_of_columns_is_the_schema() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## Columns")[2].partition("The metadata")[0]
    rows = re.findall(r"^\| `([a-z_]+)` \| `([^`]+)` \|", section, re.MULTILINE)
    schema = dataset.schema("catan", observations=True, masks=True)
    layout = neuland.layout("catan")
    kinds = [(name, kind.replace("[size]", f"[{layout.size}]").replace("[actions]", f"[{layout.actions}]")) for name, kind in rows]
    assert kinds == [(field.name, str(field.type)) for field in schema]


def test_the_examples_of_docstrings_are_true() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    for name in dataset.__all__:
        value = getattr(dataset, name)
        if isinstance(value, type) or callable(value):
            assert (value.__doc__ or "").strip(), f"{name} has no documentation"
            test = doctest.DocTestParser().get_doctest(value.__doc__, {**vars(dataset), "neuland": neuland, "dataset": dataset}, name, None, 0)
            assert runner.run(test).failed == 0, f"an example of {name} is wrong; see above"
    assert runner.tries > 5


def test_without_pyarrow_the_error_says_what_to_install(tmp_path: Path) -> None:
    script = """
import sys
sys.modules["pyarrow"] = sys.modules["ray"] = None
import neuland.dataset, neuland.ray
spec = neuland.dataset.Spec("catan", ["random"] * 3, (0, 1))
for call in (
    lambda: neuland.dataset.read("a"),
    lambda: neuland.dataset.write([], "a", game="catan"),
    lambda: neuland.dataset.schema("catan"),
    lambda: neuland.dataset.run(spec, "a"),
    lambda: neuland.ray.run(spec, "a"),
):
    try:
        call()
    except ImportError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.count("needs pyarrow: pip install") == 5
    assert list(tmp_path.iterdir()) == []
