// @ts-check
/** @import { Fault } from "./neuland.js" */

/** An error in what the caller gave: an illegal action, a text that is none, a setup that cannot be. Nothing has changed. */
export class NeulandError extends Error {
    /** @param {{ kind: NeulandError["kind"], message: string, clause: string | null, line: number | null, faults: Fault[] }} document */
    constructor({ kind, message, clause, line, faults }) {
        super(message);
        this.name = "NeulandError";
        /**
         * The family of the error: a clause stands against it; a text or value is not what it should be; options, a setup or view, or a
         * record that cannot be; a number beyond the end of a list.
         * @type {"illegal" | "parse" | "options" | "setup" | "record" | "range"}
         */
        this.kind = kind;
        /**
         * The clause of the rulebook that stands against it, such as `"CATAN-SETT-3"`; `null` where none does.
         * @type {string | null}
         */
        this.clause = clause;
        /**
         * The line of a record.
         * @type {number | null}
         */
        this.line = line;
        /**
         * Every single fault: options, setups and views report all of them at once.
         * @type {Fault[]}
         */
        this.faults = faults;
    }
}

/**
 * The module has ended because of a defect in it, or because memory or stack ran out. Every call throws this until `restart()`, and objects made
 * before it are lost: make them anew from their setups and records.
 */
export class AbortedError extends Error {
    /**
     * @param {string} reason
     * @param {unknown} [cause]
     */
    constructor(reason, cause) {
        super(`the module of neuland has ended: ${reason}; call restart() and make your objects anew`, { cause });
        this.name = "AbortedError";
    }
}

/**
 * The module calls this for an error that it throws.
 * @param {string} text
 */
export const makeError = (text) => new NeulandError(JSON.parse(text));

/** @type {string | undefined} */
let panic;

/**
 * The module calls this when it panics, just before it ends.
 * @param {string} message
 */
export function notePanic(message) {
    panic = message;
}

/** Returns the message of the last panic, and forgets it. */
export function takePanic() {
    const message = panic;
    panic = undefined;
    return message;
}
