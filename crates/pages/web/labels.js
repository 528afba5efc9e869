// What the buttons over the board are called: those that the reader does not know yet carry their names, until the reader begins to
// play, or until the game is over. What was pressed, or seen at a table where the reader played, is known at every other table.
// Names lie beside their buttons, let every press through, and move nothing.

import { byId } from "./page.js";

/** Where the names of pressed buttons are kept. */
const KEPT = "neuland-pressed";
const BUTTONS = "#board-panel :is(.zoom, .toggles) button";

/** Whether the reader has begun: then the board belongs to the game. */
let begun = false;

/** @returns {string[]} */
function pressed() {
  try {
    return (localStorage.getItem(KEPT) ?? "").split(" ");
  } catch {
    // A browser that keeps nothing names the buttons at each table.
    return [];
  }
}

/**
 * @param {Element} button
 * @returns {string}
 */
function nameOf(button) {
  return button instanceof HTMLButtonElement ? (button.dataset.zoom ?? button.name) : "";
}

/** After every change of the page. */
export function label() {
  const known = pressed();
  const named = !begun && !byId("result");
  for (const button of document.querySelectorAll(BUTTONS)) button.classList.toggle("new", named && !known.includes(nameOf(button)));
}

/** Keeps that the reader knows these buttons. @param {Element[]} buttons */
function know(buttons) {
  const known = new Set([...pressed(), ...buttons.map(nameOf)].filter(Boolean));
  try {
    localStorage.setItem(KEPT, [...known].join(" "));
  } catch {
    // Then they are named again at the next table.
  }
}

/** @param {MouseEvent} event */
function clicked(event) {
  const target = event.target instanceof Element ? event.target : null;
  const button = target?.closest(BUTTONS);
  if (button) {
    know([button]);
  } else {
    if (begun || !target?.closest("#board, #dock, #moves, #chooser")) return;
    begun = true;
    know([...document.querySelectorAll(BUTTONS)]);
  }
  label();
}

/** Begins. */
export function startLabels() {
  document.addEventListener("click", clicked, true);
  label();
}
