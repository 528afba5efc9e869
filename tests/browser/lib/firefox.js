// Debian's Firefox, driven over WebDriver BiDi by puppeteer. Playwright cannot drive it: it sends each page a command that this Firefox does
// not know. `FirefoxPage` is as much of a page of Playwright's as the hands of these tests need (`hands.js`, `land.js`), so that the same
// hands play in both browsers. Presses are those of a real mouse and keyboard.

import { existsSync, mkdirSync } from "node:fs";
import puppeteer from "puppeteer-core";
import { STILL_MS } from "./pace.js";
import { OUT } from "./places.js";
import { pressPatiently } from "./presses.js";
import { nextName, plantRandomness, SEED } from "./seed.js";

/** The places of Firefox: Debian's, never a downloaded one. */
const BROWSERS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The Firefox of this machine. @returns {string | undefined} */
const firefox = () => BROWSERS.find((path) => existsSync(path));

/**
 * Opens a Firefox with a profile of its own.
 * @param {{ lang?: string, workers?: boolean }} [wishes] `lang`: the language that it asks pages for; `workers`: whether pages may have
 *   service workers, of which Firefox reports each request that a navigation breaks off as an error of the page
 */
export async function openFirefox({ lang = "en-GB", workers = false } = {}) {
  const executablePath = firefox();
  if (executablePath === undefined) throw new Error("no firefox is installed; on Debian: apt-get install firefox-esr");
  return puppeteer.launch({
    browser: "firefox",
    executablePath,
    headless: true,
    extraPrefsFirefox: { "intl.accept_languages": lang, "ui.prefersReducedMotion": 1, "dom.serviceWorkers.enabled": workers },
  });
}

/**
 * Opens a page of a person of their own.
 * @param {import("puppeteer-core").Browser} browser
 * @param {{ viewport?: { width: number, height: number }, settings?: string }} [wishes] `settings`: what this person has set, `theme=dark`
 * @returns {Promise<FirefoxPage>}
 */
export async function openFirefoxPage(browser, { viewport = { width: 1440, height: 900 }, settings = "" } = {}) {
  const context = await browser.createBrowserContext();
  if (settings !== "") await context.setCookie({ name: "neuland-settings", value: settings, domain: "127.0.0.1", path: "/" });
  const inner = await context.newPage();
  await inner.setViewport(viewport);
  inner.setDefaultTimeout(STILL_MS);
  const name = nextName();
  await inner.setExtraHTTPHeaders({ "Neuland-Test": name });
  const begin = `(${plantRandomness})(${JSON.stringify(`${SEED} ${name}`)}); localStorage.setItem("neuland-sounds", "asked");`;
  await inner.evaluateOnNewDocument(`if (location.protocol === "http:") { ${begin} }`);
  const page = new FirefoxPage(inner);
  pressPatiently(/** @type {any} */ (page));
  return page;
}

/** A page, and what went wrong in it. */
export class FirefoxPage {
  /** @param {import("puppeteer-core").Page} inner */
  constructor(inner) {
    this.inner = inner;
    /** What the page and its console reported. @type {string[]} */
    this.errors = [];
    inner.on("pageerror", (error) => this.errors.push(`page error: ${error instanceof Error ? (error.stack ?? error.message) : error}`));
    inner.on("console", (message) => {
      if (["error", "warn"].includes(message.type())) this.errors.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    });
    inner.on("response", (response) => {
      // A refused command is answered with one of these, and the page says why.
      if (response.status() >= 400 && ![409, 422].includes(response.status())) this.errors.push(`${response.status()}: ${response.url()}`);
    });
    this.keyboard = { press: (/** @type {any} */ key) => inner.keyboard.press(key) };
  }

  /** @param {string} url */
  async goto(url) {
    await this.inner.goto(url);
  }

  url() {
    return this.inner.url();
  }

  /** A page is loaded once `goto` has returned, or a part of it is awaited. */
  async waitForLoadState() {}

  /** @param {((arg: any) => any) | string} read @param {unknown} [arg] @returns {Promise<any>} */
  evaluate(read, arg) {
    return this.inner.evaluate(read, arg);
  }

  /** @param {(arg: any) => unknown} isSo @param {unknown} [arg] @param {{ timeout?: number }} [options] */
  async waitForFunction(isSo, arg, { timeout = STILL_MS } = {}) {
    await this.inner.waitForFunction(isSo, { timeout, polling: "raf" }, arg);
  }

  /** @param {string} selector @param {{ hasText?: string }} [options] */
  locator(selector, { hasText } = {}) {
    return new FirefoxLocator(this, [{ selector, hasText: hasText ?? null }]);
  }

  /** Keeps a picture. @param {string} name */
  async shoot(name) {
    mkdirSync(OUT, { recursive: true });
    await this.inner.screenshot({ path: `${OUT}${name}.png` });
  }

  /** Fails where the page has had errors. */
  noErrors() {
    if (this.errors.length > 0) throw new Error(`the page reported errors:\n${this.errors.join("\n")}`);
  }

  async close() {
    await this.inner.browserContext().close();
  }
}

/**
 * @typedef {{ selector: string, hasText: string | null } | { nth: number }} Step a narrower choice of elements; `nth` counts from the
 *   end if it is negative
 */

/** Elements that are looked up anew each time. */
class FirefoxLocator {
  /** @param {FirefoxPage} owner @param {Step[]} steps */
  constructor(owner, steps) {
    this.owner = owner;
    this.steps = steps;
  }

  page() {
    return this.owner;
  }

  /** @param {string} selector @param {{ hasText?: string }} [options] */
  locator(selector, { hasText } = {}) {
    return new FirefoxLocator(this.owner, [...this.steps, { selector, hasText: hasText ?? null }]);
  }

  first() {
    return this.nth(0);
  }

  last() {
    return this.nth(-1);
  }

  /** @param {number} nth */
  nth(nth) {
    return new FirefoxLocator(this.owner, [...this.steps, { nth }]);
  }

  /**
   * Calls a function in the page with all elements.
   * @template T
   * @param {(elements: Element[], arg: any) => T} read @param {unknown} [arg] @returns {Promise<T>}
   */
  async evaluateAll(read, arg) {
    const elements = await this.owner.inner.evaluateHandle(find, this.steps);
    try {
      return /** @type {T} */ (await elements.evaluate(/** @type {any} */ (read), arg));
    } finally {
      await elements.dispose();
    }
  }

  /**
   * Calls a function in the page with the element, once that is there.
   * @template T
   * @param {(element: any, arg: any) => T} read @param {unknown} [arg] @returns {Promise<T>}
   */
  async evaluate(read, arg) {
    await this.waitFor({ state: "attached" });
    const element = await this.owner.inner.evaluateHandle((elements) => elements[0], await this.#handle());
    try {
      return /** @type {T} */ (await element.evaluate(/** @type {any} */ (read), arg));
    } finally {
      await element.dispose();
    }
  }

  #handle() {
    return this.owner.inner.evaluateHandle(find, this.steps);
  }

  count() {
    return this.owner.inner.evaluate(find, this.steps).then((elements) => elements.length);
  }

  /** @param {string} name @returns {Promise<string | null>} */
  getAttribute(name) {
    return this.evaluate((element, name) => element.getAttribute(name), name);
  }

  allTextContents() {
    return this.evaluateAll((elements) => elements.map((element) => element.textContent ?? ""));
  }

  isVisible() {
    return this.evaluateAll((elements) => elements[0]?.checkVisibility({ visibilityProperty: true }) ?? false);
  }

  /** @param {{ state?: "attached" | "visible" | "hidden" }} [options] */
  async waitFor({ state = "visible" } = {}) {
    await this.owner.inner.waitForFunction(
      `((${find})(${JSON.stringify(this.steps)})).some((element) => ${state === "attached"} || element.checkVisibility({ visibilityProperty: true })) !== ${state === "hidden"}`,
      { timeout: STILL_MS, polling: "raf" },
    );
  }

  /** @param {string} value */
  async selectOption(value) {
    await this.evaluate((select, value) => {
      select.value = value;
      for (const kind of ["input", "change"]) select.dispatchEvent(new Event(kind, { bubbles: true }));
    }, value);
  }

  /** Types into a field, in place of what stands there. @param {string} text */
  async fill(text) {
    await this.evaluate((field) => (field.focus(), field.select()));
    await this.owner.inner.keyboard.type(text);
  }

  async focus() {
    await this.evaluate((element) => element.focus());
  }

  /** @param {string} key */
  async press(key) {
    await this.focus();
    await this.owner.keyboard.press(key);
  }

  /**
   * Clicks the middle of the element as soon as it lies still and nothing lies over it.
   * @param {{ timeout?: number, trial?: boolean }} [options] `trial`: all but the click
   */
  async click({ timeout = STILL_MS, trial = false } = {}) {
    let at;
    try {
      const found = await this.owner.inner.waitForFunction(`(${pressable})((${find})(${JSON.stringify(this.steps)})[0])`, { timeout, polling: "raf" });
      at = /** @type {{ x: number, y: number }} */ (await found.jsonValue());
    } catch (error) {
      const why = await this.owner.inner.evaluate(`(${obstacle})((${find})(${JSON.stringify(this.steps)})[0])`);
      throw new Error(`${JSON.stringify(this.steps)} cannot be clicked: ${why}`, { cause: error });
    }
    if (!trial) await this.owner.inner.mouse.click(at.x, at.y);
  }
}

/** The elements that steps lead to. Runs in the page. @param {Step[]} steps @returns {Element[]} */
function find(steps) {
  /** @type {Element[]} */
  let found = [document.documentElement];
  for (const step of steps) {
    if ("nth" in step) {
      found = [found.at(step.nth)].filter((element) => element !== undefined);
      continue;
    }
    /** @type {Set<Element>} */
    const next = new Set();
    const path = /^xpath=(.*)/.exec(step.selector)?.[1];
    for (const from of found) {
      if (path !== undefined) {
        const nodes = document.evaluate(path, from, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE, null);
        for (let n = 0; n < nodes.snapshotLength; n += 1) next.add(/** @type {Element} */ (nodes.snapshotItem(n)));
      } else {
        for (const element of from.querySelectorAll(step.selector.replace(/^>/, ":scope >"))) next.add(element);
      }
    }
    const wanted = step.hasText?.toLowerCase();
    found = [...next].filter((element) => wanted === undefined || (element.textContent ?? "").toLowerCase().includes(wanted));
  }
  return found;
}

/**
 * The middle of an element if a press there would reach it and it has not moved since the last look; else `null`. Runs in the page.
 * @param {(Element & { testAt?: string }) | undefined} element
 */
function pressable(element) {
  if (!element?.checkVisibility({ visibilityProperty: true })) return null;
  element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const { x: left, y: top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  const before = element.testAt;
  element.testAt = `${x} ${y}`;
  const over = document.elementFromPoint(x, y);
  // What lies over it in the same control belongs to it.
  const control = element.closest("button, a, label, [role=button]") ?? element;
  const isReached = over !== null && (control.contains(over) || over.closest("label")?.contains(element));
  return element.testAt === before && isReached && !element.matches(":disabled") ? { x, y } : null;
}

/** What stands in the way of a press on an element, in words. Runs in the page. @param {Element | undefined} element */
function obstacle(element) {
  if (!element) return "it is not there";
  const { x, y, width, height } = element.getBoundingClientRect();
  const over = document.elementFromPoint(x + width / 2, y + height / 2);
  return `it is at ${Math.round(x)}, ${Math.round(y)}, ${Math.round(width)} × ${Math.round(height)}, below ${over?.outerHTML.slice(0, 120)}`;
}
