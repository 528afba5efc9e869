// The screens on which everything is tried: what a page is opened with. Tests of one kind share them out among themselves, so that
// together they see each screen in each language.

import { IS_NIGHT } from "./night.js";

// Phones have two dots a pixel, which change no place and no size but take a browser without a graphics processor four times as long to
// paint: at night they have them.
const FINGER = { hasTouch: true, isMobile: true, deviceScaleFactor: IS_NIGHT ? 2 : 1 };

export const DESK = { viewport: { width: 1440, height: 900 } };
export const WINDOW = { viewport: { width: 1280, height: 720 } };
export const SMALL = { viewport: { width: 1024, height: 768 } };
export const ACROSS = { ...FINGER, viewport: { width: 844, height: 390 } };
export const PHONE = { ...FINGER, viewport: { width: 390, height: 844 } };
export const NARROW = { ...FINGER, viewport: { width: 360, height: 740 } };

export const SCREENS = [DESK, WINDOW, ACROSS, PHONE, NARROW];

/** @typedef {{ viewport: { width: number, height: number }, locale?: string }} Screen */

/**
 * A screen in German.
 * @template {Screen} T
 * @param {T} screen
 * @returns {T & { locale: string }}
 */
export function german(screen) {
  return { ...screen, locale: "de-DE" };
}

/**
 * All screens, every other one in German: those with even numbers, or those with odd ones.
 * @param {0 | 1} first
 */
export function alternating(first) {
  return SCREENS.map((screen, n) => (n % 2 === first ? german(screen) : { ...screen, locale: "en-GB" }));
}

/**
 * A screen in the names of tests and pictures.
 * @param {Screen} screen
 */
export function named({ viewport, locale }) {
  return `${viewport.width}-${locale === "de-DE" ? "de" : "en"}`;
}
