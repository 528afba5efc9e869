// The browser, and pages whose errors fail the test.

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach } from "node:test";
import { chromium as driver } from "playwright-core";
import { isWaiting, leave as leaveContext, leaveAll, lend } from "./contexts.js";
import { way } from "./lag.js";
import { chromium } from "./machine.js";
import { STILL_MS } from "./pace.js";
import { OUT } from "./places.js";
import { pressPatiently } from "./presses.js";
import { nextName, plantRandomness, SEED } from "./seed.js";

/** @typedef {import("playwright-core").Browser} Browser */

// What is not wanted of the browser. The last list counts, so the first lines repeat those of Playwright's that concern a page.
const WITHOUT = [
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  // Two pages of its address field, which nobody sees, with a process for each context.
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${WITHOUT.join(",")}`,
  // The pages of a person share a process, and so does the next person's in the same context.
  "--renderer-process-limit=1",
];

/** The sizes that are looked at. */
export const SIZES = {
  desk: { width: 1440, height: 900 },
  small: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
};

/** Starts a browser. */
const launch = async () => driver.launch({ executablePath: chromium(), args: ARGUMENTS, ...(await way()) });

/** The browser of a lane, which all its files use. @type {Promise<Browser> | undefined} */
let shared;

/** Opens one browser for all files that this process runs from now on; what it returns closes it. */
export function shareBrowser() {
  const opened = (shared = launch());
  return async () => (await opened).close();
}

/** A browser: that of the lane in which this file runs (`lane.js`), else one of its own. */
export const openBrowser = () => shared ?? launch();

/** Closes a browser, or what a file has opened in that of its lane. @param {Browser} browser */
export async function closeBrowser(browser) {
  if (shared === undefined) await browser.close();
  else await Promise.all(browser.contexts().filter((context) => !isWaiting(context)).map((context) => context.close()));
}

// What a test leaves open would follow its games while the next one runs.
afterEach(leaveAll);

/**
 * A page of a person of their own: own cookies, own language.
 *
 * @param {Browser} browser
 * @param {import("playwright-core").BrowserContextOptions & { quiet?: boolean, asksForSounds?: boolean }} [wishes] `quiet`: the test itself
 *   brings about network errors, which browsers report on the console
 */
export async function openPage(browser, { quiet = false, asksForSounds = false, ...wishes } = {}) {
  const name = nextName();
  const { viewport = SIZES.desk, colorScheme = "light", reducedMotion = "reduce", ...kind } = wishes;
  const context = await lend(browser, { locale: "en-GB", viewport: SIZES.desk, reducedMotion: "reduce", serviceWorkers: "block", ...kind }, name, begin(`${SEED} ${name}`, asksForSounds), async (context) => {
    context.setDefaultTimeout(STILL_MS);
    if (process.env.NEULAND_WEB) await ownAssets(context, process.env.NEULAND_WEB);
  });
  const page = await context.newPage();
  // What a page can be told needs no context of its own.
  if (viewport !== SIZES.desk && viewport !== null) await page.setViewportSize(viewport);
  if (colorScheme !== "light" || reducedMotion !== "reduce") await page.emulateMedia({ colorScheme, reducedMotion });
  pressPatiently(page);
  /** @type {string[]} */
  const errors = [];
  errorsOf.set(page, errors);
  page.on("pageerror", (error) => errors.push(`page error: ${error.stack ?? error.message}`));
  page.on("console", (message) => {
    if (message.type() !== "error" && message.type() !== "warning") return;
    // Playwright says so where no service worker is wanted.
    if (/Service Worker registration blocked by Playwright/.test(message.text())) return;
    // A refused command is answered with a status of 4xx, which the browser reports by itself.
    if (/Failed to load resource: the server responded with a status of 4(09|22)/.test(message.text())) return;
    if (quiet && /net::ERR_|Failed to load resource|Failed to fetch/.test(message.text())) return;
    errors.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  return page;
}

/** Closes the pages of a person whom the test needs no more. @param {import("playwright-core").Page} page */
export const leave = (page) => leaveContext(page.context());

/** Waits until the service worker has stored what it needs and controls the page. @param {import("playwright-core").Page} page */
export const installed = (page) =>
  page.evaluate(async () => {
    const worker = navigator.serviceWorker;
    await worker.ready;
    if (!worker.controller) await new Promise((taken) => worker.addEventListener("controllerchange", taken, { once: true }));
  });

/** What runs in each page of a person before its scripts. @param {string} name of the seed and the person @param {boolean} asksForSounds */
function begin(name, asksForSounds) {
  // Asked once, over the board; `show.test.js` answers.
  const sounds = asksForSounds ? "" : 'if (location.protocol === "http:") localStorage.setItem("neuland-sounds", "asked");';
  return `(${plantRandomness})(${JSON.stringify(name)}); ${sounds}`;
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
