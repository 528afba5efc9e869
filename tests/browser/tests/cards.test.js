// Progress cards that ask others: two people at one table of Cities & Knights, each in a browser of their own. One plays
// the card in the page, the other answers in theirs, and neither learns what the other alone may know.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, onStream, openPage, shot, watched } from "../lib/browser.js";
import { Forward, keyOf } from "../lib/forward.js";
import { Mouse } from "../lib/hands.js";
import { settled } from "../lib/pace.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

/**
 * @typedef {object} Person
 * @property {string} seat
 * @property {import("playwright-core").Page} page
 * @property {Mouse} hands
 * @property {Player} player
 */

/** Cards that the other player answers, and such as let one look into the other's hand. */
const ANSWERED = ["wedding", "saboteur", "deserter", "commercial-harbor", "intrigue"];
const LOOKING = ["spy", "master-merchant"];

const cardOf = (/** @type {string} */ action) => /^play ([a-z-]+)/.exec(action)?.[1] ?? "";

test("cards that ask others are played in one browser and answered in the other", { timeout: 240_000 }, async (t) => {
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
  /** @type {string[]} */
  const played = [];
  await watched(ada, "cards-ada", () =>
    watched(ben, "cards-ben", async () => {
      const wanted = new Set([...ANSWERED, ...LOOKING]);
      const isEnough = () => wanted.size <= ANSWERED.length + LOOKING.length - 3 && ANSWERED.filter((card) => !wanted.has(card)).length >= 2;
      for (let tables = 0; tables < 4 && !isEnough(); tables += 1) {
        const table = await openTable(ada, held.server.url, {
          game: "cities-and-knights",
          seats: ["me", "open"],
          options: { victory_points: "30" },
        });
        const invite = await ada.locator("#invite").getAttribute("href");
        await ben.goto(held.server.url + invite);
        if ((await ben.locator('input[name="name"]').count()) > 0) await ben.fill('input[name="name"]', "Ben");
        await ben.locator("main form button[type=submit]").first().click();
        await ben.waitForURL(`**/t/${table}`);
        /** @type {Person[]} */
        const people = [
          { seat: "A", page: ada, hands: new Mouse(ada), player: new Player({ offers: 0 }) },
          { seat: "B", page: ben, hands: new Mouse(ben), player: new Player({ offers: 0 }) },
        ];
        const forward = new Forward(held.server.url, table, { A: await keyOf(ada), B: await keyOf(ben) });
        while (!isEnough()) {
          // Pages that look on would be redrawn for every move.
          await Promise.all([ada.goto("about:blank"), ben.goto("about:blank")]);
          const isWanted = (/** @type {string} */ action) => wanted.has(cardOf(action));
          const found = await forward.until((seat, legal) => {
            const action = legal.find(isWanted);
            return action === undefined ? null : { seat, action };
          }, isWanted);
          if (found === null) break;
          await Promise.all([ada, ben].map((page) => page.goto(`${held.server.url}/t/${table}`)));
          const card = cardOf(found.action);
          const [one, other] = found.seat === "A" ? people : [...people].reverse();
          assert.ok(one && other);
          const asked = await playCard(one, other, found.action, forward);
          // Where there is no choice, say a single knight to desert, nobody is asked.
          if (asked > 0 || LOOKING.includes(card)) wanted.delete(card);
          played.push(`${card} (${asked} answers, after ${forward.moves} moves)`);
        }
      }
      t.diagnostic(`played: ${played.join(", ")}`);
      assert.ok(isEnough(), `cards that ask were played: ${played.join(", ")}`);
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
 * @param {string} action
 * @param {Forward} forward
 * @returns {Promise<number>} how often the other had to answer
 */
async function playCard(one, other, action, forward) {
  const card = cardOf(action);
  await secret(one, other, forward);
  const listed = (await readOffer(one.page)).actions.find((listed) => listed.action === action);
  assert.ok(listed, `${action} is offered in the page`);
  await one.hands.do({ how: "act", action, place: listed.place });
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
