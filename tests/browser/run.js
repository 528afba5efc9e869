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
const done = spawnSync(
  process.execPath,
  ["--test", "--test-concurrency=2", "--test-reporter=spec", ...flags, ...files],
  { stdio: "inherit" },
);
process.exit(done.status ?? 1);
