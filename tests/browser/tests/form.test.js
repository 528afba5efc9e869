// The form of the table late in games of all kinds, measured: how much of the window is board, how small the smallest letters and
// targets are, and that what goes on is always in the same place.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { CATAN_BUILDING, CATAN_ROLL, KNIGHTS_BUILDING, KNIGHTS_ROLL } from "../lib/positions.js";
import { CATAN_FOUR, KNIGHTS_FOUR } from "../lib/positions-pages.js";
import { late } from "../lib/positions-play.js";
import { ACROSS, alternating, DESK, NARROW, named, PHONE, WINDOW } from "../lib/screens.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

/** Where each game is late. */
const LATE = {
  catan: CATAN_FOUR,
  "cities-and-knights": KNIGHTS_FOUR,
  carcassonne: late("carcassonne", 8),
  "traders-and-builders": late("traders-and-builders", 8),
  mayflower: late("mayflower", 8),
};

/** The least share of the window that is board, at each size: what the players and the log have on a desk counts against it. */
const SHARES = new Map([
  [DESK.viewport.width, 0.56],
  [WINDOW.viewport.width, 0.5],
  [ACROSS.viewport.width, 0.5],
  [PHONE.viewport.width, 0.53],
  [NARROW.viewport.width, 0.46],
]);

/** Letters, in pixels: everywhere, and for the names of one's cards on a desk. */
const LETTERS = 12;
const NAMES = 13;
/** What a pointer needs, in pixels, and a finger. */
const POINTER = 24;
const FINGER = 44;

/** The board, and whether its ground reaches each corner of it. @param {Page} page */
const boardOf = (page) =>
  page.locator("#board-panel").evaluate((panel) => {
    const { left, right, top, bottom, width, height } = panel.getBoundingClientRect();
    const corners = [[left + 1, top + 1], [right - 2, top + 1], [left + 1, bottom - 2], [right - 2, bottom - 2]];
    const isBoard = corners.every(([x = 0, y = 0]) => panel.contains(document.elementFromPoint(x, y)));
    const beside = document.querySelector("#side")?.getBoundingClientRect().left ?? 0;
    return { share: (width * height) / (innerWidth * innerHeight), isBoard, ground: getComputedStyle(panel).backgroundColor, left, right, beside };
  });

/** Visible letters smaller than some pixels. @param {Page} page @param {number} least @param {string} within */
const smallLetters = (page, least, within) =>
  page.locator(within).first().evaluate((root, least) => {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    /** @type {string[]} */
    const small = [];
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const element = node.parentElement;
      const text = node.textContent?.trim() ?? "";
      if (!element || !text || element.closest("svg, .unseen") || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const { width, height } = range.getBoundingClientRect();
      const size = parseFloat(getComputedStyle(element).fontSize);
      if (width > 1 && height > 1 && size < least) small.push(`${text}: ${size} px`);
    }
    return small;
  }, least);

/** Controls that are smaller than a pointer needs. @param {Page} page */
const smallTargets = (page) =>
  page.locator("main :is(button, summary, select, a.button)").evaluateAll(
    (controls, least) =>
      controls.flatMap((control) => {
        const { width, height } = control.getBoundingClientRect();
        return control.checkVisibility({ visibilityProperty: true }) && width > 0 && Math.min(width, height) < least ? [`${control.outerHTML.slice(0, 80)}: ${width} × ${height}`] : [];
      }),
    POINTER,
  );

/** The smallest lit place for a tile that is seen, in pixels; null without any. @param {Page} page */
const smallestSpace = (page) =>
  page.evaluate(() => {
    const board = /** @type {Element} */ (document.querySelector("#board")).getBoundingClientRect();
    const sizes = [...document.querySelectorAll("#board .space.lit > .hit")]
      .map((hit) => hit.getBoundingClientRect())
      .filter(({ left, right, top, bottom }) => right > board.left && left < board.right && bottom > board.top && top < board.bottom)
      .map(({ width }) => width);
    return sizes.length > 0 ? Math.min(...sizes) : null;
  });

for (const [n, [game, from]] of Object.entries(LATE).entries()) {
  for (const screen of alternating(n % 2 === 0 ? 0 : 1)) {
    test(`the board has the table to itself: ${game}, ${named(screen)}`, async (t) => {
      const page = await openPage(held.browser, screen);
      await watched(page, `form-${game}-${named(screen)}`, async () => {
        await openTable(page, held.server.url, { game, from, still: true });
        await page.locator("#board > svg").waitFor();
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
        await shot(page, `form-${game}-${named(screen)}`);
        const { viewport } = screen;
        const { share, isBoard, ground, left, right, beside } = await boardOf(page);
        t.diagnostic(`${game} at ${named(screen)}: ${(100 * share).toFixed(1)} % of the window are board`);
        assert.ok(share >= (SHARES.get(viewport.width) ?? 1), `${(100 * share).toFixed(1)} % of the window are board`);
        assert.ok(isBoard, "the board is seen in each of its corners");
        assert.notEqual(ground, "rgba(0, 0, 0, 0)", "sea or felt fills it");
        assert.equal(left, 0, "nothing is left of the board");
        const isDesk = !("isMobile" in screen);
        if (isDesk) assert.ok(Math.abs(right - beside) < 1, "and nothing between it and the players");
        assert.deepEqual(await smallLetters(page, LETTERS, "body"), [], `letters have ${LETTERS} pixels`);
        if (!isDesk) {
          await fits(page, "the table");
          const space = await smallestSpace(page);
          assert.ok(space === null ? !(game in { carcassonne: 0, mayflower: 0 }) : space >= FINGER, `places for the tile have ${space} pixels`);
          return;
        }
        assert.deepEqual(await smallTargets(page), [], `targets have ${POINTER} pixels`);
        if (await page.locator("#hand .res").count()) assert.deepEqual(await smallLetters(page, NAMES, "#hand .hand > li .label"), [], `the names of cards have ${NAMES} pixels`);
      });
      noErrors(page);
      await leave(page);
    });
  }
}

for (const [game, roll, build] of /** @type {const} */ ([["catan", CATAN_ROLL, CATAN_BUILDING], ["cities-and-knights", KNIGHTS_ROLL, KNIGHTS_BUILDING]])) {
  test(`what goes on stands at the lower right, always in the same place: ${game}`, async () => {
    const page = await openPage(held.browser, WINDOW);
    await watched(page, `form-moves-${game}`, async () => {
      const boxes = [];
      for (const [action, from] of /** @type {const} */ ([["roll", roll], ["end", build]])) {
        await duel(held, game, { on: page, from });
        boxes.push(await page.locator(`#moves [data-action="${action}"]`).boundingBox());
      }
      const [one, other] = boxes;
      assert.ok(one && one.width >= 160 && one.height >= 56, `it is large: ${JSON.stringify(one)}`);
      assert.deepEqual(one, other);
      assert.ok(one.y > WINDOW.viewport.height / 2 && one.x > WINDOW.viewport.width / 2);
      const dice = await page.locator("#banner .dice").boundingBox();
      assert.ok(dice && dice.y + dice.height <= one.y && dice.x >= one.x, "the dice are right above it");
    });
    noErrors(page);
  });
}
