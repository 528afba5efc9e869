// How a table feels on a slow phone: what one's own move weighs, and how long the page takes to show that it was heard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandMouse, openLand, playLand, Settler } from "../lib/land.js";
import { Player } from "../lib/strategy.js";
import { openScale } from "../lib/scale.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

// Bots wait a moment, so that what they do is not weighed with the move before.
const held = house({ pause: 150 });

/** What one's own move may weigh, in bytes. */
const MOVE = 8 * 1024;
/**
 * How long half of the presses may take until the next frame is drawn, in milliseconds. On an idle machine it is a quarter of that; a
 * test runs beside a server, bots, and another test with its own.
 */
const PAINT = 300;

/**
 * Weighs each command: from its request until the page shows what came of it, or until the next one. What bots do meanwhile
 * is in it.
 * @param {Page} page
 * @param {import("../lib/scale.js").Scale} scale
 */
async function weighMoves(page, scale) {
  /** @type {{ what: string, bytes: number }[]} */
  const moves = [];
  /** @type {{ what: string, begun: number } | null} */
  let move = null;
  await page.exposeFunction("moveIsShown", () => {
    if (move) moves.push({ what: move.what, bytes: scale.bytes() - move.begun });
    move = null;
  });
  await page.evaluate(() => {
    const main = document.querySelector("main[data-seq]");
    if (main) new MutationObserver(() => /** @type {any} */ (window).moveIsShown()).observe(main, { attributeFilter: ["data-seq"] });
  });
  page.on("request", (request) => {
    if (request.method() !== "POST" || !request.url().endsWith("/act")) return;
    move = { what: new URLSearchParams(request.postData() ?? "").get("action") ?? "?", begun: scale.bytes() };
  });
  return moves;
}

/**
 * Notes how long each press took until the next frame was drawn.
 * @param {Page} page
 */
async function watchPresses(page) {
  await page.addInitScript(() => {
    const noted = /** @type {{ what: string, duration: number }[]} */ ([]);
    Object.assign(window, { presses: noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { name, duration, interactionId, target } = /** @type {any} */ (entry);
        if (interactionId) noted.push({ what: `${name} on ${target?.closest?.("[id]")?.id ?? "?"}`, duration });
      }
    }).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16, buffered: true }));
  });
}

/** @param {number[]} values @param {number} part */
const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))] ?? 0;

for (const game of ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"]) {
  test(`a move is light and felt at once: ${game}`, async (t) => {
    const page = await openPage(held.browser, { viewport: { width: 390, height: 844 } });
    await watchPresses(page);
    const scale = await openScale(held.server.url);
    t.after(() => scale.close());
    await watched(page, `smooth-${game}`, async () => {
      const isLand = !game.includes("catan") && !game.includes("cities");
      if (isLand) await openLand(page, scale.url, game);
      else await openTable(page, scale.url, { game });
      const moves = await weighMoves(page, scale);
      const [settler, player] = [new Settler(), new Player({ offers: 2 })];
      /** @param {number} count */
      const until = async (count) => {
        if (isLand) await playLand(page, new LandMouse(page), settler, () => moves.length > count);
        else await play(page, new Mouse(page), player, async () => moves.length > count);
      };
      await until(isLand ? 14 : 24);
      const session = await page.context().newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
      await page.evaluate(() => void (/** @type {any} */ (window).presses.length = 0));
      await until(isLand ? 24 : 38);
      const presses = /** @type {{ what: string, duration: number }[]} */ (await page.evaluate(() => /** @type {any} */ (window).presses));
      const durations = presses.map(({ duration }) => duration);
      const bytes = moves.map((move) => move.bytes);
      t.diagnostic(`${game}: ${moves.length} moves, half ${quantile(bytes, 0.5)} bytes, 95 % ${quantile(bytes, 0.95)}, most ${Math.max(...bytes)}`);
      t.diagnostic(`${game}: ${durations.length} presses, half ${quantile(durations, 0.5)} ms, 75 % ${quantile(durations, 0.75)}, 95 % ${quantile(durations, 0.95)}, most ${Math.max(...durations)}`);
      assert.ok(moves.length > 20, "the game went on");
      const heavy = moves.filter((move) => move.bytes > MOVE).map(({ what, bytes }) => `${what}: ${bytes}`);
      // On a busy machine several bots move before one's own move is shown.
      assert.ok(quantile(bytes, 0.8) <= MOVE, `a move weighs ${MOVE} bytes at most, but ${heavy.join(", ")}`);
      const slow = presses.filter((press) => press.duration > PAINT).map(({ what, duration }) => `${what}: ${duration} ms`);
      assert.ok(quantile(durations, 0.5) <= PAINT, `a press is felt within ${PAINT} ms, but ${slow.join(", ")}`);
    });
    noErrors(page);
    await page.context().close();
  });
}
