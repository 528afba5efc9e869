// Streams and pictures of tables, from the server or from what answers in its place.

import { substitute } from "./transport.js";

/**
 * @typedef {Pick<EventSource, "close" | "readyState"> & { addEventListener(type: string, listener: (event: MessageEvent) => void): void }} Stream
 */

/** Opens a stream of events. @param {string} path @returns {Stream} */
export function openStream(path) {
  return substitute ? substitute.openStream(path) : new EventSource(path);
}

/** Shows a picture that the tables draw. @param {HTMLImageElement} image @param {string} path */
export function showPicture(image, path) {
  if (substitute) substitute.showPicture(image, path);
  else image.src = path;
}
