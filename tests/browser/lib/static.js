// A plain static file server, as any host is one: files below a path, and nothing else. The site that it serves is built by
// `cargo xtask site`.

import { cpSync, createReadStream, existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { ROOT } from "./places.js";
import { plantRandomness, SEED } from "./seed.js";

/** The folder of the site. */
export const SITE = process.env.NEULAND_SITE ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "site");

/** The folder with the module in one piece, from which the site's was split. */
export const OBSERVED = process.env.NEULAND_OBSERVED ?? join(SITE, "../site-observed");

/** The path below which the site lies. */
export const BELOW = "/games/neuland/";

/** The types of files by their endings. @type {Record<string, string>} */
export const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".wasm": "application/wasm", ".webmanifest": "application/manifest+json" };

/** Ends a test at once whose folder holds no site. @param {string} [folder] */
export function needSite(folder = SITE) {
  if (!existsSync(join(folder, "index.html"))) throw new Error(`${folder} holds no site; \`cargo xtask site\` builds one, and NEULAND_SITE names another`);
}

/**
 * Serves a folder.
 * @param {string} [folder]
 * @returns {Promise<{ url: string, sent: Map<string, number>, use: (folder: string) => void, stop: () => Promise<void> }>} its address,
 *   what was sent how often, and a way to put another version in its place
 */
export async function serveFolder(folder = SITE) {
  needSite(folder);
  /** @type {Map<string, number>} */
  const sent = new Map();
  let served = folder;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.startsWith(BELOW) ? normalize(pathname.slice(BELOW.length) || "index.html") : "..";
    const path = join(served, name);
    if (request.method !== "GET" || name.startsWith("..") || !existsSync(path) || !statSync(path).isFile()) {
      response.writeHead(404).end();
      return;
    }
    sent.set(name, (sent.get(name) ?? 0) + 1);
    response.writeHead(200, { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" });
    createReadStream(path).pipe(response);
  });
  await new Promise((/** @type {(value?: unknown) => void} */ done) => server.listen(0, "127.0.0.1", () => done()));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  /** Also when the test has cut the network before. */
  const stop = () =>
    new Promise((/** @type {(value?: unknown) => void} */ done) => {
      server.close(() => done());
      server.closeAllConnections();
    });
  return { url: `http://localhost:${port}${BELOW}`, sent, use: (other) => void (served = other), stop: () => stop().then(() => {}) };
}

/** The hash of the version that the site has: the folder of its files. */
export function version() {
  return /src="([0-9a-f]{16})\//.exec(readFileSync(join(SITE, "index.html"), "utf8"))?.[1] ?? "";
}

/**
 * A later version of a site: the same files below another hash.
 * @param {string} folder where it goes
 * @returns {string} the hash
 */
export function laterVersion(folder) {
  const hash = version();
  const later = "f".repeat(16);
  cpSync(join(SITE, hash), join(folder, later), { recursive: true });
  for (const name of readdirSync(SITE)) {
    const path = join(SITE, name);
    if (statSync(path).isFile()) writeFileSync(join(folder, name), readFileSync(path, "utf8").replaceAll(hash, later));
  }
  return later;
}

/**
 * A site whose bots never come to an end.
 * @param {string} folder where it goes
 */
export function endlessBots(folder) {
  cpSync(SITE, folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const thinker = join(folder, name, "thinker.js");
    if (existsSync(thinker)) writeFileSync(thinker, "");
  }
}

/**
 * A site whose tables draw what follows from a word, and whose bots make no pauses before a turn, so a game goes the same way each time.
 * A bot that waits for answers to its offer waits as long as ever.
 * @param {string} folder where it goes
 * @param {string} word
 */
export function plantedSite(folder, word) {
  cpSync(SITE, folder, { recursive: true });
  const name = JSON.stringify(`${SEED} ${word}`);
  change(folder, "worker.js", (script) => `(${plantRandomness})(${name});\n${script.replace("}, task.pause);", "}, task.pause > 10_000 ? task.pause : 0);")}`);
}

/**
 * A site that never comes to the end of a record.
 * @param {string} folder where it goes
 */
export function endlessRecords(folder) {
  cpSync(SITE, folder, { recursive: true });
  change(folder, "worker.js", (script) => script.replace("return site.request(", 'if (data.request.path === "/replay" && data.request.post) for (;;);\n      return site.request('));
}

/**
 * A site whose workers load something else before they listen.
 * @param {string} folder where it goes
 */
export function lateWorkers(folder) {
  cpSync(SITE, folder, { recursive: true });
  for (const script of ["worker.js", "thinker.js"]) change(folder, script, (text) => `await fetch(import.meta.url);\n${text}`);
}

/**
 * A site on which the first worker that begins once the files are kept never listens.
 * @param {string} folder where it goes
 */
export function deadWorker(folder) {
  cpSync(SITE, folder, { recursive: true });
  const never = `if ((await caches.keys()).some((name) => name.startsWith("neuland ")) && !(await caches.has("tried"))) {
  await caches.open("tried");
  await new Promise(() => {});
}`;
  change(folder, "worker.js", (text) => `${never}\n${text}`);
}

/**
 * A site whose links hold next to nothing.
 * @param {string} folder where it goes
 */
export function shortLinks(folder) {
  cpSync(SITE, folder, { recursive: true });
  change(folder, "boot.js", (script) => script.replace(/"link":\d+/, '"link":100'));
}

/**
 * Changes a script of each version of a site.
 * @param {string} folder @param {string} script @param {(text: string) => string} rewrite
 */
function change(folder, script, rewrite) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name, script);
    if (!existsSync(path)) continue;
    const before = readFileSync(path, "utf8");
    const after = rewrite(before);
    if (after === before) throw new Error(`${script} is not as expected`);
    writeFileSync(path, after);
  }
}

/**
 * Waits until the service worker answers the next page that is opened: it has all files of the site.
 * @param {any} page of Playwright, or a `FirefoxPage`
 */
export async function keptFiles(page) {
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
}
