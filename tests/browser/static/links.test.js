// Games as links: the record stands in the address, and a link from anywhere is opened with care.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { deflateSync } from "node:zlib";
import { noErrors, openPage } from "../lib/browser.js";
import { notGerman } from "../lib/german.js";
import { SITE, shortLinks } from "../lib/static.js";
import { staticHouse } from "../lib/static-house.js";
import { pack, unpack } from "../../../crates/site/web/links.js";

const house = staticHouse();

/** The record of a finished game. @param {string} game */
const recordOf = (game) => readFileSync(new URL(`../../../crates/pages/tests/covers/${game}.neuland`, import.meta.url), "utf8");

/** What `pack` would make of these bytes. @param {Uint8Array} bytes */
const packed = (bytes) => deflateSync(bytes).toString("base64url");

/** The most that a link may hold in these tests. */
const MOST = 1024 * 1024;

/** @param {string} code */
const opened = (code) => unpack(code, MOST).catch((error) => `refused: ${error.why}`);

test("records survive the way through a link, and fit into it", async () => {
  for (const game of ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"]) {
    const record = recordOf(game);
    const code = await pack(record);
    assert.match(code, /^[\w-]+$/);
    assert.ok(code.length < 8000, `${game}: ${code.length}`);
    assert.equal(await unpack(code, MOST), record);
  }
  assert.equal(await unpack(await pack("Grüße, 🎲"), MOST), "Grüße, 🎲");
});

test("a link is damaged wherever a letter is missing or another one", async () => {
  const record = recordOf("carcassonne");
  const code = await pack(record);
  for (let at = 0; at < code.length; at += 1) {
    const other = code.slice(0, at) + (code[at] === "A" ? "B" : "A") + code.slice(at + 1);
    for (const wrong of [other, code.slice(0, at)]) {
      const got = await opened(wrong);
      // The last letter has bits that mean nothing.
      assert.ok(got === "refused: damaged" || (got === record && at === code.length - 1), `letter ${at}: ${got.slice(0, 40)}`);
    }
  }
  for (const wrong of ["", "%%%", "ä", packed(Uint8Array.of(0xff, 0xfe))]) assert.equal(await opened(wrong), "refused: damaged");
});

test("a link unpacks to as much as is allowed, and no more", async () => {
  assert.equal((await opened(packed(new Uint8Array(MOST).fill(32)))).length, MOST);
  assert.equal(await opened(packed(new Uint8Array(MOST + 1).fill(32))), "refused: large");
  // 64 MiB in 65 KB: it is left before it is there.
  assert.equal(await opened(packed(new Uint8Array(64 * MOST))), "refused: large");
});

test("a game is shared as a link, and the link shows its replay to somebody else", async () => {
  const page = await openPage(house.browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(`${house.host.url}?/replay`);
  await page.locator("textarea[name=text]").fill(recordOf("catan"));
  await page.locator("#upload button[type=submit]").click();
  await page.locator("main[data-replay]").waitFor();
  await page.locator("button[data-share]").click();
  const field = page.locator("#shared input");
  await field.waitFor();
  const link = await field.inputValue();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link, "it is copied");
  assert.ok(link.startsWith(`${house.host.url}?/replay#game=`) && link.length < 16_000, link.slice(0, 80));
  await page.locator("#shared button").last().click();
  assert.equal(await page.locator("#shared").count(), 0);
  const name = new URL(page.url()).search.split("/")[2] ?? "none";

  const other = await openPage(house.browser);
  await other.goto(link);
  await other.locator("main[data-replay]").waitFor();
  assert.equal(new URL(other.url()).search.split("/")[2], name, "it is the same record");
  const at = await other.locator("main[data-replay]").getAttribute("data-at");
  await other.keyboard.press("ArrowRight");
  await other.waitForFunction((at) => document.querySelector("main")?.dataset.at !== at, at);
  // The address of an open page may become such a link.
  await other.goto(`${house.host.url}?/replay`);
  await other.locator("#upload").waitFor();
  await other.evaluate((hash) => void (location.hash = hash), new URL(link).hash);
  await other.locator("main[data-replay]").waitFor();
  noErrors(page, other);
});

test("what is wrong with a link is said in both languages", async () => {
  const good = await pack(recordOf("mayflower"));
  const links = { damaged: good.slice(0, -20), large: packed(new Uint8Array(64 * MOST)), "no record": await pack("nothing that is a game") };
  for (const locale of ["en-GB", "de-DE"]) {
    for (const [what, code] of Object.entries(links)) {
      const page = await openPage(house.browser, { locale });
      await page.goto(`${house.host.url}?/replay#game=${code}`);
      const fault = page.locator(what === "no record" ? "#upload-fault" : "#link-fault");
      await fault.waitFor();
      const words = locale === "de-DE" ? { damaged: /beschädigt/, large: /1024 KB/ } : { damaged: /damaged/, large: /1024 KB/ };
      if (what in words) assert.match((await fault.textContent()) ?? "", words[/** @type {"damaged" | "large"} */ (what)]);
      // The form shows how a record begins, and again what is no record.
      if (locale === "de-DE" && what !== "no record") assert.deepEqual((await notGerman(page)).filter((text) => !text.startsWith('{"neuland"')), []);
      await page.locator("#upload").waitFor();
      noErrors(page);
      await page.close();
    }
  }
});

test("a game that is too long for a link is offered as a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "neuland-site-"));
  try {
    shortLinks(folder);
    house.host.use(folder);
    const page = await openPage(house.browser);
    await page.goto(`${house.host.url}?/replay`);
    await page.locator("textarea[name=text]").fill(recordOf("mayflower"));
    await page.locator("#upload button[type=submit]").click();
    await page.locator("button[data-share]").click();
    assert.match((await page.locator("#shared").textContent()) ?? "", /does not fit into a link/);
    assert.equal(await page.locator("#shared input").count(), 0);
    const saving = page.waitForEvent("download");
    await page.locator("#shared button").first().click();
    const saved = await saving;
    assert.match(saved.suggestedFilename(), /\.neuland$/);
    assert.equal(readFileSync(await saved.path(), "utf8"), recordOf("mayflower"));
    noErrors(page);
  } finally {
    house.host.use(SITE);
    rmSync(folder, { recursive: true });
  }
});
