// The check of the dice in the reader's own browser: it finds nothing wrong with games that bots played here, of every kind, and finds
// whatever is changed in their records.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { openPage, shot, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { tellBots } from "../lib/pace.js";
import { nextName } from "../lib/seed.js";
import { against, changes as tampered } from "../lib/tamper.js";

const held = house();

/** Games that end soon, as options of tables. @type {Record<string, Record<string, unknown>>} */
const GAMES = {
  catan: { victory_points: 5 },
  "cities-and-knights": { victory_points: 6 },
  carcassonne: {},
  "traders-and-builders": {},
  mayflower: {},
};

/**
 * @param {string} path @param {unknown} body @param {string} [token] @param {string} [test] what takes the place of chance
 * @returns {Promise<any>}
 */
async function post(path, body, token, test) {
  const headers = { "Content-Type": "application/json", ...(token ? { Authorization: `Bearer ${token}` } : {}), ...(test ? { "Neuland-Test": test } : {}) };
  const response = await fetch(`${held.server.url}/api/v1${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return response.json();
}

/**
 * Lets bots play a game, one of them for a person who leaves at once, and answers with its record.
 * @param {string} game
 * @returns {Promise<string>}
 */
async function played(game) {
  const test = nextName();
  const promise = await post("/tables/promise", {}, undefined, test);
  const known = await (await fetch(`${held.server.url}/api/v1/games`)).json();
  const [bot] = known.games.find((/** @type {{ name: string }} */ each) => each.name === game).bots;
  const opened = await post("/tables", {
    game,
    name: "Ada",
    seats: ["me", `bot:${bot}`],
    options: GAMES[game],
    promised: promise.table,
    nonce: "00112233445566778899aabbccddeeff",
  }, undefined, test);
  assert.ok(opened.token, JSON.stringify(opened));
  await post(`/tables/${opened.table}/wish`, { seq: 0, id: "leave", wish: "leave" }, opened.token);
  await tellBots(held.server.url, opened.table);
  const headers = { Authorization: `Bearer ${opened.token}` };
  const table = `${held.server.url}/api/v1/tables/${opened.table}`;
  const state = await (await fetch(table, { headers })).json();
  assert.equal(state.stage, "over", `${game} ends`);
  return (await fetch(`${table}/record`, { headers })).text();
}

/**
 * The hands that cards were stolen from, as the server tells them.
 * @param {string} record
 * @returns {Promise<Map<number, [string, number][]>>}
 */
async function handsOf(record) {
  const headers = { "Content-Type": "application/x-ndjson" };
  const response = await fetch(`${held.server.url}/api/v1/draws`, { method: "POST", headers, body: record });
  /** @type {{ draws: { line: number, among?: [string, number][] }[] }} */
  const { draws } = await response.json();
  return new Map(draws.flatMap(({ line, among }) => (among ? [[line, among]] : [])));
}

test("the dice of every game are checked in the browser, and what is changed is found", async (t) => {
  const page = await openPage(held.browser);
  await watched(page, "fairness", async () => {
    await page.goto(`${held.server.url}/fairness`);
    const verdict = page.locator("#verdict");
    /** @param {string} record @returns {Promise<{ good: boolean, text: string }>} */
    const check = async (record) => {
      await verdict.evaluate((element) => element.replaceChildren());
      await page.locator("#verify-file").setInputFiles({ name: "game.neuland", mimeType: "application/x-ndjson", buffer: Buffer.from(record) });
      await verdict.locator("p").first().waitFor();
      return { good: (await verdict.getAttribute("class"))?.includes("good") ?? false, text: (await verdict.innerText()).trim() };
    };
    for (const game of Object.keys(GAMES)) {
      const record = await played(game);
      const { good, text } = await check(record);
      assert.ok(good, `${game}: ${text}`);
      const outcomes = record.split("\n").filter((line) => line.includes('"chance"'));
      assert.match(text, new RegExp(`\\b${outcomes.length}\\b`), `${game}: all ${outcomes.length} outcomes were checked: ${text}`);
      // All that dice can tell, by the same function that the page calls.
      const tiles = await page.locator("#verify").getAttribute(`data-${game}`);
      /** @type {[string, number][]} */
      const box = (tiles ?? "").split(" ").filter(Boolean).map((part) => [part.split(":")[0] ?? "", Number(part.split(":")[1])]);
      const hands = await handsOf(record);
      assert.equal(against(record, { [game]: box }, hands), undefined, game);
      const all = tampered(record, box);
      for (const { what, text: changed } of all) {
        assert.ok(changed !== record, what);
        assert.ok(against(changed, { [game]: box }, hands), `${game}: ${what} is found`);
      }
      // A theft that is missing is found by the server, which plays the record.
      const theft = outcomes.find((line) => line.includes('"stolen'));
      if (theft) assert.ok(!(await check(record.replace(`${theft}\n`, ""))).good, `${game}: without a theft`);
      t.diagnostic(`${game}: ${outcomes.length} draws, ${all.length} changes found`);
      if (game === "catan") await shot(page, "fairness-good");
      // Each kind of outcome as another one.
      /** @type {[RegExp, string][]} */
      const changes = [
        [/"dice (?:(\w+) )?([1-6]) 6"/, '"dice $1 $2 5"'],
        [/"dice (?:(\w+) )?([1-6]) 3"/, '"dice $1 $2 4"'],
        [/"dice ship/, '"dice trade'],
        [/"card knight"/, '"card monopoly"'],
        [/"card (bishop|spy|warlord|wedding|deserter)"/, '"card intrigue"'],
        [/"tile B"/, '"tile V"'],
        [/layout (\w+:\d+) (\w+:\d+)/, "layout $2 $1"],
        [/("secret":")./, "$1z"],
        [/("commitment":")./, "$1g"],
        [/("A":")0/, "$1f"],
        [/("table":")./, "$1_"],
      ];
      let found = 0;
      for (const [what, by] of changes) {
        const changed = record.replace(what, by).replace('"dice  ', '"dice ');
        if (changed === record) continue;
        const bad = await check(changed);
        assert.ok(!bad.good, `${game}: ${what} as ${by} is found: ${bad.text}`);
        found += 1;
      }
      assert.ok(found >= 4, `${game}: ${found} changes were made`);
      // What only the rules can tell, the server tells: an action that is missing.
      const action = record.split("\n").findLast((line) => line.includes('"do"') && line.includes('"end"')) ?? record.split("\n").findLast((line) => line.includes('"do"')) ?? "";
      assert.ok(!(await check(record.replace(`${action}\n`, ""))).good, `${game}: a missing action is found`);
      const first = outcomes[Math.floor(outcomes.length / 2)] ?? "";
      assert.ok(!(await check(record.replace(`${first}\n`, ""))).good, `${game}: a missing outcome is found`);
    }
    // A browser remembers what it was shown before the end, and so finds an envelope that was exchanged.
    const record = await played("carcassonne");
    const { table, commitment } = JSON.parse(record.split("\n")[0] ?? "{}").fair;
    const remember = (/** @type {string} */ shown) =>
      page.evaluate((pairs) => localStorage.setItem("neuland-commitments", JSON.stringify(pairs)), [[table, shown]]);
    assert.match((await check(record)).text, /Commitment before the game/);
    await remember(commitment);
    assert.match((await check(record)).text, /as your browser was shown/);
    await remember("0".repeat(64));
    const swapped = await check(record);
    assert.ok(!swapped.good && /a different commitment/.test(swapped.text), swapped.text);
    const going = await post("/tables", { game: "catan", name: "Ada", seats: ["me", "open"] }, undefined, nextName());
    const state = await (await fetch(`${held.server.url}/api/v1/tables/${going.table}`)).json();
    await page.goto(`${held.server.url}/t/${going.table}`);
    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem("neuland-commitments") ?? "[]"));
    assert.deepEqual(kept.at(-1), [going.table, state.commitment]);
    await page.goto(`${held.server.url}/`);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage.getItem("neuland-commitments") ?? "[]").length), kept.length, "a promise that nobody took");
    await page.goto(`${held.server.url}/fairness`);
    for (const nothing of ["", "{}", "hello", '{"neuland":1,"game":"catan"}']) assert.ok(!(await check(nothing)).good, nothing);
    await shot(page, "fairness-bad");
    await accessible(page, "the check of the dice");
  });
});
