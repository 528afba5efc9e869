"""Every example of docs/environments.md runs, and those of the docstrings; those of RLlib run in its own environment."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

import neuland
import neuland.gymnasium
import neuland.pettingzoo

PAGE = Path(__file__).resolve().parents[2] / "docs/environments.md"


def test_the_blocks_of_the_page_run_in_their_order(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    blocks = [(text.count("\n", 0, block.start(1)), block[1]) for block in found if "rllib" not in block[1]]
    assert len(blocks) >= 5
    names: dict[str, Any] = {"__name__": "__page__"}
    for line, block in blocks:
        exec(compile("\n" * line + block, PAGE.name, "exec"), names)
    result = neuland.simulate("carcassonne", [names["greedy"], "random"], games=6, seed=3, rotate=True, threads=1)
    assert result.wins == (6, 0), "an example wins clearly"


@pytest.mark.parametrize("module", [neuland.gymnasium, neuland.pettingzoo])
def test_the_examples_of_docstrings_are_true(module: Any) -> None:
    result = doctest.testmod(module)
    assert result.attempted >= 5 and result.failed == 0


@pytest.mark.parametrize("module", [neuland.gymnasium, neuland.pettingzoo])
def test_everything_public_is_documented(module: Any) -> None:
    missing = []
    for name in module.__all__:
        value = getattr(module, name)
        if isinstance(value, dict):
            continue
        if not (value.__doc__ or "").strip():
            missing.append(name)
        if isinstance(value, type):
            members = {member: inner for member, inner in vars(value).items() if callable(inner)}
            missing += [
                f"{name}.{member}"
                for member, inner in members.items()
                if not member.startswith("_") and not (inner.__doc__ or "").strip()
            ]
    assert missing == []
