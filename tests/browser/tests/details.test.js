// Small things of the table: words that fit, whose turn it is on a phone, a board without scripts, who acts after a time-out,
// sentences that agree with their subjects.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { fits } from "../lib/fits.js";
import { house } from "../lib/house.js";
import { moveBots, passTime } from "../lib/pace.js";
import { CATAN_FOUNDING } from "../lib/positions.js";
import { CATAN_FOUR, KNIGHTS_FOUR } from "../lib/positions-pages.js";
import { countsAt } from "../lib/presses.js";
import { NARROW, PHONE } from "../lib/screens.js";
import { openTable } from "../lib/table.js";
import { misfits } from "../lib/words.js";

const held = house();

/**
 * The cards of the hand whose picture is covered by their number, if there are twelve of each.
 * @param {import("playwright-core").Page} page
 */
function covered(page) {
  return page.locator("#hand .res").evaluateAll((cards) =>
    cards.flatMap((card) => {
      const [icon, amount] = [card.querySelector(".icon"), card.querySelector(".amount")];
      if (!icon || !amount) return ["something is missing"];
      const number = amount.textContent;
      amount.textContent = "12";
      const range = document.createRange();
      range.selectNodeContents(amount);
      const [right, left] = [icon.getBoundingClientRect().right, range.getBoundingClientRect().left];
      amount.textContent = number;
      return left + 0.5 < right ? [`${card.id}: the picture ends at ${right}, the number begins at ${left}`] : [];
    }),
  );
}

for (const [game, lang, locale, from] of /** @type {const} */ ([
  ["catan", "de", "de-DE", CATAN_FOUR],
  ["cities-and-knights", "de", "de-DE", KNIGHTS_FOUR],
  ["cities-and-knights", "en", "en-GB", KNIGHTS_FOUR],
])) {
  test(`words fit on the narrowest phones: ${game}, ${lang}`, async () => {
    const page = await openPage(held.browser, { ...NARROW, locale });
    await watched(page, `details-${game}-${lang}`, async () => {
      await openTable(page, held.server.url, { game, from });
      for (const size of [NARROW.viewport, PHONE.viewport]) {
        await page.setViewportSize(size);
        const menu = page.locator("#settings > summary");
        await menu.tap();
        assert.deepEqual(await misfits(page), [], `${size.width} wide, with the settings`);
        await shot(page, `details-${game}-${lang}-${size.width}-settings`);
        await menu.tap();
        assert.deepEqual(await misfits(page), [], `${size.width} wide`);
        await fits(page, "the table");
        await shot(page, `details-${game}-${lang}-${size.width}`);
        assert.deepEqual(await covered(page), [], `${size.width} wide: no number lies on its picture`);
      }
    });
    noErrors(page);
  });
}

test("a phone marks whose turn it is", async () => {
  const page = await openPage(held.browser, NARROW);
  await watched(page, "details-due", async () => {
    await openTable(page, held.server.url);
    await page.locator(".player.due").waitFor();
    /** @param {string} player */
    const look = (player) =>
      page.locator(player).first().evaluate((element) => {
        const { backgroundColor, borderTopColor, boxShadow } = getComputedStyle(element);
        return { backgroundColor, borderTopColor, boxShadow };
      });
    const [due, other] = [await look(".player.due"), await look(".player:not(.due)")];
    assert.notEqual(due.backgroundColor, other.backgroundColor);
    assert.notEqual(due.borderTopColor, other.borderTopColor);
    assert.notEqual(due.boxShadow, other.boxShadow);
    await shot(page, "details-due");
  });
  noErrors(page);
});

// The island lights its places by script alone.
test("without scripts no place of the board looks like a button", async () => {
  const page = await openPage(held.browser, { javaScriptEnabled: false });
  await watched(page, "details-plain", async () => {
    await openTable(page, held.server.url, { game: "carcassonne", seats: ["me", "bot:surveyor"] });
    const place = page.locator("#board .lit").first();
    await place.scrollIntoViewIfNeeded();
    await place.hover({ force: true });
    const { cursor, fill, animation } = await place.evaluate((element) => {
      const halo = getComputedStyle(/** @type {Element} */ (element.querySelector(":scope > .halo")));
      return { cursor: getComputedStyle(element).cursor, fill: halo.fill, animation: halo.animationName };
    });
    assert.deepEqual({ cursor, fill, animation }, { cursor: "default", fill: "none", animation: "none" });
    await shot(page, "details-plain");
  });
  noErrors(page);
});

for (const [game, locale, told] of /** @type {const} */ ([
  ["catan", "de-DE", "Wähle aus dem, was unter dem Spielplan steht."],
  ["cities-and-knights", "en-GB", "Choose from what is listed below the board."],
  ["mayflower", "en-GB", "Choose from what is listed below the board."],
])) {
  test(`without scripts nobody is told to choose on the board, and nothing is scrolled sideways: ${game}`, async () => {
    const page = await openPage(held.browser, { javaScriptEnabled: false, locale });
    await watched(page, `details-plain-${game}`, async () => {
      await openTable(page, held.server.url, { game, seats: ["me", game === "mayflower" ? "bot:surveyor" : "bot:settler"] });
      await page.locator('main[data-your-turn="true"]').waitFor();
      assert.equal((await page.locator("#banner").innerText()).match(/lit |leuchtend|press R/), null);
      await page.locator("#banner", { hasText: told }).waitFor();
      for (const size of [PHONE.viewport, NARROW.viewport]) {
        await page.setViewportSize(size);
        await shot(page, `details-plain-${game}-${size.width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `${wide} pixels too wide for ${size.width}`);
      }
    });
    noErrors(page);
  });
}

test("after a time-out the log says that a bot acts", async () => {
  const page = await openPage(held.browser);
  await watched(page, "details-time", async () => {
    const { url } = held.server;
    await openTable(page, url, { seats: ["me", "bot:settler"], clock: "decision 5 bot", from: CATAN_FOUNDING });
    const log = page.locator("#log-lines li");
    await passTime(url, 6_000);
    await log.filter({ hasText: "Your time is up" }).waitFor({ state: "attached" });
    await moveBots(page, { moves: 1 });
    await log.filter({ hasText: "Alma for Ada builds" }).waitFor({ state: "attached" });
    assert.equal(await log.filter({ hasText: /^You build/ }).count(), 0, "the reader built nothing");
  });
  noErrors(page);
});

test("of several things at one place the question of a phone shows each while it is pressed, with its facts", async () => {
  const { page, commands } = await duel(held, "catan", { ...PHONE, from: CATAN_FOUNDING });
  await watched(page, "details-choices", async () => {
    // What the server lists there, and a city besides: the client knows no rule by which it could tell that there is none.
    const listed = await page.locator("#main button[data-place][data-action^='settlement ']").first().evaluate((button) => {
      const other = /** @type {HTMLButtonElement} */ (button.cloneNode(true));
      other.value = other.dataset.action = other.value.replace("settlement", "city");
      other.dataset.piece = button.closest("[data-piece]")?.getAttribute("data-piece")?.replace("settlement", "city") ?? "";
      other.dataset.choice = "City";
      const fact = other.querySelector(".preview .line");
      if (fact) fact.textContent = "twice as much";
      button.after(other);
      return [button, other].map((choice) => ({
        place: choice.getAttribute("data-place") ?? "",
        action: choice.getAttribute("data-action") ?? "",
        piece: choice.closest("[data-piece]")?.getAttribute("data-piece") ?? "",
        facts: [...choice.querySelectorAll(".preview .line")].map((line) => line.textContent ?? ""),
      }));
    });
    assert.notDeepEqual(listed[0]?.facts, listed[1]?.facts);
    const target = page.locator(`#board [data-place="${listed[0]?.place}"]`);
    await countsAt(target);
    await target.tap();
    await page.locator("#chooser").waitFor();
    await shot(page, "details-choices");
    for (const { action, piece, facts } of listed.reverse()) {
      const choice = page.locator(`#chooser button[data-action="${action}"]`);
      // A finger that comes down, and is not lifted yet.
      await choice.dispatchEvent("pointerdown", { pointerType: "touch" });
      assert.equal(await page.locator("#board > svg > .ghost use").getAttribute("href"), piece);
      assert.deepEqual(await choice.locator(".line").allTextContents(), facts);
    }
    await fits(page, "the question");
    await page.locator("#chooser button", { hasText: "Cancel" }).tap();
    await page.locator("#board > svg > .ghost").waitFor({ state: "detached" });
    assert.deepEqual(commands, [], "nothing was sent");
  });
  noErrors(page);
});

test("awards and figures are shown on a phone as what they are", async () => {
  const { page } = await duel(held, "catan", { ...PHONE, reducedMotion: "no-preference" });
  await watched(page, "details-symbols", async () => {
    const robber = page.locator("#board .robber");
    await robber.waitFor({ state: "attached" });
    for (const [cue, seen] of /** @type {const} */ ([
      ["fly:@:@A:longest-road", "use[href$='/signs.svg#_route']"],
      ["fly:@A:@B:largest-army", "use[href$='/signs.svg#_shield']"],
      ["fly:@:@B:defender", "use[href$='/icons.svg#_defender']"],
      ["move:robber:H3:H8", ".robber"],
    ])) {
      await page.evaluate(async (cue) => {
        const line = document.createElement("li");
        line.dataset.cue = cue;
        const client = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? "";
        const module = await import(client);
        (module.$show ?? (await import(client.replace(/[^/]+$/, "show.js")))).show([line]);
      }, cue);
      await page.locator(`#stage ${seen}`).waitFor({ state: "attached" });
      await page.evaluate(() => document.getAnimations().forEach((animation) => animation.effect?.getTiming().iterations !== Infinity && animation.finish()));
      await page.waitForFunction(() => !document.querySelector("#stage > *"));
    }
    // What a copy stood for is seen itself again.
    assert.equal(await robber.evaluate((element) => getComputedStyle(element).visibility), "visible");
  });
  noErrors(page);
});
