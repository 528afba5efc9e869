"""Every block of docs/python-openspiel.md runs, in their order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parents[2] / "docs" / "python-openspiel.md"


def test_the_blocks_of_the_page_run_in_their_order() -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = list(re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    assert len(found) >= 5
    names: dict[str, Any] = {"__name__": "__page__"}
    for block in found:
        # Lines in tracebacks are those of the page.
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block[1], PAGE.name, "exec"), names)
