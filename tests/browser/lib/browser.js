// The browser, and pages whose errors fail the test.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach } from "node:test";
import { chromium as driver } from "playwright-core";
import { chromium } from "./machine.js";
import { STILL_MS } from "./pace.js";
import { OUT } from "./places.js";
import { pressPatiently } from "./presses.js";
import { nextName, plantRandomness, SEED } from "./seed.js";

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The sizes that are looked at. */
export const SIZES = {
  desk: { width: 1440, height: 900 },
  small: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};

/** How the browser is started. */
export const LAUNCH = { executablePath: chromium(), args: ARGUMENTS };

/** A browser: that of the lane in which this file runs (`run.js`), else one of its own. */
export function openBrowser() {
  const lane = process.env.NEULAND_BROWSER;
  return lane ? driver.connect(lane) : driver.launch(LAUNCH);
}

/** The people of the test that goes on. @type {import("playwright-core").BrowserContext[]} */
let contexts = [];

// What a test leaves open would follow its games while the next one runs.
afterEach(async () => {
  const open = contexts;
  contexts = [];
  await Promise.all(open.map((context) => context.close()));
});

/**
 * A page of a person of their own: own cookies, own language.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").BrowserContextOptions & { quiet?: boolean, asksForSounds?: boolean }} [wishes] `quiet`: the test itself
 *   brings about network errors, which browsers report on the console
 */
export async function openPage(browser, { quiet = false, asksForSounds = false, ...wishes } = {}) {
  const name = nextName();
  const extraHTTPHeaders = { "Neuland-Test": name };
  const context = await browser.newContext({ locale: "en-GB", viewport: SIZES.desk, reducedMotion: "reduce", extraHTTPHeaders, ...wishes });
  contexts.push(context);
  await context.addInitScript(plantRandomness, `${SEED} ${name}`);
  context.setDefaultTimeout(STILL_MS);
  // Asked once, over the board; `show.test.js` answers.
  if (!asksForSounds) await context.addInitScript(() => void (location.protocol === "http:" && localStorage.setItem("neuland-sounds", "asked")));
  if (process.env.NEULAND_WEB) await ownAssets(context, process.env.NEULAND_WEB);
  const page = await context.newPage();
  pressPatiently(page);
  /** @type {string[]} */
  const errors = [];
  errorsOf.set(page, errors);
  page.on("pageerror", (error) => errors.push(`page error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // A refused command is answered with a status of 4xx, which the browser reports by itself.
    if (/Failed to load resource: the server responded with a status of 4(09|22)/.test(message.text())) return;
    if (quiet && /net::ERR_|Failed to load resource|Failed to fetch/.test(message.text())) return;
    errors.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return page;
}

/**
 * Serves style sheets and modules from a folder instead of the binary, to try a change of them without building:
 * `NEULAND_WEB=../../crates/pages/web npm test`.
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} folder
 */
function ownAssets(context, folder) {
  return context.route(/\/assets\/[^/]+\/[^/]+\.(js|css)$/, async (route) => {
    const path = join(folder, new URL(route.request().url()).pathname.split("/").at(-1) ?? "");
    if (existsSync(path)) await route.fulfill({ path });
    else await route.continue();
  });
}

/** @type {WeakMap<import("playwright-core").Page, string[]>} */
const errorsOf = new WeakMap();

/**
 * Fails where a page has had errors.
 * @param {...import("playwright-core").Page} pages
 */
export function noErrors(...pages) {
  const errors = pages.flatMap((page) => errorsOf.get(page) ?? []);
  if (errors.length > 0) throw new Error(`the page reported errors:\n${errors.join("\n")}`);
}

/**
 * Hears what event streams bring to a page.
 * @param {import("playwright-core").Page} page
 * @param {(data: string) => void} listener
 */
export async function onStream(page, listener) {
  const session = await page.context().newCDPSession(page);
  session.on("Network.eventSourceMessageReceived", ({ data }) => listener(data));
  await session.send("Network.enable");
}

/** @param {import("playwright-core").Page} page @param {string} name */
export async function shoot(page, name) {
  mkdirSync(OUT, { recursive: true });
  await page.screenshot({ path: `${OUT}${name}.png` });
}

/**
 * A picture on demand: `NEULAND_SHOTS=1 npm test`.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
export async function shot(page, name) {
  if (process.env.NEULAND_SHOTS) await shoot(page, name);
}

/**
 * Runs a part of a test; if it fails, the page is photographed and its text kept.
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {() => Promise<void>} part
 */
export async function watched(page, name, part) {
  try {
    await part();
  } catch (error) {
    await shoot(page, `failed-${name}`).catch(() => {});
    throw error;
  }
}
