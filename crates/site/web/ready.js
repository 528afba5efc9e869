// @ts-check
// The start page as a first visit shows it: it stands in the shell, in each language, without what belongs to one visitor alone.

/** Noted in a browser that has something to show on the start page. */
const VISITED = "neuland-visited";

/** What the page has of one visitor alone: the id of the table that is promised to the form, the commitment to its dice, a name. */
const OWN = '#new [name="promised"], #new [name="commitment"], #new input[name="name"], #new code[data-of]';

/** Whether the start page of this browser may be another than that of a first visit, or comes as fast. */
export function isVisited() {
  return Boolean(navigator.serviceWorker?.controller) || localStorage.getItem(VISITED) !== null;
}

/** Something was sent that may be kept. */
export function noteVisit() {
  localStorage.setItem(VISITED, "");
}

/** The page in a language; none in a shell without it. @param {string} lang */
export function readyPage(lang) {
  const template = document.getElementById(`ready-${lang}`);
  return template instanceof HTMLTemplateElement ? (template.content.textContent ?? undefined) : undefined;
}

/**
 * Fills what belongs to this visitor into the page that stood ready; says whether the answer has nothing else that is new.
 * @param {string} ready
 * @param {string} answer
 */
export function answeredReady(ready, answer) {
  const fresh = [...new DOMParser().parseFromString(answer, "text/html").querySelectorAll(OWN)];
  for (const [at, element] of [...document.querySelectorAll(OWN)].entries()) {
    const from = fresh[at];
    if (!from) continue;
    for (const { name, value } of from.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    element.textContent = from.textContent;
  }
  const own = fresh.map((element) => element.getAttribute("value") ?? "").filter(Boolean);
  return own.reduce((page, text) => page.replaceAll(text, ""), answer) === ready;
}
