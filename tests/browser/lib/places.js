// Where things lie.

import { join } from "node:path";

/** The root of the repository. */
export const ROOT = new URL("../../../", import.meta.url).pathname;

/** Screenshots, and what a failed test leaves. */
export const OUT = new URL("../out/", import.meta.url).pathname;

/** The program that the Rust tests have built, with the sample game. */
export const SAMPLE_BINARY = join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug", "neuland");

/** The server under test. At night that is the program as it ships. */
export const BINARY = process.env.NEULAND_BIN ?? SAMPLE_BINARY;

/** Debian's headless shell: Chromium without its user interface, which costs a third of the processor time and is never seen. */
export const HEADLESS_SHELL = "/usr/bin/chromium-headless-shell";

/** Chromium: Debian's, never a downloaded one. */
export const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
