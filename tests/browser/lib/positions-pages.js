// More positions for tests of single things on the page.

import { catan, knights } from "./positions.js";

/** @typedef {import("./positions.js").From} From */

/**
 * A position of two people at Carcassonne or Traders & Builders.
 * @param {object} more phase and so on
 * @param {string} [game]
 * @returns {From}
 */
export function land(more, game = "carcassonne") {
  return { setup: { game, options: { players: 2 }, ...more } };
}

/** A places the second tile of the game: a bend of a road, which fits in many ways. */
export const LAND_PLACING = land({ phase: { placing: "V" } });

/** A has placed a bend of a road, and may deploy a figure on it. */
export const LAND_DEPLOYING = land({ tiles: ["V@(1,0)r1"], phase: "deploying" });

/** A places a tile of Traders & Builders. */
export const TRADERS_PLACING = land({ phase: { placing: "V" } }, "traders-and-builders");

/** A can build each kind of piece, a settlement at I18 too. */
export const CATAN_SETTLING = catan(
  { hand: { brick: 4, lumber: 4, wool: 4, grain: 4, ore: 4 }, roads: ["8-13-18", "40-45"] },
  {},
  { phase: "building" },
);

/** A places the city, the last of the starting buildings. */
export const KNIGHTS_FOUNDING_CITY = knights({ settlements: ["I8"], cities: [], roads: ["8-13"] }, {}, { phase: { "founding-city": { placed: 3 } } });
