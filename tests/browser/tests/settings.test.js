// Settings of a table: what a page does by itself, and where it asks before.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { leave, noErrors, openPage, shot, SIZES, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { catan, CATAN_BUILDING, CATAN_ROLL, KNIGHTS_BUILDING, KNIGHTS_ROLL } from "../lib/positions.js";
import { CATAN_FOUR, KNIGHTS_FOUR, LAND_DEPLOYING } from "../lib/positions-pages.js";
import { tabled } from "../lib/positions-play.js";
import { ACROSS, DESK, german, named, NARROW, PHONE, SMALL, WINDOW } from "../lib/screens.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();
/** Longer than the page waits before it does something by itself. */
const LONG = 1600;

/** Lets more time pass in a page than it waits before it does something by itself. @param {Page} page */
const waitLong = (page) => page.clock.runFor(LONG);

/**
 * Chooses something in the settings of a page; the mode last.
 * @param {Page} page
 * @param {Record<string, string>} wished
 */
async function choose(page, wished) {
  await page.locator("#settings > summary").click();
  for (const [name, value] of Object.entries(wished)) {
    const select = page.locator(`#settings select[name="${name}"]`);
    if (name === "mode") {
      // Words instead of the board are another page.
      await Promise.all([page.waitForEvent("load"), select.selectOption(value)]);
      return;
    }
    if ((await select.count()) > 0) await select.selectOption(value);
    else await page.locator(`#settings [role="switch"][name="${name}"]`).setChecked(value === "on");
    // It acts at once, and the settings stay open.
    await page.locator("#settings[open] > form:not([aria-busy])").waitFor();
  }
  await page.keyboard.press("Escape");
  await page.locator("#settings:not([open])").waitFor();
}

for (const [game, screen] of /** @type {const} */ ([["catan", DESK], ["cities-and-knights", german(NARROW)]])) {
  test(`the page rolls by itself where that is wished, once a turn: ${game}`, async () => {
    const page = await openPage(held.browser, screen);
    await page.clock.install();
    const { commands, both } = await duel(held, game, { on: page, from: game === "catan" ? CATAN_ROLL : KNIGHTS_ROLL });
    const roll = page.locator('#moves [data-action="roll"]');
    await watched(page, `auto-roll-${game}`, async () => {
      await roll.waitFor();
      await waitLong(page);
      await roll.waitFor();
      assert.deepEqual(commands, [], "nothing is done by itself unless it is wished");
      await choose(page, { auto_roll: "on" });
      for (let turn = 0; turn < 3; turn += 1) {
        await page.locator('#main[data-your-turn="true"]').waitFor();
        await waitLong(page);
        await roll.waitFor({ state: "detached" });
        await waitLong(page);
        assert.deepEqual(commands.splice(0), ["roll"]);
        // The answer to the command may come after what the stream brought.
        await page.locator("#live > p", { hasText: game === "catan" ? /rolled for you/ : /Für dich wurde gewürfelt/ }).last().waitFor({ state: "attached" });
        await page.locator("#live").evaluate((live) => live.replaceChildren());
        await both.end("A");
        await page.locator('#main[data-your-turn="true"]').waitFor({ state: "detached" });
        await both.act("B", "roll");
        await both.end("B");
      }
    });
    noErrors(page);
  });
}

/** It is B's turn, who can offer A a card for one that A has, or for more than A has. */
const OFFERING = catan({ hand: { brick: 1 } }, { hand: { wool: 1 } }, { phase: "building", active: "B" });

test("the page rejects what the reader cannot pay, and nothing else", async () => {
  const page = await openPage(held.browser, PHONE);
  await page.clock.install();
  const { commands, other } = await duel(held, "catan", { on: page, from: OFFERING });
  await watched(page, "auto-reject", async () => {
    await choose(page, { auto_reject: "on" });
    const accept = page.locator('#incoming-offer [data-action="accept"]');
    await other.act("B", "offer 1 wool for 1 brick to A");
    await accept.waitFor();
    await waitLong(page);
    await accept.waitFor();
    assert.deepEqual(commands, [], "what can be paid is the reader's to answer");
    await other.act("B", "withdraw");
    await accept.waitFor({ state: "detached" });
    await other.act("B", "offer 1 wool for 2 brick to A");
    await page.locator("#toast", { hasText: "The offer of Ben was rejected for you" }).waitFor();
    await waitLong(page);
    assert.deepEqual(commands, ["reject"]);
    await shot(page, "auto-reject");
    await accessible(page, "a table that rejected an offer by itself");
  });
  noErrors(page);
});

for (const [game, screen] of /** @type {const} */ ([
  ["catan", ACROSS],
  ["cities-and-knights", WINDOW],
  ["catan", german(PHONE)],
])) {
  test(`the page asks before a turn ends in which something can be built: ${game}, ${named(screen)}`, async () => {
    const from = game === "catan" ? CATAN_BUILDING : KNIGHTS_BUILDING;
    const { page, commands } = await duel(held, game, { ...screen, from });
    const end = page.locator('#moves [data-action="end"]');
    await watched(page, `ask-end-${game}`, async () => {
      await choose(page, { ask_end: "on" });
      await end.waitFor();
      await end.click();
      const question = page.locator("#chooser p");
      await question.waitFor();
      assert.match((await question.textContent()) ?? "", /You can still afford: .*\. End the turn anyway\?|Du kannst dir noch leisten: .*\. Den Zug trotzdem beenden\?/);
      await shot(page, `ask-end-${game}-${named(screen)}`);
      await accessible(page, "a question before the end of a turn");
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "hidden" });
      assert.deepEqual(commands, [], "nothing is done yet");
      await end.click();
      await page.locator("#chooser button.primary").click();
      await end.waitFor({ state: "detached" });
      assert.deepEqual(commands, ["end"]);
    });
    noErrors(page);
  });
}

test("in words the browser asks", async () => {
  const { page, commands } = await duel(held, "catan", { ...DESK, from: CATAN_BUILDING });
  await watched(page, "ask-end-words", async () => {
    await choose(page, { ask_end: "on", mode: "text" });
    const end = page.locator('#moves [data-action="end"]');
    await end.waitFor();
    let question = "";
    page.once("dialog", (dialog) => {
      question = dialog.message();
      void dialog.dismiss();
    });
    await end.click();
    assert.match(question, /You can still afford: /);
    assert.deepEqual(commands, []);
    page.once("dialog", (dialog) => void dialog.accept());
    await end.click();
    await end.waitFor({ state: "detached" });
    assert.deepEqual(commands, ["end"]);
  });
  noErrors(page);
});

test("in words figures are deployed with one press", async () => {
  const { page, commands } = await duel(held, "carcassonne", { ...DESK, from: LAND_DEPLOYING });
  await watched(page, "figure-words", async () => {
    await choose(page, { mode: "text" });
    await page.locator("#deploy button").first().click();
    await page.locator("#deploy").waitFor({ state: "detached" });
    assert.equal(commands.length, 1);
  });
  noErrors(page);
});

test("the keys are listed by a press, at tables and in replays, where there is a mouse and room", async () => {
  const { page, table } = await duel(held, "catan", DESK);
  await watched(page, "key-list", async () => {
    for (const path of [`/t/${table}`, `/t/${table}/replay/1`, `/t/${table}?mode=text`]) {
      await page.goto(held.server.url + path);
      await page.locator("[data-open-keys]").click();
      await page.locator("#keys[open] dt").first().waitFor();
      await shot(page, "key-list");
      await page.keyboard.press("Escape");
      await page.locator("#keys[open]").waitFor({ state: "detached" });
    }
    await page.setViewportSize(SIZES.phone);
    assert.equal(await page.locator("[data-open-keys]").isVisible(), false);
    await page.goto(held.server.url);
    assert.equal(await page.locator("[data-open-keys]").count(), 0, "the start page has no keys");
  });
  noErrors(page);
  await leave(page);
  const touch = await openPage(held.browser, { ...PHONE, viewport: SIZES.desk });
  await touch.goto(`${held.server.url}/t/${table}`);
  assert.equal(await touch.locator("[data-open-keys]").isVisible(), false, "a finger has no keys");
  noErrors(touch);
});

/** Where a person plays each game, with as much of the board drawn as fits. */
const BOARDS = {
  catan: CATAN_FOUR,
  "cities-and-knights": KNIGHTS_FOUR,
  carcassonne: tabled("carcassonne", 30),
  "traders-and-builders": tabled("traders-and-builders", 30),
  mayflower: tabled("mayflower", 30),
};

/**
 * The words over the board, and what of the board lies below each: nothing but the button to which the word belongs may cover it, and
 * the button may cover nothing but the sea.
 * @param {Page} page
 */
const overBoard = (page) =>
  page.locator("#board-panel").evaluate((panel) => {
    const style = new CSSStyleSheet();
    // Whatever is painted counts, also what lets presses through.
    style.replaceSync("#board svg * { pointer-events: visiblePainted !important }");
    document.adoptedStyleSheets = [style];
    const isSea = (/** @type {Element} */ element) => /sea|waves/.test(element.getAttribute("fill") ?? "");
    const words = [...panel.querySelectorAll(":is(.zoom, .toggles) :is(.short, .label, .unseen)")].filter((word) => word.getBoundingClientRect().width > 1);
    const said = words.map((word) => {
      const { left, top, right, bottom } = word.getBoundingClientRect();
      const { left: l, top: t, right: r, bottom: b } = word.closest("button")?.getBoundingClientRect() ?? new DOMRect();
      const columns = [0, 0.25, 0.5, 0.75, 1].map((part) => left + part * (right - left));
      const rows = [0, 0.5, 1].map((part) => top + part * (bottom - top));
      const below = columns.flatMap((x) => rows.flatMap((y) => document.elementsFromPoint(x, y))).filter((element) => element.closest("#board svg") !== null && element.tagName !== "svg" && !isSea(element));
      const inside = left >= l && top >= t && right <= r && bottom <= b;
      return { word: word.textContent ?? "", inside, below: [...new Set(below.map((element) => element.getAttribute("class") ?? element.tagName))] };
    });
    document.adoptedStyleSheets = [];
    return said;
  });

for (const [game, from] of Object.entries(BOARDS)) {
  test(`from the first load a word stands below each sign over the board, and covers nothing of it: ${game}`, async () => {
    const page = await openPage(held.browser, {});
    await watched(page, `labels-${game}`, async () => {
      const table = await openTable(page, held.server.url, { game, from, still: true });
      for (const [size, { viewport: { width, height } }] of [DESK, WINDOW, SMALL, ACROSS, PHONE, NARROW].entries()) {
        await page.setViewportSize({ width, height });
        // In the gate each size in one of the languages.
        for (const lang of sample(["en", "de"], (size + game.length) % 2)) {
          await page.context().addCookies([{ name: "neuland-settings", value: `lang=${lang}`, url: held.server.url }]);
          await page.goto(`${held.server.url}/t/${table}`);
          await page.locator("#board > svg").waitFor();
          const words = await overBoard(page);
          // On small screens the buttons to zoom are signs alone; the tile games have eight switches.
          const least = (width < 1200 ? 0 : 3) + (["catan", "cities-and-knights"].includes(game) ? 0 : 8);
          assert.equal(words.length, least, `${width} wide: ${words.map(({ word }) => word).join(", ")}`);
          for (const { word, inside, below } of words) {
            assert.ok(inside, `${width} wide: ${word} stands within its button`);
            assert.deepEqual(below, [], `${width} wide: ${word} lies over the board`);
          }
        }
        await shot(page, `labels-${game}-${width}`);
      }
      await accessible(page, "a table with words below its signs");
    });
    noErrors(page);
  });
}

test("the board has other colours where that is wished, on the table and in its pictures", async () => {
  const { page, table } = await duel(held, "catan", DESK);
  await watched(page, "board-looks", async () => {
    const paint = () => page.locator("#board .sea-in").first().evaluate((sea) => getComputedStyle(sea).stopColor);
    const seen = new Set([await paint()]);
    for (const board of ["contrast", "paper"]) {
      await choose(page, { board });
      seen.add(await paint());
      for (const theme of ["dark", "light"]) {
        await choose(page, { theme });
        seen.add(await paint());
      }
      await shot(page, `board-${board}`);
    }
    assert.equal(seen.size, 3, "each has colours of its own, in both themes");
    const seq = await page.locator("#main").getAttribute("data-seq");
    const pictures = await Promise.all(["", "?board=contrast", "?board=paper", "?board=pink"].map(async (query) => (await fetch(`${held.server.url}/t/${table}/board/${seq}.svg${query}`)).text()));
    assert.equal(new Set(pictures).size, 3, "pictures follow, and unknown looks are the usual one");
  });
  noErrors(page);
});

/** Lets the browser answer like this when it is asked for notifications. Runs in the page. @param {NotificationPermission} answer */
function answering(answer) {
  class Asked extends EventTarget {
    static get permission() {
      return localStorage.getItem("asked") ?? "default";
    }
    static requestPermission() {
      localStorage.setItem("asked", answer);
      return Promise.resolve(answer);
    }
  }
  Object.defineProperty(window, "Notification", { value: Asked, configurable: true });
}

test("notifications are turned on and off in the settings of every page", async () => {
  const page = await openPage(held.browser, german(DESK));
  await page.addInitScript(answering, "granted");
  const { table } = await duel(held, "catan", { on: page, from: CATAN_BUILDING });
  await watched(page, "notify", async () => {
    let isOn = false;
    for (const path of ["/", "/?game=catan", `/t/${table}`, "/replay", "/rules/mayflower/kinds", "/account", "/"]) {
      await page.goto(`${held.server.url}${path}`);
      await page.locator("#settings > summary").click();
      const button = page.locator("#notify button");
      await page.locator(`#notify button[aria-pressed="${isOn}"]`).waitFor({ state: "visible" });
      assert.equal((await button.textContent())?.trim(), isOn ? "Benachrichtigungen sind an" : "Benachrichtigungen einschalten", path);
      await button.click();
      isOn = !isOn;
      await page.locator(`#notify button[aria-pressed="${isOn}"]`).waitFor();
    }
    await accessible(page, "the settings of the start page");
  });
  noErrors(page);
  const refused = await openPage(held.browser);
  await refused.addInitScript(answering, "denied");
  await refused.goto(held.server.url);
  await refused.locator("#settings > summary").click();
  await refused.locator("#notify button").click();
  await refused.locator("#notify-hint", { hasText: /^Your browser does not allow notifications here\.$/ }).waitFor();
  assert.equal(await refused.locator("#notify button").getAttribute("aria-pressed"), "false");
  noErrors(refused);
});
