// What the reader adds to the dice: a random number of their browser's own, so that nobody else has chosen them alone. And what
// they were shown of them before: commitments are kept here, so that none can be exchanged for another after the game.

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

/** Where commitments are kept, and how many of them: the first that was shown of a table counts. */
const [KEPT, MOST] = ["neuland-commitments", 200];

/** @returns {[string, string][]} Tables with what was shown of their dice, the oldest first. */
function kept() {
  try {
    const known = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(known) ? known.filter((pair) => Array.isArray(pair) && pair.length === 2 && pair.every((text) => typeof text === "string")) : [];
  } catch {
    return [];
  }
}

/**
 * The commitment that this browser was shown of a table before its game was over.
 * @param {string} table
 * @returns {string | undefined}
 */
export function shownBefore(table) {
  return kept().find(([known]) => known === table)?.[1];
}

/**
 * Keeps the commitments on the page; of games that are over it names none, for their secrets are out. A promise that nobody
 * takes is not kept.
 * @param {HTMLFormElement} [sent] The form that is sent with a promise.
 */
export function keepCommitments(sent) {
  const known = kept();
  const before = known.length;
  for (const code of document.querySelectorAll("code[data-of]")) {
    const table = code instanceof HTMLElement ? code.dataset.of : undefined;
    const promise = code.closest("form")?.querySelector('input[name="promised"]') ? code.closest("form") : null;
    if (promise !== null && promise !== sent) continue;
    if (table && !known.some(([other]) => other === table)) known.push([table, (code.textContent ?? "").trim()]);
  }
  if (known.length === before) return;
  try {
    localStorage.setItem(KEPT, JSON.stringify(known.slice(-MOST)));
  } catch {
    // A browser that keeps nothing cannot remember this either.
  }
}

/** Begins. */
export function startNonces() {
  fillNonces();
  keepCommitments();
  document.addEventListener(
    "submit",
    (event) => {
      if (!(event.target instanceof HTMLFormElement)) return;
      // Who chooses another game accepts no promise yet.
      if (event.submitter?.hasAttribute("formaction")) return;
      const field = event.target.querySelector('input[name="nonce"]');
      if (field instanceof HTMLInputElement && field.value.trim() === "") field.value = nonce();
      keepCommitments(event.target);
    },
    true,
  );
}
