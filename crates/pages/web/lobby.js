// The list of public tables, brought up to date while somebody looks at it, and links handed on by the device.

import { morph } from "./morph.js";
import { byId } from "./page.js";
import { request } from "./transport.js";

/** How often the list is asked for, in milliseconds. */
const PAUSE = 6000;

async function refreshLobby() {
  const shown = byId("public");
  if (!shown || document.hidden) return;
  const response = await request("/lobby", { headers: { Accept: "text/html" } });
  if (!response.ok) return;
  const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("public");
  if (fresh) morph(shown, fresh);
}

/** Shows buttons that hand a link on, where the device can. */
export function showShare() {
  if (!("share" in navigator)) return;
  for (const button of document.querySelectorAll("[data-share]")) {
    if (button instanceof HTMLElement) button.hidden = false;
  }
}

/** Begins. */
export function startLobby() {
  showShare();
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-share]") : null;
    const link = button instanceof HTMLElement ? byId(button.dataset.share ?? "") : null;
    // Who changes their mind is no error.
    if (link instanceof HTMLAnchorElement) navigator.share({ title: document.title, url: link.href }).catch(() => {});
  });
  if (!byId("public")) return;
  const look = () => void refreshLobby().catch(() => {});
  setInterval(look, PAUSE);
  document.addEventListener("visibilitychange", look);
}
