// What is said at the table: unread remarks are counted where the talk is folded away, and told to the ear.

import { announce, byId, isVisible, table, toastSeen, word } from "./page.js";
import { play } from "./sound.js";

/** The newest remark that was told. */
let told = -1;
/** The newest remark that was seen. */
let seen = -1;

function lines() {
  return [...document.querySelectorAll("#talk-lines > li")];
}

/**
 * The number of a remark.
 * @param {Element | undefined} line
 * @returns {number}
 */
function number(line) {
  return line ? Number(line.id.replace("said-", "")) : -1;
}

/** Whether the reader has the talk before them. */
function isBefore() {
  const list = byId("talk-lines");
  return list !== null && isVisible(list) && !document.hidden;
}

/** @param {string} name */
function place(name) {
  return `neuland-${name} ${table()?.dataset.table ?? ""}`;
}

/**
 * @param {string} key
 * @returns {string | null}
 */
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Then it is forgotten with the page.
  }
}

/** Moments in the reader's own time. */
function clockTimes() {
  // As the reader is used to it, if that is the language of the page.
  const { lang } = document.documentElement;
  const locale = navigator.language.startsWith(lang) ? navigator.language : lang;
  for (const element of document.querySelectorAll("#talk-lines time")) {
    if (!(element instanceof HTMLTimeElement)) continue;
    const moment = new Date(element.dateTime);
    const today = moment.toDateString() === new Date().toDateString();
    const text = today
      ? moment.toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" })
      : moment.toLocaleString(locale, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
    if (element.textContent !== text) element.textContent = text;
  }
}

/**
 * Who said what.
 * @param {Element} line
 */
function remark(line) {
  const [name, text] = ["b", "p"].map((part) => line.querySelector(part)?.textContent ?? "");
  return word("said").replace(/\{(name|text)\}/g, (_, key) => (key === "name" ? name : text) ?? "");
}

/** Counts what was not seen. */
function count() {
  const all = lines();
  if (isBefore()) {
    seen = Math.max(seen, number(all.at(-1)));
    remember(place("seen"), String(seen));
  }
  const unseen = all.filter((line) => number(line) > seen && !line.classList.contains("own"));
  const unread = unseen.length;
  const latest = unseen.at(-1);
  for (const place of document.querySelectorAll("[data-latest]")) place.textContent = latest ? remark(latest) : "";
  for (const badge of document.querySelectorAll("[data-unread]")) {
    if (!(badge instanceof HTMLElement)) continue;
    badge.hidden = unread === 0;
    // Eyes need the number alone.
    const number = document.createElement("span");
    number.setAttribute("aria-hidden", "true");
    number.textContent = String(unread);
    const words = document.createElement("span");
    words.className = "unseen";
    words.textContent = word("unread").replace("{n}", String(unread));
    badge.replaceChildren(...(unread === 0 ? [] : [number, words]));
  }
}

/** Shows the fold as the reader left it. */
function showFold() {
  for (const button of document.querySelectorAll("[data-fold]")) {
    button.setAttribute("aria-expanded", String(document.body.dataset.folded !== "talk"));
  }
}

/** @param {boolean} folded */
function fold(folded) {
  document.body.dataset.folded = folded ? "talk" : "";
  showFold();
  scroll();
  count();
}

function scroll() {
  const list = byId("talk-lines");
  if (list) list.scrollTop = list.scrollHeight;
}

/** After every change of the page. */
export function afterTalk() {
  clockTimes();
  showFold();
  const fresh = lines().filter((line) => number(line) > told);
  if (fresh.length > 0) {
    told = number(fresh.at(-1));
    // After a long absence the last few are enough.
    const heard = fresh.slice(-5).filter((line) => !line.classList.contains("own"));
    for (const line of heard) announce(remark(line));
    // Where the talk is folded away, what was said stands over the board for a while.
    if (heard.length > 0 && !isBefore()) toastSeen(heard.map(remark).join("\n"));
    if (heard.length > 0) play("soft");
    scroll();
  }
  count();
}

/** Begins. */
export function startTalk() {
  const stored = recall(place("folded"));
  const all = lines();
  told = number(all.at(-1));
  seen = Number(recall(place("seen")) ?? -1);
  // Beside the board the log has the room until the reader wants to talk.
  fold(stored === null ? (table()?.classList.contains("desk") ?? false) : stored === "yes");
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-fold]") : null;
    if (button) {
      const folded = document.body.dataset.folded !== "talk";
      remember(place("folded"), folded ? "yes" : "no");
      fold(folded);
      if (!folded) byId("say-text")?.focus();
    } else {
      // A sheet may have come up.
      setTimeout(() => {
        if (isBefore()) scroll();
        count();
      });
    }
  });
  // The shortcut leads to where one writes.
  document.addEventListener("focusin", (event) => {
    if (event.target !== byId("talk")) return;
    if (document.body.dataset.folded === "talk") fold(false);
    byId("say-text")?.focus();
  });
  document.addEventListener("visibilitychange", count);
  clockTimes();
  scroll();
}
