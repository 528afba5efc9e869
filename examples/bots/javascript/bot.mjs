#!/usr/bin/env node
// A bot that builds whatever it may: it ranks the listed actions by their first word, and says what it considered.
// It needs nothing but Node.js and plays every game. The protocol is described in docs/bot-protocol.md.

import { createInterface } from "node:readline";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

// What is not listed here is worth 1; ending a turn is the last resort.
const WORTH = { city: 9, settlement: 8, metropolis: 8, improve: 7, road: 4, buy: 4, knight: 3, deploy: 3, pass: 0, end: 0 };
const worth = (action) => WORTH[action.split(" ")[0]] ?? 1;

// SplitMix64, so that the same seed gives the same game.
let state = 0n;
const draw = (below) => {
    state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
    let z = state;
    z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) % BigInt(below));
};

for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const message = JSON.parse(line);
    if (message.type === "hello") {
        say({ type: "hello", protocol: 1, name: "builder-javascript", events: false, view: false });
    } else if (message.type === "new-game") {
        state = BigInt(message.seed);
        say({ type: "ready" });
    } else if (message.type === "decide") {
        const ranked = message.legal.map((action) => ({ action, value: worth(action) }));
        ranked.sort((one, other) => other.value - one.value);
        const best = ranked.filter(({ value }) => value === ranked[0].value);
        const { action } = best[draw(best.length)];
        const comment = `one of ${best.length} best of ${ranked.length} actions`;
        say({ type: "action", decision: message.decision, action, comment, candidates: ranked.slice(0, 5) });
    } else if (message.type === "fault") {
        console.error(message.message);
    } else if (message.type === "quit") {
        break;
    }
}
process.exit(0);
