// What moves a table of a server in test mode on: bots move when they are told to, and time passes when it is told to.

/** How long a page may take to show what its server has stored, on a machine with much other work. It decides nothing but when to give up. */
export const STILL_MS = 30_000;

/**
 * Sends what only servers in test mode understand.
 * @param {string} url
 * @param {object} body
 * @returns {Promise<any>}
 */
async function tell(url, body) {
  const response = await fetch(url, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return response.json();
}

/**
 * Lets the bots of a table move, until none has anything to decide or they have made so many moves.
 * @param {string} url of the server
 * @param {string} table its id
 * @param {{ moves?: number, patience_ends?: boolean }} [wishes] `patience_ends`: bots stop waiting for answers to their offers
 * @returns {Promise<{ moves: number, version: number }>}
 */
export function tellBots(url, table, wishes = {}) {
  return tell(`${url}/test/tables/${table}/bots`, wishes);
}

/**
 * Lets the bots at the table of a page move, and waits until the page shows it.
 * @param {import("playwright-core").Page} page
 * @param {Parameters<typeof tellBots>[2]} [wishes]
 */
export async function moveBots(page, wishes) {
  const moved = await tellBots(new URL(page.url()).origin, await tableOf(page), wishes);
  await settled(page, moved.version);
  return moved;
}

/**
 * Waits until a page shows at least this many log entries, and has the answer to what it sent itself: that may come later, and fold
 * something away.
 * @param {import("playwright-core").Page} page
 * @param {number} seq
 */
export async function settled(page, seq) {
  await page.waitForFunction(
    (least) => {
      const main = document.querySelector("main");
      const isAnswered = !main?.querySelector('[aria-busy="true"]') && sessionStorage.getItem(`neuland-outbox ${main?.dataset.table}`) === null;
      return Number(main?.dataset.seq) >= least && isAnswered;
    },
    seq,
    { timeout: STILL_MS },
  );
}

/**
 * Lets the bots at the table of a page move where somebody waits for them; returns the version after that. Bots that wait for answers to
 * their offers stop waiting if nothing else is left to happen.
 * @param {import("playwright-core").Page} page
 */
export async function othersMove(page) {
  const [url, table] = [new URL(page.url()).origin, await tableOf(page)];
  for (const patience_ends of [false, true]) {
    const { moves, version } = await tellBots(url, table, { patience_ends });
    if (moves > 0) return version;
  }
  throw new Error(`the page waits, and no bot at table ${table} has anything to decide`);
}

/** The table that a page shows. @param {import("playwright-core").Page} page */
export function tableOf(page) {
  return page.evaluate(() => document.querySelector("main")?.dataset.table ?? "");
}

/**
 * Lets time pass at all tables of a server: clocks run, and what is due by them happens.
 * @param {string} url of the server
 * @param {number} ms
 */
export async function passTime(url, ms) {
  await tell(`${url}/test/time`, { ms });
}

/**
 * Waits until a page has followed what changed it, as its size or a new position: some of it moves once the frame after that is painted.
 * @param {import("playwright-core").Page} page
 */
export async function painted(page) {
  await page.evaluate(async () => {
    const client = /** @type {HTMLScriptElement | null} */ (document.querySelector('script[type="module"][src]'))?.src ?? "";
    const { nextPaint } = await import(client).then(({ $page }) => $page ?? import(client.replace(/[^/]+$/, "page.js")));
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await nextPaint();
  });
}
