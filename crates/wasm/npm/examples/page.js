// Draws a position, and lets a bot play it on, one action at a time.

import { Bot, State, bots } from "../web.js";

const seed = 7;
const state = new State("catan", { players: 3 });
const name = bots("catan").filter((info) => !info.searches).at(-1).name;
const players = state.seats.map((seat) => new Bot("catan", name, seat));

function draw(events) {
    document.querySelector("main").innerHTML = state.svg({ theme: "auto", events });
    document.querySelector("[role=status]").textContent = JSON.stringify(state.turn);
}

function step() {
    const turn = state.turn;
    if (turn.kind === "over") return;
    const player = players[state.seats.indexOf(turn.seat)];
    const events = turn.kind === "chance" ? state.advance(seed) : state.play(player.choose(state, seed), turn.seat);
    for (const bot of players) bot.hear(events);
    draw(events);
}

document.querySelector("button").addEventListener("click", step);
draw([]);
