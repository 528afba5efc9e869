// Trade beside the board: cards of the hand are tapped to be given, kinds to be wanted, and what was chosen is taken back by a
// tap. What is chosen stands in the fields of the panel's form. What the bank and the others would do the server has told for
// every kind; here it is only shown or not.

import { change } from "./fields.js";
import { remember } from "./guard.js";
import { obstacleTo, showObstacle } from "./obstacles.js";
import { announce, byId, table, word } from "./page.js";

/** How many offers are remembered. */
const RECENT = 3;

/** The panel; null where trade is told in words, or where there is none. */
function panel() {
  const tool = byId("trade");
  return tool instanceof HTMLDetailsElement && tool.querySelector(".trading") ? tool : null;
}

/** The form in which cards can be chosen. */
function exchange() {
  const form = panel()?.querySelector("form.exchange");
  return form instanceof HTMLFormElement ? form : null;
}

/** The decision for which cards of the hand are chosen; null if none is asked for. */
function handedIn() {
  const form = document.querySelector("form[data-hand]");
  return form instanceof HTMLFormElement ? form : null;
}

/**
 * The field of that decision for a kind.
 * @param {string} kind
 */
function handedInField(kind) {
  const form = handedIn();
  // Not its property: the field named `id` hides that.
  const input = form?.querySelector(`input[name="${form.getAttribute("id")}-${kind}"]`);
  return input instanceof HTMLInputElement ? input : null;
}

/**
 * The field of a kind.
 * @param {string} side
 * @param {string} kind
 */
function field(side, kind) {
  const input = exchange()?.querySelector(`input[name="${side}-${kind}"]`);
  return input instanceof HTMLInputElement ? input : null;
}

/**
 * What is chosen on one side.
 * @param {string} side
 * @returns {{ kind: string, count: number, name: string }[]}
 */
function chosen(side) {
  const inputs = exchange()?.querySelectorAll(`input[name^="${side}-"]`) ?? [];
  return [...inputs].flatMap((input) => {
    if (!(input instanceof HTMLInputElement) || Number(input.value) === 0) return [];
    return [{ kind: input.name.slice(side.length + 1), count: Number(input.value), name: nameOf(input) }];
  });
}

/** @param {Element} input */
function nameOf(input) {
  return input.closest(".stepper")?.querySelector("label span")?.textContent ?? "";
}

/** What is chosen, in words. */
function told() {
  const sides = ["give", "want"].map((side) => {
    const cards = chosen(side).map(({ count, name }) => `${count} ${name}`);
    return cards.length > 0 ? `${exchange()?.querySelector(`.${side} legend`)?.textContent}: ${cards.join(", ")}.` : "";
  });
  return sides.join(" ").trim();
}

/** Shows what is chosen, and what belongs to it. */
export function showTrade() {
  for (const form of document.querySelectorAll("form.exchange")) {
    if (form instanceof HTMLFormElement) showObstacle(form);
  }
  for (const card of document.querySelectorAll("#hand [data-give]")) {
    if (!(card instanceof HTMLButtonElement)) continue;
    card.disabled = Number(card.querySelector(".amount")?.textContent) === 0;
    const kind = card.dataset.give ?? "";
    const input = handedIn() ? handedInField(kind) : panel()?.open === true ? field("give", kind) : null;
    card.setAttribute("aria-pressed", String(Number(input?.value ?? 0) > 0));
  }
  const form = exchange();
  if (!form) return;
  for (const input of form.querySelectorAll(".stepper input")) {
    if (!(input instanceof HTMLInputElement)) continue;
    // Cards may have gone meanwhile.
    if (Number(input.value) > Number(input.max)) input.value = input.max;
    const back = input.closest(".stepper")?.querySelector("button");
    const count = back?.querySelector("b");
    if (count && count.textContent !== input.value) count.textContent = input.value;
    back?.setAttribute("aria-label", `${word("take-back")} ${nameOf(input)}, ${input.value}`);
  }
  for (const card of form.querySelectorAll("[data-want]")) {
    if (card instanceof HTMLElement) card.setAttribute("aria-pressed", String(Number(field("want", card.dataset.want ?? "")?.value ?? 0) > 0));
  }
  showBank(chosen("give"), chosen("want").length > 0);
  showRecent();
}

/**
 * Of what the bank would do shows what it gives for these cards, and what else it would take unless they are for others.
 * @param {{ kind: string, count: number }[]} give
 * @param {boolean} wants Whether something is wanted from others.
 */
function showBank(give, wants) {
  const kind = give.length > 1 ? "mixed" : (give[0]?.kind ?? "");
  const parts = [...(panel()?.querySelectorAll("[data-bank]") ?? [])].filter((part) => part instanceof HTMLElement);
  const possible = parts.filter((part) => part.dataset.bank === kind);
  // At the rate that was counted out, or else at the best.
  const part = possible.find(({ dataset }) => dataset.rate === String(give[0]?.count)) ?? possible[0];
  for (const other of parts) other.hidden = other !== part || (wants && "hint" in part.dataset);
}

/** Where the offers of this table are kept. */
function place() {
  return `neuland-offers-${table()?.dataset.table}`;
}

/** The latest offers, such as `1 wool for 1 ore`. @returns {string[]} */
function recent() {
  try {
    return JSON.parse(sessionStorage.getItem(place()) ?? "[]");
  } catch {
    return [];
  }
}

/**
 * Remembers an offer that was made.
 * @param {URLSearchParams} body
 */
export function rememberOffer(body) {
  const side = (/** @type {string} */ side) =>
    [...body].filter(([name, count]) => name.startsWith(`${side}-`) && Number(count) > 0).map(([name, count]) => `${Number(count)} ${name.slice(side.length + 1)}`).join(" ");
  const offer = `${side("give")} for ${side("want")}`;
  try {
    sessionStorage.setItem(place(), JSON.stringify([offer, ...recent().filter((other) => other !== offer)].slice(0, RECENT)));
  } catch {
    // Who lets nothing be kept can do without.
  }
}

/**
 * The cards of one side of an offer.
 * @param {string | undefined} side
 * @returns {[string, number][]}
 */
function cards(side) {
  return [...(side ?? "").matchAll(/(\d+) (\S+)/g)].map(([, count, kind]) => [kind ?? "", Number(count)]);
}

/** Shows those of the latest offers that can still be paid, to be made once more. */
function showRecent() {
  const row = exchange()?.querySelector(".recent");
  if (!row) return;
  const isPaid = (/** @type {string} */ offer) => cards(offer.split(" for ")[0]).every(([kind, count]) => count <= Number(field("give", kind)?.max));
  const offers = recent().filter((offer) => isPaid(offer) && cards(offer.split(" for ")[1]).every(([kind]) => field("want", kind)));
  if (JSON.stringify(offers) === JSON.stringify([...row.children].map((button) => button.getAttribute("data-again")))) return;
  row.replaceChildren(...offers.map(again));
}

/**
 * A button that makes an offer once more.
 * @param {string} offer
 */
function again(offer) {
  const button = document.createElement("button");
  button.type = "button";
  button.dataset.again = offer;
  const picture = document.createElement("span");
  picture.className = "cards";
  picture.setAttribute("aria-hidden", "true");
  const sides = offer.split(" for ").map((side, n) => {
    if (n > 0) picture.append(panel()?.querySelector("summary svg")?.cloneNode(true) ?? "");
    return cards(side).map(([kind, count]) => {
      const card = exchange()?.querySelector(`[data-want="${kind}"]`);
      const number = document.createElement("b");
      number.textContent = String(count);
      picture.append(number, card?.querySelector("svg")?.cloneNode(true) ?? "");
      return `${count} ${card?.textContent}`;
    });
  });
  const words = document.createElement("span");
  words.className = "unseen";
  words.textContent = `${word("once-more")} ${sides.map((side) => side.join(", ")).join(" – ")}`;
  button.append(words, picture);
  return button;
}

/**
 * Puts an exchange into the form.
 * @param {string} offer
 * @param {string} [to] To whom, where not to all.
 */
function fill(offer, to) {
  const form = exchange();
  if (!form) return;
  form.reset();
  const sides = offer.split(" for ");
  for (const [n, side] of ["give", "want"].entries()) {
    const counts = new Map(cards(sides[n]));
    for (const input of form.querySelectorAll(`input[name^="${side}-"]`)) {
      if (input instanceof HTMLInputElement) input.value = String(Math.min(counts.get(input.name.slice(side.length + 1)) ?? 0, Number(input.max)));
    }
  }
  for (const box of form.querySelectorAll('input[type="checkbox"][name="to"]')) {
    if (box instanceof HTMLInputElement && to !== undefined) box.checked = to.includes(box.value);
  }
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Gives or wants one more card of a kind. While cards of the hand are to be handed in, it is one of those, up to their number.
 * @param {string} side
 * @param {string} kind
 */
function choose(side, kind) {
  const form = side === "give" ? handedIn() : null;
  if (form) {
    const input = handedInField(kind);
    if (input && Number(form.dataset.count ?? 0) < Number(form.dataset.sum)) change(input, 1);
    return;
  }
  const tool = panel();
  if (!tool) return;
  if (!tool.open) {
    remember();
    tool.open = true;
  }
  const input = field(side, kind);
  if (input) change(input, 1);
}

/** @param {MouseEvent} event */
function clicked(event) {
  const button = event.target instanceof Element ? event.target.closest("[data-give], [data-want], [data-change], [data-again]") : null;
  if (!(button instanceof HTMLElement)) return;
  const { give, want, change: other, again, to } = button.dataset;
  if (give) choose("give", give);
  if (want) choose("want", want);
  if (other) {
    remember();
    const tool = panel();
    if (tool) tool.open = true;
    fill(other, to);
    // What was pressed is covered now.
    tool?.querySelector("summary")?.focus({ preventScroll: true });
  }
  if (again) {
    fill(again);
    exchange()?.requestSubmit();
  }
}

/**
 * While the panel is open, or cards are to be handed in: digits give a card of the hand, or with Shift want one; arrows walk the
 * cards of a row, and Delete takes one back.
 * @param {KeyboardEvent} event
 */
function keyed(event) {
  if ((!panel()?.open && !handedIn()) || event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
  const { target, key } = event;
  if (target instanceof HTMLInputElement && target.type !== "checkbox") return;
  const [hand, kinds] = ["#hand [data-give]", "#trade [data-want]"].map((row) => [...document.querySelectorAll(row)].filter((card) => card instanceof HTMLButtonElement));
  const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
  if (digit && byId("keys")?.dataset.keys !== "off") {
    (event.shiftKey ? kinds : hand)?.[Number(digit) - 1]?.click();
    event.preventDefault();
    return;
  }
  const row = [hand, kinds].find((row) => row?.some((card) => card === target))?.filter((card) => !card.disabled);
  const at = row?.findIndex((card) => card === target) ?? -1;
  if (!row || at < 0) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step) row[(at + step + row.length) % row.length]?.focus();
  else if (key === "Delete" || key === "Backspace") {
    const { give, want } = row[at]?.dataset ?? {};
    const input = give && handedIn() ? handedInField(give) : give ? field("give", give) : field("want", want ?? "");
    if (input) change(input, -1);
  } else return;
  event.preventDefault();
}

/** @param {Event} event */
function changed(event) {
  if (event.target instanceof Element && event.target.closest("form[data-hand]")) showTrade();
  const form = event.target instanceof Element ? event.target.closest("form.exchange") : null;
  if (!(form instanceof HTMLFormElement)) return;
  const focus = document.activeElement;
  const before = obstacleTo(form);
  showTrade();
  const obstacle = obstacleTo(form);
  if (form !== exchange()) {
    // In words the fields say what is chosen.
    if (obstacle !== before) announce(obstacle);
    return;
  }
  if (panel()?.open) announce(`${told()} ${obstacle}`.trim());
  // The last card of its kind was taken back.
  if (focus instanceof HTMLElement && form.contains(focus) && !focus.checkVisibility()) {
    const [side, kind] = focus.parentElement?.querySelector("input")?.name.split("-") ?? [];
    document.querySelector(side === "give" ? `#hand [data-give="${kind}"]` : `#trade [data-want="${kind}"]`)?.closest("button")?.focus();
  }
}

/** Begins. */
export function startTrade() {
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", keyed, true);
  document.addEventListener("input", changed);
  document.addEventListener("reset", () => setTimeout(showTrade));
  document.addEventListener(
    "toggle",
    (event) => {
      if (event.target !== panel()) return;
      // What was chosen is gone with the panel.
      if (!panel()?.open) exchange()?.reset();
      showTrade();
    },
    true,
  );
  showTrade();
}
