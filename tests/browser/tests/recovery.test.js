// A lost password: codes that are made with the account or later, and the way back with one of them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { house } from "../lib/house.js";
import { NARROW } from "../lib/screens.js";

const held = house();
const PASSWORD = "correct horse battery";
const WIDE = { viewport: { width: 1280, height: 800 } };

/** The codes that the page shows. @param {import("playwright-core").Page} page */
async function shownCodes(page) {
  await page.locator("#recovery-codes").waitFor();
  return page.locator("#recovery-codes code").allTextContents();
}

/** @param {import("playwright-core").Page} page */
async function signOut(page) {
  await page.locator('form[action="/account/sign-out"] button').click();
  await page.locator("#sign-in").waitFor();
}

/**
 * Follows the way from the form for signing in, and sends a code.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {string} code
 * @param {string} password
 */
async function recover(page, name, code, password) {
  await page.goto(`${held.server.url}/account`);
  await page.locator('#sign-in a[href="/account/recover"]').click();
  await page.fill("#recover-name", name);
  await page.fill("#recover-code", code);
  await page.fill("#recover-password", password);
  await page.locator("main button[type=submit]").click();
}

for (const [lang, name, wishes] of /** @type {const} */ ([
  ["en", "Grace Hopper", WIDE],
  ["de", "Konrad Zuse", { ...NARROW, locale: "de-DE" }],
])) {
  test(`codes: made with the account, used once, and replaced, in ${lang}`, async () => {
    const page = await openPage(held.browser, { ...wishes, quiet: true });
    const reads = async (/** @type {string} */ what) => {
      await accessible(page, what);
      await fits(page, what);
      if (lang === "de") assert.deepEqual(await notGerman(page), [], `${what} is German`);
    };
    await watched(page, `recovery-${lang}`, async () => {
      await page.goto(`${held.server.url}/account`);
      await page.fill("#new-name", name);
      await page.fill("#new-password", "abcabcabcabc");
      await page.locator("#sign-up button[type=submit]").click();
      await page.locator("#sign-up .notice.bad").waitFor();
      await reads("a weak password");
      await page.locator("#sign-up").scrollIntoViewIfNeeded();
      await shot(page, `recovery-weak-${lang}`);
      await page.fill("#new-name", name);
      await page.fill("#new-password", PASSWORD);
      assert.ok(await page.locator('#sign-up input[name="codes"]').isChecked(), "codes are offered");
      await page.locator("#sign-up button[type=submit]").click();
      const first = await shownCodes(page);
      assert.equal(new Set(first).size, 10);
      for (const code of first) assert.match(code, /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){2}$/);
      await reads("new codes");
      await shot(page, `recovery-codes-${lang}`);

      await page.goto(`${held.server.url}/account`);
      assert.equal(await page.locator("#recovery-codes").count(), 0, "they are shown once");
      assert.match((await page.locator("#recovery").textContent()) ?? "", /10/);
      await reads("a page with codes left");
      await page.locator("#recovery").scrollIntoViewIfNeeded();
      await shot(page, `recovery-left-${lang}`);
      await signOut(page);

      // Somebody else's guess, then the code as people type it.
      await recover(page, name, "00000-00000-00000", "another horse battery");
      await page.locator(".notice.bad").waitFor();
      assert.equal(await page.inputValue("#recover-name"), name, "what was typed stays, but the password");
      await reads("a wrong code");
      await shot(page, `recovery-wrong-${lang}`);
      await recover(page, name.toLowerCase(), ` ${(first[0] ?? "").toUpperCase().replaceAll("-", " ")} `, "another horse battery");
      await page.locator(".notice[role=status]").waitFor();
      assert.match((await page.locator(".lead").textContent()) ?? "", new RegExp(name));
      assert.match((await page.locator("#recovery").textContent()) ?? "", /9/);
      await reads("back by a code");
      await shot(page, `recovery-back-${lang}`);

      // New codes: with the password alone, and the old ones end.
      await page.fill("#password-recovery", PASSWORD);
      await page.locator("#recovery button[type=submit]").click();
      await page.locator("#recovery .notice.bad").waitFor();
      await page.fill("#password-recovery", "another horse battery");
      await page.locator("#recovery button[type=submit]").click();
      const second = await shownCodes(page);
      assert.ok(second.every((code) => !first.includes(code)));
      await page.locator('[data-copy="recovery-codes"]').click();
      await signOut(page);
      for (const spent of [first[0] ?? "", first[5] ?? ""]) {
        await recover(page, name, spent, PASSWORD);
        await page.locator(".notice.bad").waitFor();
      }

      // A link from somebody who runs the server fills the form, and the code does not stay in the address.
      await page.goto(`${held.server.url}/account/recover?name=${encodeURIComponent(name)}#${second[9]}`);
      assert.equal(await page.inputValue("#recover-code"), second[9]);
      assert.equal(await page.inputValue("#recover-name"), name);
      assert.ok(!page.url().includes(second[9] ?? "?"));
      await page.fill("#recover-password", PASSWORD);
      await page.locator("main button[type=submit]").click();
      await page.locator(".notice[role=status]").waitFor();
    });
    noErrors(page);
  });
}
