"""The tables of an analysis as data frames."""

from __future__ import annotations

from pathlib import Path

import pytest

import neuland


def test_every_table_is_a_data_frame(tmp_path: Path) -> None:
    neuland.simulate("carcassonne", ["surveyor", "random"], games=2, seed=5, records=tmp_path)
    analysed = neuland.analyse(path.read_text(encoding="utf-8") for path in sorted(tmp_path.iterdir()))
    for name in ("seats", "course", "decisions", "luck", "trades", "players"):
        frame = analysed.frame(name)  # type: ignore[arg-type]
        assert {column: list(frame[column].astype(object).where(frame[column].notna(), None)) for column in frame} == analysed.columns(name)  # type: ignore[arg-type]
    luck = analysed.frame("luck").groupby(["game", "step", "source"])["luck"].sum()
    assert luck.abs().max() == pytest.approx(0, abs=1e-9)
    decisions = analysed.frame("decisions")
    worst = decisions.groupby("seat")["cost"].mean().idxmin()
    assert worst == "B", "the bot that plays anything"
