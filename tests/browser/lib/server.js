// A Neuland server of one's own: a free port, a fresh data folder, and a way to kill it like a power cut.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "./places.js";

/** How long a server may take until it answers. */
const START_MS = 20_000;

export class Server {
  /** @param {number} port @param {string} data @param {string[]} more @param {string} binary */
  constructor(port, data, more, binary = BINARY) {
    this.binary = binary;
    this.port = port;
    this.data = data;
    this.more = more;
    this.url = `http://127.0.0.1:${port}`;
    /** What it wrote, for failed tests. */
    this.output = "";
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
  }

  /** Starts it on its port and data folder, the first time or again, and waits until it answers. */
  async start() {
    const child = spawn(
      this.binary,
      ["play", "--no-open", "--addr", `127.0.0.1:${this.port}`, "--data", this.data, ...this.more],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.child = child;
    child.stdout.on("data", (text) => (this.output += text));
    child.stderr.on("data", (text) => (this.output += text));
    const end = Date.now() + START_MS;
    while (Date.now() < end) {
      if (child.exitCode !== null) break;
      try {
        if ((await fetch(this.url)).status < 500) return;
      } catch {
        // It does not listen yet.
      }
      await new Promise((done) => setTimeout(done, 20));
    }
    throw new Error(`the server did not start:\n${this.output}`);
  }

  /** Ends it at once, as `kill -9` does: it can save nothing. */
  async kill() {
    const child = this.child;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGKILL");
    await ended;
  }

  /** Ends it and removes its data. */
  async stop() {
    await this.kill();
    rmSync(this.data, { recursive: true, force: true });
  }
}

/**
 * A running server. Bots do not pause unless `pause` says so.
 * @param {{ pause?: number, binary?: string }} [wishes]
 */
export async function startServer({ pause = 0, binary = BINARY } = {}) {
  const data = mkdtempSync(join(tmpdir(), "neuland-browser-"));
  const server = new Server(await freePort(), data, ["--bot-pause", String(pause)], binary);
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((found, failed) => {
    const probe = createServer();
    probe.once("error", failed);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => found(port));
    });
  });
}
