// @ts-check
// The page's side of the worker that answers it.

import { compiled, compileFirst, compileParts } from "./parts.js";
import { ReadyWorker } from "./ready-worker.js";

/**
 * What is asked for; `ahead` for another page.
 * @typedef {{ post?: boolean, path: string, fields?: [string, string][], json?: boolean, from?: string, body?: string, ahead?: boolean }} Asked
 */
/** @typedef {{ status: number, content_type: string, location?: string, file?: string, body: string }} Answer */
/** @typedef {{ says: string, hurry: string }} Task */

/** An open stream of events, as the modules of the pages use an `EventSource`. */
export class Stream extends EventTarget {
  readyState = 0;

  /** @param {Client} client @param {number} number @param {string} path */
  constructor(client, number, path) {
    super();
    this.client = client;
    this.number = number;
    this.path = path;
  }

  close() {
    this.readyState = 2;
    this.client.leave(this);
  }
}

/** After how long without a word a worker whose files are on the device is given up, in milliseconds: Firefox at times begins one that never runs. */
const LATE = 5_000;

/** How often a module that ended is begun anew within a page. */
const ATTEMPTS = 3;

/** Whether the service worker answers: the files are on the device. */
const isKept = () => Boolean(navigator.serviceWorker?.controller);

export class Client {
  /**
   * @param {string[]} parts of the module that the page needs first
   * @param {(failure: { ended: string, storage?: boolean }) => void} failed
   */
  constructor(parts, failed) {
    this.parts = parts;
    this.failed = failed;
    /** The compiled module, with the parts that are needed first. @type {Promise<WebAssembly.Module> | undefined} */
    this.module = undefined;
    this.numbers = 0;
    this.attempts = 0;
    /** Who waits for an answer. @type {Map<number, { asked: Asked, done: (answer: Answer) => void }>} */
    this.waiting = new Map();
    /** @type {Map<number, Stream>} */
    this.streams = new Map();
    /** Resolved when the worker knows what the page shows. Before, nothing is followed. @type {Promise<unknown>} */
    this.ready = Promise.resolve();
    /** Told what a bot thinks about, and that it has done. @type {(task: Task | null) => void} */
    this.thinks = () => {};
    /** Told that the page has something new to show. */
    this.renews = () => {};
    this.worker = this.begin();
  }

  begin() {
    const worker = new ReadyWorker(
      "worker.js",
      (_, data) => this.hear(data),
      (_, ended) => this.again({ ended }),
    );
    this.module ??= this.compile();
    this.module.then(
      (module) => worker.postMessage({ module, parts: compiled }),
      (error) => {
        // The next worker tries again.
        this.module = undefined;
        if (worker === this.worker) this.again({ ended: String(error) });
      },
    );
    // The files are on the device, so it takes a moment.
    if (isKept()) setTimeout(() => worker === this.worker && worker.isLate() && this.renewWorker(), LATE);
    return worker;
  }

  async compile() {
    const [module] = await Promise.all([compileFirst(!isKept()), compileParts(this.parts, !isKept())]);
    return module;
  }

  /**
   * Fetches parts of the module, for what is asked for next.
   * @param {string[]} parts
   */
  async prepare(parts) {
    await compileParts(parts, !isKept());
    this.worker.postMessage({ parts: compiled });
  }

  /** @param {any} data */
  hear(data) {
    if ("answers" in data) {
      this.waiting.get(data.answers)?.done(data.response);
      this.waiting.delete(data.answers);
    } else if ("tells" in data) {
      this.streams.get(data.tells)?.dispatchEvent(new MessageEvent(data.event, { data: data.data }));
    } else if ("thinks" in data) {
      this.thinks(data.thinks);
    } else if ("renews" in data) {
      this.renews();
    } else if ("ended" in data) {
      this.again(data);
    }
  }

  /**
   * The worker has ended. Everything that was shown is kept, so a new one goes on: it is asked again, and each command is carried out
   * once.
   * @param {{ ended: string, storage?: boolean }} failure
   */
  again(failure) {
    this.attempts += 1;
    console.error(failure.ended);
    if (failure.storage || this.attempts > ATTEMPTS) {
      this.worker.terminate();
      this.failed(failure);
      return;
    }
    this.renewWorker();
  }

  /** Ends the worker, and lets a new one go on with what is asked. */
  renewWorker() {
    this.worker.terminate();
    this.worker = this.begin();
    for (const [asks, { asked }] of this.waiting) this.worker.postMessage({ asks, request: asked });
    // It does not know what the pages show, and they fetch that anew.
    for (const stream of this.streams.values()) stream.dispatchEvent(new MessageEvent("version", { data: "{}" }));
  }

  /**
   * Asks for something.
   * @param {Asked} asked
   * @returns {Promise<Answer>}
   */
  ask(asked) {
    return this.askUnlessStopped(asked).answer;
  }

  /**
   * Asks for something that may take long. What is stopped ends with the worker, and is answered with status 408.
   * @param {Asked} asked
   * @returns {{ answer: Promise<Answer>, stop: () => void }}
   */
  askUnlessStopped(asked) {
    const asks = ++this.numbers;
    const answer = new Promise((/** @type {(answer: Answer) => void} */ done) => {
      this.waiting.set(asks, { asked, done });
      this.worker.postMessage({ asks, request: asked });
    });
    const stop = () => {
      const waits = this.waiting.get(asks);
      if (!waits) return;
      this.waiting.delete(asks);
      this.renewWorker();
      waits.done({ status: 408, content_type: "text/plain", body: "" });
    };
    return { answer, stop };
  }

  /** @param {string} path @returns {Stream} */
  follow(path) {
    const stream = new Stream(this, ++this.numbers, path);
    this.streams.set(stream.number, stream);
    void this.ready.then(() => {
      if (stream.readyState !== 2) this.worker.postMessage({ follows: stream.number, path: this.asShown(path) });
    });
    queueMicrotask(() => {
      if (stream.readyState !== 0) return;
      stream.readyState = 1;
      stream.dispatchEvent(new MessageEvent("open"));
    });
    return stream;
  }

  /**
   * The path of a stream, from what the page shows now.
   * @param {string} path
   */
  asShown(path) {
    const state = document.getElementById("main")?.dataset.state;
    return state === undefined ? path : path.replace(/([?&]state=)\w+/, `$1${state}`);
  }

  /** @param {Stream} stream */
  leave(stream) {
    if (this.streams.delete(stream.number)) this.worker.postMessage({ leaves: stream.number });
  }

  /** Lets the bot that thinks move now. */
  hurry() {
    this.worker.postMessage({ hurries: true });
  }
}
