// Where things lie.

import { join } from "node:path";

/** The root of the repository. */
export const ROOT = new URL("../../../", import.meta.url).pathname;

/** Screenshots, and what a failed test leaves. */
export const OUT = new URL("../out/", import.meta.url).pathname;

/** The server under test. */
export const BINARY =
  process.env.NEULAND_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "release", "neuland");

/** The server with the sample game, built by `cargo build -p neuland --features sample-game`. */
export const SAMPLE_BINARY =
  process.env.NEULAND_SAMPLE_BIN ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug", "neuland");

/** The browser: Debian's, never a downloaded one. */
export const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
