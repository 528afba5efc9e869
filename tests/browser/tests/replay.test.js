// Looking at games again: through the positions by slider, buttons, keys and by itself, through other eyes, and records
// from elsewhere.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { tellBots } from "../lib/pace.js";
import { ROOT } from "../lib/places.js";
import { ACROSS, german, NARROW, SCREENS } from "../lib/screens.js";

const held = house();
/** The pause between two positions that the test chooses, in milliseconds of the page's virtual clock. */
const PAUSE = 200;
const GOLDEN = join(ROOT, "crates/cli/tests/golden");

/** @typedef {import("playwright-core").Page} Page */

/** @param {Page} page @returns {Promise<number>} the position that is shown */
async function at(page) {
  return Number(await page.locator("#main").getAttribute("data-at"));
}

/** @param {Page} page @param {number} position */
async function shows(page, position) {
  await page.locator(`#main[data-at="${position}"]`).waitFor();
  await page.waitForURL((url) => url.pathname.endsWith(`/${position}`));
}

/** @param {Page} page @param {string} name @param {string} [text] */
async function bring(page, name, text) {
  await page.goto(`${held.server.url}/replay`);
  const content = text ?? readFileSync(join(GOLDEN, name), "utf8");
  await page.setInputFiles("#upload input[type=file]", { name, mimeType: "application/octet-stream", buffer: Buffer.from(content) });
  await page.click("#upload button[type=submit]");
}

test("a record from elsewhere is gone through by slider, buttons and keys", async () => {
  const page = await openPage(held.browser);
  await watched(page, "replay", async () => {
    await page.goto(held.server.url);
    await page.click('header.top a[href="/replay"]');
    await bring(page, "four-seats-trading.neuland");
    await page.waitForURL(/\/r\/[0-9a-f]{32}\/1/);
    const steps = Number(await page.locator("#main").getAttribute("data-steps"));
    assert.ok(steps > 100, `${steps} steps`);
    await shot(page, "replay-beginning");

    // It begins with the island laid out, not with an empty sea.
    assert.match(await page.locator("#happened").innerText(), /island/i);
    await page.click("#go-turn-on");
    await page.locator('#main:not([data-at="1"])').waitFor();
    const turn = await at(page);
    assert.ok(turn > 1);
    await page.click("#go-back");
    await shows(page, turn - 1);
    await page.click("#go-last");
    await shows(page, steps);
    assert.equal(await page.locator("#go-on").getAttribute("aria-disabled"), "true");
    await page.click("#go-first");
    await shows(page, 1);

    // The slider, as fingers move it.
    await page.locator("#n").fill(String(Math.floor(steps / 2)));
    await shows(page, Math.floor(steps / 2));
    await shot(page, "replay-middle");
    // Its own line is marked, and others lead to theirs.
    assert.equal(await page.locator("#log-lines [data-here]").count(), 1);
    const other = page.locator('#log-lines a:not([aria-current="step"])').last();
    const target = Number(await other.getAttribute("data-go"));
    await other.click();
    await shows(page, target);

    // Keys, while nothing is typed.
    await page.locator("#turn").focus();
    await page.keyboard.press("ArrowRight");
    await shows(page, target + 1);
    await page.keyboard.press("ArrowLeft");
    await shows(page, target);
    await page.keyboard.press("End");
    await shows(page, steps);
    await page.keyboard.press("Home");
    await shows(page, 1);
    await page.keyboard.press("Shift+ArrowRight");
    await page.locator('#main:not([data-at="1"])').waitFor();

    // A position is where its address says, also for others, and without scripts.
    await page.locator("#n").fill("60");
    await shows(page, 60);
    const board = await page.locator("#board").innerHTML();
    const plain = await openPage(held.browser, { javaScriptEnabled: false });
    await plain.goto(page.url());
    assert.equal(await plain.locator("#main").getAttribute("data-at"), "60");
    assert.equal((await plain.locator("#board svg.board [data-place]").count()) > 0, board.includes("data-place"));
    await plain.fill("#n", "70");
    await plain.click("#scrub button");
    await plain.waitForURL(/\/70\?eyes=all$/);
    await plain.click("#go-on");
    await plain.waitForURL(/\/71/);
  });
  noErrors(page);
});

test("it plays by itself until somebody stops it or the game ends", async () => {
  const page = await openPage(held.browser, german(ACROSS));
  await watched(page, "replay-autoplay", async () => {
    await page.clock.install();
    await bring(page, "knights-two-seats-beginner.neuland");
    await page.waitForURL(/\/r\/[0-9a-f]{32}\/\d+/);
    // From now on time passes in the page only when the test says so.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    const steps = Number(await page.locator("#main").getAttribute("data-steps"));
    const opening = await at(page);
    await page.selectOption("#speed", String(PAUSE));
    await page.locator("#turn").focus();
    await page.keyboard.press(" ");
    await page.locator('#play[aria-pressed="true"]').waitFor();
    // The first step comes at once.
    await page.clock.runFor(1);
    await shows(page, opening + 1);
    for (const position of [opening + 2, opening + 3]) {
      await page.clock.runFor(PAUSE);
      await shows(page, position);
    }
    await page.keyboard.press(" ");
    await page.locator('#play[aria-pressed="false"]').waitFor();
    await page.clock.runFor(10 * PAUSE);
    assert.equal(await at(page), opening + 3, "it stands still");
    assert.equal(await page.locator("#speed").inputValue(), String(PAUSE), "the speed stays");
    await page.locator("#n").fill(String(steps - 2));
    await shows(page, steps - 2);
    // A press so soon after a change of the page would not count.
    await page.clock.runFor(1000);
    await page.click("#play");
    await page.clock.runFor(1);
    await shows(page, steps - 1);
    await page.clock.runFor(PAUSE);
    await shows(page, steps);
    await page.clock.runFor(PAUSE);
    await page.locator('#play[aria-pressed="false"]').waitFor();
  });
  noErrors(page);
});

test("through other eyes hands are covered, and the charts have their numbers as tables", async () => {
  const page = await openPage(held.browser);
  await watched(page, "replay-eyes", async () => {
    await bring(page, "four-seats-trading.neuland");
    await page.waitForURL(/\/r\//);
    await page.locator("#n").fill("200");
    await shows(page, 200);
    assert.equal(await page.locator("#hands .covered").count(), 0, "all is open");
    await page.click('#eyes a[data-eyes="B"]');
    await page.locator('#eyes a[data-eyes="B"][aria-current]').waitFor();
    assert.ok((await page.locator("#hands .covered").count()) > 0);
    assert.equal(await page.locator("#hand-B .covered").count(), 0, "the own hand is open");
    assert.match(page.url(), /\/200\?eyes=B$/);
    await page.click("#go-on");
    await shows(page, 201);
    assert.match(page.url(), /\?eyes=B$/, "the eyes stay");
    for (const chart of ["course", "points", "rolls", "gained", "lost", "trades"]) {
      assert.equal(await page.locator(`#chart-${chart}`).count(), 1, chart);
    }
    // They are sent with the first position and stay; the mark of the position in the course of the points moves.
    /** @type {Promise<string>[]} */
    const parts = [];
    page.on("response", (response) => {
      if (new URL(response.url()).pathname.endsWith("/main")) parts.push(response.text());
    });
    const mark = await page.locator("#chart-course .now").getAttribute("d");
    await page.click("#go-last");
    await shows(page, Number(await page.locator("#main").getAttribute("data-steps")));
    assert.notEqual(await page.locator("#chart-course .now").getAttribute("d"), mark, "the mark moves");
    await page.click("#go-back");
    await page.locator("#go-last:not([aria-disabled])").waitFor();
    const sent = await Promise.all(parts);
    assert.ok(sent.length > 0 && sent.every((part) => !part.includes("chart-course")), "no charts a second time");
    const every = page.locator("#chart-trades details");
    await every.locator("summary").click();
    const trade = every.locator("a").first();
    const step = Number(await trade.getAttribute("data-go"));
    await trade.click();
    await shows(page, step);
    // Other eyes are asked for with the charts, whose links lead on through them.
    await page.click('#eyes a[data-eyes="A"]');
    await page.locator('#eyes a[data-eyes="A"][aria-current]').waitFor();
    assert.match((await page.locator("#chart-trades details a").first().getAttribute("href")) ?? "", /\?eyes=A$/);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await accessible(page, `the replay, ${colorScheme}`);
    }
    await page.goto(`${page.url()}&mode=text`);
    await accessible(page, "the replay in words");
  });
  noErrors(page);
});

test("a damaged record is refused with its line and the clause, in German on a phone", async () => {
  const page = await openPage(held.browser, german(NARROW));
  await watched(page, "replay-damaged", async () => {
    const lines = readFileSync(join(GOLDEN, "four-seats-trading.neuland"), "utf8").split("\n");
    const roll = lines.findIndex((line) => line.includes('"do":"road'));
    lines[roll] = lines[roll]?.replace(/road P\d+/, "road P71") ?? "";
    await bring(page, "kaputt.neuland", lines.join("\n"));
    const fault = page.locator("#upload-fault");
    await fault.waitFor();
    assert.match(await fault.innerText(), new RegExp(`Zeile ${roll + 1}:`));
    assert.match((await fault.locator("a.clause").getAttribute("href")) ?? "", /^\/rules\/CATAN-/);
    await shot(page, "replay-damaged");
    await accessible(page, "a damaged record");
    await bring(page, "four-seats-trading.neuland");
    await page.waitForURL(/\/r\//);
    await page.locator("#n").fill("150");
    await shows(page, 150);
    for (const { viewport } of SCREENS) {
      await page.setViewportSize(viewport);
      await fits(page, `the replay on ${viewport.width} × ${viewport.height}`);
      await shot(page, `replay-${viewport.width}-de`);
    }
  });
  noErrors(page);
});

test("there is room for all that seats have, with numbers of two digits, in German", async () => {
  const page = await openPage(held.browser, german(ACROSS));
  await watched(page, "replay-facts", async () => {
    await bring(page, "knights-two-seats-beginner.neuland");
    await page.waitForURL(/\/r\//);
    await page.locator("#n").fill("150");
    await shows(page, 150);
    await page.evaluate(() => {
      for (const number of document.querySelectorAll(".player .fact")) if (/^\d+$/.test(number.lastChild?.textContent ?? "")) /** @type {ChildNode} */ (number.lastChild).textContent = "10";
    });
    for (const { viewport } of SCREENS) {
      await page.setViewportSize(viewport);
      await fits(page, `the replay on ${viewport.width} × ${viewport.height}`);
    }
    await shot(page, "replay-facts");
  });
  noErrors(page);
});

test("a table can be looked back at, and nobody looks through other eyes", async () => {
  const page = await openPage(held.browser, { quiet: true });
  await watched(page, "replay-table", async () => {
    const { table } = await api(held.server.url, undefined, "/tables", { game: "carcassonne", seats: ["bot:random", "bot:random"] });
    await tellBots(held.server.url, table);
    await page.goto(`${held.server.url}/t/${table}`);
    await page.locator("#result").waitFor();
    await page.click("#replay");
    await page.waitForURL(/\/replay\/1$/);
    await page.locator("#n").fill("30");
    await shows(page, 30);
    assert.equal(await page.locator("#eyes").count(), 0, "nothing is hidden in this game");
    await shot(page, "replay-carcassonne");
    await accessible(page, "the replay of a table");
  });
});
