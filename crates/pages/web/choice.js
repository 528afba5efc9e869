// What can be chosen at a place of the board: the buttons of the legal list that go there, and what they are called. No other
// module knows how the page says that.

/**
 * What can be chosen at a place: a button of the legal list, or the head of a step that leads to such buttons.
 * @typedef {HTMLElement} Choice
 */

/**
 * What a choice does, as the text of its action; nothing for the head of a step.
 * @param {Choice} choice
 * @returns {string}
 */
export function valueOf(choice) {
  return choice instanceof HTMLButtonElement ? choice.value : "";
}

/**
 * What a choice is called where there are others at its place.
 * @param {Choice} choice
 * @returns {string}
 */
export function nameOf(choice) {
  const tool = choice.closest("details")?.querySelector("summary .label")?.textContent;
  return choice.dataset.choice ?? tool ?? whatOf(choice);
}

/**
 * What a choice does, without what it leads to.
 * @param {Choice} choice
 * @returns {string}
 */
export function whatOf(choice) {
  return (choice.querySelector(".what") ?? choice).textContent?.trim() ?? "";
}

/**
 * Whether it is a way in which the tile in hand fits.
 * @param {Choice | undefined} choice
 * @returns {boolean}
 */
export function isTurn(choice) {
  return choice?.dataset.ghost !== undefined;
}

/**
 * A name with what matters about the choice. What a tile leads to is told when its place is chosen.
 * @param {Choice} choice
 * @param {string} name
 * @returns {string}
 */
export function withFacts(choice, name) {
  const facts = isTurn(choice) ? "" : linesOf(choice).join(", ");
  return facts ? `${name}: ${facts}` : name;
}

/**
 * What a place says to those who do not see it.
 * @param {string} place
 * @param {Choice[]} choices
 * @returns {string}
 */
export function labelOf(place, choices) {
  const [first, second] = choices;
  if (!first) return "";
  if (second && !isTurn(first)) return `${place}: ${choices.map((choice) => withFacts(choice, nameOf(choice))).join("; ")}`;
  return withFacts(first, first.dataset.label ?? whatOf(first));
}

/**
 * The group of a place in the picture.
 * @param {string} place
 * @returns {SVGGElement | null}
 */
export function groupOf(place) {
  return document.querySelector(`#board [data-place="${CSS.escape(place)}"]`);
}

/**
 * What a button leads to, line by line.
 * @param {Element} button
 * @returns {string[]}
 */
export function linesOf(button) {
  return [...button.querySelectorAll(".preview .line")].map((line) => line.textContent ?? "");
}

/**
 * The place that an event is about.
 * @param {Event} event
 * @returns {string | null}
 */
export function placeOf(event) {
  return (event.target instanceof Element && event.target.closest("[data-place]")?.getAttribute("data-place")) || null;
}
