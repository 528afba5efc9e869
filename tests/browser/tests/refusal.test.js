// What is not allowed says why; what went wrong on the way comes right by itself; what may be taken back can be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { Mouse, play } from "../lib/hands.js";
import { settled } from "../lib/pace.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { countsAt } from "../lib/presses.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

const held = house();

test("a click on a place that is not allowed names the clause, which opens", async () => {
  const page = await openPage(held.browser);
  await watched(page, "refusal", async () => {
    await openTable(page, held.server.url);
    const player = new Player();
    await play(page, new Mouse(page), player, () => (player.made.road ?? 0) >= 2);
    const { seq } = await readOffer(page);
    const place = page.locator("#board [data-place^=I]:not(.lit) > .hit").nth(3);
    await countsAt(place);
    await place.click({ force: true });
    const link = page.locator('[role="alert"] a.clause').first();
    await link.waitFor();
    await shot(page, "refusal");
    assert.equal((await readOffer(page)).seq, seq, "nothing was done");
    const name = (await link.textContent()) ?? "";
    await countsAt(link);
    const [rules] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    await rules.waitForURL(new RegExp(`/rules/catan.*#${name}$`));
    const clause = rules.locator(":target");
    assert.match((await clause.textContent()) ?? "", new RegExp(name));
    const box = await clause.boundingBox();
    assert.ok(box && box.y >= 0 && box.y < 900, "the clause is on the screen");
    await shot(rules, "refusal-clause");
  });
  noErrors(page);
});

test("a tool that cannot be used now says why, with the clause", async () => {
  const page = await openPage(held.browser);
  await watched(page, "tool", async () => {
    await openTable(page, held.server.url);
    await page.locator("#build-city > summary").click();
    const why = page.locator("#build-city .why");
    await why.waitFor();
    assert.match((await why.textContent()) ?? "", /CATAN-/);
    assert.equal(await why.locator('a.clause').count(), 1);
  });
  noErrors(page);
});

test("a dropped connection resumes by itself", async () => {
  const page = await openPage(held.browser, { quiet: true });
  const other = await openPage(held.browser);
  await watched(page, "offline", async () => {
    await openTable(page, held.server.url, { seats: ["me", "open"] });
    const invite = await page.locator("#invite").getAttribute("href");
    await page.context().setOffline(true);
    // Ben comes meanwhile; Ada cannot know.
    await other.goto(held.server.url + invite);
    await other.fill('input[name="name"]', "Ben");
    await other.locator("main form button[type=submit]").first().click();
    await other.waitForURL(/\/t\//);
    await page.context().setOffline(false);
    await page.locator("#player-B .name", { hasText: "Ben" }).waitFor({ timeout: 20_000 });
    await page.locator("#connection").waitFor({ state: "hidden" });
    // And the page plays on.
    const player = new Player();
    await play(page, new Mouse(page), player, () => (player.made.settlement ?? 0) >= 1);
  });
  noErrors(page, other);
});

test("undo is offered while nothing was revealed and nobody else acted", async () => {
  const page = await openPage(held.browser);
  await watched(page, "undo", async () => {
    await openTable(page, held.server.url);
    const player = new Player();
    const hands = new Mouse(page);
    assert.equal((await readOffer(page)).undo, false, "nothing to take back yet");
    await play(page, hands, player, () => (player.made.settlement ?? 0) >= 1);
    const settled_ = await readOffer(page);
    assert.ok(settled_.undo, "the settlement can be taken back");
    await shot(page, "undo");
    await page.locator("#undo button").click();
    await settled(page, settled_.seq + 1);
    const back = await readOffer(page);
    assert.ok(back.actions.some(({ action }) => action.startsWith("settlement ")), "it is to be placed again");
    assert.equal(back.undo, false, "once");
    // After the road the bots have acted: what they answered cannot be taken back.
    await play(page, hands, player, () => (player.made.road ?? 0) >= 2);
    // Right after the roll: after a seven, moving the robber to a hex without anybody to steal from can be taken back.
    await play(page, hands, player, ({ actions }) => (player.made.roll ?? 0) >= 1 && !actions.some(({ action }) => action === "roll"));
    assert.equal((await readOffer(page)).undo, false, "a roll cannot be taken back");
  });
  noErrors(page);
});
