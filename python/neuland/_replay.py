"""The replay widget: a whole game as one HTML document that needs no server."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from typing import Literal

from neuland._neuland import Record

FRAMES_MAX = 1_000
"""The most frames of a widget."""

BYTES_MAX = 32_000_000
"""The most bytes of pictures in a widget."""

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>@title@</title>
<style>
body { margin: 0; font: 16px/1.4 system-ui, sans-serif; color: CanvasText; background: Canvas; color-scheme: @scheme@ }
main { display: grid; gap: .5rem; max-width: 60rem; margin: auto; padding: .5rem }
.controls { display: flex; gap: .5rem; align-items: center }
.controls input { flex: 1; min-width: 0 }
button { font: inherit; min-width: 2.5rem; min-height: 2.5rem }
.frame svg { display: block; width: 100%; max-height: 70vh }
output { font-variant-numeric: tabular-nums }
@css@
</style>
</head>
<body>
<main>
<div class="frame" id="frame"></div>
<div class="controls">
<button type="button" id="first" aria-label="First position">⏮</button>
<button type="button" id="back" aria-label="Back">◀</button>
<button type="button" id="play" aria-label="Play" aria-pressed="false">▶▶</button>
<button type="button" id="on" aria-label="Forward">▶</button>
<button type="button" id="last" aria-label="Last position">⏭</button>
<input type="range" id="slider" min="0" step="1" value="0" aria-label="Position">
</div>
<output id="caption" for="slider"></output>
</main>
<script>
"use strict";
const [parts, coded] = @frames@;
let before = [];
const frames = coded.map(([number, caption, head, tail, own]) => {
  before = [...before.slice(0, head), ...own, ...before.slice(before.length - tail)];
  return [number, caption, before];
});
const at = id => document.getElementById(id);
const slider = at("slider");
let place = 0, timer = 0;
slider.max = frames.length - 1;
function show(wanted) {
  place = Math.max(0, Math.min(frames.length - 1, wanted));
  const [number, caption, own] = frames[place];
  at("frame").innerHTML = own.map(part => parts[part]).join("");
  slider.value = place;
  const text = "Position " + number + " of @steps@: " + caption;
  slider.setAttribute("aria-valuetext", text);
  at("caption").textContent = text;
}
function play(is_on) {
  clearInterval(timer);
  timer = is_on ? setInterval(() => place + 1 < frames.length ? show(place + 1) : play(false), 400) : 0;
  at("play").setAttribute("aria-pressed", String(is_on));
}
const acts = {
  first: () => show(0), back: () => show(place - 1), on: () => show(place + 1), last: () => show(frames.length - 1),
};
for (const [id, act] of Object.entries(acts)) at(id).addEventListener("click", () => { play(false); act(); });
at("play").addEventListener("click", () => { if (!timer && place + 1 === frames.length) show(0); play(!timer); });
slider.addEventListener("input", () => { play(false); show(slider.valueAsNumber); });
const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
document.addEventListener("keydown", event => {
  const id = keys[event.key];
  if (!id || event.target === slider || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  play(false);
  acts[id]();
});
show(0);
</script>
</body>
</html>
"""


def replay_widget(
    record: Record,
    *,
    frames: int = 120,
    max_bytes: int = 8_000_000,
    theme: Literal["light", "dark", "auto"] = "light",
) -> str:
    """A record as an HTML document with a slider, buttons and keys (arrows, Home, End). It needs no server and no network.

    The pictures are part of the document. Of a longer game it has ``frames`` positions at equal distances, the first and the last
    among them, and fewer where their pictures would take more than ``max_bytes``; a single position, the last, is always there.

    Args:
        record: The game.
        frames: The most positions, 1 to 1,000.
        max_bytes: The most bytes of pictures, 1 to 32,000,000.
        theme: ``"light"``, ``"dark"``, or ``"auto"`` as the reader's system is set.

    Raises:
        ValueError: A bound is out of its range, or the theme is unknown.
    """
    for name, value, most in (("frames", frames, FRAMES_MAX), ("max_bytes", max_bytes, BYTES_MAX)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
        if not 1 <= value <= most:
            raise ValueError(f"{name} is a whole number from 1 to {most}, not {value}")
    css, rows = record._frames(frames, max_bytes, theme)
    # A text inside a script ends at no tag: `<` is written as an escape, which JSON knows.
    data = json.dumps(_coded(rows), ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    values = {
        "title": html.escape(f"{record.game}, {len(record)} steps"),
        "scheme": "light dark" if theme == "auto" else theme,
        "steps": str(len(record)),
        "css": css,
        "frames": data,
    }
    # Parts between the marks, so that nothing which is filled in is searched for marks.
    parts = _PAGE.split("@")
    return "".join(values.get(part, part) if n % 2 else part for n, part in enumerate(parts))


def _coded(rows: Sequence[tuple[int, str, str]]) -> tuple[list[str], list[tuple[int, str, int, int, list[int]]]]:
    """Frames without what they repeat: all elements once, and for each frame its number, its caption, how many elements at its beginning
    and at its end are those of the frame before, and the places of the others."""
    places: dict[str, int] = {}
    coded = []
    before: list[int] = []
    for number, caption, picture in rows:
        own = [places.setdefault(part, len(places)) for part in re.findall("<[^<]*", picture)]
        most = min(len(before), len(own))
        head = next((n for n in range(most) if before[n] != own[n]), most)
        tail = next((n for n in range(most - head) if before[-1 - n] != own[-1 - n]), most - head)
        coded.append((number, caption, head, tail, own[head : len(own) - tail]))
        before = own
    return list(places), coded


NOTEBOOK_BYTES = 500_000
"""The most bytes that a record takes in a notebook."""


def notebook(record: Record) -> str:
    """The widget in a frame of its own, for a notebook: its styles and keys stay inside."""
    style = "width:100%;height:40rem;border:0"
    frames = 60
    while True:
        page = html.escape(replay_widget(record, frames=frames), quote=True)
        shown = f'<iframe title="replay" sandbox="allow-scripts" style="{style}" srcdoc="{page}"></iframe>'
        if len(shown.encode()) <= NOTEBOOK_BYTES or frames == 1:
            return shown
        frames //= 2
