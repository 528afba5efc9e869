// @ts-check
// Thinks for bots, or looks at a finished game. It may be ended at any moment.

import { lastWords } from "./errors.js";
import { coach, initSync, Thinker } from "./neuland.js";
import { begin, takeParts } from "./parts.js";
import { LISTENS } from "./ready-worker.js";

/** @type {Thinker | undefined} */
let thinker;

addEventListener("message", ({ data }) => {
  if (data.module) {
    takeParts(data.parts);
    begin(initSync({ module: data.module }));
    thinker = new Thinker();
    return;
  }
  if (data.parts) {
    takeParts(data.parts);
    return;
  }
  if (data.record !== undefined) {
    // A failure ends the worker, which reports it.
    postMessage({ coached: coach(data.record) });
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

postMessage(LISTENS);
