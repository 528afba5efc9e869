// What the reader adds to the dice: a random number of their browser's own, so that nobody else has chosen them alone.

/** @returns {string} 32 hexadecimal digits */
function nonce() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Fills the fields that are empty; what somebody wrote stays. */
export function fillNonces() {
  for (const field of document.querySelectorAll('input[name="nonce"]')) {
    if (field instanceof HTMLInputElement && field.type !== "hidden" && field.value === "" && document.activeElement !== field) {
      field.value = nonce();
    }
  }
}

/** Begins. */
export function startNonces() {
  fillNonces();
  document.addEventListener(
    "submit",
    (event) => {
      const field = event.target instanceof HTMLFormElement ? event.target.querySelector('input[name="nonce"]') : null;
      if (field instanceof HTMLInputElement && field.value.trim() === "") field.value = nonce();
    },
    true,
  );
}
