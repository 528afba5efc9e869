// What takes the place of chance: the seed of this run, and the name of the test that goes on. Everything that servers and pages
// would draw at random follows from both, so that a test plays the same game each time, alone or beside others.

import { createHash } from "node:crypto";
import { basename } from "node:path";
import { beforeEach } from "node:test";

/** The seed of this run: `NEULAND_TEST_SEED=night-3 npm test`. */
export const SEED = process.env.NEULAND_TEST_SEED ?? "gate";

/** The file of tests that this process runs. */
export const FILE = basename(process.argv[1] ?? "none").replace(/\.test\.js$|\.js$/, "");

let test = FILE;
let people = 0;

/** How many tests of each name have begun. @type {Map<string, number>} */
const begun = new Map();

beforeEach((context) => {
  const { name } = /** @type {{ name: string }} */ (context);
  const number = (begun.get(name) ?? 0) + 1;
  begun.set(name, number);
  // Tests of the same name play other games all the same.
  test = `${FILE}: ${name}${number > 1 ? ` ${number}` : ""}`;
  people = 0;
});

/** A word for the next person of the test that goes on: a server in test mode takes ids and dice from it. */
export function nextName() {
  people += 1;
  return createHash("sha256").update(`${test} ${people}`).digest("hex").slice(0, 32);
}

/**
 * Replaces the random numbers of a page. Runs in the page, before its scripts. Each page that a person opens has others, since no two
 * commands of theirs may have the same id.
 * @param {string} name of the seed and the person
 */
export function plantRandomness(name) {
  let opened = 0;
  try {
    opened = Number(localStorage.getItem("test-pages-opened") ?? 0);
    localStorage.setItem("test-pages-opened", String(opened + 1));
  } catch {
    // A page without storage sends no commands.
  }
  let state = 0;
  for (const letter of `${name} ${opened}`) state = (Math.imul(state, 31) + letter.charCodeAt(0)) >>> 0;
  // SplitMix32.
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  crypto.getRandomValues = (/** @type {any} */ array) => {
    for (let n = 0; n < array.length; n += 1) array[n] = next();
    return array;
  };
}
