// `npm test`: looks whether the machine has what the tests need, then runs them all.
// `npm test -- mouse keyboard` runs only these files; a word that is no file's name runs those that have it in theirs.
//
// Files run in lanes, one more than the machine has processors, since a test waits now and then: each lane has a browser, and takes the
// next file when it is done with one.
// Each file has a server of its own. Nothing is tried twice.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { chromium as driver } from "playwright-core";
import { LAUNCH } from "./lib/browser.js";
import { missing } from "./lib/machine.js";
import { OUT } from "./lib/places.js";
import { SEED } from "./lib/seed.js";

const lacks = missing();
if (lacks.length > 0) {
  for (const line of lacks) console.error(`browser tests: ${line}`);
  process.exit(1);
}
rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });

const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
const flags = process.argv.slice(2).filter((word) => word.startsWith("-"));
const folder = new URL("tests/", import.meta.url).pathname;
/** Whether a word is the whole name of a file: `host` does not mean `ghosts`. @param {string} word @param {string[]} all */
const isName = (word, all) => all.some((name) => name === word || name === `${word}.test.js`);
// Large files take long, so they come first: then no lane is left with one at the end.
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.js"))
  .filter((name, _, all) => words.length === 0 || words.some((word) => isName(word, [name]) || (!isName(word, all) && name.includes(word))))
  .map((name) => folder + name)
  .sort((a, b) => readFileSync(b).length - readFileSync(a).length);
if (files.length === 0) {
  console.error(`browser tests: no file in tests/ has ${words.join(" or ")} in its name`);
  process.exit(1);
}

/** @typedef {{ file: string, code: number, seconds: number, output: string }} Ran */

/** The files that run now. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
// Who is stopped leaves nothing behind: neither files that go on without a browser, nor their servers.
for (const [signal, code] of /** @type {const} */ ([["SIGINT", 130], ["SIGTERM", 143]])) {
  process.once(signal, () => {
    for (const child of running) child.kill("SIGTERM");
    process.exit(code);
  });
}

/** Runs a file in the browser of a lane. @param {string} file @param {string} browser @returns {Promise<Ran>} */
function run(file, browser) {
  const began = process.hrtime.bigint();
  const env = { ...process.env, NEULAND_BROWSER: browser };
  const child = spawn(process.execPath, ["--test-reporter=spec", ...flags, file], { env, stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let output = "";
  child.stdout.on("data", (text) => (output += text));
  child.stderr.on("data", (text) => (output += text));
  return new Promise((done) =>
    child.on("close", (code) => {
      running.delete(child);
      done({ file: basename(file), code: code ?? 1, seconds: Number(process.hrtime.bigint() - began) / 1e9, output });
    }),
  );
}

/** Takes files from the queue until none is left. @param {string[]} queue @param {Ran[]} results */
async function lane(queue, results) {
  const browser = await driver.launchServer(LAUNCH);
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    const ran = await run(file, browser.wsEndpoint());
    // What node says at the end of each file is summed up below.
    console.log(`${ran.file} (${ran.seconds.toFixed(1)} s)\n${ran.output.replace(/^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm, "").trimEnd()}`);
    results.push(ran);
  }
  await browser.close();
}

/** A number from the closing lines of a file. @param {Ran} ran @param {string} name */
const count = ({ output }, name) => Number(new RegExp(`^ℹ ${name} (\\d+)`, "m").exec(output)?.[1] ?? 0);

const [queue, results] = [[...files], /** @type {Ran[]} */ ([])];
const lanes = Number(process.env.NEULAND_LANES ?? availableParallelism() + 1);
await Promise.all(Array.from({ length: Math.min(lanes, files.length) }, () => lane(queue, results)));

const sum = (/** @type {string} */ name) => results.reduce((sum, ran) => sum + count(ran, name), 0);
// A file that ends before its tests do says nothing of them.
const broken = results.filter((ran) => ran.code !== 0 && count(ran, "fail") + count(ran, "cancelled") === 0);
const failed = sum("fail") + sum("cancelled") + broken.length;
const tests = results.flatMap(({ file, output }) =>
  [...output.matchAll(/^\s*[✔✖] (.+) \(([\d.]+)ms\)$/gm)].map(([, name, ms]) => ({ name: `${file}: ${name}`, seconds: Number(ms) / 1000 })),
);
console.log("\nslowest tests:");
for (const { name, seconds } of tests.sort((a, b) => b.seconds - a.seconds).slice(0, 12)) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
for (const { file } of results.filter((ran) => ran.code !== 0)) {
  console.log(`failed: NEULAND_TEST_SEED=${SEED} npm test -- ${file}`);
}
console.log(`\nℹ tests ${sum("tests")}\nℹ pass ${sum("pass")}\nℹ fail ${failed}`);
process.exit(failed === 0 ? 0 : 1);
