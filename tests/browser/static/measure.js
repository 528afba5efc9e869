// Measures the site on a slow phone's share of a processor: `node static/measure.js`, with `NEULAND_SITE` as in the tests. It prints, for
// each game, how many tasks of the page took longer than 50 ms, while it opened and while bots thought in their worker. The figures depend
// on the machine and on what else it does.

import { openBrowser, openPage, SIZES } from "../lib/browser.js";
import { serveFolder } from "../lib/static.js";
import { WHOLE } from "../lib/whole.js";

/** How much slower than this machine the phone is. */
const SLOWER = 4;

/** How many own moves are played in each game. */
const MOVES = 6;

const [host, browser] = await Promise.all([serveFolder(), openBrowser()]);
for (const game of Object.keys(WHOLE)) {
  const page = await openPage(browser, { viewport: SIZES.phone });
  await page.context().addInitScript(() => {
    /** @type {any} */ (globalThis).testTasks = [];
    new PerformanceObserver((list) => /** @type {any} */ (globalThis).testTasks.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: "longtask", buffered: true });
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(`${host.url}?/?game=${game}#setup`);
  await page.locator('select[name="seat-A"]').selectOption("me");
  const bots = await page.locator('select[name="seat-B"] option[value^="bot:"]').evaluateAll((options) => options.map((option) => /** @type {HTMLOptionElement} */ (option).value));
  const strongest = ["bot:master", "bot:expert"].find((bot) => bots.includes(bot)) ?? bots.at(-1) ?? "";
  await page.locator('select[name="seat-B"]').selectOption(strongest);
  for (const seat of ["C", "D"]) {
    const select = page.locator(`select[name="seat-${seat}"]`);
    if ((await select.count()) > 0) await select.selectOption("none");
  }
  await page.locator("#new .send button").first().click();
  const turn = page.locator("main[data-your-turn], #result").first();
  await page.locator("main[data-table]").waitFor();
  await turn.waitFor();
  const taken = () => page.evaluate(() => /** @type {any} */ (globalThis).testTasks.splice(0));
  const opening = await taken();
  for (let move = 0; move < MOVES; move += 1) {
    await page.evaluate(() => document.getElementById("advice")?.remove());
    await page.locator("#ask-hint button").first().click();
    const before = await page.evaluate(() => Number(document.querySelector("main")?.dataset.version));
    await page.locator("#advice button[name=action]").first().click();
    await page.waitForFunction((before) => Number(document.querySelector("main")?.dataset.version) > before, before);
    await turn.waitFor();
  }
  const playing = await taken();
  const told = (/** @type {number[]} */ tasks) => `${tasks.length} (${tasks.sort((a, b) => b - a).slice(0, 5).join(", ")})`;
  console.log(`${game}, ${strongest}: tasks over 50 ms at 1/${SLOWER} of this processor: ${told(opening)} as the table opens, ${told(playing)} in ${MOVES} own moves`);
  await page.close();
}
await browser.close();
await host.stop();
