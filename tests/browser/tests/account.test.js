// People at several devices: a guest goes on elsewhere, makes an account, signs in and out, and is forgotten.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { Mouse } from "../lib/hands.js";
import { house } from "../lib/house.js";
import { readOffer } from "../lib/offer.js";
import { CATAN_BUILDING } from "../lib/positions.js";
import { NARROW } from "../lib/screens.js";
import { openByForm, openTable } from "../lib/table.js";

const held = house();
const PASSWORD = "correct horse battery";
const WIDE = { viewport: { width: 1280, height: 800 } };

/** Makes a code and gives the link. @param {import("playwright-core").Page} page */
async function transferLink(page) {
  await page.goto(`${held.server.url}/account`);
  await page.locator("#transfer button[type=submit]").click();
  const link = await page.locator("#transfer-link").getAttribute("href");
  const code = (await page.locator("#transfer-code").textContent()) ?? "";
  assert.ok(link?.endsWith(`#${code}`), "the link has the code where it is not sent");
  return { link, code };
}

/** Whether the page shows a hand of one's own. @param {import("playwright-core").Page} page @param {string} table */
async function sits(page, table) {
  await page.goto(`${held.server.url}/t/${table}`);
  return (await page.locator("#hand").count()) === 1;
}

test("a guest goes on at a phone, by link, and plays there", async () => {
  const desk = await openPage(held.browser, WIDE);
  const phone = await openPage(held.browser, { ...NARROW, locale: "de-DE" });
  /** Every address that was asked for. @type {string[]} */
  const asked = [];
  phone.on("request", (request) => asked.push(request.url().split("#")[0] ?? ""));
  await watched(desk, "account-desk", () =>
    watched(phone, "account-phone", async () => {
      await desk.goto(`${held.server.url}/account`);
      await shot(desk, "account-nobody");
      await accessible(desk, "the page of nobody");
      const table = await openTable(desk, held.server.url, { name: "Ada", seats: ["me", "bot:settler"], from: CATAN_BUILDING });
      const { link, code } = await transferLink(desk);
      await accessible(desk, "a code for another device");
      await shot(desk, "account-transfer");

      await phone.goto(link);
      assert.equal(await phone.inputValue("#code"), code, "the link fills the form");
      assert.ok(!phone.url().includes(code), "and does not stay in the address");
      await accessible(phone, "the page of arrival");
      await fits(phone, "the page of arrival");
      assert.deepEqual(await notGerman(phone), [], "the page of arrival is German");
      await shot(phone, "account-arrive");
      await phone.locator("main button[type=submit]").click();
      await phone.waitForURL(`${held.server.url}/`);
      await phone.locator(`a[href="/t/${table}"]`).waitFor();
      assert.ok(asked.every((url) => !url.includes(code)), "the code stood in no address that was sent");

      assert.ok(await sits(phone, table), "the phone has the seat");
      const road = (await readOffer(phone)).actions.find(({ action }) => action.startsWith("road "));
      assert.ok(road, "there is a road to build");
      await new Mouse(phone).do({ how: "act", ...road });
      await phone.locator("#log-lines > li", { hasText: "Straße" }).first().waitFor({ state: "attached" });
      assert.ok(await sits(desk, table), "the desk has it as well");
      await desk.locator("#log-lines > li", { hasText: "road" }).first().waitFor({ state: "attached" });

      await phone.goto(`${held.server.url}/account`);
      assert.equal(await phone.locator(".devices li").count(), 2);
      await accessible(phone, "the page of a guest with two devices");
      await fits(phone, "the page of a guest with two devices");
      assert.deepEqual(await notGerman(phone), [], "the page of a guest is German");
      await shot(phone, "account-devices");

      // The same code again, typed by somebody else.
      const thief = await openPage(held.browser, { quiet: true });
      await thief.goto(`${held.server.url}/continue`);
      await thief.fill("#code", code);
      await thief.locator("main button[type=submit]").click();
      await thief.locator(".notice.bad").waitFor();
      assert.ok(!(await sits(thief, table)), "a code is good once");
      noErrors(thief);
    }),
  );
  noErrors(desk, phone);
});

test("an account: made by a guest, signed in elsewhere, signed out, deleted", async () => {
  const ada = await openPage(held.browser, WIDE);
  const other = await openPage(held.browser, { ...NARROW, quiet: true });
  await watched(ada, "account-ada", () =>
    watched(other, "account-other", async () => {
      // The form remembers the name.
      const table = await openByForm(ada, held.server.url, { name: "Ada", seats: ["me", "open"] });
      await ada.goto(held.server.url);
      await ada.locator('nav a[href="/account"]').click();
      assert.equal(await ada.inputValue("#new-name"), "Ada", "the name is there already");
      await shot(ada, "account-guest");
      await ada.fill("#new-name", "Ada Lovelace");
      await ada.fill("#new-password", PASSWORD);
      await ada.locator("#sign-up button[type=submit]").click();
      await ada.locator(".notice[role=status]").waitFor();
      assert.match((await ada.locator(".lead").textContent()) ?? "", /Ada Lovelace/);
      await accessible(ada, "the page of an account");
      await shot(ada, "account-account");
      assert.ok(await sits(ada, table) || (await ada.locator("#lobby").count()) === 1, "the seat came along");

      await other.goto(`${held.server.url}/account`);
      await other.fill("#old-name", "ada lovelace");
      await other.fill("#old-password", "not this one");
      await other.locator("#sign-in button[type=submit]").click();
      await other.locator("#sign-in .notice.bad").waitFor();
      await fits(other, "a wrong password");
      await accessible(other, "a wrong password");
      await shot(other, "account-wrong");
      await other.fill("#old-name", "ada lovelace");
      await other.fill("#old-password", PASSWORD);
      await other.locator("#sign-in button[type=submit]").click();
      await other.locator("#devices").waitFor();
      assert.equal(await other.locator(".devices li").count(), 2);
      await fits(other, "the page of an account");
      await shot(other, "account-phone");
      await other.goto(held.server.url);
      await other.locator(`a[href="/t/${table}"]`).waitFor();

      await other.goto(`${held.server.url}/account`);
      await other.locator('form[action="/account/sign-out"] button').click();
      await other.locator(".notice[role=status]").waitFor();
      await other.goto(held.server.url);
      assert.equal(await other.locator(`a[href="/t/${table}"]`).count(), 0, "signed out is signed out");

      const download = ada.waitForEvent("download");
      await ada.goto(`${held.server.url}/account`);
      await ada.locator('a[href="/account/data"]').click();
      assert.equal((await download).suggestedFilename(), "neuland-data.json");
      await ada.locator("#data summary").click();
      await ada.fill("#password-delete", PASSWORD);
      await ada.locator('#data input[name="sure"]').check();
      await accessible(ada, "the form that deletes");
      await shot(ada, "account-delete");
      await ada.locator("#data form button[type=submit]").click();
      await ada.locator(".notice[role=status]").waitFor();
      await ada.goto(held.server.url);
      assert.equal(await ada.locator(`a[href="/t/${table}"]`).count(), 0);
      assert.ok(!(await ada.content()).includes("Lovelace"), "nothing is left, not even the name in the form");
    }),
  );
  noErrors(ada, other);
});
