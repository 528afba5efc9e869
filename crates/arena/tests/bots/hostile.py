"""A bot that plays the first listed action, until it misbehaves as its first argument says.

The second argument is a file to which it appends the id of its process group.
"""

import json
import os
import signal
import sys
import time

MODE = sys.argv[1]
with open(sys.argv[2], "a") as groups:
    groups.write(f"{os.getpgid(0)}\n")
OUT = sys.stdout.buffer


def say(text):
    OUT.write(text if isinstance(text, bytes) else text.encode() + b"\n")
    OUT.flush()


def act(decision, action):
    say(json.dumps({"type": "action", "decision": decision, "action": action}))


def flood(stream, chunk):
    while True:
        stream.write(chunk)
        stream.flush()


def at_start():
    if MODE == "exits-at-once":
        sys.stderr.write("no licence found\n")
        sys.exit(4)
    if MODE == "never-hello":
        time.sleep(600)
    if MODE == "garbage-hello":
        say("hello, world")
        time.sleep(600)
    if MODE == "protocol-2":
        say('{"type":"hello","protocol":2,"name":"newer"}')
        time.sleep(600)
    if MODE == "no-name":
        say('{"type":"hello","protocol":1}')
        time.sleep(600)
    if MODE == "ready-at-once":
        say('{"type":"ready"}')


def misbehave(message):
    global pending
    decision, first = message["decision"], message["legal"][0]
    if MODE == "dies":
        sys.stderr.write("\nout of ideas\n\n")
        sys.exit(3)
    elif MODE == "is-killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif MODE == "closes-output":
        os.close(1)
        time.sleep(600)
    elif MODE == "closes-input":
        act(decision, first)
        os.close(0)
        time.sleep(600)
    elif MODE == "silent" or MODE == "never-reads":
        time.sleep(600)
    elif MODE == "late":
        # Only the next question lets it answer this one.
        late, pending = pending, (decision, first) if pending is None else None
        if late is not None:
            act(*late)
            act(decision, first)
    elif MODE == "half-a-line":
        say(b'{"type":"action","decision":')
        time.sleep(600)
    elif MODE == "endless-line":
        flood(OUT, b"x" * 65536)
    elif MODE == "long-line":
        say(b"[" + b" " * (1 << 20) + b"]\n")
    elif MODE == "many-lines":
        flood(OUT, b'{"type":"ready"}\n' * 4096)
    elif MODE == "blank-lines":
        flood(OUT, b"\n" * 65536)
    elif MODE == "endless-errors":
        flood(sys.stderr.buffer, b"trouble\n" * 8192)
    elif MODE == "many-errors":
        sys.stderr.write("trouble\n" * 200_000 + "the end\n")
        sys.stderr.flush()
        act(decision, first)
    elif MODE == "not-utf-8":
        say(b'{"type":"action","decision":1,"action":"\xff"}\n')
    elif MODE == "not-json":
        say("I think I shall roll the dice")
    elif MODE == "not-an-object":
        say('["action", 1]')
    elif MODE == "unknown-type":
        say('{"type":"acton","decision":1,"action":"roll"}')
    elif MODE == "no-action":
        say(json.dumps({"type": "action", "decision": decision}))
    elif MODE == "prints-before":
        say("thinking…")
        act(decision, first)
    elif MODE == "twice":
        act(decision, first)
        act(decision, first)
    elif MODE == "wrong-number":
        act(decision + 1, first)
    elif MODE == "ready-again":
        say('{"type":"ready"}')
    elif MODE == "unreadable":
        act(decision, "do something clever\x1b[2J")
    elif MODE == "illegal":
        act(decision, {"catan": "road P71", "carcassonne": "place (40,40)r0"}[game])
    elif MODE == "all-fields":
        say(
            json.dumps(
                {
                    "type": "action",
                    "decision": decision,
                    "action": first,
                    "comment": "é" * 1500,
                    "evaluation": {"A": 0.75, "B": 0.25},
                    "candidates": [{"action": first, "value": -1.5}] * 100,
                    "mood": ["calm"],
                }
            )
        )
    else:
        act(decision, first)


# These answer no decision at all: the time that a host gives them makes no difference.
SILENT = {"silent", "never-reads", "half-a-line", "endless-errors"}

at_start()
decisions = 0
pending = None
game = None
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        games = ["chess"] if MODE == "plays-chess" else None
        say(json.dumps({"type": "hello", "protocol": 1, "name": MODE, "games": games}))
    elif kind == "new-game":
        game = message["game"]
        say('{"type":"ready"}')
        if MODE == "never-reads":
            time.sleep(600)
    elif kind == "decide":
        decisions += 1
        if decisions > 2 or MODE in SILENT:
            misbehave(message)
        else:
            act(message["decision"], message["legal"][0])
    elif kind == "game-over":
        decisions = 0
        if MODE == "one-game-a-process":
            sys.exit(0)
    elif kind == "quit":
        break
