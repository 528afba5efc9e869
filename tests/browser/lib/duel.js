// A table of two people without bots: one plays in a page, the other waits until the test plays on through the API. Nothing
// happens there that a test does not do.

import { api } from "./api.js";
import { openPage } from "./browser.js";
import { Forward, keyOf } from "./forward.js";
import { createTable } from "./table.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {object} Duel
 * @property {Page} page of A
 * @property {string[]} commands what the page has sent
 * @property {string} table its id
 * @property {Forward} both plays for both
 * @property {Forward} own for the person of the page
 * @property {Forward} other for the other one, B
 */

/**
 * Opens a table at which both have sat down, and shows it to A.
 * @param {{ server: import("./server.js").Server, browser: import("playwright-core").Browser }} held
 * @param {string} game
 * @param {import("playwright-core").BrowserContextOptions & { quiet?: boolean, from?: import("./table.js").Wishes["from"], on?: Page }} [wishes]
 *   for the page; the position at which the game begins; a page that is open already
 * @returns {Promise<Duel>}
 */
export async function duel({ server: { url }, browser }, game, { from, on, ...wishes } = {}) {
  const page = on ?? (await openPage(browser, wishes));
  const table = await createTable(page, url, { game, seats: ["me", "open"], ...(from ? { from } : {}) });
  const theirs = (await api(url, undefined, `/tables/${table}/join`, { name: "Ben" })).token;
  await page.goto(`${url}/t/${table}`);
  const own = await keyOf(page);
  const commands = commandsOf(page);
  commands.length = 0;
  const forward = (/** @type {Record<string, string>} */ tokens) => new Forward(url, table, tokens);
  return { page, commands, table, both: forward({ A: own, B: theirs }), own: forward({ A: own }), other: forward({ B: theirs }) };
}

/** @type {WeakMap<Page, string[]>} */
const noted = new WeakMap();

/** Notes which commands a page sends, from the first call on. @param {Page} page */
function commandsOf(page) {
  const before = noted.get(page);
  if (before) return before;
  /** @type {string[]} */
  const commands = [];
  noted.set(page, commands);
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== "POST" || !/\/(act|undo|wish)$/.test(pathname)) return;
    commands.push(new URLSearchParams(request.postData() ?? "").get("action") ?? pathname.split("/").at(-1) ?? "");
  });
  return commands;
}
