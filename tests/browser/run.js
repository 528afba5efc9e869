// `npm test`: looks whether the machine has what the tests need, then runs them all.
// `npm test -- mouse keyboard` runs only these files; a word that is no file's name runs those that have it in theirs.
//
// Files run in lanes, one more than the machine has processors, since a test waits now and then: each lane is a process with a browser
// (`lane.js`), and takes the next file when it is done with one. Each file has a server of its own. Nothing is tried twice.

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { createInterface } from "node:readline";
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
const LANE = new URL("lane.js", import.meta.url).pathname;
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

/** @typedef {{ file: string, isGood: boolean, seconds: number, output: string }} Ran */

/** What runs now. @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
// Who is stopped leaves nothing behind: neither lanes that go on without a browser, nor their servers.
for (const [signal, code] of /** @type {const} */ ([["SIGINT", 130], ["SIGTERM", 143]])) {
  process.once(signal, () => {
    for (const child of running) child.kill("SIGTERM");
    process.exit(code);
  });
}

/**
 * Takes files from the queue until none is left.
 * @param {string[]} queue @param {Ran[]} results
 * @returns {Promise<string>} what it says in the end
 */
function lane(queue, results) {
  const child = spawn(process.execPath, ["--test-reporter=spec", ...flags, LANE], { stdio: ["ignore", "pipe", "pipe", "ipc"] });
  running.add(child);
  /** @type {string | undefined} */
  let file;
  /** @type {string[]} */
  let lines = [];
  const next = () => {
    const path = queue.shift();
    file = path === undefined ? undefined : basename(path);
    lines = [];
    child.send(path ?? null);
  };
  /** @param {string} line */
  const hear = (line) => {
    const [, mark, name, ms] = /^([▶✔✖]) (\S+\.test\.js)(?: \(([\d.]+)ms\))?$/.exec(line) ?? [];
    if (file === undefined || name !== file) return void lines.push(line);
    if (ms === undefined) return undefined;
    const ran = { file, isGood: mark !== "✖" && !lines.some((line) => line.trimStart().startsWith("✖")), seconds: Number(ms) / 1000, output: lines.join("\n") };
    console.log(`${file} (${ran.seconds.toFixed(1)} s)\n${ran.output.trimEnd()}`);
    results.push(ran);
    return next();
  };
  createInterface({ input: child.stdout }).on("line", hear);
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  next();
  return new Promise((done) =>
    child.on("close", () => {
      running.delete(child);
      const output = lines.join("\n");
      if (file !== undefined) results.push({ file, isGood: false, seconds: 0, output });
      done(output);
    }),
  );
}

/** A number from the closing lines of a lane. @param {string} output @param {string} name */
const count = (output, name) => Number(new RegExp(`^ℹ ${name} (\\d+)`, "m").exec(output)?.[1] ?? 0);

const [queue, results] = [[...files], /** @type {Ran[]} */ ([])];
const lanes = Number(process.env.NEULAND_LANES ?? availableParallelism() + 1);
const ends = await Promise.all(Array.from({ length: Math.min(lanes, files.length) }, () => lane(queue, results)));
// What node says at the end of each lane is summed up below.
for (const end of ends) if (/✖/.test(end)) console.log(end.replace(/^ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n?/gm, "").trim());

const sum = (/** @type {string} */ name) => ends.reduce((sum, end) => sum + count(end, name), 0);
// A lane that ends before its file does says nothing of it, and files that no lane has taken were not run.
const broken = results.filter(({ isGood, output }) => !isGood && !/✖/.test(output)).length + queue.length;
const failed = sum("fail") + sum("cancelled") + broken;
const tests = results.flatMap(({ file, output }) =>
  [...output.matchAll(/^\s*[✔✖] (.+) \(([\d.]+)ms\)$/gm)].map(([, name, ms]) => ({ name: `${file}: ${name}`, seconds: Number(ms) / 1000 })),
);
console.log("\nslowest tests:");
for (const { name, seconds } of tests.sort((a, b) => b.seconds - a.seconds).slice(0, 12)) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
for (const { file } of results.filter((ran) => !ran.isGood)) {
  console.log(`failed: NEULAND_TEST_SEED=${SEED} npm test -- ${file}`);
}
console.log(`\nℹ tests ${sum("tests")}\nℹ pass ${sum("pass")}\nℹ fail ${failed}`);
process.exit(failed === 0 ? 0 : 1);
