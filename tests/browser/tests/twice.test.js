// A window at twice the size, as somebody sets it who cannot read small print: half as wide and half as high. Everything can still be
// read and reached.

import assert from "node:assert/strict";
import { test } from "node:test";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { knights } from "../lib/positions.js";
import { DECISIONS } from "../lib/positions-decisions.js";
import { CATAN_FOUR, KNIGHTS_FOUR } from "../lib/positions-pages.js";
import { tabled } from "../lib/positions-play.js";
import { openTable } from "../lib/table.js";
import { broken } from "../lib/words.js";

const held = house();

/** 1440 × 900 and 1280 × 800. */
const WINDOWS = [{ width: 720, height: 450 }, { width: 640, height: 400 }];

/** The languages. */
const LOCALES = ["de-DE", "en-GB"];

/** Five progress cards of the longest names. */
const CARDS = { "commercial-harbor": 1, "merchant-fleet": 1, "master-merchant": 1, "resource-monopoly": 1, "road-building": 1 };

/**
 * A position with more for A.
 * @param {import("../lib/table.js").Wishes["from"] & { setup: Record<string, any> }} from
 * @param {object} own
 * @param {object} [more]
 */
const having = ({ setup }, own, more = {}) => ({ setup: { ...setup, ...more, seats: { ...setup.seats, A: { ...setup.seats.A, ...own } } } });

/** Tables that hold as much as there can be. */
const TABLES = {
  catan: having(CATAN_FOUR, { development: { knight: 2, "road-building": 1, "year-of-plenty": 1, monopoly: 1, "victory-point": 1 } }),
  knights: having(KNIGHTS_FOUR, { progress: CARDS }),
  traders: tabled("traders-and-builders", 30),
};

/**
 * What cannot be read or reached beside `broken` words: those that leave their buttons, or that lie over one another.
 * @param {import("playwright-core").Page} page
 */
function faults(page) {
  return page.evaluate(() => {
    const faults = /** @type {string[]} */ ([]);
    const seen = (/** @type {Element} */ element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.getBoundingClientRect().width > 1;
    /** @param {Element} element @returns {DOMRect} the box of what is written there */
    const written = (element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const boxes = [];
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.parentElement?.closest(".unseen")) continue;
        range.selectNodeContents(text);
        boxes.push(...[...range.getClientRects()].filter(({ width }) => width > 1));
      }
      if (boxes.length === 0) return element.getBoundingClientRect();
      const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
      return new DOMRect(left, top, Math.max(...boxes.map((box) => box.right)) - left, Math.max(...boxes.map((box) => box.bottom)) - top);
    };
    const within = (/** @type {DOMRect} */ inner, /** @type {DOMRect} */ outer) =>
      inner.left >= outer.left - 1 && inner.right <= outer.right + 1 && inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
    const labels = document.querySelectorAll("#dock .label, #dock .left, #moves .label, #moves button, #decision .choice strong");
    for (const label of labels) {
      if (!seen(label)) continue;
      const [text] = [...label.childNodes].filter((node) => node instanceof Text && node.data.trim() !== "");
      if (!(text instanceof Text)) continue;
      const frame = label.closest("summary, button");
      if (frame && !within(written(label), frame.getBoundingClientRect())) faults.push(`${text.data.trim()} leaves its button`);
    }
    // Prices and counts lie within their buttons, and buttons in their row.
    for (const part of document.querySelectorAll("#dock .cards, #dock .levels, .player .fact")) {
      const frame = part.closest("summary, button");
      if (seen(part) && frame && !within(part.getBoundingClientRect(), frame.getBoundingClientRect())) faults.push(`${frame.textContent?.trim()}: ${part.className} leaves it`);
    }
    const moves = document.querySelector("#moves")?.getBoundingClientRect();
    for (const button of document.querySelectorAll("#moves > *")) {
      if (moves && seen(button) && !within(button.getBoundingClientRect(), moves)) faults.push(`${button.textContent?.trim()} leaves its row`);
    }
    for (const stepper of document.querySelectorAll("#decision .stepper")) {
      const [card, input, name] = [stepper.closest(".card"), stepper.querySelector("input"), stepper.querySelector("label span")];
      if (card && !within(stepper.getBoundingClientRect(), card.getBoundingClientRect())) faults.push(`${name?.textContent} leaves the question`);
      if (stepper.scrollWidth > stepper.clientWidth + 1) faults.push(`${name?.textContent} leaves its column`);
      if (input && name && written(name).right > input.getBoundingClientRect().left + 1) faults.push(`${name.textContent} lies under its number`);
    }
    // A switch shows its name where it is pointed at: over the land it would hide what is being played.
    for (const label of document.querySelectorAll(".toggles .label")) if (seen(label)) faults.push(`${label.textContent?.trim()} lies over the board`);
    // A number lies on no word.
    for (const button of document.querySelectorAll("#dock summary, #dock .tool-button")) {
      const parts = [...button.children].filter((part) => seen(part) && !part.classList.contains("unseen")).map((part) => ({ part, box: part instanceof SVGElement ? part.getBoundingClientRect() : written(part) }));
      for (const [n, { part, box }] of parts.entries()) {
        for (const { part: other, box: its } of parts.slice(n + 1)) {
          const [wide, high] = [Math.min(box.right, its.right) - Math.max(box.left, its.left), Math.min(box.bottom, its.bottom) - Math.max(box.top, its.top)];
          if (wide > 1 && high > 4) faults.push(`${button.textContent?.trim()}: ${part.getAttribute("class")} lies on ${other.getAttribute("class")}`);
        }
      }
    }
    // The headline is whole, and lies beside the dice and the settings.
    const [turn, banner, top] = ["#turn", "#banner", ".top"].map((part) => document.querySelector(part));
    if (turn && banner && top) {
      const box = written(turn);
      if (!within(box, banner.getBoundingClientRect())) faults.push(`the headline is cut: ${turn.textContent?.trim()}`);
      for (const other of [...top.querySelectorAll("button, summary"), ...document.querySelectorAll("#banner .dice")]) {
        const its = other.getBoundingClientRect();
        if (seen(other) && box.right > its.left + 1 && its.right > box.left + 1 && box.bottom > its.top + 1 && its.bottom > box.top + 1) faults.push(`the headline lies on ${other.className}`);
      }
    }
    // Every card is in sight, and lies in its row.
    for (const card of document.querySelectorAll("#hand li, #progress li, #development li, #tools li, #decision .progress-choices li")) {
      if (!seen(card)) continue;
      const box = card.getBoundingClientRect();
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const at = document.elementFromPoint(x, y);
      const over = at?.closest("#decision");
      if (over && !over.contains(card) && !card.closest("#progress")) continue;
      if (!at || !card.contains(at)) faults.push(`${card.textContent?.trim().slice(0, 40)} is out of sight`);
      const panel = card.closest("#decision") ?? document.documentElement;
      if (!within(box, panel.getBoundingClientRect())) faults.push(`${card.textContent?.trim().slice(0, 40)} is cut`);
    }
    return faults;
  });
}

test("at twice the size nothing is cut, nothing lies on anything, and all cards are in sight", async () => {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const locale of LOCALES) {
    const page = await openPage(held.browser, { locale, viewport: { width: 720, height: 450 } });
    await watched(page, `twice-${locale}`, async () => {
      for (const [name, from] of Object.entries(TABLES)) {
        const seats = name === "traders" ? ["me", "bot:surveyor", "bot:surveyor"] : ["me", "bot:settler", "bot:settler", "bot:settler"];
        await openTable(page, held.server.url, { from, seats, still: true });
        for (const size of WINDOWS) {
          await page.setViewportSize(size);
          await shot(page, `twice-${name}-${size.width}-${locale.slice(0, 2)}`);
          const all = [...await broken(page), ...await faults(page)];
          if (all.length) found[`${name} ${size.width} ${locale}`] = all;
        }
      }
    });
    noErrors(page);
  }
  assert.deepEqual(found, {}, JSON.stringify(found, null, 1));
});

test("at twice the size every question of Cities & Knights can be read", async () => {
  /** @type {Record<string, string[]>} */
  const found = {};
  for (const locale of sample(LOCALES, 0)) {
    const { page } = await duel(held, "cities-and-knights", { locale, viewport: { width: 720, height: 450 } });
    await watched(page, `twice-questions-${locale}`, async () => {
      for (const [decision, from] of Object.entries({ ...DECISIONS, five: knights({ progress: CARDS }, {}, { phase: "play-or-drop" }) })) {
        await duel(held, "cities-and-knights", { on: page, from });
        for (const size of WINDOWS) {
          await page.setViewportSize(size);
          await shot(page, `twice-${decision}-${size.width}-${locale.slice(0, 2)}`);
          const all = [...await broken(page), ...await faults(page)];
          if (all.length) found[`${decision} ${size.width} ${locale}`] = all;
        }
      }
    });
    noErrors(page);
  }
  assert.deepEqual(found, {}, JSON.stringify(found, null, 1));
});
