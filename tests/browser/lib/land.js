// Playing the tile games: a tile to a place, turned as it is wanted, then a figure or none. Every move is chosen from the
// page's own list.

import { readOffer } from "./offer.js";
import { Keyboard, seqOf } from "./hands.js";
import { othersMove, painted, settled, STILL_MS } from "./pace.js";

/**
 * @typedef {import("playwright-core").Page} Page
 * @typedef {import("./offer.js").Offer} Offer
 * @typedef {import("./offer.js").Listed} Listed
 */

/** Which move to make of those listed; it sees no more than the page. */
export class Settler {
  constructor() {
    /** How often each kind of move was made, by its first word. @type {Record<string, number>} */
    this.made = {};
    this.number = 0;
    /** How often a figure could be deployed. */
    this.choices = 0;
  }

  /** @param {Offer} offer @returns {Listed | null} */
  decide(offer) {
    const of = (/** @type {string} */ word) =>
      offer.actions.filter(({ action }) => action === word || action.startsWith(`${word} `));
    this.number += 1;
    const some = (/** @type {Listed[]} */ listed) => listed[(this.number * 7) % Math.max(1, listed.length)] ?? null;
    // What a placement completes is told on its button; most of all those are tried.
    const places = of("place");
    const completing = places.filter(({ label }) => /\d points? /.test(label));
    const figures = of("deploy");
    const special = figures.filter(({ action }) => /builder|pig/.test(action));
    // Some figures are kept, so that one is there for what comes.
    if (figures.length > 0) this.choices += 1;
    const figure = special[0] ?? (this.choices % 3 ? some(figures) : null);
    const move =
      some(completing) ?? some(places) ?? some(of("settle")) ?? of("second")[0] ?? figure ?? of("pass")[0] ?? of("end")[0] ?? null;
    if (move !== null) {
      const words = move.action.split(" ");
      const word = words.length === 3 ? `${words[0]} ${words[1]}` : (words[0] ?? "");
      this.made[word] = (this.made[word] ?? 0) + 1;
    }
    return move;
  }
}

/** A mouse: clicks on lit places and segments, turns by clicking, confirms in the chooser. */
export class LandMouse {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.moves = 0;
  }

  /** @param {import("playwright-core").Locator} target */
  async hit(target) {
    await target.click({ timeout: STILL_MS });
  }

  /** Shows the whole land where a place lies outside of the part that is shown. @param {import("playwright-core").Locator} place */
  async #find(place) {
    // On a phone the places of a new tile are brought closer first.
    await painted(this.page);
    const isSeen = await place.evaluate((group) => {
      const board = /** @type {Element} */ (document.querySelector("#board")).getBoundingClientRect();
      const { left, top, width, height } = (group.querySelector(".hit") ?? group).getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isIn = x > board.left && x < board.right && y > board.top && y < board.bottom;
      // The picture goes on below what lies over it.
      return isIn && document.elementFromPoint(x, y)?.closest("#board") != null;
    });
    if (!isSeen) await this.hit(this.page.locator('[data-zoom="fit"]'));
  }

  /** @param {Listed} move */
  async do(move) {
    const seq = await seqOf(this.page);
    this.moves += 1;
    const [word] = move.action.split(" ");
    if (word === "place") await this.#place(move);
    else if (move.place !== null && this.moves % 2 === 0) await this.#segment(move);
    else await this.#button(move.action);
    await settled(this.page, seq + 1);
  }

  /** The lit place, then again or the button until the tile lies as it is wanted, then the confirmation. @param {Listed} move */
  async #place(move) {
    const lit = this.page.locator(`#board [data-place="${move.place}"].lit`);
    await this.#find(lit);
    await this.hit(lit);
    // The question that comes up does not cover the place: it could be clicked again.
    await lit.click({ timeout: STILL_MS, trial: true });
    const wanted = this.page.locator(`#chooser:not([hidden]) button[data-action="${move.action}"]`);
    const shown = this.page.locator("#chooser:not([hidden]) button[data-action]");
    for (let turns = 0; (await wanted.count()) === 0; turns += 1) {
      if (turns > 4) throw new Error(`turning does not lead to ${move.action}`);
      const before = await shown.first().getAttribute("data-action");
      // Turned by the mouse on the tile itself, by the button, or by the key R.
      await this.hit(turns % 2 === 0 ? lit : this.page.locator("#chooser [data-turn-tile]"));
      await this.page.waitForFunction(
        (/** @type {string | null} */ old) => document.querySelector("#chooser:not([hidden]) button[data-action]")?.getAttribute("data-action") !== old,
        before,
      );
    }
    await this.hit(wanted);
  }

  /** A lit segment on the tile just placed. @param {Listed} move */
  async #segment(move) {
    await this.#find(this.page.locator(`#board [data-place="${move.place}"].lit`));
    const figure = this.page.locator(`#board [data-place="${move.place}"].lit circle`).last();
    await this.hit(figure);
    await this.#chosen(move.action);
  }

  /** @param {string} action */
  async #button(action) {
    const button = this.page.locator(`main button[data-action="${action}"]`).first();
    await this.hit(button);
    await this.#chosen(action);
  }

  /** Where a choice is asked about, makes it. @param {string} action */
  async #chosen(action) {
    const button = this.page.locator(`#chooser:not([hidden]) button[data-action="${action}"]`);
    if ((await button.count()) === 0) return;
    await this.hit(button);
  }
}

/** A finger: the same by taps. */
export class LandFinger extends LandMouse {
  /** @override @param {import("playwright-core").Locator} target */
  async hit(target) {
    await target.tap({ timeout: STILL_MS });
  }
}

/** Plain links and forms, or the same with scripts. */
export class LandForms {
  /** @param {import("./hands.js").Forms} forms */
  constructor(forms) {
    this.forms = forms;
  }

  /** @param {Listed} move */
  async do({ action, place }) {
    await this.forms.do({ how: "act", action, place });
  }

  async wait() {
    await this.forms.wait();
  }
}

/** Keys alone: the board and its arrows for a tile, R to turn it, numbers and letters for figures. */
export class LandKeys {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
    this.keys = new Keyboard(page);
  }

  /** @param {Listed} move */
  async do(move) {
    const seq = await seqOf(this.page);
    this.keys.doing = move.action;
    if (move.action.startsWith("place ")) await this.#place(move);
    else await this.keys.act(move.action);
    await this.#confirmed(move.action);
    await settled(this.page, seq + 1);
    await this.keys.focused();
  }

  /** The place, by arrows, then R until the tile lies as it is wanted. @param {Listed} move */
  async #place({ action, place }) {
    await this.keys.press("b");
    await this.page.waitForFunction(() => document.activeElement?.closest("#board .lit"), null, { timeout: STILL_MS });
    await this.keys.walk(place ?? "");
    await this.keys.focused();
    await this.keys.press("Enter");
    const shown = this.page.locator("#chooser:not([hidden]) button[data-action]");
    for (let turns = 0; (await shown.first().getAttribute("data-action")) !== action; turns += 1) {
      if (turns > 4) throw new Error(`turning does not lead to ${action}`);
      await this.keys.press("r");
    }
  }

  /** Where a choice is asked about, makes it. @param {string} action */
  async #confirmed(action) {
    const button = this.page.locator(`#chooser:not([hidden]) button[data-action="${action}"]`);
    if ((await button.count()) === 0) return;
    await this.keys.tab(button);
    await this.keys.press("Enter");
  }
}

/**
 * Plays on until `until` says so or the game is over; answers with the last offer.
 *
 * @param {Page} page
 * @param {{ do(move: Listed): Promise<void>, wait?(offer: Offer): Promise<void> }} hands
 * @param {Settler} settler
 * @param {(offer: Offer) => boolean} [until]
 */
export async function playLand(page, hands, settler, until = () => false) {
  for (;;) {
    const offer = await readOffer(page);
    if (offer.over || until(offer)) return offer;
    const move = settler.decide(offer);
    if (move !== null) await hands.do(move);
    else if (hands.wait) await hands.wait(offer);
    else await settled(page, await othersMove(page));
  }
}
