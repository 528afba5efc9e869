// Positions at which games of tests begin, as setups (docs/setup.md): whatever a test is about can be done at once. Intersections are
// numbered by rows from the top: I0 to I2, I3 to I6, I7 to I10, I11 to I15, I16 to I20, I21 to I26, and back again.

/** @typedef {{ setup: Record<string, any> }} From */

/** Two people who have founded on the beginner board. A begins. */
const FOUNDED = {
  A: { settlements: ["I8", "I40"], roads: ["8-13", "40-45"] },
  B: { settlements: ["I19", "I31"], roads: ["19-24", "31-36"] },
};

/** Enough of every resource to build one of each piece and to trade. */
const RICH = { brick: 4, lumber: 4, wool: 4, grain: 4, ore: 4 };

/**
 * A position of two people at Catan.
 * @param {object} [own] more of A
 * @param {object} [other] more of B
 * @param {object} [more] phase and so on
 * @returns {From}
 */
export function catan(own = {}, other = {}, more = {}) {
  return { setup: { game: "catan", options: { players: 2 }, seats: { A: { ...FOUNDED.A, ...own }, B: { ...FOUNDED.B, ...other } }, ...more } };
}

/** A is about to roll; nobody has so many cards that a 7 costs some. */
export const CATAN_ROLL = catan({}, {}, { phase: "before-roll" });

/** A has rolled, and can build and trade whatever there is. */
export const CATAN_BUILDING = catan({ hand: RICH }, { hand: { brick: 1, wool: 1, ore: 1 } }, { phase: "building" });

/** A rolled a 7 with eight cards. */
export const CATAN_DISCARD = catan({ hand: { brick: 2, lumber: 2, wool: 2, grain: 1, ore: 1 } }, { hand: { brick: 1 } }, { phase: "discarding", dice: [3, 4] });

/** A moves the robber; B has cards. */
export const CATAN_ROBBER = catan({ hand: { brick: 1 } }, { hand: { wool: 2, ore: 1 } }, { phase: "moving-robber", dice: [3, 4] });

/** Both found: A places the first settlement. */
export const CATAN_FOUNDING = { setup: { game: "catan", options: { players: 2 }, phase: "founding-settlement" } };

/** A has the first tile of Mayflower in hand, and a figure stands on it in the end. */
export const MAYFLOWER_TILE = { setup: { game: "mayflower", options: { players: 2 }, phase: { placing: "MF-06" } } };

/** Two people at Cities & Knights, after the founding. */
const KNIGHTS_FOUNDED = {
  A: { settlements: ["I8"], cities: ["I40"], roads: ["8-13", "40-45"] },
  B: { settlements: ["I19"], cities: ["I31"], roads: ["19-24", "31-36"] },
};

/** Enough of every card to build, improve and trade. */
const RICH_KNIGHTS = { ...RICH, paper: 3, cloth: 3, coin: 3 };

/**
 * A position of two people at Cities & Knights.
 * @param {object} [own] more of A
 * @param {object} [other] more of B
 * @param {object} [more] phase and so on
 * @returns {From}
 */
export function knights(own = {}, other = {}, more = {}) {
  const seats = { A: { ...KNIGHTS_FOUNDED.A, ...own }, B: { ...KNIGHTS_FOUNDED.B, ...other } };
  return { setup: { game: "cities-and-knights", options: { players: 2 }, seats, ...more } };
}

/** A is about to roll. */
export const KNIGHTS_ROLL = knights({}, {}, { phase: "before-roll" });

/** A has rolled, has a basic knight, and can build and improve whatever there is. */
export const KNIGHTS_BUILDING = knights({ hand: RICH_KNIGHTS, knights: { basic: ["I13"] } }, { hand: { brick: 1, coin: 1 } }, { phase: "building" });
