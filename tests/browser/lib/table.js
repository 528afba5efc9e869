// Opening tables the way people do: on the start page.

import assert from "node:assert/strict";

/**
 * Unfolds everything that can be chosen on the start page.
 * @param {import("playwright-core").Page} page
 */
export async function unfoldSetup(page) {
  if ((await page.locator("#setup[open]").count()) === 0) await page.locator("#setup > summary").click();
}

/**
 * Forgets what was chosen on the start page before: each table of a test is told all that matters.
 * @param {import("playwright-core").Page} page
 */
export async function forgetSetup(page) {
  if (page.url().startsWith("http")) await page.evaluate(() => localStorage.removeItem("neuland-new-table"));
}

/**
 * Fills in the start page and opens a table.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} url of the server
 * @param {{ game?: string, name?: string, seats?: string[], options?: Record<string, string> }} [wishes] `seats` as the
 *   values of the form: `me`, `open`, `bot:settler`, `none`
 * @returns {Promise<string>} the table's id
 */
export async function openTable(
  page,
  url,
  { game = "catan", name = "Ada", seats = ["me", "bot:settler", "bot:settler", "bot:settler"], options = {} } = {},
) {
  await forgetSetup(page);
  await page.goto(`${url}/?game=${game}`);
  await page.fill("#name", name);
  for (const [n, seat] of ["A", "B", "C", "D"].entries()) {
    await page.selectOption(`select[name="seat-${seat}"]`, seats[n] ?? "none");
  }
  for (const [option, value] of Object.entries(options)) {
    const field = page.locator(`#option-${option}`);
    if (!(await field.isVisible())) await page.locator("#new .options details.more > summary").click();
    const kind = await field.evaluate((element) => `${element.tagName} ${element.getAttribute("type") ?? ""}`.trim());
    if (kind === "SELECT") await field.selectOption(value);
    else if (kind === "INPUT checkbox") await field.setChecked(value === "true");
    else await field.fill(value);
  }
  await page.click('#new .send button');
  await page.waitForURL(/\/t\/[^/]+$/);
  const table = new URL(page.url()).pathname.split("/").at(-1);
  assert.ok(table, "the table has an id");
  return table;
}
