// `npm run pictures`: the pictures of the README, from the middle of games that are played for them. The frames of the animated one are
// left in out/frames, for `convert -delay 22 -loop 0 out/frames/0[0-2]*.png +dither -colors 64 -layers optimize ../../docs/table.gif`.

import { mkdirSync, rmSync } from "node:fs";
import { openBrowser, openPage, SIZES } from "./lib/browser.js";
import { Mouse, play } from "./lib/hands.js";
import { LandMouse, Settler, playLand } from "./lib/land.js";
import { missing } from "./lib/machine.js";
import { OUT, ROOT } from "./lib/places.js";
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
  await still(page);
  await page.screenshot({ path: `${ROOT}docs/table.png` });
  await page.setViewportSize(SIZES.phone);
  await still(page);
  await page.screenshot({ path: `${ROOT}docs/table-phone.png` });

  await frames(browser, server.url);

  const land = await openPage(browser, { colorScheme: "light", deviceScaleFactor: 0.88 });
  await openTable(land, server.url, { game: "traders-and-builders" });
  const settler = new Settler();
  await playLand(land, new LandMouse(land), settler, ({ actions }) => (settler.made.place ?? 0) >= 12 && actions.some(({ action }) => action === "pass"));
  await land.click('[name="aid-fields"]');
  await land.mouse.move(0, 0);
  await still(land);
  await land.screenshot({ path: `${ROOT}docs/land.png` });
} finally {
  await browser.close();
  await server.stop();
}

/**
 * Waits until nothing moves any more and every picture is there.
 * @param {import("playwright-core").Page} page
 */
async function still(page) {
  await page.waitForLoadState("networkidle");
  await page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
    // Those that go on forever do not count.
    const ending = document.getAnimations().filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map((animation) => animation.finished));
  });
}

/**
 * A look on at a game between bots and one who plays, frame by frame.
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 */
async function frames(browser, url) {
  const folder = `${OUT}frames`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const player = await openPage(browser);
  await openTable(player, url, { options: { victory_points: "12" } });
  const strategy = new Player({ offers: 0 });
  const mouse = new Mouse(player);
  await play(player, mouse, strategy, () => (strategy.made.end ?? 0) >= 8);
  const page = await openPage(browser, { colorScheme: "light", reducedMotion: "no-preference", viewport: { width: 1280, height: 720 }, deviceScaleFactor: 0.6 });
  await page.goto(player.url());
  await page.locator("#board > svg").waitFor();
  await page.evaluate(() => localStorage.setItem("neuland-sounds", "asked"));
  let going = true;
  const taken = (async () => {
    for (let n = 0; going && n < 60; n += 1) await page.screenshot({ path: `${folder}/${String(n).padStart(3, "0")}.png` });
  })();
  const ends = strategy.made.end ?? 0;
  await play(player, mouse, strategy, () => (strategy.made.end ?? 0) > ends + 2);
  going = false;
  await taken;
}
