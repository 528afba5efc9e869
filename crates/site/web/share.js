// @ts-check
// Sends a game as a link: the record stands in the fragment, which browsers send to nobody.

import { LinkError, pack, unpack } from "./links.js";
import { limits } from "./words.js";

/** @typedef {{ link: string, copied: string, close: string, long: string, save: string, damaged: string, large: string }} Said */

/** What comes before the record in the fragment. */
const FRAGMENT = "#game=";

/** The record that the address of the page holds, packed; none if it holds none. */
export const sharedHere = () => (location.hash.startsWith(FRAGMENT) ? location.hash.slice(FRAGMENT.length) : undefined);

/**
 * Reads a record from a link: the text, or what is wrong with the link.
 * @param {string} code
 * @returns {Promise<{ text: string } | { why: "damaged" | "large" }>}
 */
export async function openShared(code) {
  try {
    return { text: await unpack(code, limits.record) };
  } catch (error) {
    return { why: error instanceof LinkError ? error.why : "damaged" };
  }
}

/** Says on the written page why a link was not opened. @param {string} text */
export function sayWhy(text) {
  const line = document.createElement("p");
  line.id = "link-fault";
  line.className = "notice bad";
  line.setAttribute("role", "alert");
  line.textContent = text;
  document.querySelector("main h1")?.after(line);
}

/**
 * Puts a record into a link, copies that and shows it; if the link would be too long, offers the file.
 * @param {string} record
 * @param {string} page the address of the page that opens records
 * @param {Said} said
 * @param {() => void} save saves the file
 */
export async function share(record, page, said, save) {
  const address = new URL(page, document.baseURI).href + FRAGMENT + (await pack(record));
  if (address.length > limits.link) {
    show(said.long, said, { label: said.save, press: save });
    return;
  }
  const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
  const field = document.createElement("input");
  field.readOnly = true;
  field.value = address;
  field.setAttribute("aria-label", said.link);
  field.addEventListener("focus", () => field.select());
  show(copied ? said.copied : said.link, said, { field });
  if (!copied) field.focus();
}

/**
 * Shows what became of it, in place of what was shown before.
 * @param {string} text
 * @param {Said} said
 * @param {{ field?: HTMLInputElement, label?: string, press?: () => void }} more
 */
function show(text, said, { field, label, press }) {
  document.getElementById("shared")?.remove();
  const line = document.createElement("p");
  line.id = "shared";
  line.className = "shell-note";
  line.setAttribute("role", "status");
  line.append(text);
  if (field) line.append(" ", field);
  if (label !== undefined && press) line.append(button(label, () => (press(), line.remove())));
  line.append(button(said.close, () => line.remove()));
  document.body.append(line);
}

/** @param {string} label @param {() => void} press */
function button(label, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = label;
  made.addEventListener("click", press);
  return made;
}
