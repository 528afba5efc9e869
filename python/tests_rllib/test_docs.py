"""The examples of RLlib in docs/environments.md and in the docstrings."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import neuland.rllib

PAGE = Path(__file__).resolve().parents[2] / "docs/environments.md"


def test_the_block_of_the_page_runs() -> None:
    found = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    blocks = [block for block in found if "rllib" in block]
    assert len(blocks) == 1
    exec(compile(blocks[0], PAGE.name, "exec"), {"__name__": "__page__"})


def test_the_examples_of_docstrings_are_true() -> None:
    result = doctest.testmod(neuland.rllib)
    assert result.attempted >= 3 and result.failed == 0
