#!/usr/bin/env python3
"""A bot that asks a language model, through any endpoint that speaks the chat API of OpenAI.

It plays by docs/bot-protocol.md and needs nothing beside Python 3.10. Each decision is one question: the position, what has
happened, and the legal actions with numbers. An answer that is no legal action is sent back with what is wrong. After so many
tries, or once a budget of tokens is spent, the bot plays its fallback and says so. docs/mcp.md has an example match.

    neuland match catan --bots gpt,settler --seats 2 --games 4 --move-time 120000 \\
        --bot "gpt=python3 examples/bots/python/language_model.py --url http://localhost:11434/v1 --model qwen3"
"""

import argparse
import json
import math
import os
import random
import re
import signal
import sys
import time
import urllib.error
import urllib.request

ANSWER_BYTES = 1 << 20  # The longest answer of an endpoint that is read.
EVENTS = 24  # How many of the last events are told.
LISTED = 300  # How many legal actions are listed.
SPARE_S = 0.7  # What is kept of the time for a decision, so that the answer comes in time.


class Failed(Exception):
    """The endpoint gave no answer that can be used."""


def arguments():
    parser = argparse.ArgumentParser(description="A bot of Neuland that asks a language model.")
    parser.add_argument("--url", required=True, help="the endpoint, such as http://localhost:11434/v1")
    parser.add_argument("--model", required=True, help="the model, as the endpoint calls it")
    parser.add_argument("--key-env", default="OPENAI_API_KEY", help="the variable with the key; no key is sent if it is empty")
    parser.add_argument("--tries", type=whole(1, 20), default=3, help="how often a decision is asked for")
    parser.add_argument("--timeout", type=number(0.05, 3600), default=60.0, help="how many seconds the endpoint may take for an answer")
    parser.add_argument("--give-up", type=whole(1, 1000), default=5, help="after how many failures in a row a game goes on without the model")
    parser.add_argument("--answer-tokens", type=whole(1, 100_000), default=400, help="the longest answer that is asked for")
    parser.add_argument("--game-tokens", type=whole(0, 10**9), default=200_000, help="the budget of a game")
    parser.add_argument("--total-tokens", type=whole(0, 10**9), default=2_000_000, help="the budget of this process")
    parser.add_argument("--position", choices=["outline", "data", "none"], default="outline", help="how the position is told")
    parser.add_argument("--language", choices=["en", "de"], default="en", help="the language of the questions")
    parser.add_argument("--fallback", choices=["random", "first"], default="random", help="what is played without the model")
    parser.add_argument("--trade", action="store_true", help="lets the model make offers, which no list can check beforehand")
    parser.add_argument("--temperature", type=number(0, 5), default=0.2, help="how much the model varies its answers")
    parser.add_argument("--transcript", help="a file to which every question and answer is appended as a line of JSON")
    return parser.parse_args()


def whole(least, most):
    def read(text):
        if not re.fullmatch(r"[0-9]{1,10}", text) or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"a whole number from {least} to {most} belongs here, not {text!r}")
        return int(text)
    return read


def number(least, most):
    def read(text):
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not least <= value <= most:
            raise argparse.ArgumentTypeError(f"a number from {least} to {most} belongs here, not {text!r}")
        return value
    return read


WORDS = {
    "en": {
        "rules": "You play {game} at seat {seat} and want to win. Each question tells the position and your legal actions. "
        "Answer with one JSON object and nothing else: {{\"number\": N, \"reason\": \"a few words\"}}, where N is the number of an action.",
        "trade": "You may make an offer instead, if the question says so: {\"action\": \"offer 1 wool for 1 brick to B\", \"reason\": \"…\"}.",
        "position": "The position:", "events": "What has happened:", "legal": "Your legal actions:",
        "more": "{n} further actions are not listed.", "open": "Also legal if the rules allow it: {verbs}.",
        "no-json": "Your answer has no JSON object with `number` or `action`.",
        "no-number": "There is no action with the number {given}; the numbers are 1 to {n}.",
        "illegal": "`{given}` is not a legal action.",
        "again": "{what} Answer again with one JSON object.",
    },
    "de": {
        "rules": "Du spielst {game} auf Platz {seat} und willst gewinnen. Jede Frage nennt die Stellung und deine erlaubten Aktionen. "
        "Antworte mit einem JSON-Objekt und sonst nichts: {{\"number\": N, \"reason\": \"ein paar Worte\"}}; N ist die Nummer einer Aktion.",
        "trade": "Du darfst stattdessen ein Angebot machen, wenn die Frage das sagt: {\"action\": \"offer 1 wool for 1 brick to B\", \"reason\": \"…\"}.",
        "position": "Die Stellung:", "events": "Was geschehen ist:", "legal": "Deine erlaubten Aktionen:",
        "more": "{n} weitere Aktionen sind nicht aufgeführt.", "open": "Auch erlaubt, wenn die Regeln es zulassen: {verbs}.",
        "no-json": "Deine Antwort enthält kein JSON-Objekt mit `number` oder `action`.",
        "no-number": "Es gibt keine Aktion mit der Nummer {given}; die Nummern sind 1 bis {n}.",
        "illegal": "`{given}` ist keine erlaubte Aktion.",
        "again": "{what} Antworte noch einmal mit einem JSON-Objekt.",
    },
}


def outline(value, depth=0):
    """A JSON document as indented lines, which models read more easily than brackets."""
    pad = "  " * depth
    flat = lambda part: not isinstance(part, (dict, list)) or not part
    if isinstance(value, dict):
        for name, part in value.items():
            if flat(part) or isinstance(part, list) and all(map(flat, part)):
                yield f"{pad}{name}: {inline(part)}"
            else:
                yield f"{pad}{name}:"
                yield from outline(part, depth + 1)
    elif isinstance(value, list):
        for part in value:
            yield f"{pad}- {inline(part)}"
    else:
        yield pad + inline(value)


def inline(value):
    if isinstance(value, list):
        return ", ".join(map(inline, value)) or "none"
    if isinstance(value, dict):
        return "; ".join(f"{name} {inline(part)}" for name, part in value.items()) or "none"
    return value if isinstance(value, str) else json.dumps(value)


def guessed_tokens(text):
    """How many tokens a text has at most, more or less, where the endpoint does not say."""
    return len(text.encode()) // 3 + 1


def too_late(*_):
    raise Failed("the endpoint did not answer in time")


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """A key goes to the endpoint that was named, and nowhere else."""

    def redirect_request(self, *_):
        return None


class Endpoint:
    """Where the model is asked."""

    def __init__(self, options):
        base = options.url.rstrip("/")
        if not re.match(r"https?://[^/\s]+", base):
            sys.exit(f"language_model.py: --url: {options.url!r} is no address such as http://localhost:11434/v1")
        self.url = base if base.endswith("/chat/completions") else base + "/chat/completions"
        self.options = options
        self.key = os.environ.get(options.key_env, "").strip()
        self.opener = urllib.request.build_opener(NoRedirects())

    def ask(self, messages, timeout):
        """The text of the answer, and the tokens that it cost."""
        body = {
            "model": self.options.model,
            "messages": messages,
            "temperature": self.options.temperature,
            "max_tokens": self.options.answer_tokens,
        }
        headers = {"Content-Type": "application/json", "User-Agent": "neuland-language-model/1"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(self.url, json.dumps(body).encode(), headers)
        # The time limit of a socket holds for each read alone, and an endpoint may send byte by byte.
        signal.signal(signal.SIGALRM, too_late)
        signal.setitimer(signal.ITIMER_REAL, timeout)
        try:
            with self.opener.open(request, timeout=timeout) as answer:
                text = answer.read(ANSWER_BYTES + 1)
        except Failed:
            raise
        except urllib.error.HTTPError as error:
            raise Failed(f"the endpoint answered with the status {error.code}: {self.plain(error.read(300))}") from None
        except (OSError, ValueError) as error:
            raise Failed(f"the endpoint did not answer: {self.plain(str(error).encode())}") from None
        except Exception as error:  # http.client raises types of its own for what is no HTTP.
            raise Failed(f"the endpoint does not speak HTTP: {self.plain(str(error).encode())}") from None
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if len(text) > ANSWER_BYTES:
            raise Failed(f"the answer of the endpoint is longer than {ANSWER_BYTES} bytes")
        return self.content(text, messages)

    def content(self, text, messages):
        try:
            document = json.loads(text)
            content = document["choices"][0]["message"]["content"]
        except (ValueError, KeyError, IndexError, TypeError, RecursionError):
            raise Failed(f"the answer of the endpoint is not of the chat API: {self.plain(text[:200])}") from None
        if not isinstance(content, str):
            raise Failed("the answer of the endpoint has no text")
        # JSON can hold half of a character, which nobody else can read.
        content = content.encode("utf-8", "replace").decode()
        usage = document.get("usage")
        spent = usage.get("total_tokens") if isinstance(usage, dict) else None
        if not isinstance(spent, int) or isinstance(spent, bool) or spent < 0:
            spent = sum(guessed_tokens(message["content"]) for message in messages) + guessed_tokens(content)
        return content, spent

    def plain(self, text):
        """A text of the endpoint for people: short, without the key."""
        text = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
        if self.key:
            text = text.replace(self.key, "***")
        return " ".join(text.split())[:300]


class Bot:
    """One seat of one game at a time."""

    def __init__(self, options):
        self.options = options
        self.words = WORDS[options.language]
        self.endpoint = Endpoint(options)
        self.spent_total = 0
        self.transcript = None
        if options.transcript:
            try:
                self.transcript = open(options.transcript, "a", encoding="utf-8")
            except OSError as error:
                sys.exit(f"language_model.py: --transcript: {error}")
        self.game = {}

    def note(self, what, **more):
        """Appends a line to the transcript."""
        if self.transcript is None:
            return
        line = json.dumps({"what": what, "game": self.game.get("id"), **more}, ensure_ascii=False)
        if self.endpoint.key:
            line = line.replace(self.endpoint.key, "***")
        try:
            self.transcript.write(line + "\n")
            self.transcript.flush()
        except OSError as error:
            print(f"the transcript ends here: {error}", file=sys.stderr)
            self.transcript = None

    def begin(self, message):
        self.game = message
        self.events = []
        self.draws = random.Random(message["seed"])
        self.spent = 0
        self.failures = 0
        self.silent = None  # Why the model is not asked any more.
        self.counts = {"asked": 0, "illegal": 0, "failed": 0, "fallback": 0}
        self.note("game", kind=message["game"], seat=message["seat"], seats=message["seats"], model=self.options.model)

    def decide(self, message):
        """The action, and a remark."""
        until = None
        if message["clock"] is not None and message["clock"]["left_ms"] is not None:
            until = time.monotonic() + message["clock"]["left_ms"] / 1000 - SPARE_S
        legal = message["legal"]
        if len(legal) == 1 and not (self.options.trade and message["open"]):
            return legal[0], "the only action"
        why = self.silent
        if why is None:
            action, why = self.ask(message, until)
            if action is not None:
                return action, why
        self.counts["fallback"] += 1
        action = legal[0] if self.options.fallback == "first" else self.draws.choice(legal)
        self.note("fallback", decision=message["decision"], action=action, why=why)
        return action, f"fallback: {why}"

    def ask(self, message, until):
        """The action that the model chooses, with its reason; without one, why there is none."""
        messages = [
            {"role": "system", "content": self.instructions()},
            {"role": "user", "content": self.question(message)},
        ]
        why = None
        for _ in range(self.options.tries):
            left = self.options.timeout if until is None else min(self.options.timeout, until - time.monotonic())
            if left < 0.05:
                return None, why or "no time is left for the decision"
            if (spent := self.over_budget(messages)) is not None:
                return None, spent
            self.counts["asked"] += 1
            try:
                answer, cost = self.endpoint.ask(messages, left)
            except Failed as failed:
                why = str(failed)
                self.counts["failed"] += 1
                self.failures += 1
                # What was asked may be charged all the same.
                self.spend(sum(guessed_tokens(part["content"]) for part in messages))
                self.note("failed", decision=message["decision"], why=why)
                if self.failures >= self.options.give_up:
                    self.stop_asking(f"the endpoint failed {self.failures} times in a row: {why}")
                    return None, self.silent
                continue
            self.failures = 0
            self.spend(cost)
            action, reason, wrong = self.understand(answer, message)
            self.note("asked", decision=message["decision"], question=messages[-1]["content"], answer=answer,
                      action=action, tokens=cost, spent=self.spent)
            if action is not None:
                return action, reason
            why = wrong
            self.counts["illegal"] += 1
            messages += [
                {"role": "assistant", "content": answer[:2000]},
                {"role": "user", "content": self.words["again"].format(what=wrong)},
            ]
        return None, why or "no try is left"

    def spend(self, tokens):
        self.spent += tokens
        self.spent_total += tokens

    def over_budget(self, messages):
        """Why a further question would go beyond a budget; nothing if it would not."""
        cost = sum(guessed_tokens(message["content"]) for message in messages) + self.options.answer_tokens
        for name, spent, budget in (
            ("game", self.spent, self.options.game_tokens),
            ("match", self.spent_total, self.options.total_tokens),
        ):
            if spent + cost > budget:
                self.stop_asking(f"the budget of the {name} is spent: {spent} of {budget} tokens")
                return self.silent
        return None

    def stop_asking(self, why):
        """For the rest of the game the fallback plays; that is said once."""
        self.silent = why
        print(f"game {self.game['id']}: {why}; the rest is played without the model", file=sys.stderr)
        self.note("stopped-asking", why=why)

    def instructions(self):
        text = self.words["rules"].format(game=self.game["game"], seat=self.game["seat"])
        return f"{text} {self.words['trade']}" if self.options.trade else text

    def question(self, message):
        parts = []
        view = message.get("view")
        if view is not None and self.options.position == "data":
            parts += [self.words["position"], json.dumps(view, separators=(",", ":"), ensure_ascii=False)]
        elif view is not None and self.options.position == "outline":
            parts += [self.words["position"], *outline(view)]
        if self.events:
            parts += ["", self.words["events"], *map(inline, self.events[-EVENTS:])]
        legal = message["legal"]
        parts += ["", self.words["legal"]]
        parts += [f"{n}. {action}" for n, action in enumerate(legal[:LISTED], 1)]
        if len(legal) > LISTED:
            parts.append(self.words["more"].format(n=len(legal) - LISTED))
        if self.options.trade and message["open"]:
            parts.append(self.words["open"].format(verbs=", ".join(message["open"])))
        return "\n".join(parts).strip()

    def understand(self, answer, message):
        """The action of an answer and its reason, or what is wrong with it."""
        legal = message["legal"]
        given = choice(answer)
        if given is None:
            text = answer.strip().strip("`")
            if text in legal:
                return text, "", None
            return None, "", self.words["no-json"]
        reason = str(given.get("reason", ""))[:900]
        number, action = given.get("number"), given.get("action")
        if isinstance(number, str) and re.fullmatch(r"[0-9]{1,6}", number):
            number = int(number)
        if isinstance(number, int) and not isinstance(number, bool):
            if 1 <= number <= len(legal):
                return legal[number - 1], reason, None
            return None, "", self.words["no-number"].format(given=number, n=len(legal))
        if isinstance(action, str):
            action = " ".join(action.split())[:400]
            is_open = self.options.trade and action.split(" ")[0] in message["open"]
            if action in legal or is_open:
                return action, reason, None
            return None, "", self.words["illegal"].format(given=action[:80])
        return None, "", self.words["no-json"]

    def over(self, message):
        self.note("over", winners=message["winners"], points=message["points"], reason=message["reason"],
                  spent=self.spent, spent_total=self.spent_total, **self.counts)


def choice(answer):
    """The last JSON object of an answer that chooses something: models think aloud before it."""
    decoder, found, at = json.JSONDecoder(), None, 0
    answer = answer[-20_000:]
    while (at := answer.find("{", at)) >= 0:
        try:
            value, end = decoder.raw_decode(answer, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        if isinstance(value, dict) and ("number" in value or "action" in value):
            found = value
        at = end
    return found


def say(**message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def main():
    options = arguments()
    bot = Bot(options)
    # Names of things may be in any script, whatever the locale says.
    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        if not line.strip():
            continue
        message = json.loads(line)
        match message["type"]:
            case "hello":
                say(type="hello", protocol=1, name="language-model", version="1", view=options.position != "none")
            case "new-game":
                bot.begin(message)
                say(type="ready")
            case "events":
                bot.events = (bot.events + message["events"])[-EVENTS:]
            case "decide":
                action, remark = bot.decide(message)
                say(type="action", decision=message["decision"], action=action, comment=remark[:1000])
            case "fault":
                print(message["message"], file=sys.stderr)
                bot.note("fault", kind=message["kind"], message=message["message"])
            case "game-over":
                bot.over(message)
            case "quit":
                break


if __name__ == "__main__":
    main()
