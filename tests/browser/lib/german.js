// Whether a page is German throughout: no English word of ours, no key of a message.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./places.js";

/** English words that the interface uses and German does not. */
const ENGLISH =
  /\b(the|and|your|you|with|turn|roll|rolled|settlement|settlements|city|cities|road|roads|trade|offer|offers|player|players|brick|lumber|wool|grain|ore|robber|knight|knights|card|cards|points|hand|build|buy|end|table|tables|rules|settings|language|log|costs|harbour|hills|forest|pasture|fields|mountains|desert|longest|largest|seat|game|waiting|open|more|light|dark|save|zoom in|zoom out|between)\b/iu;

/**
 * What may stand in English on a German page: names of persons, clauses, keys and commands, the language's own name for itself, and the
 * places that a script fills in.
 */
const ALLOWED = /\bHome End\b|\bneuland verify game\.neuland\b|\[[a-z]+\]|\bEnglish\b|\b(?:(?:in|auf) der|die ganze|seine|[Dd]ie) Hand\b|\bAda\b|\b(?:CATAN|CK)-[A-Z0-9]+-\d+/g;

const KEYS = new Set(
  readdirSync(join(ROOT, "locales/en")).flatMap((file) =>
    [...readFileSync(join(ROOT, "locales/en", file), "utf8").matchAll(/^([a-z][a-z0-9]*(?:-[a-z0-9]+)+) *=/gm)].map((found) => found[1]),
  ),
);

/**
 * The sentences of a page that are not German.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export async function notGerman(page) {
  const texts = await page.evaluate(() => {
    /** @type {string[]} */
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (parent === null || parent.closest("script, style, [lang=en], #words dt")) continue;
      texts.push(node.textContent ?? "");
    }
    for (const name of ["aria-label", "title", "placeholder", "alt"]) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        if (!element.closest("[lang=en]")) texts.push(element.getAttribute(name) ?? "");
      }
    }
    return texts.map((text) => text.trim().replace(/\s+/g, " ")).filter((text) => text !== "");
  });
  return [...new Set(texts)].filter((text) => {
    const rest = text.replace(ALLOWED, "");
    return ENGLISH.test(rest) || rest.split(/[\s.,:;()]+/).some((word) => KEYS.has(word));
  });
}
