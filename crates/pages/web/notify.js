// Whether the reader wants notifications: kept by the browser, and turned on and off in the settings of every page.

import { announce, byId } from "./page.js";

/** Whether the browser may notify, and the reader wants it. */
export function wantsNotifications() {
  try {
    return "Notification" in window && Notification.permission === "granted" && localStorage.getItem("neuland-notify") === "on";
  } catch {
    return false;
  }
}

/** The entry of the settings. @returns {HTMLElement | null} */
function entry() {
  return byId("notify");
}

/** Shows whether notifications are on. */
function show() {
  const button = entry()?.querySelector("button");
  const text = button?.querySelector("span");
  if (!button || !text) return;
  const on = wantsNotifications();
  button.setAttribute("aria-pressed", String(on));
  text.textContent = (on ? button.dataset.on : button.dataset.off) ?? "";
  announce(text.textContent);
}

/** Says that the browser allows none, in the place of what they are for. */
function deny() {
  const hint = byId("notify-hint");
  if (hint) hint.textContent = hint.dataset.denied ?? "";
}

/** Turns notifications on or off; only here the browser is asked for its permission. */
async function toggle() {
  const on = wantsNotifications();
  if (!on && (await Notification.requestPermission()) !== "granted") {
    deny();
    return;
  }
  try {
    localStorage.setItem("neuland-notify", on ? "off" : "on");
  } catch {
    deny();
  }
  show();
}

/** Begins. */
export function startNotify() {
  const place = entry();
  if (!place || !("Notification" in window) || !window.isSecureContext) return;
  place.hidden = false;
  if (wantsNotifications()) show();
  place.querySelector("button")?.addEventListener("click", () => void toggle());
}
