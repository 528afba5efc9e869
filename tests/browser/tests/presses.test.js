// Presses by mouse, finger and keys: the second of a double press meets nothing, and every press is shown at once, however
// slow the network is. Time in the page stands still between presses, so that each interval is exact.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { settled } from "../lib/pace.js";
import { CATAN_BUILDING, CATAN_FOUNDING, CATAN_ROLL, KNIGHTS_BUILDING, KNIGHTS_ROLL } from "../lib/positions.js";
import { LAND_DEPLOYING, LAND_PLACING } from "../lib/positions-pages.js";
import { countsAt, countsFor } from "../lib/presses.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, SCREENS, WINDOW } from "../lib/screens.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("../lib/duel.js").Duel} Duel
 */

const held = house();

/** How far apart two presses are, in milliseconds. */
const INTERVALS = [80, 200, 350];
/** Longer than the page ignores presses after it changed. */
const LONG = 1000;
/** Long enough for a frame, with which the page shows what came from the server. */
const FRAME = 40;

/** Ways to press a control twice, and to press on the keyboard what would press it. @type {Record<string, (page: Page, control: string) => Promise<() => Promise<void>>>} */
const WAYS = {
  mouse: (page, control) => pressAt(page, control, (x, y) => page.mouse.click(x, y)),
  finger: (page, control) => pressAt(page, control, (x, y) => page.touchscreen.tap(x, y)),
  enter: async (page, control) => {
    await page.locator(control).first().focus();
    return () => page.keyboard.press("Enter");
  },
  shortcut: async (page, control) => {
    const key = (await page.locator(control).first().getAttribute("data-key")) ?? "";
    return () => page.keyboard.press(key);
  },
};

/**
 * @param {Page} page
 * @param {string} control
 * @param {(x: number, y: number) => Promise<void>} press
 */
async function pressAt(page, control, press) {
  const box = await page.locator(control).first().boundingBox();
  assert.ok(box, `${control} is on the screen`);
  return () => press(box.x + box.width / 2, box.y + box.height / 2);
}

/** Stops the time of a page, so long after its last change that every press counts. @param {Page} page */
async function stopTime(page) {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + LONG);
}

/** Waits until nothing that was pressed is under way, and the time of the page goes on. @param {Page} page */
async function goOn(page) {
  await page.clock.resume();
  await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
}

/**
 * Presses twice, and waits until the page has done what that leads to.
 * @param {Page} page
 * @param {() => Promise<void>} press
 * @param {number} interval between the presses, on the clock of the page
 * @param {() => Promise<unknown>} [between] waits for what the first press leads to, which the second one meets
 */
async function twice(page, press, interval, between = async () => {}) {
  await stopTime(page);
  await press();
  await page.clock.runFor(FRAME);
  await between();
  await page.clock.runFor(interval - FRAME);
  await press();
  await goOn(page);
}

/** The number of log entries that a page shows. @param {Page} page */
const seqOf = async (page) => Number(await page.locator("#main").getAttribute("data-seq"));

/** How often a way of pressing was tried so far. @type {Record<string, number>} */
const tried = {};

/** The intervals for a way of pressing; in the gate one after the other, each time that it is tried. @param {string} way */
function intervals(way) {
  tried[way] = (tried[way] ?? -1) + 1;
  return sample(INTERVALS, tried[way] % INTERVALS.length);
}

/**
 * Presses a control twice at each interval, each time at a moment that `prepare` brings about, and expects one command. The second press
 * meets what the table has answered to the first.
 * @param {Duel} table
 * @param {string} way
 * @param {string} control
 * @param {RegExp} command
 * @param {(n: number) => Promise<unknown>} prepare
 * @param {number[]} [tries] the intervals
 */
async function once({ page, commands }, way, control, command, prepare, tries = intervals(way)) {
  for (const [n, interval] of tries.entries()) {
    await prepare(n);
    const press = await /** @type {(typeof WAYS)[string]} */ (WAYS[way])(page, control);
    const seq = await seqOf(page);
    commands.length = 0;
    await twice(page, press, interval, () => settled(page, seq + 1));
    assert.equal(commands.length, 1, `${control} pressed twice within ${interval} ms by ${way}: ${commands}`);
    assert.match(commands[0] ?? "", command);
  }
}

/** Takes the last action back, and waits until something can be pressed again. @param {Page} page @param {string} control */
async function undo(page, control) {
  const button = page.locator("#undo button");
  await countsAt(button);
  await button.click();
  await page.locator(control).first().waitFor();
}

const ROLL = '#moves [data-action="roll"]';
const END = '#moves [data-action="end"]';

for (const [game, way, screen] of /** @type {const} */ ([
  ["catan", "mouse", german(DESK)],
  ["catan", "finger", NARROW],
  ["catan", "enter", WINDOW],
  ["catan", "shortcut", german(WINDOW)],
  ["cities-and-knights", "mouse", DESK],
  ["cities-and-knights", "finger", german(ACROSS)],
])) {
  test(`a double press on Roll and on End the turn is one press: ${game} by ${way}, ${named(screen)}`, async () => {
    const [rolling, building] = game === "catan" ? [CATAN_ROLL, CATAN_BUILDING] : [KNIGHTS_ROLL, KNIGHTS_BUILDING];
    const table = await duel(held, game, { ...screen, from: building });
    const { page } = table;
    await watched(page, `double-${game}-${way}`, async () => {
      await page.clock.install();
      await once(table, way, END, /^end$/, (n) => (n === 0 ? page.reload() : undo(page, END)));
      // What was rolled cannot be taken back.
      await once(table, way, ROLL, /^roll$/, () => duel(held, game, { on: page, from: rolling }));
    });
    noErrors(page);
  });
}

for (const locale of ["en-GB", "de-DE"]) {
  test(`Roll, End the turn and Undo lie apart on every screen: ${locale}`, async () => {
    const { page } = await duel(held, "catan", { ...PHONE, locale, from: CATAN_ROLL });
    /** Where a control is on each screen. @param {string} control */
    const boxes = async (control) => {
      const found = [];
      for (const { viewport } of SCREENS) {
        await page.setViewportSize(viewport);
        found.push(await page.locator(control).evaluate((element) => element.getBoundingClientRect().toJSON()));
        await shot(page, `apart-${control.replace(/\W+/g, "-")}-${named({ viewport, locale })}`);
      }
      return found;
    };
    await watched(page, "apart", async () => {
      const roll = await boxes(ROLL);
      await duel(held, "catan", { on: page, from: CATAN_BUILDING });
      const end = await boxes(END);
      await page.locator(END).click();
      const undo = await boxes("#undo button");
      for (const [n, screen] of SCREENS.entries()) {
        // On a desk all that moves the turn on is one button at one place, and a second press of a double click is held back.
        const isDesk = screen.viewport.width >= 1200;
        assert.equal(apart(roll[n], end[n]), !isDesk, `Roll and End the turn lie apart on touch screens: ${named(screen)}`);
        assert.ok(apart(end[n], undo[n]), `End the turn and Undo lie apart: ${named(screen)}`);
      }
    });
    noErrors(page);
  });
}

/** @param {DOMRect} a @param {DOMRect} b */
function apart(a, b) {
  return a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom;
}

test("a double tap on a place builds nothing, and one on the confirmation builds once", async () => {
  const { page, commands } = await duel(held, "catan", { ...german(PHONE), from: CATAN_FOUNDING });
  await watched(page, "double-place", async () => {
    await page.clock.install();
    await page.reload();
    const lit = "#board .lit[data-place^=I] > .hit";
    const confirm = "#chooser:not([hidden]) button.primary";
    for (const [n, interval] of INTERVALS.entries()) {
      if (n > 0) await undo(page, lit);
      commands.length = 0;
      const place = await pressAt(page, lit, (x, y) => page.touchscreen.tap(x, y));
      await twice(page, place, interval, () => page.locator(confirm).waitFor());
      await page.locator(confirm).waitFor();
      assert.deepEqual(commands, [], `two taps within ${interval} ms choose, and build nothing`);
      const press = await pressAt(page, confirm, (x, y) => page.touchscreen.tap(x, y));
      await twice(page, press, interval);
      await page.locator("#chooser").waitFor({ state: "hidden" });
      assert.equal(commands.length, 1, `two taps within ${interval} ms: ${commands}`);
    }
  });
  noErrors(page);
});

for (const [way, screen] of /** @type {const} */ ([["mouse", WINDOW], ["finger", german(NARROW)], ["enter", german(DESK)]])) {
  test(`a double press on a tile's confirmation places it, and no figure: by ${way}, ${named(screen)}`, async () => {
    const table = await duel(held, "carcassonne", { ...screen, from: LAND_PLACING });
    const { page } = table;
    const lit = "#board .space.lit";
    const confirm = "#chooser:not([hidden]) button.primary";
    await watched(page, `double-tile-${way}`, async () => {
      await page.clock.install();
      await once(table, way, confirm, /^place /, async (n) => {
        await (n === 0 ? page.reload() : undo(page, lit));
        const space = page.locator(lit).first();
        if (way === "enter") await space.press("Enter");
        else await (way === "finger" ? space.tap() : space.click());
        await page.locator(confirm).waitFor();
        // Where the second press would meet Undo, each interval counts.
      }, INTERVALS);
      await once(table, way, confirm, /^(pass|deploy)/, async () => {
        await duel(held, "carcassonne", { on: page, from: LAND_DEPLOYING });
        await page.locator('#deploy [data-action="pass"]').click();
        await page.locator(confirm).waitFor();
      });
    });
    noErrors(page);
  });
}

test("holding a key is one press", async () => {
  const { page, commands } = await duel(held, "catan", { ...WINDOW, from: CATAN_ROLL });
  await watched(page, "held", async () => {
    for (const [n, key] of ["r", "Enter"].entries()) {
      if (n > 0) await duel(held, "catan", { on: page, from: CATAN_ROLL });
      await page.locator(ROLL).focus();
      await countsFor(page, key);
      // Every further press without a release is a repetition.
      for (let n = 0; n < 8; n += 1) await page.keyboard.down(key);
      await page.waitForFunction(() => !document.querySelector('#moves [data-action="roll"]'));
      for (let n = 0; n < 8; n += 1) await page.keyboard.down(key);
      await page.keyboard.up(key);
      await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
      assert.deepEqual(commands, ["roll"], `${key} was held`);
    }
  });
  noErrors(page);
});

/**
 * Keeps the answers to commands back until they are let go, also those whose request comes later than that.
 * @param {Page} page
 */
async function slow(page) {
  let release = () => {};
  const released = /** @type {Promise<void>} */ (new Promise((go) => (release = go)));
  await page.route(/\/(act|undo|wish)$/, async (route) => {
    await released;
    await route.continue();
  });
  return { release };
}

/**
 * Presses, and expects that something is marked as pressed before the next frame.
 * @param {Page} page
 * @param {() => Promise<void>} press
 * @param {import("node:test").TestContext} t told how long it took
 */
async function isShownAtOnce(page, press, t) {
  await page.evaluate(() => {
    Object.assign(window, { shown: null });
    let [begin, frames] = [0, 0];
    const count = () => {
      frames += 1;
      if (/** @type {any} */ (window).shown === null) requestAnimationFrame(count);
    };
    const begins = () => {
      if (begin > 0) return;
      begin = performance.now();
      requestAnimationFrame(count);
    };
    for (const type of ["click", "keydown"]) window.addEventListener(type, begins, { capture: true, once: true });
    new MutationObserver((_, observer) => {
      if (!document.querySelector('#main [aria-busy="true"]')) return;
      observer.disconnect();
      Object.assign(window, { shown: { frames, ms: performance.now() - begin } });
    }).observe(/** @type {Element} */ (document.querySelector("#main")), { attributes: true, subtree: true, attributeFilter: ["aria-busy"] });
  });
  await press();
  const shown = await page.waitForFunction(() => /** @type {any} */ (window).shown);
  const { frames, ms } = await shown.jsonValue();
  t.diagnostic(`the press was shown after ${ms.toFixed(1)} ms`);
  assert.equal(frames, 0, "the press was shown before the next frame");
}

/** How something looks. @param {import("playwright-core").Locator} of */
const look = (of) =>
  of.evaluate((element) => {
    const { outline, backgroundImage, stroke, strokeDasharray, visibility } = getComputedStyle(element.querySelector(":scope > .halo") ?? element);
    return JSON.stringify({ outline, backgroundImage, stroke, strokeDasharray, visibility });
  });

for (const [game, screen] of /** @type {const} */ ([["catan", german(DESK)], ["catan", ACROSS], ["cities-and-knights", german(PHONE)]])) {
  test(`a press is shown at once on a slow network, in every theme: ${game}, ${named(screen)}`, async (t) => {
    const { page, commands } = await duel(held, game, { ...screen, from: game === "catan" ? CATAN_ROLL : KNIGHTS_ROLL });
    await watched(page, `slow-${game}-${named(screen)}`, async () => {
      const { release } = await slow(page);
      const roll = page.locator(ROLL);
      /** @type {Record<string, string>} */
      const before = {};
      for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
        await page.emulateMedia({ colorScheme });
        before[colorScheme] = await look(roll);
      }
      await isShownAtOnce(page, () => roll.click(), t);
      for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
        await page.emulateMedia({ colorScheme });
        assert.notEqual(await look(roll), before[colorScheme], `it looks pressed where it is ${colorScheme}`);
        await shot(page, `pressed-${game}-${named(screen)}-${colorScheme}`);
      }
      // Pressed again, long after: one command is under way.
      await countsAt(roll, true);
      const { x, y, width, height } = (await roll.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      await page.mouse.click(x + width / 2, y + height / 2);
      release();
      await page.locator(ROLL).waitFor({ state: "detached" });
      await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
      assert.deepEqual(commands, ["roll"], "a second press while the first is under way does nothing");
    });
    noErrors(page);
  });
}

test("a lit place shows the press, and an error takes it back", async (t) => {
  const { page, commands } = await duel(held, "catan", { ...WINDOW, from: CATAN_FOUNDING });
  await watched(page, "slow-place", async () => {
    const lit = page.locator("#board .lit[data-place^=I]").first();
    const name = await lit.getAttribute("data-place");
    const place = page.locator(`#board [data-place="${name}"]`);
    // Refused: the mark goes.
    await page.route("**/act", (route) => route.fulfill({ status: 422, json: { error: "illegal", message: "No." } }), { times: 1 });
    await isShownAtOnce(page, () => place.click({ force: true }), t);
    await page.locator("#toast p").waitFor();
    await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
    // And on a network that is slow to answer.
    const { release } = await slow(page);
    const before = await look(place);
    commands.length = 0;
    await isShownAtOnce(page, () => place.click({ force: true }), t);
    assert.notEqual(await look(place), before, "the place looks pressed");
    await shot(page, "pressed-place");
    release();
    await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
    assert.equal(commands.length, 1);
  });
  noErrors(page);
});

test("a tile stays on its place until the table has answered", async (t) => {
  const { page } = await duel(held, "carcassonne", { ...NARROW, from: LAND_PLACING });
  await watched(page, "slow-tile", async () => {
    const { release } = await slow(page);
    await page.locator("#board .space.lit").first().tap();
    const confirm = page.locator("#chooser button.primary");
    await confirm.waitFor();
    await isShownAtOnce(page, () => confirm.tap(), t);
    assert.equal(await page.locator("#board .hand:not(.away)").count(), 1, "the tile is shown where it was put");
    assert.equal(await page.locator('#board .space[aria-busy="true"]').count(), 1, "its place waits");
    await shot(page, "pressed-tile");
    release();
    await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
  });
  noErrors(page);
});

test("a change of the table takes no press from the menus of the page", async () => {
  const { page } = await duel(held, "catan", { ...german(DESK), from: CATAN_BUILDING });
  await watched(page, "presses-menu", async () => {
    await page.locator("#settings > summary").click();
    const ignored = await page.evaluate(async () => {
      const client = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? "";
      const { ignoresPress, remember } = await import(client).then(({ $guard }) => $guard ?? import(client.replace(/[^/]+$/, "guard.js")));
      // As before a change that comes at this moment.
      remember();
      const now = performance.now();
      const controls = [...document.querySelectorAll("#settings :is(button, a[href])")].filter((control) => control.checkVisibility());
      return controls.map((control) => {
        const { left, top, width, height } = control.getBoundingClientRect();
        return ignoresPress(control, { x: left + width / 2, y: top + height / 2 }, now);
      });
    });
    assert.ok(ignored.length > 2 && !ignored.includes(true), JSON.stringify(ignored));
  });
  noErrors(page);
});
