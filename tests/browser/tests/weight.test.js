// What a page weighs when it is loaded for the first time: all bytes that are sent for it, and how many requests it makes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { tellBots } from "../lib/pace.js";
import { createTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();
/** The slow way (`lag.js`) sends more bytes than a server. */
const skip = process.env.NEULAND_LAG !== undefined;

/**
 * Loads a page without anything in the browser's cache; what the page names twice is sent once.
 * @param {Page} page
 * @param {string} url
 * @returns {Promise<{ bytes: number, requests: string[] }>} what was sent, head and body, beside the stream of a table
 */
async function weigh(page, url) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  /** @type {Map<string, string>} */
  const open = new Map();
  /** @type {string[]} */
  const requests = [];
  let bytes = 0;
  let arrived = () => {};
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (request.url.startsWith("data:") || type === "EventSource") return;
    open.set(requestId, new URL(request.url).pathname);
    requests.push(new URL(request.url).pathname);
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (open.delete(requestId)) bytes += encodedDataLength;
    arrived();
  });
  session.on("Network.loadingFailed", ({ requestId }) => {
    open.delete(requestId);
    arrived();
  });
  await page.goto(url, { waitUntil: "load" });
  // What is loaded lazily is on its way by now, and what is folded away is not loaded.
  await page.evaluate(() => Promise.all([...document.images].filter((image) => image.checkVisibility()).map((image) => image.decode().catch(() => {}))));
  while (open.size > 0) await new Promise((done) => (arrived = () => done(undefined)));
  await session.detach();
  return { bytes, requests };
}

test("the start page is light", { skip }, async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "weight-start", async () => {
    const { bytes, requests } = await weigh(page, held.server.url);
    t.diagnostic(`start: ${(bytes / 1024).toFixed(1)} KB in ${requests.length} requests: ${requests.join(" ")}`);
    assert.ok(requests.length <= 10, `${requests.length} requests: ${requests.join(" ")}`);
    assert.ok(bytes <= 60 * 1024, `${bytes} bytes`);
  });
  noErrors(page);
});

for (const game of ["catan", "cities-and-knights", "traders-and-builders"]) {
  test(`a table is light: ${game}`, { skip }, async (t) => {
    const page = await openPage(held.browser);
    await watched(page, `weight-${game}`, async () => {
      const table = await createTable(page, held.server.url, { game });
      await tellBots(held.server.url, table);
      const { bytes, requests } = await weigh(page, `${held.server.url}/t/${table}`);
      assert.equal(await page.locator("#board").count(), 1);
      t.diagnostic(`${game}: ${(bytes / 1024).toFixed(1)} KB in ${requests.length} requests: ${requests.join(" ")}`);
      assert.ok(bytes <= 120 * 1024, `${bytes} bytes`);
    });
    noErrors(page);
  });
}
