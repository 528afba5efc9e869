// Two people at one table, each in a browser of their own: what one does shows at the other without a reload, they
// trade, and neither learns what the other alone may know.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, onStream, openPage, shot, watched } from "../lib/browser.js";
import { Forward, keyOf } from "../lib/forward.js";
import { Mouse } from "../lib/hands.js";
import { settled } from "../lib/pace.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { Player } from "../lib/strategy.js";
import { catan } from "../lib/positions.js";
import { openTable } from "../lib/table.js";

const held = house();

/** Ada has rolled, and each has a card that the other wants. */
const TRADING = catan({ hand: { brick: 1, lumber: 2, ore: 1 } }, { hand: { wool: 2, grain: 1 } }, { phase: "building" });
/** How many moves both make after the trade. */
const MOVES = 6;

test("a friend comes by link, both play, trade, and keep their secrets", async () => {
  const ada = await openPage(held.browser);
  const ben = await openPage(held.browser);
  /** Everything Ben's browser was ever sent. @type {Promise<string>[]} */
  const sentToBen = [];
  ben.on("response", (response) => {
    if (response.request().resourceType() !== "eventsource") sentToBen.push(response.text().catch(() => ""));
  });
  await onStream(ben, (data) => sentToBen.push(Promise.resolve(data)));
  await watched(ada, "friends-ada", () =>
    watched(ben, "friends-ben", async () => {
      const table = await openTable(ada, held.server.url, { name: "Ada", seats: ["me", "open"], from: TRADING });
      const invite = await ada.locator("#invite").getAttribute("href");
      assert.match(invite ?? "", /^\/j\/./, "the waiting table shows how others come");
      await shot(ada, "friends-lobby");

      await ben.goto(held.server.url + invite);
      await shot(ben, "friends-join");
      await ben.fill('input[name="name"]', "Ben");
      await ben.locator("main form button[type=submit]").first().click();
      await ben.waitForURL(`**/t/${table}`);
      // Ada's page learns of it by itself.
      await ada.locator("#player-B .name", { hasText: "Ben" }).waitFor();
      await ada.locator("#lobby").waitFor({ state: "detached" });

      const people = [
        { page: ada, other: ben, hands: new Mouse(ada), player: new Player({ offers: 0 }) },
        { page: ben, other: ada, hands: new Mouse(ben), player: new Player({ offers: 0 }) },
      ];
      /** Makes the next move, which must show at the other. */
      const step = async () => {
        for (const { page, other, hands, player } of people) {
          const offer = await readOffer(page);
          if (!offer.yours) continue;
          const move = player.decide(offer);
          assert.ok(move, `there is something to decide: ${offer.title}`);
          await hands.do(move);
          const { seq } = await readOffer(page);
          await settled(other, seq);
          return;
        }
        throw new Error("nobody has anything to decide");
      };
      await trade("lumber", "wool");
      for (let n = 0; n < MOVES; n += 1) await step();

      /** @param {string} give @param {string} get */
      async function trade(give, get) {
        const before = await Promise.all([readOffer(ada), readOffer(ben)]);
        await new Mouse(ada).do({ how: "offer", give: { [give]: 1 }, want: { [get]: 1 } });
        await ben.locator("#incoming-offer").waitFor();
        await shot(ben, "friends-offer");
        await ben.locator('#incoming-offer button[data-action="accept"]').click();
        await ada.locator('#own-offer button[data-action="execute B"]').click();
        await ada.locator("#own-offer").waitFor({ state: "detached" });
        await settled(ben, (await readOffer(ada)).seq);
        const after = await Promise.all([readOffer(ada), readOffer(ben)]);
        assert.equal(after[0].hand[get], (before[0].hand[get] ?? 0) + 1, "Ada has what she wanted");
        assert.equal(after[0].hand[give], (before[0].hand[give] ?? 0) - 1);
        assert.equal(after[1].hand[give], (before[1].hand[give] ?? 0) + 1, "and Ben what she gave");
      }

      // Somebody who only looks on has no hand and no moves.
      const eve = await openPage(held.browser);
      await eve.goto(`${held.server.url}/t/${table}`);
      assert.equal(await eve.locator("#hand").count(), 0, "a spectator sees no hand");
      assert.equal(await eve.locator("main [data-action]").count(), 0, "and can do nothing");
      noErrors(eve);

      // A command in Ada's name from Ben's browser is refused.
      const { seq, yours } = await readOffer(ada);
      const refused = await (yours ? ben : ada).request.post(`${held.server.url}/t/${table}/act`, {
        form: { seq: String(seq), id: "not-mine", action: "end" },
        maxRedirects: 0,
        headers: { origin: held.server.url },
      });
      const forward = new Forward(held.server.url, table, { A: await keyOf(ada) });
      assert.equal(await forward.version("A"), seq, `a foreign command changes nothing (${refused.status()})`);
      await step();
      assert.equal((await readOffer(ben)).seq, await forward.version("A"), "and the game goes on");
    }),
  );
  // Of hands, Ben was only ever sent his own: one per page, and the view of seat A without cards.
  const texts = (await Promise.all(sentToBen)).filter((text) => text.includes('id="hand"'));
  assert.ok(texts.length > 5, "Ben's browser was sent tables");
  for (const text of texts) {
    assert.equal(text.split('id="hand"').length, 2, "one hand a page");
    assert.ok(!/data-seat="A"[^>]*data-hand/.test(text));
  }
  noErrors(ada, ben);
});
