// Calls the reader when the table waits for them: by the title and the sign of the page, by a sound, and, for those who
// want it, by a notification while they look at something else. Never for what was there when the page was loaded.

import { wantsNotifications } from "./notify.js";
import { byId, table } from "./page.js";
import { play } from "./sound.js";

/** What the table waits for; empty if it does not wait. */
let now = "";
/** What the house is called in titles. */
const house = document.title.split(" · ").at(-1) ?? "Neuland";
/** The last thing that it waited for. */
let last = "";
/** @type {Notification | undefined} */
let notification;

function call() {
  return table()?.dataset.call ?? "";
}

/** Shows in title and sign of the page whether the table waits for the reader. */
function mark() {
  const main = table();
  if (!main) return;
  document.title = `${now ? "● " : ""}${main.dataset.title} · ${house}`;
  const icon = byId("icon");
  if (!(icon instanceof HTMLLinkElement)) return;
  icon.dataset.calm ??= icon.href;
  const href = now ? (icon.dataset.turn ?? icon.href) : icon.dataset.calm;
  if (icon.getAttribute("href") !== href) icon.href = href;
}

/** After every change of the page. */
export function afterCall() {
  const before = now;
  now = call();
  mark();
  if (!now) {
    notification?.close();
    return;
  }
  // Within a turn the table may wait for others in between; that is news only for who looks elsewhere.
  const isNews = now !== last || (before === "" && document.hidden);
  last = now;
  if (!isNews || !claim()) return;
  play(now.startsWith("undo") ? "offer" : "turn");
  notify();
}

/** Whether this is the first of the reader's tabs to call. */
function claim() {
  const main = table();
  const calling = `${main?.dataset.table} ${main?.dataset.version} ${now}`;
  try {
    if (localStorage.getItem("neuland-called") === calling) return false;
    localStorage.setItem("neuland-called", calling);
  } catch {
    // Without storage each tab calls for itself.
  }
  return true;
}

function notify() {
  const main = table();
  if (!main || !document.hidden || !wantsNotifications()) return;
  // For what is no turn, the page has words of its own.
  const said = now.startsWith("undo") ? byId("undo-request-title") : now === "again" ? document.querySelector("#again button") : null;
  const title = said?.textContent?.trim() || (main.dataset.title ?? "");
  try {
    const icon = byId("icon");
    notification = new Notification(title, {
      body: house,
      // One at a time for each table, also from several tabs.
      tag: `neuland ${main.dataset.table}`,
      ...(icon instanceof HTMLLinkElement ? { icon: icon.href } : {}),
    });
    notification.addEventListener("click", () => {
      window.focus();
      notification?.close();
    });
  } catch {
    // Some phones allow it to installed pages only.
  }
}

/** Begins. */
export function startCall() {
  now = call();
  last = now;
  mark();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) notification?.close();
  });
}
