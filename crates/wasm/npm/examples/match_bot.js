// A bot for matches over standard input and output (docs/bot-protocol.md): it lets a bot of the package choose from the view of its seat.
// neuland bot-check --bot "node match_bot.js"

import { createInterface } from "node:readline";
import { Bot, bots } from "neuland";

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

let bot, seed;
for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const message = JSON.parse(line);
    if (message.type === "hello") {
        say({ type: "hello", protocol: 1, name: "npm", events: true, view: true });
    } else if (message.type === "new-game") {
        seed = BigInt(message.seed);
        // The strongest bot that does not search.
        const names = bots(message.game).filter((info) => !info.searches).map((info) => info.name);
        bot = new Bot(message.game, names.at(-1), message.seat);
        say({ type: "ready" });
    } else if (message.type === "events") {
        bot.hear(message.events);
    } else if (message.type === "decide") {
        say({ type: "action", decision: message.decision, action: bot.chooseInView(message.view, seed) });
    } else if (message.type === "quit") {
        break;
    }
}
process.exit(0);
