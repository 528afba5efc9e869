// @ts-check
// The errors of the package; errors.d.ts describes them.

/** An error in what the caller gave. */
export class NeulandError extends Error {
    /** @param {string} text The document of the error. */
    constructor(text) {
        const { kind, message, clause, line, faults } = JSON.parse(text);
        super(message);
        this.name = "NeulandError";
        Object.assign(this, { kind, clause, line, faults });
    }
}

/** The module has ended. */
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
export const makeError = (text) => new NeulandError(text);

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
