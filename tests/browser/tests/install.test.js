// The site as an app: while the server cannot be reached a page of ours says so, and it goes away with the trouble.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { installed, openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { german, PHONE } from "../lib/screens.js";

const held = house();

test("without a connection a page of ours says so, until it is back", async () => {
  const page = await openPage(held.browser, { ...german(PHONE), serviceWorkers: "allow", quiet: true });
  await watched(page, "install", async () => {
    await page.goto(held.server.url);
    await installed(page);
    await page.context().setOffline(true);
    await page.goto(`${held.server.url}/rules/catan`);
    await page.getByRole("heading", { name: "Keine Verbindung" }).waitFor();
    await accessible(page, "the page without a connection");
    await shot(page, "install-offline");
    assert.equal(new URL(page.url()).pathname, "/rules/catan");
    await page.context().setOffline(false);
    await page.locator("article.rulebook").waitFor();
  });
});
