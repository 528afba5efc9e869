// A person's own page. The code of a transfer link stands in the part of the address that browsers do not send; here it
// is put into the form, and taken out of the address.

/** Fills the form from the address, and lets links be copied. */
export function startAccount() {
  for (const field of document.querySelectorAll("input[data-from-address]")) {
    if (!(field instanceof HTMLInputElement) || location.hash.length < 2) continue;
    field.value = decodeURIComponent(location.hash.slice(1));
    history.replaceState(history.state, "", location.pathname + location.search);
    const button = field.form?.querySelector("button[type=submit]");
    if (button instanceof HTMLElement) button.focus();
  }
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (button instanceof HTMLButtonElement) button.addEventListener("click", () => void copy(button));
  }
}

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const link = document.getElementById(button.dataset.copy ?? "");
  if (!(link instanceof HTMLAnchorElement)) return;
  try {
    await navigator.clipboard.writeText(link.href);
    button.textContent = button.dataset.copied ?? button.textContent;
  } catch {
    // Without a safe connection browsers refuse: then the link is marked, ready to be copied by hand.
    getSelection()?.selectAllChildren(link);
  }
}
