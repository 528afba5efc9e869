// Room for everything: at five sizes and in two languages, what can be done now is on the screen without scrolling, nothing
// spills out of its box, and the board has its share.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { CATAN_FOUR, KNIGHTS_FOUR, land } from "../lib/positions-pages.js";
import { nextName } from "../lib/seed.js";

const held = house();

/**
 * How much of the screen an island and the ships around it, or the board of a land, takes at least; and how many lines of the log are seen.
 * On a desk the tray below it lies across the whole stage; what the sea has beside the island is measured in form.test.js.
 */
const SIZES = [
  { width: 1440, height: 900, share: 0.36, lines: 5 },
  { width: 1280, height: 720, share: 0.27, lines: 5 },
  { width: 844, height: 390, share: 0.45, lines: 0 },
  { width: 390, height: 844, share: 0.36, lines: 0 },
  { width: 360, height: 740, share: 0.3, lines: 0 },
];

/** What is wrong with the room on the page; runs in it. @param {{ share: number, lines: number }} least @returns {string[]} */
function faults({ share, lines }) {
  /** @type {string[]} */
  const faults = [];
  const main = /** @type {HTMLElement} */ (document.querySelector("main.desk"));
  /** @param {Element} element */
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getClientRects().length > 0;
  /** @param {Element} element */
  const named = (element) => `${element.closest("[id]")?.id} ${element.textContent?.trim().replace(/\s+/g, " ").slice(0, 40)}`;
  // Controls: inside the window, and inside every box that could be scrolled. Progress cards on phones lie in a row of their
  // own that is scrolled sideways, and what a decision lies over is not needed before it is made.
  for (const control of main.querySelectorAll("#moves :is(button, summary), #decision :is(button, summary), #dock :is(button, summary), #sheets button, .pop :is(button, summary)")) {
    if (!seen(control) || control.closest("#progress, .pop, .exchange, .impossible")) continue;
    let box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    for (let around = control.parentElement; around && around !== document.body; around = around.parentElement) {
      if (getComputedStyle(around).overflowY !== "auto") continue;
      const { left, top, right, bottom } = around.getBoundingClientRect();
      box = { left: Math.max(box.left, left), top: Math.max(box.top, top), right: Math.min(box.right, right), bottom: Math.min(box.bottom, bottom) };
    }
    const at = control.getBoundingClientRect();
    if (at.left < box.left - 1 || at.top < box.top - 1 || at.right > box.right + 1 || at.bottom > box.bottom + 1) {
      faults.push(`${named(control)} is not on the screen: ${Math.round(at.left)},${Math.round(at.top)} to ${Math.round(at.right)},${Math.round(at.bottom)}`);
    }
  }
  for (const box of main.querySelectorAll("button, summary, #banner, #turn, #moves, #dock, #decision, #side, #players, #figures, #log, #board-panel")) {
    // Names of buttons over the board lie beside them (`labels.js`).
    if (!seen(box) || box.closest("#log-lines, .toggles, .zoom") || box.clientWidth === 0) continue;
    if (box.scrollWidth > box.clientWidth + 1) faults.push(`${named(box)} spills: ${box.scrollWidth} in ${box.clientWidth}`);
  }
  const svg = /** @type {SVGSVGElement} */ (main.querySelector("#board > svg"));
  const { width, height } = svg.getBoundingClientRect();
  const whole = svg.viewBox.baseVal;
  const scale = Math.min(width / whole.width, height / whole.height);
  const area = main.classList.contains("land") ? width * height : scale * scale * whole.width * whole.height;
  const is = area / (innerWidth * innerHeight);
  if (is < share) faults.push(`the board takes ${is.toFixed(3)} of the screen, not ${share}`);
  const log = main.querySelector("#log-lines");
  const line = 1.35 * 0.92 * 16 + 0.3 * 16;
  if (lines > 0 && (log?.clientHeight ?? 0) < lines * line) faults.push(`the log shows ${((log?.clientHeight ?? 0) / line).toFixed(1)} lines`);
  if (document.documentElement.scrollWidth > innerWidth) faults.push("the page is scrolled sideways");
  return faults;
}

/** Makes a form in which cards are given up as long as it can be: with all eight kinds of cards in hand. Runs in the page. */
function fullHand() {
  const form = document.querySelector("main.knights :is(#discard, #give, #take)");
  const kinds = [...(form?.querySelectorAll(".stepper") ?? [])];
  for (let count = kinds.length; count > 0 && count < 8; count += 1) kinds[0]?.after(/** @type {Element} */ (kinds[0].cloneNode(true)));
}

/**
 * Fills in the widest numbers at each seat: two digits of points and of cards on an island, three of points and of those to be
 * expected in a land. Runs in the page.
 */
function richSeats() {
  for (const seat of document.querySelectorAll("main.desk.land .player > summary")) {
    const [points, projected] = [seat.querySelector(".points strong"), seat.querySelector(".projected")?.lastChild];
    if (points) points.textContent = "120";
    if (projected) projected.textContent = "145";
  }
  for (const seat of document.querySelectorAll("main.desk:not(.land) .player > summary")) {
    const [points, cards] = [seat.querySelector(".points strong"), seat.querySelector(".fact")?.lastChild];
    if (points) points.textContent = "20";
    if (cards) cards.textContent = "44";
  }
}

/** @typedef {import("../lib/positions.js").From} From */

/**
 * Waits until a page has followed a change of its size: some of it moves once the frame after that is painted.
 * @param {import("playwright-core").Page} page
 */
async function painted(page) {
  await page.evaluate(async () => {
    const client = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? "";
    const { nextPaint } = await import(client).then(({ $page }) => $page ?? import(client.replace(/[^/]+$/, "page.js")));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await nextPaint();
  });
}

/**
 * Looks at a moment of a game at all sizes.
 * @param {import("playwright-core").Page} page
 * @param {string} lang
 * @param {string} what
 * @param {boolean} trade Whether an offer can be put together, whose button has to be seen as well.
 * @returns {Promise<string[]>} what is wrong
 */
async function roomFor(page, lang, what, trade) {
  /** @type {string[]} */
  const all = [];
  await page.evaluate(fullHand);
  await page.evaluate(richSeats);
  for (const { width, height, ...least } of SIZES) {
    await page.setViewportSize({ width, height });
    await painted(page);
    all.push(...(await page.evaluate(faults, least)).map((fault) => `${lang}, ${width} × ${height}: ${fault}`));
    await shot(page, `room-${what}-${lang}-${width}`);
  }
  if (!trade) return all;
  await page.locator("#trade > summary").click();
  for (const { width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    const offer = await page.locator("#offer-form button[type=submit]").evaluate((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      const under = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && under === button;
    });
    if (!offer) all.push(`${lang}, ${width} × ${height}: the button that makes an offer is not on the screen`);
  }
  return all;
}

/**
 * Looks at moments of a game, in English and in German; in the gate in one language after the other.
 * @param {string} game
 * @param {string} first the language in which the gate sees the first moment
 * @param {Record<string, [RegExp, From]>} moments each with what can be done then, and its position
 */
async function room(game, first, moments) {
  const pages = await Promise.all(["en", "de"].map(async (lang) => ({ lang, page: await openPage(held.browser, { locale: lang === "de" ? "de-DE" : "en-GB" }) })));
  let looks = first === "en" ? 0 : 1;
  const bot = ["catan", "cities-and-knights"].includes(game) ? "bot:settler" : "bot:surveyor";
  for (const [moment, [legal, from]] of Object.entries(moments)) {
    const players = /** @type {any} */ (from).setup.options?.players ?? 4;
    const seats = ["me", ...Array(players - 1).fill(bot)];
    // The bots are told nothing, so they wait.
    const { table, token } = await api(held.server.url, undefined, "/tables", { from, seats, name: "Ada" }, nextName());
    for (const { page, lang } of sample(pages, looks++ % 2)) {
      await watched(page, `room-${game}-${moment}-${lang}`, async () => {
        await page.context().addCookies([{ name: "neuland-key", value: token, url: held.server.url }]);
        await page.goto(`${held.server.url}/t/${table}`);
        await page.locator(`html[lang="${lang}"]`).waitFor();
        const { legal: listed } = await api(held.server.url, token, `/tables/${table}/legal`);
        assert.ok(listed.some((/** @type {string} */ action) => legal.test(action)), `${game}: ${moment} is at hand, but only ${listed.slice(0, 9)}`);
        assert.deepEqual(await roomFor(page, lang, `${game}-${moment}`, moment === "building"), [], `there is room for ${moment}`);
      });
    }
  }
  for (const { page } of pages) {
    noErrors(page);
    await leave(page);
  }
}

/** What is laid over a position, and over what its seats have. @param {From} from @param {object} more @param {Record<string, object>} [seats] @returns {From} */
function changed({ setup }, more, seats = {}) {
  const all = Object.fromEntries(Object.entries(setup.seats).map(([seat, has]) => [seat, { .../** @type {object} */ (has), ...seats[seat] }]));
  return { setup: { ...setup, ...more, seats: all } };
}

/** Nine cards, of which four are discarded. */
const NINE = { brick: 2, lumber: 2, wool: 2, grain: 2, ore: 1 };
/** What B asks of the others. */
const OFFER = { give: { ore: 1 }, want: { wool: 1 }, to: ["A", "C", "D"], answers: { A: "open", C: "open", D: "open" } };

test("base Catan has room", () =>
  room("catan", "en", {
    founding: [/^settlement/, { setup: { game: "catan", phase: "founding-settlement" } }],
    building: [/^end/, CATAN_FOUR],
    robber: [/^robber/, changed(CATAN_FOUR, { phase: "moving-robber", dice: [3, 4] })],
    stealing: [/^steal/, changed(CATAN_FOUR, { phase: "choosing-victim", dice: [3, 4], robber: "H15" }, { D: { hand: { wool: 1 } } })],
    discard: [/^discard/, changed(CATAN_FOUR, { phase: "discarding", dice: [3, 4] }, { A: { hand: NINE, development: {} } })],
    offer: [/^reject/, changed(CATAN_FOUR, { active: "B", offer: OFFER })],
  }));
test("Cities & Knights has room", () =>
  room("cities-and-knights", "de", {
    founding: [/^settlement/, { setup: { game: "cities-and-knights", phase: { "founding-settlement": { placed: 0 } } } }],
    building: [/^end/, changed(KNIGHTS_FOUR, {}, { A: { progress: { spy: 1 } } })],
    robber: [/^robber/, changed(KNIGHTS_FOUR, { attacked: true, phase: { "moving-robber": { cause: "seven" } }, dice: ["ship", 3, 4] })],
    discard: [/^discard/, changed(KNIGHTS_FOUR, { attacked: true, phase: { discarding: { owed: { A: 4 }, sabotage: false } }, dice: ["ship", 3, 4] }, { A: { hand: { ...NINE } } })],
    offer: [/^reject/, changed(KNIGHTS_FOUR, { active: "B", offer: { ...OFFER, give: { coin: 1 } } })],
    late: [/^improve /, KNIGHTS_FOUR],
  }));

/** What is there at a moment of a tile game. @param {string} game @param {object} more @param {number} [players] @returns {From} */
const tiles = (game, more, players = 4) => ({ setup: { .../** @type {From} */ (land(more, game)).setup, options: { players } } });
/** Tiles with which each game begins: one that is placed, and it on the table. */
const FIRST = { carcassonne: ["V", "V@(1,0)r1"], "traders-and-builders": ["V", "V@(1,0)r1"], mayflower: ["MF-23a", "MF-23a@(-1,4)r0"] };
for (const [game, [tile, placed]] of Object.entries(FIRST)) {
  test(`${game} has room`, () =>
    room(game, game === "traders-and-builders" ? "de" : "en", {
      placing: [/^place/, tiles(game, { phase: { placing: tile } })],
      three: [/^place/, tiles(game, { phase: { placing: tile } }, 3)],
      figure: [/^deploy/, tiles(game, { tiles: [placed], phase: "deploying" })],
    }));
}

/** Asks the API. @param {string} path @param {object} body @param {string} [token] @returns {Promise<any>} */
async function ask(path, body, token) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(`${held.server.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.json();
}

test("the talk leaves the log its lines", async () => {
  const opened = await ask("/tables", { game: "catan", seats: ["me", "open"], name: "Ada" });
  await ask(`/tables/${opened.table}/join`, { name: "Ben" });
  const page = await openPage(held.browser, { viewport: { width: 1280, height: 720 } });
  await watched(page, "room-talk", async () => {
    await page.context().addCookies([{ name: "neuland-key", value: opened.token, url: held.server.url }]);
    await page.goto(`${held.server.url}/t/${opened.table}`);
    const fold = page.locator("[data-fold]");
    if ((await fold.getAttribute("aria-expanded")) === "false") await fold.click();
    for (const part of ["#say-text", "#talk-lines", "#log-lines"]) await page.locator(part).waitFor({ state: part === "#talk-lines" ? "attached" : "visible" });
    assert.deepEqual(await page.evaluate(faults, { share: 0.27, lines: 5 }), []);
    for (const part of ["#log", "#talk", "#say"]) {
      const box = await page.locator(part).boundingBox();
      assert.ok(box !== null && box.y + box.height <= 720, `${part} is on the screen: ${JSON.stringify(box)}`);
    }
    await shot(page, "room-talk");
  });
  noErrors(page);
});
