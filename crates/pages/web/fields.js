// Number fields with buttons, sums that must be right, and texts that are as long as people count them.

/**
 * Changes a number field by one step, within its limits.
 * @param {HTMLInputElement} input
 * @param {number} step
 */
export function change(input, step) {
  const value = Math.min(Number(input.max), Math.max(Number(input.min), Number(input.value || 0) + step));
  if (String(value) === input.value) return;
  input.value = String(value);
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Marks fields that are used, and counts where a sum is asked for. */
export function countFields() {
  for (const input of document.querySelectorAll(".stepper input")) {
    if (input instanceof HTMLInputElement) {
      const stepper = input.closest(".stepper");
      stepper?.classList.toggle("used", Number(input.value) > 0);
      // What leads nowhere is not offered.
      for (const button of stepper?.querySelectorAll("button[data-step]") ?? []) {
        if (!(button instanceof HTMLButtonElement)) continue;
        button.disabled = button.dataset.step === "1" ? Number(input.value) >= Number(input.max) : Number(input.value) <= Number(input.min);
      }
    }
  }
  for (const form of document.querySelectorAll("form[data-sum]")) {
    if (!(form instanceof HTMLFormElement)) continue;
    let count = 0;
    for (const input of form.querySelectorAll(".stepper input")) {
      if (input instanceof HTMLInputElement) count += Number(input.value);
    }
    form.dataset.count = String(count);
    const shown = form.querySelector("[data-count]:not(form)");
    if (shown && shown.textContent !== String(count)) shown.textContent = String(count);
    const button = form.querySelector("button[type=submit]");
    button?.setAttribute("aria-disabled", String(form.dataset.count !== form.dataset.sum));
  }
}

/**
 * How many characters a text has, as people count them.
 * @param {string} text
 */
function characters(text) {
  return [...new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)].length;
}

/** @param {Event} event */
function measure({ target }) {
  if (!(target instanceof HTMLInputElement) || !target.dataset.most) return;
  const text = target.value.trim().replace(/\s+/g, " ");
  target.setCustomValidity(characters(text) > Number(target.dataset.most) ? (target.dataset.tooLong ?? "") : "");
}

/** Makes the buttons beside number fields work. */
export function startFields() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-step]") : null;
    const input = button?.parentElement?.querySelector("input");
    if (button instanceof HTMLElement && input) change(input, Number(button.dataset.step));
  });
  document.addEventListener("input", countFields);
  if ("Segmenter" in Intl) document.addEventListener("input", measure);
  document.addEventListener("reset", () => setTimeout(countFields));
  countFields();
}
