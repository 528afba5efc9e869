// Accessibility by axe-core: what it finds fails the test.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const SOURCE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * Waits until the page has loaded, and fails where axe finds something on it.
 * @param {import("playwright-core").Page} page
 * @param {string} what the page is, for the message
 */
export async function accessible(page, what) {
  await page.waitForLoadState();
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(SOURCE);
  const found = await page.evaluate(async () => {
    const axe = /** @type {any} */ (globalThis).axe;
    const result = await axe.run(document, { resultTypes: ["violations"] });
    return result.violations.map((/** @type {any} */ violation) => ({
      id: violation.id,
      help: violation.help,
      nodes: violation.nodes.map((/** @type {any} */ node) => `${node.target.join(" ")}: ${node.failureSummary}`),
    }));
  });
  if (found.length === 0) return;
  const lines = found.map(
    (/** @type {{ id: string, help: string, nodes: string[] }} */ { id, help, nodes }) =>
      `  ${id}: ${help}\n${nodes.slice(0, 5).map((node) => `    ${node.replaceAll("\n", "\n      ")}`).join("\n")}` +
      (nodes.length > 5 ? `\n    and ${nodes.length - 5} more` : ""),
  );
  throw new Error(`axe finds on ${what}:\n${lines.join("\n")}`);
}
