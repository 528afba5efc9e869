// Every decision of Cities & Knights that a reader, A, may have to make: positions of two people.

import { knights } from "./positions.js";

/** @typedef {import("./positions.js").From} From */

/** Options by which more is asked: which knights fight, whether a card is drawn, which is dropped. */
const ASKING = { ck_barbarian_variant: "choose", ck_progress_draw: "optional", ck_fifth_card: "active_may_play_now", victory_points: 30 };

/**
 * @param {object} own
 * @param {object} other
 * @param {object} more
 * @returns {From}
 */
function asking(own, other, more) {
  const { setup } = knights(own, other, more);
  return { setup: { ...setup, options: { ...setup.options, ...ASKING } } };
}

const KNIGHT = { knights: { basic: ["I13"] }, active: ["I13"] };
const CITIES = { settlements: [], cities: ["I8", "I40"] };
const HAND = { brick: 2, lumber: 1, wool: 2, grain: 1, ore: 2, paper: 1, cloth: 1, coin: 2 };

/** By the name of the decision. @type {Record<string, From>} */
export const DECISIONS = {
  muster: asking(KNIGHT, {}, { phase: { mustering: { waiting: ["A"], fighting: [] } }, ship: 7 }),
  pillage: asking(CITIES, {}, { phase: { pillaging: { losers: ["A"] } }, ship: 7 }),
  deck: asking(KNIGHT, {}, { phase: { "choosing-deck": { waiting: ["A"] } }, ship: 7 }),
  draw: asking({ levels: { science: 1 } }, {}, { phase: { "offering-draw": { waiting: ["A"], area: "science" } }, dice: ["science", 1, 3] }),
  drop: asking({ progress: { spy: 2, crane: 2, wedding: 1 } }, {}, { phase: { "dropping-cards": { seats: ["A"] } }, active: "B" }),
  fifth: asking({ progress: { spy: 2, crane: 2, wedding: 1 } }, {}, { phase: "play-or-drop" }),
  aqueduct: asking({ levels: { science: 3 } }, {}, { phase: { aqueduct: { waiting: ["A"] } }, dice: ["trade", 2, 3] }),
  discard: asking({ hand: HAND }, {}, { phase: { discarding: { owed: { A: 6 }, sabotage: false } }, dice: ["trade", 3, 4], attacked: true }),
  robber: asking({}, { hand: { ore: 1 } }, { phase: { "moving-robber": { cause: "seven" } }, dice: ["trade", 3, 4], attacked: true }),
  victim: asking({}, { hand: { ore: 1 } }, { phase: { "choosing-victim": { victims: ["B"] } }, dice: ["trade", 3, 4], attacked: true, robber: "H10" }),
  retreat: asking({ roads: ["8-13-18-24", "40-45"] }, { knights: { strong: ["I24"] } }, { phase: { retreating: { seat: "A", from: "I24", strength: 1, active: true } }, active: "B" }),
  desert: asking({ knights: { basic: ["I13", "I45"] } }, {}, { phase: { deserting: { victim: "A" } }, active: "B" }),
  deserter: asking({}, {}, { phase: { "placing-deserter": { strength: 1, active: true } } }),
  road: asking({}, {}, { phase: { "replacing-road": { removed: "P60" } } }),
  spy: asking({}, { progress: { crane: 1, wedding: 1 } }, { phase: { spying: { victim: "B" } } }),
  take: asking({}, { hand: HAND }, { phase: { "taking-cards": { victim: "B", count: 2 } } }),
  give: asking({ hand: HAND }, {}, { phase: { giving: { owed: { A: 2 } } }, active: "B" }),
  force: asking({ hand: HAND }, { hand: { ore: 1 } }, { phase: { "forced-exchange": { victim: "A", kind: "ore" } }, active: "B" }),
  metropolis: asking({ ...CITIES, levels: { trade: 4 } }, {}, { phase: { "placing-metropolis": { area: "trade" } } }),
};

/** A can build, improve and trade, has knights, and progress cards. */
export const KNIGHTS_TURN = asking(
  { hand: { brick: 3, lumber: 3, wool: 3, grain: 3, ore: 3, paper: 2, cloth: 2, coin: 2 }, knights: { basic: ["I13"] }, levels: { trade: 1 }, progress: { spy: 1, crane: 1 } },
  { hand: { brick: 1, coin: 1 }, progress: { wedding: 1 } },
  { phase: "building", dice: ["ship", 2, 3], ship: 3 },
);
