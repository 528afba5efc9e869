// Buttons that copy a link.

import { byId, toast, word } from "./page.js";

/** Lets links be copied. */
export function startCopying() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    const link = button instanceof HTMLElement ? byId(button.dataset.copy ?? "") : null;
    if (button instanceof HTMLElement && link instanceof HTMLAnchorElement) void copy(link, button);
  });
}

/**
 * @param {HTMLAnchorElement} link
 * @param {HTMLElement} button
 */
async function copy(link, button) {
  if (!(await isCopied(link))) {
    // Now it is marked, ready to be copied by hand.
    toast({ message: link.href });
    return;
  }
  if (byId("toast")) toast({ message: word("copied") });
  else button.textContent = button.dataset.copied ?? button.textContent;
}

/**
 * Whether a link could be copied. Without a safe connection, as in a network at home, browsers have no clipboard, but copy
 * what is marked.
 * @param {HTMLAnchorElement} link
 * @returns {Promise<boolean>}
 */
async function isCopied(link) {
  try {
    await navigator.clipboard.writeText(link.href);
    return true;
  } catch {
    const whole = document.createElement("span");
    whole.textContent = link.href;
    document.body.append(whole);
    getSelection()?.selectAllChildren(whole);
    const done = document.execCommand("copy");
    whole.remove();
    if (!done) getSelection()?.selectAllChildren(link);
    return done;
  }
}
