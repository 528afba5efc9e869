// Opening tables: at once through the API, or the way people do, on the start page.

import assert from "node:assert/strict";
import { api } from "./api.js";
import { tellBots } from "./pace.js";
import { keyOf } from "./forward.js";
import { nextName } from "./seed.js";

/**
 * What a table is to be: the body of `POST /api/v1/tables` (docs/api.md).
 * @typedef {object} Wishes
 * @property {string} [game]
 * @property {string} [name] under which the person of the page sits there
 * @property {string[]} [seats] `me`, `open`, `bot:settler`
 * @property {Record<string, string | number | boolean>} [options]
 * @property {string} [clock] such as `decision 30 bot`
 * @property {boolean} [public]
 * @property {boolean} [hints] whether everybody may ask for hints
 * @property {string[]} [aids] by name; `chances` shows spectators the chances to win
 * @property {{ setup: object } | { record: string, at?: number }} [from] the position at which the game begins
 * @property {boolean} [still] whether bots that are due at once wait until they are told to move
 */

/** The seats of a table of three bots, by the kind of its game. @param {string} game */
const against = (game) => (["catan", "cities-and-knights"].includes(game) ? ["me", "bot:settler", "bot:settler", "bot:settler"] : ["me", "bot:surveyor", "bot:surveyor"]);

/**
 * Opens a table for the person of a page, who does not see it yet.
 * @param {import("playwright-core").Page} page
 * @param {string} url of the server
 * @param {Omit<Wishes, "still">} [wishes]
 * @returns {Promise<string>} the table's id
 */
export async function createTable(page, url, { game = "catan", name = "Ada", seats = against(game), options = {}, from, ...more } = {}) {
  const key = await keyOf(page);
  const begins = from ? { from } : { game, options };
  const opened = await api(url, key || undefined, "/tables", { ...begins, seats, name, ...more }, nextName());
  if (opened.token) await page.context().addCookies([{ name: "neuland-key", value: opened.token, url, httpOnly: true, sameSite: "Lax" }]);
  return opened.table;
}

/**
 * Opens a table for the person of a page, lets the bots move as long as it is their turn, and goes to its page.
 * @param {import("playwright-core").Page} page
 * @param {string} url of the server
 * @param {Wishes} [wishes]
 * @returns {Promise<string>} the table's id
 */
export async function openTable(page, url, { still = false, ...wishes } = {}) {
  const table = await createTable(page, url, wishes);
  if (!still) await tellBots(url, table);
  await page.goto(`${url}/t/${table}`);
  return table;
}

/**
 * Unfolds everything that can be chosen on the start page.
 * @param {import("playwright-core").Page} page
 */
export async function unfoldSetup(page) {
  if ((await page.locator("#setup[open]").count()) === 0) await page.locator("#setup > summary").click();
}

/**
 * Forgets what was chosen on the start page before: each table of a test is told all that matters.
 * @param {import("playwright-core").Page} page
 */
export async function forgetSetup(page) {
  if (page.url().startsWith("http")) await page.evaluate(() => localStorage.removeItem("neuland-new-table"));
}

/**
 * Fills in the start page and opens a table, as people do.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} url of the server
 * @param {{ game?: string, name?: string, seats?: string[], options?: Record<string, string> }} [wishes] `seats` as the
 *   values of the form: `me`, `open`, `bot:settler`, `none`
 * @returns {Promise<string>} the table's id
 */
export async function openByForm(
  page,
  url,
  { game = "catan", name = "Ada", seats = ["me", "bot:settler", "bot:settler", "bot:settler"], options = {} } = {},
) {
  await forgetSetup(page);
  await page.goto(`${url}/?game=${game}`);
  await page.fill("#name", name);
  for (const [n, seat] of ["A", "B", "C", "D"].entries()) {
    await page.selectOption(`select[name="seat-${seat}"]`, seats[n] ?? "none");
  }
  for (const [option, value] of Object.entries(options)) {
    const field = page.locator(`#option-${option}`);
    if (!(await field.isVisible())) await page.locator("#new .options details.more > summary").click();
    const kind = await field.evaluate((element) => `${element.tagName} ${element.getAttribute("type") ?? ""}`.trim());
    if (kind === "SELECT") await field.selectOption(value);
    else if (kind === "INPUT checkbox") await field.setChecked(value === "true");
    else await field.fill(value);
  }
  await page.click('#new .send button');
  await page.waitForURL(/\/t\/[^/]+$/);
  const table = new URL(page.url()).pathname.split("/").at(-1);
  assert.ok(table, "the table has an id");
  return table;
}
