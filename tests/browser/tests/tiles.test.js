// Tables of Carcassonne, Traders & Builders and Mayflower: everything shown at once, turns by mouse and by finger, taking back and
// refusals. A tile is tried on its place and turned before it is confirmed, and what it brings is said before. Ends of games are in
// land.test.js, a whole one in keyboard.test.js.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { leave, noErrors, openPage, shot, watched } from "../lib/browser.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { moveBots, painted, settled } from "../lib/pace.js";
import { tabled } from "../lib/positions-play.js";
import { countsAt, countsFor } from "../lib/presses.js";
import { DESK, PHONE } from "../lib/screens.js";
import { openTable } from "../lib/table.js";

const held = house();

/**
 * What the reader is asked for.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<{ what: "place" | "deploy" | "second" | "settle" | "over" | "", seq: number }>}
 */
function asked(page) {
  return page.evaluate(() => {
    const ids = /** @type {const} */ ([["result", "over"], ["placements", "place"], ["deploy", "deploy"], ["second", "second"], ["settle", "settle"]]);
    const [, what = ""] = ids.find(([id]) => document.getElementById(id)) ?? [];
    return { what: /** @type {any} */ (what), seq: Number(document.querySelector("main")?.dataset.seq) };
  });
}

/**
 * Plays until the game is over, or until `enough`.
 * @param {import("playwright-core").Page} page
 * @param {Record<"place" | "deploy" | "second" | "settle", () => Promise<void>>} hands
 * @param {(what: string) => boolean} [enough]
 * @returns {Promise<Record<string, number>>} how often what was asked
 */
async function play(page, hands, enough = () => false) {
  /** @type {Record<string, number>} */
  const made = {};
  for (;;) {
    const { what, seq } = await asked(page);
    if (what === "over" || (what !== "" && enough(what))) return made;
    if (what === "") await moveBots(page);
    else {
      await hands[what]();
      await settled(page, seq + 1);
      made[what] = (made[what] ?? 0) + 1;
    }
  }
}

/**
 * The lit place that promises most: where something is completed.
 * @param {import("playwright-core").Page} page
 */
async function best(page) {
  return page.locator("#placements button").evaluateAll(async (buttons) => {
    const id = document.getElementById("main")?.dataset.table;
    const worth = async (/** @type {Element} */ button) => {
      const lines = button.querySelectorAll(".line").length;
      if (!button.querySelector("[data-later]")) return lines;
      const action = new URLSearchParams({ action: button.getAttribute("data-action") ?? "" });
      return (await (await fetch(`/t/${id}/preview?${action}`)).text()).split('class="line"').length - 1;
    };
    const sorted = (await Promise.all(buttons.map(async (button) => ({ button, lines: await worth(button) })))).sort((a, b) => b.lines - a.lines);
    return sorted[0]?.button.getAttribute("data-place") ?? "";
  });
}

/** @param {string} place */
const group = (place) => `#board [data-place="${place}"].lit`;

/** @param {import("playwright-core").Page} page @param {boolean} finger */
function pointer(page, finger) {
  const press = async (/** @type {import("playwright-core").Locator} */ at) => {
    await countsAt(at);
    await (finger ? at.tap() : at.click());
  };
  const confirm = () => press(page.locator("#chooser button.primary"));
  let tiles = 0;
  const choice = async (/** @type {string} */ id) => {
    // Now on the board, now beside it: both lead to the same question.
    const segment = page.locator("#board .segment.lit").first();
    if (!finger && (await segment.count()) > 0) {
      await countsAt(segment.locator(".hit"));
      await segment.locator(".hit").click({ force: true });
    } else await press(page.locator(`#${id} button[data-ask]`).first());
    await confirm();
  };
  return {
    place: async () => {
      const place = await best(page);
      if (finger) {
        // The view follows the tile; the best place may lie elsewhere.
        await painted(page);
        await page.locator('[data-zoom="fit"]').tap();
      }
      await press(page.locator(group(place)));
      await page.locator("#board .hand:not(.away)").waitFor();
      // Chosen again it turns, and is still only tried.
      if (tiles++ % 3 === 0 && (await page.locator("#chooser [data-turn-tile]").count()) > 0) {
        const before = await page.locator("#board .hand use").getAttribute("href");
        await press(page.locator("#chooser [data-turn-tile]"));
        assert.notEqual(await page.locator("#board .hand use").getAttribute("href"), before);
      }
      await confirm();
    },
    deploy: () => choice("deploy"),
    second: () => press(page.locator("#second button.primary")),
    settle: () => choice("settle"),
  };
}

/** @param {import("playwright-core").Page} page */
function keyboard(page) {
  const key = async (/** @type {string} */ name) => {
    await countsFor(page, name);
    await page.keyboard.press(name);
  };
  let turn = 0;
  return {
    place: async () => {
      await key("b");
      turn += 1;
      await key(["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"][turn % 4] ?? "ArrowUp");
      assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("lit")), true, "the focus is on a lit place");
      await key("Enter");
      await key("r");
      await key(turn % 2 ? "Enter" : "Space");
    },
    deploy: async () => {
      const name = turn % 3 === 0 ? "n" : "1";
      await key(name);
      await key("Enter");
    },
    second: () => key("s"),
    settle: async () => {
      await key("1");
      await key("Enter");
    },
  };
}

for (const game of ["carcassonne", "traders-and-builders", "mayflower"]) {
  test(`${game} with everything shown`, async () => {
    const page = await openPage(held.browser, { viewport: { width: 1280, height: 800 } });
    await watched(page, `${game}-mouse`, async () => {
      await openTable(page, held.server.url, { game, from: tabled(game, 18) });
      let tiles = 0;
      await play(page, pointer(page, false), (what) => what === "place" && tiles++ === 2);
      for (const aid of ["fields", "cities", "roads", "open", "fits"]) {
        await page.click(`[name="aid-${aid}"]`);
        await page.locator(`[name="aid-${aid}"][aria-pressed="true"]`).waitFor();
      }
      await accessible(page, `${game} with everything shown`);
      await shot(page, `${game}-aids`);
    });
    noErrors(page);
  });
}

test("tiles by finger on a small phone, in German", async () => {
  const page = await openPage(held.browser, {
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    isMobile: true,
    locale: "de-DE",
  });
  await watched(page, "tiles-phone", async () => {
    await openTable(page, held.server.url, { game: "mayflower", from: tabled("mayflower", 24) });
    let tiles = 0;
    await play(page, pointer(page, true), (what) => what === "place" && tiles++ === 4);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
    await shot(page, "mayflower-phone");
  });
  noErrors(page);
});

test("a placed tile can be taken back, and a place that does not fit says why", async () => {
  const page = await openPage(held.browser);
  await watched(page, "tiles-back", async () => {
    await openTable(page, held.server.url, { game: "carcassonne", from: tabled("carcassonne", 12) });
    const unlit = page.locator("#board .space:not(.lit) .hit");
    const hands = keyboard(page);
    await play(page, hands, (what) => what === "deploy");
    await page.keyboard.press("u");
    await page.locator("#placements").waitFor({ state: "attached" });
    await countsAt(unlit.first());
    await unlit.first().click({ force: true });
    const clause = page.locator("#toast a.clause");
    await clause.waitFor();
    assert.match((await clause.textContent()) ?? "", /^CARC-TILE-[23]$/);
    // A line of the log leads to its moment; what was taken back has none any more, so one more tile is placed.
    let placed = 0;
    await play(page, hands, (what) => what === "place" && placed++ === 1);
    await page.locator("#log-lines a[data-then]").last().click();
    await page.locator("dialog#then[open] img").waitFor();
    await page.waitForFunction(() => {
      const image = document.querySelector("#then-picture");
      return image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
    });
  });
  noErrors(page);
});

test("without scripts the tile in hand lies above the places to choose", async () => {
  for (const screen of [DESK, PHONE]) {
    const page = await openPage(held.browser, { ...screen, javaScriptEnabled: false });
    await openTable(page, held.server.url, { game: "mayflower", seats: ["me", "bot:surveyor"] });
    const [board, tile, places] = await Promise.all(["#board", "#hand", "#placements"].map((part) => page.locator(part).boundingBox()));
    assert.ok(board && tile && places);
    assert.ok(board.y + board.height <= tile.y && tile.y + tile.height <= places.y, `board, tile and places follow one another: ${JSON.stringify([board, tile, places])}`);
    assert.ok(places.y - tile.y - tile.height < 60, `nothing lies between: ${JSON.stringify([tile, places])}`);
    await fits(page, "the table without scripts");
    await leave(page);
  }
});

test("toggles that are on look different also in forced colours", async () => {
  const page = await openPage(held.browser, { ...PHONE, forcedColors: "active" });
  await openTable(page, held.server.url, { game: "carcassonne", seats: ["me", "bot:surveyor"] });
  const looks = (/** @type {boolean} */ on) =>
    page.locator(`.toggles button[aria-pressed="${on}"]`).evaluateAll((buttons) => [...new Set(buttons.map((button) => getComputedStyle(button).backgroundColor))]);
  const [on, off] = [await looks(true), await looks(false)];
  assert.ok(on.length === 1 && off.length === 1, `${on} and ${off}`);
  assert.notEqual(on[0], off[0]);
  noErrors(page);
});
