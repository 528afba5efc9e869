"""Every example runs: the blocks of docs/python.md, those of the README, and those of the docstrings."""

from __future__ import annotations

import contextlib
import doctest
import importlib
import pkgutil
import re
from pathlib import Path
from typing import Any

import pytest

import neuland
from neuland import _neuland

ROOT = Path(__file__).resolve().parents[2]


def blocks(path: Path) -> list[tuple[int, str]]:
    """The Python blocks of a page, each with its line."""
    text = path.read_text(encoding="utf-8")
    found = re.finditer(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [(text.count("\n", 0, block.start(1)), block[1]) for block in found]


@pytest.mark.parametrize("page", ["docs/python.md", "docs/python-bots.md", "README.md"])
def test_the_blocks_of_a_page_run_in_their_order(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The pages write files where they run.
    monkeypatch.chdir(tmp_path)
    found = blocks(ROOT / page)
    assert found, f"{page} has no Python blocks"
    names: dict[str, Any] = {"neuland": neuland, "__name__": "__page__"}
    for line, block in found:
        # Lines in tracebacks are those of the page.
        exec(compile("\n" * line + block, page, "exec"), names)
    for name in BOTS.get(page, ()):
        wins(names[name])


# The example bots of the pages, which readers begin with.
BOTS = {"docs/python.md": ["Greedy"], "docs/python-bots.md": ["choose"]}


def wins(bot: Any) -> None:
    """An example wins clearly against the bot without a plan."""
    result = neuland.simulate("carcassonne", [bot, "random"], games=4, seed=3, rotate=True, threads=1)
    assert result.wins == (4, 0)


def documented() -> dict[str, str]:
    """Every docstring of the package, by where it stands."""
    found: dict[str, str] = {}
    modules: list[Any] = [neuland, _neuland]
    for module in pkgutil.iter_modules(neuland.__path__):
        try:
            modules.append(importlib.import_module(f"neuland.{module.name}"))
        except ImportError:
            # Their base classes come from libraries that have an environment of their own, where their examples run.
            if module.name not in {"_agents", "gymnasium", "openspiel", "pettingzoo", "rllib"}:
                raise
    for module in modules:
        found[module.__name__] = module.__doc__ or ""
        for name, value in vars(module).items():
            if getattr(value, "__module__", None) not in {"neuland", module.__name__, "neuland._neuland"}:
                continue
            found[f"{module.__name__}.{name}"] = getattr(value, "__doc__", None) or ""
            if isinstance(value, type):
                for member, inner in vars(value).items():
                    found[f"{module.__name__}.{name}.{member}"] = getattr(inner, "__doc__", None) or ""
    return found


def test_the_examples_of_docstrings_are_true() -> None:
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    attempted, wrong = 0, []
    for name, text in documented().items():
        test = doctest.DocTestParser().get_doctest(text, {**vars(neuland), "neuland": neuland}, name, None, 0)
        result = runner.run(test)
        attempted += result.attempted
        if result.failed:
            wrong.append(name)
    assert wrong == [], "the captured output says what they should be"
    assert attempted >= 20


def test_everything_public_is_documented() -> None:
    missing = []
    for name in neuland.__all__:
        value = getattr(neuland, name)
        if name == "BotLike":
            continue  # The name of a union, which has no docstring of its own.
        if not (getattr(value, "__doc__", None) or "").strip():
            missing.append(name)
        if isinstance(value, type) and value.__module__ == "neuland":
            members = {member: inner for member, inner in vars(value).items() if not member.startswith("_")}
            missing += [f"{name}.{member}" for member, inner in members.items() if not (inner.__doc__ or "").strip()]
    assert missing == []
