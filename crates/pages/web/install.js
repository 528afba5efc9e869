// The page as an app: the service worker, which shows a page of ours while the server cannot be reached.

/** Registers the service worker, once everything else is there. On the page that it shows, waits for the connection. */
export function startInstalled() {
  if (document.querySelector("[data-offline]")) returnWhenBack();
  // Only where browsers trust the connection.
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const register = () => {
    // A browser that keeps nothing, as in a private window, does without.
    workers.register(`/sw.js?lang=${document.documentElement.lang}`).catch(() => {});
  };
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}

/** The time between two attempts to reach the server, in milliseconds. */
const AGAIN = 3_000;

/** Loads the page that was wanted as soon as the server answers: a browser that is online again may not reach it yet. */
function returnWhenBack() {
  // The service worker leaves `HEAD` alone.
  const look = () => fetch(location.href, { method: "HEAD" }).then(() => location.reload(), () => {});
  addEventListener("online", look);
  setInterval(() => document.hidden || look(), AGAIN);
}
