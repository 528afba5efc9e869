// Accessibility by axe-core: what it finds fails the test.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The rules that look at colours. */
const COLOURS = ["color-contrast", "link-in-text-block"];

/**
 * Waits until the page has loaded, and fails where axe finds something on it.
 * @param {import("playwright-core").Page} page
 * @param {string} what the page is, for the message
 */
export async function accessible(page, what) {
  await page.waitForLoadState();
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  const found = await page.evaluate(async (colours) => {
    const own = /** @type {any} */ (globalThis);
    // Where only the theme has changed since the last look, only what is about colours can be wrong.
    const fields = [...document.querySelectorAll("input, select, textarea")].map((field) => /** @type {any} */ (field)).map(({ value, checked }) => `${value} ${checked}`);
    const looked = [location.href, innerWidth, innerHeight, document.documentElement.outerHTML, ...fields].join("\n");
    const only = looked === own.looked ? { runOnly: { type: "rule", values: colours } } : {};
    own.looked = looked;
    const result = await own.axe.run(document, { resultTypes: ["violations"], ...only });
    return result.violations.map((/** @type {any} */ violation) => ({
      id: violation.id,
      help: violation.help,
      nodes: violation.nodes.map((/** @type {any} */ node) => `${node.target.join(" ")}: ${node.failureSummary}`),
    }));
  }, COLOURS);
  if (found.length === 0) return;
  const lines = found.map(
    (/** @type {{ id: string, help: string, nodes: string[] }} */ { id, help, nodes }) =>
      `  ${id}: ${help}\n${nodes.slice(0, 5).map((node) => `    ${node.replaceAll("\n", "\n      ")}`).join("\n")}` +
      (nodes.length > 5 ? `\n    and ${nodes.length - 5} more` : ""),
  );
  throw new Error(`axe finds on ${what}:\n${lines.join("\n")}`);
}
