// What the tests need from the machine, and which command brings it.

import { existsSync } from "node:fs";
import { IS_NIGHT } from "./night.js";
import { BINARY, BROWSERS, HEADLESS_SHELL } from "./places.js";

/**
 * What is missing, one sentence each; empty where all is there.
 * @returns {string[]}
 */
export function missing() {
  const lacks = [];
  if (Number(process.versions.node.split(".")[0]) < 20) {
    lacks.push(`Node.js 20 or later is needed, this is ${process.version}; on Debian: apt-get install nodejs npm`);
  }
  if (!existsSync(new URL("../node_modules/playwright-core", import.meta.url))) {
    lacks.push("the pinned packages are not installed; in tests/browser: npm ci");
  }
  if (chromium() === undefined) lacks.push("no chromium is installed; on Debian: apt-get install chromium-headless-shell");
  if (!existsSync(BINARY)) {
    lacks.push(`${BINARY} is not there: cargo build -p neuland --features sample-game (or set NEULAND_BIN)`);
  }
  return lacks;
}

/**
 * The browser of this machine: the gate prefers the headless shell, the night the whole of Chromium.
 * @returns {string | undefined}
 */
export function chromium() {
  const all = IS_NIGHT ? [...BROWSERS, HEADLESS_SHELL] : [HEADLESS_SHELL, ...BROWSERS];
  return all.find((path) => existsSync(path));
}
