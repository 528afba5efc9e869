// What every test file needs: a server and a browser for as long as its tests run.

import { after, before } from "node:test";
import { openBrowser } from "./browser.js";
import { startServer } from "./server.js";

/**
 * @param {{ pause?: number, binary?: string }} [wishes]
 * @returns {{ server: import("./server.js").Server, browser: import("playwright-core").Browser }}
 */
export function house(wishes) {
  const held = /** @type {any} */ ({});
  before(async () => {
    [held.server, held.browser] = await Promise.all([startServer(wishes), openBrowser()]);
  });
  after(async () => {
    await held.browser?.close();
    await held.server?.stop();
  });
  return held;
}
