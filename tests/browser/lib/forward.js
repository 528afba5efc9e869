// Playing through the API, for people whose page is not what a test looks at.

import { nextName } from "./seed.js";

/** What has to be answered before a turn goes on, in the words of its action. */
const ASKED =
  /^(declare-victory|robber|steal|reject|discard|give|take|take-card|drop|draw|deck|metropolis|pillage|retreat|remove|place-knight|fight)\b/;

/** What is done of one's own accord, the best first: commodities soon bring progress cards. */
const WISHES = [
  /^improve politics/,
  /^improve trade/,
  /^city/,
  /^settlement/,
  /^knight/,
  /^activate/,
  /^bank .* for coin/,
  /^bank .* for cloth/,
  /^play (?!alchemist)/,
  /^improve/,
  /^promote/,
  /^roll/,
  /^road/,
  /^stop/,
  /^end/,
  // With tiles.
  /^place /,
  /^settle /,
  /^pass/,
];

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
    this.moves = 0;
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

  /** Ends the turn of a seat. Before that all answer whatever the dice ask of them. @param {string} seat */
  async end(seat) {
    for (;;) {
      const legal = await this.legal(seat);
      if (legal.includes("end")) break;
      if (legal[0] !== undefined) await this.act(seat, legal[0]);
      else await Promise.all(Object.keys(this.tokens).map(async (other) => other !== seat && (await this.do(other, /^/))));
    }
    await this.act(seat, "end");
  }

  /** @param {string} seat @param {number} version @param {string} action */
  async #send(seat, version, action) {
    await this.#ask("act", seat, { seq: version, id: nextName().slice(0, 16), action });
  }

  /**
   * Plays on until something is found in what a seat may do, and answers with it; `null` if the game is over, or nothing
   * was found for long.
   * @template T
   * @param {(seat: string, legal: string[]) => T | null | Promise<T | null>} look
   * @param {(action: string) => boolean} [kept] what is not done of one's own accord, since the page is to do it: where the turn
   *   cannot end, it is done all the same
   * @returns {Promise<T | null>}
   */
  async until(look, kept = () => false) {
    let idle = 0;
    for (const end = this.moves + 3000; this.moves < end && idle < 800; idle += 1) {
      if (idle > 0) await new Promise((done) => setTimeout(done, 10));
      for (const seat of Object.keys(this.tokens)) {
        // Whoever has something to do goes on until it is somebody else's turn.
        for (;;) {
          const { version, legal } = await this.#ask("legal", seat);
          const found = await look(seat, legal);
          if (found !== null) return found;
          const isFree = legal.includes("end");
          const action = this.#choose(legal.filter((/** @type {string} */ action) => !(isFree && kept(action))));
          if (action === undefined) break;
          idle = 0;
          this.moves += 1;
          await this.#send(seat, version, action);
        }
      }
    }
    return null;
  }

  /** @param {string[]} legal @returns {string | undefined} */
  #choose(legal) {
    const pick = (/** @type {string[]} */ of) => of[(this.moves * 7) % Math.max(1, of.length)];
    const asked = pick(legal.filter((action) => ASKED.test(action)));
    if (asked !== undefined) return asked;
    for (const wish of WISHES) {
      const found = pick(legal.filter((action) => wish.test(action)));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
