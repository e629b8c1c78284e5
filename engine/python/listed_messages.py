"""How much of what mypy says is passed on: one mistake repeated through a text gives tens of thousands of messages."""

import json
from collections.abc import Collection
from typing import Any

MAX_MESSAGES = 2000
MAX_CHARACTERS = 1_000_000
# Types in a message can be as long as the program.
MAX_MESSAGE_LENGTH = 4000

Counts = dict[str, int]


def listed_messages(messages: list[str], first: Collection[str]) -> tuple[list[str], dict[str, Counts]]:
    """The messages of the codes that come first, then other errors, then notes, as many as there is room for; of each
    file, how many of which severity are left out."""
    if len(messages) <= MAX_MESSAGES and sum(map(len, messages)) <= MAX_CHARACTERS:
        return messages, {}
    read: list[dict[str, Any]] = [json.loads(message) for message in messages]
    severities = [severity_of(message, first) for message in read]
    kept: set[int] = set()
    room = MAX_CHARACTERS
    unlisted: dict[str, Counts] = {}
    ranks = {"error": 0, "warning": 1, "info": 2}
    for at in sorted(range(len(read)), key=lambda at: ranks[severities[at]]):
        messages[at] = shortened(messages[at], read[at])
        room -= len(messages[at])
        if len(kept) < MAX_MESSAGES and room >= 0:
            kept.add(at)
        else:
            counts = unlisted.setdefault(read[at]["file"], dict.fromkeys(ranks, 0))
            counts[severities[at]] += 1
    return [messages[at] for at in sorted(kept)], unlisted


def severity_of(message: dict[str, Any], first: Collection[str]) -> str:
    if message["severity"] != "error":
        return "info"
    return "error" if message["code"] in first else "warning"


def shortened(text: str, message: dict[str, Any]) -> str:
    if len(text) <= MAX_MESSAGE_LENGTH:
        return text
    parts = {name: (message[name] or "")[:MAX_MESSAGE_LENGTH] for name in ("message", "hint")}
    return json.dumps({**message, **parts, "hint": parts["hint"] or None})
