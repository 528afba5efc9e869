// Progress cards that ask others: two people at one table of Cities & Knights, each in a browser of their own. One plays
// the card in the page, the other answers in theirs, and neither learns what the other alone may know.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, onStream, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { Mouse } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { settled } from "../lib/pace.js";
import { knights } from "../lib/positions.js";
import { Player } from "../lib/strategy.js";

/** @typedef {import("../lib/forward.js").Forward} Forward */

const held = house();

/**
 * @typedef {object} Person
 * @property {string} seat
 * @property {import("playwright-core").Page} page
 * @property {Mouse} hands
 * @property {Player} player
 */

/** Cards that the other player answers; the rest let one look into the other's hand. */
const ANSWERED = ["wedding", "saboteur", "deserter", "commercial-harbor", "intrigue"];

/** The cards that A plays one after the other at one table: nobody holds more than four. */
const TABLES = [
  ["spy", "wedding", "deserter", "commercial-harbor"],
  ["master-merchant", "saboteur", "intrigue"],
];

/** A holds cards. B is ahead, and has something of everything that cards ask for. @param {string[]} cards */
const holding = (cards) =>
  knights(
    { roads: ["8-13-18-24", "40-45"], hand: { ore: 2, brick: 1 }, progress: Object.fromEntries(cards.map((card) => [card, 1])) },
    {
      roads: ["19-24-30-36", "30-35", "31-36"],
      hand: { ore: 2, wool: 2, coin: 2, cloth: 2 },
      knights: { basic: ["I24", "I30"] },
      progress: { crane: 1, "merchant-fleet": 1 },
      defenders: 2,
    },
    { phase: "building" },
  );

const cardOf = (/** @type {string} */ action) => /^play ([a-z-]+)/.exec(action)?.[1] ?? "";

test("cards that ask others are played in one browser and answered in the other", async (t) => {
  const { url } = held.server;
  const ada = await openPage(held.browser);
  const ben = await openPage(held.browser);
  /** Pages that were sent to each. @type {Record<string, Promise<string>[]>} */
  const sent = { A: [], B: [] };
  for (const [seat, page] of Object.entries({ A: ada, B: ben })) {
    page.on("response", (response) => {
      if (response.request().resourceType() !== "eventsource") sent[seat]?.push(response.text().catch(() => ""));
    });
    await onStream(page, (data) => sent[seat]?.push(Promise.resolve(data)));
  }
  await watched(ada, "cards-ada", () =>
    watched(ben, "cards-ben", async () => {
      for (const cards of TABLES) {
        const { table, both } = await duel(held, "cities-and-knights", { on: ada, from: holding(cards) });
        await ben.context().addCookies([{ name: "neuland-key", value: both.tokens.B ?? "", url, httpOnly: true, sameSite: "Lax" }]);
        await ben.goto(`${url}/t/${table}`);
        /** @param {string} seat @param {import("playwright-core").Page} page @returns {Person} */
        const person = (seat, page) => ({ seat, page, hands: new Mouse(page), player: new Player({ offers: 0 }) });
        const [one, other] = [person("A", ada), person("B", ben)];
        for (const card of cards) {
          const asked = await playCard(one, other, card, both);
          t.diagnostic(`${card}: ${asked} answers`);
          assert.equal(asked > 0, ANSWERED.includes(card), `${card} asks the other, or nobody`);
        }
      }
    }),
  );
  for (const [seat, texts] of Object.entries(sent)) {
    const tables = (await Promise.all(texts)).filter((text) => text.includes("<main") && text.includes('id="hand"'));
    assert.ok(tables.length > 5, `${seat} was sent tables`);
    for (const text of tables) {
      assert.equal(text.split('id="hand"').length, 2, "one hand a page");
      assert.equal(text.split('id="progress"').length, 2, "and one hand of progress cards");
    }
  }
  noErrors(ada, ben);
});

/**
 * Plays a card in one page and answers everything that it asks, in whichever page.
 * @param {Person} one
 * @param {Person} other
 * @param {string} card
 * @param {Forward} forward
 * @returns {Promise<number>} how often the other had to answer
 */
async function playCard(one, other, card, forward) {
  await secret(one, other, forward);
  const listed = (await readOffer(one.page)).actions.find(({ action }) => cardOf(action) === card);
  assert.ok(listed, `${card} is offered in the page`);
  await one.hands.do({ how: "act", ...listed });
  await shot(one.page, `cards-${card}`);
  let answers = 0;
  for (let n = 0; n < 12; n += 1) {
    const { seq } = await readOffer(one.page);
    await settled(other.page, seq);
    await secret(one, other, forward);
    const offers = await Promise.all([readOffer(one.page), readOffer(other.page)]);
    const goesOn = offers[0].actions.some(({ action }) => action === "end") && !offers[0].actions.some(({ action }) => action.startsWith("force "));
    if (goesOn) return answers;
    const who = offers[1].yours ? other : one;
    const offer = offers[1].yours ? offers[1] : offers[0];
    assert.ok(offer.yours, `somebody has to answer ${card}: ${offer.title}`);
    if (who === other) {
      answers += 1;
      await shot(other.page, `cards-${card}-asked`);
    }
    const forced = offer.actions.find(({ action }) => action.startsWith("force "));
    const move = forced ? /** @type {const} */ ({ how: "act", action: forced.action, place: null }) : who.player.decide(offer);
    assert.ok(move, `there is something to decide for ${card}: ${offer.title}`);
    await who.hands.do(move);
    const now = await readOffer(who.page);
    await settled(one.page, now.seq);
  }
  throw new Error(`${card} does not end`);
}

/**
 * Each page shows the hidden cards of its own player, and of the other's none but those that the rules show now.
 * @param {Person} one
 * @param {Person} other
 * @param {Forward} forward
 */
async function secret(one, other, forward) {
  for (const [person, opposite] of [[one, other], [other, one]]) {
    const view = await forward.view(person.seat);
    const [own, theirs] = [view.seats[person.seat], view.seats[opposite.seat]];
    const shown = await person.page.locator("#progress details[id^=progress-]").evaluateAll((tools) => tools.map((tool) => tool.id.replace("progress-", "")));
    assert.deepEqual(shown.sort(), Object.keys(own.progress).sort(), `${person.seat} sees its own progress cards`);
    assert.equal((await person.page.locator("#spied").count()) > 0, theirs.progress !== null, "others' cards show to the player of Spy");
    assert.equal((await person.page.locator("#take").count()) > 0, theirs.hand !== null, "and hands to that of Master Merchant");
  }
}
