// What is not allowed says why; what went wrong on the way comes right by itself; what may be taken back can be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { installed, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { Mouse } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { settled, STILL_MS } from "../lib/pace.js";
import { CATAN_FOUNDING, CATAN_ROLL } from "../lib/positions.js";
import { countsAt } from "../lib/presses.js";
import { openTable } from "../lib/table.js";

const held = house();

/** Founds a settlement with the mouse. @param {import("playwright-core").Page} page */
async function found(page) {
  const { actions } = await readOffer(page);
  const listed = actions.find(({ action }) => action.startsWith("settlement "));
  assert.ok(listed, "a settlement can be founded");
  await new Mouse(page).do({ how: "act", ...listed });
}

test("a click on a place that is not allowed names the clause, which opens", async () => {
  const { page } = await duel(held, "catan", { from: CATAN_ROLL });
  await watched(page, "refusal", async () => {
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
  const { page } = await duel(held, "catan", { from: CATAN_FOUNDING });
  await watched(page, "tool", async () => {
    await page.locator("#build-city > summary").click();
    const why = page.locator("#build-city .why");
    await why.waitFor();
    assert.match((await why.textContent()) ?? "", /CATAN-/);
    assert.equal(await why.locator('a.clause').count(), 1);
  });
  noErrors(page);
});

test("a dropped connection resumes by itself", async () => {
  const page = await openPage(held.browser, { quiet: true, serviceWorkers: "allow" });
  const other = await openPage(held.browser);
  await watched(page, "offline", async () => {
    const streamed = page.waitForResponse(/\/events\?/);
    await openTable(page, held.server.url, { seats: ["me", "open"], from: CATAN_FOUNDING });
    await Promise.all([streamed, installed(page)]);
    const invite = await page.locator("#invite").getAttribute("href");
    await page.context().setOffline(true);
    // Ben joins meanwhile: Ada's page has to load anew, and cannot.
    await other.goto(held.server.url + invite);
    await other.fill('input[name="name"]', "Ben");
    await other.locator("main form button[type=submit]").first().click();
    await other.waitForURL(/\/t\//);
    await page.getByRole("heading", { name: "No connection" }).waitFor();
    await page.context().setOffline(false);
    await page.locator("#player-B .name", { hasText: "Ben" }).waitFor({ timeout: STILL_MS });
    await page.locator("#connection").waitFor({ state: "hidden" });
    // And the page plays on.
    await found(page);
  });
  noErrors(page, other);
});

test("undo is offered while nothing was revealed and nobody else acted", async () => {
  const { page, both } = await duel(held, "catan", { from: CATAN_FOUNDING });
  await watched(page, "undo", async () => {
    assert.equal((await readOffer(page)).undo, false, "nothing to take back yet");
    await found(page);
    const { seq, undo } = await readOffer(page);
    assert.ok(undo, "the settlement can be taken back");
    await shot(page, "undo");
    await page.locator("#undo button").click();
    await settled(page, seq + 1);
    const back = await readOffer(page);
    assert.ok(back.actions.some(({ action }) => action.startsWith("settlement ")), "it is to be placed again");
    assert.equal(back.undo, false, "once");
    await found(page);
    await both.do("A", /^road /);
    await settled(page, back.seq + 2);
    assert.ok((await readOffer(page)).undo, "the road can be taken back");
    await both.do("B", /^settlement /);
    await settled(page, back.seq + 3);
    assert.equal((await readOffer(page)).undo, false, "what another has answered cannot be taken back");

    await duel(held, "catan", { on: page, from: CATAN_ROLL });
    const roll = page.locator('#moves [data-action="roll"]');
    await roll.click();
    await roll.waitFor({ state: "detached" });
    assert.equal((await readOffer(page)).undo, false, "a roll cannot be taken back");
  });
  noErrors(page);
});
