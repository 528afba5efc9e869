// A lane of `run.js`: runs the files of tests that it is told, one after the other, with one browser for all of them. `null` is the last.

import { basename } from "node:path";
import { describe } from "node:test";
import { shareBrowser } from "./lib/browser.js";
import { beginFile } from "./lib/seed.js";

const close = shareBrowser();
// Whoever is stopped takes its browser and its servers along.
process.once("SIGTERM", () => process.exit(143));

process.on("message", (/** @type {string | null} */ path) => {
  if (path === null) {
    process.disconnect();
    void close();
    return;
  }
  beginFile(path);
  describe(basename(path), () => import(path));
});
