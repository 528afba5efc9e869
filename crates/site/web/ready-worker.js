// @ts-check
// A worker of the site that loses nothing: what is sent to it is held back until it says that it listens. Firefox at times drops what
// reaches a worker whose modules are still being loaded.

/** What each worker says first, once it listens. */
export const LISTENS = "listens";

export class ReadyWorker {
  /**
   * @param {string} script beside this one
   * @param {(worker: ReadyWorker, data: any) => void} hear
   * @param {(worker: ReadyWorker, why: string) => void} fail
   */
  constructor(script, hear, fail) {
    /** What is held back; `undefined` once it listens. @type {any[] | undefined} */
    this.held = [];
    this.inner = new Worker(new URL(script, import.meta.url), { type: "module" });
    this.inner.addEventListener("message", ({ data }) => (data === LISTENS ? this.release() : hear(this, data)));
    this.inner.addEventListener("error", (event) => fail(this, event.message));
  }

  /** @param {any} message */
  postMessage(message) {
    if (this.held) this.held.push(message);
    else this.inner.postMessage(message);
  }

  /** Whether it does not listen yet. */
  isLate() {
    return this.held !== undefined;
  }

  release() {
    const held = this.held ?? [];
    this.held = undefined;
    for (const message of held) this.inner.postMessage(message);
  }

  terminate() {
    this.inner.terminate();
  }
}
