"""A bot that plays by the protocol, apart from one defect that its first argument names.

The second argument, where a defect needs one, is a file of its own.
"""

import json
import os
import random
import sys
import threading
import time

DEFECT = sys.argv[1]
FILE = sys.argv[2] if len(sys.argv) > 2 else None
IGNORED = {"x-weather"}
KNOWN = {
    "hello": {"type", "protocol", "protocols", "host"},
    "new-game": set("type id game rules options seat seats people clock seed view".split()),
    "events": {"type", "events"},
    "decide": {"type", "decision", "legal", "open", "clock", "view"},
    "fault": {"type", "kind", "message", "clause", "consequence"},
    "game-over": {"type", "winners", "points", "reason", "faults"},
    "quit": {"type"},
}


def write(text):
    sys.stdout.write(text)
    if DEFECT != "unflushed":
        sys.stdout.flush()


def say(**message):
    write(json.dumps(message) + "\n")


def lines():
    """The lines of the host."""
    if DEFECT == "one-read-one-line":
        # It takes what arrives at once for a line.
        while chunk := os.read(0, 1 << 21):
            for line in chunk.decode().splitlines():
                yield line
    elif DEFECT == "short-buffer":
        while line := sys.stdin.readline(1 << 16):
            yield line
    elif DEFECT == "ignores-the-end":
        while True:
            line = sys.stdin.readline()
            if line:
                yield line
            else:
                time.sleep(0.05)
    elif DEFECT == "carriage-return":
        for line in sys.stdin.buffer:
            if line.endswith(b"\r\n"):
                raise ValueError("a carriage return")
            yield line.decode()
    elif DEFECT == "ascii":
        for line in sys.stdin.buffer:
            yield line.decode("ascii")
    else:
        yield from sys.stdin


def hello(message):
    if DEFECT == "exits-at-once":
        print("no licence found", file=sys.stderr)
        sys.exit(3)
    if DEFECT == "no-hello-first":
        say(type="ready")
    if DEFECT == "banner":
        write("Welcome to this bot\n")
    answer = {"type": "hello", "protocol": 1, "name": "defective", "view": False}
    if DEFECT == "echoes-version":
        answer["protocol"] = message["protocol"]
    if DEFECT == "old-version":
        answer["protocol"] = 0
    if DEFECT == "long-name":
        answer["name"] = "x" * 65
    if DEFECT == "no-name":
        answer["name"] = ""
    if DEFECT == "plays-chess":
        answer["games"] = ["chess"]
    if DEFECT == "misspells-a-game":
        answer["games"] = ["carcassonne", "catann"]
    if DEFECT == "wrong-type":
        answer["events"] = "yes"
    say(**answer)


class Bot:
    def __init__(self):
        self.draws = random.Random()
        self.decisions = 0
        self.events = 0
        self.games = 0

    def new_game(self, message):
        self.games += 1
        self.events = 0
        self.is_late = bool(message.get("view"))
        if DEFECT == "one-option" and message["options"]["players"] > 2:
            raise ValueError("this bot plays for two")
        if DEFECT == "one-seat" and message["seat"] != "A":
            raise ValueError("this bot sits at A")
        if DEFECT == "no-position" and message.get("view"):
            raise ValueError("this bot begins at the beginning")
        if DEFECT == "null-is-a-view" and "view" in message:
            print(len(message["view"]), file=sys.stderr)
        if DEFECT == "slow-to-start":
            time.sleep(60)
        if DEFECT != "unseeded":
            self.draws = random.Random(message["seed"])
        if DEFECT == "carries-over":
            self.draws = random.Random(message["seed"] + str(self.games))
        if DEFECT != "counts-on":
            self.decisions = 0
        if DEFECT != "never-ready":
            say(type="ready")

    def hear(self, message):
        self.events += 1
        if DEFECT == "one-batch" and self.events > 1:
            raise ValueError("two batches between two decisions")
        if DEFECT == "answers-events":
            say(type="ready")
        if DEFECT == "counts-batches":
            self.draws.random()

    def decide(self, message):
        self.events = 0
        self.decisions += 1
        decision, legal = message["decision"], message["legal"]
        if DEFECT == "counts-on":
            decision = self.decisions
        if DEFECT == "needs-a-clock":
            message["clock"]["left_ms"] / 2
        if DEFECT == "short-lists" and self.is_late and len(legal) > 70:
            raise ValueError("too many actions")
        if DEFECT == "dies":
            os.abort()
        if DEFECT == "silent":
            time.sleep(60)
        if DEFECT == "thinks-aloud":
            write("thinking…\n")
        action = self.draws.choice(legal)
        if DEFECT == "illegal" and self.decisions > 3:
            action = "place (40,40)r0"
        if DEFECT == "unreadable" and self.decisions > 3:
            action = "do something clever"
        if DEFECT == "chooses-open" and message["open"]:
            action = message["open"][0]
        answer = {"type": "action", "decision": decision, "action": action}
        if DEFECT == "long-comment":
            answer["comment"] = "x" * 1001
        if DEFECT == "many-candidates":
            answer["candidates"] = [{"action": action, "value": 1}] * 65
        if DEFECT == "sure-of-itself":
            answer["evaluation"] = {"A": 1.5}
        if DEFECT == "no-line-feed":
            write(json.dumps(answer))
            return
        if DEFECT == "many-lines":
            write('{"type":"ready"}\n' * 200_000)
        if DEFECT == "long-line":
            write("x" * (1 << 20) + "\n")
        if DEFECT == "acton":
            answer["type"] = "acton"
        if DEFECT == "wrong-number":
            answer["decision"] += 1
        say(**answer)
        if DEFECT == "twice":
            say(**answer)
        if DEFECT == "repeats":
            # If the host has said nothing for a while, it may not have heard.
            self.last = (time.monotonic(), answer)
            threading.Timer(1.5, self.repeat, [self.last]).start()

    def repeat(self, last):
        if self.last is last:
            say(**last[1])

    def game_over(self, message):
        self.last = None
        if DEFECT == "needs-a-winner":
            message["winners"][0]
        if DEFECT == "only-played" and message["reason"] != "played":
            raise ValueError(message["reason"])
        if DEFECT == "says-good-game":
            say(type="ready")


def lock():
    """One process alone may have the file."""
    try:
        os.close(os.open(FILE, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        sys.exit("another process of this bot runs")


def main():
    bot = Bot()
    for line in lines():
        if DEFECT == "blank-line" and not line.strip("\n"):
            raise ValueError("a blank line")
        if not line.strip():
            continue
        message = json.loads(line)
        kind = message["type"]
        if DEFECT == "strict-fields" and set(message) - KNOWN.get(kind, set(message)):
            raise ValueError(f"unknown fields in {kind}")
        if DEFECT == "strict-events" and any("x_check" in event for event in message.get("events", [])):
            raise ValueError("an event with unknown fields")
        if kind == "hello":
            hello(message)
        elif kind == "new-game":
            bot.new_game(message)
        elif kind == "events":
            bot.hear(message)
        elif kind == "decide":
            bot.decide(message)
        elif kind == "game-over":
            bot.game_over(message)
        elif kind == "fault" and DEFECT == "offended":
            sys.exit(message["message"])
        elif kind == "fault" and DEFECT == "apologises":
            say(type="ready")
        elif kind == "quit":
            if DEFECT == "slow-to-end":
                time.sleep(3)
            if DEFECT != "ignores-quit":
                break
        elif kind not in KNOWN and DEFECT == "strict-types":
            raise ValueError(f"unknown type {kind}")
        elif kind not in KNOWN and DEFECT == "answers-unknown":
            write('{"type":"error"}\n')


if DEFECT == "needs-a-lock":
    lock()
    try:
        main()
    finally:
        os.unlink(FILE)
else:
    main()
