// Words on buttons and in lists: whole, inside their frames, nothing cut off.

/**
 * What is wrong with the words that are seen: words broken without a hyphen, words that leave their button, and choices of fields
 * that are cut off.
 * @param {import("playwright-core").Page} page
 * @returns {Promise<string[]>}
 */
export function misfits(page) {
  return page.evaluate(() => {
    /** @param {Element} element */
    const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.closest(".unseen") === null;
    /** @type {string[]} */
    const found = [];
    const heads = [...document.querySelectorAll("button, summary, a.button, .label, legend, .settings label")].filter(isSeen);
    for (const head of heads) {
      const text = head.textContent?.trim().replace(/\s+/g, " ") ?? "";
      if (head.clientWidth > 2 && head.scrollWidth > head.clientWidth + 1) found.push(`“${text}” leaves its frame: ${head.scrollWidth} in ${head.clientWidth}`);
      const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (node.parentElement === null || !isSeen(node.parentElement)) continue;
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/[\p{L}\p{N}]{2,}/gu)) {
          const range = document.createRange();
          const tops = new Set();
          for (let at = index; at < index + word.length; at += 1) {
            range.setStart(node, at);
            range.setEnd(node, at + 1);
            // A letter after a hyphen comes with the hyphen, which is not in its line.
            const box = [...range.getClientRects()].at(-1);
            if (box && box.width > 0) tops.add(Math.round(box.top));
          }
          if (tops.size > 1) found.push(`“${word}” is broken on “${text}”`);
        }
      }
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
  });
}
