// A player who tries everything once: offers a trade, trades with the bank, buys and plays cards, and builds what it
// can. It sees no more than the page, so a game with it covers what pages offer rather than what wins.

/**
 * @typedef {import("./offer.js").Offer} Offer
 *
 * @typedef {{ how: "act", action: string, place: string | null }
 *   | { how: "discard" | "give" | "take", cards: Record<string, number> }
 *   | { how: "muster" }
 *   | { how: "alchemist", dice: [string, string] }
 *   | { how: "plenty", cards: [string, string] }
 *   | { how: "offer", give: Record<string, number>, want: Record<string, number> }} Move
 */

/** How often a two-dice sum comes up, of 36; hexes without a number give nothing. */
const ways = (/** @type {number} */ sum) => (sum < 2 || sum > 12 || sum === 7 ? 0 : 6 - Math.abs(sum - 7));

/** The dots of the numbers that the words of a place name: `I17, between hills 6 and forest 11`. */
const dots = (/** @type {string} */ label) =>
  [...label.matchAll(/\p{L} \(?(\d+)/gu)].reduce((sum, found) => sum + ways(Number(found[1])), 0);

/** What has to be decided before anything else, and may all the same be one of several. */
const ASKED = ["metropolis", "pillage", "retreat", "remove", "place-knight", "deck", "draw", "take-card", "give", "take", "drop"];

/** What cities and knights can do besides being built: twice each is enough. */
const RARE = ["wall", "promote", "chase", "displace", "move", "knight", "activate", "improve"];

/** The kind of an action: `road`, but `play smith`. @param {string} action */
const kindOf = (action) => /^(play [^ ]+|[^ ]+)/.exec(action)?.[0] ?? "";

/** What a trade with the bank brings: `bank 4 ore for wool`. @param {string} action */
const wantOf = (action) => action.split(" for ")[1]?.split(" ").at(-1) ?? "";

export class Player {
  /** @param {{ offers?: number }} [wishes] `offers`: how many trade offers to make in the whole game */
  constructor({ offers = 2 } = {}) {
    this.offersLeft = offers;
    this.triedTurn = -1;
    this.patience = 6;
    /** How often each kind of move was made, by its first word. @type {Record<string, number>} */
    this.made = {};
  }

  /**
   * What to do now; `null` where there is nothing to decide.
   * @param {Offer} offer
   * @returns {Move | null}
   */
  decide(offer) {
    const move = this.#choose(offer);
    if (move !== null) {
      const word = move.how === "act" ? kindOf(move.action) : move.how;
      this.made[word] = (this.made[word] ?? 0) + 1;
    }
    return move;
  }

  /** How often a kind of move was made. @param {string} word */
  #times(word) {
    return this.made[word] ?? 0;
  }

  /** @param {Offer} offer @returns {Move | null} */
  #choose(offer) {
    if (offer.cards !== null) return { how: offer.cards.how, cards: largest(offer.cards) };
    if (offer.forms.includes("muster")) return { how: "muster" };
    if (offer.forms.includes("alchemist")) return { how: "alchemist", dice: ["2", "6"] };
    const of = (/** @type {string} */ word) =>
      offer.actions.filter(({ action }) => action === word || action.startsWith(`${word} `));
    /** @param {import("./offer.js").Listed | undefined} listed @returns {Move | null} */
    const act = (listed) => (listed ? { how: "act", action: listed.action, place: listed.place } : null);
    /** @param {string} word */
    const first = (word) => act(of(word)[0]);
    /** @param {string} word */
    const best = (word) => act(of(word).sort((a, b) => dots(b.label) - dots(a.label))[0]);
    /** @param {string} word */
    const some = (word) => {
      const listed = of(word);
      return act(listed[(offer.seq * 7) % Math.max(1, listed.length)]);
    };

    const pressing = first("declare-victory") ?? best("robber") ?? first("steal") ?? first("execute") ?? null;
    if (pressing) return pressing;
    const asked = ASKED.map(some).find((move) => move !== null);
    if (asked) return asked;
    // An offer of one's own: wait for the answers, but not for ever.
    const withdraw = first("withdraw");
    if (withdraw) {
      this.patience -= 1;
      return this.patience > 0 && offer.waiting ? null : withdraw;
    }
    this.patience = 6;
    // An offer of somebody else: take what can be taken every other time, and answer in any case.
    const answer = (offer.seq % 2 ? first("accept") : null) ?? first("reject") ?? first("accept");
    // An answer could still be changed; the others do not wait for that.
    if (answer) return offer.yours ? answer : null;
    // What was never done comes first, so that a game covers what there is.
    const rare = RARE.filter((word) => this.#times(word) < 2).sort((a, b) => this.#times(a) - this.#times(b));
    const seldom = rare.map(some).find((move) => move !== null);
    if (seldom) return seldom;
    const build = best("city") ?? best("settlement") ?? first("improve") ?? first("activate") ?? first("knight");
    if (build) return build;
    if (of("end").length === 0) return some("road") ?? first("roll") ?? first("stop") ?? null;
    const cards = of("play").sort((a, b) => this.#times(kindOf(a.action)) - this.#times(kindOf(b.action)));
    const [rarest] = cards.filter(({ action }) => kindOf(action) === kindOf(cards[0]?.action ?? ""));
    const played = first("road-building") ?? first("monopoly") ?? act(rarest) ?? first("force");
    if (played) return played;
    if (offer.plenty.length > 1) return { how: "plenty", cards: ["ore", "grain"] };
    // One try a turn: a refused or unanswered offer must not be made again for ever.
    if (offer.canOffer && this.offersLeft > 0 && this.triedTurn !== (this.made.end ?? 0)) {
      const kinds = Object.keys(offer.hand);
      const [give] = kinds.filter((kind) => (offer.hand[kind] ?? 0) > 0).sort((a, b) => (offer.hand[b] ?? 0) - (offer.hand[a] ?? 0));
      const want = kinds.find((kind) => (offer.hand[kind] ?? 0) === 0);
      if (give !== undefined && want !== undefined) {
        this.offersLeft -= 1;
        this.triedTurn = this.made.end ?? 0;
        return { how: "offer", give: { [give]: 1 }, want: { [want]: 1 } };
      }
    }
    const lacking = of("bank").filter(({ action }) => (offer.hand[wantOf(action)] ?? 0) === 0);
    // Without commodities nothing is improved, and without grain no knight gets active.
    const wishes = "paper" in offer.hand ? [...(this.#times("activate") === 0 ? ["grain"] : []), "coin", "cloth", "paper"] : [];
    const rank = (/** @type {string} */ kind) => (wishes.includes(kind) ? wishes.indexOf(kind) : wishes.length);
    const [bank] = lacking.sort((a, b) => rank(wantOf(a.action)) - rank(wantOf(b.action)));
    if (bank && (this.made.bank ?? 0) === 0) return act(bank);
    const bought = first("buy");
    if (bought) return bought;
    if (bank) return act(bank);
    const roads = of("road");
    if (roads.length > 0 && (this.made.road ?? 0) < 15) return some("road");
    return first("end");
  }
}

/**
 * The cards to part with: always one of the kind of which there are most.
 * @param {{ owed: number, have: Record<string, number> }} discard
 */
function largest({ owed, have }) {
  const left = { ...have };
  /** @type {Record<string, number>} */
  const cards = {};
  for (let n = 0; n < owed; n += 1) {
    const [kind] = Object.keys(left).sort((a, b) => (left[b] ?? 0) - (left[a] ?? 0));
    if (kind === undefined) break;
    left[kind] = (left[kind] ?? 0) - 1;
    cards[kind] = (cards[kind] ?? 0) + 1;
  }
  return cards;
}
