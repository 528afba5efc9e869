// The record of a finished game, as the reader of the page can download it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "./places.js";

/**
 * The record replays, and is refused where it was tampered with.
 * @param {import("playwright-core").Page} page
 * @param {string} url of the server
 * @param {string} table its id
 */
export async function replays(page, url, table) {
  const record = await page.request.get(`${url}/t/${table}/record`);
  assert.equal(record.status(), 200);
  const folder = mkdtempSync(join(tmpdir(), "neuland-record-"));
  const file = join(folder, "game.neuland");
  const replay = () => execFileSync(BINARY, ["replay", file], { stdio: ["ignore", "pipe", "pipe"] });
  try {
    writeFileSync(file, await record.body());
    replay();
    writeFileSync(file, (await record.text()).replace(/"winners":\[[^\]]*\]/, '"winners":[]'));
    assert.throws(replay);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
