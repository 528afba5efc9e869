// The end of a game: who has how many points and for what, beside the board; and the game looked at again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

const SHORT = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 360, height: 740 };
const LANDSCAPE = { width: 844, height: 390 };

/** Games between bots, short ones. */
const GAMES = {
  catan: { seats: 4, bot: "bot:settler", options: { victory_points: "3" } },
  "cities-and-knights": { seats: 4, bot: "bot:settler", options: { victory_points: "6" } },
  carcassonne: { seats: 6, bot: "bot:random", options: {} },
};

/** @typedef {keyof typeof GAMES} Game */

/** The tables that were opened, each once. @type {Map<Game, Promise<string>>} */
const tables = new Map();

/** @param {Game} game */
async function open(game) {
  const { seats, bot, options } = GAMES[game];
  const opened = await fetch(`${held.server.url}/api/v1/tables`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, seats: Array.from({ length: seats }, () => bot), options }),
  });
  const { table } = /** @type {{ table: string }} */ (await opened.json());
  return table;
}

/** Goes to a table whose game is over, once it is. @param {Page} page @param {Game} game */
async function end(page, game) {
  const table = tables.get(game) ?? open(game);
  tables.set(game, table);
  await page.goto(`${held.server.url}/t/${await table}`);
  await page.locator("#result").waitFor({ timeout: 25_000 });
}

/** @param {Page} page @param {string} selector */
async function box(page, selector) {
  const found = await page.locator(selector).first().boundingBox();
  assert.ok(found, `${selector} is there`);
  return found;
}

/** @param {{ x: number, y: number, width: number, height: number }} a @param {typeof a} b */
function overlap(a, b) {
  return Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 1 && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 1;
}

/** What the table of the points says. @param {Page} page */
function standings(page) {
  return page.locator("#result .standings").evaluate((table) => {
    const text = (/** @type {Element} */ cell) => (cell.textContent ?? "").trim().replace(/\s+/g, " ");
    const rows = [...table.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map(text));
    const scroll = table.closest(".scroll");
    return {
      head: text(table.querySelector("thead th") ?? table),
      names: [...table.querySelectorAll("thead .name")].map(text),
      rows,
      totals: [...table.querySelectorAll("tfoot td")].map((cell) => Number(text(cell))),
      hidden: scroll ? scroll.scrollWidth - scroll.clientWidth : 0,
    };
  });
}

/**
 * What of the points stands in several lines: sums, and words without a hyphen.
 * @param {Page} page
 */
function broken(page) {
  return page.locator("#result .standings").evaluate((table) => {
    /** @type {string[]} */
    const found = [];
    const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parts = node.parentElement?.closest("td") ? [{ 0: node.textContent ?? "", index: 0 }] : (node.textContent ?? "").matchAll(/[\p{L}\p{N}]{3,}/gu);
      for (const { 0: text, index } of parts) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        const tops = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)));
        if (tops.size > 1 && getComputedStyle(node.parentElement ?? table).hyphens !== "auto") found.push(text);
      }
    }
    return found;
  });
}

for (const [size, viewport] of /** @type {const} */ ([["1280", SHORT], ["390", PHONE]])) {
  for (const [locale, from] of /** @type {const} */ ([["en-GB", "Points from"], ["de-DE", "Punkte für"]])) {
    for (const game of /** @type {Game[]} */ (Object.keys(GAMES))) {
      test(`points are told from pieces, and nothing covers the board: ${game}, ${size}, ${locale}`, async () => {
        const page = await openPage(held.browser, { viewport, locale });
        await watched(page, `ended-${size}-${locale}`, async () => {
          await end(page, game);
          await shot(page, `ended-${game}-${size}-${locale.slice(0, 2)}`);
          assert.equal(await page.locator("#board-panel button.new").count(), 0, "no button's name lies over the board any more");
          const { head, names, rows, totals, hidden } = await standings(page);
          assert.equal(head, from);
          assert.equal(names.length, totals.length);
          assert.equal(hidden, 0, `${game}: all columns are to be seen`);
          // What stands in a column adds up: the number after the sign of a sum, or the only one.
          const sums = totals.map((_, player) =>
            rows.reduce((sum, row) => sum + Number((row[player] ?? "").split("=").at(-1)?.replace("–", "0")), 0),
          );
          assert.deepEqual(sums, totals, game);
          assert.deepEqual(totals, [...totals].sort((a, b) => b - a), "best first");
          if (game === "cities-and-knights") {
            assert.ok(rows.flat().some((cell) => /^\d × 2 = \d+$/.test(cell)), `cities are counted: ${JSON.stringify(rows)}`);
          }
          for (const size of [viewport, ...(viewport === PHONE ? [NARROW, LANDSCAPE] : [])]) {
            await page.setViewportSize(size);
            const seen = await page.locator("#result .standings tfoot td").evaluateAll((sums) =>
              sums.map((sum) => {
                const { left, top, right, bottom } = sum.getBoundingClientRect();
                return bottom <= innerHeight && document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("td") === sum;
              }),
            );
            assert.deepEqual(await broken(page), [], `${game}: no number and no word is broken at ${size.width} × ${size.height}`);
            assert.equal((await standings(page)).hidden, 0, `${game}: all columns are to be seen at ${size.width} × ${size.height}`);
            assert.deepEqual(seen, seen.map(() => true), `${game}: the sums are to be seen at ${size.width} × ${size.height}`);
          }
          await page.setViewportSize(viewport);
          const [board, result] = [await box(page, "#board svg.board"), await box(page, "#result")];
          assert.ok(!overlap(board, result), `${game}: the standings lie beside the board`);
          assert.ok(board.width >= 150 && board.height >= 150, `${game}: the board is ${board.width} × ${board.height}`);
          await page.click("#result > summary");
          assert.ok(!overlap(await box(page, "#board svg.board"), await box(page, "#result")), `${game}: folded as well`);
        });
        noErrors(page);
      });
    }
  }
}

test("the chart of the points goes to the points of victory, or as high as somebody got", async () => {
  const page = await openPage(held.browser, { viewport: SHORT });
  await watched(page, "ended-chart", async () => {
    await end(page, "catan");
    const { totals } = await standings(page);
    const marks = (await page.locator("#result svg.course text.label").allTextContents()).map(Number).filter((mark) => !Number.isNaN(mark));
    assert.equal(Math.max(...marks), Math.max(3, ...totals));
  });
  noErrors(page);
});

for (const [size, viewport] of /** @type {const} */ ([["1280", SHORT], ["390", PHONE], ["844", LANDSCAPE]])) {
  for (const locale of /** @type {const} */ (["en-GB", "de-DE"])) {
    test(`a replay opens with something to see and its log beside it: ${size}, ${locale}`, async () => {
      const page = await openPage(held.browser, { viewport, locale });
      await watched(page, `ended-replay-${size}-${locale}`, async () => {
        for (const game of /** @type {const} */ (["catan", "carcassonne"])) {
          await end(page, game);
          await page.locator("#replay").click();
          await page.waitForURL(/\/replay\/\d+/);
          await shot(page, `ended-replay-${game}-${size}-${locale.slice(0, 2)}`);
          if (game === "catan") assert.equal(await page.locator("#board svg.board .number").count(), 18, "the island is laid out");
          else assert.ok((await page.locator("#board svg.board .tile").count()) > 0, "the first tile lies there");
          const log = await box(page, "#log-lines");
          const seen = Math.min(log.y + log.height, viewport.height) - log.y;
          assert.ok(seen >= 100, `${seen} pixels of the log are to be seen`);
          assert.ok(!overlap(log, await box(page, "#board")));
          // The first line is that of the position, at the top.
          const first = page.locator("#log-lines li").first();
          assert.equal(await first.locator("a").getAttribute("aria-current"), "step");
          assert.ok((await box(page, "#log-lines li")).y >= log.y - 1, "it stands at the top");
          const opening = Number(await page.locator("#main").getAttribute("data-at"));
          await page.click("#go-last");
          await page.locator('#go-last[aria-disabled="true"]').waitFor();
          await page.click("#go-first");
          await page.locator(`#main[data-at="${opening}"]`).waitFor();
        }
      });
      noErrors(page);
    });
  }
}
