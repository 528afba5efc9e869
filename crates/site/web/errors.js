// @ts-check
// The last words of the module, which it says before it ends.

/** @type {string | undefined} */
let panic;

/**
 * Keeps the message of a panic; the module calls this.
 * @param {string} message
 */
export function notePanic(message) {
  panic = message;
}

/**
 * What the module said before it ended, or the error as text.
 * @param {unknown} error
 */
export function lastWords(error) {
  return panic ?? String(error);
}
