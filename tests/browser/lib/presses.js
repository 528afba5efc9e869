// When a press counts: the page ignores one on a control for a moment after another lay there, and the second of a double
// press; and what was sent before may still fold something away when its answer comes. Robots press faster than people, so they ask first;
// and tests press too fast on purpose.

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 */

/** How often something is pressed at most until the page does not ignore it. */
const PRESSES = 5;

/**
 * Lets the robot that clicks, taps and presses keys on elements wait, from now on and on all pages, until that counts. Presses
 * at a point of the screen, and keys of the whole keyboard, stay as fast as they are.
 * @param {Page} page
 */
export function pressPatiently(page) {
  const robot = Object.getPrototypeOf(page.locator("body"));
  if (robot.isPatient) return;
  robot.isPatient = true;
  for (const name of ["click", "tap"]) {
    const press = robot[name];
    robot[name] = async function (/** @type {object} */ options) {
      // The page may change between the question and the press, and ignore it then: so would a person press again.
      for (let presses = 1; ; presses += 1) {
        await countsAt(this);
        await press.call(this, options);
        if (!(await isStopped(this.page()))) return;
        if (presses === PRESSES) throw new Error(`the page ignored ${PRESSES} presses on ${this}`);
      }
    };
  }
  const { press } = robot;
  robot.press = async function (/** @type {string} */ key, /** @type {object} */ options) {
    if (key === "Enter") {
      await this.focus();
      await countsFor(this.page(), key);
    }
    await press.call(this, key, options);
  };
}

/**
 * Whether the page stopped the last click before it reached anything, as it does with those that it ignores.
 * @param {Page} page
 * @returns {Promise<boolean>}
 */
async function isStopped(page) {
  // A page that is gone has heard the press.
  return page.evaluate(() => /** @type {any} */ (window).clicks?.isStopped === true).catch(() => false);
}

/**
 * Waits until a press on the middle of an element counts.
 * @param {Locator} target
 * @param {boolean} [underWay] Whether it is to be pressed while a command is under way.
 */
export async function countsAt(target, underWay = false) {
  await target.evaluate(async (element, underWay) => {
    const client = /** @type {HTMLScriptElement | null} */ (document.querySelector('script[type="module"][src]'))?.src;
    if (!client || !document.documentElement.classList.contains("js")) return;
    const { clicks } = /** @type {any} */ (window);
    if (clicks) {
      clicks.isStopped = false;
    } else {
      const clicks = { isStopped: false };
      Object.assign(window, { clicks });
      // What ignores presses listens at the document, since before this: nobody after it hears of them.
      window.addEventListener("click", () => (clicks.isStopped = true), true);
      document.addEventListener("click", () => (clicks.isStopped = false), true);
    }
    const { ignoresPress } = await import(client).then(({ $guard }) => $guard ?? import(client.replace(/[^/]+$/, "guard.js")));
    const control = element.closest("#board [data-place]") ?? element.closest("button, summary, a[href]");
    if (!control) return;
    // What the robot would have to scroll to lies elsewhere by then.
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const middle = () => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    };
    // The robot may press a pixel beside the middle, which can be on the other side of a border of the guard.
    const isIgnored = () => {
      const { x, y } = middle();
      return [[0, 0], [-2, -2], [2, -2], [-2, 2], [2, 2]].some(([right = 0, down = 0]) => ignoresPress(control, { x: x + right, y: y + down }));
    };
    // Without a connection no answer comes.
    const isBusy = () => document.querySelector('#main [aria-busy="true"]') !== null && document.querySelector("#connection:not([hidden])") === null;
    while (control.isConnected && ((!underWay && isBusy()) || isIgnored())) await new Promise(requestAnimationFrame);
  }, underWay);
}

/**
 * Waits until a key counts: Enter and Space for what has the focus, any other for its shortcut.
 * @param {Page} page
 * @param {string} key
 */
export async function countsFor(page, key) {
  await page.evaluate(async (key) => {
    const client = /** @type {HTMLScriptElement | null} */ (document.querySelector('script[type="module"][src]'))?.src;
    if (!client) return;
    const { ignoresEnter, ignoresShortcut } = await import(client).then(({ $guard }) => $guard ?? import(client.replace(/[^/]+$/, "guard.js")));
    const isIgnored = () => {
      if (key === "Enter" || key === " ") return ignoresEnter();
      const control = document.querySelector(`#main [data-key="${CSS.escape(key)}"]`);
      return control instanceof HTMLElement && ignoresShortcut(key, control);
    };
    const isBusy = () => document.querySelector('#main [aria-busy="true"]') !== null && document.querySelector("#connection:not([hidden])") === null;
    while (isBusy() || isIgnored()) await new Promise(requestAnimationFrame);
  }, key);
}
