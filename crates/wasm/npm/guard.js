// @ts-check
// Stands between the caller and the module: no panic reaches the caller, and a module that has ended is never called again.

import { __wbg_reset_state, initSync } from "./neuland.js";
import { AbortedError, takePanic } from "./errors.js";

/** @type {string | undefined} The reason for which the module has ended. */
let ended;

/**
 * Starts the module, once.
 * @param {WebAssembly.Module} module
 */
export function start(module) {
    initSync({ module });
}

/** Whether the module has ended; `restart()` begins a new one. */
export const isAborted = () => ended !== undefined;

/**
 * Begins a new module, in place of one that has ended or of one that holds too much memory. Objects made before are lost: using one throws an error.
 */
export function restart() {
    __wbg_reset_state();
    ended = undefined;
}

/**
 * Whether an exception means that the module stopped in the middle of its work. Its own errors are thrown by its glue code.
 * @param {unknown} error
 */
const isFatal = (error) =>
    error instanceof WebAssembly.RuntimeError ||
    // The stack ran out, perhaps inside the module.
    error instanceof RangeError ||
    (error instanceof Error && error.name === "InternalError");

/**
 * @template T
 * @param {() => T} call
 * @returns {T}
 */
function run(call) {
    if (ended !== undefined) throw new AbortedError(ended);
    try {
        return call();
    } catch (error) {
        if (!isFatal(error)) throw error;
        ended = takePanic() ?? String(error);
        throw new AbortedError(ended, error);
    }
}

/**
 * Returns a function of the module with the guard around it.
 * @template {(...values: any[]) => any} F
 * @param {F} inner
 * @returns {F}
 */
export const guardFunction = (inner) => /** @type {F} */ ((...values) => run(() => inner(...values)));

/**
 * Returns a class of the module with the guard around its constructor, methods and getters.
 * @template {new (...values: any[]) => any} C
 * @param {C} inner
 * @returns {C}
 */
export function guardClass(inner) {
    guardMembers(inner.prototype);
    guardMembers(inner);
    return new Proxy(inner, {
        construct: (target, values, self) => run(() => Reflect.construct(target, values, self)),
    });
}

/** Members that stay as they are: the glue code calls `__wrap` itself, and an object may be freed whatever happened. */
const PLAIN = ["constructor", "prototype", "name", "length", "free", "__destroy_into_raw", "__wrap"];

/** @param {Record<string, any>} holder */
function guardMembers(holder) {
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(holder))) {
        if (PLAIN.includes(name) || !member.configurable) continue;
        for (const part of /** @type {const} */ (["value", "get"])) {
            const inner = member[part];
            if (typeof inner !== "function") continue;
            member[part] = /** @this {unknown} */ function (/** @type {unknown[]} */ ...values) {
                return run(() => Reflect.apply(inner, this, values));
            };
        }
        Object.defineProperty(holder, name, member);
    }
}
