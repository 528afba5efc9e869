// Measures the first visit from a phone: `node static/first.js`, with `NEULAND_SITE` as in the tests. For each game it prints how long
// it takes from the address to the start page, and from there, with the button pressed at once, to the first question of a game, and what was
// sent by then; with `NEULAND_FILES=1` also each file, when it was asked for and when it came. The line is fast 3G, and the page has a quarter of this processor; Chromium does not slow down workers. The figures
// depend on the machine and on what else it does.

import { openBrowser, openPage, SIZES } from "../lib/browser.js";
import { FAST_3G, serveSlowly } from "../lib/phone-line.js";

/** How much slower than this machine the phone is. */
const SLOWER = 4;

const GAMES = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"];

const browser = await openBrowser();
for (const coding of /** @type {const} */ (["br", "gzip"])) {
  const host = await serveSlowly(FAST_3G, coding);
  for (const game of process.argv[2]?.split(",") ?? GAMES) {
    const page = await openPage(browser, { viewport: SIZES.phone, serviceWorkers: "allow", quiet: true });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    host.sent();
    const begun = performance.now();
    await page.goto(host.url, { waitUntil: "commit" });
    const play = page.locator(`button[name="play"][value="${game}"]`);
    await play.waitFor();
    const start = performance.now();
    const before = host.sent();
    await play.click();
    await page.locator("main[data-table]").waitFor();
    await page.locator("main[data-your-turn]").waitFor();
    const table = performance.now();
    const after = host.sent();
    const kb = (/** @type {{ bytes: number }[]} */ files) => `${Math.round(files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)} KB`;
    console.log(`${coding} ${game}: start page after ${Math.round(start - begun)} ms and ${kb(before)}, first question after ${Math.round(table - begun)} ms and ${kb([...before, ...after])}`);
    const told = (/** @type {import("../lib/phone-line.js").Sent} */ { name, bytes, asked, came }) => `  ${Math.round(asked - begun)} to ${Math.round(came - begun)} ms: ${bytes} ${name}`;
    if (process.env.NEULAND_FILES) console.log([...before.map(told), `  ${Math.round(start - begun)} ms: pressed`, ...after.map(told)].join("\n"));
    await page.context().close();
  }
  host.stop();
}
await browser.close();
