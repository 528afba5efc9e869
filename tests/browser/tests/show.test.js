// What happens is shown: what a line of the log tells moves over the board, once and in order, and gives way at once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { tell } from "../lib/cues.js";
import { house } from "../lib/house.js";
import { LandMouse, playLand, Settler } from "../lib/land.js";
import { Mouse, play } from "../lib/hands.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house({ pause: 300 });

/** How long one thing may move, in milliseconds. */
const LONGEST = 600;

/**
 * Notes which lines are shown, and everything that is moved for them.
 * @param {Page} page
 */
async function watchStage(page) {
  await page.addInitScript(() => {
    const noted = { lines: /** @type {string[]} */ ([]), moves: /** @type {{ what: string, until: number }[]} */ ([]) };
    Object.assign(window, { noted });
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, timing) {
      const moving = animate.call(this, frames, timing);
      const { endTime } = moving.effect?.getComputedTiming() ?? {};
      noted.moves.push({ what: this.getAttribute("class") ?? "", until: Number(endTime) });
      return moving;
    };
    addEventListener("DOMContentLoaded", () => {
      new MutationObserver((changes) => {
        for (const { target } of changes) {
          if (target instanceof HTMLElement && target.id === "stage" && target.dataset.line) noted.lines.push(target.dataset.line);
        }
      }).observe(document.body, { subtree: true, attributeFilter: ["data-line"] });
    });
  });
}

/** @param {Page} page @returns {Promise<{ lines: string[], moves: { what: string, until: number }[] }>} */
const noted = (page) => page.evaluate(() => /** @type {any} */ (window).noted);

/** The lines of the log that have something to show. @param {Page} page @returns {Promise<string[]>} */
const linesOf = (page) => page.evaluate(() => [...document.querySelectorAll("#log-lines > li[data-cue]")].map((line) => line.id));

/** Waits until nothing is shown any more. @param {Page} page */
const rest = (page) => page.waitForFunction(() => document.getAnimations().every(({ effect }) => !(/** @type {any} */ (effect)?.target?.closest("#stage"))) && !document.querySelector("#stage > *"));

for (const game of ["catan", "cities-and-knights", "traders-and-builders"]) {
  test(`who looks on sees everything once and in order: ${game}`, async (t) => {
    const player = await openPage(held.browser);
    const page = await openPage(held.browser, { reducedMotion: "no-preference" });
    await watchStage(page);
    await watched(page, `show-${game}`, async () => {
      const isLand = game.includes("builders");
      if (isLand) await openTable(player, held.server.url, { game });
      else await openTable(player, held.server.url, { game });
      await page.goto(player.url());
      await page.locator("#board > svg").waitFor();
      const before = (await linesOf(page)).at(-1) ?? "log-0";
      let moves = 0;
      const mouse = isLand ? new LandMouse(player) : new Mouse(player);
      const { do: make } = mouse;
      mouse.do = async (/** @type {any} */ move) => {
        await make.call(mouse, move);
        moves += 1;
        await shot(page, `show-${game}-${moves}`);
      };
      if (isLand) await playLand(player, /** @type {any} */ (mouse), new Settler(), () => moves >= 16);
      else await play(player, /** @type {any} */ (mouse), new Player({ offers: 0 }), async () => moves >= 24);
      await rest(page);
      const number = (/** @type {string} */ line) => Number(line.replace("log-", ""));
      const { lines, moves: moved } = await noted(page);
      const due = (await linesOf(page)).filter((line) => number(line) > number(before));
      const numbers = lines.map(number);
      assert.deepEqual(numbers, [...new Set(numbers)].sort((a, b) => a - b), "each once, in order");
      const missing = due.filter((line) => !lines.includes(line) && number(line) <= number(lines.at(-1) ?? ""));
      t.diagnostic(`${game}: ${lines.length} of ${due.length} lines shown, ${moved.length} moves, the longest ${Math.max(...moved.map(({ until }) => until))} ms`);
      assert.ok(lines.length > 10, `${lines.length} lines were shown`);
      assert.deepEqual(missing, [], "none is left out");
      assert.deepEqual(moved.filter(({ until }) => until > LONGEST + 1), [], `nothing moves for more than ${LONGEST} ms`);
      const hidden = await page.evaluate(async () => {
        // The bots play on, and more may be on its way.
        while (document.querySelector("#stage > *")) await new Promise(requestAnimationFrame);
        return [...document.querySelectorAll('#board [style*="visibility"]')].map(({ outerHTML }) => outerHTML.slice(0, 120));
      });
      assert.deepEqual(hidden, [], "what was hidden for a copy of it is back");
    });
    noErrors(page, player);
    await page.context().close();
    await player.context().close();
  });
}

test("a click, a key or a hidden page completes what moves, and a wish for rest is respected", async () => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference" });
  await watchStage(page);
  await watchShifts(page);
  await openTable(page, held.server.url, { game: "catan" });
  await page.locator("#board > svg").waitFor();
  await rest(page);
  const flights = () => page.locator("#stage > *").count();
  const cue = "fly:H5:@B:wool:2 light:H5";
  for (const complete of [() => page.mouse.click(2, 2), () => page.keyboard.press("Shift")]) {
    await tell(page, cue);
    await tell(page, cue);
    await page.waitForFunction(() => document.querySelectorAll("#stage > *").length > 2);
    await complete();
    await page.waitForFunction(() => document.querySelectorAll("#stage > *").length === 0, null, { timeout: 250 });
  }
  assert.match((await page.locator("#news").textContent()) ?? "", /Something happened/);
  await page.waitForFunction(() => document.querySelector("#news")?.textContent === "");
  // What is not on the board is left out.
  await tell(page, "fly:H99:@Z:wool light:Q1 nonsense:1 score::@A:3");
  await rest(page);
  for (const motion of ["quick", "reduced"]) {
    await page.evaluate((motion) => void (document.documentElement.dataset.motion = motion), motion);
    await tell(page, cue);
    assert.equal((await flights()) > 0, motion === "quick", motion);
    await rest(page);
  }
  await page.evaluate(() => void delete document.documentElement.dataset.motion);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await tell(page, cue);
  assert.equal(await flights(), 0);
  await noShifts(page, "a table on which things move");
  noErrors(page);
  await page.context().close();
});

test("whether there are sounds is asked once", async () => {
  const page = await openPage(held.browser, { asksForSounds: true });
  await watchShifts(page);
  await openTable(page, held.server.url, { game: "catan" });
  const question = page.locator("#ask-sounds");
  await question.waitFor();
  await shot(page, "ask-sounds");
  await question.getByRole("button", { name: "On" }).click();
  await question.waitFor({ state: "hidden" });
  await page.waitForTimeout(300);
  await page.reload();
  assert.equal(await page.locator("html").getAttribute("data-sounds"), "on");
  assert.equal(await question.count(), 0, "who has sounds is not asked");
  noErrors(page);
  await page.context().close();
});

test("a replay shows what led to a position", async () => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference" });
  await watchStage(page);
  await openTable(page, held.server.url, { game: "carcassonne" });
  await playLand(page, new LandMouse(page), new Settler(), (offer) => offer.over || offer.seq > 40);
  await page.goto(`${page.url()}/replay`);
  await page.locator("#go-first").click();
  await page.locator("#go-on").click();
  const begun = (await noted(page)).moves.length;
  for (let step = 0; step < 6; step += 1) {
    await rest(page);
    await page.locator("#go-on").click();
  }
  await rest(page);
  const { moves } = await noted(page);
  assert.ok(moves.length > begun + 2, `${moves.length - begun} things moved`);
  noErrors(page);
  await page.context().close();
});

/**
 * How far what comes in is in the end from where it stays, in pixels; nothing where nothing comes in.
 * @param {Page} page
 * @param {string} place
 */
async function misses(page, place) {
  await tell(page, `come:${place}`);
  return page.evaluate((place) => {
    const copy = document.querySelector("#stage .sprite > svg > g");
    const animation = copy?.closest(".sprite")?.getAnimations()[0];
    const named = document.querySelector(`#board :is([id="${CSS.escape(place)}"], [data-place="${CSS.escape(place)}"]):is(.piece, .surveyor)`);
    const piece = named ?? document.querySelector(`#board [id="${CSS.escape(place)}"] .piece`);
    if (!copy || !animation || !piece) return null;
    animation.pause();
    animation.currentTime = 419.9;
    const [is, should] = [copy, piece].map((element) => element.getBoundingClientRect());
    animation.finish();
    return is && should ? Math.max(...["left", "top", "right", "bottom"].map((side) => Math.abs(/** @type {any} */ (is)[side] - /** @type {any} */ (should)[side]))) : null;
  }, place);
}

for (const { game, kinds } of [
  { game: "catan", kinds: ["settlement", "road"] },
  { game: "mayflower", kinds: ["follower", "surveyor"] },
]) {
  test(`what comes in comes to its place: ${game}`, async () => {
    const page = await openPage(held.browser, { reducedMotion: "no-preference", viewport: { width: 844, height: 390 } });
    if (game === "catan") {
      await openTable(page, held.server.url, { game });
      await play(page, new Mouse(page), new Player(), async (offer) => offer.seq > 12);
    } else {
      await openTable(page, held.server.url, { game });
      await playLand(page, new LandMouse(page), new Settler(), (offer) => offer.over || offer.seq > 30);
    }
    await rest(page);
    for (const kind of kinds) {
      const place = await page.evaluate((kind) => {
        const piece = document.querySelector(`#board .piece.${kind}, #board .${kind}[id]`);
        return piece?.getAttribute("data-place") ?? piece?.closest("[id]")?.id ?? null;
      }, kind);
      assert.ok(place, `there is a ${kind}`);
      // A bot may enlarge the land at that very moment.
      let by = await misses(page, place);
      for (let tries = 0; tries < 2 && !(by !== null && by < 1.5); tries += 1) {
        await rest(page);
        by = await misses(page, place);
      }
      assert.ok(by !== null && by < 1.5, `a ${kind} comes in ${by} pixels from ${place}`);
      await rest(page);
    }
    noErrors(page);
    await page.context().close();
  });
}
