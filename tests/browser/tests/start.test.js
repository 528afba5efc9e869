// The start page keeps what was entered, gives the reader one seat, and counts characters as people do; the lobby says how others
// come in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

const SIZES = /** @type {const} */ ([["1280", { width: 1280, height: 720 }], ["390", { width: 390, height: 844 }]]);
const LANGUAGES = /** @type {const} */ ([
  ["en-GB", "You can have one seat.", "Enter a name of 1 to 24 characters."],
  ["de-DE", "Du kannst nur einen Platz haben.", "Gib einen Namen mit 1 bis 24 Zeichen ein."],
]);
const FAMILY = "👨\u200d👩\u200d👧\u200d👦";

/** What the form has for each seat. @param {Page} page @returns {Promise<string[]>} */
function seats(page) {
  return page.locator('#new select[name^="seat-"]').evaluateAll((all) => all.map((select) => (select instanceof HTMLSelectElement ? select.value : "")));
}

/** @param {Page} page @param {string} game */
async function choose(page, game) {
  await page.click(`.games button[value="${game}"]`);
  await page.locator(`.games button[value="${game}"][aria-current]`).waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  for (const [size, viewport] of SIZES) {
    for (const [locale] of LANGUAGES) {
      test(`choosing a game keeps what was entered: ${size}, ${locale}, scripts ${javaScriptEnabled}`, async () => {
        const page = await openPage(held.browser, { viewport, locale, javaScriptEnabled });
        await watched(page, `start-games-${size}-${locale}`, async () => {
          await page.goto(held.server.url);
          await page.fill("#name", "Ada");
          // The seat of the reader is exchanged first, so that there is one at each moment.
          await page.selectOption('select[name="seat-A"]', "open");
          await page.selectOption('select[name="seat-B"]', "me");
          await page.selectOption('select[name="seat-D"]', "none");
          await page.check('input[name="public"][value="yes"]', { force: true });
          await choose(page, "mayflower");
          assert.equal(await page.inputValue("#name"), "Ada");
          assert.deepEqual(await seats(page), ["open", "me", "bot:surveyor", "none", "none"], "the bot is one of this game");
          assert.ok(await page.isChecked('input[name="public"][value="yes"]'));
          await page.selectOption('select[name="seat-B"]', "bot:surveyor");
          await page.selectOption('select[name="seat-E"]', "me");
          // There are fewer seats, but the reader has one.
          await choose(page, "catan");
          assert.deepEqual(await seats(page), ["open", "bot:settler", "bot:settler", "me"]);
          assert.equal(await page.inputValue("#option-victory_points"), "10", "options belong to their game");
          await shot(page, `start-games-${size}-${locale.slice(0, 2)}`);
          // The enter key opens the table, and chooses no game.
          await page.focus("#name");
          await page.keyboard.press("Enter");
          await page.waitForURL(/\/t\/[^/]+$/);
        });
        noErrors(page);
      });
    }
  }
}

test("the address of another game has nothing that belongs to the one before", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-address", async () => {
    await page.goto(held.server.url);
    await choose(page, "carcassonne");
    const asked = [...new URL(page.url()).searchParams.keys()];
    assert.ok(asked.includes("seat-A"));
    assert.deepEqual(asked.filter((name) => /^(option-|allow-|promised|commitment|nonce)/.test(name)), []);
  });
  noErrors(page);
});

test("choosing oneself at another seat moves there", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-me", async () => {
    await page.goto(held.server.url);
    await page.selectOption('select[name="seat-B"]', "open");
    await page.selectOption('select[name="seat-C"]', "me");
    assert.deepEqual(await seats(page), ["bot:settler", "open", "me", "bot:settler"]);
    await page.selectOption('select[name="seat-B"]', "me");
    assert.deepEqual(await seats(page), ["bot:settler", "me", "open", "bot:settler"]);
    // Nobody at the table is the reader: that is possible, too.
    await page.selectOption('select[name="seat-B"]', "bot:random");
    assert.deepEqual(await seats(page), ["bot:settler", "bot:random", "open", "bot:settler"]);
  });
  noErrors(page);
});

for (const [size, viewport] of SIZES) {
  for (const [locale, twoSeats, badName] of LANGUAGES) {
    test(`without scripts what is wrong is said at its field: ${size}, ${locale}`, async () => {
      const page = await openPage(held.browser, { viewport, locale, javaScriptEnabled: false });
      await watched(page, `start-faults-${size}-${locale}`, async () => {
        await page.goto(held.server.url);
        await page.fill("#name", "Ada ".repeat(7));
        await page.selectOption('select[name="seat-B"]', "none");
        await page.selectOption('select[name="seat-C"]', "me");
        await page.fill("#option-victory_points", "7");
        await page.click('#new .send button[type="submit"]');
        await page.locator("#seats-fault").waitFor();
        assert.ok((await page.locator("#seats-fault").innerText()).startsWith(twoSeats));
        assert.equal(await page.locator("#name-fault").innerText(), badName);
        assert.equal(await page.inputValue("#name"), "Ada ".repeat(7).trim(), "the name is kept");
        assert.deepEqual(await seats(page), ["me", "none", "me", "bot:settler"], "the seats are kept");
        assert.equal(await page.inputValue("#option-victory_points"), "7", "the options are kept");
        assert.deepEqual(
          await page.locator('#new [aria-describedby="seats-fault"][aria-invalid="true"]').evaluateAll((all) => all.map((select) => select.getAttribute("name"))),
          ["seat-A", "seat-C"],
        );
        await shot(page, `start-faults-${size}-${locale.slice(0, 2)}`);
        await page.fill("#name", `Ada ${FAMILY}`);
        await page.selectOption('select[name="seat-C"]', "bot:settler");
        await page.click('#new .send button[type="submit"]');
        await page.waitForURL(/\/t\/[^/]+$/);
      });
    });
  }
}

test("a family is one character of a name", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-name", async () => {
    await page.goto(held.server.url);
    const valid = () => page.locator("#name").evaluate((field) => field instanceof HTMLInputElement && field.validity.valid);
    await page.fill("#name", `${"x".repeat(23)}${FAMILY}`);
    assert.equal(await valid(), true, "24 characters");
    await page.fill("#name", `${"x".repeat(24)}${FAMILY}`);
    assert.equal(await valid(), false, "25 characters");
    await accessible(page, "the start page");
    const table = await openTable(page, held.server.url, { name: `Ada ${FAMILY}`, options: { victory_points: "3" } });
    assert.match(await page.locator("#players").innerText(), new RegExp(`Ada ${FAMILY}`));
    assert.ok(table);
  });
  noErrors(page);
});

for (const [size, viewport] of SIZES) {
  for (const [locale] of LANGUAGES) {
    test(`the lobby says how others reach this very server: ${size}, ${locale}`, async () => {
      const page = await openPage(held.browser, { viewport, locale });
      await watched(page, `start-lobby-${size}-${locale}`, async () => {
        await openTable(page, held.server.url, { seats: ["me", "open"] });
        const command = await page.locator("#lobby code.command").innerText();
        assert.equal(command, `neuland play --addr 0.0.0.0:${held.server.port} --data ${held.server.data}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, "a long folder breaks into lines");
        await shot(page, `start-lobby-${size}-${locale.slice(0, 2)}`);
      });
      noErrors(page);
    });
  }
}
