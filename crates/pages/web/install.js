// The page as an app: the service worker, which shows a page of ours while the server cannot be reached.

/** Registers the service worker, once everything else is there. On the page that it shows, waits for the connection. */
export function startInstalled() {
  if (document.querySelector("[data-offline]")) addEventListener("online", () => location.reload());
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
