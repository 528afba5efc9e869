// What goes on at a table beside the game, with several people who each have a browser: talk, going back by consent,
// clocks, offers that are not wanted, being called, and a connection that breaks.

import assert from "node:assert/strict";
import { test } from "node:test";
import { api } from "../lib/api.js";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, SIZES, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { passTime, tellBots } from "../lib/pace.js";
import { catan } from "../lib/positions.js";
import { nextName } from "../lib/seed.js";

const held = house();

/** @typedef {import("playwright-core").Page} Page */

let commands = 0;

/** Somebody at a table, with a key of their own, for what the test does behind the pages. */
class Person {
  /** @param {string} table @param {string} token */
  constructor(table, token) {
    this.table = table;
    this.token = token;
  }

  /** @param {string} path @param {object} [body] */
  api(path, body) {
    return api(held.server.url, this.token, path, body);
  }

  state() {
    return this.api(`/tables/${this.table}`);
  }

  /** @returns {Promise<{ version: number, legal: string[] }>} */
  legal() {
    return this.api(`/tables/${this.table}/legal`);
  }

  /** @param {string} action */
  async act(action) {
    const { version } = await this.legal();
    await this.api(`/tables/${this.table}/act`, { seq: version, id: `t${(commands += 1)}`, action });
  }

  /**
   * A page of theirs at the table. It may lose its connection, which browsers report.
   * @param {import("playwright-core").BrowserContextOptions & { clock?: boolean }} [wishes] `clock`: the test lets time pass in the page
   */
  async sit({ clock = false, ...wishes } = {}) {
    const page = await openPage(held.browser, { quiet: true, ...wishes });
    if (clock) await page.clock.install();
    await page.context().addCookies([{ name: "neuland-key", value: this.token, url: held.server.url }]);
    await page.goto(`${held.server.url}/t/${this.table}`);
    return page;
  }
}

/**
 * A table with people at it.
 * @param {string} game
 * @param {string[]} names
 * @param {{ clock?: string, from?: import("../lib/positions.js").From }} [more] `from`: where the game begins
 */
async function gather(game, names, { from, ...more } = {}) {
  const nobody = new Person("", "");
  const seats = ["me", ...names.slice(1).map(() => "open")];
  const opened = await api(held.server.url, undefined, "/tables", { ...(from ? { from } : { game }), seats, name: names[0], ...more }, nextName());
  const people = [new Person(opened.table, opened.token)];
  for (const name of names.slice(1)) {
    const { token } = await nobody.api(`/tables/${opened.table}/join`, { name });
    people.push(new Person(opened.table, token));
  }
  return people;
}

/** Whoever is to act now, and the others. @param {Person[]} people */
async function turn(people) {
  const lists = await Promise.all(people.map((person) => person.legal()));
  const at = lists.findIndex(({ legal }) => legal.length > 0);
  assert.ok(at >= 0);
  return at;
}

/** What a page told to the ear so far. @param {Page} page */
async function listen(page) {
  await page.evaluate(() => {
    /** @type {string[]} */
    const heard = [];
    Object.assign(window, { heard });
    const live = document.getElementById("live");
    if (!live) return;
    new MutationObserver((changes) => {
      for (const change of changes) for (const node of change.addedNodes) heard.push(node.textContent ?? "");
    }).observe(live, { childList: true });
  });
  return () => page.evaluate(() => /** @type {any} */ (window).heard.slice());
}

/** Makes a page believe that nobody looks at it. @param {Page} page @param {boolean} hidden */
function hide(page, hidden) {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

/** @param {Page} page @param {string} text */
async function say(page, text) {
  await page.fill("#say-text", text);
  await page.locator("#say-text").press("Enter");
}

/** Unfolds the talk beside the board. @param {Page} page */
async function unfold(page) {
  if ((await page.locator("[data-fold]").getAttribute("aria-expanded")) === "false") await page.click("[data-fold]");
}

test("people talk; who is muted is not heard, and markup is text", async () => {
  const [ada, ben, cleo] = await gather("catan", ["Ada", "Ben", "Cleo"]);
  const pages = await Promise.all([ada, ben, cleo].map((person) => /** @type {Person} */ (person).sit()));
  const [one, two, three] = /** @type {[Page, Page, Page]} */ (pages);
  await watched(one, "talk-ada", async () => {
    const heard = await listen(two);
    await unfold(one);
    const text = `Hello <b onclick="alert(1)">all</b> & good luck`;
    await say(one, text);
    await one.locator("#talk-lines > li.own p", { hasText: text }).waitFor();
    assert.equal(await one.inputValue("#say-text"), "", "the field is free again");
    assert.equal(await one.evaluate(() => document.activeElement?.id), "say-text", "and keeps the focus");

    // Ben's talk is folded: he sees what was said over the board and in the folded bar, how much is new, and hears it once.
    await two.locator("#toast > p", { hasText: `Ada says: ${text}` }).waitFor();
    assert.equal(await two.locator("#talk .fold .latest").textContent(), `Ada says: ${text}`);
    assert.ok(await two.locator("#talk .fold .latest").isVisible());
    const badge = two.locator("#talk .fold [data-unread]");
    await badge.locator("visible=true").waitFor();
    assert.equal(await badge.locator("[aria-hidden]").textContent(), "1");
    assert.deepEqual((await heard()).filter((/** @type {string} */ line) => line.includes("Hello")), [`Ada says: ${text}`]);
    await two.click("[data-fold]");
    assert.equal(await two.locator("#talk-lines p").innerHTML(), text.replace("&", "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"));
    assert.ok(await badge.isHidden(), "what is before him is not new");
    assert.equal(await two.locator("#talk .fold .latest").textContent(), "");
    assert.match((await two.locator("#talk-lines time").textContent()) ?? "", /^\d\d:\d\d/);
    await accessible(two, "a table with talk");
    await shot(two, "talk");

    // Cleo mutes Ada: what she said is gone, what she says does not come; Ben is still heard.
    await three.click("[data-fold]");
    await three.locator("#mutes > summary").click();
    await three.locator('#mutes button[name="mute"]', { hasText: "Ada" }).click();
    await three.locator("#talk-lines > li").waitFor({ state: "detached" });
    await say(one, "Can you hear me?");
    await say(two, "I can.");
    await three.locator("#talk-lines p", { hasText: "I can." }).waitFor();
    assert.equal(await three.locator("#talk-lines > li").count(), 1);
    const source = await (await three.request.get(`${held.server.url}/t/${ada?.table}`)).text();
    assert.ok(!source.includes("Can you hear me?"), "it is not even sent");
    assert.match((await three.locator("#mutes > summary").textContent()) ?? "", /Muted: Ada/);
    await three.locator('#mutes button[name="unmute"]').click();
    await three.locator("#talk-lines p", { hasText: "Can you hear me?" }).waitFor();

    // Too much at once is refused in words, and the text comes back.
    for (let n = 0; n < 5; n += 1) await say(three, `Line ${n}`);
    await three.locator("#talk-lines > li.own").nth(4).waitFor();
    await say(three, "One too many");
    await three.locator("#toast", { hasText: "Wait a moment before you say more" }).waitFor();
    assert.equal(await three.inputValue("#say-text"), "One too many");

    // Whoever looks on reads, and has no field.
    const eve = await openPage(held.browser);
    await eve.goto(`${held.server.url}/t/${ada?.table}`);
    await eve.click("[data-fold]");
    await eve.locator("#talk-lines p", { hasText: "Can you hear me?" }).waitFor();
    assert.equal(await eve.locator("#say").count(), 0);
    noErrors(eve, two);
  });
});

test("a move is taken back if all agree, and not if one refuses", async () => {
  const people = await gather("catan", ["Ada", "Ben", "Cleo"]);
  // The next one has acted: the first may not go back alone. Nothing was drawn, so the others may agree to it.
  const first = await turn(people);
  const asker = /** @type {Person} */ (people[first]);
  while ((await asker.legal()).legal.length > 0) await asker.act(/** @type {string} */ ((await asker.legal()).legal[0]));
  const next = /** @type {Person} */ (people[await turn(people)]);
  await next.act(/** @type {string} */ ((await next.legal()).legal[0]));
  const others = /** @type {Person[]} */ (people.filter((person) => person !== asker));
  const page = await asker.sit();
  const [agrees, refuses] = /** @type {[Page, Page]} */ (await Promise.all(others.map((person) => person.sit())));
  await watched(page, "undo", async () => {
    const before = (await asker.state()).version;
    const heard = await listen(agrees);
    const ask = async () => {
      await page.locator("#ask-undo > summary").press("Enter");
      await page.locator("#ask-undo button[type=submit]").press("Enter");
      await page.locator("#undo-request").waitFor();
    };
    await ask();
    await agrees.locator("#answer-undo").waitFor();
    assert.ok((await heard()).some((/** @type {string} */ line) => line.includes("asks to take back their last move")), "it is said");
    assert.match(await agrees.title(), /^● /, "and the title calls");
    await accessible(agrees, "a question");
    await shot(agrees, "undo-question");
    await agrees.locator('#answer-undo button[value="yes"]').press("Enter");
    await agrees.locator("#answer-undo").waitFor({ state: "detached" });
    await refuses.locator('#answer-undo button[value="no"]').click();
    for (const reader of [page, agrees, refuses]) await reader.locator("#undo-request").waitFor({ state: "detached" });
    await page.locator("#log-lines", { hasText: "refuses: everything stays as it is" }).waitFor();
    assert.equal((await asker.legal()).legal.length, 0, "it is still somebody else's turn");

    await ask();
    await agrees.locator('#answer-undo button[value="yes"]').click();
    await agrees.locator("#answer-undo").waitFor({ state: "detached" });
    // A press on a button that moves meanwhile does not count, and the first answer moves it.
    const answered = (await asker.state()).version;
    await refuses.waitForFunction((version) => Number(document.getElementById("main")?.dataset.version) >= version, answered);
    await refuses.locator('#answer-undo button[value="yes"]').click();
    await page.locator("#log-lines", { hasText: "You take back the last action" }).waitFor();
    assert.ok((await asker.legal()).legal.length > 0, "the move is to be made again");
    assert.ok((await asker.state()).version > before, "and the log has kept all of it");
    noErrors(page, agrees, refuses);
  });
});

test("a clock ticks, warns, and runs out; a bot plays on", async () => {
  const people = await gather("carcassonne", ["Ada", "Ben"], { clock: "decision 9 bot" });
  const first = await turn(people);
  const [mine, other] = first === 0 ? ["A", "B"] : ["B", "A"];
  const page = await /** @type {Person} */ (people[first]).sit({ clock: true });
  await watched(page, "clock", async () => {
    // From here on time passes in the page when the test says so; at the table it always does.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await page.reload();
    const heard = await listen(page);
    const time = page.locator(`#clock-${mine} .time`);
    const read = async () => Number(((await time.textContent()) ?? "").split(":")[1]);
    /** @param {number} ms */
    const pass = async (ms) => {
      await passTime(held.server.url, ms);
      await page.clock.runFor(ms);
    };
    assert.equal(await read(), 9, "it shows what is left");
    assert.ok(await page.locator(`#clock-${mine}`).evaluate((clock) => clock.classList.contains("runs")));
    assert.ok(!(await page.locator(`#clock-${other}`).evaluate((clock) => clock.classList.contains("runs"))), "only one runs");
    await pass(2000);
    assert.equal(await read(), 7, "it ticks");
    // It is the server's time: what the reader's own clock says does not matter.
    const { seats } = await /** @type {Person} */ (people[first]).state();
    assert.equal(Math.ceil(seats[first].clock / 1000), 7, "as much is left at the table");
    assert.equal(await page.locator(`#clock-${mine}.low`).count(), 0, "that is enough");
    const low = Number(await page.locator(`#clock-${mine}`).getAttribute("data-low"));
    await pass(7000 - low);
    await page.locator(`#clock-${mine}.low`).waitFor();
    // What looks at the page needs timers of its own. The page may come to its last seconds meanwhile; the table does not.
    await page.clock.resume();
    await accessible(page, "a clock that is low");
    await shot(page, "clock-low");
    await pass(low);
    await page.locator("#log-lines", { hasText: "Your time is up; a bot plays on" }).waitFor();
    await tellBots(held.server.url, /** @type {Person} */ (people[first]).table);
    const warnings = (await heard()).filter((/** @type {string} */ line) => line.startsWith("Your clock:"));
    assert.ok(warnings.length === 1 || warnings.length === 2, `warned as it gets low and before the end, not at every tick: ${warnings}`);
    await page.locator(`#clock-${other}.runs`).waitFor();
  });
  noErrors(page);
});

/** Three people: Ada has rolled, and has something to offer. */
const OFFERING = catan({ hand: { wool: 4 } }, { hand: { ore: 2 } }, { phase: "building" });
Object.assign(OFFERING.setup, { options: { players: 3 } });
OFFERING.setup.seats.C = { settlements: ["I29", "I0"], hand: { ore: 1 } };

test("who wants no more offers is not asked, and can change that", async () => {
  const people = await gather("catan", ["Ada", "Ben", "Cleo"], { from: OFFERING });
  const [person, asked] = /** @type {[Person, Person]} */ (/** @type {unknown} */ (people));
  const page = await asked.sit({ viewport: { width: 360, height: 740 }, locale: "de-DE" });
  await watched(page, "decline", async () => {
    const whole = "offer 1 wool for 1 ore to B C";
    await person.act(whole);
    await page.locator("#incoming-offer").waitFor();
    await shot(page, "decline-offer");
    await page.getByRole("button", { name: "Keine mehr in diesem Zug" }).click();
    await page.locator("#incoming-offer .no-more").waitFor({ state: "detached" });
    await page.locator("#declined", { hasText: "Keine Angebote in diesem Zug" }).waitFor();
    await shot(page, "declined");
    await accessible(page, "offers that are not wanted");
    await person.act("withdraw");
    await person.act(whole);
    await page.waitForFunction((seq) => Number(document.getElementById("main")?.dataset.seq) >= seq, (await person.state()).version);
    assert.equal(await page.locator("#incoming-offer .no-more").count(), 0, "the second is not asked");
    await person.act("withdraw");
    await page.locator("#incoming-offer").waitFor({ state: "detached" });
    await page.locator("#declined button").first().click();
    await page.locator("#declined").waitFor({ state: "detached" });
    await person.act(whole);
    await page.locator("#incoming-offer .no-more").waitFor();
    await page.locator("#decline-from button").click();
    await page.locator("#declined", { hasText: "Keine Angebote von" }).waitFor();
  });
  noErrors(page);
});

test("the table calls who looks elsewhere: once, and not when the page is loaded again", async () => {
  const people = await gather("carcassonne", ["Ada", "Ben"]);
  const at = await turn(people);
  const active = /** @type {Person} */ (people[at]);
  const waits = /** @type {Person} */ (people[1 - at]);
  const page = await openPage(held.browser, { quiet: true });
  await page.context().grantPermissions(["notifications"], { origin: held.server.url });
  await page.context().addCookies([{ name: "neuland-key", value: waits.token, url: held.server.url }]);
  // A page can count the notifications it makes, and the tones.
  await page.addInitScript(() => {
    /** @type {string[]} */
    const shown = [];
    Object.assign(window, { shown, tones: 0 });
    class Shown extends EventTarget {
      /** @param {string} title */
      constructor(title) {
        super();
        shown.push(title);
      }
      close() {}
      static permission = "granted";
      static requestPermission() {
        return Promise.resolve("granted");
      }
    }
    Object.defineProperty(window, "Notification", { value: Shown, configurable: true });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      if (this.frequency.value === 784) /** @type {any} */ (window).tones += 1;
      start.call(this, when);
    };
  });
  await page.goto(`${held.server.url}/t/${waits.table}`);
  await watched(page, "call", async () => {
    const counts = () => page.evaluate(() => ({ shown: /** @type {any} */ (window).shown.length, tones: /** @type {any} */ (window).tones }));
    const icon = () => page.locator("#icon").getAttribute("href");
    assert.ok(!(await page.title()).startsWith("●"));
    assert.match((await icon()) ?? "", /favicon\.svg$/);
    // Asked for only when the button is pressed.
    await page.locator("#settings > summary").click();
    await page.locator('#settings input[name="sounds"][role="switch"]').check();
    await page.click("[data-notify]");
    await page.locator('[data-notify][aria-pressed="true"]').waitFor();
    await page.locator('html[data-sounds="on"]').waitFor();
    await page.keyboard.press("Escape");
    await page.locator("#banner").click();
    await hide(page, true);
    while ((await active.legal()).legal.length > 0) await active.act(/** @type {string} */ ((await active.legal()).legal[0]));
    await page.locator("main[data-call]").waitFor();
    await page.waitForFunction(() => /** @type {any} */ (window).shown.length > 0);
    assert.match(await page.title(), /^● .*· Neuland$/);
    assert.match((await icon()) ?? "", /favicon-turn\.svg$/);
    assert.deepEqual(await counts(), { shown: 1, tones: 1 });
    // Talk changes the page, not whose turn it is.
    await active.api(`/tables/${active.table}/wish`, { seq: 0, id: `t${(commands += 1)}`, wish: { say: "Your turn!" } });
    await page.locator("#talk-lines > li").waitFor({ state: "attached" });
    assert.deepEqual(await counts(), { shown: 1, tones: 1 }, "once");
    await page.reload();
    await page.waitForFunction(() => document.title.startsWith("●"));
    assert.match((await icon()) ?? "", /favicon-turn\.svg$/);
    await hide(page, true);
    await hide(page, false);
    // Something else that comes later has come: nothing is on its way any more.
    await active.api(`/tables/${active.table}/wish`, { seq: 0, id: `t${(commands += 1)}`, wish: { say: "Still your turn!" } });
    await page.locator("#talk-lines > li").nth(1).waitFor({ state: "attached" });
    assert.deepEqual(await counts(), { shown: 0, tones: 0 }, "nothing is new after a reload");
    // When the turn has passed, the sign goes.
    while ((await waits.legal()).legal.length > 0) await waits.act(/** @type {string} */ ((await waits.legal()).legal[0]));
    await page.waitForFunction(() => !document.title.startsWith("●"));
    assert.match((await icon()) ?? "", /favicon\.svg$/);
  });
  noErrors(page);
});

test("what is sent without connection arrives exactly once when it is back", async () => {
  const people = await gather("carcassonne", ["Ada", "Ben"]);
  const at = await turn(people);
  const active = /** @type {Person} */ (people[at]);
  const page = await active.sit({ viewport: SIZES.desk, clock: true });
  const other = await /** @type {Person} */ (people[1 - at]).sit();
  await watched(page, "offline", async () => {
    await page.goto(`${held.server.url}/t/${active.table}?mode=text`);
    const before = (await active.state()).version;
    // The server carries a command out, and its answer is lost.
    let lost = 0;
    /** @type {(value?: unknown) => void} */
    let lostAgain = () => {};
    await page.route(/\/(act|wish)$/, async (route) => {
      if (lost === 0) await route.fetch();
      lost += 1;
      await route.abort();
      if (lost > 1) lostAgain();
    });
    await page.locator("main button[data-action]").first().click();
    await page.locator("#connection", { hasText: "this is saved and will be sent again" }).waitFor();
    await accessible(page, "a table without connection");
    await shot(page, "offline");
    // Another move has to wait, what is said stands in line.
    await page.locator("#undo button").click();
    await page.locator("#toast", { hasText: "still on its way" }).waitFor();
    await say(page, "I am in a tunnel");
    await other.waitForFunction((seq) => Number(document.getElementById("main")?.dataset.seq) > seq, before);
    // Even a reload does not lose it.
    const again = new Promise((done) => (lostAgain = done));
    await page.reload();
    await again;
    assert.ok(lost >= 2, "it was tried again");
    await page.unroute(/\/(act|wish)$/);
    await page.clock.runFor(8000);
    await other.locator("#talk-lines p", { hasText: "I am in a tunnel" }).waitFor({ state: "attached" });
    await page.locator("#connection").waitFor({ state: "hidden" });
    const own = (await active.state()).version;
    // Longer than any pause between two attempts.
    await page.clock.runFor(60_000);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    assert.equal((await active.state()).version, own, "and nothing comes after it");
    assert.equal(await other.locator("#talk-lines > li").count(), 1, "said once");
    assert.equal(await other.locator("#log-lines > li", { hasText: "lays" }).or(other.locator("#log-lines > li", { hasText: "places" })).count(), 1, "done once");

    // Really without a network: the page says so, and goes on by itself.
    await page.context().setOffline(true);
    await page.locator("#connection:not([hidden])").waitFor();
    await say(page, "Still there?");
    await page.locator("#connection", { hasText: "sent again" }).waitFor();
    await page.context().setOffline(false);
    await page.clock.runFor(10_000);
    await other.locator("#talk-lines p", { hasText: "Still there?" }).waitFor({ state: "attached" });
    await page.locator("#connection").waitFor({ state: "hidden" });
    assert.equal(await other.locator("#talk-lines > li").count(), 2);
  });
});
