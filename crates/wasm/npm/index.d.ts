export { AbortedError, NeulandError } from "./errors.js";
export {
    Bot, GameRecord, Recorder, State, Table,
    abort, advise, bots, clause, games, layout, playGame, redact, version,
} from "./neuland.js";
export type {
    Advice, BotInfo, Clause, Fault, GameEvent, GameInfo, GameName, Layout, OptionInfo, Options, PictureStyle, Points, RecordHeader,
    RecordResult, Seat, Seed, Setup, Step, Turn, View, Viewer,
} from "./neuland.js";

/** Returns whether the module has ended because of a defect; every call throws an `AbortedError` until `restart()`. */
export function isAborted(): boolean;

/**
 * Begins a new module, in place of one that has ended or of one that holds too much memory. Objects made before are lost: using one throws an
 * error. Make them anew from their setups and records.
 */
export function restart(): void;
