import type { Fault } from "./neuland.js";

/** An error in what the caller gave: an illegal action, a text that is none, a setup that cannot be. Nothing has changed. */
export class NeulandError extends Error {
    private constructor();
    /**
     * The family of the error: a clause stands against it; a text or value is not what it should be; options, a setup or view, or a record
     * that cannot be; a number beyond the end of a list.
     */
    readonly kind: "illegal" | "parse" | "options" | "setup" | "record" | "range";
    /** The clause of the rulebook that stands against it, such as `"CATAN-SETT-3"`; `null` where none does. */
    readonly clause: string | null;
    /** The line of a record, from 1. */
    readonly line: number | null;
    /** Every single fault: options, setups and views report all of them at once. */
    readonly faults: Fault[];
}

/**
 * The module has ended because of a defect in it, or because memory or stack ran out. Every call throws this until `restart()`, and objects made
 * before it are lost: make them anew from their setups and records.
 */
export class AbortedError extends Error {
    private constructor();
}
