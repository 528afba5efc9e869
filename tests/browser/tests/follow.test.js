// Pages that follow a table get what changed, and come to show exactly what a page shows that was fetched anew. What whole games
// send as patches, `crates/pages/tests/it/follow.rs` compares; here the client's own `morph.js` applies patches of real streams, and
// all that the client makes of a page that followed is compared with a page that was opened anew. And a browser asks for no more
// than the load program does in its place.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { leave, noErrors, openPage, watched } from "../lib/browser.js";
import { house } from "../lib/house.js";
import { times } from "../lib/night.js";
import { settled, STILL_MS } from "../lib/pace.js";
import { countsAt } from "../lib/presses.js";
import { nextName } from "../lib/seed.js";

const held = house();

/** Games, how many moves are made (at night twice as many), and which figure one of the pages has unfolded. @type {[string, number, string][]} */
const GAMES = [
  ["catan", times(18, 36), "figure-dice"],
  ["cities-and-knights", times(18, 36), "figure-bank"],
  ["carcassonne", times(12, 24), "figure-course"],
  ["traders-and-builders", times(12, 24), "figure-tiles"],
  ["mayflower", times(12, 24), "figure-tiles"],
];

/** After how many moves pages are compared. */
const STEP = 6;

/**
 * @param {string} path @param {unknown} [body] @param {string} [token]
 * @returns {Promise<any>}
 */
async function ask(path, body, token) {
  const headers = { "Content-Type": "application/json", "Neuland-Test": nextName(), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const method = body === undefined ? "GET" : "POST";
  const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
  return (await fetch(`${held.server.url}/api/v1${path}`, init)).json();
}

/**
 * A table of two people who play over the API.
 * @param {string} game
 */
async function opened(game) {
  const first = await ask("/tables", { game, name: "Ada", seats: ["me", "open"] });
  const second = await ask(`/tables/${first.table}/join`, { name: "Ben" });
  return { table: String(first.table), tokens: [String(first.token), String(second.token)] };
}

/**
 * A page of the table, and in it a copy of its main part that is changed by the stream alone, out of sight and without
 * the rest of the client.
 * @param {string} table @param {string | undefined} token @param {string} query
 */
async function follower(table, token, query) {
  const page = await openPage(held.browser);
  if (token) await page.context().addCookies([{ name: "neuland-key", value: token, url: held.server.url }]);
  await page.goto(`${held.server.url}/t/${table}${query}`);
  await page.evaluate(async (query) => {
    const own = /** @type {any} */ (globalThis);
    const script = document.querySelector('script[src$="app.js"]')?.getAttribute("src") ?? "";
    const { morph } = await import(script).then(({ $morph }) => $morph ?? import(script.replace(/[^/]+$/, "morph.js")));
    const main = /** @type {HTMLElement} */ (document.getElementById("main"));
    const id = main.dataset.table;
    own.fetched = async () => {
      const html = await (await fetch(`/t/${id}/main${query}`, { headers: { Accept: "text/html" } })).text();
      return new DOMParser().parseFromString(html, "text/html").getElementById("main");
    };
    own.main = await own.fetched();
    own.query = query;
    own.lost = 0;
    own.bytes = 0;
    own.patches = 0;
    const listen = () => {
      const params = new URLSearchParams(query);
      params.set("after", own.main.dataset.version);
      params.set("state", own.main.dataset.state);
      const source = new EventSource(`/t/${id}/events?${params}`);
      const again = async () => {
        source.close();
        own.lost += 1;
        own.main = await own.fetched();
        listen();
      };
      source.addEventListener("version", () => void again());
      source.addEventListener("page", (event) => {
        const end = event.data.indexOf("\n");
        own.bytes += event.data.length;
        own.patches += 1;
        if (JSON.parse(event.data.slice(0, end)).from !== own.main.dataset.state) return void again();
        const fresh = new DOMParser().parseFromString(event.data.slice(end + 1), "text/html").getElementById("main");
        morph(own.main, fresh);
        return undefined;
      });
    };
    listen();
  }, query);
  return page;
}

/**
 * Where the copy differs from what is fetched; nothing if it does not. A patch may still be on its way, of somebody who comes or goes.
 * @param {import("playwright-core").Page} page @param {number} version
 * @returns {Promise<string>}
 */
async function difference(page, version) {
  for (;;) {
    const patches = await page.evaluate(() => /** @type {any} */ (globalThis).patches);
    const found = await differs(page, version);
    if (found === "") return found;
    const more = await page
      .waitForFunction((patches) => /** @type {any} */ (globalThis).patches > patches, patches, { timeout: STILL_MS })
      .catch(() => null);
    if (more === null) return found;
  }
}

/** Waits until the copy shows a version. @param {import("playwright-core").Page} page @param {number} version */
async function reached(page, version) {
  await page.waitForFunction((version) => Number(/** @type {any} */ (globalThis).main.dataset.version) >= version, version, { timeout: STILL_MS });
}

/**
 * Where the copy differs now.
 * @param {import("playwright-core").Page} page @param {number} version That the copy must have reached.
 * @returns {Promise<string>}
 */
async function differs(page, version) {
  await reached(page, version);
  return page.evaluate(async () => {
    const own = /** @type {any} */ (globalThis);
    /**
     * @param {Element} main
     * @param {boolean} lights Whether places for tiles are lit here as the client lights them: those that have buttons.
     */
    const text = (main, lights) => {
      const copy = /** @type {HTMLElement} */ (main.cloneNode(true));
      copy.removeAttribute("data-state");
      if (lights) {
        const places = new Set([...copy.querySelectorAll("#placements button")].map((button) => button.getAttribute("data-place")));
        for (const space of copy.querySelectorAll("#board .space")) {
          space.classList.toggle("lit", places.has(space.getAttribute("data-place")));
        }
      }
      // What belongs to the reader, and what the client fills in.
      for (const field of copy.querySelectorAll("input[name=seq], input[name=id]")) field.removeAttribute("value");
      for (const details of copy.querySelectorAll("details")) details.removeAttribute("open");
      // Below their headings folded figures are not kept up to date.
      const folded = copy.matches(".plain") ? [] : copy.querySelectorAll('details[name="figure"]');
      for (const figure of folded) if (figure.id !== new URLSearchParams(own.query).get("open")) figure.replaceChildren(...[...figure.children].slice(0, 1));
      for (const board of copy.querySelectorAll("svg.board")) board.removeAttribute("style");
      // What placements lead to is left out of patches, and so is what lies around them.
      const left = copy.matches(".plain") ? [] : copy.querySelectorAll("#placements .preview, #placements p.hint");
      for (const out of left) out.remove();
      /** @param {Element} element @returns {string} */
      const lines = (element) => {
        const names = [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort();
        const inner = [...element.childNodes].map((node) => (node instanceof Element ? lines(node) : `${node.nodeValue}\n`));
        return `<${element.nodeName.toLowerCase()} ${names.join(" ")}>\n${inner.join("")}`;
      };
      return lines(copy).split("\n");
    };
    const fetched = await own.fetched();
    // What is left out can be had.
    const later = own.main.querySelector("#placements button:has(.preview[data-later])");
    if (later) {
      const action = new URLSearchParams({ action: later.dataset.action });
      const told = await fetch(`/t/${own.main.dataset.table}/preview?${action}`);
      const [of] = [...fetched.querySelectorAll("#placements button")].filter((button) => button.dataset.action === later.dataset.action);
      if (told.ok && of && (await told.text()) !== of.querySelector(".preview").outerHTML) return `another preview of ${action}`;
      if (told.ok !== Boolean(of)) return `${told.status} for the preview of ${action}`;
    }
    const [is, should] = [text(own.main, true), text(fetched, false)];
    const at = should.findIndex((line, n) => line !== is[n]);
    if (at < 0 && is.length === should.length) return "";
    return `line ${at}: ${is.slice(Math.max(0, at - 2), at + 2).join(" | ")}\n  should be ${should.slice(Math.max(0, at - 2), at + 2).join(" | ")}`;
  });
}

/**
 * Everything that can be read off a page, as its client shows it: texts, names of controls, and whether they can be used.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
function read(page) {
  return page.evaluate(() => {
    const lines = [document.title];
    const told = ["aria-label", "aria-pressed", "aria-disabled", "aria-expanded", "data-action", "data-key", "disabled", "title", "href", "max"];
    /** @param {Element} element */
    const walk = (element) => {
      if (!element.checkVisibility({ visibilityProperty: true }) && !(element instanceof SVGElement)) return;
      for (const name of told) if (element.hasAttribute(name)) lines.push(`${element.nodeName} ${element.id} ${name}=${element.getAttribute(name)}`);
      for (const child of element.childNodes) {
        if (child instanceof Element) walk(child);
        else if (child.nodeValue?.trim()) lines.push(child.nodeValue.trim());
      }
    };
    walk(/** @type {Element} */ (document.getElementById("main")));
    return lines;
  });
}

/** Waits until all tiles and terrains of a page are images (`painted.js`). @param {import("playwright-core").Page} page */
async function imaged(page) {
  await page.waitForFunction(
    () => {
      const shown = [...document.querySelectorAll("#board > svg :is(use.tile, .hex > use.still)")].map((use) => use.getAttribute("href") ?? "");
      const turns = document.querySelector("#hand .tile[data-turns]")?.getAttribute("data-turns")?.split(" ") ?? [];
      const names = [...shown.map((href) => href.slice(1)), ...turns];
      return names.every((name) => document.querySelector(`#board > svg > defs > [id="${CSS.escape(name)}"]`)?.querySelector("image") !== null);
    },
    undefined,
    { timeout: STILL_MS },
  );
}

/**
 * Makes a legal action of whoever may move, and now and then takes it back.
 * @param {string} table @param {string[]} tokens @param {number} made how many were made before
 * @param {(n: number) => number} below a random number
 * @returns {Promise<number>} the version after that
 */
async function move(table, tokens, made, below) {
  for (const token of tokens) {
    const { legal, version: seq } = await ask(`/tables/${table}/legal`, undefined, token);
    if (legal.length === 0) continue;
    const chosen = made % 3 === 0 ? (legal.find((/** @type {string} */ text) => text === "end") ?? legal[0]) : legal[below(legal.length)];
    const acted = await ask(`/tables/${table}/act`, { seq, id: `m${made}`, action: chosen }, token);
    if (below(8) > 0) return acted.seq;
    const undone = await ask(`/tables/${table}/undo`, { seq: acted.seq, id: `u${made}` }, token);
    return undone.seq ?? acted.seq;
  }
  throw new Error("nobody may move");
}

for (const [game, moves, unfolded] of GAMES) {
  test(`pages of ${game} come to show what is there, patch by patch`, async (t) => {
    const { table, tokens } = await opened(game);
    const pages = await Promise.all([follower(table, tokens[0], ""), follower(table, tokens[1], "?mode=text"), follower(table, undefined, `?open=${unfolded}`)]);
    const [first] = pages;
    assert.ok(first);
    await watched(first, `follow-${game}`, async () => {
      let random = 20261122;
      const below = (/** @type {number} */ n) => {
        random = (random * 1103515245 + 12345) % 2147483648;
        return Math.floor((random / 2147483648) * n);
      };
      const anew = await first.context().newPage();
      for (let made = 1; made <= moves; made += 1) {
        const version = await move(table, tokens, made, below);
        // What is not as it should be stays so.
        await Promise.all(pages.map((page) => reached(page, version)));
        if (made % STEP !== 0) continue;
        for (const [n, page] of pages.entries()) assert.equal(await difference(page, version), "", `${game}: page ${n} after ${made} moves`);
        if (made % (2 * STEP) !== 0) continue;
        // The page itself, with all that its client makes of it.
        await settled(first, version);
        await anew.goto(first.url());
        await settled(anew, version);
        await Promise.all([first, anew].map(imaged));
        await Promise.all([first, anew].map((page) => page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()))));
        assert.deepEqual(await read(first), await read(anew), `${game}: the page after ${made} moves`);
      }
      await anew.close();
      const told = await Promise.all(pages.map((page) => page.evaluate(() => [/** @type {any} */ (globalThis).lost, /** @type {any} */ (globalThis).patches, /** @type {any} */ (globalThis).bytes])));
      for (const [n, [lost, patches, bytes]] of told.entries()) {
        t.diagnostic(`page ${n}: ${patches} patches of ${Math.round(bytes / Math.max(1, patches))} characters, ${lost} times fetched`);
        assert.ok(lost <= 2, `page ${n} had to fetch ${lost} times`);
        assert.ok(patches >= moves, `${patches} patches of ${moves} moves`);
      }
      // A figure that was folded all the time shows what is there when it is unfolded.
      await first.locator(`#${unfolded} > summary`).evaluate((summary) => /** @type {HTMLElement} */ (summary).click());
      await first.waitForFunction(async (figure) => {
        const fetched = await /** @type {any} */ (globalThis).fetched();
        return document.getElementById(figure)?.textContent === fetched.querySelector(`#${figure}`).textContent;
      }, unfolded);
    });
    for (const page of pages) await leave(page);
  });
}

test("a browser asks what a placement leads to when its place is chosen, as the load program does", async () => {
  /** @type {Record<string, string[]>} */
  const listed = JSON.parse(readFileSync(new URL("../../../crates/load/browser.json", import.meta.url), "utf8"));
  const { table, tokens } = await opened("carcassonne");
  const page = await openPage(held.browser);
  await page.context().addCookies([{ name: "neuland-key", value: tokens[0] ?? "", url: held.server.url }]);
  await watched(page, "placement", async () => {
    await page.goto(`${held.server.url}/t/${table}`);
    // The page comes whole; what follows comes in patches, and without previews.
    // Both place a tile, and a figure or none; then Ada places again.
    for (let made = 0; made < 4; made += 1) {
      const state = await Promise.all(tokens.map((token) => ask(`/tables/${table}/legal`, undefined, token)));
      const mover = state.findIndex((of) => of.legal.length > 0);
      const { seq } = await ask(`/tables/${table}/act`, { seq: state[mover].version, id: `p${made}`, action: state[mover].legal[0] }, tokens[mover]);
      await page.waitForFunction((version) => Number(document.getElementById("main")?.dataset.version) >= version, seq);
    }
    await page.locator("#placements .preview[data-later]").first().waitFor({ state: "attached" });
    const lit = page.locator("#board .space.lit").first().locator(".hit");
    await countsAt(lit);
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => {
      const { pathname, search } = new URL(request.url());
      asked.push(`${request.method()} ${pathname.replace(table, "{id}")}${search.replace(/action=place\+%28.*$/, "action={action}")}`);
    });
    await lit.click({ force: true });
    await page.locator("#chooser .told li").first().waitFor();
    assert.deepEqual(asked, listed.placement_looked_at);
    const chosen = await page.locator("#chooser .told").innerText();
    const live = await page.locator("#live").innerText();
    assert.ok(chosen.split("\n").every((line) => live.includes(line)), `"${live}" tells "${chosen}"`);
    noErrors(page);
  });
});

test("a browser asks for what the load program asks for in its place", async () => {
  /** @type {Record<string, string[]>} */
  const listed = JSON.parse(readFileSync(new URL("../../../crates/load/browser.json", import.meta.url), "utf8"));
  const { table, tokens } = await opened("catan");
  const page = await openPage(held.browser);
  await page.context().addCookies([{ name: "neuland-key", value: tokens[0] ?? "", url: held.server.url }]);
  /** @type {string[]} */
  let asked = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/assets/")) return;
    const query = search.replace(/after=\d+/, "after={version}").replace(/state=[0-9a-f]{16}/, "state={state}");
    asked.push(`${request.method()} ${pathname.replace(table, "{id}")}${query}`);
  });
  const shown = (/** @type {number} */ version) => page.waitForFunction((version) => Number(document.getElementById("main")?.dataset.version) >= version, version);
  // Longer than anything that a page does by itself a while later. What it asks for then is asked for before the answer to a
  // request of ours has come.
  const quiet = async () => {
    await page.clock.runFor(2500);
    await page.evaluate(() => fetch("/healthz").then((response) => response.text()).catch(() => ""));
    asked = asked.filter((request) => request !== "GET /healthz");
  };
  await page.clock.install();
  await watched(page, "requests", async () => {
    // A page whose stream is not open yet fetches what comes of a command.
    const streamed = page.waitForResponse(/\/events\?/);
    await page.goto(`${held.server.url}/t/${table}`);
    await streamed;
    await quiet();
    assert.deepEqual(asked, listed.page_opened, "opening the page");
    // Ada founds a settlement and a road, then Ben.
    for (let made = 0; made < 4; made += 1) {
      asked = [];
      const [own, other] = await Promise.all(tokens.map((token) => ask(`/tables/${table}/legal`, undefined, token)));
      assert.equal(own.legal.length > 0, made < 2);
      if (own.legal.length > 0) {
        await page.evaluate(() => document.querySelector('#main button[form="act"][name="action"]') instanceof HTMLElement && /** @type {HTMLElement} */ (document.querySelector('#main button[form="act"][name="action"]')).click());
        await shown(own.version + 1);
        await quiet();
        assert.deepEqual(asked, listed.own_move, "a move of one's own");
      } else {
        const { seq } = await ask(`/tables/${table}/act`, { seq: other.version, id: `m${made}`, action: other.legal[0] }, tokens[1]);
        await shown(seq);
        await quiet();
        assert.deepEqual(asked, listed.move_of_another, "a move of somebody else");
      }
    }
    // A page whose state the server has forgotten fetches it, and follows from there.
    asked = [];
    const fetched = page.waitForRequest(/\/main(\?|$)/);
    await page.evaluate(() => {
      const main = document.getElementById("main");
      if (main) main.dataset.state = "0123456789abcdef";
      window.dispatchEvent(new Event("online"));
    });
    await fetched;
    await quiet();
    assert.deepEqual(asked.filter((request) => !request.includes("/events")), listed.out_of_step, "a page that is out of step");
    noErrors(page);
  });
});
