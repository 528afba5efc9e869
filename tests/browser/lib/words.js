// Words on buttons and in lists: whole, inside their frames, nothing cut off.

/** Buttons and labels. */
const HEADS = "button, summary, a.button, .label, legend, .settings label";

/**
 * The words that are broken without a hyphen.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export function broken(page) {
  return page.evaluate((heads) => {
    /** @param {Element} element */
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.closest(".unseen") === null;
    /** @type {Set<string>} */
    const found = new Set();
    for (const head of [...document.querySelectorAll(heads)].filter(isSeen)) {
      const text = head.textContent?.trim().replace(/\s+/g, " ") ?? "";
      const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement === null || !isSeen(node.parentElement)) continue;
        // Words may be broken where the word says so.
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[^\s\u00ad-]{2,}/g)) {
          const range = document.createRange();
          const tops = new Set();
          for (let at = index; at < index + word.length; at += 1) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            // A letter after a hyphen comes with the hyphen, which is not in its line.
            const box = [...range.getClientRects()].at(-1);
            if (box && box.width > 0) tops.add(Math.round(box.top));
          }
          if (tops.size > 1) found.add(`“${word}” is broken on “${text}”`);
        }
      }
    }
    return [...found];
  }, HEADS);
}

/**
 * What is wrong with the words that are seen: those that are `broken`, words that leave their button, and choices of fields
 * that are cut off.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export async function misfits(page) {
  const others = await page.evaluate((heads) => {
    /** @param {Element} element */
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.closest(".unseen") === null;
    /** @type {string[]} */
    const found = [];
    for (const head of [...document.querySelectorAll(heads)].filter(isSeen)) {
      const text = head.textContent?.trim().replace(/\s+/g, " ") ?? "";
      if (head.clientWidth > 2 && head.scrollWidth > head.clientWidth + 1) found.push(`“${text}” leaves its frame: ${head.scrollWidth} in ${head.clientWidth}`);
    }
    const pen = document.createElement("canvas").getContext("2d");
    for (const select of document.querySelectorAll("select")) {
      if (pen === null || !isSeen(select)) continue;
      const style = getComputedStyle(select);
      pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      // Beside the words lies the arrow.
      const arrow = 18;
      const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
      for (const { text } of select.options) {
        const width = pen.measureText(text).width;
        if (width > room) found.push(`“${text}” is cut off: ${Math.ceil(width)} in ${Math.floor(room)}`);
      }
    }
    return [...new Set(found)];
  }, HEADS);
  return [...(await broken(page)), ...others];
}
