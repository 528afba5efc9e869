// `npm run pictures`: the pictures of the README, from the middle of games that are played for them.

import { openBrowser, openPage, SIZES } from "./lib/browser.js";
import { Mouse, play } from "./lib/hands.js";
import { LandMouse, Settler, openLand, playLand } from "./lib/land.js";
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

  const land = await openPage(browser, { colorScheme: "light", deviceScaleFactor: 0.88 });
  await openLand(land, server.url, "traders-and-builders");
  const settler = new Settler();
  await playLand(land, new LandMouse(land), settler, ({ actions }) => (settler.made.place ?? 0) >= 12 && actions.some(({ action }) => action === "pass"));
  await land.click('[name="aid-fields"]');
  await land.mouse.move(0, 0);
  await land.waitForTimeout(800);
  await land.screenshot({ path: `${ROOT}docs/land.png` });
} finally {
  await browser.close();
  await server.stop();
}
