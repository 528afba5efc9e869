// Sends what the forms of a table would send, and tells what came of it. Without this module the same forms work by
// reloading the page.

import { announce, byId, hideToast, table, toast, word } from "./page.js";
import { askFor } from "./board.js";
import { keepFocus, refresh } from "./live.js";

/** One command at a time: a second click while the first is under way is no second command. */
let busy = false;

/**
 * An id of this client's own, so that a command sent twice is done once.
 * @returns {string}
 */
function commandId() {
  // crypto.randomUUID exists on secure pages only; a table in the local network is none.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * What the server answers to a command.
 * @typedef {object} Answer
 * @property {boolean} [ok]
 * @property {string} [error] A short name of what went wrong.
 * @property {string} [message] The same in the reader's language.
 * @property {string} [clause]
 */

/**
 * Sends a command and shows what came of it.
 * @param {string} url
 * @param {URLSearchParams} body
 * @returns {Promise<boolean>} whether it was done
 */
async function post(url, body) {
  if (busy) return false;
  busy = true;
  hideToast();
  body.set("id", commandId());
  try {
    const response = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    /** @type {Answer} */
    const answer = isJson ? await response.json() : {};
    // What is shown is brought up to date below, which may take a while where much happens; the next command need not
    // wait for it.
    busy = false;
    if (!response.ok) {
      toast({ message: answer.message ?? word("failed"), ...(answer.clause ? { clause: answer.clause } : {}) });
      // What was sent was based on what is no longer so.
      if (response.status === 409) await refresh();
      return false;
    }
    await refresh();
    return true;
  } catch {
    toast({ message: word("failed") });
    return false;
  } finally {
    busy = false;
  }
}

/**
 * Where a form goes. Not its property: the field named `action` hides that.
 * @param {HTMLFormElement} form
 * @returns {string}
 */
function target(form) {
  return form.getAttribute("action") ?? "";
}

/**
 * Does what a button of the page does.
 * @param {HTMLButtonElement} button
 */
export async function press(button) {
  const form = button.form;
  if (form) await submit(form, button);
}

/**
 * Sends a form of the table.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function submit(form, submitter) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  const focused = table()?.contains(document.activeElement) ?? false;
  const onBoard = byId("board")?.contains(document.activeElement) ?? false;
  for (const open of document.querySelectorAll("#main details.tool[open]")) {
    // A tool whose places were chosen from has done its work; the bank stays open for another exchange.
    if (open.classList.contains("res") || submitter?.closest(".bank")) continue;
    // What is folded cannot keep the focus; its head can.
    if (open.contains(document.activeElement)) open.querySelector("summary")?.focus();
    open.removeAttribute("open");
  }
  for (const step of document.querySelectorAll("#main details.step[open]")) step.removeAttribute("open");
  const done = await post(target(form), body);
  if (done && form.classList.contains("exchange")) form.reset();
  if (focused) keepFocus(onBoard);
}

/**
 * Asks the rules about something that is not listed, to hear why not.
 * @param {string} action
 */
export async function explain(action) {
  const main = table();
  if (!main) return;
  const body = new URLSearchParams({ seq: main.dataset.seq ?? "", action });
  await post(`/t/${main.dataset.table}/act`, body);
}

/**
 * Sends a form that changes how the table is shown, and shows it so.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function change(form, submitter) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  try {
    await fetch(target(form), { method: "POST", body, headers: { Accept: "application/json" } });
    await refresh();
  } catch {
    toast({ message: word("failed") });
  }
}

/** Takes over the forms of the table. */
export function startActing() {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !table()) return;
    if (form.dataset.swap !== undefined) {
      event.preventDefault();
      void change(form, event.submitter);
      return;
    }
    if (!/\/(act|undo|wish)$/.test(target(form))) return;
    event.preventDefault();
    if (event.submitter instanceof HTMLButtonElement && askFor(event.submitter)) return;
    const missing = form.dataset.sum !== undefined && form.dataset.count !== form.dataset.sum;
    if (missing) {
      announce(form.querySelector("[data-left]")?.textContent ?? "");
      form.querySelector("input:not([type=hidden])")?.closest("input")?.focus();
      return;
    }
    void submit(form, event.submitter);
  });
}
