// The settings: each acts as soon as it is chosen. What the document carries changes at once, and a table is shown anew; only words
// instead of the board are another page.

import { byId, table } from "./page.js";

/** Settings that the document carries as data, and the value for which it carries none. @type {Record<string, string>} */
const CARRIED = { theme: "auto", board: "usual", motion: "auto", confirm: "", sounds: "" };

/** What was sent last: one after the other, since each answer keeps all of them. */
let last = Promise.resolve();

/**
 * Sends all settings, and applies the one that has changed.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 * @param {() => Promise<unknown>} refresh
 */
async function apply(form, name, value, refresh) {
  const fields = new URLSearchParams();
  for (const [field, chosen] of new FormData(form)) fields.append(field, String(chosen));
  // Where the answer leads to is not asked for.
  await fetch(form.action, { method: "POST", body: fields, redirect: "manual" }).catch(() => {});
  const usual = CARRIED[name];
  if (usual !== undefined) {
    if (value === usual) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  } else if (name === "mode") {
    location.assign(fields.get("back") ?? "/");
  } else if (name === "keys") {
    const keys = byId("keys");
    if (keys) keys.dataset.keys = value;
  } else if (table()) {
    await refresh();
  }
}

/**
 * Begins.
 * @param {() => Promise<unknown>} [refresh] Shows a table anew.
 */
export function startSettings(refresh = async () => {}) {
  const form = document.querySelector("#settings > form");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
    const value = target instanceof HTMLInputElement && !target.checked ? "off" : target.value;
    form.setAttribute("aria-busy", "true");
    const sent = (last = last.then(() => apply(form, target.name, value, refresh)));
    void sent.finally(() => sent === last && form.removeAttribute("aria-busy"));
  });
}
