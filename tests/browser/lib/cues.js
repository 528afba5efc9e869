// What the page shows of an event, without a game that brings it about.

/**
 * A line of the log: the event that it belongs to, what moves for it, and what it says if it matters to everybody.
 * @typedef {{ event: number, cue: string, text?: string }} Line
 */

/** Adds a line to the log as a server would, and lets the page tell it. @param {import("playwright-core").Page} page @param {string} cue */
export async function tell(page, cue) {
  const event = await page.evaluate(() => Math.floor(Number(document.querySelector("#log-lines")?.lastElementChild?.id.replace("log-", "") ?? 0) / 1000));
  await tellAll(page, [{ event, cue, text: "Something happened" }]);
}

/** Adds lines to the log that come together, and lets the page tell them. @param {import("playwright-core").Page} page @param {Line[]} lines */
export async function tellAll(page, lines) {
  await page.evaluate(async (told) => {
    const log = document.querySelector("#log-lines");
    const lines = told.map(({ event, cue, text }) => {
      const last = Number(log?.lastElementChild?.id.replace("log-", "") ?? 0);
      const line = document.createElement("li");
      line.id = `log-${Math.max(1000 * event, last + 1)}`;
      line.dataset.cue = cue;
      if (text) line.dataset.toast = "";
      const span = document.createElement("span");
      span.textContent = text ?? "Something happened";
      line.append(span);
      log?.append(line);
      return line;
    });
    const client = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? "";
    const module = await import(client);
    (module.$show ?? (await import(client.replace(/[^/]+$/, "show.js")))).show(lines);
  }, lines);
}
