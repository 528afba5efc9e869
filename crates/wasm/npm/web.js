// The package in pages, workers and bundlers: the module is fetched from beside this file when the package is imported.

import { start } from "./guard.js";

const response = await fetch(new URL("./neuland_bg.wasm", import.meta.url));
if (!response.ok) throw new Error(`${response.url} answered ${response.status}: the module of neuland is missing`);
// Read whole, since not every static host names the type that streaming needs.
start(await WebAssembly.compile(await response.arrayBuffer()));

export * from "./api.js";
