// A hint on one's turn: the server says what the strongest bot would do and why; here its card is shown, and the places that it
// names are lit. It belongs to one position: the next one takes it away.

import { light } from "./board.js";
import { address, byId, table, toast, word } from "./page.js";
import { request } from "./transport.js";

/**
 * Marks what the hint names, or takes the marks away.
 * @param {HTMLElement | null} card
 */
function mark(card) {
  for (const old of document.querySelectorAll("#main [data-wanted], #main [data-next]")) {
    if (old !== card) old.removeAttribute("data-wanted");
    if (old !== card) old.removeAttribute("data-next");
  }
  if (!card) return;
  const next = /** @type {string[]} */ (JSON.parse(card.dataset.others ?? "[]"));
  for (const button of document.querySelectorAll("#main [data-action]")) {
    if (!(button instanceof HTMLElement)) continue;
    if (button.dataset.action === card.dataset.best) button.dataset.wanted = "";
    else if (next.includes(button.dataset.action ?? "")) button.dataset.next = "";
  }
}

/** Asks for a hint and shows it. */
async function ask() {
  const response = await request(`${address()}/hint`, { headers: { Accept: "application/json" } }).catch(() => null);
  const answer = /** @type {{ card?: string, message?: string } | null} */ (response && (await response.json().catch(() => null)));
  const card = answer?.card ? new DOMParser().parseFromString(answer.card, "text/html").getElementById("advice") : null;
  if (!card) {
    toast({ message: answer?.message ?? word("failed") });
    return;
  }
  byId("advice")?.remove();
  const shown = document.importNode(card, true);
  byId("banner")?.after(shown);
  mark(shown);
  light();
  shown.focus({ preventScroll: true });
}

/** Takes the hint away. */
function close() {
  byId("advice")?.remove();
  mark(null);
  light();
  byId("ask-hint")?.querySelector("button")?.focus();
}

/** After every change of the page: what a hint that is gone has marked is marked no more. */
export function afterAdvice() {
  if (!byId("advice") && table() && document.querySelector("#main:not(.learns) :is([data-wanted], [data-next])")) mark(null);
}

/** Begins. */
export function startAdvice() {
  document.addEventListener("submit", (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute("id") !== "ask-hint") return;
    event.preventDefault();
    void ask();
  });
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest("[data-close-hint]")) return;
    event.preventDefault();
    close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !byId("advice")) return;
    event.preventDefault();
    close();
  });
}
