// What the page shows of an event, without a game that brings it about.

/** Adds a line to the log as a server would, and lets the page tell it. @param {import("playwright-core").Page} page @param {string} cue */
export async function tell(page, cue) {
  await page.evaluate(async (cue) => {
    const lines = document.querySelector("#log-lines");
    const last = Number(lines?.lastElementChild?.id.replace("log-", "") ?? 0);
    const line = document.createElement("li");
    line.id = `log-${last + 1}`;
    line.dataset.cue = cue;
    line.dataset.toast = "";
    line.innerHTML = "<span>Something happened</span>";
    lines?.append(line);
    const client = document.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? "";
    const module = await import(client);
    (module.$show ?? (await import(client.replace(/[^/]+$/, "show.js")))).show([line]);
  }, cue);
}
