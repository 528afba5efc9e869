// @ts-check
// The parts of the module that are not there from the beginning. It calls for one when it needs a function of it, so it is fetched while
// the module waits; where the service worker has it, that takes no network.

import { names } from "./part-names.js";

/** The exports of the first part. @type {WebAssembly.Exports} */
let first;

/** The parts that are part of the program. @type {Set<string>} */
const made = new Set();

/** The parts that were compiled, for other workers too. @type {Map<string, WebAssembly.Module>} */
export const compiled = new Map();

/** The address of a part. @param {string} name */
const address = (name) => new URL(`neuland-${name}.wasm`, import.meta.url);

/**
 * Compiles parts, which are needed soon.
 * @param {string[]} wanted
 */
export async function fetchParts(...wanted) {
  await Promise.all(
    wanted.filter((name) => names.includes(name)).map(async (name) => {
      const answer = await fetch(address(name));
      if (answer.ok) compiled.set(name, await WebAssembly.compile(await answer.arrayBuffer()));
    }),
  );
}

/**
 * The first part is there.
 * @param {WebAssembly.Exports} exports
 * @param {Map<string, WebAssembly.Module>} [known] parts
 */
export function begin(exports, known = new Map()) {
  first = exports;
  for (const [name, module] of known) compiled.set(name, module);
}

/**
 * Adds a part to the program; the module calls this, and goes on with the part.
 * @param {number} part
 */
export function load(part) {
  const name = names[part] ?? "";
  if (made.has(name)) return;
  const module = compiled.get(name) ?? new WebAssembly.Module(read(name));
  compiled.set(name, module);
  // It writes itself into the memory and the table of the first part.
  new WebAssembly.Instance(module, { "": /** @type {any} */ (first) });
  made.add(name);
}

/** Reads a part, and waits for it. @param {string} name @returns {ArrayBuffer} */
function read(name) {
  const request = new XMLHttpRequest();
  request.open("GET", address(name), false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`the part ${name} of the program is missing`);
  return request.response;
}
