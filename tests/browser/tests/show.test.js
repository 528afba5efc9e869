// What happens is shown: what a line of the log tells moves over the board, once and in order, and gives way at once.

import assert from "node:assert/strict";
import { test } from "node:test";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { tell, tellAll } from "../lib/cues.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { settled, STILL_MS } from "../lib/pace.js";
import { CATAN_BUILDING, CATAN_FOUNDING, MAYFLOWER_TILE } from "../lib/positions.js";
import { noShifts, watchShifts } from "../lib/shifts.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

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

/** Completes what moves, line by line, until nothing does any more. @param {Page} page */
const completed = (page) =>
  page.evaluate(async () => {
    const moving = () => document.getAnimations().filter(({ effect }) => /** @type {any} */ (effect)?.target?.closest("#stage, #dice"));
    for (let quiet = 0; quiet < 2; ) {
      moving().forEach((animation) => animation.finish());
      await new Promise(requestAnimationFrame);
      quiet = moving().length > 0 || document.querySelector("#stage > *") ? 0 : quiet + 1;
    }
  });

/** What two people do, and who of them: they found and roll at Catan, and place tiles and figures. @type {Record<string, [string, RegExp][]>} */
const PLAYED = {
  catan: [...["A", "A", "B", "B", "B", "B", "A", "A"].map((seat) => /** @type {[string, RegExp]} */ ([seat, /^/])), ["A", /^end/], ["B", /^end/], ["A", /^end/], ["B", /^end/]],
  "traders-and-builders": Array.from({ length: 8 }, (_, n) => ["A", "A", "B", "B"].map((seat, m) => /** @type {[string, RegExp]} */ ([seat, m % 2 === 0 ? /^place/ : n % 2 === 0 ? /^deploy/ : /^pass/]))).flat(),
};
PLAYED["cities-and-knights"] = PLAYED.catan ?? [];

for (const game of ["catan", "cities-and-knights", "traders-and-builders"]) {
  test(`who looks on sees everything once and in order, if there is time: ${game}`, async (t) => {
    const player = await openPage(held.browser);
    const page = await openPage(held.browser, { reducedMotion: "no-preference" });
    await watchStage(page);
    await watched(page, `show-${game}`, async () => {
      const { table, both } = await duel(held, game, { on: player });
      await page.goto(`${held.server.url}/t/${table}`);
      await page.locator("#board > svg").waitFor();
      const before = (await linesOf(page)).at(-1) ?? "log-0";
      // Where more has happened than the last two events, the page leaves out what is older.
      const shown = async () => {
        await settled(page, await both.version("A"));
        await completed(page);
      };
      for (const [seat, like] of PLAYED[game] ?? []) {
        if (String(like) === "/^end/") await both.end(seat, shown);
        else if (!String(like).includes("pass") && !String(like).includes("deploy")) await both.do(seat, like);
        // The last figure may be on the table, and with a builder another tile comes.
        else if ((await both.legal(seat)).some((action) => like.test(action))) await both.do(seat, like);
        await shown();
      }
      await shot(page, `show-${game}`);
      const last = (await linesOf(page)).at(-1);
      await page.waitForFunction((last) => /** @type {any} */ (window).noted.lines.includes(last), last, { timeout: STILL_MS });
      await rest(page);
      const number = (/** @type {string} */ line) => Number(line.replace("log-", ""));
      const { lines, moves: moved } = await noted(page);
      const due = (await linesOf(page)).filter((line) => number(line) > number(before));
      const numbers = lines.map(number);
      t.diagnostic(`${game}: ${lines.length} of ${due.length} lines shown, ${moved.length} moves, the longest ${Math.max(...moved.map(({ until }) => until))} ms`);
      assert.deepEqual(numbers, [...new Set(numbers)].sort((a, b) => a - b), "each once, in order");
      assert.ok(lines.length > 10, `${lines.length} lines were shown`);
      assert.deepEqual(due.filter((line) => !lines.includes(line)), [], "none is left out");
      // How long things are to move, not how long they did.
      assert.deepEqual(moved.filter(({ until }) => until > LONGEST + 1), [], `nothing moves for more than ${LONGEST} ms`);
      const hidden = await page.evaluate(() => [...document.querySelectorAll('#board [style*="visibility"]')].map(({ outerHTML }) => outerHTML.slice(0, 120)));
      assert.deepEqual(hidden, [], "what was hidden for a copy of it is back");
    });
    noErrors(page, player);
    await leave(page);
    await leave(player);
  });
}

/**
 * Lets the page tell something, and counts what moves for it.
 * @param {Page} page
 * @param {string} cue
 * @returns {Promise<number>}
 */
async function tellAndCount(page, cue) {
  await page.evaluate(() => {
    const told = { most: 0 };
    Object.assign(window, { told });
    new MutationObserver(() => (told.most = Math.max(told.most, document.querySelectorAll("#stage > *").length))).observe(document.body, { childList: true, subtree: true });
  });
  await tell(page, cue);
  return page.evaluate(() => Math.max(/** @type {any} */ (window).told.most, document.querySelectorAll("#stage > *").length));
}

test("a click, a key or a hidden page completes what moves, and a wish for rest is respected", async () => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference" });
  await watchStage(page);
  await watchShifts(page);
  await openTable(page, held.server.url, { from: CATAN_BUILDING, seats: ["me", "bot:settler"], still: true });
  await page.locator("#board > svg").waitFor();
  await rest(page);
  const cue = "fly:H5:@B:wool:2 light:H5";
  for (const complete of [() => page.mouse.click(2, 2), () => page.keyboard.press("Shift")]) {
    await tell(page, cue);
    assert.ok((await tellAndCount(page, cue)) > 2, "things move");
    // They do not come to their end by themselves.
    await page.evaluate(() => document.getAnimations().forEach((animation) => animation.pause()));
    await complete();
    // Seen in the second frame after it at the latest.
    const left = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return document.querySelectorAll("#stage > *").length;
    });
    assert.equal(left, 0, "nothing moves any more");
  }
  // What is not on the board is left out.
  await tell(page, "fly:H99:@Z:wool light:Q1 nonsense:1 score::@A:3");
  await rest(page);
  for (const motion of ["quick", "reduced"]) {
    await page.evaluate((motion) => void (document.documentElement.dataset.motion = motion), motion);
    assert.equal((await tellAndCount(page, cue)) > 0, motion === "quick", motion);
    await rest(page);
  }
  await page.evaluate(() => void delete document.documentElement.dataset.motion);
  await page.emulateMedia({ reducedMotion: "reduce" });
  assert.equal(await tellAndCount(page, cue), 0);
  await noShifts(page, "a table on which things move");
  noErrors(page);
  await leave(page);
});

test("a line that matters to everybody stands over the board for a moment", async () => {
  const page = await openPage(held.browser);
  await page.clock.install();
  await openTable(page, held.server.url, { from: CATAN_BUILDING, seats: ["me", "bot:settler"], still: true });
  await page.locator("#board > svg").waitFor();
  await page.clock.runFor(10_000);
  assert.equal(await page.locator("#news").textContent(), "");
  await tell(page, "light:H5");
  assert.match((await page.locator("#news").textContent()) ?? "", /Something happened/);
  await page.clock.runFor(2600);
  assert.equal(await page.locator("#news").textContent(), "");
  noErrors(page);
  await leave(page);
});

/** Holds everything that moves. @param {Page} page */
const hold = (page) => page.evaluate(() => document.getAnimations().forEach((animation) => animation.pause()));

test("what moves lags behind the game by one event at most", async () => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference" });
  await watchStage(page);
  await openTable(page, held.server.url, { from: CATAN_BUILDING, seats: ["me", "bot:settler"], still: true });
  await page.locator("#board > svg").waitFor();
  await rest(page);
  const cue = "light:H5";
  const shown = async () => (await noted(page)).lines.map((line) => line.replace("log-", ""));
  await tellAll(page, [{ event: 501, cue }]);
  await hold(page);
  await tellAll(page, [{ event: 502, cue }]);
  assert.deepEqual(await shown(), ["501000"], "the event before may come to its end");
  await tellAll(page, [{ event: 503, cue }, { event: 503, cue }]);
  await page.waitForFunction(() => /** @type {any} */ (window).noted.lines.length === 2);
  await hold(page);
  assert.deepEqual(await shown(), ["501000", "502000"], "the one before that is completed at once");
  // Much happens at the same time, as after an absence: the last two events are shown.
  await tellAll(page, [504, 505, 506, 507].map((event) => ({ event, cue })));
  await completed(page);
  assert.deepEqual(await shown(), ["501000", "502000", "506000", "507000"]);
  noErrors(page);
  await leave(page);
});

test("what stands over the board is of the last two events, and nothing covers a victory", async () => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference" });
  await page.clock.install();
  await openTable(page, held.server.url, { from: CATAN_BUILDING, seats: ["me", "bot:settler"], still: true });
  await page.locator("#board > svg").waitFor();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const news = () => page.locator("#news > p").allTextContents();
  await tellAll(page, [{ event: 501, cue: "", text: "You discard 4 cards" }]);
  await tellAll(page, [{ event: 502, cue: "light:H5" }]);
  assert.deepEqual(await news(), ["You discard 4 cards"]);
  await tellAll(page, [{ event: 503, cue: "dice" }]);
  assert.deepEqual(await news(), [], "the next roll is not covered");
  // What comes together stands together.
  await tellAll(page, [{ event: 504, cue: "", text: "You steal 1 lumber" }, { event: 505, cue: "", text: "Bruno has the Longest Road" }]);
  assert.deepEqual(await news(), ["You steal 1 lumber", "Bruno has the Longest Road"]);
  await page.evaluate(() => {
    document.querySelector("#toast")?.append("You do not hold 3 brick.");
    document.querySelector("#ask-sounds")?.removeAttribute("hidden");
  });
  await tellAll(page, [{ event: 505, cue: "fly:H5:@B:wool:2", text: "You steal 1 wool" }, { event: 506, cue: "win:@B", text: "Bruno has won" }]);
  assert.deepEqual(await news(), ["Bruno has won"], "a victory stands alone");
  assert.equal(await page.locator("#toast").textContent(), "");
  assert.ok(await page.locator("#ask-sounds").isHidden(), "no question lies over the headline");
  assert.equal(await page.locator("#stage .flying use[href*='wool']").count(), 0, "no card flies over it");
  await shot(page, "show-victory");
  await page.clock.runFor(2600);
  assert.deepEqual(await news(), []);
  noErrors(page);
  await leave(page);
});

test("whether there are sounds is asked once", async () => {
  const page = await openPage(held.browser, { asksForSounds: true });
  // The browser reports no response where a redirection is not followed.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = async (to, wishes) => {
      const response = await fetch(to, wishes);
      if (to === "/settings") Object.assign(window, { isTold: true });
      return response;
    };
  });
  await watchShifts(page);
  await openTable(page, held.server.url, { from: CATAN_BUILDING, seats: ["me", "bot:settler"], still: true });
  const question = page.locator("#ask-sounds");
  const end = page.locator('#moves [data-action="end"]');
  await end.waitFor();
  assert.ok(await question.isHidden(), "nothing is asked in the reader's first turn");
  await end.click();
  await question.waitFor();
  const [asked, board, head] = await Promise.all(["#ask-sounds", "#board-panel", ".top"].map((part) => page.locator(part).boundingBox()));
  assert.ok(asked && board && head && asked.y + asked.height <= board.y && asked.y + asked.height <= head.y + head.height, "it lies in the head of the page, over nothing");
  await shot(page, "ask-sounds");
  await question.getByRole("button", { name: "On" }).click();
  await question.waitFor({ state: "hidden" });
  await page.waitForFunction(() => /** @type {any} */ (window).isTold);
  await page.reload();
  assert.equal(await page.locator("html").getAttribute("data-sounds"), "on");
  assert.equal(await question.count(), 0, "who has sounds is not asked");
  noErrors(page);
  await leave(page);
});

test("a replay shows what led to a position", async () => {
  const page = await openPage(held.browser, { reducedMotion: "no-preference" });
  await watchStage(page);
  const { both } = await duel(held, "carcassonne", { on: page });
  for (const seat of ["A", "B", "A", "B"]) {
    await both.do(seat, /^place/);
    if ((await both.legal(seat)).length > 0) await both.do(seat, /^deploy|^pass/);
  }
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
  await leave(page);
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

for (const { game, from, kinds } of [
  { game: "catan", from: CATAN_FOUNDING, kinds: [".settlement", ".road"] },
  { game: "mayflower", from: MAYFLOWER_TILE, kinds: [".follower", ".surveyor"] },
]) {
  test(`what comes in comes to its place: ${game}`, async () => {
    const page = await openPage(held.browser, { reducedMotion: "no-preference", viewport: { width: 844, height: 390 } });
    const { both } = await duel(held, game, { on: page, from });
    if (game === "catan") for (const kind of [/^settlement/, /^road/]) await both.do("A", kind);
    else for (const kind of [/^place/, /^deploy/]) await both.do("A", kind);
    await settled(page, await both.version("A"));
    await rest(page);
    for (const kind of kinds) {
      const place = await page.evaluate((kind) => {
        const piece = document.querySelector(`#board .piece${kind}, #board ${kind}[id]`);
        return piece?.getAttribute("data-place") ?? piece?.closest("[id]")?.id ?? null;
      }, kind);
      assert.ok(place, `there is a ${kind}`);
      const by = await misses(page, place);
      assert.ok(by !== null && by < 1.5, `a ${kind} comes in ${by} pixels from ${place}`);
      await rest(page);
    }
    noErrors(page);
    await leave(page);
  });
}
