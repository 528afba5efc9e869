// The settings: each acts as soon as it is chosen. What the document carries changes at once, and a table is shown anew; only words
// instead of the board are another page.

import { byId, table } from "./page.js";
import { link, request } from "./transport.js";

/** Settings that the document carries as data, and the value for which it carries none. @type {Record<string, string>} */
const CARRIED = { theme: "auto", board: "usual", motion: "auto", confirm: "", sounds: "" };

/** What was sent last: one after the other, since each answer keeps all settings. */
let last = Promise.resolve();

/**
 * Sends a setting that has changed, and applies it.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @param {string} value
 * @param {() => Promise<unknown>} renew
 */
async function apply(form, name, value, renew) {
  const back = String(new FormData(form).get("back") ?? "/");
  const fields = new URLSearchParams({ [name]: value, back });
  // Where the answer leads to is not asked for.
  await request(form.getAttribute("action") ?? "", { method: "POST", body: fields, redirect: "manual" }).catch(() => {});
  const usual = CARRIED[name];
  if (usual !== undefined) {
    if (value === usual) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  } else if (name === "mode") {
    location.assign(link(back));
  } else if (name === "keys") {
    const keys = byId("keys");
    if (keys) keys.dataset.keys = value;
  } else if (table()) {
    await renew();
  }
}

/**
 * Shows a setting that was changed elsewhere on the page.
 * @param {string} name
 * @param {string} value
 */
export function showSetting(name, value) {
  const field = document.querySelector(`#settings select[name="${name}"]`);
  if (field instanceof HTMLSelectElement) field.value = value;
}

/**
 * Begins.
 * @param {() => Promise<unknown>} [renew] Shows a table anew, by the settings.
 */
export function startSettings(renew = async () => {}) {
  const form = document.querySelector("#settings > form");
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLSelectElement || target instanceof HTMLInputElement)) return;
    const value = target instanceof HTMLInputElement && !target.checked ? "off" : target.value;
    // Once all explanations begin anew they are simply on.
    if (value === "again") target.value = "on";
    form.setAttribute("aria-busy", "true");
    const sent = (last = last.then(() => apply(form, target.name, value, renew)));
    void sent.finally(() => sent === last && form.removeAttribute("aria-busy"));
  });
}
