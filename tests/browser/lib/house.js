// What every test file needs: a server and a browser for as long as its tests run.

import { mkdirSync, writeFileSync } from "node:fs";
import { after, before } from "node:test";
import { closeBrowser, openBrowser } from "./browser.js";
import { OUT } from "./places.js";
import { fileNow } from "./seed.js";
import { startServer } from "./server.js";

/**
 * A server in test mode and a browser. `test: false` starts a server that draws its dice as it does for people: for tests that play no
 * game and do with the data folder what a server in test mode forbids.
 * @param {{ binary?: string, test?: boolean }} [wishes]
 * @returns {{ server: import("./server.js").Server, browser: import("playwright-core").Browser }}
 */
export function house(wishes) {
  const held = /** @type {any} */ ({});
  before(async () => {
    [held.server, held.browser] = await Promise.all([startServer(wishes), openBrowser()]);
  });
  after(async () => {
    if (held.server) await keepSteps(held.server);
    if (held.browser) await closeBrowser(held.browser);
    await held.server?.stop();
  });
  return held;
}

/**
 * Writes down what was played at the tables of a file, to compare two runs with the same seed.
 * @param {import("./server.js").Server} server
 */
async function keepSteps(server) {
  const answer = await fetch(`${server.url}/test/steps`).catch(() => null);
  if (!answer?.ok) return;
  mkdirSync(`${OUT}steps`, { recursive: true });
  writeFileSync(`${OUT}steps/${fileNow()}.txt`, await answer.text());
}
