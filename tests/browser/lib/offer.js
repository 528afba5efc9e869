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
 * @property {{ owed: number, have: Record<string, number> } | null} discard
 * @property {string[]} plenty the kinds that Year of Plenty can take
 * @property {boolean} canOffer whether the form for trade offers is there
 * @property {Record<string, number>} hand
 * @property {boolean} waiting whether an offer of the reader's waits for answers
 * @property {boolean} undo whether the last action can be taken back
 */

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
    const discard = /** @type {HTMLElement | null} */ (main.querySelector("#discard"));
    const plenty = main.querySelector("#plenty select");
    const offer = main.querySelector("#offer-form");
    /** @type {Record<string, number>} */
    const hand = {};
    for (const kind of ["brick", "lumber", "wool", "grain", "ore"]) {
      hand[kind] = Number(main.querySelector(`#hand-${kind} .amount`)?.textContent ?? 0);
    }
    return {
      table: main.dataset.table ?? "",
      seq: Number(main.dataset.seq),
      yours: main.dataset.yourTurn === "true",
      over: main.querySelector("#result") !== null,
      title: main.dataset.title ?? "",
      actions: [...actions.values()],
      discard: discard === null ? null : { owed: Number(discard.dataset.sum), have: most(discard, "discard") },
      plenty: plenty === null ? [] : [...plenty.querySelectorAll("option")].map((option) => option.value),
      canOffer: offer !== null,
      hand,
      waiting: main.querySelector("#own-offer .answer-wait") !== null,
      undo: main.querySelector("#undo button") !== null,
    };
  });
}
