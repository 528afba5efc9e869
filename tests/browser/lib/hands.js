// Ways to do a move at a table: with forms alone, with the mouse, with a finger, with the keyboard. All of them find
// their targets in the page's own list.

import { readOffer } from "./offer.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 * @typedef {import("./offer.js").Offer} Offer
 * @typedef {import("./strategy.js").Move} Move
 */

/** How long somebody else may think. */
const STILL_MS = 30_000;

/** Plain links and forms, without any script. */
export class Forms {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Move} move */
  async do(move) {
    if (move.how === "act") {
      await this.#submit(this.page.locator(`main button[data-action="${move.action}"]`).first());
      return;
    }
    const [form, fields] = formOf(move);
    const submit = this.page.locator(`${form} button[type="submit"]`);
    await openAround(submit);
    for (const [n, [name, value]] of fields.entries()) {
      const field = this.page.locator(`${form} [name="${name}"]`);
      if (move.how === "plenty") await field.nth(n).selectOption(value);
      else await field.fill(value);
    }
    await this.#submit(submit);
  }

  /** Looks again until somebody else has moved. @param {number} seq */
  async wait(seq) {
    const end = Date.now() + STILL_MS;
    while ((await readOffer(this.page)).seq === seq) {
      if (Date.now() > end) throw new Error(`nothing happens after version ${seq}`);
      await this.page.waitForTimeout(50);
      await this.page.reload();
    }
  }

  /** @param {Locator} button */
  async #submit(button) {
    await openAround(button);
    await Promise.all([this.page.waitForEvent("load"), button.click()]);
  }
}

/** What mouse and finger share: targets that can be seen, clicked or tapped one after the other. */
class Pointer {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.moves = 0;
  }

  /** Clicks or taps. @param {Locator} target @returns {Promise<void>} */
  async hit(target) {
    await target.click({ timeout: 8_000 });
  }

  /** @param {Move} move */
  async do(move) {
    const { seq } = await readOffer(this.page);
    this.moves += 1;
    if (move.how === "act" && move.place !== null) await this.#place(move.action, move.place);
    else if (move.how === "act") await this.#press(this.page.locator(`main button[data-action="${move.action}"]`).first());
    else await this.#fill(move);
    await settled(this.page, seq + 1);
  }

  /** Waits until somebody else has moved. @param {number} seq */
  async wait(seq) {
    await settled(this.page, seq + 1);
  }

  /**
   * Every other time by choosing the kind of piece first, else at once by the lit place.
   * @param {string} action @param {string} place
   */
  async #place(action, place) {
    const verb = action.split(" ")[0] ?? "";
    const tool = this.page.locator(`#build-${verb}[data-mode]:not([open]) > summary`);
    await this.#fold(this.page.locator(`#build-${verb}, #board`).first());
    if (this.moves % 2 === 0 && (await tool.count()) > 0) await this.hit(tool);
    await this.hit(this.page.locator(`#board [data-place="${place}"].lit`));
    await this.chosen(action);
  }

  /** Where a choice is asked about, makes it. @param {string} action */
  async chosen(action) {
    const button = this.page.locator(`#chooser:not([hidden]) button[data-action="${action}"]`);
    if ((await button.count()) > 0) await this.hit(button);
  }

  /** Folds a tool that was left open and lies over what is to be pressed now. @param {Locator} next */
  async #fold(next) {
    const heads = this.page.locator("main details.tool[open] > summary");
    for (let n = (await heads.count()) - 1; n >= 0; n -= 1) {
      const id = (await heads.nth(n).locator("..").getAttribute("id")) ?? "";
      const within = await next.evaluate((element, id) => element.closest(`#${id}`) !== null, id);
      if (!within) await this.hit(heads.nth(n));
    }
  }

  /** @param {Locator} button */
  async #press(button) {
    await this.#fold(button);
    await openAround(button, (head) => this.hit(head));
    await this.hit(button);
  }

  /** Sets the counts of a form with the buttons beside its fields. @param {Exclude<Move, { how: "act" }>} move */
  async #fill(move) {
    const [form, fields] = formOf(move);
    const submit = this.page.locator(`${form} button[type="submit"]`);
    await this.#fold(submit);
    await openAround(submit, (head) => this.hit(head));
    for (const [n, [name, value]] of fields.entries()) {
      if (move.how === "plenty") {
        await this.page.locator(`${form} [name="${name}"]`).nth(n).selectOption(value);
        continue;
      }
      const more = this.page.locator(`${form} .stepper:has([name="${name}"]) [data-step="1"]`);
      for (let count = 0; count < Number(value); count += 1) await this.hit(more);
    }
    await this.hit(submit);
  }
}

/** A mouse. */
export class Mouse extends Pointer {}

/** A finger: it taps, and confirms what it chose on the board. */
export class Finger extends Pointer {
  /** @override @param {Locator} target */
  async hit(target) {
    await target.tap({ timeout: 8_000 });
  }

  /** @override @param {string} action */
  async chosen(action) {
    const button = this.page.locator(`#chooser:not([hidden]) button[data-action="${action}"]`);
    await button.waitFor();
    await this.hit(button);
  }
}

/** Keys alone: shortcuts where there are some, Tab and arrows for the rest. No mouse is ever touched. */
export class Keyboard {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    /** Places in the page where the focus could not be seen. @type {Set<string>} */
    this.unseen = new Set();
  }

  /** @param {string} key */
  async press(key) {
    await this.page.keyboard.press(key);
  }

  /** @param {Move} move */
  async do(move) {
    const { seq } = await readOffer(this.page);
    if (move.how === "act" && move.place !== null) await this.#place(move.action, move.place);
    else if (move.how === "act") await this.#act(move.action);
    else await this.#fill(move);
    await settled(this.page, seq + 1);
    await this.#focused();
  }

  /** @param {number} seq */
  async wait(seq) {
    await settled(this.page, seq + 1);
  }

  /** @param {string} action @param {string} place */
  async #place(action, place) {
    const key = { road: "1", settlement: "2", city: "3" }[action.split(" ")[0] ?? ""] ?? "b";
    await this.press(key);
    await this.page.waitForFunction(() => document.activeElement?.closest("#board .lit"), null, { timeout: 8_000 });
    for (let steps = 0; steps < 40; steps += 1) {
      const arrow = await this.page.evaluate(towards, place);
      if (arrow === null) break;
      const before = await this.#place_();
      await this.press(arrow);
      if ((await this.#place_()) === before) break;
    }
    await this.#focused();
    await this.press("Enter");
  }

  /** The place that has the focus. */
  #place_() {
    return this.page.evaluate(() => document.activeElement?.closest("[data-place]")?.getAttribute("data-place") ?? null);
  }

  /** @param {string} action */
  async #act(action) {
    const button = `main button[data-action="${action}"]`;
    const key = await this.page.locator(button).first().getAttribute("data-key");
    if (key !== null && !action.startsWith("execute")) {
      await this.press(key);
      return;
    }
    await this.#reach(button);
    await this.press("Enter");
  }

  /** @param {Exclude<Move, { how: "act" }>} move */
  async #fill(move) {
    const [form, fields] = formOf(move);
    for (const [n, [name, value]] of fields.entries()) {
      if (move.how === "plenty") {
        await this.#reach(`${form} label:nth-of-type(${n + 1}) [name="${name}"]`);
        await this.page.keyboard.type(value);
        continue;
      }
      await this.#reach(`${form} [name="${name}"]`);
      for (let count = 0; count < Number(value); count += 1) await this.press("ArrowUp");
    }
    await this.#reach(`${form} button[type="submit"]`);
    await this.press("Enter");
  }

  /** Goes to an element by Tab, and unfolds on the way what hides it. @param {string} selector */
  async #reach(selector) {
    const target = this.page.locator(selector).first();
    const heads = await target.evaluate((element) => {
      const heads = [];
      for (let around = element.closest("details:not([open])"); around; around = around.parentElement?.closest("details:not([open])") ?? null) {
        heads.unshift(`#${around.id} > summary`);
      }
      return heads;
    });
    for (const head of heads) {
      await this.#tab(head);
      await this.press("Enter");
    }
    await this.#tab(selector);
  }

  /** @param {string} selector */
  async #tab(selector) {
    const at = () => this.page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
    for (let presses = 0; presses < 250; presses += 1) {
      if (await at()) {
        await this.#focused();
        return;
      }
      await this.press("Tab");
    }
    throw new Error(`Tab does not lead to ${selector}`);
  }

  /** The focus is somewhere, and can be seen there. */
  async #focused() {
    const fault = await this.page.evaluate(() => {
      const focus = document.activeElement;
      if (focus === null || focus === document.body) return "the focus is lost";
      if (!focus.matches(":focus-visible")) return null;
      const halo = focus.querySelector(":scope > .halo");
      const style = getComputedStyle(halo ?? focus);
      const drawn = halo
        ? style.visibility === "visible" && style.stroke !== "none"
        : (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
      return drawn || focus.getAttribute("tabindex") === "-1" ? null : `no focus to be seen on ${focus.outerHTML.slice(0, 120)}`;
    });
    if (fault !== null) this.unseen.add(fault);
  }
}

/**
 * The arrow key that leads from the focused place towards another; `null` at the goal. Runs in the page.
 * @param {string} place
 * @returns {string | null}
 */
function towards(place) {
  const middle = (/** @type {Element} */ group) => {
    const box = (group.querySelector(".hit") ?? group).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = document.activeElement?.closest("[data-place]");
  const to = document.querySelector(`#board [data-place="${place}"]`);
  if (!from || !to || from === to) return null;
  const [a, b] = [middle(from), middle(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? "ArrowRight" : "ArrowLeft";
  return dy > 0 ? "ArrowDown" : "ArrowUp";
}

/**
 * Waits until a page shows at least this many log entries.
 * @param {Page} page
 * @param {number} seq
 */
export async function settled(page, seq) {
  await page.waitForFunction(
    (least) => Number(document.querySelector("main")?.dataset.seq) >= least,
    seq,
    { timeout: STILL_MS },
  );
}

/**
 * The form of a move that is put together, and what to fill in.
 * @param {Exclude<Move, { how: "act" }>} move
 * @returns {[string, [string, string][]]}
 */
export function formOf(move) {
  /** @param {string} prefix @param {Record<string, number>} cards @returns {[string, string][]} */
  const counts = (prefix, cards) => Object.entries(cards).map(([kind, n]) => [`${prefix}-${kind}`, String(n)]);
  switch (move.how) {
    case "discard":
      return ["#discard", counts("discard", move.cards)];
    case "plenty":
      return ["#plenty", move.cards.map((kind) => ["card", kind])];
    case "offer":
      return ["#offer-form", [...counts("give", move.give), ...counts("want", move.want)]];
  }
}

/**
 * Unfolds what hides an element, from the outside in, each by a click on its head.
 * @param {Locator} inner
 * @param {(head: Locator) => Promise<void>} [hit]
 */
export async function openAround(inner, hit = (head) => head.click()) {
  const closed = inner.locator("xpath=ancestor::details[not(@open)]");
  for (let n = await closed.count(); n > 0; n -= 1) await hit(closed.first().locator("> summary"));
}

/**
 * Plays on until `until` says so or the game is over; answers with the last offer.
 *
 * @param {Page} page
 * @param {{ do(move: Move): Promise<void>, wait(seq: number): Promise<void> }} hands
 * @param {import("./strategy.js").Player} player
 * @param {(offer: Offer) => boolean | Promise<boolean>} [until]
 */
export async function play(page, hands, player, until = () => false) {
  let misses = 0;
  for (;;) {
    const offer = await readOffer(page);
    if (offer.over || (await until(offer))) return offer;
    const move = player.decide(offer);
    if (move === null) {
      await hands.wait(offer.seq);
      continue;
    }
    try {
      await hands.do(move);
      misses = 0;
    } catch (error) {
      // Somebody else may have moved meanwhile, which takes the target away; but not again and again.
      misses += 1;
      if (misses > 3 || (await readOffer(page)).seq === offer.seq) throw error;
    }
  }
}
