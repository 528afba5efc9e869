// Turns one part of the page into another by changing only what differs, so that focus, scroll positions, open details
// and half-filled fields survive what others do.

/**
 * Makes `old` like `fresh`. Elements are recognised by their id, others by kind and order.
 * @param {Element} old
 * @param {Element} fresh
 */
export function morph(old, fresh) {
  // The page has it, so it was not sent again; or it is the same, which the browser finds out faster than any script.
  if (fresh.hasAttribute("data-stays") || old.isEqualNode(fresh)) return;
  const steps = fresh.getAttribute("data-list");
  fresh.removeAttribute("data-list");
  attributes(old, fresh);
  if (steps !== null) {
    follow(old, fresh, steps);
    return;
  }
  if (old instanceof HTMLSelectElement && isDirty(old)) return;
  children(old, fresh);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function attributes(old, fresh) {
  const differ = [...fresh.attributes].filter(({ name, value }) => old.getAttribute(name) !== value);
  const gone = [...old.attributes].filter(({ name }) => !fresh.hasAttribute(name));
  if (differ.length + gone.length > 0) {
    const keep = kept(old);
    for (const { name } of gone) if (!keep.includes(name)) old.removeAttribute(name);
    for (const { name, value } of differ) if (!keep.includes(name)) old.setAttribute(name, value);
  }
  if (old instanceof HTMLInputElement && old.type === "hidden") old.value = fresh.getAttribute("value") ?? "";
}

/**
 * What belongs to the reader and not to the server: whether something is unfolded, what was typed, where the board was
 * moved to.
 * @param {Element} element
 * @returns {string[]}
 */
function kept(element) {
  if (element instanceof HTMLDetailsElement) return ["open"];
  if (element.matches("svg.board, #board-panel > .zoom")) return ["style"];
  if (element instanceof HTMLInputElement && element.type !== "hidden" && isDirty(element)) return ["value", "checked"];
  // What the client makes of a lit place; without its tabindex, even for a moment, the focus would be gone.
  if (element.matches("#board [data-place]")) return ["role", "aria-label", "tabindex", "data-action"];
  // Cards for trade: which can be chosen, and which are.
  if (element.matches("[data-give], [data-want], [data-step]")) return ["disabled", "aria-pressed", "aria-label"];
  // A tile that is an image now (`painted.js`).
  if (element.hasAttribute("data-painted")) return ["data-painted"];
  return idOf(element) === "chooser" ? ["hidden", "class"] : [];
}

/**
 * Whether the reader has changed a field.
 * @param {HTMLInputElement | HTMLSelectElement} field
 * @returns {boolean}
 */
function isDirty(field) {
  if (field instanceof HTMLSelectElement) return [...field.options].some((o) => o.selected !== o.defaultSelected);
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

/**
 * An element's id. Not its property: a form's field named `id` hides that.
 * @param {Element} element
 * @returns {string | null}
 */
function idOf(element) {
  return element.getAttribute("id");
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function children(old, fresh) {
  if (idOf(old) === "chooser" || old.hasAttribute("data-own") || old.hasAttribute("data-painted")) return;
  /** @type {Map<string, Element>} */
  const named = new Map();
  for (const child of old.children) {
    const id = idOf(child);
    if (id) named.set(id, child);
  }
  const stays = new Set([...fresh.children].map(idOf));
  /** @param {ChildNode | null} node */
  const isGone = (node) => {
    const id = node instanceof Element ? idOf(node) : null;
    return id !== null && !stays.has(id);
  };
  /** @type {ChildNode | null} */
  let next = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    // What is gone makes way at once: else all that follows would be moved, and what is moved is laid out anew.
    while (next && isGone(next)) {
      const gone = next;
      next = next.nextSibling;
      gone.remove();
    }
    const found = match(next, wanted, named);
    if (!found) {
      old.insertBefore(document.importNode(wanted, true), next);
      continue;
    }
    // What is moved loses the focus; so what has no name makes way for it as well.
    if (found.contains(document.activeElement)) {
      while (next && next !== found && !isNamedIn(next, fresh)) {
        const gone = next;
        next = next.nextSibling;
        gone.remove();
      }
    }
    if (found === next) next = next.nextSibling;
    else old.insertBefore(found, next);
    if (found instanceof Element && wanted instanceof Element) {
      morph(found, wanted);
    } else if (found.nodeValue !== wanted.nodeValue) {
      found.nodeValue = wanted.nodeValue;
    }
  }
  while (next) {
    const gone = next;
    next = next.nextSibling;
    gone.remove();
  }
}

/**
 * Changes a list of which only what is new or different was sent.
 * @param {Element} old
 * @param {Element} fresh What is new or different, in order.
 * @param {string} steps Such as `k17 m1 d1 n2`: keep 17, turn one into the next of `fresh`, drop one, insert two.
 */
function follow(old, fresh, steps) {
  let next = old.firstElementChild;
  let sent = fresh.firstElementChild;
  for (const step of steps.split(" ").filter(Boolean)) {
    for (let count = Number(step.slice(1)); count > 0; count -= 1) {
      const now = next;
      const wanted = sent;
      if (step[0] !== "n") next = next?.nextElementSibling ?? null;
      if (step[0] === "m" || step[0] === "n") sent = sent?.nextElementSibling ?? null;
      if (step[0] === "d") now?.remove();
      if (step[0] === "m" && now && wanted) morph(now, wanted);
      if (step[0] === "n" && wanted) old.insertBefore(document.importNode(wanted, true), next);
    }
  }
}

/**
 * Whether a parent has a child with the id of this node.
 * @param {ChildNode} node
 * @param {Element} parent
 * @returns {boolean}
 */
function isNamedIn(node, parent) {
  const id = node instanceof Element ? idOf(node) : null;
  return id !== null && [...parent.children].some((child) => idOf(child) === id);
}

/**
 * The old node that becomes `wanted`, if there is one.
 * @param {ChildNode | null} next
 * @param {ChildNode} wanted
 * @param {Map<string, Element>} named
 * @returns {ChildNode | null}
 */
function match(next, wanted, named) {
  const id = wanted instanceof Element ? idOf(wanted) : null;
  if (id) {
    const same = named.get(id);
    return same?.nodeName === wanted.nodeName ? same : null;
  }
  if (!next || next.nodeName !== wanted.nodeName) return null;
  return next instanceof Element && idOf(next) ? null : next;
}
