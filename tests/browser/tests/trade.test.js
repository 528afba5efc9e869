// Trade in the panel beside the board: own cards, wanted cards, and the bank or the others. The hand stays to be seen.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "../lib/axe.js";
import { noErrors, openPage, shot, watched } from "../lib/browser.js";
import { duel } from "../lib/duel.js";
import { fits } from "../lib/fits.js";
import { notGerman } from "../lib/german.js";
import { house } from "../lib/house.js";
import { sample } from "../lib/night.js";
import { catan, CATAN_BUILDING, CATAN_DISCARD, KNIGHTS_BUILDING } from "../lib/positions.js";
import { island, kingdom } from "../lib/positions-play.js";
import { countsAt } from "../lib/presses.js";
import { alternating, DESK, german, named, NARROW, PHONE, WINDOW } from "../lib/screens.js";
import { openTable } from "../lib/table.js";

/** @typedef {import("playwright-core").Page} Page */

const held = house();

/** Each has what the other may want. @param {string} active whose turn it is */
const partners = (active) => catan({ hand: { brick: 2 } }, { hand: { wool: 2 } }, { phase: "building", active });

/** Presses as soon as a press counts. @param {import("playwright-core").Locator} target */
async function press(target) {
  await countsAt(target);
  await target.click();
}

/** Counts presses from now on. @param {Page} page @returns {Promise<() => Promise<number>>} */
async function counted(page) {
  await page.evaluate(() => {
    const is = /** @type {any} */ (window);
    if (is.presses === undefined) document.addEventListener("click", (event) => event.isTrusted && (is.presses += 1), true);
    is.presses = 0;
  });
  return () => page.evaluate(() => /** @type {any} */ (window).presses);
}

/** The cards of the hand that something lies over, or that are not on the screen. @param {Page} page */
function covered(page) {
  return page.locator("#hand [data-give]").evaluateAll((cards) =>
    cards
      .filter((card) => {
        const { x, y, width, height } = card.getBoundingClientRect();
        const isFree = (/** @type {number} */ dx, /** @type {number} */ dy) => card.contains(document.elementFromPoint(x + width * dx, y + height * dy));
        return !isFree(0.5, 0.5) || !isFree(0.2, 0.1) || !isFree(0.8, 0.9);
      })
      .map((card) => card.id),
  );
}

/** A bank exchange that is possible now. @param {Page} page */
async function exchange(page) {
  const action = (await page.locator('#trade button[data-action^="bank"]').first().getAttribute("data-action")) ?? "";
  const [, rate, kind = "", wanted = ""] = /^bank (\d+) (\S+) for (?:1 )?(\S+)/.exec(action) ?? [];
  return { action, rate: Number(rate), kind, wanted };
}

/** The chosen cards, as they are shown: how many of which kind on which side. @param {Page} page */
function chosen(page) {
  return page.locator("#trade .stepper.used").evaluateAll((steppers) =>
    steppers.filter((stepper) => stepper.checkVisibility()).map((stepper) => `${stepper.querySelector("input")?.name} ${stepper.querySelector("b")?.textContent}`),
  );
}

/** Until what is chosen is this. @param {Page} page @param {string[]} cards */
async function shows(page, cards) {
  await page.waitForFunction(
    (cards) => [...document.querySelectorAll("#trade .stepper.used")].map((stepper) => `${stepper.querySelector("input")?.name} ${stepper.querySelector("b")?.textContent}`).join() === cards,
    cards.join(),
  );
}

/**
 * Until the form shows this one reason against the exchange, its button is held back for it, and the reason describes the button.
 * @param {Page} page
 * @param {string} reason empty if there is none
 */
async function obstacle(page, reason) {
  await page.waitForFunction((reason) => {
    const button = document.querySelector('form.exchange button[type="submit"]');
    const shown = [...document.querySelectorAll(".obstacles > p")].filter((line) => line.checkVisibility()).map((line) => line.textContent?.trim());
    const described = document.getElementById(button?.getAttribute("aria-describedby") ?? "")?.innerText.trim();
    return shown.join() === reason && described === reason && button?.getAttribute("aria-disabled") === String(reason !== "");
  }, reason);
}

// In the gate each screen with one of the games.
for (const [game, from, screens] of /** @type {const} */ ([
  ["catan", CATAN_BUILDING, sample(alternating(0), 0, 1, 4)],
  ["cities-and-knights", KNIGHTS_BUILDING, sample(alternating(1), 2, 3)],
])) {
  for (const screen of screens) {
    const name = named(screen);
    test(`cards, cards, offer; cards and the bank: ${game}, ${name}`, async () => {
      const { page, commands } = await duel(held, game, { ...screen, from });
      await watched(page, `trade-${game}-${name}`, async () => {
        const { action, kind, wanted } = await exchange(page);
        let presses = await counted(page);
        await press(page.locator(`#hand-${kind}`));
        await page.locator("#trade > .pop").waitFor({ state: "visible" });
        assert.equal(await page.locator(`#hand-${kind}`).getAttribute("aria-pressed"), "true");
        await press(page.locator(`#trade [data-want="${wanted}"]`));
        await shows(page, [`give-${kind} 1`, `want-${wanted} 1`]);
        await shot(page, `trade-${game}-${name}`);
        assert.deepEqual(await covered(page), [], "the hand is to be seen");
        if ("isMobile" in screen) await fits(page, "trade");
        if (screen.locale === "de-DE") assert.deepEqual(await notGerman(page), []);
        await accessible(page, "trade");
        const panel = await page.locator("#trade > .pop").evaluate((pop) => ({ more: pop.scrollHeight - pop.clientHeight, top: pop.getBoundingClientRect().top }));
        assert.ok(panel.more <= 0 && panel.top >= 0, `the panel is all on the screen: ${JSON.stringify(panel)}`);
        await press(page.locator("#offer-form .primary"));
        await page.locator("#own-offer").waitFor();
        assert.equal(commands.at(-1), "offer");
        assert.equal(await presses(), 3, "presses for an offer to all");
        await page.locator("#trade > .pop").waitFor({ state: "hidden" });
        await press(page.locator('#own-offer [data-action="withdraw"]'));
        await page.locator("#own-offer").waitFor({ state: "detached" });

        presses = await counted(page);
        await press(page.locator(`#hand-${kind}`));
        await page.locator("#trade > .pop").waitFor({ state: "visible" });
        assert.deepEqual(await page.locator("#trade [data-again]").count(), 1, "the offer can be made once more");
        await press(page.locator(`#trade button[data-action="${action}"]`));
        await page.locator("#trade > .pop").waitFor({ state: "hidden" });
        assert.equal(commands.at(-1), action);
        assert.equal(await presses(), 2, "presses for the bank");
      });
      noErrors(page);
    });
  }
}

test("what is chosen is taken back, and every choice says what it does", async () => {
  const { page, commands } = await duel(held, "catan", { ...PHONE, from: CATAN_BUILDING });
  await watched(page, "trade-choices", async () => {
    const { rate, kind, wanted } = await exchange(page);
    await press(page.locator("#trade > summary"));
    const bank = page.locator("#trade [data-bank]:visible");
    await page.locator('#trade [data-bank=""]').waitFor({ state: "visible" });
    await countsAt(page.locator(`#hand-${kind}`));
    // As fast as can be: every press gives a card, and no more than there are.
    const most = Number(await page.locator(`#hand-${kind} .amount`).textContent());
    for (let n = 0; n <= most; n += 1) await page.locator(`#hand-${kind}`).evaluate((card) => /** @type {HTMLElement} */ (card).click());
    await shows(page, [`give-${kind} ${most}`]);
    const listed = bank.locator("button[data-action]").first();
    assert.match((await listed.getAttribute("data-action")) ?? "", new RegExp(`^bank \\d+ ${kind} for `));
    for (let n = most; n > rate; n -= 1) await press(page.locator(`#trade .give .stepper.used button`));
    assert.match((await listed.getAttribute("data-action")) ?? "", new RegExp(`^bank ${rate} ${kind} for `), "at the rate that was counted out");

    // Without anything wanted there is nothing to send, and a kind for itself is refused.
    const offer = page.locator("#offer-form .primary");
    await obstacle(page, "Choose what you get.");
    await offer.click({ force: true });
    await page.locator("#live > p:last-child", { hasText: /^Choose what you get\.$/ }).waitFor({ state: "attached" });
    await press(page.locator(`#trade [data-want="${kind}"]`));
    await obstacle(page, "The same kind cannot be on both sides. CATAN-DOM-4");
    assert.deepEqual(commands, [], "nothing was sent");
    await press(page.locator(`#trade [data-want="${wanted}"]`));
    await press(page.locator("#trade .want .stepper.used", { has: page.locator(`[name="want-${kind}"]`) }).locator("button"));
    await obstacle(page, "");
    await shows(page, [`give-${kind} ${rate}`, `want-${wanted} 1`]);
    const said = await page.locator("#live").textContent();
    assert.match(said ?? "", new RegExp(`You give: ${rate} ${kind}\\. You get: 1 ${wanted}\\.`), "and it is said");
    const name = (await page.locator("#trade .want .stepper.used button").getAttribute("aria-label")) ?? "";
    assert.equal(name, `Take back: ${wanted}, 1`);

    // What others do changes nothing of what is chosen; what is closed has forgotten it.
    await page.keyboard.press("Escape");
    await page.locator("#trade > .pop").waitFor({ state: "hidden" });
    await press(page.locator("#trade > summary"));
    await shows(page, []);
  });
  noErrors(page);
});

/** What is said, by language: of nothing, of one side, of a kind on both, of nobody; and of the bank. */
const SAID = {
  "en-GB": {
    sides: "Choose what you give and what you get.",
    want: "Choose what you get.",
    both: "The same kind cannot be on both sides. CATAN-DOM-4",
    to: "Choose who gets the offer.",
    bank: { brick: "The bank takes 4 brick for 1 card; you hold 2.", cloth: "The bank takes 4 cloth for 1 card; you hold 2." },
    mixed: "The bank takes cards of one kind at a time.",
  },
  "de-DE": {
    sides: "Wähle, was du gibst und was du bekommst.",
    want: "Wähle, was du bekommst.",
    both: "Auf beiden Seiten darf nicht dieselbe Sorte stehen. CATAN-DOM-4",
    to: "Wähle, wem du das anbietest.",
    bank: { brick: "Die Bank nimmt 4 Lehm für 1 Karte; du hast 2.", cloth: "Die Bank nimmt 4 Tuch für 1 Karte; du hast 2." },
    mixed: "Die Bank nimmt auf einmal nur Karten einer Sorte.",
  },
};

// In the gate on a phone in German, and at a desk in English.
for (const [game, from, kind, screen] of sample(/** @type {const} */ ([
  ["catan", island(9, { brick: 2, wool: 1 }), "brick", german(NARROW)],
  ["catan", island(9, { brick: 2, wool: 1 }), "brick", DESK],
  ["cities-and-knights", kingdom(9, { wool: 1, cloth: 2 }), "cloth", DESK],
  ["cities-and-knights", kingdom(9, { wool: 1, cloth: 2 }), "cloth", NARROW],
  ["cities-and-knights", kingdom(9, { wool: 1, cloth: 2 }), "cloth", german(DESK)],
]), 0, 2)) {
  const locale = "locale" in screen && screen.locale === "de-DE" ? "de-DE" : "en-GB";
  test(`an impossible offer is held back for one reason: ${game}, ${named({ ...screen, locale })}`, async () => {
    const page = await openPage(held.browser, { ...screen, locale });
    const said = SAID[locale];
    await watched(page, `trade-obstacles-${game}-${locale}`, async () => {
      await openTable(page, held.server.url, { game, seats: ["me", "bot:settler", "bot:settler", "bot:settler"], from, still: true });
      /** @type {string[]} */
      const commands = [];
      page.on("request", (request) => request.method() === "POST" && commands.push(new URLSearchParams(request.postData() ?? "").get("action") ?? ""));
      const offer = page.locator("#offer-form .primary");
      /** Presses the button that is held back, and hears why. @param {string} why */
      const heldBack = async (why) => {
        await obstacle(page, why);
        await page.locator("#live").evaluate((live) => live.replaceChildren());
        await offer.click({ force: true });
        await page.waitForFunction((why) => document.querySelector("#live")?.textContent === why, why);
      };
      const bank = page.locator("#trade .bank [data-bank]:visible");
      await press(page.locator("#trade > summary"));
      await page.locator("#trade > .pop").waitFor({ state: "visible" });
      await heldBack(said.sides);
      // One tap on a card: what the bank would take is a hint, and no refusal.
      await press(page.locator(`#hand-${kind}`));
      await bank.getByText(said.bank[kind], { exact: true }).waitFor();
      await heldBack(said.want);
      assert.equal(await page.locator("#trade .pop :is(.why, a.clause):visible").count(), 0, "nothing is refused");
      await press(page.locator("#hand-wool"));
      await bank.getByText(said.mixed, { exact: true }).waitFor();
      await press(page.locator(`#trade [data-want="${kind}"]`));
      await heldBack(said.both);
      await shot(page, `trade-obstacles-${game}-${locale}`);
      assert.equal(await bank.count(), 0, "what is wanted from others is no question to the bank");
      assert.equal(await page.locator("#trade .pop a.clause:visible").count(), 1, "one refusal");
      if ("isMobile" in screen) await fits(page, "an offer that is held back");
      if (locale === "de-DE") assert.deepEqual(await notGerman(page), []);
      await accessible(page, "an offer that is held back");
      await press(page.locator("#trade .want .stepper.used button"));
      await press(page.locator('#trade [data-want="ore"]'));
      await obstacle(page, "");
      const labels = page.locator("#offer-form .to label");
      for (const label of await labels.all()) await label.click();
      await heldBack(said.to);
      await labels.first().click();
      await obstacle(page, "");
      assert.deepEqual(commands, [], "nothing was sent that the rules refuse");
      await press(offer);
      await page.locator("#own-offer").waitFor();
      assert.deepEqual(commands, ["offer"]);
      assert.equal(await page.locator("#toast > *").count(), 0, "and nothing was refused");
    });
    noErrors(page);
  });
}

test("in words, too, an impossible offer is held back, and a card is no request to the bank", async () => {
  const { page, commands } = await duel(held, "catan", { ...WINDOW, from: partners("A") });
  await watched(page, "trade-words", async () => {
    await page.goto(`${page.url()}?mode=text`);
    await press(page.locator("#hand-brick > summary"));
    await page.locator("#hand-brick .hint", { hasText: /^The bank takes 4 brick for 1 card; you hold 2\.$/ }).waitFor();
    assert.equal(await page.locator("#hand-brick :is(.why, a.clause)").count(), 0);
    await press(page.locator("#trade > summary"));
    await obstacle(page, "Choose what you give and what you get.");
    await page.fill('#offer-form [name="give-brick"]', "1");
    await obstacle(page, "Choose what you get.");
    await page.fill('#offer-form [name="want-brick"]', "1");
    await obstacle(page, "The same kind cannot be on both sides. CATAN-DOM-4");
    await page.locator('#offer-form [name="want-brick"]').press("Enter");
    await page.locator("#live > p:last-child", { hasText: /CATAN-DOM-4$/ }).waitFor({ state: "attached" });
    await page.fill('#offer-form [name="want-brick"]', "0");
    await page.fill('#offer-form [name="give-brick"]', "3");
    await page.fill('#offer-form [name="want-wool"]', "1");
    await obstacle(page, "You do not hold that many cards.");
    await page.fill('#offer-form [name="give-brick"]', "2");
    await obstacle(page, "");
    await press(page.locator("#offer-form .primary"));
    await page.locator("#own-offer").waitFor();
    assert.deepEqual(commands, ["offer"]);
  });
  noErrors(page);
});

test("without scripts an impossible offer is refused once", async () => {
  const { page } = await duel(held, "catan", { ...WINDOW, from: partners("A") });
  await watched(page, "trade-refused", async () => {
    const forms = await openPage(held.browser, { javaScriptEnabled: false });
    await forms.context().addCookies(await page.context().cookies());
    for (const [field, clause] of [["want-brick", "CATAN-DOM-4"], ["give-brick", "CATAN-DOM-3"]]) {
      await forms.goto(page.url());
      await forms.locator("#trade > summary").click();
      assert.equal(await forms.locator("#trade :is(.why, a.clause):visible").count(), 0, "nothing is refused before");
      await forms.fill('#offer-form [name="give-brick"]', "1");
      await forms.fill(`#offer-form [name="${field}"]`, "1");
      await forms.locator("#offer-form .primary").click();
      await forms.locator("#notice", { hasText: clause }).waitFor();
      await forms.locator("#trade > summary").click();
      assert.deepEqual(await forms.locator("#main a.clause:visible").allTextContents(), [clause]);
    }
  });
  noErrors(page);
});

test("offers are made once more, as long as they can be paid", async () => {
  const { page, commands } = await duel(held, "catan", { ...WINDOW, from: CATAN_BUILDING });
  await watched(page, "trade-again", async () => {
    const { action, kind, wanted } = await exchange(page);
    const have = Number(await page.locator(`#hand-${kind} .amount`).textContent());
    const offer = async (/** @type {number} */ count) => {
      for (let n = 0; n < count; n += 1) await press(page.locator(`#hand-${kind}`));
      await press(page.locator(`#trade [data-want="${wanted}"]`));
      await press(page.locator("#offer-form .primary"));
      await page.locator("#own-offer").waitFor();
      await press(page.locator('#own-offer [data-action="withdraw"]'));
      await page.locator("#own-offer").waitFor({ state: "detached" });
    };
    await offer(1);
    await offer(have);
    await press(page.locator("#trade > summary"));
    assert.deepEqual(await page.locator("#trade [data-again]").evaluateAll((all) => all.map((one) => one.getAttribute("data-again"))), [`${have} ${kind} for 1 ${wanted}`, `1 ${kind} for 1 ${wanted}`]);
    await shot(page, "trade-again");
    await accessible(page, "offers to be made once more");
    commands.length = 0;
    await press(page.locator(`#trade [data-again="${have} ${kind} for 1 ${wanted}"]`));
    await page.locator("#own-offer").waitFor();
    assert.deepEqual(commands, ["offer"], "one press makes it");

    // An offer of one's own is changed: the panel has its cards, and a new one replaces it.
    await press(page.locator("#own-offer [data-change]"));
    await shows(page, [`give-${kind} ${have}`, `want-${wanted} 1`]);
    await press(page.locator("#trade .give .stepper.used button"));
    await press(page.locator(`#trade [data-want="${wanted}"]`));
    await press(page.locator("#offer-form .primary"));
    await page.waitForFunction(() => document.querySelector("#own-offer .exchange-line")?.textContent?.includes("2 "));
    await press(page.locator('#own-offer [data-action="withdraw"]'));
    await page.locator("#own-offer").waitFor({ state: "detached" });

    // After the bank has taken some of them the larger one cannot be paid.
    await press(page.locator(`#hand-${kind}`));
    await press(page.locator(`#trade button[data-action="${action}"]`));
    await page.locator("#trade > .pop").waitFor({ state: "hidden" });
    await press(page.locator("#trade > summary"));
    await page.waitForFunction((offer) => document.querySelector(`#trade [data-again="${offer}"]`) === null, `${have} ${kind} for 1 ${wanted}`);
  });
  noErrors(page);
});

for (const screen of sample(alternating(1), 0, 2, 3)) {
  const name = named(screen);
  test(`an offer is changed into a counter-offer: ${name}`, async () => {
    const { page, commands, both } = await duel(held, "catan", { ...screen, from: partners("B") });
    const [mine, theirs] = ["brick", "wool"];
    await watched(page, `trade-counter-${name}`, async () => {
      await both.act("B", `offer 1 ${theirs} for 1 ${mine} to A`);
      await page.locator("#incoming-offer").waitFor();
      await shot(page, `trade-incoming-${name}`);
      await press(page.locator("#incoming-offer [data-change]"));
      await shows(page, [`give-${mine} 1`, `want-${theirs} 1`]);
      assert.deepEqual(await covered(page), [], "the hand is to be seen");
      if ("isMobile" in screen) await fits(page, "a counter-offer");
      await press(page.locator(`#trade [data-want="${theirs}"]`));
      await shows(page, [`give-${mine} 1`, `want-${theirs} 2`]);
      await shot(page, `trade-counter-${name}`);
      await accessible(page, "a counter-offer");
      await press(page.locator("#counter-form .primary"));
      await page.locator("#trade > .pop").waitFor({ state: "hidden" });
      await page.locator("#incoming-offer .exchange-line").nth(1).waitFor();
      assert.equal(commands.at(-1), "counter");
      // The other one takes it up.
      await both.act("B", "execute A");
      await page.locator("#incoming-offer").waitFor({ state: "detached" });
    });
    noErrors(page);
  });
}

test("a proposal is changed into an offer to its proposer", async () => {
  const { page, commands, both } = await duel(held, "catan", { ...PHONE, from: partners("A") });
  const [mine, theirs] = ["brick", "wool"];
  await watched(page, "trade-proposal", async () => {
    await both.act("B", `propose 1 ${theirs} for 1 ${mine}`);
    await press(page.locator("#proposal-B [data-change]"));
    await shows(page, [`give-${mine} 1`, `want-${theirs} 1`]);
    await press(page.locator("#offer-form .primary"));
    await page.locator("#own-offer").waitFor();
    assert.equal(commands.at(-1), "offer");
  });
  noErrors(page);
});

test("trade by keys: digits, arrows, Delete, Enter", async () => {
  const { page, commands } = await duel(held, "cities-and-knights", { ...WINDOW, from: KNIGHTS_BUILDING });
  await watched(page, "trade-keys", async () => {
    const { kind } = await exchange(page);
    const kinds = await page.locator("#hand [data-give]").evaluateAll((cards) => cards.map((card) => card.id.slice("hand-".length)));
    const [at, want] = [kinds.indexOf(kind) + 1, kinds.findIndex((other) => other !== kind) + 1];
    await page.keyboard.press("t");
    await page.locator("#trade > .pop").waitFor({ state: "visible" });
    await page.keyboard.press(`Digit${at}`);
    await page.keyboard.press(`Digit${at}`);
    await page.keyboard.press(`Shift+Digit${want}`);
    await shows(page, [`give-${kind} 2`, `want-${kinds[want - 1]} 1`]);
    await page.locator(`#hand-${kind}`).focus();
    await page.keyboard.press("Delete");
    await shows(page, [`give-${kind} 1`, `want-${kinds[want - 1]} 1`]);
    await page.locator("#trade [data-want]").first().focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-want")), kinds[1]);
    await page.locator("#trade .give .stepper.used button").focus();
    await page.locator("#trade .give .stepper.used button").press("Enter");
    await shows(page, [`want-${kinds[want - 1]} 1`]);
    assert.equal(await page.evaluate(() => document.activeElement?.id), `hand-${kind}`, "the focus is where the card came from");
    await page.locator(`#hand-${kind}`).press("Enter");
    await page.locator("#offer-form .primary").press("Enter");
    await page.locator("#own-offer").waitFor();
    assert.equal(commands.at(-1), "offer");
  });
  noErrors(page);
});

test("without scripts the panel is a form, with a list of what the bank does", async () => {
  const { page } = await duel(held, "catan", { ...WINDOW, from: CATAN_BUILDING });
  await watched(page, "trade-forms", async () => {
    const { action, kind, wanted } = await exchange(page);
    const forms = await openPage(held.browser, { javaScriptEnabled: false });
    await forms.context().addCookies(await page.context().cookies());
    await forms.goto(page.url());
    await forms.locator("#trade > summary").click();
    await forms.fill(`#offer-form [name="give-${kind}"]`, "1");
    await forms.fill(`#offer-form [name="want-${wanted}"]`, "1");
    await shot(forms, "trade-forms");
    await forms.locator("#offer-form .primary").click();
    await forms.locator("#own-offer").waitFor();
    await forms.locator("#trade > summary").click();
    await forms.locator(`#trade button[data-action="${action}"]`).click();
    await forms.locator("#log-lines", { hasText: "with the bank" }).waitFor();
  });
  noErrors(page);
});

test("cards of the hand are discarded where they are pressed", async () => {
  const { page, commands } = await duel(held, "catan", { ...WINDOW, from: CATAN_DISCARD });
  await watched(page, "discard-hand", async () => {
    const brick = page.locator("#hand-brick");
    const field = page.locator('#discard [name="discard-brick"]');
    await press(brick);
    await press(brick);
    assert.equal(await field.inputValue(), "2");
    assert.equal(await brick.getAttribute("aria-pressed"), "true");
    // As many as one has are all that can be chosen, and no trade begins.
    await press(brick);
    assert.equal(await field.inputValue(), "2");
    assert.ok(await page.locator("#trade > .pop").isHidden());
    assert.ok(await page.locator("#discard").isVisible());
    // By keys: the second card of the hand, and back again.
    await page.keyboard.press("2");
    assert.equal(await page.locator('#discard [name="discard-lumber"]').inputValue(), "1");
    await page.locator("#hand-lumber").focus();
    await page.keyboard.press("Delete");
    assert.equal(await page.locator('#discard [name="discard-lumber"]').inputValue(), "0");
    for (const kind of ["lumber", "wool", "grain"]) await press(page.locator(`#hand-${kind}`));
    assert.equal(await page.locator("#discard [data-count]").textContent(), "4", "not more than are due");
    assert.equal(await page.locator('#discard [name="discard-grain"]').inputValue(), "0");
    await press(page.locator("#discard .primary"));
    await page.locator("#discard").waitFor({ state: "detached" });
    assert.equal(commands.at(-1), "discard");
    noErrors(page);
  });
});
