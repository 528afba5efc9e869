// A whole game through the page alone: opened on the start page, played by mouse against a bot, to the standings. It needs no more than the
// address of the start page and a way to wait for the others, so it plays at a server as at the site that needs none.

import assert from "node:assert/strict";
import { Mouse, play } from "./hands.js";
import { LandMouse, playLand, Settler } from "./land.js";
import { Player } from "./strategy.js";

/** The games, each with what makes a whole one short. @type {Record<string, { opponent: string, options: Record<string, string>, isLand: boolean }>} */
export const WHOLE = {
  catan: { opponent: "bot:settler", options: { victory_points: "6" }, isLand: false },
  "cities-and-knights": { opponent: "bot:settler", options: { victory_points: "7" }, isLand: false },
  carcassonne: { opponent: "bot:surveyor", options: {}, isLand: true },
  "traders-and-builders": { opponent: "bot:surveyor", options: {}, isLand: true },
  mayflower: { opponent: "bot:surveyor", options: {}, isLand: true },
};

/**
 * Opens a game of two on the start page, and plays it to the end.
 * @param {any} page of Playwright, or a `FirefoxPage`
 * @param {string} game
 * @param {{ start: string, wait: Wait, watch?: (what: string) => Promise<void> }} where `start`: the address of the
 *   start page with this game chosen; `wait`: lets the others move after an offer that leaves nothing to decide, and returns once the page
 *   shows it; `watch` is called as the game begins, in its middle and at its end
 * @returns {Promise<Record<string, number>>} how often each kind of move was made
 */
export async function playWhole(page, game, { start, wait, watch = async () => {} }) {
  const { opponent, options, isLand } = WHOLE[game] ?? assert.fail(`${game} is no game`);
  await page.goto(start);
  await open(page, opponent, options);
  await watch("begun");
  const isMiddle = middle();
  const made = isLand ? await land(page, wait, watch, isMiddle) : await island(page, wait, watch, isMiddle);
  const result = page.locator("#result");
  await result.waitFor();
  await watch("over");
  assert.equal(await result.locator(".standings thead .name").count(), 2, "both are in the standings");
  const points = (await result.locator(".standings .totals td").allTextContents()).map(Number);
  assert.ok(points.length === 2 && points.every((sum) => Number.isFinite(sum)), `both have points: ${points}`);
  assert.deepEqual(points, [...points].sort((/** @type {number} */ a, /** @type {number} */ b) => b - a), "best first");
  assert.equal(await page.locator("main [data-action]:not(#chooser [data-action])").count(), 0, "nothing is left to do");
  return made;
}

/** Whether the game is in its middle, asked once a move. */
function middle() {
  let asked = 0;
  return () => (asked += 1) === 24;
}

/** Fills in the form and opens the table. @param {any} page @param {string} opponent @param {Record<string, string>} options */
async function open(page, opponent, options) {
  await page.locator("#setup").waitFor({ state: "attached" });
  if ((await page.locator("#setup[open]").count()) === 0) await page.locator("#setup > summary").click();
  await page.locator('select[name="seat-A"]').selectOption("me");
  await page.locator('select[name="seat-B"]').selectOption(opponent);
  for (const seat of ["C", "D", "E", "F"]) {
    const select = page.locator(`select[name="seat-${seat}"]`);
    if ((await select.count()) > 0) await select.selectOption("none");
  }
  for (const [option, value] of Object.entries(options)) {
    const field = page.locator(`#option-${option}`);
    if (!(await field.isVisible())) await page.locator("#new .options details.more > summary").click();
    await field.fill(value);
  }
  await page.locator("#new .send button").first().click();
  await page.locator("main[data-table]").waitFor();
}

/** @typedef {(page: any, offer: import("./offer.js").Offer) => Promise<void>} Wait @typedef {(what: string) => Promise<void>} Watch */

/** Plays an island by mouse. @param {any} page @param {Wait} wait @param {Watch} watch @param {() => boolean} isMiddle */
async function island(page, wait, watch, isMiddle) {
  const player = new Player({ offers: 1 });
  const hands = new Mouse(page);
  hands.wait = (/** @type {import("./offer.js").Offer} */ offer) => wait(page, offer);
  if (!(await play(page, hands, player, isMiddle)).over) await watch("middle");
  await play(page, hands, player);
  for (const word of ["settlement", "road", "roll"]) assert.ok((player.made[word] ?? 0) >= 1, `${word} was tried`);
  return player.made;
}

/** Plays a land of tiles by mouse. @param {any} page @param {Wait} wait @param {Watch} watch @param {() => boolean} isMiddle */
async function land(page, wait, watch, isMiddle) {
  const settler = new Settler();
  const hands = new LandMouse(page);
  const patient = { do: (/** @type {any} */ move) => hands.do(move), wait: (/** @type {import("./offer.js").Offer} */ offer) => wait(page, offer) };
  if (!(await playLand(page, patient, settler, isMiddle)).over) await watch("middle");
  await playLand(page, patient, settler);
  assert.ok((settler.made.place ?? 0) >= 20, `tiles were placed: ${JSON.stringify(settler.made)}`);
  return settler.made;
}
