// Ways to make a move at a table: with forms alone, with the mouse, with a finger, with the keyboard. All of them find
// their targets in the page's own list. What a move takes is read in the page at once; the presses are real ones.

import { readOffer } from "./offer.js";
import { othersMove, settled, STILL_MS } from "./pace.js";
import { countsFor } from "./presses.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("playwright-core").Locator} Locator
 * @typedef {import("./offer.js").Offer} Offer
 * @typedef {import("./strategy.js").Move} Move
 * @typedef {{ id: string, place: string | null, name: string }} Step the first of two choices: what it opens, where on the
 *   board it is made, if anywhere, and what it is called
 */

/** Plain links and forms, without any script. */
export class Forms {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {Move} move */
  async do(move) {
    if (move.how === "act") {
      await this.submit(this.page.locator(`main button[data-action="${move.action}"]`).first());
      return;
    }
    const [form, fields] = formOf(move);
    const submit = this.page.locator(`${form} button[type="submit"]`);
    await openAround(submit);
    for (const [field, value] of fields) {
      if (isChosen(move)) await this.page.locator(`${form} ${field}[value="${value}"]`).check();
      else await this.page.locator(`${form} ${field}`).fill(value);
    }
    await this.submit(submit);
  }

  /** Lets the bots move, and looks again. */
  async wait() {
    await othersMove(this.page);
    await this.page.reload();
  }

  /** @param {Locator} button */
  async submit(button) {
    await openAround(button);
    await Promise.all([this.page.waitForEvent("load"), button.click()]);
  }
}

/** The same forms with scripts, which send them and bring the page up to date. */
export class Words extends Forms {
  /** @override */
  async wait() {
    await settled(this.page, await othersMove(this.page));
  }

  /** @override @param {Locator} button */
  async submit(button) {
    const seq = await seqOf(this.page);
    await openAround(button);
    await button.click({ timeout: STILL_MS });
    await settled(this.page, seq + 1);
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
    await target.click({ timeout: STILL_MS });
  }

  /** @param {Move} move */
  async do(move) {
    this.moves += 1;
    const plan = await planOf(this.page, move);
    const exchange = exchangeOf(move, plan);
    for (const head of plan.left) await this.hit(this.page.locator(head));
    if (exchange !== null) await this.#trade(exchange);
    else if (move.how !== "act") await this.#fill(move, plan);
    else if (move.place !== null || plan.steps.length > 0) await this.#place(move.action, move.place, plan);
    else await this.#press(move.action, plan);
    await settled(this.page, plan.seq + 1);
  }

  /** Lets the bots move. */
  async wait() {
    await settled(this.page, await othersMove(this.page));
  }

  /**
   * Every other time by choosing the kind of piece first, else at once by the lit place; what takes several choices one
   * after the other.
   * @param {string} action @param {string | null} place @param {Plan} plan
   */
  async #place(action, place, { steps, tool }) {
    if (this.moves % 2 === 0 && tool !== null) await this.hit(this.page.locator(tool));
    for (const [n, step] of steps.entries()) await this.#begin(step, n > 0 || this.moves % 2 === 0);
    if (place !== null) await this.hit(this.page.locator(`#board [data-place="${place}"].lit`));
    await this.chosen(action);
  }

  /** Makes the first of two choices: on the board, or in the tool that lists it. @param {Step} step @param {boolean} onBoard */
  async #begin(step, onBoard) {
    const open = this.page.locator(`${step.id}[open]`);
    if (step.place !== null && onBoard) {
      await this.hit(this.page.locator(`#board [data-place="${step.place}"].lit`));
      const named = this.page.locator("#chooser:not([hidden]) button", { hasText: step.name });
      if ((await open.count()) === 0) await this.hit(named.first());
    } else {
      await openAround(this.page.locator(step.id), (head) => this.hit(head));
      await this.hit(this.page.locator(`${step.id} > summary`));
    }
    await open.waitFor({ state: "attached" });
  }

  /** Where a choice is asked about, makes it. @param {string} action */
  async chosen(action) {
    const button = this.page.locator(`#chooser:not([hidden]) button[data-action="${action}"]`);
    if ((await button.count()) > 0) await this.hit(button);
  }

  /** @param {string} action @param {Plan} plan */
  async #press(action, { isFolded }) {
    const button = this.page.locator(`main button[data-action="${action}"]`).first();
    if (isFolded) await openAround(button, (head) => this.hit(head));
    await this.hit(button);
  }

  /** Trades: own cards, wanted cards, and the button. @param {Exchange} exchange */
  async #trade({ cards, button }) {
    for (const card of cards) await this.hit(this.page.locator(card));
    await this.hit(this.page.locator(button).first());
  }

  /** Sets the counts of a form with the buttons beside its fields. @param {Exclude<Move, { how: "act" }>} move @param {Plan} plan */
  async #fill(move, { isFolded }) {
    const [form, fields] = formOf(move);
    const submit = this.page.locator(`${form} button[type="submit"]`);
    if (isFolded) await openAround(submit, (head) => this.hit(head));
    for (const [field, value] of fields) {
      if (isChosen(move)) {
        await this.hit(this.page.locator(`${form} label:has(${field}[value="${value}"])`));
        continue;
      }
      const more = this.page.locator(`${form} .stepper:has(${field}) [data-step="1"]`);
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
    await target.tap({ timeout: STILL_MS });
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
    /** What is done now. @type {string} */
    this.doing = "";
  }

  /** @param {string} key */
  async press(key) {
    // Keys that only move the focus always count.
    if (!/^(Arrow|Page)/.test(key)) await countsFor(this.page, key);
    await this.page.keyboard.press(key);
  }

  /** @param {Move} move */
  async do(move) {
    this.doing = move.how === "act" ? move.action : move.how;
    const plan = await planOf(this.page, move);
    const exchange = exchangeOf(move, plan);
    if (exchange !== null) await this.#trade(exchange);
    else if (move.how !== "act") await this.#fill(move);
    else if (move.place !== null || plan.steps.length > 0) await this.#place(move.action, move.place, plan.steps);
    else await this.act(move.action);
    await settled(this.page, plan.seq + 1);
    await this.focused();
  }

  /** Lets the bots move. */
  async wait() {
    await settled(this.page, await othersMove(this.page));
  }

  /** @param {string} action @param {string | null} place @param {Step[]} steps */
  async #place(action, place, steps) {
    const verb = action.split(" ")[0] ?? "";
    if (steps[0]?.place === null) await this.#begin(steps.shift());
    else await this.press({ road: "1", settlement: "2", city: "3", wall: "4", knight: "5" }[verb] ?? "b");
    for (const step of steps) {
      await this.#choose(step.place ?? "", `#chooser button:text-is("${step.name}")`);
      await this.page.locator(`${step.id}[open]`).waitFor({ state: "attached" });
    }
    if (place === null) {
      await this.tab(`#chooser button[data-action="${action}"]`);
      await this.press("Enter");
    } else await this.#choose(place, `#chooser button[data-action="${action}"]`);
  }

  /** Begins with a choice that is no place. @param {Step | undefined} step */
  async #begin(step) {
    await this.#reach(`${step?.id} > summary`);
    await this.press("Enter");
  }

  /**
   * Goes to a lit place with the arrows and chooses it, and what is meant of several things there.
   * @param {string} place
   * @param {string} meant
   */
  async #choose(place, meant) {
    await this.page.waitForFunction(() => document.activeElement?.closest("#board .lit"), null, { timeout: STILL_MS });
    await this.walk(place);
    await this.focused();
    await this.press("Enter");
    const button = this.page.locator(meant);
    if ((await button.count()) > 0 && (await button.first().isVisible())) {
      await this.tab(button.first());
      await this.press("Enter");
    }
  }

  /** Goes to a lit place: with the arrows as long as they lead to new places, then from one to the next. @param {string} place */
  async walk(place) {
    const seen = new Set();
    for (let steps = 0; steps < 400; steps += 1) {
      const { at, arrow } = await this.page.evaluate(towards, place);
      if (at === place) return;
      await this.press(seen.has(at) ? "PageDown" : (arrow ?? "PageDown"));
      seen.add(at);
    }
    throw new Error(`no keys lead to ${place}`);
  }

  /** @param {string} action */
  async act(action) {
    const button = `main button[data-action="${action}"]`;
    const key = await this.page.locator(button).first().getAttribute("data-key");
    if (key !== null && !action.startsWith("execute")) {
      await this.press(key);
      return;
    }
    await this.#reach(button);
    await this.press("Enter");
  }

  /** Trades: own cards, wanted cards, and the button. @param {Exchange} exchange */
  async #trade({ cards, button }) {
    for (const [n, card] of cards.entries()) {
      if (card !== cards[n - 1]) await this.#reach(card);
      await this.press("Enter");
    }
    await this.tab(button);
    await this.press("Enter");
  }

  /** @param {Exclude<Move, { how: "act" }>} move */
  async #fill(move) {
    const [form, fields] = formOf(move);
    for (const [field, value] of fields) {
      await this.#reach(`${form} ${field}`);
      if (isChosen(move)) {
        // The first of a group that has nothing chosen takes the focus, and arrows choose the next.
        await this.press("Space");
        const choices = await this.page.locator(`${form} ${field}`).evaluateAll((inputs) => inputs.map((input) => input.getAttribute("value")));
        for (let n = choices.indexOf(value); n > 0; n -= 1) await this.press("ArrowRight");
        continue;
      }
      for (let count = 0; count < Number(value); count += 1) await this.press("ArrowUp");
    }
    await this.#reach(`${form} button[type="submit"]`);
    await this.press("Enter");
  }

  /** Goes to an element by Tab or a shortcut, and unfolds on the way what hides it. @param {string} selector */
  async #reach(selector) {
    const target = this.page.locator(selector).first();
    const { part, heads } = await target.evaluate((element) => {
      const heads = [];
      // The head of what is folded itself is to be seen.
      const inner = element.tagName === "SUMMARY" ? element.parentElement?.parentElement : element;
      for (let around = inner?.closest("details:not([open])") ?? null; around; around = around.parentElement?.closest("details:not([open])") ?? null) {
        heads.unshift({ head: `#${around.id} > summary`, key: around.querySelector("summary")?.dataset.key });
      }
      const part = element.closest("section[data-key]");
      return { part: part instanceof HTMLElement ? part.dataset.key : undefined, heads };
    });
    if (part !== undefined) await this.press(part);
    for (const { head, key } of heads) {
      if (key !== undefined) await this.press(key);
      else {
        await this.tab(head);
        await this.press("Enter");
      }
    }
    await this.tab(selector);
  }

  /** @param {string | Locator} target */
  async tab(target) {
    await tabTo(this.page, target);
    await this.focused();
  }

  /** The focus is somewhere, and can be seen there. */
  async focused() {
    let fault = await this.page.evaluate(faultOfFocus);
    // While the page is brought up to date it may be nowhere for a moment.
    if (fault === LOST) {
      await this.page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body, null, { timeout: STILL_MS });
      fault = await this.page.evaluate(faultOfFocus);
    }
    if (fault !== null) this.unseen.add(`${this.doing}: ${fault}`);
  }
}

/** What `faultOfFocus` says where nothing has the focus. */
const LOST = "the focus is lost";

/** What is wrong with the focus, if anything. Runs in the page. */
function faultOfFocus() {
  const focus = document.activeElement;
  if (focus === null || focus === document.body) return "the focus is lost";
  if (!focus.matches(":focus-visible")) return null;
  const halo = focus.querySelector(":scope > .halo");
  const style = getComputedStyle(halo ?? focus);
  const drawn = halo
    ? style.visibility === "visible" && style.stroke !== "none"
    : (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== "none";
  return drawn || focus.getAttribute("tabindex") === "-1" ? null : `no focus to be seen on ${focus.outerHTML.slice(0, 120)}`;
}

/**
 * Presses Tab until it has led to an element.
 * @param {Page} page
 * @param {string | Locator} to
 */
export async function tabTo(page, to) {
  const target = typeof to === "string" ? page.locator(to).first() : to;
  let presses = 0;
  // As many presses as the page seems to need at first, then one at a time.
  for (let ahead = await target.evaluate(stopsTo); ahead > 0; ahead = Math.min(1, await target.evaluate(stopsTo))) {
    for (let n = 0; n < ahead; n += 1) await page.keyboard.press("Tab");
    presses += ahead;
    if (presses > 250) throw new Error(`Tab does not lead to ${to}`);
  }
}

/**
 * How often Tab has to be pressed to get to an element: at least once, unless it has the focus. Runs in the page.
 * @param {Element} to
 */
function stopsTo(to) {
  if (document.activeElement === to) return 0;
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")].filter(
    (element) =>
      /** @type {HTMLElement} */ (element).tabIndex >= 0 &&
      !element.matches(":disabled, [type=hidden], [type=radio]") &&
      element.closest("[inert]") === null &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  const [from, at] = [stops.indexOf(document.activeElement ?? to), stops.indexOf(to)];
  return from >= 0 && from < at && document.querySelector("dialog:modal") === null ? at - from : 1;
}

/**
 * The focused place, and the arrow key that leads from it towards another; `null` at the goal. Runs in the page.
 * @param {string} place
 * @returns {{ at: string | null, arrow: string | null }}
 */
function towards(place) {
  /** @param {Element} group */
  const middle = (group) => {
    const box = (group.querySelector(".hit") ?? group).getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const from = document.activeElement?.closest("[data-place]") ?? null;
  const to = document.querySelector(`#board [data-place="${place}"]`);
  const at = from?.getAttribute("data-place") ?? null;
  if (!from || !to || from === to) return { at, arrow: null };
  const [a, b] = [middle(from), middle(to)];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (Math.abs(dx) > Math.abs(dy)) return { at, arrow: dx > 0 ? "ArrowRight" : "ArrowLeft" };
  return { at, arrow: dy > 0 ? "ArrowDown" : "ArrowUp" };
}

/**
 * The form of a move that is put together, and its fields with what to fill in.
 * @param {Exclude<Move, { how: "act" }>} move
 * @returns {[string, [string, string][]]}
 */
export function formOf(move) {
  /** @param {string} prefix @param {Record<string, number>} cards @returns {[string, string][]} */
  const counts = (prefix, cards) => Object.entries(cards).map(([kind, n]) => [`[name="${prefix}-${kind}"]`, String(n)]);
  switch (move.how) {
    case "discard":
    case "give":
    case "take":
      return [`#${move.how}`, counts(move.how, move.cards)];
    case "plenty":
      return ["#plenty", move.cards.map((kind, n) => [`[name="card-${n + 1}"]`, kind])];
    case "alchemist":
      return ["#alchemist", [['[name="red"]', move.dice[0]], ['[name="other"]', move.dice[1]]]];
    case "muster":
      return ["#muster", []];
    case "offer":
      return ["#offer-form", [...counts("give", move.give), ...counts("want", move.want)]];
  }
}

/** @typedef {{ cards: string[], button: string }} Exchange the cards that are chosen for a trade, one after the other, and what sends it */

/**
 * @typedef {object} Plan what a move takes
 * @property {number} seq the number of log entries that the page shows
 * @property {Step[]} steps the choices that lead to an action which takes more than one
 * @property {string[]} left the heads of tools that were left open, which may lie over what is pressed now, the last one first
 * @property {string | null} tool the head of the tool that lights the places of the piece, if it is there and closed
 * @property {boolean} isFolded whether something hides what is to be pressed
 * @property {boolean} trades whether there is a panel of trade
 * @property {string | null} rate the bank's best rate for the card that is given
 */

/**
 * What a move takes, as the page is now.
 * @param {Page} page
 * @param {Move} move
 * @returns {Promise<Plan>}
 */
function planOf(page, move) {
  const action = move.how === "act" ? move.action : null;
  const form = move.how === "act" ? null : formOf(move)[0];
  const place = move.how === "act" ? move.place : null;
  return page.evaluate(
    ({ action, form, place }) => {
      const [verb, , given] = (action ?? "").split(" ");
      const isBank = verb === "bank";
      const trades = (isBank || form === "#offer-form") && document.querySelector("#trade .trading") !== null;
      const button = document.querySelector(action === null ? `${form} button[type="submit"]` : `main button[data-action="${action}"]`);
      const steps = [];
      for (let step = button?.closest("details.step"); action !== null && step; step = step.parentElement?.closest("details.step") ?? null) {
        const head = step.querySelector("summary");
        steps.unshift({ id: `#${step.id}`, place: head?.dataset.place ?? null, name: head?.dataset.choice ?? "" });
      }
      const isPlaced = !trades && (place !== null || steps.length > 0);
      const next = isPlaced ? document.querySelector(`#build-${verb}, #board`) : trades && isBank ? document.querySelector(`#trade button[data-action="${action}"]`) : button;
      const open = [...document.querySelectorAll("main details.tool[open]")].filter((tool) => next === null || !tool.contains(next));
      return {
        seq: Number(document.querySelector("main")?.dataset.seq),
        steps,
        left: open.map((tool) => `main #${tool.id} > summary`).reverse(),
        tool: document.querySelector(`#build-${verb}[data-mode]:not([open]) > summary`) ? `#build-${verb}[data-mode]:not([open]) > summary` : null,
        isFolded: button?.parentElement?.closest("details:not([open])") != null,
        trades,
        rate: document.querySelector(`#trade [data-bank="${given}"]`)?.getAttribute("data-rate") ?? null,
      };
    },
    { action, form, place },
  );
}

/** The number of log entries that a page shows. @param {Page} page @returns {Promise<number>} */
export function seqOf(page) {
  return page.evaluate(() => Number(document.querySelector("main")?.dataset.seq));
}

/**
 * How a move is made in the panel of trade; `null` where it is no trade, or told in words.
 * @param {Move} move
 * @param {Plan} plan
 * @returns {Exchange | null}
 */
function exchangeOf(move, { trades, rate: best }) {
  if (!trades) return null;
  /** @param {Record<string, number>} cards @param {(kind: string) => string} card */
  const chosen = (cards, card) => Object.entries(cards).flatMap(([kind, n]) => Array(n).fill(card(kind)));
  const given = (/** @type {string} */ kind) => `#hand-${kind}`;
  if (move.how === "act") {
    const [, rate, kind = ""] = move.action.split(" ");
    // The bank answers to one card at its best rate, and to as many as it takes at any.
    return { cards: chosen({ [kind]: rate === best ? 1 : Number(rate) }, given), button: `#trade button[data-action="${move.action}"]` };
  }
  if (move.how !== "offer") return null;
  return { cards: [...chosen(move.give, given), ...chosen(move.want, (kind) => `#trade [data-want="${kind}"]`)], button: "#offer-form .primary" };
}

/** Whether in a form one of several is chosen in each row. @param {Move} move */
const isChosen = (move) => move.how === "plenty" || move.how === "alchemist";

/**
 * The steps that lead to an action which takes more than one choice: each with what opens it.
 * @param {Page} page
 * @param {string} action
 * @returns {Promise<Step[]>}
 */
export function stepsTo(page, action) {
  return page.locator(`main button[data-action="${action}"]`).first().evaluate((button) => {
    const steps = [];
    for (let step = button.closest("details.step"); step; step = step.parentElement?.closest("details.step") ?? null) {
      const head = step.querySelector("summary");
      steps.unshift({ id: `#${step.id}`, place: head?.dataset.place ?? null, name: head?.dataset.choice ?? "" });
    }
    return steps;
  });
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
 * Plays on until `until` says so or the game is over; answers with the last offer. The first press that fails fails the test.
 *
 * @param {Page} page
 * @param {{ do(move: Move): Promise<void>, wait(offer: Offer): Promise<void> }} hands
 * @param {import("./strategy.js").Player} player
 * @param {(offer: Offer) => boolean | Promise<boolean>} [until]
 */
export async function play(page, hands, player, until = () => false) {
  for (;;) {
    const offer = await readOffer(page);
    if (offer.over || (await until(offer))) return offer;
    const move = player.decide(offer);
    if (move === null) await hands.wait(offer);
    else await hands.do(move);
  }
}
