// The page as an app: the service worker, which shows a page of ours while the server cannot be reached.

import { isAlone } from "./transport.js";

/** Registers the service worker once the page has loaded; the offline page also waits for the server. */
export function startInstalled() {
  if (document.querySelector("[data-offline]")) reloadWhenReachable();
  // Only where browsers trust the connection.
  const workers = navigator.serviceWorker;
  if (!workers || isAlone) return;
  const register = () => {
    // A browser that keeps nothing, as in a private window, does without.
    workers.register(`/sw.js?lang=${document.documentElement.lang}`).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** The time between two attempts to reach the server, in milliseconds. */
const RETRY = 3_000;

/** Reloads once the server answers: the event `online` alone does not mean that it can be reached. */
function reloadWhenReachable() {
  // The service worker passes everything but `GET` on to the server.
  const attempt = () => fetch(location.href, { method: "HEAD" }).then(() => location.reload(), () => {});
  addEventListener("online", attempt);
  setInterval(() => document.hidden || attempt(), RETRY);
}
