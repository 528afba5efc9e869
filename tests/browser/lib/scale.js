// A line between a browser and its server on which everything that passes is weighed, as it goes over the wire.

import { createServer, connect } from "node:net";

/** @typedef {{ url: string, bytes: () => number, close: () => void }} Scale */

/**
 * Opens a line to a server.
 * @param {string} server its address
 * @returns {Promise<Scale>} `url`: where the line begins; `bytes`: what has passed so far, both ways
 */
export async function openScale(server) {
  const { hostname, port } = new URL(server);
  let bytes = 0;
  /** @type {Set<import("node:net").Socket>} */
  const sockets = new Set();
  const line = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [from, to] of [[near, far], [far, near]]) {
      sockets.add(from);
      from.on("data", (data) => void (bytes += data.length));
      from.on("error", () => to.destroy());
      from.on("close", () => sockets.delete(from));
      from.pipe(to);
    }
  });
  await new Promise((done) => line.listen(0, "127.0.0.1", () => done(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (line.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    bytes: () => bytes,
    close: () => {
      line.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
