#!/usr/bin/env python3
"""A bot that does anything that is allowed: it chooses uniformly among the listed actions.

It needs nothing but Python 3 and plays every game. The protocol is described in docs/bot-protocol.md.
"""

import json
import random
import sys


def say(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


draws = random.Random()
for line in filter(str.strip, sys.stdin):
    message = json.loads(line)
    match message["type"]:
        case "hello":
            say({
                "type": "hello",
                "protocol": 1,
                "name": "random-python",
                "version": "1",
                # What is not sent costs nothing to read.
                "events": False,
                "view": False,
            })
        case "new-game":
            # With the same seed the bot plays the same game again.
            draws = random.Random(message["seed"])
            say({"type": "ready"})
        case "decide":
            action = draws.choice(message["legal"])
            say({"type": "action", "decision": message["decision"], "action": action})
        case "fault":
            print(message["message"], file=sys.stderr)
        case "quit":
            break
