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

/** Where four have founded on the beginner board. */
const FOUR = {
  A: { settlements: ["I8", "I40"], roads: ["8-13", "40-45"] },
  B: { settlements: ["I19", "I31"], roads: ["19-24", "31-36"] },
  C: { settlements: ["I29", "I38"], roads: ["29-34", "38-43"] },
  D: { settlements: ["I16", "I42"], roads: ["16-22", "42-46"] },
};

/** Some cards of every kind. */
const CARDS = { brick: 3, lumber: 3, wool: 3, grain: 3, ore: 3 };

/** Four people, of whom A can build; A and others have development cards. */
export const CATAN_FOUR = {
  setup: {
    game: "catan",
    seats: {
      A: { ...FOUR.A, hand: CARDS, development: { knight: 2, "year-of-plenty": 1, monopoly: 1 }, knights: 1 },
      B: { ...FOUR.B, hand: { ore: 3, wool: 2 }, development: { knight: 1 } },
      C: { ...FOUR.C, hand: { brick: 1 }, knights: 2 },
      D: FOUR.D,
    },
    phase: "building",
    dice: [2, 3],
    turn: 9,
  },
};

/** The same at Cities & Knights, with knights, improvements, and progress cards. */
export const KNIGHTS_FOUR = {
  setup: {
    game: "cities-and-knights",
    seats: {
      A: {
        settlements: ["I8"],
        cities: ["I40"],
        roads: FOUR.A.roads,
        hand: { ...CARDS, paper: 2, cloth: 2, coin: 2 },
        knights: { basic: ["I13"], strong: ["I45"] },
        active: ["I45"],
        levels: { trade: 2, science: 1 },
        progress: { spy: 1, crane: 1, "merchant-fleet": 1 },
      },
      B: { settlements: ["I19"], cities: ["I31"], roads: FOUR.B.roads, hand: { coin: 2 }, knights: { basic: ["I24"] }, active: ["I24"], progress: { wedding: 1 } },
      C: { settlements: ["I29"], cities: ["I38"], roads: FOUR.C.roads, hand: { paper: 1 }, defenders: 1 },
      D: { settlements: ["I16"], cities: ["I42"], roads: FOUR.D.roads, levels: { politics: 1 } },
    },
    phase: "building",
    ship: 4,
    dice: ["ship", 2, 3],
    turn: 9,
  },
};
