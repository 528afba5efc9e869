// The site that needs no server, from a plain static file server below a path: `cargo xtask static` builds it and runs this.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { noErrors, openPage, shot } from "../lib/browser.js";
import { accessible } from "../lib/axe.js";
import { deadWorker, endlessBots, endlessRecords, keptFiles, laterVersion, lateWorkers, SITE } from "../lib/static.js";
import { staticHouse } from "../lib/static-house.js";

/** @typedef {import("playwright-core").Page} Page */

const GAMES = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"];

const house = staticHouse();

/** A page that another site could not tell from one of a server. @param {Parameters<typeof openPage>[1]} [wishes] */
const visit = async (wishes) => {
  const page = await openPage(house.browser, wishes);
  await page.goto(house.host.url);
  await page.locator("#new").waitFor();
  return page;
};

/**
 * Puts another site in the place of this one for as long as something goes on.
 * @param {(folder: string) => void} prepare writes it into a folder
 * @param {() => Promise<void>} play
 */
async function withSite(prepare, play) {
  const folder = mkdtempSync(join(tmpdir(), "neuland-site-"));
  try {
    prepare(folder);
    house.host.use(folder);
    await play();
  } finally {
    house.host.use(SITE);
    rmSync(folder, { recursive: true });
  }
}

/** The version that a page shows. @param {Page} page */
const version = (page) => page.evaluate(() => Number(document.querySelector("main")?.dataset.version));

/** Waits until it is the reader's turn, or the game is over. @param {Page} page */
const ownTurn = (page) => page.locator("main[data-your-turn], #result").first().waitFor();

/** Begins a game at once. @param {Page} page @param {string} game */
async function begin(page, game) {
  await page.locator(`button[name="play"][value="${game}"]`).click();
  await page.locator("main[data-table]").waitFor();
  await ownTurn(page);
}

/** Asks for a hint; that of an earlier moment is of no use. @param {Page} page */
async function advise(page) {
  await page.evaluate(() => document.getElementById("advice")?.remove());
  await page.locator("#ask-hint button").first().click();
  await page.locator("#advice button[name=action]").first().waitFor();
}

/**
 * Plays what the page advises, once; says whether there was anything.
 * @param {Page} page
 */
async function playOne(page) {
  await ownTurn(page);
  if ((await page.locator("#result").count()) > 0) return false;
  const before = await version(page);
  await advise(page);
  await page.locator("#advice button[name=action]").first().click();
  await page.waitForFunction((before) => Number(document.querySelector("main")?.dataset.version) > before, before);
  return true;
}

for (const game of GAMES) {
  test(`${game} is begun, played and kept`, async () => {
    const page = await visit();
    await begin(page, game);
    assert.match(page.url(), /\/games\/neuland\/\?\/t\/\w{12}$/);
    for (let move = 0; move < 3; move += 1) await playOne(page);
    await ownTurn(page);
    const [shown, at] = [await page.locator("#board").innerHTML().then((svg) => svg.length), await version(page)];
    await shot(page, `static-${game}`);
    await page.reload();
    await ownTurn(page);
    assert.ok((await version(page)) >= at, "what was shown is kept");
    assert.ok((await page.locator("#board").innerHTML()).length > shown / 2);
    await playOne(page);
    await page.goto(house.host.url);
    // The start page leads back.
    await page.locator("#mine ul.tables > li").first().waitFor();
    assert.equal(await page.locator("#mine ul.tables > li").count(), 1);
    noErrors(page);
  });
}

test("a press before the module is there waits for it", async () => {
  const page = await openPage(house.browser);
  let release = () => {};
  const released = new Promise((/** @type {(value?: unknown) => void} */ done) => (release = done));
  await page.route("**/neuland_bg.wasm", async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(house.host.url);
  const play = 'button[name="play"][value="carcassonne"]';
  await page.locator(play).click();
  await page.locator(`${play}[aria-busy="true"]`).waitFor();
  await page.locator("#loading").waitFor();
  assert.equal(await page.locator("main[data-table]").count(), 0);
  release();
  await page.locator("main[data-table]").waitFor();
  await ownTurn(page);
  noErrors(page);
});

test("two windows show one game", async () => {
  const one = await visit();
  await begin(one, "catan");
  const other = await one.context().newPage();
  await other.goto(one.url());
  await ownTurn(other);
  assert.equal(await version(other), await version(one));
  await playOne(one);
  await playOne(other);
  const at = await version(other);
  await one.waitForFunction((at) => Number(document.querySelector("main")?.dataset.version) >= at, at);
  noErrors(one);
});

/** A visit whose pages the service worker answers. The first one is not under its control yet. */
async function keptVisit() {
  const page = await visit({ serviceWorkers: "allow", quiet: true });
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  await page.reload();
  await page.locator("#new").waitFor();
  return page;
}

test("nothing is asked of the network while a game goes on", async () => {
  const page = await keptVisit();
  await begin(page, "carcassonne");
  const sent = () => [...house.host.sent].filter(([name]) => name !== "sw.js").reduce((sum, [, times]) => sum + times, 0);
  const before = sent();
  for (let move = 0; move < 6; move += 1) await playOne(page);
  assert.equal(sent(), before);
  noErrors(page);
});

test("the site opens without a network", async () => {
  const page = await keptVisit();
  await page.context().setOffline(true);
  await page.reload();
  await page.locator("#new").waitFor();
  await begin(page, "mayflower");
  await playOne(page);
  await page.reload();
  await ownTurn(page);
  noErrors(page);
});

test("a new version is offered, and comes when the reader wants it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "neuland-site-"));
  try {
    const page = await keptVisit();
    await begin(page, "catan");
    const version = laterVersion(folder);
    house.host.use(folder);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.locator("#new-version").waitFor();
    await playOne(page);
    assert.equal(await page.locator(`script[src*="${version}"]`).count(), 0, "the game goes on as it was");
    await page.locator("#new-version button").click();
    await page.locator(`script[type=module][src*="${version}"]`).waitFor({ state: "attached" });
    await ownTurn(page);
    await playOne(page);
    noErrors(page);
  } finally {
    house.host.use(SITE);
    rmSync(folder, { recursive: true });
  }
});

test("a bot that thinks for long says so, and can be told to move", async () => {
  await withSite(endlessBots, async () => {
    const page = await visit();
    await page.goto(`${house.host.url}?/?game=carcassonne#setup`);
    await page.locator('select[name="seat-A"]').selectOption("bot:expert");
    await page.locator('select[name="seat-B"]').selectOption("me");
    await page.locator("#new .send button[type=submit]").click();
    await page.locator("main[data-table]").waitFor();
    const before = await version(page);
    await page.locator("#thinking button").click();
    await page.waitForFunction((before) => Number(document.querySelector("main")?.dataset.version) > before, before);
    noErrors(page);
  });
});

test("a record that takes long to read can be stopped", async () => {
  await withSite(endlessRecords, async () => {
    const page = await visit();
    await page.goto(`${house.host.url}?/replay`);
    await page.locator("textarea[name=text]").fill("a record without an end");
    await page.locator("#upload button[type=submit]").click();
    await page.locator("#reading button").click();
    await page.locator("[role=alert]").waitFor();
    assert.match(await page.locator("[role=alert]").innerText(), /took too long/);
    assert.equal(await page.locator("#reading, [aria-busy]").count(), 0);
    // The next worker answers as the one before did.
    await page.goto(house.host.url);
    await begin(page, "catan");
    noErrors(page);
  });
});

test("nothing is lost that is asked before a worker listens", async () => {
  await withSite(lateWorkers, async () => {
    const page = await visit();
    await begin(page, "catan");
    for (let move = 0; move < 4; move += 1) assert.ok(await playOne(page));
    noErrors(page);
  });
});

test("a worker that never listens is replaced", async () => {
  await withSite(deadWorker, async () => {
    const page = await visit({ serviceWorkers: "allow" });
    await keptFiles(page);
    await page.goto(`${house.host.url}?/?game=catan`);
    await page.locator("#new").waitFor();
    assert.ok(await page.evaluate(() => caches.has("tried")), "one was dead");
    await begin(page, "catan");
    noErrors(page);
  });
});

test("closing a window at any moment loses nothing that was shown", async () => {
  const first = await visit();
  await begin(first, "catan");
  const address = first.url();
  const context = first.context();
  let shown = 0;
  for (let time = 0; time < 12; time += 1) {
    const page = time === 0 ? first : await context.newPage();
    if (time > 0) await page.goto(address);
    await ownTurn(page);
    assert.ok((await version(page)) >= shown, `time ${time}`);
    await advise(page);
    const before = await version(page);
    await page.locator("#advice button[name=action]").first().click();
    // Every other time the window closes as soon as something has changed, else at once.
    if (time % 2 === 0) {
      await page.waitForFunction((before) => Number(document.querySelector("main")?.dataset.version) > before, before);
      shown = await version(page);
    }
    await page.close();
  }
});

test("lessons, rules, replays and dice are there, in German", async () => {
  const page = await visit({ locale: "de-DE" });
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  assert.equal(await page.locator('a[href*="account"]').count(), 0);
  await page.locator('a.learn[href="?/learn/catan"]').click();
  await page.locator("main[data-at]").waitFor();
  await page.goto(`${house.host.url}?/rules/CATAN-SETT-3`);
  await page.locator("#CATAN-SETT-3").waitFor();
  await page.goto(`${house.host.url}?/rules/carcassonne/how-to-play`);
  await page.locator('img[src^="data:image/svg+xml"]').first().waitFor();
  await page.goto(`${house.host.url}?/replay`);
  const { readFileSync } = await import("node:fs");
  const record = readFileSync(new URL("../../../crates/pages/tests/covers/carcassonne.neuland", import.meta.url), "utf8");
  await page.locator("textarea[name=text]").fill(record);
  await page.locator("#upload button[type=submit]").click();
  await page.locator("main[data-replay]").waitFor();
  const at = await page.locator("main[data-replay]").getAttribute("data-at");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction((at) => document.querySelector("main")?.dataset.at !== at, at);
  const saving = page.waitForEvent("download");
  await page.locator('a[href$="/record"]').first().click();
  assert.match((await saving).suggestedFilename(), /\.neuland$/);
  await page.goto(`${house.host.url}?/fairness`);
  await page.locator("main.fairness").waitFor();
  noErrors(page);
});

test("the start page can be read and used", async () => {
  const page = await visit();
  await accessible(page);
  const policy = await page.evaluate(async () => (await (await fetch("./")).text()).match(/Content-Security-Policy" content="([^"]*)/)?.[1]);
  assert.ok(policy && !/unsafe-inline|'unsafe-eval'/.test(policy), policy);
  // In a task of the page itself: what the test evaluates is exempt.
  const refused = await page.evaluate(
    () =>
      new Promise((done) =>
        setTimeout(() => {
          const script = document.createElement("script");
          script.textContent = "document.title = 'inline'";
          document.head.append(script);
          try {
            done(new Function("return 'evaluated'")());
          } catch {
            done(document.title === "inline" ? "inline" : "refused");
          }
        }),
      ),
  );
  assert.equal(refused, "refused", "the policy holds for the written page");
});
