// The module of the static site in parts is the program that it was in one piece.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { ROOT } from "../lib/places.js";
import { needSite, OBSERVED, SITE, version } from "../lib/static.js";

needSite();

/** The files of the site. */
const files = join(SITE, version());

test("whole games are the same in parts and in one piece", () => {
  const folder = mkdtempSync(join(tmpdir(), "neuland-parts-"));
  try {
    cpSync(files, folder, { recursive: true });
    for (const name of ["run.js", "neuland.js", "part-names.js"]) cpSync(join(OBSERVED, name), join(folder, name));
    for (const name of ["errors.js", "parts.js"]) cpSync(join(ROOT, "crates/site/web", name), join(folder, name));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const games = (/** @type {string} */ of) => execFileSync(process.execPath, [join(of, "run.js"), of, "games"], { encoding: "utf8" });
    const [split, whole] = [games(folder), games(OBSERVED)];
    assert.equal(whole.trim().split("\n").length, 10);
    assert.equal(split, whole);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("the first question of each game needs less than 700 KB of modules and pages", (t) => {
  const sent = (/** @type {string} */ name) => brotliCompressSync(readFileSync(join(files, name))).length;
  const size = (/** @type {string[]} */ names) => names.reduce((sum, name) => sum + sent(name), 0);
  const pages = readdirSync(files).filter((name) => !name.endsWith(".wasm"));
  for (const lang of ["en", "de"]) {
    for (const game of [["islands"], ["islands", "cities"], ["tiles"]]) {
      const modules = ["neuland_bg.wasm", ...[lang, ...game].map((part) => `neuland-${part}.wasm`)];
      const all = size(modules) + size(pages);
      t.diagnostic(`${lang} ${game.at(-1)}: ${Math.round(all / 1000)} KB with brotli, of which ${Math.round(size(modules) / 1000)} KB are modules`);
      assert.ok(all <= 700_000, `${lang} ${game.at(-1)}: ${all} bytes`);
    }
  }
});
