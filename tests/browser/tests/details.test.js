// Small things of the table: words that fit, whose turn it is on a phone, a board without scripts, who acts after a time-out,
// sentences that agree with their subjects.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel, until } from "../lib/duel.js";
import { fits } from "../lib/fits.js";
import { Finger, play } from "../lib/hands.js";
import { STILL_MS } from "../lib/pace.js";
import { house } from "../lib/house.js";
import { isBuilding } from "../lib/offer.js";
import { countsAt } from "../lib/presses.js";
import { NARROW, PHONE } from "../lib/screens.js";
import { Player } from "../lib/strategy.js";
import { openTable } from "../lib/table.js";
import { misfits } from "../lib/words.js";

const held = house();

/**
 * A table that others opened, as one of them sees it.
 * @param {object} wishes
 * @param {string[]} others who sit down as well
 */
async function seated(wishes, others = []) {
  /** @param {string} path @param {object} body */
  const post = async (path, body) => {
    const headers = { "Content-Type": "application/json" };
    const response = await fetch(`${held.server.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    assert.ok(response.ok, `${path} is done`);
    return /** @type {Promise<{ table: string, token: string }>} */ (response.json());
  };
  const { table, token } = await post("/tables", { name: "Ada", ...wishes });
  for (const name of others) await post(`/tables/${table}/join`, { name });
  const page = await openPage(held.browser);
  await page.context().addCookies([{ name: "neuland-key", value: token, url: held.server.url }]);
  await page.goto(`${held.server.url}/t/${table}`);
  return page;
}

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

for (const [game, lang, locale] of [
  ["catan", "de", "de-DE"],
  ["cities-and-knights", "de", "de-DE"],
  ["cities-and-knights", "en", "en-GB"],
]) {
  test(`words fit on the narrowest phones: ${game}, ${lang}`, async () => {
    const page = await openPage(held.browser, { ...NARROW, locale });
    await watched(page, `details-${game}-${lang}`, async () => {
      await openTable(page, held.server.url, { game });
      const player = new Player();
      await play(page, new Finger(page), player, (offer) => isBuilding(offer) && (player.made.end ?? 0) >= 2);
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
    await openTable(page, held.server.url, { game: "carcassonne", seats: ["me", "bot:surveyor", "none", "none"] });
    // The bot may have to move first.
    await expectOnReload(page, "#board .lit");
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
      await expectOnReload(page, "main[data-your-turn]");
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

/**
 * Loads a page again until something is there.
 * @param {import("playwright-core").Page} page
 * @param {string} selector
 */
async function expectOnReload(page, selector) {
  const end = Date.now() + STILL_MS;
  while ((await page.locator(selector).count()) === 0) {
    assert.ok(Date.now() < end, `${selector} is there`);
    await page.reload();
  }
}

test("after a time-out the log says that a bot acts", async () => {
  const page = await seated({ game: "catan", seats: ["me", "bot:settler"], clock: "decision 5 bot" });
  await watched(page, "details-time", async () => {
    // Two bots play so fast that the first lines may leave the log at once.
    const told = await page.evaluateHandle(() => {
      /** @type {Set<string>} */
      const told = new Set();
      const note = () => document.querySelectorAll("#log-lines li").forEach((line) => told.add(line.textContent?.trim() ?? ""));
      new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true });
      note();
      return told;
    });
    for (const part of ["Your time is up", "Alma for Ada builds"]) {
      await page.waitForFunction(([lines, part]) => [...lines].some((line) => line.includes(part)), /** @type {const} */ ([told, part]), { timeout: 20_000 });
    }
    assert.deepEqual(await told.evaluate((lines) => [...lines].filter((line) => line.startsWith("You build"))), [], "the reader built nothing");
  });
  noErrors(page);
});

test("of several things at one place the question of a phone shows each while it is pressed, with its facts", async () => {
  const table = await duel(held, "catan", PHONE);
  const { page } = table;
  await watched(page, "details-choices", async () => {
    await until(table, /^settlement /);
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
    assert.deepEqual(table.commands, [], "nothing was sent");
  });
  noErrors(page);
});

test("awards and figures are shown on a phone as what they are", async () => {
  const { page } = await duel(held, "catan", { ...PHONE, reducedMotion: "no-preference" });
  await watched(page, "details-symbols", async () => {
    const robber = page.locator("#board .robber");
    await robber.waitFor({ state: "attached" });
    for (const [cue, seen] of /** @type {const} */ ([
      ["fly:@:@A:longest-road", "use[href$='/signs.svg#route']"],
      ["fly:@A:@B:largest-army", "use[href$='/signs.svg#shield']"],
      ["fly:@:@B:defender", "use[href$='/icons.svg#defender']"],
      ["move:robber:H3:H8", ".robber"],
    ])) {
      await page.waitForFunction(() => !document.querySelector("#stage > *"));
      await page.evaluate(async (cue) => {
        const line = document.createElement("li");
        line.dataset.cue = cue;
        const client = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? "";
        const module = await import(client);
        (module.$show ?? (await import(client.replace(/[^/]+$/, "show.js")))).show([line]);
      }, cue);
      await page.locator(`#stage ${seen}`).waitFor({ state: "attached" });
    }
    // What a copy stood for is seen itself again.
    await page.waitForFunction(() => !document.querySelector("#stage > *"));
    assert.equal(await robber.evaluate((element) => getComputedStyle(element).visibility), "visible");
  });
  noErrors(page);
});
