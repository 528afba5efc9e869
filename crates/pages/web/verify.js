// Checks the dice of a record in the reader's own browser, from docs/fairness.md alone: it shares nothing with the server's
// code. Own hashing, since browsers offer theirs only on pages that came over TLS, and a table at home did not.

import { shownBefore } from "./nonce.js";
import { byId, word } from "./page.js";
import { request } from "./transport.js";

// The first 64 prime numbers: the constants of SHA-256 are the first bits of the fractions of their roots.
/** @type {number[]} */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((prime) => n % prime !== 0)) PRIMES.push(n);

/** @param {number} root */
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const BEGINNING = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

/**
 * SHA-256 (FIPS 180-4).
 * @param {Uint8Array} message
 * @returns {Uint8Array} 32 bytes
 */
export function sha256(message) {
  const padded = new Uint8Array((message.length + 9 + 63) & ~63);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, (message.length << 3) >>> 0);
  const state = Uint32Array.from(BEGINNING);
  const w = new Uint32Array(64);
  const at = (/** @type {number} */ n) => w[n] ?? 0;
  const turn = (/** @type {number} */ x, /** @type {number} */ by) => (x >>> by) | (x << (32 - by));
  for (let block = 0; block < padded.length; block += 64) {
    for (let n = 0; n < 16; n += 1) w[n] = view.getUint32(block + 4 * n);
    for (let n = 16; n < 64; n += 1) {
      const [x, y] = [at(n - 15), at(n - 2)];
      const small = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
      const large = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
      w[n] = at(n - 16) + small + at(n - 7) + large;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let n = 0; n < 64; n += 1) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + (ROUNDS[n] ?? 0) + at(n)) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    for (const [n, value] of [a, b, c, d, e, f, g, h].entries()) state[n] = (state[n] ?? 0) + value;
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [n, value] of state.entries()) digest.setUint32(4 * n, value);
  return new Uint8Array(digest.buffer);
}

/** @param {Uint8Array[]} parts */
function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let from = 0;
  for (const part of parts) {
    all.set(part, from);
    from += part.length;
  }
  return all;
}

/**
 * HMAC-SHA-256 (RFC 2104) under a key of 32 bytes.
 * @param {Uint8Array} key
 * @param {string} message
 */
export function hmac(key, message) {
  const pad = (/** @type {number} */ byte) => Uint8Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ byte);
  return sha256(joined(pad(0x5c), sha256(joined(pad(0x36), ascii(message)))));
}

/** @param {string} text */
const ascii = (text) => new TextEncoder().encode(text);

/** @param {Uint8Array} bytes */
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The numbers of one draw. */
class Numbers {
  /** @param {Uint8Array} key @param {string} purpose @param {number} index */
  constructor(key, purpose, index) {
    this.name = `${purpose} ${index}`;
    this.key = key;
    this.block = 0;
    /** @type {number[]} */
    this.ready = [];
    /** What was drawn: bounds, and the numbers below them. @type {[number, number][]} */
    this.drawn = [];
  }

  /** The upper half of the next number. */
  next() {
    if (this.ready.length === 0) {
      const view = new DataView(hmac(this.key, `${this.name} ${this.block}`).buffer);
      this.ready = [0, 8, 16, 24].map((at) => view.getUint32(at));
      this.block += 1;
    }
    return this.ready.shift() ?? 0;
  }

  /** A number below a bound of a few thousand at most: the product is exact. @param {number} bound */
  below(bound) {
    const unfair = (2 ** 32 - bound) % bound;
    let product = this.next() * bound;
    while (product % 2 ** 32 < unfair) product = this.next() * bound;
    const number = Math.floor(product / 2 ** 32);
    this.drawn.push([bound, number]);
    return number;
  }

  /** @template T @param {readonly T[]} items @returns {T[]} */
  shuffled(items) {
    const mixed = [...items];
    for (let last = mixed.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      const [a, b] = [mixed[last], mixed[other]];
      if (a !== undefined && b !== undefined) [mixed[last], mixed[other]] = [b, a];
    }
    return mixed;
  }

  /**
   * One of several kinds, each with a number of copies, in their order.
   * @param {Iterable<readonly [string, number]>} kinds
   */
  among(kinds) {
    const all = [...kinds];
    let number = this.below(all.reduce((sum, [, copies]) => sum + copies, 0));
    for (const [kind, copies] of all) {
      if (number < copies) return kind;
      number -= copies;
    }
    return "";
  }
}

/* What lies in the boxes, in the order of docs/fairness.md */

const BEGINNER =
  "mountains:10 pasture:2 forest:9 fields:12 hills:6 pasture:4 hills:10 fields:9 forest:11 desert forest:3 mountains:8 forest:8 mountains:3 fields:4 pasture:5 hills:5 fields:6 pasture:11";
const BEGINNER_KNIGHTS =
  "hills:6 mountains:2 hills:5 forest:3 mountains:9 desert forest:10 forest:8 fields:4 hills:11 pasture:3 fields:8 pasture:10 fields:5 mountains:6 pasture:4 fields:9 pasture:12 forest:11 | brick ore lumber grain 3:1 3:1 3:1 wool 3:1";
const TERRAINS = BEGINNER.split(" ").map((hex) => hex.split(":")[0] ?? "");
const TOKENS = [5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11];
const HARBOURS = ["3:1", "3:1", "3:1", "3:1", "brick", "lumber", "wool", "grain", "ore"];
const FRAME = ["3:1", "grain", "ore", "3:1", "wool", "3:1", "3:1", "brick", "lumber"];
const OUTER = [0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 2, 1];
const INNER = [4, 8, 13, 14, 10, 5];
const ROWS = [3, 4, 5, 4, 3];
const EVENTS = ["ship", "ship", "ship", "trade", "politics", "science"];

/** @param {string} text @returns {[string, number][]} */
const counted = (text) =>
  text.split(" ").map((part) => {
    const [kind = "", copies = ""] = part.split(":");
    return [kind, Number(copies)];
  });
export const DEVELOPMENT = counted("knight:14 road-building:2 year-of-plenty:2 monopoly:2 victory-point:5");
/** @type {Record<string, [string, number][]>} */
export const PROGRESS = {
  "progress-science": counted(
    "alchemist:2 crane:2 engineer:1 inventor:2 irrigation:2 medicine:2 mining:2 printer:1 road-building:2 smith:2",
  ),
  "progress-politics": counted(
    "bishop:2 constitution:1 deserter:2 diplomat:2 intrigue:2 saboteur:2 spy:3 warlord:2 wedding:2",
  ),
  "progress-trade": counted(
    "commercial-harbor:2 master-merchant:2 merchant:6 resource-monopoly:4 trade-monopoly:2 merchant-fleet:2",
  ),
};

/** The places of the hexes: rows from the top, two steps from one hex to the next. */
const HEXES = ROWS.flatMap((length, row) => Array.from({ length }, (_, n) => ({ row, x: 2 * n + Math.abs(row - 2) })));

/** @param {number[]} numbers */
function redsTouch(numbers) {
  const reds = HEXES.filter((_, hex) => numbers[hex] === 6 || numbers[hex] === 8);
  return reds.some((a) => reds.some((b) => Math.abs(a.row - b.row) + Math.abs(a.x - b.x) === 2 && a !== b && Math.abs(a.x - b.x) > 0));
}

/**
 * The island that the numbers give.
 * @param {Numbers} numbers
 * @param {Record<string, unknown>} options
 */
function layout(numbers, options) {
  if (options.ck_board === "ck_beginner") return `layout ${BEGINNER_KNIGHTS}`;
  const variable = options.ck_board === undefined ? options.setup === "variable" : options.ck_board === "variable";
  let island = BEGINNER;
  if (variable) {
    const terrains = numbers.shuffled(TERRAINS);
    const land = terrains.map((_, hex) => hex).filter((hex) => terrains[hex] !== "desert");
    /** @type {number[]} */
    const tokens = [];
    if (options.numbers === "spiral") {
      const corner = numbers.below(6);
      const way = options.spiral_direction === "cw" ? -1 : 1;
      const ring = (/** @type {number[]} */ hexes, /** @type {number} */ from) =>
        hexes.map((_, n) => hexes[(from + way * n + 2 * hexes.length) % hexes.length] ?? 0);
      const path = [...ring(OUTER, 2 * corner), ...ring(INNER, corner), 9].filter((hex) => terrains[hex] !== "desert");
      for (const [n, hex] of path.entries()) tokens[hex] = TOKENS[n] ?? 0;
    } else {
      do {
        for (const [n, token] of numbers.shuffled(TOKENS).entries()) tokens[land[n] ?? 0] = token;
      } while (options.red_adjacency !== "allow" && redsTouch(tokens));
    }
    island = terrains.map((terrain, hex) => (terrain === "desert" ? terrain : `${terrain}:${tokens[hex]}`)).join(" ");
  }
  const mixed = options.harbours === "shuffled" || (options.harbours !== "fixed" && variable);
  return `layout ${island} | ${(mixed ? numbers.shuffled(HARBOURS) : FRAME).join(" ")}`;
}

/**
 * @typedef {{ line: number, purpose: string, index: number, numbers: [number, number][], outcome: string, by: string }} Checked
 *   One draw; `by` says who vouches for what could have come: `self` this page, `server` the server for the hands of cards,
 *   `none` nobody.
 * @typedef {{ table: string, commitment: string, seats: string[], checked: Checked[], closed: boolean }} Verdict
 * @typedef {Map<number, [string, number][]>} Hands By line, what a stolen card was one of.
 */

/** What a record says against itself. */
export class Wrong extends Error {
  /** @param {string} key @param {number} line @param {Record<string, string>} [what] */
  constructor(key, line, what = {}) {
    super(key);
    this.key = key;
    this.line = line;
    this.what = what;
  }
}

/**
 * The proof in the header of a record. Everything has one form only: a line feed in a name would be another seat's line.
 * @param {Record<string, unknown>} header
 */
function proofOf(header) {
  const { secret, commitment, table, nonces = {} } = /** @type {Record<string, unknown>} */ (header.fair ?? {});
  const is = (/** @type {unknown} */ text, /** @type {RegExp} */ form) => typeof text === "string" && form.test(text);
  if (!is(secret, /^[0-9a-f]{64}$/) || !is(commitment, /^[0-9a-f]{64}$/) || !is(table, /^[0-9A-Za-z]{1,64}$/)) {
    throw new Wrong("verify-no-proof", 1);
  }
  const added = Object.entries(/** @type {Record<string, unknown>} */ (nonces)).sort(([a], [b]) => (a < b ? -1 : 1));
  if (!added.every(([seat, nonce]) => is(seat, /^[A-F]$/) && is(nonce, /^[0-9a-f]{16,64}$/))) throw new Wrong("verify-no-proof", 1);
  return { secret: String(secret), commitment: String(commitment), table: String(table), added };
}

/**
 * Computes every draw of a record again.
 * @param {string} text
 * @param {Record<string, [string, number][]>} boxes The tiles of each game, in the order of the rulebook.
 * @param {Hands} hands
 * @returns {Verdict}
 */
export function verify(text, boxes, hands) {
  const lines = text
    .split(/\r?\n/)
    .map((line, n) => ({ line: n + 1, text: line }))
    .filter((each) => each.text.trim() !== "")
    .map((each) => ({ line: each.line, value: parsed(each.text, each.line) }));
  const header = lines[0]?.value;
  const game = String(header?.game ?? "");
  if (!header || !game) throw new Wrong("verify-no-record", 1);
  const { secret, commitment, table, added } = proofOf(header);
  if (hex(sha256(ascii(`neuland commitment 1\n${secret}`))) !== commitment) throw new Wrong("verify-other-secret", 1);
  // A game that begins in its middle has hidden what was drawn before.
  if (header.setup !== undefined && header.setup !== null) throw new Wrong("verify-setup", 1);
  const seats = Array.isArray(header.seats) ? header.seats.length : 0;
  const stranger = added.find(([seat]) => seat.charCodeAt(0) - 65 >= seats);
  if (stranger) throw new Wrong("verify-stranger", 1, { seat: stranger[0] });
  const bytes = Uint8Array.from(secret.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  const key = hmac(bytes, `neuland dice 1\n${table}\n${added.map(([seat, nonce]) => `${seat} ${nonce}\n`).join("")}`);

  const options = /** @type {Record<string, unknown>} */ (header.options ?? {});
  const knights = game === "cities-and-knights";
  /** How often was drawn for each purpose. @type {Record<string, number>} */
  const times = {};
  const decks = structuredClone({ deck: DEVELOPMENT, ...PROGRESS, tile: boxes[game] ?? [] });
  const take = (/** @type {[string, number][]} */ deck, /** @type {string} */ kind) => {
    const left = deck.find(([name]) => name === kind);
    if (left) left[1] -= 1;
  };
  /** @type {Checked[]} */
  const checked = [];
  let before = "";
  let begun = false;
  let over = false;
  // A game that was closed before its end says after how many steps.
  const closed = /** @type {{ steps?: unknown } | undefined} */ (header.closed ?? undefined);
  let steps = 0;
  for (const { line, value } of lines.slice(1)) {
    if (over) throw new Wrong("verify-no-record", line);
    if ("do" in value || "chance" in value) steps += 1;
    if (closed && ("result" in value || steps > Number(closed.steps))) throw new Wrong("verify-not-closed", line);
    if (typeof value.do === "string") {
      before = value.do;
      begun = true;
    }
    over = "result" in value;
    if (typeof value.chance !== "string") continue;
    const outcome = value.chance;
    const [what = "", ...rest] = outcome.split(" ");
    const purpose = purposeOf(what, rest, game, begun);
    const index = times[purpose] ?? (purpose === "roll" ? 1 : 0);
    times[purpose] = index + 1;
    const numbers = new Numbers(key, purpose, index);
    let by = "self";
    let drawn = outcome;
    if (purpose === "board") drawn = layout(numbers, options);
    else if (what === "start") drawn = `start ${String.fromCharCode(65 + numbers.below(seats))}`;
    else if (what === "dice") {
      const chosen = knights ? /^play alchemist ([1-6]) ([1-6])$/.exec(before) : null;
      const dice = chosen ? `${chosen[1]} ${chosen[2]}` : twoDice(numbers.below(36));
      // Who begins is rolled for without the event die.
      drawn = knights && begun ? `dice ${EVENTS[numbers.below(6)]} ${dice}` : `dice ${dice}`;
    } else if (what === "stolen") {
      const hand = hands.get(line);
      if (hand) drawn = numbers.among(hand);
      by = hand ? "server" : "none";
    } else if (what === "card" || what === "tile") {
      const deck = /** @type {Record<string, [string, number][]>} */ (decks)[purpose] ?? [];
      const left = deck.reduce((sum, [, copies]) => sum + copies, 0);
      // What is under a progress deck is known: no dice are asked. Nothing is put under others.
      if (left > 0) drawn = `${what} ${numbers.among(deck)}`;
      else if (purpose in PROGRESS) by = "none";
      else throw new Wrong("verify-unknown", line, { outcome });
      take(deck, rest.join(" "));
    } else throw new Wrong("verify-unknown", line, { outcome });
    if (drawn !== outcome) throw new Wrong("verify-other", line, { recorded: outcome, drawn });
    checked.push({ line, purpose, index, numbers: numbers.drawn, outcome, by });
  }
  // The secret is revealed when the game is over or closed, so there was an end.
  if (closed ? steps !== closed.steps : !over) throw new Wrong("verify-unfinished", lines.at(-1)?.line ?? 1);
  return { table, commitment, seats: added.map(([seat]) => seat), checked, closed: closed !== undefined };
}

/**
 * @param {string} line
 * @param {number} number
 * @returns {Record<string, unknown>}
 */
function parsed(line, number) {
  try {
    const value = JSON.parse(line);
    if (value !== null && typeof value === "object" && !Array.isArray(value)) return value;
  } catch {
    // Said below.
  }
  throw new Wrong("verify-no-record", number);
}

/**
 * What was drawn for, by the outcome's words.
 * @param {string} what
 * @param {string[]} rest
 * @param {string} game
 * @param {boolean} begun Whether anybody has acted: the first dice are for who begins.
 */
function purposeOf(what, rest, game, begun) {
  if (what === "layout") return "board";
  if (what === "stolen") return "steal";
  if (what === "dice") return begun ? "roll" : "start";
  if (what !== "card") return what;
  if (game === "catan") return "deck";
  const area = Object.entries(PROGRESS).find(([, deck]) => deck.some(([kind]) => kind === rest[0]));
  return area?.[0] ?? "deck";
}

/** @param {number} number */
const twoDice = (number) => `${Math.floor(number / 6) + 1} ${(number % 6) + 1}`;

/* The page */

/**
 * @param {string} key
 * @param {Record<string, string>} values
 */
function filled(key, values) {
  return word(key).replace(/\[(\w+)\]/g, (whole, name) => values[name] ?? whole);
}

/**
 * What the server, which plays the game by its rules, says of the record: the hands that cards were stolen from, or why
 * the game cannot have gone like that. This page knows no rules.
 * @param {string} text
 * @returns {Promise<{ hands: Hands, refused?: string }>}
 */
async function askTheServer(text) {
  try {
    const response = await request("/api/v1/draws", { method: "POST", body: text, headers: { "Content-Type": "application/x-ndjson" } });
    if (response.status === 400) return { hands: new Map(), refused: String((await response.json()).message) };
    if (!response.ok) return { hands: new Map() };
    /** @type {{ draws: { line: number, among?: [string, number][] }[] }} */
    const { draws } = await response.json();
    return { hands: new Map(draws.flatMap(({ line, among }) => (among ? [[line, among]] : []))) };
  } catch {
    return { hands: new Map() };
  }
}

/** @param {string} tag @param {string} text */
function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/**
 * Says what came of it.
 * @param {HTMLElement} place
 * @param {Verdict | Wrong} verdict
 */
function tell(place, verdict) {
  if (verdict instanceof Wrong) {
    place.className = "notice bad";
    place.replaceChildren(element("p", filled(verdict.key, { ...verdict.what, line: String(verdict.line) })));
    return;
  }
  place.className = "notice good";
  const count = (/** @type {string} */ by) => verdict.checked.filter((draw) => draw.by === by).length;
  const lines = [
    filled("verify-done", { draws: String(verdict.checked.length - count("none")) }),
    filled(shownBefore(verdict.table) === undefined ? "verify-commitment" : "verify-shown", { commitment: verdict.commitment }),
    verdict.seats.length > 0 ? filled("verify-seats", { seats: verdict.seats.join(", ") }) : word("verify-nobody"),
  ];
  if (verdict.closed) lines.unshift(word("verify-closed"));
  if (count("server") > 0) lines.push(filled("verify-hands", { draws: String(count("server")) }));
  if (count("none") > 0) lines.push(filled("verify-none", { draws: String(count("none")) }));
  const all = document.createElement("details");
  all.append(element("summary", word("verify-all")));
  const table = document.createElement("table");
  table.className = "numbers draws";
  const head = table.createTHead().insertRow();
  for (const key of ["verify-line", "verify-purpose", "verify-number", "verify-outcome"]) {
    const cell = element("th", word(key));
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const body = table.createTBody();
  for (const { line, purpose, index, numbers, outcome } of verdict.checked) {
    const row = body.insertRow();
    const drawn = numbers.length > 3 ? `${numbers.length}` : numbers.map(([bound, number]) => `${number} < ${bound}`).join(", ");
    for (const text of [String(line), `${purpose} ${index}`, drawn, outcome]) row.append(element("td", text));
  }
  all.append(table);
  place.replaceChildren(...lines.map((line) => element("p", line)), all);
}

/**
 * Checks a record and says what came of it.
 * @param {HTMLElement} form
 * @param {string} text
 */
async function check(form, text) {
  const place = byId("verdict");
  if (!place) return;
  try {
    const box = (/** @type {string} */ game) => counted(form.getAttribute(`data-${game}`) ?? "");
    const boxes = Object.fromEntries(["carcassonne", "traders-and-builders", "mayflower"].map((game) => [game, box(game)]));
    const { hands, refused } = await askTheServer(text);
    const verdict = verify(text, boxes, hands);
    const shown = shownBefore(verdict.table);
    if (shown !== undefined && shown !== verdict.commitment) throw new Wrong("verify-swapped", 1, { shown });
    tell(place, refused === undefined ? verdict : new Wrong("verify-rules", 1, { why: refused }));
  } catch (error) {
    tell(place, error instanceof Wrong ? error : new Wrong("verify-no-record", 1));
  }
}

/**
 * Checks the record of a table; there is none as long as its game goes on.
 * @param {HTMLElement} form
 * @param {string} record
 */
async function fetchRecord(form, record) {
  const response = await request(record).catch(() => null);
  if (response?.ok) await check(form, await response.text());
  else byId("verdict")?.replaceChildren(element("p", word("verify-no-record-yet")));
}

/** Begins, where the page has something to check with. */
export function startVerify() {
  const form = byId("verify");
  const file = byId("verify-file");
  if (!form || !(file instanceof HTMLInputElement)) return;
  form.hidden = false;
  file.addEventListener("change", () => {
    const [chosen] = file.files ?? [];
    if (chosen) void chosen.text().then((text) => check(form, text));
  });
  const { record } = form.dataset;
  if (record) void fetchRecord(form, record);
}
