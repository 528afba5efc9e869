// @ts-check
// The shell of every page: asks the worker for the page that the address names, shows it, and does what a server and the browser would do
// between two pages. The page itself, its scripts and its style are those of a server.

import { Client } from "./client.js";
import { showNote, startOffline } from "./offline.js";
import { partsOf } from "./parts.js";
import { answeredReady, isVisited, noteVisit, readyPage } from "./ready.js";
import { openShared, sayWhy, share, sharedHere } from "./share.js";
import { tableFiles, words } from "./words.js";

/** What was answered to a form that could not be carried out, for the next page. */
const ANSWER = "neuland-answer";

/** A page that was rendered ahead, and its path, for the next page. */
const AHEAD = "neuland-ahead";

/** The parts of the module that the page of a new table needs. */
const PARTS = "neuland-parts";

/** The status of what was stopped. */
const STOPPED = 408;

/** How long a bot thinks before the page says so, in milliseconds. */
const SOON = 1200;

/** The language that the first page is most likely in: its texts are a part of the module. */
const language = navigator.languages.find((tag) => /^(de|en)/.test(tag))?.startsWith("de") ? "de" : "en";

const client = new Client([language, ...taken(PARTS)], fail);

/**
 * What the page before left for this one.
 * @param {string} name
 * @returns {string[]}
 */
function taken(name) {
  const left = JSON.parse(sessionStorage.getItem(name) ?? "[]");
  sessionStorage.removeItem(name);
  return left;
}

/** The path of the page that the address names: `?/t/abc` is `/t/abc`. */
function here() {
  const { search } = location;
  return search.startsWith("?/") ? search.slice(1) : `/${search}`;
}

/**
 * The path that an address of the page names; none if it leads elsewhere.
 * @param {string} address
 * @returns {string | undefined}
 */
function pathOf(address) {
  if (address.startsWith("/")) return address;
  const url = new URL(address, document.baseURI);
  const own = new URL(".", document.baseURI);
  if (url.origin !== own.origin || !["", "index.html"].some((page) => url.pathname === own.pathname + page)) return undefined;
  return url.search.startsWith("?/") ? url.search.slice(1) + url.hash : `/${url.search}${url.hash}`;
}

/**
 * The address at which the browser opens a page.
 * @param {string} path
 * @returns {string}
 */
function link(path) {
  if (/^https?:/.test(path)) return path;
  return path === "/" ? "./" : `?${path}`;
}

/** @param {string} path */
function go(path) {
  const to = new URL(link(path), document.baseURI);
  if (to.href === location.href) location.reload();
  else location.assign(to);
}

/** How long a record is read at most, in milliseconds. */
const READ_MAX = 60_000;

/** Asks the worker. @param {import("./client.js").Asked} asked */
const ask = (asked) => client.ask({ from: here(), ...asked });

/**
 * Asks the worker to read a record. If that takes long, the page says so and the reader can stop it; after a while it stops by itself.
 * @param {import("./client.js").Asked} asked
 */
async function askToRead(asked) {
  const { answer, stop } = client.askUnlessStopped({ from: here(), ...asked });
  const offer = setTimeout(() => showNote("reading", said().reading, said().stop, stop), SOON);
  const limit = setTimeout(stop, READ_MAX);
  const answered = await answer;
  clearTimeout(offer);
  clearTimeout(limit);
  document.getElementById("reading")?.remove();
  return answered;
}

/**
 * Answers in place of `fetch`.
 * @param {string} address
 * @param {RequestInit} [init]
 * @returns {Promise<Response>}
 */
async function request(address, init = {}) {
  const headers = new Headers(init.headers);
  const json = headers.get("Accept")?.includes("json") ?? false;
  const post = init.method === "POST";
  const isForm = init.body instanceof URLSearchParams;
  /** @type {import("./client.js").Asked} */
  const asked = { path: pathOf(address) ?? address, post, json };
  if (isForm) asked.fields = [.../** @type {URLSearchParams} */ (init.body)];
  else if (typeof init.body === "string") asked.body = init.body;
  const { status, content_type, body } = await ask(asked);
  return new Response(status === 204 || status === 303 ? null : body, { status, headers: { "Content-Type": content_type } });
}

/**
 * Shows a picture that the tables draw.
 * @param {HTMLImageElement} image
 * @param {string} address
 */
async function showPicture(image, address) {
  const { status, body } = await ask({ path: pathOf(address) ?? address });
  if (status === 200) image.src = `data:image/svg+xml,${encodeURIComponent(body)}`;
}

// The modules of the pages find it here (`transport.js`).
/** @type {any} */ (globalThis).neuland = {
  request,
  openStream: (/** @type {string} */ path) => client.follow(path),
  link,
  query: () => here().split("?")[1]?.split("#")[0] ?? "",
  showPicture: (/** @type {HTMLImageElement} */ image, /** @type {string} */ path) => void showPicture(image, path),
};

/** Shows the page of the address. */
async function show() {
  const answered = sessionStorage.getItem(ANSWER);
  sessionStorage.removeItem(ANSWER);
  if (answered !== null) {
    await write(answered);
    return;
  }
  const [path, ahead] = taken(AHEAD);
  if (path === here() && ahead !== undefined) {
    await write(ahead);
    client.ready = knowWhatIsShown(path, ahead);
    return;
  }
  const shared = sharedHere();
  if (shared !== undefined) {
    await showShared(shared);
    return;
  }
  const ready = isVisited() || here() !== "/" ? undefined : readyPage(language);
  if (ready !== undefined) {
    await showReady(ready);
    return;
  }
  const { location: to, content_type, body, file } = await ask({ path: here() });
  if (to !== undefined) location.replace(link(to) + (to.includes("#") ? "" : location.hash));
  else if (content_type.startsWith("text/html")) await write(body);
  else save(body, content_type, file ?? "");
}

/**
 * Has the worker render a page that was rendered ahead by that of another page. If it is the same, its changes are followed from there.
 * @param {string} path
 * @param {string} ahead
 */
async function knowWhatIsShown(path, ahead) {
  const { body } = await ask({ path });
  // The digest of the contents is another one in each worker, and so are the ids of commands to come.
  const content = (/** @type {string} */ page) => page.replace(/ data-state="\w+"/, "").replaceAll(/(name="id" value=")\w+"/g, "$1");
  const [, state] = / data-state="(\w+)"/.exec(body) ?? [];
  const main = document.getElementById("main");
  if (main && state !== undefined && content(body) === content(ahead)) main.dataset.state = state;
}

/**
 * Shows the start page as it stands ready for a first visit. Forms that are sent before the worker is there wait for it.
 * @param {string} ready
 */
async function showReady(ready) {
  await write(ready);
  /** @type {SubmitEvent | undefined} */
  let held;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let slow;
  /** @param {SubmitEvent} event */
  const hold = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held?.submitter?.removeAttribute("aria-busy");
    held = event;
    event.submitter?.setAttribute("aria-busy", "true");
    prepareFor(event);
    slow ??= setTimeout(() => showNote("loading", said().loading), SOON);
  };
  addEventListener("submit", hold, true);
  const { body } = await ask({ path: "/" });
  removeEventListener("submit", hold, true);
  clearTimeout(slow);
  const isSame = answeredReady(ready, body);
  if (held?.target instanceof HTMLFormElement) held.target.requestSubmit(held.submitter);
  else if (!isSame) {
    // Modules run once in a document, so another page needs a new one.
    sessionStorage.setItem(ANSWER, body);
    location.reload();
  }
}

/** Fetches what the game needs that a form begins. @param {SubmitEvent} event */
async function prepareFor({ target, submitter }) {
  if (!(target instanceof HTMLFormElement) || pathOf(target.getAttribute("action") ?? "") !== "/tables") return;
  if (submitter?.hasAttribute("formaction")) return;
  const data = new FormData(target, submitter);
  const parts = partsOf(String(data.get("play") ?? data.get("game")));
  sessionStorage.setItem(PARTS, JSON.stringify(parts));
  // The files of the page of a table, and this page at the address of the table that is promised.
  for (const file of tableFiles.splice(0)) fetchAhead(new URL(file, import.meta.url));
  const promised = String(data.get("promised"));
  if (promised !== "") fetchAhead(new URL(link(`/t/${promised}`), document.baseURI));
  await client.prepare(parts);
}

/** Fetches a file, so that the browser has it at hand. @param {URL} file */
function fetchAhead(file) {
  void fetch(file).then((answer) => answer.blob(), () => {});
}

/** Shows the game that a link holds, or the page that opens records and why it is not that game. @param {string} code */
async function showShared(code) {
  const opened = await openShared(code);
  if ("why" in opened) {
    await showUpload(opened.why);
    return;
  }
  const { location: to, body, status } = await askToRead({ path: "/replay", post: true, fields: [["text", opened.text]] });
  if (status === STOPPED) await showUpload("stopped");
  else if (to === undefined) await write(body);
  else location.replace(link(to));
}

/** Shows the page that opens records, and why there is none. @param {"damaged" | "large" | "stopped"} why */
async function showUpload(why) {
  await write((await ask({ path: "/replay" })).body);
  document.addEventListener("DOMContentLoaded", () => sayWhy(said()[why]));
}

/** Resolved when the shell has all its files: where it waits for some, Firefox gives up all that is on its way once a page is written. */
const loaded = new Promise((/** @type {(value?: unknown) => void} */ done) => {
  if (document.readyState === "complete") done();
  else addEventListener("load", () => done(), { once: true });
});

/** Writes a page in place of the shell, as the browser would read it from a server. @param {string} html */
async function write(html) {
  await loaded;
  document.open();
  document.write(html);
  document.close();
  // What listened before is gone with the shell. The page's own listeners are on the document, and come first.
  addEventListener("submit", (event) => submitted(event));
  addEventListener("click", (event) => clicked(event));
  // A link to a game was pasted into the address of a page that is open.
  addEventListener("hashchange", () => sharedHere() !== undefined && location.reload());
  document.addEventListener("DOMContentLoaded", decorate);
  client.thinks = (task) => showThinking(task);
  client.renews = () => location.reload();
}

/** What the page needs of the shell. */
function decorate() {
  for (const image of document.querySelectorAll("img[data-picture]")) {
    if (image instanceof HTMLImageElement) void showPicture(image, image.dataset.picture ?? "");
  }
  const look = document.createElement("link");
  look.rel = "stylesheet";
  look.href = new URL("boot.css", import.meta.url).href;
  document.head.append(look);
  if (location.hash.length > 1) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  startOffline(said);
}

/** Texts in the language of the page. */
function said() {
  const lang = document.documentElement.lang.startsWith("de") ? "de" : "en";
  return words[lang];
}

/** A form is sent. @param {SubmitEvent} event */
function submitted(event) {
  const form = event.target;
  if (event.defaultPrevented || !(form instanceof HTMLFormElement)) return;
  const { submitter } = event;
  const wish = (/** @type {string} */ name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
  const path = pathOf(wish("action"));
  const method = wish("method").toLowerCase();
  if (path === undefined || method === "dialog") return;
  event.preventDefault();
  const data = new FormData(form, submitter);
  if (method !== "post") {
    const [bare, hash = ""] = path.split("#");
    const fields = new URLSearchParams([...data].map(([name, value]) => [name, String(value)]));
    const at = `${bare?.split("?")[0]}?${fields}`;
    void follow(ask({ path: at }), at + (hash && `#${hash}`));
    return;
  }
  submitter?.setAttribute("aria-busy", "true");
  noteVisit();
  void (async () => {
    await prepareFor(event);
    const fields = await Promise.all([...data].map(async ([name, value]) => /** @type {[string, string]} */ ([name, value instanceof File ? await value.text() : value])));
    const asked = { path, post: true, fields };
    await follow(path === "/replay" ? askToRead(asked) : ask(asked), path);
    submitter?.removeAttribute("aria-busy");
  })();
}

/**
 * Goes where an answer leads: to another page, or to the answer itself.
 * @param {Promise<import("./client.js").Answer>} answer
 * @param {string} path
 */
async function follow(answer, path) {
  const { location: to, body, status } = await answer;
  if (to !== undefined) {
    if (path === "/tables") await renderAhead(to);
    go(to);
    return;
  }
  if (status === STOPPED) {
    sayWhy(said().stopped);
    return;
  }
  // A page that can be read again is; what a form was answered is shown once.
  if (status !== 200 || body === "") sessionStorage.setItem(ANSWER, body);
  go(path);
}

/** Renders the page of a new table with the module that is there, so that the next page shows it before its worker is there. @param {string} path */
async function renderAhead(path) {
  const { status, body } = await ask({ path, ahead: true });
  if (status !== 200) return;
  try {
    sessionStorage.setItem(AHEAD, JSON.stringify([path, body]));
  } catch {
    // Where there is no room, the next page asks its own worker.
  }
}

/** A game is to be sent as a link. @param {string} path of its record */
async function shareRecord(path) {
  const { status, body, content_type, file } = await ask({ path });
  if (status === 200) await share(body, link("/replay"), said(), () => save(body, content_type, file ?? "game.neuland"));
  else go(path);
}

/** A link is followed: files are saved. @param {MouseEvent} event */
function clicked(event) {
  const shared = event.target instanceof Element ? event.target.closest("[data-share]")?.getAttribute("data-share") : null;
  if (shared != null) {
    void shareRecord(shared);
    return;
  }
  const anchor = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (event.defaultPrevented || !anchor || event.button !== 0) return;
  const path = pathOf(anchor.getAttribute("href") ?? "");
  if (path === undefined || !/(\/record|\.svg)($|\?)/.test(path)) return;
  event.preventDefault();
  void ask({ path }).then(({ status, body, content_type, file }) => {
    if (status === 200) save(body, content_type, file ?? path.split("?")[0]?.split("/").at(-1) ?? "");
    else go(path);
  });
}

/**
 * Saves a file.
 * @param {string} body @param {string} type @param {string} name
 */
function save(body, type, name) {
  const anchor = document.createElement("a");
  anchor.href = URL.createObjectURL(new Blob([body], { type }));
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let soon;

/** Says that a bot thinks for long, with a way to end it. @param {{ says: string, hurry: string } | null} task */
function showThinking(task) {
  clearTimeout(soon);
  document.getElementById("thinking")?.remove();
  if (!task) return;
  soon = setTimeout(() => showNote("thinking", task.says, task.hurry, () => client.hurry()), SOON);
}

/**
 * Says that nothing goes on here.
 * @param {{ ended: string, storage?: boolean }} failure
 */
function fail({ ended, storage }) {
  document.getElementById("loading")?.remove();
  document.documentElement.lang = language;
  const line = document.createElement("p");
  line.id = "failed";
  line.setAttribute("role", "alert");
  line.textContent = storage ? words[language].storage : words[language].failed;
  const why = document.createElement("pre");
  why.textContent = ended;
  document.body.prepend(line, why);
}

void show();
