// A slow way between browser and server, to find tests that depend on which of two answers comes first:
// `NEULAND_LAG=answers npm test` holds back the answers to commands, `streams` what streams bring, `loads` everything else. A test that
// waits for what it looks at passes with all of them.

import { createServer, request } from "node:http";
import { connect } from "node:net";

/** How long something is held back, in milliseconds: longer than a page takes to show a change. */
const HELD_BACK = 400;

const KINDS = /** @type {const} */ (["answers", "streams", "loads"]);

/** What is held back in this run. @type {(typeof KINDS)[number] | undefined} */
const LAG = KINDS.find((kind) => kind === process.env.NEULAND_LAG);

if (process.env.NEULAND_LAG && LAG === undefined) {
  throw new Error(`NEULAND_LAG=${process.env.NEULAND_LAG} is none of ${KINDS.join(", ")}`);
}

/**
 * What an answer is.
 * @param {string | undefined} method
 * @param {import("node:http").IncomingMessage} answer
 * @returns {(typeof KINDS)[number]}
 */
function kindOf(method, answer) {
  if (answer.headers["content-type"]?.startsWith("text/event-stream")) return "streams";
  return method === "GET" || method === "HEAD" ? "loads" : "answers";
}

/** Passes on what a browser asks. @param {import("node:http").IncomingMessage} asked @param {import("node:http").ServerResponse} told */
function pass(asked, told) {
  const { method, headers, url = "" } = asked;
  const { port, pathname, search } = new URL(url);
  // Whatever a server is called, it runs on this machine.
  const sent = request({ host: "127.0.0.1", port, path: pathname + search, method, headers: { ...headers, connection: "close" }, agent: false }, (answer) => {
    const wait = kindOf(method, answer) === LAG ? HELD_BACK : 0;
    const later = (/** @type {() => void} */ act) => void setTimeout(act, wait);
    // Timers of the same length end in their order.
    later(() => {
      told.writeHead(answer.statusCode ?? 502, answer.headers);
      told.flushHeaders();
    });
    answer.on("data", (chunk) => later(() => told.write(chunk)));
    answer.on("end", () => later(() => told.end()));
    answer.on("error", () => told.destroy());
  });
  sent.on("error", () => told.destroy());
  told.on("close", () => sent.destroy());
  asked.pipe(sent);
}

/**
 * How a browser reaches servers in this run; nothing if it does so by itself.
 * @returns {Promise<{ proxy?: { server: string, bypass: string } }>}
 */
export async function way() {
  if (LAG === undefined) return {};
  const proxy = createServer(pass);
  await new Promise((done) => proxy.listen(0, "127.0.0.1", () => done(undefined)));
  // What a test asks besides its pages goes straight on.
  proxy.on("connect", ({ url = "" }, socket, head) => {
    const server = connect(Number(url.split(":").at(-1)), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      server.write(head);
      server.pipe(socket).pipe(server);
    });
    for (const [one, other] of [[server, socket], [socket, server]]) one.on("error", () => other.destroy());
  });
  proxy.unref();
  const { port } = /** @type {import("node:net").AddressInfo} */ (proxy.address());
  // Without this, browsers reach servers of their own machine directly.
  return { proxy: { server: `http://127.0.0.1:${port}`, bypass: "<-loopback>" } };
}
