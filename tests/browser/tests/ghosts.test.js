// What a lit place would get, before it is chosen: the piece as a ghost and what matters about it, by pointer, by keys and by
// finger. A tile is turned at its place without asking the server. What is told is what then happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { CATAN_FOUNDING, CATAN_ROBBER, KNIGHTS_BUILDING } from "../lib/positions.js";
import { CATAN_SETTLING, KNIGHTS_FOUNDING_CITY, LAND_DEPLOYING, LAND_PLACING, TRADERS_PLACING } from "../lib/positions-pages.js";
import { countsAt } from "../lib/presses.js";
import { ACROSS, DESK, german, NARROW, PHONE, WINDOW } from "../lib/screens.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

const GHOST = "#board > svg > .ghost";
const TILE = "#board .hand:not(.away)";

/** Which turn of the tile in hand is shown on the board. @param {Page} page */
const shownTurn = (page) => page.locator(`${TILE} use`).getAttribute("href");

/** Moves the pointer to where nothing is. @param {Page} page */
async function away(page) {
  await page.mouse.move(2, 2);
  await page.locator(TILE).waitFor({ state: "hidden" });
  await page.locator(GHOST).waitFor({ state: "detached" });
  await page.locator("#tip").waitFor({ state: "hidden" });
}

/** Where to point at a place. @param {Page} page @param {string} place */
async function middleOf(page, place) {
  const box = await page.locator(`#board [data-place="${place}"] > .hit`).boundingBox();
  assert.ok(box, `${place} is to be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** @param {Page} page @param {string} place */
async function hover(page, place) {
  const { x, y } = await middleOf(page, place);
  await page.mouse.move(x, y);
}

/** A place at which the tile in hand fits in several ways. @param {Page} page */
async function turnable(page) {
  const places = await page.locator("#placements button").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-place") ?? ""));
  const place = places.find((place, n) => places.indexOf(place) !== n);
  assert.ok(place, "the tile can be turned somewhere");
  return place;
}

/** Notes what a page asks of the server from now on. @param {Page} page */
function asking(page) {
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => {
    // The sign of the tab changes with the turn, whenever the browser comes to it.
    if (!request.url().includes("/favicon")) asked.push(`${request.method()} ${request.url()}`);
  });
  return asked;
}

/** The ways in which the tile in hand fits at a place, as pictures. @param {Page} page @param {string} place */
const turnsAt = (page, place) =>
  page.locator(`#placements button[data-place="${place}"]`).evaluateAll((buttons) => buttons.map((button) => `#${button.getAttribute("data-ghost")}`));

test("a tile is tried where the pointer is, and turned by wheel, R and right click, without a request", async () => {
  const { page } = await duel(held, "carcassonne", { ...german(WINDOW), from: LAND_PLACING });
  await watched(page, "ghost-tile", async () => {
    const place = await turnable(page);
    const turns = await turnsAt(page, place);
    const asked = asking(page);
    await hover(page, place);
    await page.locator(TILE).waitFor();
    await shot(page, "ghost-tile");
    let now = (await shownTurn(page)) ?? "";
    assert.ok(turns.includes(now), "the tile is shown as it fits");
    assert.equal(await page.locator("#chooser").isVisible(), false, "nothing is chosen yet");
    for (const turn of [() => page.mouse.wheel(0, 100), () => page.keyboard.press("r"), () => page.mouse.down({ button: "right" }).then(() => page.mouse.up({ button: "right" }))]) {
      await turn();
      const next = turns[(turns.indexOf(now) + 1) % turns.length] ?? "";
      await page.waitForFunction(([box, next]) => document.querySelector(`${box} use`)?.getAttribute("href") === next, /** @type {const} */ ([TILE, next]));
      now = next;
    }
    assert.equal(await page.locator("#chooser").isVisible(), false, "turning chooses nothing");
    assert.deepEqual(asked, [], "nothing was asked of the server");
    await away(page);
    // It is put down as it was turned last.
    await hover(page, place);
    assert.equal(await shownTurn(page), now, "it stays as it was turned");
    const { x, y } = await middleOf(page, place);
    await countsAt(page.locator(`#board [data-place="${place}"]`));
    await page.mouse.click(x, y);
    await page.locator("#chooser").waitFor();
    assert.equal(await shownTurn(page), now, "the question is about what was shown");
    const action = await page.locator("#chooser button.primary").getAttribute("data-action");
    const ghost = await page.locator(`#placements button[data-action="${action}"]`).getAttribute("data-ghost");
    assert.equal(`#${ghost}`, now);
  });
  noErrors(page);
});

test("a tile is tried where the focus is, and turned by R", async () => {
  const { page } = await duel(held, "traders-and-builders", { ...DESK, from: TRADERS_PLACING });
  await watched(page, "ghost-keys", async () => {
    const place = await turnable(page);
    const turns = await turnsAt(page, place);
    const asked = asking(page);
    await page.keyboard.press("b");
    await page.locator(TILE).waitFor();
    for (let steps = 0; (await page.evaluate(() => document.activeElement?.getAttribute("data-place"))) !== place; steps += 1) {
      assert.ok(steps < 80, "the place is reached");
      await page.keyboard.press("PageDown");
    }
    const now = (await shownTurn(page)) ?? "";
    assert.ok(turns.includes(now));
    await page.keyboard.press("r");
    assert.equal(await shownTurn(page), turns[(turns.indexOf(now) + 1) % turns.length]);
    assert.deepEqual(asked, [], "nothing was asked of the server");
    await page.locator("#turn").focus();
    await page.locator(TILE).waitFor({ state: "hidden" });
  });
  noErrors(page);
});

test("a finger tries a tile by a tap, and turns it by the next one", async () => {
  const { page } = await duel(held, "carcassonne", { ...german(NARROW), from: LAND_PLACING });
  await watched(page, "ghost-tap", async () => {
    const place = await turnable(page);
    const turns = await turnsAt(page, place);
    const target = page.locator(`#board [data-place="${place}"]`);
    await countsAt(target);
    await target.tap();
    await page.locator(TILE).waitFor();
    const now = (await shownTurn(page)) ?? "";
    assert.ok(turns.includes(now));
    await page.locator("#chooser .told").waitFor();
    const asked = asking(page);
    await target.tap();
    assert.equal(await shownTurn(page), turns[(turns.indexOf(now) + 1) % turns.length]);
    assert.deepEqual(asked.filter((request) => !request.includes("/preview?")), [], "turning asks nothing of the server; only what it leads to");
    await shot(page, "ghost-tap");
  });
  noErrors(page);
});

test("a figure is tried on its segment, and what is told covers no other", async () => {
  const { page } = await duel(held, "carcassonne", { viewport: ACROSS.viewport, colorScheme: "dark", from: LAND_DEPLOYING });
  await watched(page, "ghost-figure", async () => {
    const places = await page.locator("#board .segment.lit").evaluateAll((groups) => groups.map((group) => group.getAttribute("data-place") ?? ""));
    for (const place of places) {
      const spot = await page.locator(`#board .segment[data-place="${place}"] > .hit`).boundingBox();
      assert.ok(spot);
      await page.mouse.move(spot.x + spot.width / 2, spot.y + spot.height / 2);
      await page.locator("#tip").waitFor();
      assert.match((await page.locator(`${GHOST} use`).getAttribute("href")) ?? "", /#_(follower|lying)-A$/);
      const told = await tip(page);
      const button = page.locator(`#deploy button[data-place="${place}"]`);
      assert.deepEqual(told, await button.locator(".line").allTextContents());
      // It is put to its place with the next frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      const box = await page.locator("#tip").boundingBox();
      const others = await page.locator("#board .segment.lit > .hit").evaluateAll((spots) => spots.map((spot) => spot.getBoundingClientRect().toJSON()));
      for (const other of others) assert.ok(box && (box.y + box.height <= other.top || box.y >= other.bottom), "the other segments are to be seen");
    }
    // The other way round: the list marks what it speaks of.
    for (const place of places) {
      await page.hover(`#deploy button[data-place="${place}"]`);
      const marked = await page.locator("#board .segment.chosen").evaluateAll((groups) => groups.map((group) => group.getAttribute("data-place")));
      assert.deepEqual(marked, [place]);
    }
    await shot(page, "ghost-figure");
  });
  noErrors(page);
});

/** The lines of the tip. @param {Page} page */
const tip = (page) => page.locator("#tip > span").allTextContents();

/**
 * Points at the place of a listed action and answers with what is told there.
 * @param {Page} page @param {RegExp} action
 * @returns {Promise<{ action: string, place: string, facts: string[] }>}
 */
async function look(page, action) {
  const listed = await page.locator("#main button[data-place][data-action]").evaluateAll((buttons) =>
    buttons.map((button) => ({ action: button.getAttribute("data-action") ?? "", place: button.getAttribute("data-place") ?? "" })),
  );
  const found = listed.find((one) => action.test(one.action) && listed.filter(({ place }) => place === one.place).length === 1);
  assert.ok(found, `something like ${action} has a place of its own`);
  await away(page);
  await hover(page, found.place);
  await page.locator(GHOST).waitFor({ state: "attached" });
  await page.locator("#tip").waitFor();
  const facts = await tip(page);
  const name = await page.locator(`#board [data-place="${found.place}"]`).getAttribute("aria-label");
  for (const fact of facts) assert.ok(name?.includes(fact), `“${name}” says “${fact}”`);
  return { ...found, facts };
}

/** Builds what is pointed at, and waits until the page shows it. @param {Page} page @param {{ place: string, action: string }} found */
async function build(page, { place, action }) {
  const { x, y } = await middleOf(page, place);
  await countsAt(page.locator(`#board [data-place="${place}"]`));
  await page.mouse.click(x, y);
  await page.waitForFunction((action) => !document.querySelector(`#main button[data-action="${action}"]`), action);
}

/** The points of the reader, as the chip shows them. @param {Page} page */
const points = async (page) => Number(await page.locator("#player-A .points strong").first().textContent());

test("Catan: pieces and facts, by pointer and by keys, and what is told comes true", async () => {
  const { page } = await duel(held, "catan", { from: CATAN_FOUNDING });
  await watched(page, "ghost-catan", async () => {
    const first = await look(page, /^settlement /);
    await shot(page, "ghost-founding");
    assert.match(first.facts[0] ?? "", /^(\d+ pips?: .*\(\d+\)|yields nothing)$/);
    assert.equal(await page.locator(`${GHOST} use`).getAttribute("href").then((href) => href?.split("#_")[1]), "settlement-A");
    // By keys: the ghost goes along with the focus.
    await away(page);
    await page.keyboard.press("b");
    await page.locator(GHOST).waitFor({ state: "attached" });
    const at = await page.locator(GHOST).getAttribute("transform");
    await page.keyboard.press("PageDown");
    assert.notEqual(await page.locator(GHOST).getAttribute("transform"), at);
    await page.locator("#turn").focus();
    await page.locator(GHOST).waitFor({ state: "detached" });

    const robbing = await duel(held, "catan", { on: page, from: CATAN_ROBBER });
    const robber = await look(page, /^robber /);
    assert.match(robber.facts[0] ?? "", /^blocks (nothing|\d+ pips?: (Ada|Ben) \d+)/);
    await shot(page, "ghost-robber");
    // Who can be robbed is told wherever Ben has a building and cards.
    const hexes = await page.locator("#main button[data-action^='robber ']").evaluateAll((buttons) => buttons.map((button) => button.textContent ?? ""));
    const cards = (await robbing.own.view("A")).seats.B.hand_size;
    // In the desert there is nothing to block.
    for (const hex of hexes.filter((hex) => !hex.includes("desert"))) assert.equal(hex.includes("steal from Ben"), cards > 0 && / Ben \d/.test(hex), hex);

    const building = await duel(held, "catan", { on: page, from: CATAN_SETTLING });
    const road = await look(page, /^road /);
    await shot(page, "ghost-road");
    const told = Number(/^road length (?:stays )?(\d+)$/.exec(road.facts[0] ?? "")?.[1]);
    await build(page, road);
    await page.locator(GHOST).waitFor({ state: "detached" });
    const view = await building.own.view("A");
    assert.equal(view.seats.A.road_length, told, "the road is as long as it was told");

    for (const kind of [/^settlement /, /^city /]) {
      const before = await points(page);
      const built = await look(page, kind);
      const gain = Number(/^\+(\d+) points?$/.exec(built.facts.at(-1) ?? "")?.[1]);
      await shot(page, "ghost-building");
      await build(page, built);
      assert.equal((await points(page)) - before, gain, "the points are those that were told");
    }
  });
  noErrors(page);
});

test("Cities & Knights in German: a knight and its strength, on the board and in the question of a phone", async () => {
  const { page } = await duel(held, "cities-and-knights", { ...german(PHONE), colorScheme: "dark", from: KNIGHTS_FOUNDING_CITY });
  await watched(page, "ghost-knights", async () => {
    await page.locator("#board .intersection.lit").first().tap();
    await page.locator("#chooser").waitFor();
    assert.match((await page.locator("#chooser .told").textContent()) ?? "", /Zahlenpunkt|bringt nichts ein/);
    assert.match((await page.locator(`${GHOST} use`).getAttribute("href")) ?? "", /#_city-A$/);
    assert.equal(await page.locator("#tip").isVisible(), false, "the question says it");
    await shot(page, "ghost-city-phone");
    await page.locator("#chooser button").last().tap();
    await page.locator(GHOST).waitFor({ state: "detached" });

    await duel(held, "cities-and-knights", { on: page, from: KNIGHTS_BUILDING });
    const [place] = await page.locator("#build-knight button[data-place]").evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-place") ?? ""));
    await page.locator("#build-knight > summary").tap();
    const target = page.locator(`#board [data-place="${place}"]`);
    await countsAt(target);
    await target.tap();
    await page.locator("#chooser .told").waitFor();
    assert.match((await page.locator("#chooser .told").textContent()) ?? "", /einfacher Ritter/i);
    assert.match((await page.locator(`${GHOST} use`).getAttribute("href")) ?? "", /#_knight-1-off-A$/);
    await shot(page, "ghost-knight-phone");
  });
  noErrors(page);
});

test("in words the facts stand with the buttons, and spectators get none", async () => {
  const { page } = await duel(held, "catan", { from: CATAN_FOUNDING });
  await watched(page, "ghost-words", async () => {
    const url = page.url();
    await page.goto(`${url}?mode=text`);
    const button = page.locator("#main button[data-action^='settlement ']").first();
    assert.match((await button.textContent()) ?? "", /between .* \d+ pips?$/);
    await shot(page, "ghost-words");
    const other = await openPage(held.browser);
    await other.goto(url);
    await other.locator("#board > svg").waitFor();
    assert.equal(await other.locator("#main .places .line, [data-piece]").count(), 0);
    noErrors(other);
  });
  noErrors(page);
});
