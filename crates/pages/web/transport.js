// The way to the tables: to the server that sent the page, or to what answers in its place in the browser itself.

/**
 * @typedef {Pick<EventSource, "close" | "readyState"> & { addEventListener(type: string, listener: (event: MessageEvent) => void): void }} Stream
 */

/**
 * What answers in place of a server (`crates/site/web/boot.js`).
 * @typedef {object} Host
 * @property {(path: string, init?: RequestInit) => Promise<Response>} request
 * @property {(path: string) => Stream} openStream
 * @property {(path: string) => string} link
 * @property {() => string} query
 * @property {(image: HTMLImageElement, path: string) => void} showPicture
 */

/** @type {Host | undefined} */
const host = /** @type {any} */ (globalThis).neuland;

export const isAlone = host !== undefined;

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
export function request(path, init) {
  return host ? host.request(path, init) : fetch(path, init);
}

/** @param {string} path @returns {Stream} */
export function openStream(path) {
  return host ? host.openStream(path) : new EventSource(path);
}

/** The address at which the browser opens a page. @param {string} path */
export function link(path) {
  return host ? host.link(path) : path;
}

/** The parameters of the page that is shown. */
export function pageQuery() {
  return new URLSearchParams(host ? host.query() : location.search);
}

/** Shows a picture that the tables draw. @param {HTMLImageElement} image @param {string} path */
export function showPicture(image, path) {
  if (host) host.showPicture(image, path);
  else image.src = path;
}
