// What the tests of the static site need: the folder behind a plain file server, and a browser, for as long as the tests of a file run.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { closeBrowser, openBrowser } from "./browser.js";
import { needSite, serveFolder } from "./static.js";

/**
 * A host of the site and a browser.
 * @param {(folder: string) => void} [prepare] writes a site of its own into a folder, which goes with the tests
 * @returns {{ host: Awaited<ReturnType<typeof serveFolder>>, browser: import("playwright-core").Browser }}
 */
export function staticHouse(prepare) {
  needSite();
  const held = /** @type {any} */ ({});
  const folder = prepare && mkdtempSync(join(tmpdir(), "neuland-site-"));
  before(async () => {
    if (folder) prepare(folder);
    [held.host, held.browser] = await Promise.all([serveFolder(folder), openBrowser()]);
  });
  after(async () => {
    if (held.browser) await closeBrowser(held.browser);
    await held.host?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });
  return held;
}
