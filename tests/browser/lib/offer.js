// What a table page offers its reader, read from the page itself: the same list that mouse, keys and forms work from.

/**
 * @typedef {object} Listed one listed action
 * @property {string} action its text: `road P25`
 * @property {string} label the words on its button
 * @property {string | null} place where on the board, if anywhere
 *
 * @typedef {object} Offer what the page offers
 * @property {string} table the table's id
 * @property {number} seq the number of log entries it shows
 * @property {boolean} yours whether the reader has something to decide
 * @property {boolean} over whether the game is over
 * @property {string} title the headline
 * @property {Listed[]} actions
 * @property {{ how: "discard" | "give" | "take", owed: number, have: Record<string, number> } | null} cards a form in
 *   which so many cards of those are to be chosen
 * @property {string[]} forms which other forms are there: `alchemist`, `muster`
 * @property {string[]} plenty the kinds that Year of Plenty can take
 * @property {boolean} canOffer whether the form for trade offers is there
 * @property {Record<string, number>} hand
 * @property {boolean} waiting whether an offer of the reader's waits for answers
 * @property {boolean} undo whether the last action can be taken back
 */

/** Whether the reader may trade and build now. @param {Offer} offer */
export const isBuilding = ({ yours, actions }) => yours && actions.some(({ action }) => action === "end");

/**
 * @param {import("playwright-core").Page} page
 * @returns {Promise<Offer>}
 */
export function readOffer(page) {
  return page.evaluate(() => {
    const main = /** @type {HTMLElement} */ (document.querySelector("main[data-table]"));
    /** @type {Map<string, { action: string, label: string, place: string | null }>} */
    const actions = new Map();
    for (const button of main.querySelectorAll("button[data-action]")) {
      if (!(button instanceof HTMLButtonElement) || button.disabled || button.closest("#chooser")) continue;
      const action = button.dataset.action ?? "";
      if (!actions.has(action)) {
        const label = (button.textContent ?? "").trim().replace(/\s+/g, " ");
        actions.set(action, { action, label, place: button.dataset.place ?? null });
      }
    }
    /** @param {Element | null} form @param {string} prefix */
    const most = (form, prefix) => {
      /** @type {Record<string, number>} */
      const counts = {};
      for (const input of form?.querySelectorAll(`input[name^="${prefix}-"]`) ?? []) {
        if (input instanceof HTMLInputElement) counts[input.name.slice(prefix.length + 1)] = Number(input.max);
      }
      return counts;
    };
    const cards = /** @type {HTMLElement | null} */ (main.querySelector("form[data-sum]"));
    // Not its property: the field named `id` hides that.
    const how = cards?.getAttribute("id") ?? "";
    const plenty = main.querySelector("#plenty fieldset");
    const offer = main.querySelector("#offer-form");
    /** @type {Record<string, number>} */
    const hand = {};
    for (const tool of main.querySelectorAll("#hand .hand [id^=hand-]")) {
      hand[tool.id.slice("hand-".length)] = Number(tool.querySelector(".amount")?.textContent ?? 0);
    }
    return {
      table: main.dataset.table ?? "",
      seq: Number(main.dataset.seq),
      yours: main.dataset.yourTurn === "true",
      over: main.querySelector("#result") !== null,
      title: main.dataset.title ?? "",
      actions: [...actions.values()],
      cards: cards === null ? null : { how: /** @type {any} */ (how), owed: Number(cards.dataset.sum), have: most(cards, how) },
      forms: ["alchemist", "muster"].filter((id) => main.querySelector(`form#${id}`)),
      plenty: plenty === null ? [] : [...plenty.querySelectorAll("input")].map((input) => input.value),
      canOffer: offer !== null,
      hand,
      waiting: main.querySelector("#own-offer .answer-wait") !== null,
      undo: main.querySelector("#undo button") !== null,
    };
  });
}
