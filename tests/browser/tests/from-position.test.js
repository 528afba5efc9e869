// Playing on from a position that a replay shows: of a table's own game, of a record or a setup from elsewhere, and without scripts. The
// new table begins at that position, says so, and its record has the position as its setup.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { Mouse } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { moveBots, tellBots } from "../lib/pace.js";
import { ROOT } from "../lib/places.js";
import { catan } from "../lib/positions.js";
import { replays } from "../lib/record.js";
import { ACROSS, german, NARROW } from "../lib/screens.js";
import { nextName } from "../lib/seed.js";
import { openTable } from "../lib/table.js";
import { misfits } from "../lib/words.js";

const held = house();
const RECORD = readFileSync(join(ROOT, "crates/cli/tests/golden/four-seats-trading.neuland"), "utf8");
const STEPS = RECORD.split("\n").filter((line) => /^\{"(seat|chance)/.test(line));

/** @typedef {import("playwright-core").Page} Page */

/** A position of the record in the middle of a turn: the next step ends it. */
const BUILDING = STEPS.findIndex((line, n) => line.includes('"do":"end"') && n > 100);

/** Whose step that is. @param {string | undefined} step */
const seatOf = (step) => /"seat":"(\w)"/.exec(step ?? "")?.[1] ?? "";

/** @param {Page} page @param {string} text @param {string} name */
async function bring(page, text, name = "game.neuland") {
  await page.goto(`${held.server.url}/replay`);
  await page.setInputFiles("#upload input[type=file]", { name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });
  await page.click("#upload button[type=submit]");
  await page.waitForURL(/\/r\/[0-9a-f]{32}\/\d+/);
}

/** Who is to have each seat, as the form says. @param {Page} page @returns {Promise<string[]>} */
const seatsOf = (page) => page.locator("#play-on select").evaluateAll((all) => all.map((select) => (select instanceof HTMLSelectElement ? select.value : "")));

/** Presses the button of the form, and comes to the new table. @param {Page} page @returns {Promise<string>} its id */
async function playOn(page) {
  await page.click('#play-on button[type="submit"]');
  await page.waitForURL(/\/t\/[^/]+$/);
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** The pieces on the board of a page, with where they stand. @param {Page} page @returns {Promise<string[]>} */
const pieces = (page) =>
  page.locator("#board").evaluate((board) =>
    [...board.querySelectorAll("[data-place] .piece")].map((piece) => `${piece.getAttribute("class")} ${piece.closest("[data-place]")?.getAttribute("data-place")}`).sort(),
  );

/** The first line of a table's record. @param {Page} page @param {string} table */
async function headOf(page, table) {
  const response = await page.request.get(`${held.server.url}/t/${table}/record`);
  assert.equal(response.status(), 200);
  return JSON.parse((await response.text()).split("\n")[0] ?? "");
}

test("a finished game is played on against bots, from the position that the replay shows", async () => {
  const page = await openPage(held.browser);
  await watched(page, "from-position", async () => {
    const { table } = await api(held.server.url, undefined, "/tables", { game: "catan", seats: ["bot:settler", "bot:settler"], options: { victory_points: 4 } }, nextName());
    await tellBots(held.server.url, table);
    const record = await (await fetch(`${held.server.url}/api/v1/tables/${table}/record`)).text();
    const steps = record.split("\n").filter((line) => /^\{"(seat|chance)/.test(line));
    await page.goto(`${held.server.url}/t/${table}`);
    await page.locator("#result").waitFor();
    await page.click("#replay");
    await page.waitForURL(/\/replay\/\d+$/);

    // At the end there is nothing to play on.
    await page.click("#go-last");
    await page.locator(`#main[data-at="${steps.length}"]`).waitFor();
    await page.locator("#play-on > summary").click();
    await page.locator("#play-on .hint", { hasText: "The game is over here" }).waitFor();
    assert.equal(await page.locator("#play-on form").count(), 0);

    // The turn before the last action: the form is about that position, and stays unfolded.
    const at = steps.findLastIndex((line) => line.includes('"do":"end"'));
    const turn = seatOf(steps[at]);
    await page.locator("#n").fill(String(at));
    await page.locator(`#main[data-at="${at}"]`).waitFor();
    await page.locator("#play-on form").waitFor();
    assert.match((await page.locator("#play-on form").getAttribute("action")) ?? "", new RegExp(`/${at}$`));
    assert.equal(await page.locator('#play-on button[type="submit"]').innerText(), `Play on from position ${at}`);
    assert.deepEqual(await seatsOf(page), ["A", "B"].map((seat) => (seat === turn ? "me" : "bot:settler")), "the reader has the seat whose turn it is");
    // The reader has one seat; who takes another leaves the first to a bot.
    const other = turn === "A" ? "B" : "A";
    await page.selectOption(`#play-on select[name="seat-${other}"]`, "me");
    assert.deepEqual(await seatsOf(page), ["A", "B"].map((seat) => (seat === other ? "me" : "bot:settler")));
    await page.selectOption(`#play-on select[name="seat-${turn}"]`, "me");
    await page.fill("#play-on #name", "Ada");
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      await accessible(page, `the form that plays on, ${colorScheme}`);
    }
    await shot(page, "from-position-form");
    const before = await pieces(page);
    assert.ok(before.length >= 8, `there are pieces to compare: ${before}`);

    const next = await playOn(page);
    assert.notEqual(next, table);
    await page.locator("#board").waitFor();
    assert.deepEqual(await pieces(page), before, "the table begins where the replay stood");
    const offer = await readOffer(page);
    assert.ok(offer.yours && offer.actions.some(({ action }) => action === "end"), "and with the same decision");
    await page.locator("#log-lines", { hasText: "The game continues from a position" }).waitFor({ state: "attached" });
    await page.locator("#people > summary").click();
    await page.locator("#people .options-list", { hasText: "Continued from a position; not counted in statistics" }).waitFor();
    await accessible(page, "a table that was played on");
    await shot(page, "from-position-table");
    const state = await api(held.server.url, undefined, `/tables/${next}`);
    assert.equal(state.from_position, true);
    assert.deepEqual(state.seats.map((/** @type {{ kind: string }} */ { kind }) => kind === "bot"), ["A", "B"].map((seat) => seat !== turn));

    // It is played like any other, and says in lists what it is.
    await page.locator('main button[data-action="end"]').first().click();
    await page.locator("main:not([data-your-turn=true])").waitFor();
    assert.ok((await moveBots(page)).moves > 0, "the bot goes on");
    await page.goto(held.server.url);
    await page.locator("#mine", { hasText: "Continued from a position" }).waitFor();
  });
  noErrors(page);
});

/** @param {Page} page @param {number} at */
async function goTo(page, at) {
  await page.goto(page.url().replace(/\/\d+(\?.*)?$/, `/${at}`));
  await page.locator(`#main[data-at="${at}"]`).waitFor();
}

test("a record from elsewhere is played on with a friend, on a phone in German", async () => {
  const page = await openPage(held.browser, german(NARROW));
  const friend = await openPage(held.browser);
  await watched(page, "from-position-phone", async () => {
    const turn = seatOf(STEPS[BUILDING]);
    const other = ["A", "B", "C", "D"].find((seat) => seat !== turn) ?? "";
    await bring(page, RECORD);
    await goTo(page, BUILDING);
    await page.locator("#play-on > summary").tap();
    await page.locator("#play-on .dice-promise > summary").tap();
    for (const { viewport } of [NARROW, ACROSS]) {
      await page.setViewportSize(viewport);
      await fits(page, `the form that plays on, ${viewport.width} wide`);
      assert.deepEqual((await misfits(page)).filter((words) => words.includes("cut off")), [], `every choice is read whole on ${viewport.width}`);
      await shot(page, `from-position-${viewport.width}-de`);
    }
    await page.setViewportSize(NARROW.viewport);
    assert.deepEqual(await notGerman(page), [], "the form is German");
    await accessible(page, "the form that plays on, German");
    assert.equal(await page.locator('#play-on button[type="submit"]').innerText(), `Ab Stellung ${BUILDING} weiterspielen`);
    await page.fill("#play-on #name", "Ada");
    await page.selectOption(`#play-on select[name="seat-${other}"]`, "open");
    await page.locator('#play-on button[type="submit"]').tap();
    await page.waitForURL(/\/t\/[^/]+$/);
    await page.locator(".room .options-list", { hasText: "Aus einer Stellung weitergespielt; zählt in keiner Statistik" }).waitFor();
    await fits(page, "the waiting room");
    assert.deepEqual(await notGerman(page), [], "the waiting room is German");

    // Who is invited reads it before sitting down, and sees no hand before the game begins.
    await friend.goto(page.url());
    await friend.locator(".options-list", { hasText: "Continued from a position" }).waitFor();
    await friend.fill("#name", "Ben");
    await friend.locator(`#place-${other} button`).click();
    for (const reader of [page, friend]) await reader.locator("#board").waitFor();
    await page.locator("#log-lines", { hasText: "aus einer Stellung weitergespielt" }).waitFor({ state: "attached" });
    const offer = await readOffer(page);
    assert.ok(offer.yours && offer.actions.some(({ action }) => action === "end"), "the turn goes on in its middle");
    await fits(page, "the table that was played on");
    assert.deepEqual(await notGerman(page), [], "the table is German");
    await page.goto(held.server.url);
    await page.locator("#mine", { hasText: "Aus einer Stellung weitergespielt" }).waitFor();
    await fits(page, "the list of tables");
  });
  noErrors(page, friend);
});

test("without scripts: what is wrong is said, what was chosen stays, and the table is opened", async () => {
  const page = await openPage(held.browser, { javaScriptEnabled: false });
  await watched(page, "from-position-plain", async () => {
    const turn = seatOf(STEPS[BUILDING]);
    const [one, other] = /** @type {[string, string]} */ (["A", "B", "C", "D"].filter((seat) => seat !== turn));
    await bring(page, RECORD);
    await goTo(page, BUILDING);
    await page.locator("#play-on > summary").click();
    await page.fill("#play-on #name", "Ada ".repeat(7));
    await page.selectOption(`#play-on select[name="seat-${one}"]`, "me");
    await page.selectOption(`#play-on select[name="seat-${other}"]`, "bot:random");
    await page.click('#play-on button[type="submit"]');
    await page.locator("#play-on[open] [role=alert]", { hasText: "You can have only one seat." }).waitFor();
    assert.equal(await page.locator("#name-fault").innerText(), "Enter a name of 1 to 24 characters.");
    assert.equal(await page.inputValue("#play-on #name"), "Ada ".repeat(7).trim(), "the name is kept");
    assert.equal(await page.inputValue(`#play-on select[name="seat-${one}"]`), "me", "the seats are kept");
    assert.equal(await page.inputValue(`#play-on select[name="seat-${other}"]`), "bot:random");
    assert.equal(await page.locator("#main").getAttribute("data-at"), String(BUILDING), "it is the same position");
    await page.fill("#play-on #name", "Ada");
    await page.selectOption(`#play-on select[name="seat-${one}"]`, "bot:settler");
    const table = await playOn(page);
    await page.locator("#people .options-list", { hasText: "Continued from a position" }).waitFor({ state: "attached" });
    const { seats } = await api(held.server.url, undefined, `/tables/${table}`);
    assert.equal(seats["ABCD".indexOf(turn)].name, "Ada");
    assert.deepEqual(seats.map((/** @type {{ kind: string }} */ { kind }) => kind === "bot"), ["A", "B", "C", "D"].map((seat) => seat !== turn));
    await Promise.all([page.waitForEvent("load"), page.locator('main button[data-action="end"]').first().click()]);
    await tellBots(held.server.url, table, { moves: 1 });
    await page.reload();
    assert.equal((await readOffer(page)).yours, false, "the next seat has the turn");
  });
});

test("a setup is looked at and played to its end; its record begins with it", async () => {
  const page = await openPage(held.browser);
  await watched(page, "from-position-setup", async () => {
    const { setup } = catan({ hand: { grain: 2, ore: 3 } }, {}, { phase: "building" });
    setup.options.victory_points = 3;
    await bring(page, JSON.stringify(setup), "setup.json");
    await page.locator('#main[data-steps="0"]').waitFor();
    await page.locator("#play-on > summary").press("Enter");
    assert.deepEqual(await seatsOf(page), ["me", "bot:settler"]);
    const before = await pieces(page);
    assert.equal(before.length, 8);
    const table = await playOn(page);
    await page.locator("#board").waitFor();
    assert.deepEqual(await pieces(page), before, "the table begins at the setup");
    const city = (await readOffer(page)).actions.find(({ action }) => action.startsWith("city "));
    assert.ok(city, "there is a city to build");
    await new Mouse(page).do({ how: "act", ...city });
    await page.locator("#result").waitFor();
    const head = await headOf(page, table);
    assert.deepEqual(head.setup.seats.A.hand, { grain: 2, ore: 3 }, "the record has the position in its first line");
    await replays(page, held.server.url, table);

    // The page about the dice cannot check what it does not play, and says where that is done.
    const record = await (await page.request.get(`${held.server.url}/t/${table}/record`)).body();
    await page.goto(`${held.server.url}/fairness`);
    await page.locator("#verify-file").setInputFiles({ name: "game.neuland", mimeType: "application/x-ndjson", buffer: record });
    await page.locator("#verdict", { hasText: "neuland verify game.neuland" }).waitFor();

    // A game that was played on can be played on in turn.
    await page.goto(`${held.server.url}/t/${table}/replay/0`);
    await page.locator("#play-on > summary").click();
    await page.locator('#play-on button[type="submit"]').waitFor();

    // What is no position is refused with all that is wrong.
    await page.goto(`${held.server.url}/replay`);
    const wrong = JSON.stringify({ ...setup, robber: "H99" });
    await page.setInputFiles("#upload input[type=file]", { name: "setup.json", mimeType: "application/octet-stream", buffer: Buffer.from(wrong) });
    await page.click("#upload button[type=submit]");
    await page.locator("#upload-fault", { hasText: "There is no such position" }).waitFor();
    await accessible(page, "a setup that is refused");
  });
  noErrors(page);
});
