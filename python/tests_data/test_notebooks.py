"""The example notebooks run from top to bottom, with smaller samples, and are stored without outputs."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest

EXAMPLES = Path(__file__).resolve().parents[2] / "python/examples"

# What replaces the cell with the tag `parameters`, and what some output must show.
NOTEBOOKS: dict[str, tuple[str, list[str]]] = {
    "first_game.ipynb": ("LAST_TURN = 20", ["<svg", "CATAN-SETT-3", "<iframe", "<table>", "winners:"]),
    "train_and_rate.ipynb": ("STAGES = [1]\nGAMES = 2", ["<svg", "share of wins", "<td>settler</td>", "the same weights: True"]),
    "analyse_a_data_set.ipynb": ("GAMES = 8", ["4 files", "mean points", "chi-square", "50% of the decisions", "<svg"]),
}


def read(name: str) -> Any:
    return nbformat.read(EXAMPLES / name, as_version=4)


def test_every_notebook_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.ipynb")} == set(NOTEBOOKS)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str) -> None:
    notebook = read(name)
    parameters, wanted = NOTEBOOKS[name]
    (tagged,) = [cell for cell in notebook.cells if "parameters" in cell.metadata.get("tags", [])]
    names = re.findall(r"^(\w+) =", tagged.source, re.MULTILINE)
    assert names == re.findall(r"^(\w+) =", parameters, re.MULTILINE), "the test sets what the notebook sets"
    tagged.source = parameters
    # A notebook runs in its own folder, as an editor runs it.
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(EXAMPLES)}}).execute()
    outputs = json.dumps([cell.outputs for cell in notebook.cells if cell.cell_type == "code"], ensure_ascii=False)
    for words in wanted:
        assert words in outputs, words
    assert '"stderr"' not in outputs, "nothing warns"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_stored_without_outputs(name: str) -> None:
    notebook = read(name)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == [] and cell.execution_count is None, cell.source
    prose = [cell.source for cell in notebook.cells if cell.cell_type == "markdown"]
    assert prose[0].startswith("# ") and len(" ".join(prose).split()) > 100
    assert (EXAMPLES / name).stat().st_size < 100_000
