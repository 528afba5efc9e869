// Records of whole games, changed in every way that dice can tell, and the check of the dice as a plain function: the page
// shows what it says, and it needs no page to say it.

import { DEVELOPMENT, PROGRESS, verify } from "../../../crates/pages/web/verify.js";

/** @typedef {Record<string, [string, number][]>} Boxes */
/** @typedef {{ what: string, text: string }} Change */

/**
 * What the check says against a record; nothing if all is well.
 * @param {string} record @param {Boxes} boxes @param {Map<number, [string, number][]>} hands
 * @returns {string | undefined}
 */
export function against(record, boxes, hands) {
  try {
    verify(record, boxes, hands);
    return undefined;
  } catch (error) {
    return String(/** @type {Error} */ (error).message);
  }
}

/**
 * The kinds of card in the deck that a card was drawn from.
 * @param {string} game @param {string} card
 * @returns {{ deck: string, cards: string[] }}
 */
function deckOf(game, card) {
  const decks = game === "catan" ? { deck: DEVELOPMENT } : PROGRESS;
  const found = Object.entries(decks).find(([, deck]) => deck.some(([kind]) => kind === card));
  if (!found) throw new Error(`${game} has no card ${card}`);
  return { deck: found[0], cards: found[1].map(([kind]) => kind) };
}

/**
 * Another outcome of the same draw. A card of another deck would be another draw, which may by chance give that very card.
 * @param {string} game @param {string} outcome @param {Boxes[string]} box The tiles of the game.
 */
function other(game, outcome, box) {
  const words = outcome.split(" ");
  const last = words.at(-1) ?? "";
  const instead = (/** @type {string[]} */ kinds) => kinds.find((kind) => kind !== last) ?? "";
  switch (words[0]) {
    case "layout": {
      // The first hex and the first that is another one change places.
      const at = words.findIndex((hex, n) => n > 1 && hex !== words[1]);
      return words.with(1, words[at] ?? "").with(at, words[1] ?? "").join(" ");
    }
    case "start":
      return `start ${instead(["A", "B"])}`;
    case "tile":
      return `tile ${instead(box.map(([kind]) => kind))}`;
    case "stolen":
      return `stolen ${instead(["ore", "wool", "brick"])}`;
    case "card":
      return `card ${instead(deckOf(game, last).cards)}`;
    default:
      return [...words.slice(0, -1), String((Number(last) % 6) + 1)].join(" ");
  }
}

/**
 * What an outcome was drawn for: a later one for the same purpose shows that this one is missing.
 * @param {string} game @param {string} outcome @param {boolean} begun Whether anybody has acted.
 */
function purpose(game, outcome, begun) {
  const words = outcome.split(" ");
  if (words[0] === "card") return deckOf(game, words.at(-1) ?? "").deck;
  return words[0] === "dice" && !begun ? "start" : (words[0] ?? "");
}

/**
 * Everything that the dice alone must find. What only rules can tell, such as a dropped action, is the server's to find.
 * @param {string} record @param {Boxes[string]} box
 * @returns {Change[]}
 */
export function changes(record, box) {
  const lines = record.trimEnd().split("\n");
  const header = JSON.parse(lines[0] ?? "{}");
  const text = (/** @type {string[]} */ changed) => `${changed.join("\n")}\n`;
  const with_ = (/** @type {object} */ changed) => text([JSON.stringify({ ...header, ...changed }), ...lines.slice(1)]);
  const fair = (/** @type {object} */ changed) => with_({ fair: { ...header.fair, ...changed } });
  /** @type {Change[]} */
  const all = [];
  const begin = lines.findIndex((line) => line.includes('"do":'));
  const outcomes = lines.flatMap((line, at) => {
    if (!line.startsWith('{"chance"')) return [];
    const outcome = String(JSON.parse(line).chance);
    return [{ at, outcome, purpose: purpose(header.game, outcome, begin >= 0 && at > begin) }];
  });
  for (const { at, outcome } of outcomes) {
    const changed = JSON.stringify({ chance: other(header.game, outcome, box) });
    all.push({ what: `line ${at + 1}: ${outcome} as ${changed}`, text: text(lines.with(at, changed)) });
  }
  for (const [n, { at, outcome, purpose }] of outcomes.entries()) {
    const later = outcomes.slice(n + 1).filter((each) => each.purpose === purpose && each.outcome !== outcome);
    if (later.length < 12) continue;
    // The hands that cards are stolen from are known by line: a theft that is missing or stands twice is the server's to find.
    if (purpose !== "stolen") {
      all.push({ what: `without line ${at + 1}`, text: text(lines.toSpliced(at, 1)) });
      all.push({ what: `line ${at + 1} twice`, text: text(lines.toSpliced(at, 0, lines[at] ?? "")) });
    }
    const next = later[0]?.at ?? at;
    all.push({ what: `lines ${at + 1} and ${next + 1} exchanged`, text: text(lines.with(at, lines[next] ?? "").with(next, lines[at] ?? "")) });
  }
  for (let until = 1; until < lines.length; until += Math.ceil(lines.length / 20)) {
    all.push({ what: `only ${until} lines`, text: text(lines.slice(0, until)) });
  }
  all.push({ what: "a line after the end", text: text([...lines, lines[1] ?? ""]) });
  // Each digit of the proof.
  for (const field of ["secret", "commitment"]) {
    const digits = String(header.fair[field]);
    for (let at = 0; at < digits.length; at += 1) {
      const changed = digits.slice(0, at) + (digits[at] === "0" ? "1" : "0") + digits.slice(at + 1);
      all.push({ what: `${field}, digit ${at}`, text: fair({ [field]: changed }) });
    }
    all.push({ what: `${field} in capitals`, text: fair({ [field]: digits.replace(/[a-f]/, (digit) => digit.toUpperCase()) }) });
  }
  const nonce = String(header.fair.nonces.A);
  for (let at = 0; at < nonce.length; at += 1) {
    all.push({ what: `nonce, digit ${at}`, text: fair({ nonces: { A: nonce.slice(0, at) + (nonce[at] === "0" ? "1" : "0") + nonce.slice(at + 1) } }) });
  }
  const table = String(header.fair.table);
  const more = "0123456789abcdef";
  all.push(
    { what: "no nonce", text: fair({ nonces: {} }) },
    { what: "a nonce more", text: fair({ nonces: { A: nonce, B: more } }) },
    { what: "a nonce of nobody", text: fair({ nonces: { A: nonce, F: more } }) },
    { what: "the nonce of another seat", text: fair({ nonces: { B: nonce } }) },
    { what: "another table", text: fair({ table: `${table}0` }) },
    { what: "no proof", text: with_({ fair: undefined }) },
    { what: "a beginning in the middle", text: with_({ setup: {} }) },
    // The same bytes would be hashed: the line of the seat stands in the name of the table.
    { what: "a nonce in the table's name", text: fair({ table: `${table}\nA ${nonce}`, nonces: {} }) },
    { what: "a nonce in a nonce", text: fair({ nonces: { A: `${nonce}\nB ${more}` } }) },
  );
  return all;
}
