// Why an exchange cannot be sent yet. The server has written all reasons into the form; the first that holds is shown beside the
// button, which is held back as long as there is one.

/**
 * What is chosen on one side of an exchange.
 * @param {HTMLFormElement} form
 * @param {string} side
 */
function chosen(form, side) {
  const inputs = [...form.querySelectorAll(`input[name^="${side}-"]`)].filter((input) => input instanceof HTMLInputElement);
  return inputs.filter(({ value }) => Number(value) > 0).map(({ name, value, max }) => ({ kind: name.slice(side.length + 1), isTooMuch: Number(value) > Number(max) }));
}

/**
 * The reasons that hold, as the rules would refuse one after the other.
 * @param {HTMLFormElement} form
 * @returns {string[]}
 */
function reasons(form) {
  const [give, want] = [chosen(form, "give"), chosen(form, "want")];
  const both = give.filter(({ kind }) => want.some((other) => other.kind === kind)).length;
  const boxes = [...form.querySelectorAll('input[type="checkbox"][name="to"]')].filter((box) => box instanceof HTMLInputElement);
  const holds = {
    to: boxes.length > 0 && boxes.every((box) => !box.checked),
    sides: give.length === 0 && want.length === 0,
    give: give.length === 0,
    want: want.length === 0,
    both: both > 0,
    alone: both === 1 && give.length === 1 && want.length === 1,
    many: give.some(({ isTooMuch }) => isTooMuch),
  };
  return Object.entries(holds).flatMap(([name, is]) => (is ? [name] : []));
}

/**
 * Shows the first reason against an exchange, and holds its button back.
 * @param {HTMLFormElement} form
 */
export function showObstacle(form) {
  const lines = [...form.querySelectorAll("[data-obstacle]")].filter((line) => line instanceof HTMLElement);
  if (lines.length === 0) return;
  const shown = reasons(form).flatMap((name) => lines.filter(({ dataset }) => dataset.obstacle === name))[0];
  for (const line of lines) line.hidden = line !== shown;
  form.querySelector('button[type="submit"]')?.setAttribute("aria-disabled", String(shown !== undefined));
}

/**
 * The reason that is shown; empty if there is none.
 * @param {HTMLFormElement} form
 * @returns {string}
 */
export function obstacleTo(form) {
  return form.querySelector("[data-obstacle]:not([hidden])")?.textContent?.trim() ?? "";
}
