// A person's own page. The code of a transfer link stands in the part of the address that browsers do not send; here it
// is put into the form, and taken out of the address.

/** Fills the form from the address. */
export function startAccount() {
  for (const field of document.querySelectorAll("input[data-from-address]")) {
    if (!(field instanceof HTMLInputElement) || location.hash.length < 2) continue;
    field.value = location.hash.slice(1);
    history.replaceState(history.state, "", location.pathname + location.search);
    const button = field.form?.querySelector("button[type=submit]");
    if (button instanceof HTMLElement) button.focus();
  }
}
