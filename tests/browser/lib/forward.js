// Playing through the API, for people whose page is not what a test looks at.

import { nextName } from "./seed.js";

/** The key by which the server knows a person; the API takes it too. @param {import("playwright-core").Page} page */
export async function keyOf(page) {
  const cookies = await page.context().cookies();
  return cookies.find(({ name }) => name === "neuland-key")?.value ?? "";
}

export class Forward {
  /**
   * @param {string} url of the server
   * @param {string} table its id
   * @param {Record<string, string>} tokens of the seats that are played on
   */
  constructor(url, table, tokens) {
    this.at = `${url}/api/v1/tables/${table}`;
    this.tokens = tokens;
  }

  /** @param {string} path @param {string} seat @param {object} [body] */
  async #ask(path, seat, body) {
    const response = await fetch(`${this.at}/${path}`, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${this.tokens[seat]}`, "Content-Type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path} by ${seat}: ${JSON.stringify(answer)}`);
    return answer;
  }

  /** What a seat may know. @param {string} seat @returns {Promise<any>} */
  async view(seat) {
    return (await this.#ask("view", seat)).view;
  }

  /** How many log entries there are now. @param {string} seat @returns {Promise<number>} */
  async version(seat) {
    return (await this.#ask("legal", seat)).version;
  }

  /** What a seat may do now. @param {string} seat @returns {Promise<string[]>} */
  async legal(seat) {
    return (await this.#ask("legal", seat)).legal;
  }

  /** Does something for a seat. @param {string} seat @param {string} action */
  async act(seat, action) {
    const { version } = await this.#ask("legal", seat);
    await this.#send(seat, version, action);
  }

  /**
   * Does, for a seat, the first thing listed that is like this.
   * @param {string} seat
   * @param {RegExp} like
   * @returns {Promise<string>} the action
   */
  async do(seat, like) {
    const { version, legal } = await this.#ask("legal", seat);
    const action = legal.find((/** @type {string} */ action) => like.test(action));
    if (action === undefined) throw new Error(`${seat} cannot do anything like ${like}: ${legal.slice(0, 20)}`);
    await this.#send(seat, version, action);
    return action;
  }

  /**
   * Ends the turn of a seat. Before that all answer whatever the dice ask of them.
   * @param {string} seat
   * @param {() => Promise<void>} [done] What to wait for after each action.
   */
  async end(seat, done = async () => {}) {
    for (;;) {
      const legal = await this.legal(seat);
      if (legal.includes("end")) break;
      if (legal[0] !== undefined) await this.act(seat, legal[0]);
      else await Promise.all(Object.keys(this.tokens).map(async (other) => other !== seat && (await this.do(other, /^/))));
      await done();
    }
    await this.act(seat, "end");
  }

  /** @param {string} seat @param {number} version @param {string} action */
  async #send(seat, version, action) {
    await this.#ask("act", seat, { seq: version, id: nextName().slice(0, 16), action });
  }
}
