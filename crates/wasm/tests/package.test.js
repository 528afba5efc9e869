// Tests of the built npm package under Node.js: `cargo xtask node` builds it, plays games natively, and runs this.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const folder = process.env.NEULAND_PACKAGE;
const neuland = await import(pathToFileURL(join(folder, "node.js")).href);
const { AbortedError, Bot, GameRecord, NeulandError, Recorder, State, Table } = neuland;
const names = neuland.games().map((game) => game.name);

/** The lines of a file, each a JSON document. */
async function* documents(path) {
    for await (const line of createInterface({ input: createReadStream(path) })) yield JSON.parse(line);
}

/** The error that a call throws. */
function thrown(call) {
    try {
        call();
    } catch (error) {
        return error;
    }
    return assert.fail("nothing was thrown");
}

test("records are those of native games", async () => {
    const count = Object.fromEntries(names.map((name) => [name, 0]));
    for await (const native of documents(process.env.NEULAND_NATIVE)) {
        const state = new State(native.game, native.options);
        const record = neuland.playGame(state, native.bots, native.seed);
        assert.equal(record.text, native.record, `${native.game} ${native.bots} seed ${native.seed}`);
        count[native.game] += 1;
        record.free();
        state.free();
    }
    console.log("identical:", count);
    assert.ok(Object.values(count).every((games) => games > 0));
});

test("a game is driven step by step, and its record says the same", () => {
    for (const name of names) {
        const state = new State(name, { players: 2 });
        const recorder = new Recorder(state, ["one", "two"], 5n);
        const bots = state.seats.map((seat) => new Bot(name, "random", seat));
        for (let steps = 0; steps < 200 && !state.isOver; steps++) {
            const turn = state.turn;
            let events;
            if (turn.kind === "chance") {
                const outcome = state.draw(5n);
                recorder.outcome(outcome);
                events = state.resolve(outcome);
            } else {
                const action = bots[state.seats.indexOf(turn.seat)].choose(state, steps);
                assert.equal(state.whyNot(action, turn.seat), undefined);
                recorder.action(turn.seat, action);
                events = state.play(action, turn.seat);
            }
            bots.forEach((bot) => bot.hear(neuland.redact(name, events, bot.seat)));
        }
        const record = recorder.finish(state);
        assert.deepEqual(record.header.seats, ["one", "two"]);
        assert.equal(record.header.seed, "0000000000000005");
        assert.ok(record.state().equals(state), name);
        assert.ok(GameRecord.parse(record.text).state(-1).equals(state));
        assert.ok(State.fromSetup(name, state.toSetup()).equals(state));
        assert.equal(record.steps.length, record.length);
        assert.deepEqual(record.events(0), []);
    }
});

test("legal actions are listed, counted and numbered alike", () => {
    const state = new State("catan");
    assert.deepEqual(state.legalActions(), []);
    state.advance(7);
    const legal = state.legalActions();
    assert.equal(legal.length, state.legalCount());
    assert.equal(state.legalAction(-1), legal.at(-1));
    assert.deepEqual(state.legalActions("A", 3), legal.slice(0, 3));
    assert.deepEqual(state.legalActions("B"), []);
});

test("errors carry the clause, and change nothing", () => {
    const state = new State("catan", { players: 3 });
    state.advance(7);
    state.play("settlement I17");
    const before = state.clone();
    const error = thrown(() => state.play("road P71"));
    assert.ok(error instanceof NeulandError);
    assert.deepEqual([error.kind, error.clause], ["illegal", "CATAN-SETUP-4"]);
    assert.match(error.message, /does not adjoin .*\(CATAN-SETUP-4\)$/);
    assert.equal(state.whyNot("road P71").clause, "CATAN-SETUP-4");
    assert.ok(neuland.clause(error.clause, "de").text.length > 0);
    const kinds = [
        ["parse", () => state.play("dance")],
        ["parse", () => state.view("Z")],
        ["parse", () => new State("chess")],
        ["parse", () => new Bot("catan", "nobody", "A")],
        ["parse", () => state.draw(0.5)],
        ["range", () => state.legalAction(1000)],
        ["options", () => new State("catan", { players: 99, wrong: 1 })],
        ["setup", () => State.fromSetup("catan", { seats: { A: { settlements: ["I0", "I0"] } } })],
        ["record", () => GameRecord.parse("no record")],
    ];
    for (const [kind, call] of kinds) {
        const refused = thrown(call);
        assert.ok(refused instanceof NeulandError, `${call}: ${refused}`);
        assert.equal(refused.kind, kind, `${call}: ${refused.message}`);
    }
    assert.equal(thrown(() => new State("catan", { players: 99, wrong: 1 })).faults.length, 2);
    assert.ok(state.equals(before));
});

test("a view hides what its viewer may not know, and suffices for a bot", () => {
    const state = new State("catan", { players: 2 });
    state.advance(3);
    assert.equal(state.view("spectator").viewer, "spectator");
    const bot = new Bot("catan", neuland.bots("catan")[1].name, "A");
    assert.equal(bot.chooseInView(state.view("A"), 9), bot.choose(state, 9));
    assert.ok(thrown(() => bot.chooseInView(state.view("B"), 9)) instanceof NeulandError);
    assert.ok(neuland.advise(state, bot.name, 9).length > 0);
});

test("bots remember what they heard", () => {
    const state = new State("catan", { players: 2 });
    const bot = new Bot("catan", neuland.bots("catan").at(-1).name, "A");
    bot.hear(state.advance(3));
    const other = new Bot("catan", bot.name, "A");
    other.recall(bot.memory());
    assert.deepEqual(other.memory(), bot.memory());
    assert.ok(thrown(() => other.recall({ wrong: 1 })) instanceof NeulandError);
});

test("every game has a picture and a layout", () => {
    for (const name of names) {
        const state = new State(name);
        const events = state.advance(1);
        assert.match(state.svg({ theme: "dark", coordinates: true, events }), /^<svg/);
        const table = new Table(state);
        const layout = neuland.layout(name);
        assert.equal(table.mask().length, layout.actions);
        assert.equal(table.observe().length, layout.size);
        const code = table.mask().indexOf(1);
        table.play(code);
        assert.ok(thrown(() => table.play(layout.actions)) instanceof NeulandError);
    }
});

test("a module that has ended says so, and can be made anew", () => {
    const state = new State("catan");
    const setup = state.toSetup();
    const error = thrown(() => neuland.abort());
    assert.ok(error instanceof AbortedError);
    assert.match(error.message, /abort\(\) was called/);
    assert.ok(neuland.isAborted());
    assert.ok(thrown(() => state.turns) instanceof AbortedError);
    assert.ok(thrown(() => new State("catan")) instanceof AbortedError);
    neuland.restart();
    assert.ok(!neuland.isAborted());
    assert.match(thrown(() => state.turns).message, /stale/);
    const other = State.fromSetup("catan", setup);
    state.free();
    assert.equal(other.turns, 0);
    other.free();
    assert.throws(() => other.turns);
    assert.ok(!neuland.isAborted(), "using a freed object does not end the module");
});

test("the bot of the examples beats random", () => {
    const said = execFileSync(process.execPath, [join(folder, "examples/bot.js")], { encoding: "utf8" });
    const [, won, games] = /won (\d+) of (\d+) games/.exec(said);
    console.log(said.trim());
    assert.ok(Number(won) > 0.8 * Number(games), said);
});

test("the bot for matches speaks the protocol", async () => {
    const state = new State("carcassonne", { players: 2 });
    const events = state.advance(1);
    const bot = spawn(process.execPath, [join(folder, "examples/match_bot.js")], { stdio: ["pipe", "pipe", "inherit"] });
    const answers = createInterface({ input: bot.stdout })[Symbol.asyncIterator]();
    const ask = async (message) => {
        bot.stdin.write(JSON.stringify(message) + "\n");
        return JSON.parse((await answers.next()).value);
    };
    assert.equal((await ask({ type: "hello", protocol: 1, protocols: [1] })).type, "hello");
    assert.equal((await ask({ type: "new-game", game: "carcassonne", seat: "A", seed: "58020511611083878" })).type, "ready");
    bot.stdin.write(JSON.stringify({ type: "events", events }) + "\n");
    const chosen = await ask({ type: "decide", decision: 1, view: state.view("A"), legal: state.legalActions() });
    assert.equal(chosen.decision, 1);
    assert.ok(state.legalActions().includes(chosen.action));
    bot.stdin.end('{"type":"quit"}\n');
    await new Promise((resolve) => bot.on("exit", resolve));
});

test("speed beside native", async () => {
    for await (const { game, count, second } of documents(process.env.NEULAND_SPEED)) {
        const start = new State(game, { players: 2 });
        const begun = process.hrtime.bigint();
        for (let seed = 0; seed < count; seed++) neuland.playGame(start, ["random", "random"], seed).free();
        const own = count / (Number(process.hrtime.bigint() - begun) / 1e9);
        const share = Math.round((100 * own) / second);
        console.log(`${game}: ${own.toFixed(0)} random games a second, natively ${second.toFixed(0)} (${share} %)`);
    }
});
