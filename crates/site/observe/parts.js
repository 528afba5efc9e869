// In the place of `web/parts.js` while the module is observed: notes which functions run.

/** Which functions have run since it was cleared, by number. */
export const ran = new Uint8Array(1 << 17);

/** @param {number} number */
export function load(number) {
  ran[number] = 1;
}
