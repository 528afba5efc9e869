// How a table feels on a slow phone: what one's own move weighs, how long the page takes to show that a press was heard, and whether
// frames come in time while something moves. Nothing else runs beside these tests (`run.js`).

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { tell } from "../lib/cues.js";
import { Finger, play } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandFinger, LandMouse, playLand, Settler } from "../lib/land.js";
import { openScale } from "../lib/scale.js";
import { NARROW, PHONE } from "../lib/screens.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

// Bots wait a moment, so that what they do is not weighed with the move before.
const held = house({ pause: 150 });

/** What one's own move may weigh, in bytes. */
const MOVE = 8 * 1024;
/** How much slower than this machine the phone is. */
const SLOWER = 4;
/**
 * How long three of four presses may take until the next frame is drawn, in milliseconds: 100, and the 24 that a press by a robot's
 * finger takes on an empty page.
 */
const PAINT = 124;
/** Which part of the presses that holds for. */
const PRESSES = 0.75;
/** How long half of the frames may take, in milliseconds: 60 of them fit into a second. */
const FRAME = 20;
/** What disturbs a measurement only makes it longer: of a few rounds the best one counts. */
const ROUNDS = 3;
/** How many moves a round has. */
const MOVES = 8;

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
 * Notes how long each press took until the next frame was drawn. A press has several events; the longest counts.
 * @param {Page} page
 */
async function watchPresses(page) {
  await page.addInitScript(() => {
    /** @type {Map<number, { what: string, duration: number }>} */
    const noted = new Map();
    Object.assign(window, { presses: noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { name, duration, interactionId, target } = /** @type {any} */ (entry);
        if (!interactionId || (noted.get(interactionId)?.duration ?? 0) >= duration) continue;
        noted.set(interactionId, { what: `${name} on ${target?.closest?.("[id]")?.id ?? "?"}`, duration });
      }
    }).observe(/** @type {any} */ ({ type: "event", durationThreshold: 16, buffered: true }));
  });
}

/** The presses of a page since this was asked last. @param {Page} page @returns {Promise<{ what: string, duration: number }[]>} */
const pressesOf = (page) =>
  page.evaluate(() => {
    const noted = /** @type {Map<number, any>} */ (/** @type {any} */ (window).presses);
    const presses = [...noted.values()];
    noted.clear();
    return presses;
  });

/** @param {number[]} values @param {number} part */
const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(part * values.length))] ?? 0;

/** Makes the machine as slow as a phone. @param {Page} page */
async function throttle(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

for (const game of ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"]) {
  test(`a move is light and felt at once: ${game}`, { timeout: 300_000 }, async (t) => {
    const page = await openPage(held.browser, { ...PHONE, deviceScaleFactor: 1 });
    await watchPresses(page);
    const scale = await openScale(held.server.url);
    t.after(() => scale.close());
    await watched(page, `smooth-${game}`, async () => {
      const isLand = !game.includes("catan") && !game.includes("cities");
      if (isLand) await openTable(page, scale.url, { game,  seats: ["me", "bot:surveyor"] });
      else await openTable(page, scale.url, { game });
      const moves = await weighMoves(page, scale);
      const [settler, player] = [new Settler(), new Player({ offers: 2 })];
      let over = false;
      /** @param {number} count */
      const until = async (count) => {
        const last = isLand
          ? await playLand(page, new LandFinger(page), settler, () => moves.length > count)
          : await play(page, new Finger(page), player, async () => moves.length > count);
        over = last.over;
      };
      await until(14);
      await throttle(page);
      await pressesOf(page);
      let best = Infinity;
      for (let round = 0; round < ROUNDS && best > PAINT && !over; round += 1) {
        await until(moves.length + MOVES);
        const presses = await pressesOf(page);
        const durations = presses.map(({ duration }) => duration);
        best = Math.min(best, quantile(durations, PRESSES));
        const slow = presses.filter(({ duration }) => duration > PAINT).map(({ what, duration }) => `${what} ${duration} ms`);
        t.diagnostic(`${game}: ${durations.length} presses, half ${quantile(durations, 0.5)} ms, 75 % ${quantile(durations, 0.75)}, 95 % ${quantile(durations, 0.95)}, most ${Math.max(...durations)}; ${slow.join(", ")}`);
      }
      assert.ok(best <= PAINT, `three of four presses are shown within ${PAINT} ms, but it took ${best} ms`);
      assert.ok(moves.length > 20, "the game went on");
      const bytes = moves.map((move) => move.bytes);
      t.diagnostic(`${game}: ${moves.length} moves, half ${quantile(bytes, 0.5)} bytes, 95 % ${quantile(bytes, 0.95)}, most ${Math.max(...bytes)}`);
      const heavy = moves.filter((move) => move.bytes > MOVE).map(({ what, bytes }) => `${what}: ${bytes}`);
      // Several bots may move before one's own move is shown.
      assert.ok(quantile(bytes, 0.8) <= MOVE, `a move weighs ${MOVE} bytes at most, but ${heavy.join(", ")}`);
    });
    noErrors(page);
    await page.context().close();
  });
}

test("frames come in time while things move late in a game", { timeout: 120_000 }, async (t) => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference", viewport: NARROW.viewport });
  await openTable(page, held.server.url, { game: "traders-and-builders" });
  await playLand(page, new LandMouse(page), new Settler(), (offer) => offer.over || offer.seq > 150);
  await throttle(page);
  const cells = await page.evaluate(() => [...document.querySelectorAll("#board .tile[id]")].slice(-3).map((tile) => tile.id));
  let best = Infinity;
  for (let round = 0; round < ROUNDS && best > FRAME; round += 1) {
    const times = /** @type {number[]} */ ([]);
    for (const cue of [`slide:${cells.at(-1)}`, `score:${cells[0] ?? ""}:@B:6 light:${cells[0] ?? ""}`, "fly:@:@A:wine:3", `light:${cells[1] ?? ""}`]) {
      const frames = page.evaluate(async () => {
        const times = [];
        let last = await new Promise((done) => requestAnimationFrame(done));
        const end = performance.now() + 700;
        while (performance.now() < end) {
          const now = await new Promise((done) => requestAnimationFrame(done));
          times.push(now - last);
          last = now;
        }
        return times;
      });
      await tell(page, cue);
      times.push(...(await frames));
    }
    best = Math.min(best, quantile(times, 0.5));
    t.diagnostic(`${times.length} frames: half ${quantile(times, 0.5).toFixed(1)} ms, 95 % ${quantile(times, 0.95).toFixed(1)} ms, most ${Math.max(...times).toFixed(1)} ms`);
  }
  assert.ok(best <= FRAME, `half of the frames come within ${FRAME.toFixed(1)} ms, but it took ${best.toFixed(1)} ms`);
  noErrors(page);
  await page.context().close();
});
