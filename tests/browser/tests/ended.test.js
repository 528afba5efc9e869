// The end of a game: who has how many points and for what, beside the board; and the game looked at again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { tellBots } from "../lib/pace.js";
import { named, PHONE, SCREENS, SMALL, WINDOW } from "../lib/screens.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

/** Games between bots, short ones. */
const GAMES = {
  catan: { seats: 4, bot: "bot:settler", options: { victory_points: "3" } },
  "cities-and-knights": { seats: 4, bot: "bot:settler", options: { victory_points: "6" } },
  carcassonne: { seats: 6, bot: "bot:random", options: {} },
  "traders-and-builders": { seats: 3, bot: "bot:random", options: {} },
  mayflower: { seats: 5, bot: "bot:random", options: {} },
};

/** @typedef {keyof typeof GAMES} Game */

/** The finished games, each played once for all tests. @type {Map<Game, Promise<string>>} */
const tables = new Map();

/** Lets bots play a game to its end. @param {Game} game @returns {Promise<string>} the table */
async function finished(game) {
  const { seats, bot, options } = GAMES[game];
  const { table } = await api(held.server.url, undefined, "/tables", { game, seats: Array.from({ length: seats }, () => bot), options }, `ended-${game}`);
  for (let moves = 1; moves > 0; ) ({ moves } = await tellBots(held.server.url, table, { patience_ends: true }));
  return table;
}

/** Goes to the table of a finished game. @param {Page} page @param {Game} game */
async function end(page, game) {
  const table = tables.get(game) ?? finished(game);
  tables.set(game, table);
  await page.goto(`${held.server.url}/t/${await table}`);
  await page.locator("#result").waitFor();
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
      totals: [...table.querySelectorAll(".totals td")].map((cell) => Number(text(cell))),
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

/**
 * Whether a screen shows the board beside the points, and all points: the sums at once, the rest scrolled, with nothing over it. Runs
 * in the page, with the points unfolded and then folded.
 */
function room() {
  const box = (/** @type {string} */ selector) => document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const isApart = () => {
    const [a, b] = [box("#board svg.board"), box("#result")];
    return b.width > 0 && !(Math.min(a.right, b.right) - Math.max(a.x, b.x) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.y, b.y) > 1);
  };
  const hidden = [...document.querySelectorAll("#result .standings .totals td")].filter((sum) => {
    const { left, top, right, bottom } = sum.getBoundingClientRect();
    return bottom > innerHeight || document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("td") !== sum;
  }).length;
  // As they stand before anything is scrolled.
  const cut = [...document.querySelectorAll("#result .standings td")].filter((points) => points.getBoundingClientRect().bottom > box("#result").bottom).length;
  const covered = [...document.querySelectorAll("#result .standings tbody td")].filter((points) => {
    points.scrollIntoView({ block: "nearest" });
    const { left, top, right, bottom } = points.getBoundingClientRect();
    return document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest("td") !== points;
  }).length;
  document.querySelector("#result")?.scrollTo(0, 0);
  const { width, height } = box("#board svg.board");
  // Upright they are a sheet over half the screen, with the upper part of the board in sight.
  const isSheet = innerWidth < innerHeight && box("#result").top - box("#board").top >= 100 && box("#result").height <= innerHeight / 2 + 1;
  const unfolded = isSheet || isApart();
  const result = /** @type {HTMLDetailsElement} */ (document.querySelector("#result"));
  result.open = false;
  const folded = isApart();
  result.open = true;
  return { hidden, cut, covered, width, height, unfolded, folded };
}

// In the gate each game in one of the languages.
for (const [locale, from, ...games] of /** @type {const} */ ([["en-GB", "Points from", 0, 2, 4], ["de-DE", "Punkte für", 1, 3]])) {
  test(`points are told from pieces, and nothing covers the board: ${locale}`, async () => {
    const page = await openPage(held.browser, { ...PHONE, locale });
    for (const game of sample(/** @type {Game[]} */ (Object.keys(GAMES)), ...games)) {
      await watched(page, `ended-${game}-${locale}`, async () => {
        await page.setViewportSize(PHONE.viewport);
        await end(page, game);
        const { head, names, rows, totals } = await standings(page);
        assert.equal(head, from);
        assert.equal(names.length, totals.length);
        // What stands in a column adds up: the number after the sign of a sum, or the only one.
        const sums = totals.map((_, player) =>
          rows.reduce((sum, row) => sum + Number((row[player] ?? "").split("=").at(-1)?.replace("–", "0")), 0),
        );
        assert.deepEqual(sums, totals, game);
        assert.deepEqual(totals, [...totals].sort((a, b) => b - a), "best first");
        const story = await page.locator("#story li").allTextContents();
        assert.ok(story.length >= (totals[0] === totals[1] ? 1 : 2), `the end tells how it came: ${story}`);
        if (/catan|knights/.test(game)) assert.match(story.at(-1) ?? "", /^(The dice|Die Würfel): .*\d/);
        if (game === "cities-and-knights") {
          assert.ok(rows.flat().some((cell) => /^\d × 2 = \d+$/.test(cell)), `cities are counted: ${JSON.stringify(rows)}`);
        }
        for (const { viewport } of [...SCREENS, SMALL]) {
          await page.setViewportSize(viewport);
          const screen = `${game}, ${named({ viewport, locale })}`;
          await shot(page, `ended-${game}-${named({ viewport, locale })}`);
          assert.deepEqual(await broken(page), [], `no number and no word is broken: ${screen}`);
          assert.equal((await standings(page)).hidden, 0, `all columns are to be seen: ${screen}`);
          const { hidden, cut, covered, width, height, unfolded, folded } = await page.evaluate(room);
          assert.equal(hidden, 0, `the sums are to be seen: ${screen}`);
          if (viewport.height >= 700 && viewport.width > viewport.height) assert.equal(cut, 0, `all of them without scrolling: ${screen}`);
          assert.equal(covered, 0, `nothing covers what adds up to them: ${screen}`);
          assert.ok(unfolded, `the standings lie beside the board: ${screen}`);
          assert.ok(width >= 150 && height >= 150, `the board is ${width} × ${height}: ${screen}`);
          assert.ok(folded, `folded as well: ${screen}`);
        }
        // A press folds them, and another unfolds them.
        for (const open of [0, 1]) {
          await page.click("#result > summary");
          assert.equal(await page.locator("#result[open]").count(), open);
        }
      });
    }
    noErrors(page);
    await leave(page);
  });
}

test("the chart of the points goes to the points of victory, or as high as somebody got", async () => {
  const page = await openPage(held.browser, WINDOW);
  await watched(page, "ended-chart", async () => {
    await end(page, "catan");
    const { totals } = await standings(page);
    const marks = (await page.locator("#result svg.course text.label").allTextContents()).map(Number).filter((mark) => !Number.isNaN(mark));
    assert.equal(Math.max(...marks), Math.max(3, ...totals));
  });
  noErrors(page);
});

// In the gate these share out the sizes among themselves.
for (const [locale, game, ...sizes] of /** @type {const} */ ([["en-GB", "catan", 0, 2], ["de-DE", "carcassonne", 1, 3], ["de-DE", "catan", 4], ["en-GB", "mayflower", 3]])) {
  test(`a replay opens with something to see and its log beside it: ${game}, ${locale}`, async () => {
    const page = await openPage(held.browser, { ...PHONE, locale });
    await watched(page, `ended-replay-${game}-${locale}`, async () => {
      await end(page, game);
      await page.locator("#replay").click();
      await page.waitForURL(/\/replay\/\d+/);
      for (const { viewport } of sample(SCREENS, ...sizes)) {
        await page.setViewportSize(viewport);
        // From elsewhere, so that nothing is scrolled to where it was.
        const address = page.url();
        await page.goto("about:blank");
        await page.goto(address);
        const screen = named({ viewport, locale });
        await shot(page, `ended-replay-${game}-${screen}`);
        if (game === "catan") assert.equal(await page.locator("#board svg.board .number").count(), 18, "the island is laid out");
        else assert.ok((await page.locator("#board svg.board .tile").count()) > 0, "the first tile lies there");
        const log = await box(page, "#log-lines");
        const seen = Math.min(log.y + log.height, viewport.height) - log.y;
        assert.ok(seen >= 100, `${seen} pixels of the log are to be seen: ${screen}`);
        assert.ok(!overlap(log, await box(page, "#board")), `it lies beside the board: ${screen}`);
        // The first line is that of the position, at the top.
        const first = page.locator("#log-lines li").first();
        assert.equal(await first.locator("a").getAttribute("aria-current"), "step");
        assert.ok((await box(page, "#log-lines li")).y >= log.y - 1, `it stands at the top: ${screen}`);
        const opening = Number(await page.locator("#main").getAttribute("data-at"));
        await page.click("#go-last");
        await page.locator('#go-last[aria-disabled="true"]').waitFor();
        await page.click("#go-first");
        await page.locator(`#main[data-at="${opening}"]`).waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `nothing is scrolled sideways: ${screen}`);
      }
      await accessible(page, `the replay of ${game}, ${locale}`);
    });
    noErrors(page);
    await leave(page);
  });
}
