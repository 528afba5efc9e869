// People at tables: a public table with a clock is found in the lobby, seats change, somebody leaves and a bot stands in,
// somebody is gone and is replaced, all come back, and play again. Also on a phone in German, and without scripts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, SIZES, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { house } from "../lib/house.js";
import { passTime, tellBots } from "../lib/pace.js";
import { german, NARROW } from "../lib/screens.js";

const held = house();

/** @param {import("playwright-core").Page} page @param {string} what */
async function bothThemes(page, what) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    await page.emulateMedia({ colorScheme });
    await accessible(page, `${what}, ${colorScheme}`);
  }
}

/**
 * Opens a public table of Catan with three seats, two of them open, and 15 minutes for everybody.
 * @param {import("playwright-core").Page} page
 * @param {Record<string, string>} [seats]
 * @param {number} [points] to win
 */
async function openPublic(page, seats = { B: "open", C: "open", D: "none" }, points = 10) {
  await page.goto(`${held.server.url}/?game=catan`);
  await page.fill("#name", "Ada");
  for (const [seat, choice] of Object.entries(seats)) await page.selectOption(`select[name="seat-${seat}"]`, choice);
  await page.fill("#option-victory_points", String(points));
  await page.check('input[name="public"][value="yes"]');
  await page.locator("#clock > summary").click();
  await page.check('input[name="clock"][value="bank"]');
}

/**
 * Unfolds the people at the table.
 * @param {import("playwright-core").Page} page
 */
async function unfold(page) {
  if ((await page.locator("#people[open]").count()) === 0) await page.locator("#people > summary").click();
}

test("two people meet in the lobby, come and go, and play again", async () => {
  const ada = await openPage(held.browser);
  const ben = await openPage(held.browser);
  const eve = await openPage(held.browser);
  // Time passes in Ben's page when the test says so, besides by itself.
  await ben.clock.install();
  await watched(ada, "lobby-ada", () =>
    watched(ben, "lobby-ben", async () => {
      const { url } = held.server;
      // Ben looks at the start page before there is a table.
      await ben.goto(url);
      await openPublic(ada, undefined, 3);
      assert.equal(await ada.locator("#decision").isVisible(), false, "only the fields of the chosen clock are shown");
      await ada.locator("#new .dice-promise > summary").click();
      const promised = (await ada.locator("#new .commitment code").textContent()) ?? "";
      assert.match(promised, /^[0-9a-f]{64}$/);
      assert.match(await ada.inputValue("#nonce"), /^[0-9a-f]{32}$/, "the browser adds to the dice by itself");
      await bothThemes(ada, "the form with everything unfolded");
      await ada.click('#new .send button');
      await ada.waitForURL(/\/t\/[^/]+$/);
      await bothThemes(ada, "the waiting room");
      assert.equal(await ada.locator(".room .commitment code").textContent(), promised, "the dice are those of the promise");
      await shot(ada, "lobby-room");

      // The list comes up to date by itself.
      await ben.clock.runFor(6000);
      await ben.locator("#public a.primary").waitFor();
      assert.match((await ben.locator("#public").textContent()) ?? "", /2 of 3 seats open.*15 minutes for the whole game/s);
      await bothThemes(ben, "the start page with a public table");
      await ben.locator("#public a.primary").click();
      await ben.fill("#name", "Ben");
      assert.match(await ben.inputValue("#nonce"), /^[0-9a-f]{32}$/);
      await bothThemes(ben, "the invitation");
      await ben.locator("main form button[type=submit]").click();
      await ben.waitForURL(ada.url());
      await ada.locator("#place-B .name", { hasText: "Ben" }).waitFor();

      // Ben moves to the open seat; Ada, whose table it is, changes seats with him.
      await ben.locator("#place-C button").click();
      await ada.locator("#place-C .name", { hasText: "Ben" }).waitFor();
      await ada.locator("#swap > summary").click();
      await ada.selectOption('#swap select[name="one"]', "A");
      await ada.selectOption('#swap select[name="other"]', "C");
      await ada.locator("#swap button").click();
      await ben.locator("#place-A .name", { hasText: "Ben" }).waitFor();
      await ben.locator("#place-C .name", { hasText: "Ada" }).waitFor();

      // Eve only looks on, and all can see that somebody does.
      await eve.goto(ada.url());
      await ada.locator(".watchers", { hasText: "1 person is watching" }).waitFor();

      // Ada fills the last seat with a bot: the room becomes the table, for all three.
      await ada.selectOption('#fill select[name="bot"]', "random");
      await ada.locator("#fill button").click();
      for (const page of [ada, ben, eve]) await page.locator("#board").waitFor();
      assert.equal(await eve.locator("#hand, main [data-action]").count(), 0, "who looks on has no hand and no moves");
      // Who looks on may come back while Ada's page is on its way as well, which hears of it all the same.
      await eve.locator('#people .watchers', { hasText: "1 person is watching" }).waitFor({ state: "attached" });
      await ada.locator("#people > summary").click();
      await ada.locator("#people .watchers", { hasText: "1 person is watching" }).waitFor();
      await bothThemes(ada, "the people at the table");
      assert.equal(await eve.locator("#leave, #close").count(), 0, "and nothing to leave");
      await eve.close();
      await ada.locator("#people .watchers", { hasText: "Nobody is watching" }).waitFor();

      // Ben leaves after a second look; a bot stands in, and gives the seat back.
      await ben.locator("#people > summary").click();
      await ben.locator("#leave > summary").click();
      await ben.locator("#leave button").click();
      await ben.locator("#back").waitFor();
      await bothThemes(ben, "the table of somebody who left");
      await shot(ben, "lobby-back");
      await ada.locator("#player-A .tag.stand-in").waitFor();
      assert.match((await ada.locator("#people .chairs").textContent()) ?? "", /Alma plays for Ben/);
      await ben.locator("#back button").click();
      await ben.locator("#back").waitFor({ state: "detached" });
      await ada.locator("#player-A .tag.stand-in").waitFor({ state: "detached" });

      // Ben's browser is gone: when the table waits for him, Ada may let a bot play on.
      const table = ada.url();
      await ben.goto("about:blank");
      await unfold(ada);
      const chair = ada.locator("#people .chairs > li", { hasText: "Ben" });
      await chair.locator(".hint", { hasText: "away" }).waitFor();
      const button = ada.locator('input[name="wish"][value="replace"] ~ button').first();
      assert.equal(await button.count(), 0, "a lost connection has half a minute");
      await passTime(url, 30_000);
      // Then the button appears by itself.
      await button.waitFor();
      await bothThemes(ada, "a table with somebody missing");
      await shot(ada, "lobby-missing");
      await button.click();
      await ada.locator("#player-A .tag.stand-in").waitFor();
      await ben.goto(table);
      await ben.locator("#back").waitFor();

      // Ada leaves as well; bots end the game.
      await unfold(ada);
      await ada.locator("#leave > summary").click();
      await ada.locator("#leave button").click();
      await ada.locator("#back").waitFor();
      await tellBots(url, new URL(table).pathname.split("/").at(-1) ?? "");
      for (const page of [ada, ben]) await page.locator("#result").waitFor();
      await bothThemes(ada, "the end, with the same people once more");
      await shot(ada, "lobby-again");
      await ada.locator("#again button").click();
      await ada.waitForURL((at) => at.href !== table && at.pathname.startsWith("/t/"));
      // Ada's browser has added to the new dice; the game waits for Ben, who does so as well.
      await ada.locator("#place-B .tag", { hasText: "not here yet" }).waitFor();
      await bothThemes(ada, "the room where somebody is expected");
      await shot(ada, "lobby-expected");
      // Ben is called, and comes with one button, one seat on.
      const come = ben.locator("#again button", { hasText: "Join the next game" });
      await come.waitFor();
      assert.match(await ben.title(), /^● /);
      await come.click();
      await ben.waitForURL(ada.url());
      await ada.locator("#board").waitFor();
      const { nonces } = await (await fetch(ada.url().replace("/t/", "/api/v1/tables/"))).json();
      for (const seat of ["A", "B"]) assert.match(nonces[seat], /^[0-9a-f]{32}$/, `the browser at seat ${seat} adds to the dice`);
      await ben.locator("#player-B", { hasText: "Ben" }).waitFor();
      await ben.locator("#player-B .tag", { hasText: "you" }).waitFor();
      await ada.locator("#player-A", { hasText: "Ada" }).waitFor();

      // Ada opened it, and closes it if Ben agrees.
      await unfold(ada);
      await ada.locator("#close > summary").click();
      await ada.locator("#close button").click();
      await ben.locator('#answer-close button[value="yes"]').click();
      await ben.locator("#ended").waitFor();
      await bothThemes(ben, "a table that was closed");
    }),
  );
  noErrors(ada, ben);
});

test("the same on a narrow phone in German", async () => {
  const ben = await openPage(held.browser, german(NARROW));
  const ada = await openPage(held.browser);
  await watched(ben, "lobby-phone", async () => {
    // Four at the table, which is narrow on a phone.
    await openPublic(ben, { B: "open", C: "open", D: "bot:settler" });
    await ben.locator("#new .dice-promise > summary").click();
    /** @param {string} what */
    const german = async (what) => {
      assert.deepEqual(await notGerman(ben), [], `${what} is German throughout`);
      await fits(ben, what);
    };
    await german("the start page with everything unfolded");
    await ben.click('#new .send button');
    await ben.waitForURL(/\/t\/[^/]+$/);
    await ben.locator("#swap > summary").click();
    await ben.locator("#close > summary").click();
    await ben.locator(".room .dice-promise > summary").click();
    await german("the waiting room");
    await shot(ben, "lobby-phone-room");
    await ada.goto(ben.url());
    await ada.fill("#name", "Ada");
    await ada.locator("#place-B button").click();
    await ben.locator("#place-B .name", { hasText: "Ada" }).waitFor();
    // Two can talk before the game begins, on a phone as well.
    await ben.fill("#say-text", "Hallo");
    await ben.locator("#say-text").press("Enter");
    await ada.locator("#talk-lines p", { hasText: "Hallo" }).waitFor({ state: "attached" });
    await ben.locator("#fill button").click();
    await ben.locator("#board").waitFor();
    await german("the table with four players");
    await ben.locator("#people > summary").click();
    await ben.locator("#leave > summary").click();
    await german("the people at the table");
    await shot(ben, "lobby-phone-people");
    await ben.locator("#leave button").click();
    await ben.locator("#back").waitFor();
    await german("the table of somebody who left");
    await shot(ben, "lobby-phone-back");
    await ben.locator("#back button").click();
    await ben.locator("#back").waitFor({ state: "detached" });
    await ben.goto(`${held.server.url}/fairness`);
    await german("the page about fair dice");
    await bothThemes(ben, "the page about fair dice");
    await ben.goto(`${held.server.url}/`);
    await german("the start page with a table of one's own");
    await shot(ben, "lobby-phone-start");
  });
  noErrors(ada, ben);
});

test("without scripts, by links and forms", async () => {
  const ada = await openPage(held.browser, { javaScriptEnabled: false });
  const ben = await openPage(held.browser, { javaScriptEnabled: false });
  await watched(ada, "lobby-plain", async () => {
    await openPublic(ada);
    await ada.click('#new .send button');
    await ada.waitForURL(/\/t\/[^/]+$/);
    const table = ada.url();
    await ada.locator("#place-B button").click();
    await ada.locator("#place-B .name", { hasText: "Ada" }).waitFor();
    await ada.locator("#place-B button", { hasText: "Leave the seat" }).click();
    await ada.locator("#sit").waitFor();
    await ada.fill("#name", "Ada");
    await ada.locator("#place-A button").click();
    await ben.goto(held.server.url);
    await ben.locator(`#public li:has(a[href="${new URL(table).pathname}"]) a.primary`).click();
    await ben.fill("#name", "Ben");
    await ben.locator("main form button[type=submit]").click();
    await ben.waitForURL(table);
    await ada.goto(table);
    await ada.locator("#fill button").click();
    await ada.locator("#board").waitFor();
    // On a phone as well, everything stands below each other.
    await ada.setViewportSize({ width: 360, height: 740 });
    const [board, dock] = await Promise.all(["#board svg", "#dock"].map((part) => ada.locator(part).first().boundingBox()));
    assert.ok(board && dock && board.y + board.height <= dock.y, `the hand begins at ${dock?.y} below the board: ${JSON.stringify(board)}`);
    await ada.setViewportSize(SIZES.desk);
    await unfold(ada);
    await ada.locator("#leave > summary").click();
    await ada.locator("#leave button").click();
    await ada.locator("#back button").click();
    await ada.locator("#back").waitFor({ state: "detached" });
    await unfold(ada);
    await ada.locator("#close > summary").click();
    await ada.locator("#close button").click();
    await ada.locator("#close-request").waitFor();
    assert.equal(ada.url(), table);
    await ben.goto(table);
    await ben.locator('#answer-close button[value="yes"]').click();
    await ben.locator("#ended").waitFor();
  });
  noErrors(ada, ben);
});
