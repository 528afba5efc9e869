// What repeats more than it covers is left to the night: `NEULAND_FULL=1`, set by `cargo xtask seeds`. The gate takes a sample, in which
// each size, each language, each game and each way of playing still occurs.

/** Whether everything is tried. */
export const IS_NIGHT = process.env.NEULAND_FULL === "1";

/**
 * All of a list at night; in the gate those with these numbers.
 * @template T
 * @param {readonly T[]} all
 * @param {...number} numbers
 * @returns {T[]}
 */
export function sample(all, ...numbers) {
  return all.filter((_, n) => IS_NIGHT || numbers.includes(n));
}

/** How often something is done. @param {number} gate @param {number} night */
export function times(gate, night) {
  return IS_NIGHT ? night : gate;
}
