// The service worker. While the server cannot be reached, it shows a page that says so in place of the browser's own. It keeps that page
// and what it needs, and nothing of a table or of a person.

/** @typedef {{ waitUntil(done: Promise<unknown>): void, respondWith(answer: Promise<Response>): void, request: Request }} WorkerEvent */

/** What it keeps: the server writes it above. @type {{ name: string, files: string[], offline: string }} */
const kept = /** @type {any} */ (globalThis).kept;
/** The global object of service workers, which the types of pages do not know. */
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => event.waitUntil(fill()));
worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(visit(request));
  else if (kept.files.includes(pathname)) event.respondWith(file(request));
});

/** Keeps what the page without a connection needs. */
async function fill() {
  const cache = await caches.open(kept.name);
  await cache.addAll([...kept.files, kept.offline]);
  await worker.skipWaiting();
}

/** Forgets what workers before this one kept. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("neuland-") && name !== kept.name).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** A page from the server, or the one that says that it cannot be reached. @param {Request} request */
async function visit(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(kept.offline)) ?? Response.error();
  }
}

/** A file that is kept. @param {Request} request */
async function file(request) {
  return (await caches.match(request)) ?? fetch(request);
}
