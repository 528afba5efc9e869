// Two to four people at one table of each game, each with a browser of their own: with a mouse, with a finger on a phone in
// German, with keys, and without any script. One closes the browser and comes back, one is without a network for a while;
// nobody misses anything.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { notGerman } from "../lib/german.js";
import { Finger, Forms, Keyboard, Mouse } from "../lib/hands.js";
import { sample, times } from "../lib/night.js";
import { settled } from "../lib/pace.js";
import { house } from "../lib/house.js";
import { LandMouse, Settler } from "../lib/land.js";
import { readOffer } from "../lib/offer.js";
import { PHONE } from "../lib/screens.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {object} Person
 * @property {string} name
 * @property {Page} page
 * @property {(page: Page) => { do(move: any): Promise<void> }} takes What they play with.
 * @property {{ do(move: any): Promise<void> }} hands
 * @property {{ decide(offer: import("../lib/offer.js").Offer): any }} player
 * @property {boolean} plain Whether the page moves only when it is asked for again.
 * @property {boolean} away
 */

/** How the people of a game play, one seat after the other. @typedef {"mouse" | "phone" | "keys" | "forms"} Kind */

/**
 * @param {string} name @param {Kind} kind @param {boolean} land
 * @returns {Promise<Person>}
 */
async function person(name, kind, land) {
  const wishes = { quiet: true, ...(kind === "phone" ? { ...PHONE, locale: "de-DE" } : {}), ...(kind === "forms" ? { javaScriptEnabled: false } : {}) };
  const page = await openPage(held.browser, wishes);
  const takes = (/** @type {Page} */ page) => {
    if (kind === "forms") return new Forms(page);
    if (land) return new LandMouse(page);
    return kind === "phone" ? new Finger(page) : kind === "keys" ? new Keyboard(page) : new Mouse(page);
  };
  const player = land ? new Settler() : new Player({ offers: 0 });
  return { name, page, takes, hands: takes(page), player, plain: kind === "forms", away: false };
}

/** How often each person moves in one part of a test. */
const ROUNDS = times(1, 2);

/** What somebody sees now. @param {Person} person */
async function seen(person) {
  if (person.plain) await person.page.reload();
  return readOffer(person.page);
}

/**
 * Makes the next move, which must show at everybody who is there.
 * @param {Person[]} people
 * @returns {Promise<number>} the version after it; -1 if nobody who is there has anything to decide
 */
async function step(people) {
  for (const one of people.filter(({ away }) => !away)) {
    const offer = await seen(one);
    if (!offer.yours) continue;
    const move = one.player.decide(offer);
    if (move === null) continue;
    await one.hands.do(one.plain && move.how === undefined ? { how: "act", action: move.action, place: move.place } : move);
    const { seq } = await seen(one);
    await Promise.all(people.filter(({ away, plain }) => !away && !plain).map(({ page }) => settled(page, seq)));
    return seq;
  }
  return -1;
}

/**
 * @param {string} game @param {Kind[]} kinds
 */
async function together(game, kinds) {
  const steps = ROUNDS * kinds.length;
  const land = !["catan", "cities-and-knights"].includes(game);
  const names = ["Ada", "Ben", "Cem", "Dora"];
  const people = await Promise.all(kinds.map((kind, n) => person(names[n] ?? "", kind, land)));
  const [ada, ben, last] = [people[0], people[1], people.at(-1)];
  assert.ok(ada && ben && last);
  await watched(ada.page, `together-${game}`, () => watched(ben.page, `together-${game}-ben`, async () => {
    const seats = kinds.map((_, n) => (n === 0 ? "me" : "open"));
    const table = await openTable(ada.page, held.server.url, { game, seats });
    const invite = await ada.page.locator("#invite").getAttribute("href");
    for (const { page, name } of people.slice(1)) {
      await page.goto(held.server.url + invite);
      await page.fill('input[name="name"]', name);
      await Promise.all([page.waitForURL(`**/t/${table}`), page.locator("main form button[type=submit]").first().click()]);
    }
    await Promise.all(people.map(async (one) => {
      if (!one.plain) await one.page.locator("#lobby").waitFor({ state: "detached" });
    }));
    for (let n = 0; n < steps; n += 1) assert.ok((await step(people)) > 0, "somebody has something to decide");

    // Ben's phone runs out of power. The others go on as far as they can; then he is back where he was.
    const before = await readOffer(ben.page);
    const context = ben.page.context();
    await ben.page.close();
    ben.away = true;
    for (let n = 0; n < steps && (await step(people)) > 0; n += 1);
    ben.page = await context.newPage();
    await ben.page.goto(`${held.server.url}/t/${table}`);
    ben.hands = ben.takes(ben.page);
    ben.away = false;
    const after = await readOffer(ben.page);
    assert.ok(after.seq >= before.seq, "nothing is lost");
    assert.equal(await ben.page.locator("[data-table][data-version]").count(), 1);
    await shot(ben.page, `together-${game}-back`);

    // Somebody with a script goes through a tunnel: the page says so, and catches up by itself.
    const rider = people.find((one) => one !== ben && !one.plain && one !== ada) ?? ada;
    await rider.page.context().setOffline(true);
    rider.away = true;
    await rider.page.locator("#connection").waitFor({ state: "visible" });
    for (let n = 0; n < steps && (await step(people)) > 0; n += 1);
    await rider.page.context().setOffline(false);
    rider.away = false;
    const other = people.find((one) => one !== rider && !one.plain) ?? ben;
    const { seq } = await readOffer(other.page);
    await settled(rider.page, seq);
    await rider.page.locator("#connection").waitFor({ state: "hidden" });

    for (let n = 0; n < steps; n += 1) if ((await step(people)) < 0) break;
    const ends = await Promise.all(people.map(seen));
    assert.equal(new Set(ends.map(({ seq }) => seq)).size, 1, `all see the same: ${ends.map(({ seq }) => seq)}`);
    // What is on a phone in German is German, and nobody else's hand is anywhere.
    assert.equal(await ben.page.locator("html").getAttribute("lang"), "de");
    assert.deepEqual((await notGerman(ben.page)).filter((text) => !names.some((name) => text.includes(name))), []);
    await shot(ben.page, `together-${game}-phone`);
    await shot(ada.page, `together-${game}`);
    noErrors(...people.map(({ page }) => page));
  }));
  for (const { page } of people) await leave(page);
}

/** @type {[string, string, Kind[]][]} */
const PARTIES = [
  ["four people play Catan: mouse, phone, keys and forms", "catan", ["mouse", "phone", "keys", "forms"]],
  ["three people play Cities & Knights: mouse, phone and forms", "cities-and-knights", ["mouse", "phone", "forms"]],
  ["two people play Carcassonne: desk and phone", "carcassonne", ["mouse", "phone"]],
  ["three people play Traders & Builders: desk, phone and forms", "traders-and-builders", ["mouse", "phone", "forms"]],
  ["two people play Mayflower: desk and phone", "mayflower", ["mouse", "phone"]],
];

// In the gate an island and a land; what two people see of the other games is compared in `follow.test.js` and `cards.test.js`.
for (const [name, game, kinds] of sample(PARTIES, 0, 3)) test(name, () => together(game, kinds));
