"""Writes the docstrings of the native module into its stub, so that editors show what ``help()`` shows.

    python python/tools/stubs.py            writes python/neuland/_neuland.pyi
    python python/tools/stubs.py --check    fails if it would write something else

Signatures are written by hand in the stub; mypy's stubtest holds them to the module. It needs the built package.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
import textwrap
from pathlib import Path
from typing import Any

STUB = Path(__file__).parents[1] / "neuland" / "_neuland.pyi"


def documented(text: str, module: Any) -> tuple[str, list[str]]:
    """The stub with the docstrings of the module, and the definitions that have none there."""
    lines = text.split("\n")
    edits: list[tuple[int, int, list[str]]] = []
    missing: list[str] = []
    for node in ast.parse(text).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            _edit(node, getattr(module, node.name), node.name, lines, edits, missing)
        if isinstance(node, ast.ClassDef):
            owner = getattr(module, node.name)
            for member in node.body:
                if isinstance(member, ast.FunctionDef):
                    found = inspect.getattr_static(owner, member.name)
                    _edit(member, found, f"{node.name}.{member.name}", lines, edits, missing)
    for first, last, new in sorted(edits, reverse=True):
        lines[first:last] = new
    return "\n".join(lines), missing


def _edit(
    node: ast.ClassDef | ast.FunctionDef,
    found: Any,
    name: str,
    lines: list[str],
    edits: list[tuple[int, int, list[str]]],
    missing: list[str],
) -> None:
    """What replaces the body of a function, or the docstring of a class."""
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    # Python says the same of every class: what `__eq__` and its like do.
    is_special = node.name.startswith("__") and node.name.endswith("__")
    if isinstance(found, staticmethod):
        found = found.__func__
    doc = None if is_special else inspect.getdoc(found)
    if doc is None and not is_special:
        missing.append(name)
    has_doc = ast.get_docstring(node) is not None
    body = node.body[0]
    if isinstance(node, ast.ClassDef):
        first = body.lineno - 1
        if not has_doc:
            first = min([first, *(d.lineno - 1 for d in getattr(body, "decorator_list", []))])
        last = body.end_lineno if has_doc else first
        edits.append((first, last or first, _quoted(doc, node.col_offset + 4) if doc else []))
    elif doc is not None and "overload" not in decorators:
        header = lines[node.lineno - 1 : body.lineno]
        if has_doc:
            header = header[: body.lineno - node.lineno]
        else:
            comment = header[-1].partition("  # ")[2]
            header[-1] = header[-1].partition(": ...")[0] + ":" + (f"  # {comment}" if comment else "")
        edits.append((node.lineno - 1, node.end_lineno or node.lineno, [*header, *_quoted(doc, node.col_offset + 4)]))


def _quoted(doc: str, indent: int) -> list[str]:
    """A docstring as lines of source."""
    text = doc.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    quoted = f'"""{text}"""' if "\n" not in text else f'"""{text}\n"""'
    return textwrap.indent(quoted, " " * indent).split("\n")


def main() -> int:
    """The command line."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true")
    check = options.parse_args().check
    from neuland import _neuland

    before = STUB.read_text(encoding="utf-8")
    after, missing = documented(before, _neuland)
    for name in missing:
        print(f"no docstring: {name}", file=sys.stderr)
    if check:
        if after != before:
            print("the stub says something else than the module: run python/tools/stubs.py", file=sys.stderr)
        return int(bool(missing) or after != before)
    STUB.write_text(after, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
