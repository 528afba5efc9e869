// A Neuland server of one's own: a free port, a fresh data folder, and a way to kill it like a power cut.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BINARY } from "./places.js";
import { SEED } from "./seed.js";

export class Server {
  /** @param {string} data @param {string[]} more @param {string} binary */
  constructor(data, more, binary = BINARY) {
    this.binary = binary;
    this.data = data;
    this.more = more;
    /** The port on which it listens; the system chooses one at the first start. */
    this.port = 0;
    /** What it wrote, for failed tests. */
    this.output = "";
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.child = undefined;
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it on its data folder, the first time or again on the same port, and waits until it says that it listens. */
  async start() {
    const child = spawn(
      this.binary,
      ["play", "--no-open", "--addr", `127.0.0.1:${this.port}`, "--data", this.data, ...this.more],
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    this.child = child;
    const end = () => void child.kill("SIGKILL");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
    let said = "";
    await new Promise((/** @type {(value?: unknown) => void} */ done, failed) => {
      child.stdout.on("data", (text) => {
        this.output += text;
        said += text;
        const port = /http:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1];
        if (port === undefined) return;
        this.port = Number(port);
        done();
      });
      child.stderr.on("data", (text) => (this.output += text));
      child.once("error", failed);
      child.once("exit", () => failed(new Error(`the server did not start:\n${this.output}`)));
    });
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
 * A running server in test mode, unless `test` is false: everything random follows from the seed, bots move when they are told to, and
 * time passes when it is told to (`bots.js`).
 * @param {{ binary?: string, test?: boolean }} [wishes]
 */
export async function startServer({ binary = BINARY, test = true } = {}) {
  const data = mkdtempSync(join(tmpdir(), "neuland-browser-"));
  const server = new Server(data, test ? ["--test-seed", SEED] : ["--bot-pause", "0"], binary);
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server;
}
