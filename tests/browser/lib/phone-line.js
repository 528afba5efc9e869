// A static file server behind a slow line, with compression: what a phone gets of a host.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { BELOW, SITE, TYPES } from "./static.js";

/** Chromium's and Lighthouse's "fast 3G" before browsers add their own overhead: what comes in a second, and how long an answer takes. */
export const FAST_3G = { bytes: 1_600_000 / 8, roundTrip: 150 };

/** A file that was sent, with when it was asked for and when its last byte came, by `performance.now()`. @typedef {{ name: string, bytes: number, asked: number, came: number }} Sent */

/**
 * Serves the site over a line of its own: all answers share it.
 * @param {{ bytes: number, roundTrip: number }} line
 * @param {"br" | "gzip"} coding
 * @returns {Promise<{ url: string, sent: () => Sent[], stop: () => void }>}
 */
export async function serveSlowly(line, coding) {
  const compress = coding === "br" ? brotliCompressSync : gzipSync;
  /** @type {Map<string, Buffer>} */
  const ready = new Map();
  const packed = (/** @type {string} */ path) => {
    const known = ready.get(path) ?? (/\.(woff2|png)$/.test(path) ? readFileSync(path) : compress(readFileSync(path)));
    ready.set(path, known);
    return known;
  };
  /** @type {Sent[]} */
  let sent = [];
  let free = 0;
  /** Waits until so many bytes have come over the line. @param {number} bytes */
  const carry = async (bytes) => {
    free = Math.max(free, performance.now()) + (bytes / line.bytes) * 1000;
    await pass(free - performance.now());
  };
  const server = createServer((request, response) => {
    void (async () => {
      const asked = performance.now();
      const { pathname } = new URL(request.url ?? "/", "http://localhost");
      const name = pathname.startsWith(BELOW) ? normalize(pathname.slice(BELOW.length) || "index.html") : "..";
      const path = join(SITE, name);
      const found = !name.startsWith("..") && existsSync(path) && statSync(path).isFile();
      await pass(line.roundTrip);
      const body = found ? packed(path) : Buffer.alloc(0);
      const type = TYPES[extname(path)] ?? "application/octet-stream";
      const coded = /\.(woff2|png)$/.test(path) ? {} : { "Content-Encoding": coding };
      response.writeHead(found ? 200 : 404, { "Content-Type": type, ...coded, "Cache-Control": "max-age=600" });
      // In pieces as a line brings them, so that small files come through beside large ones.
      for (let at = 0; at < body.length; at += 4096) {
        const piece = body.subarray(at, at + 4096);
        await carry(piece.length);
        response.write(piece);
      }
      response.end();
      sent.push({ name, bytes: body.length, asked, came: performance.now() });
    })();
  });
  await new Promise((/** @type {(value?: unknown) => void} */ done) => server.listen(0, "127.0.0.1", () => done()));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  // Compressed before anybody waits.
  for (const path of filesOf(SITE)) packed(path);
  return {
    url: `http://localhost:${port}${BELOW}`,
    sent: () => sent.splice(0),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @param {string} folder @returns {string[]} */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)).filter((path) => statSync(path).isFile());
}
