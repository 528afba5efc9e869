// Blocking and reporting people, what moderators do about them, and what those read who are muted or suspended: in both
// languages, on wide screens and on phones, with several people who each have a browser.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { house } from "../lib/house.js";
import { BINARY } from "../lib/places.js";
import { DESK, german, NARROW, PHONE } from "../lib/screens.js";

// Roles are granted on the folder of a stopped server, which a folder of test mode does not allow. No game is played here.
const held = house({ test: false });
const PASSWORD = "correct horse battery";

/** @typedef {import("playwright-core").Page} Page */

let commands = 0;

/** Somebody with a key of their own, for what the test does behind the pages. */
class Person {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
  }

  /** @param {string} path @param {object} [body] */
  api(path, body) {
    return api(held.server.url, this.token, path, body);
  }

  /** @param {string} table @param {string} text */
  async say(table, text) {
    await this.api(`/tables/${table}/wish`, { seq: 0, id: `m${(commands += 1)}`, wish: { say: text } });
  }

  /**
   * A page of theirs. Some of what they try is refused, which browsers report.
   * @param {import("playwright-core").BrowserContextOptions} [wishes]
   */
  async open(wishes = {}) {
    const page = await openPage(held.browser, { quiet: true, ...wishes });
    await page.context().addCookies([{ name: "neuland-key", value: this.token, url: held.server.url }]);
    return page;
  }
}

/** Somebody with an account. @param {string} name */
async function account(name) {
  return new Person((await new Person("").api("/account", { name, password: PASSWORD })).token);
}

/** Somebody with an account and a role, which the host grants while no server runs. @param {string} name @param {string} role */
async function moderator(name, role) {
  const person = await account(name);
  await held.server.kill();
  execFileSync(BINARY, ["admin", "grant", name, "--role", role, "--data", held.server.data]);
  await held.server.start();
  return person;
}

/** A public table of two: Ada, who opened it, and Eve. */
async function tableOfTwo() {
  const opened = await new Person("").api("/tables", { game: "catan", seats: ["me", "open"], name: "Ada", public: true });
  const joined = await new Person("").api(`/tables/${opened.table}/join`, { name: "Eve" });
  return { table: opened.table, ada: new Person(opened.token), eve: new Person(joined.token) };
}

/** A page without anything that axe finds, light or dark, with nothing to scroll sideways. @param {Page} page @param {string} name */
async function sound(page, name) {
  await page.emulateMedia({ colorScheme: "dark" });
  await accessible(page, `${name}, dark`);
  await page.emulateMedia({ colorScheme: "light" });
  await accessible(page, name);
  await fits(page, name);
  if ((await page.locator("html").getAttribute("lang")) === "de") assert.deepEqual(await notGerman(page), [], `${name} is German`);
  await shot(page, `moderation-${name}-${page.viewportSize()?.width}`);
}

/** Unfolds the talk beside the board. @param {Page} page */
async function unfold(page) {
  const fold = page.locator("[data-fold]");
  if ((await fold.isVisible()) && (await fold.getAttribute("aria-expanded")) === "false") await fold.click();
}

/** Unfolds what a moderator can do, fills in the reason, and does it. @param {Page} page @param {string} deed @param {string} text */
async function act(page, deed, text) {
  await page.locator(`#${deed} > summary`).click();
  await page.selectOption(`#${deed} select[name="reason"]`, "abuse");
  await page.fill(`#${deed} textarea`, text);
  await page.locator(`#${deed} button[type=submit]`).click();
}

test("a line is reported, its author muted, and the mute is lifted", async () => {
  const rosa = await moderator("Rosa", "admin");
  const { table, ada, eve } = await tableOfTwo();
  await eve.say(table, "Nasty <b>words</b>");
  const [one, two] = await Promise.all([ada.open(DESK), eve.open(german(NARROW))]);
  const office = await rosa.open(german(NARROW));
  const desk = await rosa.open(DESK);
  await watched(one, "moderation-ada", () =>
    watched(office, "moderation-rosa", async () => {
      await Promise.all([one, two].map((page) => page.goto(`${held.server.url}/t/${table}`)));
      // From the line to the page where it is reported, with the keyboard.
      await unfold(one);
      await accessible(one, "talk with a line to report");
      await shot(one, "moderation-talk");
      await one.locator("#talk-lines a.report").focus();
      await one.keyboard.press("Enter");
      await one.waitForURL(/\/report\?said=/);
      assert.equal(await one.locator("#reported-line").textContent(), "Nasty <b>words</b>");
      await sound(one, "report");
      await one.locator('input[name="reason"][value="abuse"]').focus();
      await one.keyboard.press("Space");
      await one.fill("#report-text", "Please look at this.");
      await one.locator("main form button.primary").press("Enter");
      await one.locator("#reported").waitFor();
      await sound(one, "reported");

      // Rosa comes from her own page to the report, on a phone, in German.
      await office.goto(`${held.server.url}/account`);
      await sound(office, "account");
      await office.locator('main a[href="/admin"]').click();
      await office.waitForURL(/\/admin$/);
      await sound(office, "reports");
      await office.locator(".report-link").click();
      await office.locator("#reported-line", { hasText: "Nasty <b>words</b>" }).waitFor();
      await sound(office, "a-report");
      await desk.goto(office.url());
      await sound(desk, "a-report");
      await office.locator(`main a.button[href="/admin/tables/${table}"]`).click();
      await office.locator(".seen-talk .reported", { hasText: "Nasty" }).waitFor();
      await office.waitForFunction(() => [...document.querySelectorAll("img.seen-board")].every((picture) => /** @type {HTMLImageElement} */ (picture).complete));
      await sound(office, "a-table");
      await desk.goto(office.url());
      await sound(desk, "a-table");
      await office.goBack();
      // Nothing is done by one click, nor without a reason.
      await office.locator("#mute > summary").click();
      await sound(office, "mute");
      await office.locator("#mute button[type=submit]").click();
      assert.equal(await office.locator("#mute select[name=reason]:invalid").count(), 1, "the browser asks for a reason");
      await office.locator("#mute > summary").click();
      await act(office, "mute", "Bleib bitte freundlich.");
      await office.locator("main > .notice", { hasText: "stummgeschaltet" }).waitFor();

      // Eve's open page says so by itself, with why.
      await two.locator("#talk .restriction", { hasText: "Bleib bitte freundlich." }).waitFor({ state: "attached" });
      assert.equal(await two.locator("#say").count(), 0);
      await two.goto(`${held.server.url}/account`);
      await two.locator("#restrictions", { hasText: "Du bist stummgeschaltet" }).waitFor();
      await sound(two, "muted");

      await office.locator('#resolve input[value="acted"]').check();
      await office.locator("#resolve button[type=submit]").click();
      await office.locator("main > .notice", { hasText: "erledigt" }).waitFor();
      await office.goto(`${held.server.url}/admin/sanctions`);
      await sound(office, "sanctions");
      await office.locator("#lift-1 > summary").click();
      await office.locator("#lift-1 button[type=submit]").click();
      await office.locator("main > .notice", { hasText: "aufgehoben" }).waitFor();
      await two.goto(`${held.server.url}/t/${table}`);
      await two.locator("#say").waitFor({ state: "attached" });

      // The audit log has all of it, and is unbroken.
      for (const page of [office, desk]) {
        await page.goto(`${held.server.url}/admin/audit`);
        await page.locator('a[href="/admin/audit?check=1"]').click();
        await page.locator("main [role=status]").waitFor();
        await sound(page, "audit");
        assert.ok((await page.locator(".audit tbody tr").count()) >= 5);
      }
    }),
  );
  noErrors(one, two, office, desk);
});

test("somebody is found, suspended and renamed; roles are granted", async () => {
  const rosa = await moderator("Renate", "admin");
  await account("Moritz");
  const { table, eve } = await tableOfTwo();
  const office = await rosa.open(PHONE);
  const guest = await eve.open(german(PHONE));
  await watched(office, "moderation-people", async () => {
    await guest.goto(`${held.server.url}/t/${table}`);
    await office.goto(`${held.server.url}/admin/person`);
    await office.fill("#who", "nobody at all");
    await office.keyboard.press("Enter");
    await office.locator("main > .notice.bad").waitFor();
    await office.fill("#who", `${table}/B`);
    await office.keyboard.press("Enter");
    await office.locator("#standing-title").waitFor();
    await sound(office, "person");
    await act(office, "suspend", "Two accounts at one table");
    await office.locator("main > .notice", { hasText: "suspended" }).waitFor();
    await sound(office, "person-suspended");
    await guest.locator("#notices .restriction, main .restriction", { hasText: "Two accounts at one table" }).first().waitFor({ state: "attached" });
    await guest.goto(`${held.server.url}/account`);
    await guest.locator("#restrictions", { hasText: "Du bist gesperrt" }).waitFor();
    await shot(guest, "moderation-suspended-390");
    await accessible(guest, "the page of somebody suspended");

    await office.locator("#rename > summary").click();
    await office.fill("#rename-name", "Evelyn");
    await office.selectOption("#rename-reason", "name");
    await office.locator("#rename button[type=submit]").click();
    await office.locator("main > .notice", { hasText: "a new name" }).waitFor();
    await guest.goto(`${held.server.url}/t/${table}`);
    await guest.locator("#players", { hasText: "Evelyn" }).waitFor({ state: "attached" });

    await office.goto(`${held.server.url}/admin/roles`);
    await office.fill("#grant-who", "Moritz");
    await office.locator('input[name="role"][value="moderator"]').check();
    await office.locator("main form button.primary").click();
    await office.locator("main > .notice", { hasText: "granted" }).waitFor();
    await sound(office, "roles");
    // The code for a new password stands in one answer alone.
    await office.locator(".reports a", { hasText: "Moritz" }).click();
    await act(office, "reset-password", "Lost it");
    await office.locator("#reset-code output").waitFor();
    await sound(office, "reset-code");
    await office.goto(office.url().includes("who=") ? office.url() : `${held.server.url}/admin/person?who=Moritz`);
    assert.equal(await office.locator("#reset-code").count(), 0);
  });
  noErrors(office, guest);
});

test("whoever is blocked is not heard at any table, and gets no seat", async () => {
  const { table, ada, eve } = await tableOfTwo();
  await eve.say(table, "Before the block");
  const page = await ada.open(german(PHONE));
  await watched(page, "block", async () => {
    await page.goto(`${held.server.url}/t/${table}`);
    // By the seat: the list of people leads to the page, which blocks as well.
    await page.locator("#people > summary").click();
    await page.locator(`#people a.report[href$="seat=B"]`).waitFor();
    await fits(page, "the people of a table");
    await shot(page, "moderation-people-390");
    await page.locator(`#people a.report[href$="seat=B"]`).click();
    await page.waitForURL(/seat=B$/);
    await sound(page, "report-a-seat");
    await page.locator('main button[name="block"]').click();
    await page.waitForURL(/\/t\/[^/]+#talk$/);
    await eve.say(table, "After the block");
    await ada.say(table, "Only me here");
    await page.locator("#talk-lines p", { hasText: "Only me here" }).waitFor({ state: "attached" });
    assert.equal(await page.locator("#talk-lines > li").count(), 1, "what was said before and after is hidden");
    const source = await (await page.request.get(`${held.server.url}/t/${table}`)).text();
    assert.ok(!source.includes("Before the block") && !source.includes("After the block"), "it is not even sent");

    // At another table of Ada's she gets no seat, and is not told why.
    const next = await ada.api("/tables", { game: "carcassonne", seats: ["me", "open", "open"], name: "Ada" });
    const refused = await eve.open(german(NARROW));
    await refused.goto(`${held.server.url}/j/${next.code}`);
    await refused.fill("#name", "Eve");
    await refused.locator("main form button[type=submit]").click();
    await refused.locator("[role=alert]", { hasText: "An diesem Tisch kannst du nicht Platz nehmen" }).waitFor();
    await shot(refused, "moderation-blocked-360");
    noErrors(refused);

    // The page of one's own lists whom one has blocked, and lifts it.
    await page.goto(`${held.server.url}/account`);
    await page.locator("#blocks", { hasText: "Eve" }).waitFor();
    await sound(page, "blocks");
    await page.locator("#blocks button").click();
    await page.locator("main > .notice", { hasText: "aufgehoben" }).waitFor();
    await page.goto(`${held.server.url}/t/${table}`);
    assert.equal(await page.locator("#talk-lines > li").count(), 3);
  });
  noErrors(page);
});
