// `npm test`: looks whether the machine has what the tests need, then runs them all.
// `npm test -- mouse keyboard` runs only the files with these words in their names.

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { missing } from "./lib/machine.js";
import { OUT } from "./lib/places.js";

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
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.js"))
  .filter((name) => words.length === 0 || words.some((word) => name.includes(word)))
  .map((name) => folder + name);
if (files.length === 0) {
  console.error(`browser tests: no file in tests/ has ${words.join(" or ")} in its name`);
  process.exit(1);
}
/** Tests of how fast a page is: nothing else runs beside them. */
const ALONE = ["smooth.test.js"];
const isAlone = (/** @type {string} */ file) => ALONE.some((name) => file.endsWith(`/${name}`));

/** @param {string[]} files @param {number} beside how many of them run at a time */
function run(files, beside) {
  if (files.length === 0) return 0;
  const options = ["--test", `--test-concurrency=${beside}`, "--test-reporter=spec", ...flags];
  return spawnSync(process.execPath, [...options, ...files], { stdio: "inherit" }).status ?? 1;
}

const failed = [run(files.filter(isAlone), 1), run(files.filter((file) => !isAlone(file)), 2)].find((status) => status !== 0);
process.exit(failed ?? 0);
