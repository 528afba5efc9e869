// How a table feels on a phone, counted rather than timed: what one's own move weighs, whether the first frame after a press shows
// that it was heard, how often a move makes the browser lay out the page, and whether each frame of an animation shows something
// else. How long that takes is reported, in time of the processor.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, noErrors, openPage, watched } from "../lib/browser.js";
import { tell } from "../lib/cues.js";
import { duel } from "../lib/duel.js";
import { Finger } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { LandFinger } from "../lib/land.js";
import { readOffer } from "../lib/offer.js";
import { settled } from "../lib/pace.js";
import { land } from "../lib/positions-pages.js";
import { CATAN_BUILDING, KNIGHTS_BUILDING } from "../lib/positions.js";
import { openScale } from "../lib/scale.js";
import { NARROW, PHONE } from "../lib/screens.js";
import { noShifts, watchShifts } from "../lib/shifts.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

/** What one's own move may weigh, in bytes. */
const MOVE = 8 * 1024;
/** How often a move may make the browser lay out the page, and compute styles. */
const LAYOUTS = 40;
const STYLES = 60;
/** How many frames the longest animation has. */
const FRAMES = 36;

/** Two turns with bends of roads, of which a figure always has some part to itself. */
const TILE = [/^place/, /^deploy/, /^place/, /^pass/];

/** The moves that are made in each game, one after the other: the beginning of each action. @type {Record<string, { from?: import("../lib/positions.js").From, moves: RegExp[] }>} */
const GAMES = {
  catan: { from: CATAN_BUILDING, moves: [/^road/, /^city/, /^road/, /^buy/, /^end/] },
  "cities-and-knights": { from: KNIGHTS_BUILDING, moves: [/^road/, /^improve/, /^city/, /^activate/, /^end/] },
  carcassonne: { from: land({ stack: { V: 8 } }), moves: TILE },
  "traders-and-builders": { from: land({ stack: { V: 8 } }, "traders-and-builders"), moves: TILE },
  mayflower: { from: land({ stack: { "MF-22a": 4, "MF-22b": 3, "MF-22c": 4 } }, "mayflower"), moves: TILE },
};

/** What the browser has counted so far, by name. @param {import("playwright-core").CDPSession} session @returns {Promise<Record<string, number>>} */
async function counted(session) {
  const { metrics } = await session.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/**
 * Counts, for each press, the frames until the page shows something else than before.
 * @param {Page} page
 */
async function watchPresses(page) {
  await page.addInitScript(() => {
    const presses = /** @type {{ what: string, frames: number }[]} */ ([]);
    Object.assign(window, { presses });
    /** Whether anything has changed since something was pressed down. */
    let isHeard = false;
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver(() => (isHeard = true)).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    });
    // At the document, since what a robot only tries never comes that far.
    document.addEventListener("pointerdown", () => (isHeard = false), true);
    document.addEventListener(
      "click",
      async ({ target }) => {
        const element = target instanceof Element ? target : null;
        const press = { what: `${element?.tagName} in ${element?.closest("[id]")?.id}`, frames: 0 };
        presses.push(press);
        do {
          await new Promise(requestAnimationFrame);
          press.frames += 1;
        } while (!isHeard);
      },
      true,
    );
  });
}

/** The presses since this was asked last. @param {Page} page @returns {Promise<{ what: string, frames: number }[]>} */
const pressesOf = (page) => page.evaluate(() => /** @type {any} */ (window).presses.splice(0));

for (const [game, { from, moves }] of Object.entries(GAMES)) {
  test(`a move is light and heard at once: ${game}`, async (t) => {
    const page = await openPage(held.browser, { ...PHONE, deviceScaleFactor: 1 });
    await watchShifts(page);
    await watchPresses(page);
    const scale = await openScale(held.server.url);
    t.after(() => scale.close());
    await watched(page, `smooth-${game}`, async () => {
      const { table, own, both, other } = await duel(held, game, { on: page, ...(from ? { from } : {}) });
      await page.context().addCookies((await page.context().cookies()).map(({ name, value }) => ({ name, value, url: scale.url })));
      await page.goto(`${scale.url}/t/${table}`);
      await page.locator("#board > svg").waitFor();
      await page.evaluate(() => {
        const tasks = /** @type {number[]} */ ([]);
        Object.assign(window, { tasks });
        new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask" });
      });
      const session = await page.context().newCDPSession(page);
      await session.send("Performance.enable", { timeDomain: "threadTicks" });
      const finger = /** @type {{ do(move: any): Promise<void> }} */ (/catan|cities/.test(game) ? new Finger(page) : new LandFinger(page));
      for (const like of moves) {
        // It is the other's turn where Ada can do nothing: so the next move is hers again.
        if ((await own.legal("A")).length === 0) {
          await other.do("B", /^place/);
          if ((await other.legal("B")).length > 0) await other.do("B", /^pass/);
          await settled(page, await both.version("A"));
        }
        const move = (await readOffer(page)).actions.find(({ action }) => like.test(action));
        assert.ok(move, `${game}: there is something like ${like} to do`);
        const { action } = move;
        const [weighed, before] = [scale.bytes(), await counted(session)];
        await finger.do({ how: "act", ...move });
        await settled(page, await both.version("A"));
        const bytes = scale.bytes() - weighed;
        const after = await counted(session);
        const presses = await pressesOf(page);
        const grown = (/** @type {string} */ name) => (after[name] ?? 0) - (before[name] ?? 0);
        t.diagnostic(
          `${action}: ${bytes} bytes, ${presses.length} presses, ${grown("LayoutCount")} layouts, ${grown("RecalcStyleCount")} computations of styles; ` +
            ["TaskDuration", "ScriptDuration", "LayoutDuration"].map((name) => `${name} ${(1000 * grown(name)).toFixed(1)} ms`).join(", "),
        );
        assert.ok(presses.length > 0);
        assert.deepEqual(presses.filter(({ frames }) => frames !== 1), [], `for ${action}, the first frame after each press shows that it was heard`);
        assert.ok(bytes <= MOVE, `${action} weighs ${bytes} bytes, not more than ${MOVE}`);
        assert.ok(grown("LayoutCount") <= LAYOUTS, `${action} makes ${grown("LayoutCount")} layouts, not more than ${LAYOUTS}`);
        assert.ok(grown("RecalcStyleCount") <= STYLES, `${action} computes styles ${grown("RecalcStyleCount")} times, not more than ${STYLES}`);
      }
      const tasks = await page.evaluate(() => /** @type {any} */ (window).tasks);
      t.diagnostic(`${game}: ${tasks.length} tasks of more than 50 ms: ${tasks}`);
      await noShifts(page, `a table of ${game}`);
    });
    noErrors(page);
    await leave(page);
  });
}

/**
 * Goes through what moves frame by frame, held so that no frame depends on the machine.
 * @param {Page} page
 * @param {number} frames
 * @returns {Promise<{ what: string, states: number, frames: number }[]>} for each thing that moves, in how many of the
 *   frames in which it is under way it looks different from the frame before
 */
function statesOf(page, frames) {
  return page.evaluate((frames) => {
    const moving = document.getAnimations().filter(({ effect }) => /** @type {any} */ (effect)?.target?.closest("#stage"));
    const seen = moving.map((animation) => {
      const { target } = /** @type {KeyframeEffect} */ (animation.effect);
      return { animation, target: /** @type {Element} */ (target), what: target?.getAttribute("class") ?? "", states: 0, frames: 0, last: "" };
    });
    for (const { animation } of seen) animation.pause();
    for (let frame = 0; frame <= frames; frame += 1) {
      for (const one of seen) {
        one.animation.currentTime = (1000 / 60) * frame;
        const { progress } = one.animation.effect?.getComputedTiming() ?? {};
        const { translate, scale, opacity } = getComputedStyle(one.target);
        const state = `${translate} ${scale} ${opacity}`;
        if (typeof progress === "number" && progress > 0 && progress < 1) {
          one.frames += 1;
          if (state !== one.last) one.states += 1;
        }
        one.last = state;
      }
    }
    for (const { animation } of seen) animation.finish();
    return seen.map(({ what, states, frames }) => ({ what, states, frames }));
  }, frames);
}

test("each frame shows another state of what moves, and none lays out the page", async (t) => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference", viewport: NARROW.viewport });
  const { both } = await duel(held, "traders-and-builders", { on: page });
  for (const seat of ["A", "B", "A", "B"]) {
    await both.do(seat, /^place/);
    await both.do(seat, /^pass/);
  }
  await settled(page, await both.version("A"));
  await page.waitForFunction(() => !document.querySelector("#stage > *"));
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const cells = await page.evaluate(() => [...document.querySelectorAll("#board .tile[id]")].slice(-3).map((tile) => tile.id));
  for (const cue of [`slide:${cells.at(-1)}`, `score:${cells[0]}:@B:6 light:${cells[0]}`, "fly:@:@A:wine:3", `light:${cells[1]}`]) {
    await tell(page, cue);
    const before = await counted(session);
    const moving = await statesOf(page, FRAMES);
    const after = await counted(session);
    const layouts = (after.LayoutCount ?? 0) - (before.LayoutCount ?? 0);
    t.diagnostic(`${cue}: ${moving.map(({ what, states, frames }) => `${what} ${states} of ${frames}`).join(", ")}; ${layouts} layouts`);
    assert.ok(moving.length > 0, `something moves for ${cue}`);
    for (const { what, states, frames } of moving) {
      assert.ok(frames > 0, `${what} is under way`);
      assert.equal(states, frames, `each frame of ${what} shows something else`);
    }
    // Before it begins, and when it is over; what moves is moved by transforms and opacity alone.
    assert.ok(layouts <= 4, `${cue} lays the page out ${layouts} times`);
    await page.waitForFunction(() => !document.querySelector("#stage > *"));
  }
  noErrors(page);
  await leave(page);
});
