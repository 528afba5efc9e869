"""Cuts the two weights of Barlow Semi Condensed that the pages use down to the characters of both languages.

    npm pack @fontsource/barlow-semi-condensed@5.3.0 && tar xf fontsource-barlow-semi-condensed-5.3.0.tgz
    pip install fonttools==4.68.0 brotli==1.2.1
    python3 crates/pages/fonts/subset.py package/files

It keeps ASCII, what else `locales/` has, and the minus sign; any other character comes from the device's fonts. The digits are those
that align, for which the font has a feature: so every number does, without a rule in the style sheets. Hints and pairs of letters that stand closer are left out: they would
be a sixth of each file, and nobody sees them at the sizes of the pages.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
WEIGHTS = (400, 600)


def characters() -> str:
    texts = "".join(path.read_text("utf-8") for path in sorted((ROOT / "locales").glob("*/*.ftl")))
    return "".join(map(chr, range(32, 127))) + "\u00a0−" + "".join(sorted({c for c in texts if ord(c) > 127}))


def aligned_digits(font: TTFont) -> dict[str, str]:
    """Returns the glyphs that the feature for aligned digits puts in the place of others."""
    table = font["GSUB"].table
    lookups = {n for record in table.FeatureList.FeatureRecord if record.FeatureTag == "tnum" for n in record.Feature.LookupListIndex}
    swaps: dict[str, str] = {}
    for number in lookups:
        for part in table.LookupList.Lookup[number].SubTable:
            swaps.update(getattr(part, "ExtSubTable", part).mapping)
    return swaps


def main(files: Path) -> None:
    for weight in WEIGHTS:
        font = TTFont(files / f"barlow-semi-condensed-latin-{weight}-normal.woff2")
        swaps = aligned_digits(font)
        for table in font["cmap"].tables:
            table.cmap = {code: swaps.get(glyph, glyph) for code, glyph in table.cmap.items()}
        options = subset.Options(layout_features=[], hinting=False, name_IDs=[], notdef_outline=True)
        cut = subset.Subsetter(options)
        cut.populate(text=characters())
        cut.subset(font)
        font.flavor = "woff2"
        path = HERE.parent / "web" / f"barlow-{weight}.woff2"
        font.save(path)
        print(f"{path.name}: {path.stat().st_size} bytes, {len(font.getBestCmap())} characters")


main(Path(sys.argv[1]))
