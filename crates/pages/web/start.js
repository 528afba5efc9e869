// The form for a new table: the reader has one seat, and choosing it at another moves it there. Another game gets what does not
// belong to the one before.

/** @returns {HTMLSelectElement[]} who is to have each seat */
function seats() {
  return [...document.querySelectorAll('#new select[name^="seat-"]')].filter((select) => select instanceof HTMLSelectElement);
}

/** What each seat had before it was changed. @type {WeakMap<HTMLSelectElement, string>} */
const had = new WeakMap();

function remember() {
  for (const select of seats()) had.set(select, select.value);
}

/** @param {Event} event */
function changed({ target }) {
  if (!(target instanceof HTMLSelectElement) || !had.has(target)) return;
  if (target.value === "me") {
    // The seat that the reader leaves gets what the other one had.
    const left = seats().find((select) => select !== target && select.value === "me");
    if (left) left.value = had.get(target) ?? "open";
  }
  remember();
}

/** Whether the form is left for that of another game. */
let leaves = false;

/** @param {SubmitEvent} event */
function submitted(event) {
  leaves = event.submitter?.hasAttribute("formaction") ?? false;
}

/** The address of the next form has only what is kept there. @param {FormDataEvent} event */
function gathered({ formData }) {
  if (!leaves) return;
  for (const name of [...formData.keys()]) {
    if (/^(option-|allow-|promised$|commitment$|nonce$)/.test(name)) formData.delete(name);
  }
}

/** Begins. */
export function startSeats() {
  if (seats().length === 0) return;
  remember();
  // A page that is come back to may have other values than the one that was loaded.
  window.addEventListener("pageshow", remember);
  document.addEventListener("change", changed);
  document.addEventListener("submit", submitted);
  document.addEventListener("formdata", gathered);
}
