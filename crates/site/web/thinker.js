// @ts-check
// Thinks for bots. It may be ended at any moment.

import { lastWords } from "./errors.js";
import { initSync, Thinker } from "./neuland.js";

/** @type {Thinker | undefined} */
let thinker;

addEventListener("message", ({ data }) => {
  if (data.module) {
    initSync({ module: data.module });
    thinker = new Thinker();
    return;
  }
  const { task, entries } = data;
  try {
    thinker?.follow(task.table, entries);
    postMessage({ task, action: thinker?.choose(JSON.stringify(task)) });
  } catch (error) {
    postMessage({ task, ended: lastWords(error) });
  }
});
