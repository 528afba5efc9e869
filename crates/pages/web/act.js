// Sends what the forms of a table would send, and tells what came of it. Without this module the same forms work by
// reloading the page.

import { address, announce, byId, hideToast, table, toast, word } from "./page.js";
import { askFor } from "./board.js";
import { keepFocus, reach, refresh, renew } from "./live.js";
import { isStuck, isUnderWay, send, startOutbox } from "./outbox.js";
import { markAnswered, markSent } from "./sent.js";
import { showSetting } from "./settings.js";
import { foldAll, openFor } from "./sheets.js";
import { rememberOffer } from "./trade.js";
import { request } from "./transport.js";

/**
 * An id of this client's own, so that a command sent twice is done once.
 * @returns {string}
 */
function commandId() {
  // crypto.randomUUID exists on secure pages only; a table in the local network is none.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {import("./outbox.js").Reply} Reply */

/**
 * Shows what came of a command.
 * @param {Reply} reply
 * @param {boolean} [quiet] Whether nobody waits to hear why it was not done.
 * @returns {Promise<boolean>} whether it was done
 */
async function tell({ ok, status, answer }, quiet = false) {
  if (!ok && !quiet) toast({ message: answer.message ?? word("failed"), ...(answer.clause ? { clause: answer.clause } : {}) });
  if (ok && answer.seq !== undefined) await reach(answer.seq).catch(() => {});
  // What was sent was based on what is no longer so.
  else if (ok || status === 409) await refresh().catch(() => {});
  return ok;
}

/** The version that the page showed when the last command was sent. @type {string | undefined} */
let sentAt;

/**
 * Whether a command has to wait, since one is under way: a second press is no second command, unless the stream has already
 * shown what came of the first. What people say can wait in line.
 * @returns {boolean}
 */
function isBusy() {
  if (!isUnderWay() || (table()?.dataset.version !== sentAt && !isStuck())) return false;
  if (isStuck()) toast({ message: word("still-unsent") });
  return true;
}

/**
 * Sends a command and shows what came of it.
 * @param {string} url
 * @param {URLSearchParams} body
 * @param {boolean} [quiet] Whether the reader did not ask for it.
 * @returns {Promise<boolean>} whether it was done
 */
async function post(url, body, quiet = false) {
  if (body.get("wish") !== "say") sentAt = table()?.dataset.version;
  if (!quiet) hideToast();
  body.set("id", commandId());
  return tell(await send(url, body), quiet);
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
 * @param {boolean} [quiet] Whether the page does so by itself.
 * @returns {Promise<boolean>} whether it was done
 */
export async function press(button, quiet = false) {
  return button.form !== null && submit(button.form, button, quiet);
}

/**
 * Sends a form of the table.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @param {boolean} [quiet] Whether the page does so by itself.
 * @returns {Promise<boolean>} whether it was done
 */
async function submit(form, submitter, quiet = false) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  if (form.getAttribute("id") === "say") {
    await say(form, body);
    return true;
  }
  if (isBusy()) return false;
  const focused = table()?.contains(document.activeElement) ?? false;
  const onBoard = byId("board")?.contains(document.activeElement) ?? false;
  // What was opened for it has done its work when it is done; the form may be gone by then.
  const open = quiet ? [] : openFor(form, submitter);
  const sent = markSent(submitter, () => foldAll(open));
  const done = await post(target(form), body, quiet);
  markAnswered(sent, done);
  if (done && form.classList.contains("exchange")) {
    rememberOffer(body);
    form.reset();
  }
  // The reader may have gone on meanwhile, since the stream was first: only a focus that is lost is given a place.
  const active = document.activeElement;
  if (focused && (!active || active === document.body || !active.checkVisibility())) keepFocus(onBoard);
  return done;
}

/**
 * Says something to all at the table. The field is free at once; what could not be said comes back into it.
 * @param {HTMLFormElement} form
 * @param {URLSearchParams} body
 */
async function say(form, body) {
  const field = form.querySelector("#say-text");
  const text = body.get("text") ?? "";
  if (!(field instanceof HTMLInputElement) || text.trim() === "") return;
  field.value = "";
  if (!(await post(target(form), body)) && field.value === "") field.value = text;
}

/**
 * Fetches what a button leads to, where the page left that out.
 * @param {HTMLElement} button
 * @returns {Promise<boolean>} whether the button says it now
 */
export async function preview(button) {
  const action = new URLSearchParams({ action: button.dataset.action ?? "" });
  const response = await request(`${address()}/preview?${action}`, { headers: { Accept: "text/html" } }).catch(() => null);
  // What cannot be done any more has nothing to tell; the page is about to show that.
  if (response?.status !== 200) return false;
  const told = new DOMParser().parseFromString(await response.text(), "text/html").querySelector(".preview");
  const place = button.querySelector(".preview[data-later]");
  if (!told || !place) return false;
  place.replaceWith(told);
  return true;
}

/**
 * Asks the rules about something that is not listed, to hear why not.
 * @param {string} action
 */
export async function explain(action) {
  const main = table();
  if (!main || isBusy()) return;
  const body = new URLSearchParams({ seq: main.dataset.seq ?? "", action });
  const place = action.split(" ").at(-1) ?? "";
  const sent = markSent(document.querySelector(`#board [data-place="${CSS.escape(place)}"]`));
  markAnswered(sent, await post(`${address()}/act`, body));
}

/**
 * Sends a form that changes how the table is shown, and shows it so.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
async function change(form, submitter) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) body.append(name, String(value));
  submitter?.setAttribute("aria-busy", "true");
  try {
    await request(target(form), { method: "POST", body, headers: { Accept: "application/json" } });
    for (const [name, value] of body) showSetting(name, value);
    await renew();
  } catch {
    toast({ message: word("failed") });
  }
  submitter?.removeAttribute("aria-busy");
}

/**
 * Whether a form cannot be sent yet: its button says so, and here what it lacks is said.
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 * @returns {boolean}
 */
function isHeldBack(form, submitter) {
  const button = submitter ?? form.querySelector('button[type="submit"]');
  if (button?.getAttribute("aria-disabled") !== "true") return false;
  announce(byId(button.getAttribute("aria-describedby") ?? "")?.innerText.trim() ?? "");
  if (form.dataset.sum !== undefined) form.querySelector("input:not([type=hidden])")?.closest("input")?.focus();
  return true;
}

/** Takes over the forms of the table. */
export function startActing() {
  startOutbox((reply) => void tell(reply));
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
    if (isHeldBack(form, event.submitter)) return;
    void submit(form, event.submitter);
  });
}
