// Buttons that copy a link, or codes.

import { byId, toast, word } from "./page.js";

/** Lets links and codes be copied. */
export function startCopying() {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy]") : null;
    const link = button instanceof HTMLElement ? byId(button.dataset.copy ?? "") : null;
    if (button instanceof HTMLElement && link) void copy(link, button);
  });
}

/** What is copied: where a link leads, or what stands there line by line. @param {HTMLElement} link */
function textOf(link) {
  return link instanceof HTMLAnchorElement ? link.href : link.innerText.trim();
}

/**
 * @param {HTMLElement} link
 * @param {HTMLElement} button
 */
async function copy(link, button) {
  if (!(await isCopied(link))) {
    // Now it is marked, ready to be copied by hand.
    toast({ message: textOf(link) });
    return;
  }
  if (byId("toast")) toast({ message: word("copied") });
  else button.textContent = button.dataset.copied ?? button.textContent;
}

/**
 * Whether a link could be copied. Without a safe connection, as in a network at home, browsers have no clipboard, but copy
 * what is marked.
 * @param {HTMLElement} link
 * @returns {Promise<boolean>}
 */
async function isCopied(link) {
  try {
    await navigator.clipboard.writeText(textOf(link));
    return true;
  } catch {
    const whole = document.createElement("span");
    whole.textContent = textOf(link);
    document.body.append(whole);
    getSelection()?.selectAllChildren(whole);
    const done = document.execCommand("copy");
    whole.remove();
    if (!done) getSelection()?.selectAllChildren(link);
    return done;
  }
}
