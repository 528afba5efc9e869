// `npm run pictures`: the pictures of the README, from the middle of a game that is played for them.

import { openBrowser, openPage, SIZES } from "./lib/browser.js";
import { Mouse, play } from "./lib/hands.js";
import { missing } from "./lib/machine.js";
import { ROOT } from "./lib/places.js";
import { startServer } from "./lib/server.js";
import { Player } from "./lib/strategy.js";
import { openTable } from "./lib/table.js";

const lacks = missing();
if (lacks.length > 0) throw new Error(lacks.join("\n"));
const server = await startServer();
const browser = await openBrowser();
try {
  const page = await openPage(browser, { colorScheme: "light", deviceScaleFactor: 0.88 });
  await openTable(page, server.url, { options: { victory_points: "12" } });
  const player = new Player({ offers: 1 });
  await play(page, new Mouse(page), player, ({ actions }) => (player.made.end ?? 0) >= 13 && actions.some(({ action }) => action === "end"));
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${ROOT}docs/table.png` });
  await page.setViewportSize(SIZES.phone);
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${ROOT}docs/table-phone.png` });
} finally {
  await browser.close();
  await server.stop();
}
