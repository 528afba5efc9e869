// Positions for tests that play on: an island where much can be done at once, and tile games from records in `positions/`
// (`neuland simulate GAME --bots surveyor --players 3 --games 1 --seed 7 --records DIR`).

import { readFileSync } from "node:fs";

/** @typedef {{ setup: Record<string, any> }} Setup */

/** Four people who have founded on the beginner board; A can settle at I18. */
const FOUNDED = {
  A: { settlements: ["I8", "I40"], roads: ["8-13-18", "40-45"] },
  B: { settlements: ["I19", "I31"], roads: ["19-24", "31-36"] },
  C: { settlements: ["I10", "I22"], roads: ["10-15", "22-28"] },
  D: { settlements: ["I3", "I43"], roads: ["3-7", "43-38"] },
};

/** A hand to trade with, people and bank: it builds nothing before. */
export const TRADES = { wool: 9 };

/** A hand to build a settlement and a road. */
export const BUILDS = { brick: 3, lumber: 3, wool: 9, grain: 1 };

/** Everything that is built at Cities & Knights. */
export const BUILDS_KNIGHTS = { brick: 6, lumber: 4, wool: 8, grain: 8, ore: 10, paper: 2, cloth: 2, coin: 2 };

/** What the others hold: enough to take an offer, and too little to lose any by a 7. */
const OTHERS = { brick: 1, grain: 1, ore: 1 };

/**
 * A position of four people at Catan, in the turn of A, who can settle at I18.
 * @param {number} victory_points with which the game is won; A has two
 * @param {Record<string, number>} [hand] of A
 * @param {object} [more] phase and so on
 * @returns {Setup}
 */
export function island(victory_points, hand = BUILDS, more = { phase: "building" }) {
  const { A, B, C, D } = FOUNDED;
  const seats = { A: { ...A, hand }, B: { ...B, hand: OTHERS }, C: { ...C, hand: OTHERS }, D: { ...D, hand: OTHERS } };
  return { setup: { game: "catan", options: { players: 4, victory_points }, seats, ...more } };
}

/** A rolled a 7, and discards, moves the robber and steals before all that. @param {number} victory_points */
export function robbery(victory_points) {
  return island(victory_points, { brick: 4, lumber: 4, wool: 8, grain: 2 }, { phase: "discarding", dice: [3, 4] });
}

/**
 * The same at Cities & Knights. A has a knight and a progress card.
 * @param {number} victory_points with which the game is won; A has three
 * @param {Record<string, number>} [hand] of A
 * @param {object} [more] phase and so on
 * @returns {Setup}
 */
export function kingdom(victory_points, hand = BUILDS_KNIGHTS, more = { phase: "building" }) {
  const { A, B, C, D } = FOUNDED;
  const cities = (/** @type {{ settlements: string[], roads: string[] }} */ { settlements: [one = "", two = ""], roads }) => ({ settlements: [one], cities: [two], roads });
  // Wherever knights stand, a place to settle is left.
  const own = { ...cities(A), roads: ["8-13-18-23-29", "40-45"], hand, knights: { basic: ["I13"] }, progress: { smith: 1 } };
  const other = (/** @type {typeof A} */ seat) => ({ ...cities(seat), hand: OTHERS });
  return { setup: { game: "cities-and-knights", options: { players: 4, victory_points }, seats: { A: own, B: other(B), C: other(C), D: other(D) }, attacked: true, ...more } };
}

/** A rolled a 7 there, and discards eight cards. @param {number} victory_points */
export const robbedKingdom = (victory_points) =>
  kingdom(
    victory_points,
    { brick: 3, lumber: 2, wool: 3, grain: 3, ore: 3, coin: 2 },
    { phase: { discarding: { owed: { A: 8 }, sabotage: false } }, dice: ["trade", 3, 4] },
  );

/** A whole game of Carcassonne for three, of twelve tiles. */
export const FEW_TILES = { setup: { game: "carcassonne", options: { players: 3 }, stack: { E: 2, H: 1, J: 2, K: 2, L: 1, U: 2, V: 2 } } };

/** A whole game of three bots, for each game with tiles. @param {string} game */
const recordOf = (game) => readFileSync(new URL(`../positions/${game}.neuland`, import.meta.url), "utf8");

/**
 * Where A is about to do something in a game with tiles.
 * @param {string} game
 * @param {number} tiles at least so many were placed before
 * @param {RegExp} [what] the action
 */
export function tabled(game, tiles, what = /^place /) {
  const record = recordOf(game);
  let placed = 0;
  const at = record.split("\n").slice(1).findIndex((line) => {
    const action = /"seat":"A","do":"([^"]+)"/.exec(line)?.[1];
    if (action !== undefined && placed >= tiles && what.test(action)) return true;
    if (line.includes('"do":"place ')) placed += 1;
    return false;
  });
  if (at < 0) throw new Error(`A never does ${what} in the record of ${game} after ${tiles} tiles`);
  return { record, at };
}

/** Where A is about to place a tile, and about so many are left. @param {string} game @param {number} left */
export function late(game, left) {
  const tiles = recordOf(game).split('"do":"place ').length - 1;
  return tabled(game, tiles - left);
}
