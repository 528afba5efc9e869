// Closing a table whose game goes on: all have to agree, in two languages, and what was drawn can be checked then.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { DESK, german, NARROW } from "../lib/screens.js";

const held = house();

/** @typedef {import("playwright-core").Page} Page */

/** Two people at a table of Carcassonne, each with a browser; the second reads German. @returns {Promise<[Page, Page, string]>} */
async function two() {
  const { url } = held.server;
  const { page: ada, table, both } = await duel(held, "carcassonne", DESK);
  const ben = await openPage(held.browser, german(NARROW));
  await ben.context().addCookies([{ name: "neuland-key", value: both.tokens.B ?? "", url }]);
  await ben.goto(`${url}/t/${table}`);
  await ben.locator("#board").waitFor();
  return [ada, ben, table];
}

/** Asks to close, after a second look. @param {Page} page */
async function ask(page) {
  if ((await page.locator("#people[open]").count()) === 0) await page.locator("#people > summary").press("Enter");
  await page.locator("#close > summary").press("Enter");
  await page.locator("#close button").press("Enter");
}

test("a table closes when all agree, and its dice can be checked", async () => {
  const [ada, ben, table] = await two();
  await watched(ada, "closing", async () => {
    await ask(ada);
    await ada.locator("#close-request", { hasText: "You ask to close the table" }).waitFor();
    await ben.locator("#close-request", { hasText: "Ada möchte den Tisch schließen" }).waitFor();
    assert.match(await ben.title(), /^● /, "and the title calls");
    await accessible(ada, "the own question");
    await accessible(ben, "the question");
    await shot(ada, "closing-asked");
    await shot(ben, "closing-question");
    const early = await fetch(`${held.server.url}/t/${table}/record`);
    assert.equal(early.status, 403, "nothing is revealed by asking");

    // One who wants to play on is enough; then it takes a while until the same person may ask again.
    await ben.locator('#answer-close button[value="no"]').press("Enter");
    for (const page of [ada, ben]) await page.locator("#close-request").waitFor({ state: "detached" });
    await ada.locator("#log-lines", { hasText: "Ben wants to play on" }).waitFor({ state: "attached" });
    noErrors(ada, ben);
    // The refusal, 429, is an error to the browser.
    await ask(ada);
    await ada.locator("#toast, #notice", { hasText: "You can ask again 10 minutes after that" }).first().waitFor();

    // The other one may ask, and withdraw.
    await ask(ben);
    await ada.locator("#answer-close button", { hasText: "Agree" }).waitFor();
    await ada.locator('#answer-close button[value="yes"]').press("Enter");
    for (const page of [ada, ben]) await page.locator("#ended").waitFor();
    assert.match((await ada.locator("#ended").textContent()) ?? "", /Everybody agreed to close it/);
    assert.match((await ben.locator("#ended").textContent()) ?? "", /Alle waren einverstanden/);
    assert.match(await ada.title(), /This table was closed/);
    await accessible(ada, "a closed table");
    await accessible(ben, "a closed table on a phone");
    await shot(ada, "closing-closed");
    await shot(ben, "closing-closed-phone");

    const record = await (await fetch(`${held.server.url}/t/${table}/record`)).text();
    assert.match(record, /"closed":\{"why":"agreement","steps":\d+\}/);
    // The check on the page says what it is, and finds what is cut off.
    await ada.goto(`${held.server.url}/fairness?table=${table}`);
    await ada.locator("#verdict.good", { hasText: "The game was closed before its end." }).waitFor();
    noErrors(ben);
    // The server refuses what was tampered with as well, which the browser reports.
    const lines = record.trimEnd().split("\n");
    const cut = { name: "cut.neuland", mimeType: "application/x-ndjson", buffer: Buffer.from(`${lines.slice(0, -1).join("\n")}\n`) };
    await ada.setInputFiles("#verify-file", cut);
    await ada.locator("#verdict.bad", { hasText: "its end is missing" }).waitFor();
    const longer = { ...cut, buffer: Buffer.from(`${record}${lines.at(-1)}\n`) };
    await ada.setInputFiles("#verify-file", longer);
    await ada.locator("#verdict.bad", { hasText: "the record goes on" }).waitFor();
  });
});
