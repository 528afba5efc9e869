// The log speaks of what the picture shows, and its lines show where on the board that is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { leave, noErrors, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { settled } from "../lib/pace.js";
import { CATAN_BUILDING, KNIGHTS_BUILDING } from "../lib/positions.js";
import { PHONE, WINDOW } from "../lib/screens.js";

const held = house();

/** Names of places of the boards. */
const NAMES = /\b[HIP]\d+\b|\(-?\d+,-?\d+\)/;

/** Two people found, one after the other. */
const FOUNDED = ["A", "B", "B", "A"].flatMap((seat) => [/^(settlement|city)/, /^road/].map((like) => /** @type {const} */ ([seat, like])));
/** Two people place a tile each. */
const PLACED = ["A", "B"].flatMap((seat) => [/^place/, /^(deploy|pass)/].map((like) => /** @type {const} */ ([seat, like])));

for (const { game, locale, screen, moves } of [
  { game: "catan", locale: "de-DE", screen: PHONE, moves: FOUNDED },
  { game: "cities-and-knights", locale: "en-GB", screen: WINDOW, moves: FOUNDED },
  { game: "traders-and-builders", locale: "de-DE", screen: WINDOW, moves: PLACED },
  { game: "mayflower", locale: "en-GB", screen: PHONE, moves: PLACED },
]) {
  test(`the log shows places, and tells their names where they are wanted: ${game}, ${locale}`, async () => {
    const isSmall = screen === PHONE;
    const { page, both } = await duel(held, game, { ...screen, locale });
    await watched(page, `log-${game}`, async () => {
      for (const [seat, like] of moves) await both.do(seat, like);
      await page.reload();
      if (isSmall) await page.locator('#sheets [data-sheet="log"]').click();
      const log = page.locator("#log-lines");
      await log.waitFor();
      assert.ok(!NAMES.test((await log.textContent()) ?? ""), "a picture without names is told without names");
      // The line shows its place by pointer or finger, and by the focus.
      const line = log.locator("[data-show]").last();
      await line.scrollIntoViewIfNeeded();
      const shownBy = (/** @type {string | null} */ place) => page.locator(`#board [data-place="${place}"].chosen, #board [id="${place}"].chosen`);
      const shown = shownBy(await line.getAttribute("data-show"));
      if (isSmall) await line.dispatchEvent("pointerover", { pointerType: "touch", bubbles: true });
      else await line.hover();
      await shown.first().waitFor({ state: "attached" });
      if (isSmall) await line.dispatchEvent("pointerout", { pointerType: "touch", bubbles: true });
      else await page.mouse.move(1, 1);
      await shown.first().waitFor({ state: "detached" });
      // The link of an entry shows where it begins.
      const entry = log.locator("li[data-show]").last();
      await entry.locator("a").focus();
      await shownBy(await entry.getAttribute("data-show")).first().waitFor({ state: "attached" });
      await accessible(page, `log-${game}`);
      // Names are there for those who want them.
      await page.goto(`${page.url()}?mode=text`);
      assert.match((await log.textContent()) ?? "", NAMES, "in words places are told by their names");
    });
    noErrors(page);
  });
}

/** The lines of the log, each with its id. @param {import("playwright-core").Page} page */
const linesOf = (page) => page.locator("#log-lines > li").evaluateAll((lines) => lines.map(({ id, textContent }) => `${id} ${textContent?.trim().replace(/\s+/g, " ")}`));

for (const { game, from, locale } of [
  { game: "catan", from: CATAN_BUILDING, locale: "en-GB" },
  { game: "cities-and-knights", from: KNIGHTS_BUILDING, locale: "de-DE" },
]) {
  test(`an answer that changes again and again is one line, which changes in place: ${game}`, async () => {
    const { page, both, table } = await duel(held, game, { from, locale });
    const name = (/** @type {string} */ line) => line.includes("Ben");
    const before = (await linesOf(page)).length;
    await both.act("A", "offer 1 wool for 1 brick to B");
    // More often than the log has lines, so that a page that reads its end alone would show nothing else.
    for (let n = 0; n < 85; n += 1) for (const answer of ["accept", "reject"]) await both.act("B", answer);
    await settled(page, await both.version("A"));
    const lines = await linesOf(page);
    const [answer] = lines.filter(name).slice(-1);
    assert.equal(lines.length, before + 2, "the offer and the answer");
    await both.act("B", "accept");
    await settled(page, await both.version("A"));
    const changed = await linesOf(page);
    assert.equal(changed.length, before + 2);
    assert.equal(changed.at(-1)?.split(" ")[0], answer?.split(" ")[0], "in its place");
    assert.notEqual(changed.at(-1), answer);
    // A page that is opened now shows the same.
    await page.reload();
    assert.deepEqual(await linesOf(page), changed);
    await page.goto(`${page.url()}?mode=text`);
    assert.equal(await page.locator("#log-lines > li").count(), before + 2);
    // In a replay too; each step has its position all the same.
    await page.goto(`${held.server.url}/t/${table}/replay?at=41`);
    const replayed = page.locator("#log-lines > li");
    assert.deepEqual(await replayed.evaluateAll((lines) => lines.map((line) => line.querySelector("[aria-current]") !== null).filter(Boolean)), [true]);
    assert.ok((await replayed.count()) <= before + 3, "one line before this position, and one after it");
    // For programs as well.
    const { lines: told } = await api(held.server.url, both.tokens.A, `/tables/${table}/log?after=1`);
    assert.equal(told.filter((/** @type {{ seat: string }} */ { seat }) => seat === "B").length, 1);
    // A new offer has a line of its own, and answers to it.
    await page.goto(`${held.server.url}/t/${table}?mode=picture`);
    await both.act("A", "offer 1 wool for 1 ore to B");
    await both.act("B", "reject");
    await settled(page, await both.version("A"));
    assert.deepEqual((await linesOf(page)).slice(0, -2), changed);
    noErrors(page);
    await leave(page);
  });
}
