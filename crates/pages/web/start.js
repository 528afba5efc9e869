// The form for a new table: the reader has one seat, and choosing it at another moves it there. Another game gets what does not
// belong to the one before. What was chosen for a game is remembered, also for the button that begins it at once.

import { byId } from "./page.js";
import { pageQuery } from "./transport.js";

/** @returns {HTMLFormElement | null} */
function form() {
  const found = byId("new");
  return found instanceof HTMLFormElement ? found : null;
}

/** The game that the form is for. @param {HTMLFormElement} shown */
function gameOf(shown) {
  return String(new FormData(shown).get("game"));
}

/** @returns {HTMLSelectElement[]} who is to have each seat */
function seats() {
  return [...document.querySelectorAll('#new select[name^="seat-"]')].filter((select) => select instanceof HTMLSelectElement);
}

/** What each seat had before it was changed. @type {WeakMap<HTMLSelectElement, string>} */
const had = new WeakMap();

function noteSeats() {
  for (const select of seats()) had.set(select, select.value);
}

/** @param {EventTarget | null} target */
function moveSeat(target) {
  if (!(target instanceof HTMLSelectElement) || !had.has(target)) return;
  if (target.value === "me") {
    // The seat that the reader leaves gets what the other one had.
    const left = seats().find((select) => select !== target && select.value === "me");
    if (left) left.value = had.get(target) ?? "open";
  }
  noteSeats();
}

/** Where the choices for each game are kept, and the fields that are none: they belong to this moment, or to all games. */
const [KEPT, PASSING] = ["neuland-new-table", /^(game|play|name|promised|commitment|nonce)$/];

/** @typedef {[name: string, value: string][]} Choices */

/** @returns {Record<string, Choices>} by game */
function kept() {
  try {
    const known = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof known === "object" && known !== null ? known : {};
  } catch {
    return {};
  }
}

/** Remembers what the form says. */
function keep() {
  const shown = form();
  if (!shown) return;
  /** @type {Choices} */
  const choices = [];
  for (const [name, value] of new FormData(shown)) if (!PASSING.test(name)) choices.push([name, String(value)]);
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), [gameOf(shown)]: choices }));
  } catch {
    // A browser that keeps nothing begins anew each time.
  }
}

/**
 * Fills the form with what was chosen for its game before.
 * @param {HTMLFormElement} shown
 */
function restore(shown) {
  const choices = kept()[gameOf(shown)];
  if (!choices) return;
  // What came along from the form of another game stays.
  const asked = pageQuery();
  const came = asked.has("seat-A");
  for (const field of shown.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement) || field.type === "hidden") continue;
    if (came && !/^(option|allow)-/.test(field.name)) continue;
    // A link may choose an option, as the page of kinds does.
    if (field.name.startsWith("option-") && asked.has(field.name)) continue;
    const values = choices.filter(([name]) => name === field.name).map(([, value]) => value);
    const last = values.at(-1);
    if (last === undefined || PASSING.test(field.name)) continue;
    if (field instanceof HTMLSelectElement) {
      if ([...field.options].some((option) => option.value === last)) field.value = last;
    } else if (field.type === "checkbox") field.checked = values.includes(field.value);
    else if (field.type === "radio") field.checked = field.value === last;
    else field.value = last;
  }
  // What is chosen is seen.
  const clock = byId("clock");
  if (clock instanceof HTMLDetailsElement && shown.querySelector('[name="clock"][value="none"]:checked') === null) clock.open = true;
}

/** Whether the form is left for that of another game, or is sent. @type {"stays" | "other" | "sent"} */
let goes = "stays";

/** @param {SubmitEvent} event */
function submitted(event) {
  const { submitter, target } = event;
  if (target !== form()) return;
  goes = submitter?.hasAttribute("formaction") ? "other" : "sent";
  const setup = byId("setup");
  if (goes === "other" && submitter?.hasAttribute("aria-current") && setup instanceof HTMLDetailsElement) {
    // It is here already.
    event.preventDefault();
    goes = "stays";
    setup.open = true;
    setup.scrollIntoView({ block: "start" });
    setup.querySelector("summary")?.focus();
  }
}

/** Another game gets the choices that are its own. @param {FormDataEvent} event */
function gathered({ formData }) {
  if (goes === "other") {
    // The address of the next form has only what is kept there.
    for (const name of [...formData.keys()]) {
      if (/^(option-|allow-|promised$|commitment$|nonce$)/.test(name)) formData.delete(name);
    }
  }
  const game = formData.get("play");
  const choices = typeof game === "string" ? kept()[game] : undefined;
  if (goes !== "sent" || typeof game !== "string" || !choices) return;
  for (const name of new Set(formData.keys())) if (!PASSING.test(name)) formData.delete(name);
  formData.set("game", game);
  for (const [name, value] of choices) formData.append(name, value);
}

/** Says moments as the reader's clock does. */
function sayMoments() {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  for (const time of document.querySelectorAll("time[data-local]")) {
    if (time instanceof HTMLTimeElement) time.textContent = format.format(new Date(time.dateTime));
  }
}

/** Begins. */
export function startNewTable() {
  sayMoments();
  const shown = form();
  if (!shown) return;
  if (shown.dataset.given === undefined || pageQuery().size > 0) restore(shown);
  noteSeats();
  // What is shown is what is played.
  const setup = byId("setup");
  if (setup instanceof HTMLDetailsElement && setup.open) keep();
  window.addEventListener("pageshow", ({ persisted }) => {
    // A promise of dice is for one table.
    if (persisted && goes === "sent") location.reload();
    // A page that is come back to may have other values than the one that was loaded.
    goes = "stays";
    noteSeats();
  });
  shown.addEventListener("change", ({ target }) => {
    moveSeat(target);
    keep();
  });
  document.addEventListener("submit", submitted);
  shown.addEventListener("formdata", gathered);
}
