// The start page begins a game with one press, keeps what was entered, gives the reader one seat, and counts characters as people
// do; the lobby says how others come in.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { fits } from "../lib/fits.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { tellBots } from "../lib/pace.js";
import { alternating, named } from "../lib/screens.js";
import { openByForm, openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

const GAMES = ["catan", "cities-and-knights", "carcassonne", "traders-and-builders", "mayflower"];
/** What is said to two seats and to a name that is too long, and how a game can have ended. @type {Record<string, [string, string, RegExp]>} */
const WORDS = {
  "en-GB": ["You can have only one seat.", "Enter a name of 1 to 24 characters.", /^(You won|(Second|Third) of three)$/],
  "de-DE": ["Du kannst nur einen Platz haben.", "Gib einen Namen mit 1 bis 24 Zeichen ein.", /^(Gewonnen|Platz [23] von 3)$/],
};
const FAMILY = "👨\u200d👩\u200d👧\u200d👦";

/** What the form has for each seat. @param {Page} page @returns {Promise<string[]>} */
function seats(page) {
  return page.locator('#new select[name^="seat-"]').evaluateAll((all) => all.map((select) => (select instanceof HTMLSelectElement ? select.value : "")));
}

/** @param {import("../lib/screens.js").Screen} screen */
const wordsOf = ({ locale = "" }) => /** @type {[string, string, RegExp]} */ (WORDS[locale]);

/** @param {Page} page @param {string} game */
async function choose(page, game) {
  await page.click(`.games button[name="game"][value="${game}"]`);
  await page.locator(`.games button[value="${game}"][aria-current]`).waitFor();
}

for (const javaScriptEnabled of [true, false]) {
  // In the gate each screen, and each game.
  for (const [n, screen] of sample([...alternating(javaScriptEnabled ? 0 : 1).entries()], ...(javaScriptEnabled ? [1, 3, 4] : [0, 2, 3]))) {
    test(`one press begins a game: ${named(screen)}, scripts ${javaScriptEnabled}`, async () => {
      const page = await openPage(held.browser, { ...screen, javaScriptEnabled });
      await watched(page, `start-play-${named(screen)}`, async () => {
        await page.goto(held.server.url);
        assert.equal(await page.locator("#setup[open]").count(), 0, "everything else is folded");
        const pictures = page.locator(".games img");
        for (const picture of await pictures.all()) {
          await picture.evaluate((image) => (image instanceof HTMLImageElement ? image.decode() : null));
          const box = await picture.boundingBox();
          assert.ok(box && box.width >= 90 && box.height >= 90, `a picture of ${box?.width} × ${box?.height}`);
        }
        const offered = await page.locator('.games button[name="play"]').evaluateAll((all) => all.map((button) => button.getAttribute("value") ?? ""));
        assert.deepEqual(offered.filter((game) => GAMES.includes(game)), GAMES);
        assert.equal(await pictures.count(), offered.length);
        await fits(page, "the start page");
        const cut = await page.locator(".games button").evaluateAll((all) => all.filter((button) => {
          const [own, card] = [button.getBoundingClientRect(), button.closest("li")?.getBoundingClientRect()];
          return button.scrollWidth > button.clientWidth || !card || own.right > card.right;
        }).length);
        assert.equal(cut, 0, "every button is seen whole");
        const first = await page.locator(".games button.primary").first().boundingBox();
        assert.ok(first && first.y + first.height <= screen.viewport.height, "the first game is begun without scrolling");
        for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
          await page.emulateMedia({ colorScheme });
          if (javaScriptEnabled) await accessible(page, `the start page, ${colorScheme}`);
          await shot(page, `start-page-${named(screen)}-${colorScheme}`);
        }
        const ready = await page.inputValue("#name");
        assert.match(ready, /^\p{Lu}\S+ \p{Lu}\S+$/u, "there is a name to play under");
        const game = /** @type {string} */ (GAMES[(n + (javaScriptEnabled ? 0 : 2)) % GAMES.length]);
        await page.click(`.games button[name="play"][value="${game}"]`);
        await page.waitForURL(/\/t\/[^/]+$/);
        await page.locator("#board").waitFor();
        const { seats } = await (await fetch(page.url().replace("/t/", "/api/v1/tables/"))).json();
        assert.equal(seats[0].name, ready);
        assert.ok(seats.length > 1 && seats.slice(1).every((/** @type {{ kind: string }} */ seat) => seat.kind === "bot"), JSON.stringify(seats));
      });
      noErrors(page);
    });
  }
}

test("the enter key alone begins a game, and each press of Play another one", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-enter", async () => {
    await page.goto(held.server.url);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/t\/[^/]+$/);
    const first = page.url();
    const name = await page.locator("#player-A .name").innerText();
    await page.goBack();
    await page.locator("#mine").waitFor();
    assert.equal(await page.inputValue("#name"), name, "the name is remembered");
    await page.click('.games button[name="play"][value="catan"]');
    await page.waitForURL((url) => url.pathname.startsWith("/t/") && url.href !== first);
  });
  noErrors(page);
});

test("what was chosen for a game is remembered, and played at once the next time", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-kept", async () => {
    await page.goto(held.server.url);
    await choose(page, "catan");
    await page.locator("#setup[open]").waitFor();
    await page.fill("#name", "Ada");
    await page.fill("#option-victory_points", "8");
    await page.selectOption('select[name="seat-B"]', "open");
    await page.selectOption('select[name="seat-C"]', "bot:random");
    await page.selectOption('select[name="seat-D"]', "none");
    await page.locator("#clock > summary").click();
    await page.check('input[name="clock"][value="bank"]');
    await page.reload();
    if ((await page.locator("#setup[open]").count()) === 0) await page.locator("#setup > summary").click();
    assert.equal(await page.inputValue("#option-victory_points"), "8");
    assert.deepEqual(await seats(page), ["me", "open", "bot:random", "none"]);
    assert.ok(await page.isChecked('input[name="clock"][value="bank"]'));
    // From the form of another game as well.
    await page.goto(`${held.server.url}/?game=mayflower`);
    await page.click('.games button[name="play"][value="catan"]');
    await page.waitForURL(/\/t\/[^/]+$/);
    await page.locator("#board").waitFor();
    const table = await (await fetch(page.url().replace("/t/", "/api/v1/tables/"))).json();
    assert.equal(table.options.victory_points, 8, JSON.stringify(table.options));
    assert.equal(table.seats.length, 3);
    assert.equal(table.seats[1].kind, "bot", "against bots nobody is waited for");
    assert.match(JSON.stringify(table.clock), /bank/);
  });
  noErrors(page);
});

for (const javaScriptEnabled of [true, false]) {
  for (const screen of sample(alternating(javaScriptEnabled ? 1 : 0), ...(javaScriptEnabled ? [0, 3] : [1, 2]))) {
    test(`choosing a game keeps what was entered: ${named(screen)}, scripts ${javaScriptEnabled}`, async () => {
      const page = await openPage(held.browser, { ...screen, javaScriptEnabled });
      await watched(page, `start-games-${named(screen)}`, async () => {
        await page.goto(`${held.server.url}/?game=catan`);
        await page.fill("#name", "Ada");
        // The seat of the reader is exchanged first, so that there is one at each moment.
        await page.selectOption('select[name="seat-A"]', "open");
        await page.selectOption('select[name="seat-B"]', "me");
        await page.selectOption('select[name="seat-D"]', "none");
        await page.check('input[name="public"][value="yes"]', { force: true });
        await choose(page, "mayflower");
        assert.equal(await page.inputValue("#name"), "Ada");
        assert.deepEqual(await seats(page), ["open", "me", "bot:surveyor", "none", "none"], "the bot is one of this game");
        assert.ok(await page.isChecked('input[name="public"][value="yes"]'));
        await page.selectOption('select[name="seat-B"]', "bot:surveyor");
        await page.selectOption('select[name="seat-E"]', "me");
        // There are fewer seats, but the reader has one.
        await choose(page, "catan");
        assert.deepEqual(await seats(page), ["open", "bot:settler", "bot:settler", "me"]);
        assert.equal(await page.inputValue("#option-victory_points"), "10", "options belong to their game");
        await shot(page, `start-games-${named(screen)}`);
        // The enter key opens the table, and chooses no game.
        await page.focus("#name");
        await page.keyboard.press("Enter");
        await page.waitForURL(/\/t\/[^/]+$/);
      });
      noErrors(page);
    });
  }
}

test("the address of another game has nothing that belongs to the one before", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-address", async () => {
    await page.goto(`${held.server.url}/?game=catan`);
    await choose(page, "carcassonne");
    const asked = [...new URL(page.url()).searchParams.keys()];
    assert.ok(asked.includes("seat-A"));
    assert.deepEqual(asked.filter((name) => /^(option-|allow-|promised|commitment|nonce)/.test(name)), []);
  });
  noErrors(page);
});

test("choosing oneself at another seat moves there", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-me", async () => {
    await page.goto(`${held.server.url}/?game=catan`);
    await page.selectOption('select[name="seat-B"]', "open");
    await page.selectOption('select[name="seat-C"]', "me");
    assert.deepEqual(await seats(page), ["bot:settler", "open", "me", "bot:settler"]);
    await page.selectOption('select[name="seat-B"]', "me");
    assert.deepEqual(await seats(page), ["bot:settler", "me", "open", "bot:settler"]);
    // Nobody at the table is the reader: that is possible, too.
    await page.selectOption('select[name="seat-B"]', "bot:random");
    assert.deepEqual(await seats(page), ["bot:settler", "bot:random", "open", "bot:settler"]);
  });
  noErrors(page);
});

for (const screen of sample(alternating(1), 0, 3)) {
  test(`without scripts what is wrong is said at its field: ${named(screen)}`, async () => {
    const [twoSeats, badName] = wordsOf(screen);
    const page = await openPage(held.browser, { ...screen, javaScriptEnabled: false });
    await watched(page, `start-faults-${named(screen)}`, async () => {
      await page.goto(`${held.server.url}/?game=catan`);
      await page.fill("#name", "Ada ".repeat(7));
      await page.selectOption('select[name="seat-B"]', "none");
      await page.selectOption('select[name="seat-C"]', "me");
      await page.fill("#option-victory_points", "7");
      await page.click('#new .send button[type="submit"]');
      await page.locator("#seats-fault").waitFor();
      assert.ok((await page.locator("#seats-fault").innerText()).startsWith(twoSeats));
      assert.equal(await page.locator("#name-fault").innerText(), badName);
      assert.equal(await page.inputValue("#name"), "Ada ".repeat(7).trim(), "the name is kept");
      assert.deepEqual(await seats(page), ["me", "none", "me", "bot:settler"], "the seats are kept");
      assert.equal(await page.inputValue("#option-victory_points"), "7", "the options are kept");
      assert.deepEqual(
        await page.locator('#new [aria-describedby="seats-fault"][aria-invalid="true"]').evaluateAll((all) => all.map((select) => select.getAttribute("name"))),
        ["seat-A", "seat-C"],
      );
      await shot(page, `start-faults-${named(screen)}`);
      await page.fill("#name", `Ada ${FAMILY}`);
      await page.selectOption('select[name="seat-C"]', "bot:settler");
      await page.click('#new .send button[type="submit"]');
      await page.waitForURL(/\/t\/[^/]+$/);
    });
  });
}

test("a family is one character of a name", async () => {
  const page = await openPage(held.browser);
  await watched(page, "start-name", async () => {
    await page.goto(`${held.server.url}/?game=catan`);
    const valid = () => page.locator("#name").evaluate((field) => field instanceof HTMLInputElement && field.validity.valid);
    await page.fill("#name", `${"x".repeat(23)}${FAMILY}`);
    assert.equal(await valid(), true, "24 characters");
    await page.fill("#name", `${"x".repeat(24)}${FAMILY}`);
    assert.equal(await valid(), false, "25 characters");
    await accessible(page, "the start page");
    const table = await openTable(page, held.server.url, { name: `Ada ${FAMILY}`, options: { victory_points: "3" } });
    assert.match(await page.locator("#players").innerText(), new RegExp(`Ada ${FAMILY}`));
    assert.ok(table);
  });
  noErrors(page);
});

for (const screen of sample(alternating(0), 0, 3)) {
  test(`my tables say how each game ended: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, { ...screen, timezoneId: "Asia/Tokyo" });
    await watched(page, `start-mine-${named(screen)}`, async () => {
      // One that bots play to its end, one that is closed, and one that goes on.
      const over = await openTable(page, held.server.url, { seats: ["me", "bot:settler", "bot:settler"], options: { victory_points: "3" } });
      await leave(page, "leave");
      await page.locator("#back").waitFor();
      await tellBots(held.server.url, over);
      await page.locator("#result").waitFor();
      const closed = await openTable(page, held.server.url, { seats: ["me", "bot:settler"] });
      await page.locator("#board").waitFor();
      await leave(page, "close");
      await page.locator("#ended").waitFor();
      const on = await openTable(page, held.server.url, { seats: ["me", "bot:settler"] });
      await page.goto(held.server.url);
      // What goes on stands first, and says that it waits for the reader.
      const first = page.locator("#mine .table-link").first();
      assert.equal(await first.getAttribute("href"), `/t/${on}`);
      assert.equal(await first.locator(".stage.now").count(), 1);
      await page.locator("#mine details > summary").click();
      await page.locator("#mine .over").first().waitFor();
      await shot(page, `start-mine-${named(screen)}`);
      await fits(page, "my tables");
      await accessible(page, "my tables");
      /** @param {string} id */
      const line = (id) => page.locator("#mine .over", { has: page.locator(`a.game[href="/t/${id}"]`) });
      assert.match(await line(over).locator(".stage").innerText(), wordsOf(screen)[2]);
      assert.match(await line(closed).locator(".stage").innerText(), /closed|geschlossen/i);
      const time = line(over).locator("time");
      const said = await time.evaluate((element) => {
        const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Tokyo" });
        return [element.textContent, format.format(new Date(element.getAttribute("datetime") ?? ""))];
      });
      assert.equal(said[0], said[1], "the reader's clock counts");
      assert.match(await line(over).locator(".seat-row").innerText(), /Ada[^]*Bruno[^]*bot[^]*Clara[^]*bot/i);
      // All games with statistics stand on a page of their own, which the filter narrows.
      await page.locator('#mine a[href="/games"]').click();
      const listed = (/** @type {string} */ id) => page.locator(`.games-page .tables a[href="/t/${id}"]`).count();
      await page.locator("#statistics").waitFor();
      for (const id of [over, closed, on]) assert.equal(await listed(id), 1);
      await shot(page, `games-${named(screen)}`);
      await fits(page, "my games");
      // The chosen word is whole beside the arrow.
      const widths = await page.locator(".filter select").evaluateAll((selects) => selects.map((select) => select.getBoundingClientRect().width));
      assert.ok(widths.length === 3 && widths.every((width) => width >= 100), `the filters are ${widths} wide`);
      await accessible(page, "my games");
      await page.locator('.filter [name="result"]').selectOption("closed");
      await page.locator(".filter button").click();
      await page.waitForURL(/result=closed/);
      assert.deepEqual([await listed(over), await listed(closed), await listed(on)], [0, 1, 0]);
      await page.locator('.filter [name="result"]').selectOption("");
      await page.locator(".filter button").click();
      await page.waitForURL(/result=&/);
      await page.locator(`.games-page a[href="/t/${over}/replay"]`).click();
      await page.locator("#main[data-replay]").waitFor();
    });
    noErrors(page);
  });
}

/**
 * Leaves a table, or closes it, after a second look.
 * @param {Page} page
 * @param {"leave" | "close"} how
 */
async function leave(page, how) {
  await page.locator("#board").waitFor();
  if ((await page.locator("#people[open]").count()) === 0) await page.locator("#people > summary").click();
  await page.locator(`#${how} > summary`).click();
  await page.locator(`#${how} button`).click();
}

for (const screen of sample(alternating(1), 1, 4)) {
  test(`the lobby says how others reach this very server, with a QR code where they can: ${named(screen)}`, async () => {
    const page = await openPage(held.browser, screen);
    await watched(page, `start-lobby-${named(screen)}`, async () => {
      await openTable(page, held.server.url, { seats: ["me", "open"] });
      const command = await page.locator("#lobby code.command").innerText();
      // The system chose the port of this server, so the command names the usual one.
      assert.equal(command, `neuland play --addr 0.0.0.0:7170 --data ${held.server.data}`);
      await fits(page, "the lobby with a long folder");
      assert.equal(await page.locator("#lobby .qr").count(), 0, "no other machine reaches this address");
      // A name that leads here, but does not mean this machine everywhere.
      await openByForm(page, `http://neuland.localhost:${held.server.port}`, { seats: ["me", "open"] });
      const code = page.locator("#lobby svg.qr[role=img]");
      const box = await code.boundingBox();
      assert.ok(box && box.width >= 140 && Math.abs(box.width - box.height) < 1, `${box?.width} × ${box?.height}`);
      assert.match((await code.getAttribute("aria-label")) ?? "", /QR/);
      assert.ok(await page.locator('[data-copy="invite"]').isVisible());
      await fits(page, "the lobby");
      await accessible(page, "the lobby with its code");
      await shot(page, `start-lobby-${named(screen)}`);
    });
    noErrors(page);
  });
}

test("a page with ratings fits the smallest phone, in German", async () => {
  const name = "ratings";
  const { url } = held.server;
  /** @type {string[]} */
  const tokens = [];
  for (const who of ["Rosa", "Karl"]) tokens.push((await api(url, undefined, "/account", { name: who, password: "correct horse battery" }, `${name}-${who}`)).token);
  const { table } = await api(url, tokens[0], "/tables", { game: "carcassonne", public: true, aids: [], seats: ["me", "open"], name: "Rosa" }, name);
  await api(url, tokens[1], `/tables/${table}/join`, { name: "Karl", id: "join" }, name);
  // Both take the first of what is listed, until nothing is.
  for (let number = 0, moved = true; moved; ) {
    moved = false;
    for (const token of tokens) {
      const { version, legal } = await api(url, token, `/tables/${table}/legal`);
      if (legal.length === 0) continue;
      await api(url, token, `/tables/${table}/act`, { seq: version, id: `act-${number++}`, action: legal[0] });
      moved = true;
    }
  }
  const page = await openPage(held.browser, { locale: "de-DE", viewport: { width: 360, height: 740 } });
  await page.context().addCookies([{ name: "neuland-key", value: tokens[0] ?? "", url }]);
  await watched(page, name, async () => {
    await page.goto(`${url}/games`);
    await page.locator("#ratings .numbers").waitFor();
    await shot(page, "games-rated");
    await fits(page, "my games with ratings");
    await page.locator('form[action="/games/page"] button').click();
    await page.goto(`${url}/people/Rosa`);
    await page.locator("#ratings .numbers").waitFor();
    await shot(page, "person-rated");
    await fits(page, "a person's page");
    await accessible(page, "a person's page");
  });
  noErrors(page);
});
