// The package in Node.js: the module is read from its file when the package is imported.

import { readFileSync } from "node:fs";
import { start } from "./guard.js";

start(new WebAssembly.Module(readFileSync(new URL("./neuland_bg.wasm", import.meta.url))));

export * from "./api.js";
