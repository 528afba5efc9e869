// @ts-check
// Stands between the caller and the module: no panic reaches the caller, and a module that has ended is never called again.

import { __wbg_reset_state, initSync } from "./neuland.js";
import { AbortedError, takePanic } from "./errors.js";

/** @type {string | undefined} The reason for which the module has ended. */
let ended;

/** How often the module was begun anew, which is how the glue code numbers its instances in `__wbg_inst`. */
let restarts = 0;

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
    restarts += 1;
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
    guardFree(inner.prototype);
    return new Proxy(inner, {
        construct: (target, values, self) => run(() => Reflect.construct(target, values, self)),
    });
}

/** Members that stay as they are: the glue code calls `__wrap` itself, and `free` has a guard of its own. */
const PLAIN = ["constructor", "prototype", "name", "length", "free", "__destroy_into_raw", "__wrap"];

/**
 * Lets `free` pass over objects of a module that has ended: their memory is gone, and what lies at its place belongs to others.
 * @param {Record<PropertyKey, any>} prototype
 */
function guardFree(prototype) {
    const inner = prototype.free;
    prototype.free = /** @this {{ __wbg_inst: number }} */ function () {
        if (ended === undefined && this.__wbg_inst === restarts) Reflect.apply(inner, this, []);
    };
    if (Symbol.dispose) prototype[Symbol.dispose] = prototype.free;
}

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
