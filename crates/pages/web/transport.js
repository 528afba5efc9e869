// The way to the tables: to the server that sent the page, or to what answers in its place in the browser itself.

/**
 * What answers in place of a server (`crates/site/web/boot.js`).
 * @typedef {object} Host
 * @property {(path: string, init?: RequestInit) => Promise<Response>} request
 * @property {(path: string) => import("./tables.js").Stream} openStream
 * @property {(path: string) => string} link
 * @property {() => string} query
 * @property {(image: HTMLImageElement, path: string) => void} showPicture
 */

/** What answers, if it is no server. @type {Host | undefined} */
export const substitute = /** @type {any} */ (globalThis).neuland;

/** Whether something in the browser answers in place of a server. */
export const isAlone = substitute !== undefined;

/**
 * Asks for something, as `fetch` does.
 * @param {string} path
 * @param {RequestInit} [init]
 */
export function request(path, init) {
  return substitute ? substitute.request(path, init) : fetch(path, init);
}

/** The address at which the browser opens a page. @param {string} path */
export function link(path) {
  return substitute ? substitute.link(path) : path;
}

/** The parameters of the page that is shown. */
export function pageQuery() {
  return new URLSearchParams(substitute ? substitute.query() : location.search);
}
