// What takes the place of chance: the seed of this run, and the name of the test that goes on. Everything that servers and pages
// would draw at random follows from both, so that a test plays the same game each time, alone or beside others.

import { createHash } from "node:crypto";
import { basename } from "node:path";
import { beforeEach } from "node:test";

/** The seed of this run: `NEULAND_TEST_SEED=night-3 npm test`. */
export const SEED = process.env.NEULAND_TEST_SEED ?? "gate";

/** The name of a file of tests. @param {string} path */
const named = (path) => basename(path).replace(/\.test\.js$|\.js$/, "");

/** The file whose tests run now: that of this process, unless it is a lane, which runs one after the other. */
let file = named(process.argv[1] ?? "none");
let test = file;
let people = 0;

/** How many tests of each name have begun. @type {Map<string, number>} */
const begun = new Map();

/** The name of the file whose tests run now. */
export const fileNow = () => file;

/** Begins with another file. @param {string} path */
export function beginFile(path) {
  file = named(path);
  test = file;
  begun.clear();
}

beforeEach((context) => {
  const { name } = /** @type {{ name: string }} */ (context);
  const number = (begun.get(name) ?? 0) + 1;
  begun.set(name, number);
  // Tests of the same name play other games all the same.
  test = `${file}: ${name}${number > 1 ? ` ${number}` : ""}`;
  people = 0;
});

/** A word for the next person of the test that goes on: a server in test mode takes ids and dice from it. */
export function nextName() {
  people += 1;
  return createHash("sha256").update(`${test} ${people}`).digest("hex").slice(0, 32);
}

/**
 * Replaces the random numbers of a page. Runs in the page, before its scripts. Each page that a person opens has others, since no two
 * commands of theirs may have the same id. The first one clears what somebody before has stored.
 * @param {string} name of the seed and the person
 */
export function plantRandomness(name) {
  let opened = 0;
  try {
    if (localStorage.getItem("test-person") !== name) {
      localStorage.clear();
      localStorage.setItem("test-person", name);
    }
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
