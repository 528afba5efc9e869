// The service worker of the site: keeps the files of one version, and answers with them, so that pages need no network. It keeps nothing
// of a game. The version and the files stand above, where the folder was built.

/** @type {{ version: string, files: string[] }} */
const kept = /** @type {any} */ (globalThis).kept;
/** @typedef {{ waitUntil(done: Promise<unknown>): void, respondWith(answer: Promise<Response>): void, request: Request, data: unknown }} WorkerEvent */

/** The global object of service workers, which the types of pages do not know. */
const worker = /** @type {any} */ (globalThis);
const scope = new URL("./", location.href).pathname;
const prefix = `neuland ${scope} `;
const own = prefix + kept.version;

worker.addEventListener("install", (/** @type {WorkerEvent} */ event) => {
  const fill = async () => {
    const cache = await caches.open(own);
    // What lies below the hash is what it was; so nothing that a page has read just now is loaded again.
    const request = (/** @type {string} */ file) => new Request(file, { cache: file.startsWith(`${kept.version}/`) ? "default" : "reload" });
    const [modules, others] = [true, false].map((large) => kept.files.filter((file) => file.endsWith(".wasm") === large));
    await cache.addAll((others ?? []).map(request));
    // The large ones come one after the other, so that a page that waits for one of them soon has it.
    for (const file of modules ?? []) await cache.add(request(file));
  };
  event.waitUntil(fill());
});

worker.addEventListener("activate", (/** @type {WorkerEvent} */ event) => {
  const forget = async () => {
    const old = (await caches.keys()).filter((other) => other.startsWith(prefix) && other !== own);
    await Promise.all(old.map((other) => caches.delete(other)));
  };
  event.waitUntil(forget());
});

worker.addEventListener("message", (/** @type {WorkerEvent} */ event) => {
  if (event.data === "take over") worker.skipWaiting();
});

worker.addEventListener("fetch", (/** @type {WorkerEvent} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(scope)) return;
  const file = pathname.slice(scope.length);
  const page = file === "" || file === "index.html";
  if (!page && !kept.files.includes(file)) return;
  const answer = async () => {
    const cache = await caches.open(own);
    return (await cache.match(page ? "index.html" : request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
