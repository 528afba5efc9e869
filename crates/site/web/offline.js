// @ts-check
// The site without a network: a service worker keeps its files. A new version waits until the reader asks for it.

/**
 * Shows a line below the page, with a button if it has a label.
 * @param {string} id
 * @param {string} text
 * @param {string} [label] of the button
 * @param {() => void} [press]
 */
export function showNote(id, text, label, press) {
  const line = document.createElement("p");
  line.id = id;
  line.className = "shell-note";
  line.setAttribute("role", "status");
  line.append(text);
  if (label !== undefined && press) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", press);
    line.append(" ", button);
  }
  document.body.append(line);
}

/** How long a first page is shown before the rest of the site is fetched, in milliseconds: whoever goes on at once needs the line. */
const PAUSE = 5000;

/**
 * Registers the service worker, and offers a new version.
 * @param {() => { version: string, load: string }} said
 */
export function startOffline(said) {
  const workers = navigator.serviceWorker;
  // Only where browsers trust the connection.
  if (!workers) return;
  let asked = false;
  workers.addEventListener("controllerchange", () => asked && location.reload());
  /** @param {ServiceWorkerRegistration} registration */
  const offer = (registration) => {
    const { waiting } = registration;
    if (!waiting || document.getElementById("new-version")) return;
    showNote("new-version", said().version, said().load, () => {
      asked = true;
      waiting.postMessage("take over");
    });
  };
  const register = () => workers.register(new URL("../sw.js", import.meta.url)).then(watch, () => {});
  /** @param {ServiceWorkerRegistration | undefined} registration */
  const watch = (registration) => {
    // Where something else forbids it, a browser may answer with nothing.
    if (!registration) return;
    offer(registration);
    registration.addEventListener("updatefound", () => {
      const coming = registration.installing;
      coming?.addEventListener("statechange", () => {
        // The first version has nothing to wait for.
        if (coming.state === "installed" && workers.controller) offer(registration);
      });
    });
  };
  // A browser that keeps nothing, as in a private window, does without.
  if (workers.controller) void register();
  else setTimeout(register, PAUSE);
}
