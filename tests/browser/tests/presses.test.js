// Presses by mouse, finger and keys: the second of a double press meets nothing, and every press is shown at once, however
// slow the network is.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, shot, watched } from "../lib/browser.js";
import { duel, until } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { countsAt, countsFor } from "../lib/presses.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, SCREENS, WINDOW } from "../lib/screens.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("../lib/duel.js").Duel} Duel
 */

const held = house();

/** How far apart two presses are, in milliseconds. */
const INTERVALS = [80, 200, 350];
/** With more between them the machine was too slow: they are no double press, and are tried again. */
const LONGEST = 380;

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

/**
 * Presses twice. Answers with how far apart that was for the page.
 * @param {Page} page
 * @param {() => Promise<void>} press
 * @param {number} interval
 */
async function twice(page, press, interval) {
  await page.evaluate(() => {
    const times = /** @type {number[]} */ ([]);
    Object.assign(window, { times });
    const note = (/** @type {Event} */ event) => times.push(event.timeStamp);
    for (const type of ["pointerdown", "keydown"]) window.addEventListener(type, note, { capture: true });
    Object.assign(window, { forget: () => ["pointerdown", "keydown"].forEach((type) => window.removeEventListener(type, note, { capture: true })) });
  });
  const begin = Date.now();
  await press();
  await new Promise((done) => setTimeout(done, Math.max(0, begin + interval - Date.now())));
  await press();
  return page.evaluate(() => {
    const { times, forget } = /** @type {any} */ (window);
    forget();
    return times[times.length - 1] - times[0];
  });
}

/**
 * Presses a control twice at each interval, each time at a moment that `prepare` brings about, and expects one command.
 * @param {Duel} table
 * @param {string} way
 * @param {string} control
 * @param {RegExp} command
 * @param {() => Promise<void>} prepare
 */
async function once({ page, commands }, way, control, command, prepare) {
  for (const interval of INTERVALS) {
    for (let tries = 0; ; tries += 1) {
      await prepare();
      const press = await /** @type {(typeof WAYS)[string]} */ (WAYS[way])(page, control);
      if (way === "enter") await countsFor(page, "Enter");
      else if (way === "shortcut") await countsFor(page, (await page.locator(control).first().getAttribute("data-key")) ?? "");
      else await countsAt(page.locator(control).first());
      commands.length = 0;
      const apart = await twice(page, press, interval);
      if (apart > LONGEST && tries < 4) continue;
      await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
      assert.equal(commands.length, 1, `${control} pressed twice within ${Math.round(apart)} ms by ${way}: ${commands}`);
      assert.match(commands[0] ?? "", command);
      break;
    }
  }
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
    const table = await duel(held, game, screen);
    const { page } = table;
    await watched(page, `double-${game}-${way}`, async () => {
      // After the roll others may have to decide first, and so may the reader.
      await once(table, way, ROLL, /^roll$/, () => until(table, /^roll$/));
      await once(table, way, END, /^end$/, () => until(table, /^end$/));
    });
    noErrors(page);
  });
}

for (const locale of ["en-GB", "de-DE"]) {
  test(`Roll, End the turn and Undo lie apart on every screen: ${locale}`, async () => {
    const table = await duel(held, "catan", { ...PHONE, locale });
    const { page } = table;
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
      await until(table, /^roll$/);
      const roll = await boxes(ROLL);
      await until(table, /^end$/);
      const end = await boxes(END);
      await countsAt(page.locator(END));
      await page.locator(END).click();
      const undo = await boxes("#undo button");
      for (const [n, screen] of SCREENS.entries()) {
        assert.ok(apart(roll[n], end[n]), `Roll and End the turn lie apart: ${named(screen)}`);
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
  const table = await duel(held, "catan", german(PHONE));
  const { page, commands } = table;
  await watched(page, "double-place", async () => {
    for (const interval of INTERVALS) {
      await until(table, /^settlement/);
      commands.length = 0;
      const place = await pressAt(page, "#board .lit[data-place^=I] > .hit", (x, y) => page.touchscreen.tap(x, y));
      if ((await twice(page, place, interval)) > LONGEST) continue;
      await page.locator("#chooser:not([hidden]) button.primary").waitFor();
      assert.deepEqual(commands, [], "two taps choose, and build nothing");
      await countsAt(page.locator("#chooser button.primary"));
      const confirm = await pressAt(page, "#chooser button.primary", (x, y) => page.touchscreen.tap(x, y));
      await twice(page, confirm, interval);
      await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
      assert.equal(commands.length, 1, `${commands}`);
      await page.locator("#chooser").waitFor({ state: "hidden" });
      break;
    }
  });
  noErrors(page);
});

for (const [way, screen] of /** @type {const} */ ([["mouse", WINDOW], ["finger", german(NARROW)], ["enter", german(DESK)]])) {
  test(`a double press on a tile's confirmation places it, and no figure: by ${way}, ${named(screen)}`, async () => {
    const table = await duel(held, "carcassonne", screen);
    const { page } = table;
    const confirm = "#chooser button.primary";
    const choose = async () => {
      const lit = page.locator("#board .space.lit").first();
      if (way === "enter") {
        await lit.focus();
        await countsFor(page, "Enter");
        await page.keyboard.press("Enter");
      } else {
        await countsAt(lit);
        await (way === "finger" ? lit.tap() : lit.click());
      }
      await page.locator(confirm).waitFor();
    };
    await watched(page, `double-tile-${way}`, async () => {
      await once(table, way, confirm, /^place /, async () => {
        await until(table, /^place /);
        await choose();
      });
      await once(table, way, confirm, /^(pass|deploy)/, async () => {
        await until(table, /^pass/);
        const pass = page.locator('#deploy [data-action="pass"]');
        await countsAt(pass);
        await pass.click();
        await page.locator(confirm).waitFor();
      });
    });
    noErrors(page);
  });
}

test("holding a key is one press", async () => {
  const table = await duel(held, "catan", WINDOW);
  const { page, commands } = table;
  await watched(page, "held", async () => {
    for (const key of ["r", "Enter"]) {
      await until(table, /^roll$/);
      await page.locator(ROLL).focus();
      await countsFor(page, key);
      commands.length = 0;
      // Every further press without a release is a repetition.
      for (let n = 0; n < 8; n += 1) await page.keyboard.down(key);
      await page.waitForFunction(() => !document.querySelector('#moves [data-action="roll"]'));
      for (let n = 0; n < 8; n += 1) await page.keyboard.down(key);
      await page.keyboard.up(key);
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
 * How long after a press something was marked as pressed, in the page's own time.
 * @param {Page} page
 * @param {() => Promise<void>} press
 */
async function shownAfter(page, press) {
  await page.evaluate(() => {
    const noted = new Promise((done) => {
      let begin = 0;
      for (const type of ["click", "keydown"]) window.addEventListener(type, () => (begin ||= performance.now()), { capture: true, once: true });
      const main = document.querySelector("#main");
      setTimeout(() => done(Infinity), 5000);
      new MutationObserver((_, observer) => {
        if (!document.querySelector('#main [aria-busy="true"]')) return;
        observer.disconnect();
        done(performance.now() - begin);
      }).observe(/** @type {Element} */ (main), { attributes: true, subtree: true, attributeFilter: ["aria-busy"] });
    });
    Object.assign(window, { noted });
  });
  await press();
  return page.evaluate(() => /** @type {Promise<number>} */ (/** @type {any} */ (window).noted));
}

/** How something looks. @param {import("playwright-core").Locator} of */
const look = (of) =>
  of.evaluate((element) => {
    const { outline, backgroundImage, stroke, strokeDasharray, visibility } = getComputedStyle(element.querySelector(":scope > .halo") ?? element);
    return JSON.stringify({ outline, backgroundImage, stroke, strokeDasharray, visibility });
  });

for (const [game, screen] of /** @type {const} */ ([["catan", german(DESK)], ["catan", ACROSS], ["cities-and-knights", german(PHONE)]])) {
  test(`a press is shown at once on a slow network, in every theme: ${game}, ${named(screen)}`, async () => {
    const table = await duel(held, game, screen);
    const { page, commands } = table;
    await watched(page, `slow-${game}-${named(screen)}`, async () => {
      await until(table, /^roll$/);
      const { release } = await slow(page);
      const roll = page.locator(ROLL);
      /** @type {Record<string, string>} */
      const before = {};
      for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
        await page.emulateMedia({ colorScheme });
        before[colorScheme] = await look(roll);
      }
      const wait = await shownAfter(page, () => roll.click());
      assert.ok(wait < 50, `the press was shown after ${wait} ms`);
      for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
        await page.emulateMedia({ colorScheme });
        assert.notEqual(await look(roll), before[colorScheme], `it looks pressed where it is ${colorScheme}`);
        await shot(page, `pressed-${game}-${named(screen)}-${colorScheme}`);
      }
      // Pressed again, long after: one command is under way.
      commands.length = 0;
      await countsAt(roll);
      await roll.click();
      assert.deepEqual(commands, [], "a second press while the first is under way does nothing");
      release();
      await page.locator(ROLL).waitFor({ state: "detached" });
      await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
    });
    noErrors(page);
  });
}

test("a lit place shows the press, and an error takes it back", async () => {
  const table = await duel(held, "catan", WINDOW);
  const { page, commands } = table;
  await watched(page, "slow-place", async () => {
    await until(table, /^settlement/);
    const lit = page.locator("#board .lit[data-place^=I]").first();
    const name = await lit.getAttribute("data-place");
    const place = page.locator(`#board [data-place="${name}"]`);
    // Refused: the mark goes.
    await page.route("**/act", (route) => route.fulfill({ status: 422, json: { error: "illegal", message: "No." } }), { times: 1 });
    await countsAt(lit);
    const refused = await shownAfter(page, () => place.click({ force: true }));
    assert.ok(refused < 50, `the press was shown after ${refused} ms`);
    await page.locator("#toast p").waitFor();
    await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
    // And on a network with a long delay, as the browser makes it.
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    await network.send("Network.emulateNetworkConditions", { offline: false, latency: 900, downloadThroughput: -1, uploadThroughput: -1 });
    await countsAt(lit);
    const before = await look(place);
    commands.length = 0;
    const wait = await shownAfter(page, () => place.click({ force: true }));
    assert.ok(wait < 50, `the press was shown after ${wait} ms`);
    assert.notEqual(await look(place), before, "the place looks pressed");
    await shot(page, "pressed-place");
    await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
    assert.equal(commands.length, 1);
  });
  noErrors(page);
});

test("a tile stays on its place until the table has answered", async () => {
  const table = await duel(held, "carcassonne", NARROW);
  const { page } = table;
  await watched(page, "slow-tile", async () => {
    await until(table, /^place /);
    const { release } = await slow(page);
    const lit = page.locator("#board .space.lit").first();
    await countsAt(lit);
    await lit.tap();
    const confirm = page.locator("#chooser button.primary");
    await confirm.waitFor();
    await countsAt(confirm);
    const wait = await shownAfter(page, () => confirm.tap());
    assert.ok(wait < 50, `the press was shown after ${wait} ms`);
    assert.equal(await page.locator("#board .hand:not(.away)").count(), 1, "the tile is shown where it was put");
    assert.equal(await page.locator('#board .space[aria-busy="true"]').count(), 1, "its place waits");
    await shot(page, "pressed-tile");
    release();
    await page.waitForFunction(() => document.querySelector("#main [aria-busy]") === null);
  });
  noErrors(page);
});
