// @ts-check
// The module and its parts. What is known to be needed is compiled before; for the rest the module calls when it needs a function of it,
// so that is fetched while the module waits; where the service worker has it, that takes no network.

import { names } from "./part-names.js";

/** The exports of the first part. @type {WebAssembly.Exports} */
let first;

/** The parts that are part of the program. @type {Set<string>} */
const made = new Set();

/** The parts that were compiled, for other workers too. @type {Map<string, WebAssembly.Module>} */
export const compiled = new Map();

/** The parts of each game. @type {Record<string, string[]>} */
const GAMES = { catan: ["islands"], "cities-and-knights": ["islands", "cities"], carcassonne: ["tiles"], "traders-and-builders": ["tiles"], mayflower: ["tiles"] };

/** The parts that a game needs up to its first question. @param {string} game */
export const partsOf = (game) => GAMES[game] ?? [];

/** The parts that a game of which parts are there needs after its first question. */
export const laterParts = () => names.filter((name) => name === "later" || (name.endsWith("-later") && compiled.has(name.slice(0, -"-later".length))));

/** The address of a part. @param {string} name */
const address = (name) => new URL(`neuland-${name}.wasm`, import.meta.url);

/**
 * Compiles a file: while it comes, or once it is there. A host may not know its type, and where the service worker answers, Firefox at
 * times never came to the end of a module that it compiled on the way.
 * @param {URL} file
 * @param {boolean} streams
 */
async function compile(file, streams) {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file.pathname} is missing`);
  if (streams && answer.headers.get("Content-Type") === "application/wasm") return WebAssembly.compileStreaming(answer);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/**
 * Compiles the first part.
 * @param {boolean} streams whether it may be compiled while it comes
 */
export const compileFirst = (streams) => compile(new URL("neuland_bg.wasm", import.meta.url), streams);

/**
 * Compiles parts that are needed soon. One that cannot be had is fetched again when the module calls for it.
 * @param {string[]} wanted
 * @param {boolean} streams whether they may be compiled while they come
 */
export async function compileParts(wanted, streams) {
  const missing = wanted.filter((name) => names.includes(name) && !compiled.has(name));
  await Promise.all(missing.map((name) => compile(address(name), streams).then((module) => compiled.set(name, module), () => {})));
}

/** Takes parts that another worker or the page has compiled. @param {Map<string, WebAssembly.Module>} parts */
export function takeParts(parts) {
  for (const [name, module] of parts) compiled.set(name, module);
}

/**
 * The first part is there.
 * @param {WebAssembly.Exports} exports
 */
export function begin(exports) {
  first = exports;
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
