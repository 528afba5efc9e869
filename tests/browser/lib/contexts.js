// Browser contexts, one for each person of a test. To make one costs more than most tests do in it: a profile, processes, and caches that
// are empty. So the next person gets the context of one who has left, without its cookies and storage, and a new page in it. A context in
// which a test did what cannot be undone is closed.

/**
 * @typedef {import("playwright-core").Browser} Browser
 * @typedef {import("playwright-core").BrowserContext} BrowserContext
 * @typedef {import("playwright-core").Page} Page
 * @typedef {object} Lent
 * @property {BrowserContext} context
 * @property {string} kind what it was opened with
 * @property {Page | null} anchor a page that stays and shows nothing, so that the process of the other pages stays as well
 * @property {import("playwright-core").Disposable | null} script what runs in all pages of this person
 * @property {boolean} isSpoilt whether a test did what cannot be undone
 */

/** The contexts that nobody uses; the one that has waited longest first. @type {Lent[]} */
const queue = [];

/** How many contexts wait at most: each holds a process. */
const WAITING = 6;

/** The contexts of the test that goes on. @type {Set<Lent>} */
const lent = new Set();

/** What would follow a context to the next person. */
const MARKS = /** @type {const} */ (["addInitScript", "exposeBinding", "exposeFunction", "grantPermissions", "route", "setGeolocation", "setOffline"]);
const CLOCKS = /** @type {const} */ (["install", "pauseAt", "setFixedTime", "setSystemTime"]);

/**
 * A context for a person.
 * @param {Browser} browser
 * @param {import("playwright-core").BrowserContextOptions} wishes
 * @param {string} name what the server knows the person's requests by
 * @param {string} script what runs in each of their pages before anything else
 * @param {(context: BrowserContext) => Promise<void>} equip what a new context gets once and for all
 */
export async function lend(browser, wishes, name, script, equip) {
  const kind = JSON.stringify(Object.entries(wishes).sort());
  const at = queue.findLastIndex((one) => one.kind === kind && one.context.browser() === browser);
  const one = queue.splice(at, at < 0 ? 0 : 1)[0] ?? (await open(browser, kind, wishes, equip));
  lent.add(one);
  const { context } = one;
  [one.script] = await Promise.all([
    context.addInitScript({ content: script }),
    context.setExtraHTTPHeaders({ "Neuland-Test": name }),
  ]);
  one.isSpoilt = false;
  return context;
}

/**
 * @param {Browser} browser @param {string} kind
 * @param {import("playwright-core").BrowserContextOptions} wishes @param {(context: BrowserContext) => Promise<void>} equip
 * @returns {Promise<Lent>}
 */
async function open(browser, kind, wishes, equip) {
  const context = await browser.newContext(wishes);
  const one = /** @type {Lent} */ ({ context, kind, anchor: null, script: null, isSpoilt: false });
  await equip(context);
  for (const name of MARKS) spoils(one, context, name);
  for (const name of CLOCKS) spoils(one, context.clock, name);
  return one;
}

/** Notes when a method is called that leaves its mark. @param {Lent} one @param {any} object @param {string} name */
function spoils(one, object, name) {
  const method = object[name];
  object[name] = (/** @type {unknown[]} */ ...given) => {
    one.isSpoilt = true;
    return method.apply(object, given);
  };
}

/** Takes the context of a person who leaves: none of their pages is open afterwards. @param {BrowserContext} context */
export async function leave(context) {
  for (const one of lent) if (one.context === context) await takeBack(one);
}

/** Whether a context waits for the next person. @param {BrowserContext} context */
export const isWaiting = (context) => queue.some((one) => one.context === context);

/** Takes all contexts back. */
export async function leaveAll() {
  await Promise.all([...lent].map(takeBack));
}

/** @param {Lent} one */
async function takeBack(one) {
  lent.delete(one);
  const { context } = one;
  const pages = context.pages().filter((page) => page !== one.anchor);
  const origin = pages.map((page) => page.url()).find((url) => url.startsWith("http:"));
  if (one.isSpoilt || origin === undefined) return context.close();
  try {
    if (one.anchor === null) {
      const anchor = await context.newPage();
      await anchor.goto(new URL("/healthz", origin).href);
      one.anchor = anchor;
    }
    await Promise.all([one.script?.dispose(), ...pages.map((page) => page.close())]);
    await context.clearCookies();
  } catch {
    // Its server is gone, or its process.
    return context.close();
  }
  queue.push(one);
  return queue.length > WAITING ? queue.shift()?.context.close() : undefined;
}
