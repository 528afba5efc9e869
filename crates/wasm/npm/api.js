// @ts-check
// What the package offers: the classes and functions of the module, guarded.

import * as module from "./neuland.js";
import { guardClass, guardFunction } from "./guard.js";

export { AbortedError, NeulandError } from "./errors.js";
export { isAborted, restart } from "./guard.js";

export const State = guardClass(module.State);
export const Bot = guardClass(module.Bot);
export const Recorder = guardClass(module.Recorder);
export const Table = guardClass(module.Table);
// Records have no constructor: `parse` and `playGame` make them.
export const GameRecord = guardClass(/** @type {any} */ (module.GameRecord));

export const games = guardFunction(module.games);
export const bots = guardFunction(module.bots);
export const clause = guardFunction(module.clause);
export const redact = guardFunction(module.redact);
export const advise = guardFunction(module.advise);
export const playGame = guardFunction(module.playGame);
export const layout = guardFunction(module.layout);
export const version = guardFunction(module.version);
export const abort = guardFunction(module.abort);
