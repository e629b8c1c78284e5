"""Op C: PID 1's side of the screen. It watches the worker, and starts another behind a candidate that stopped it."""

import json
import os
import time
from typing import Any

import children
import scratch
from channel import Channel
from program import CLAIMS
from project import read_project
from screen import Screen

SILENCE_S = 1.0
MAX_SILENCES = 4
MAX_DEATHS = 50
MAX_LINE = 4 * 1024 * 1024
SEND_EVERY_S = 0.05
SEND_BYTES = 1024 * 1024


class Outcomes:
    """Reads what the worker says, one line for each candidate in turn, and passes it on in batches."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.next = 0
        self.rest = b""
        self.batch: list[Any] = []
        self.batched = 0
        self.is_repeated = False
        self.sent_at = self.heard_at = time.monotonic()

    def feed(self, data: bytes) -> bool:
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if not self.read(line):
                return False
        return len(self.rest) <= MAX_LINE

    def read(self, line: bytes) -> bool:
        """A worker that says anything but the outcome of the next candidate is not listened to any more."""
        try:
            index, outcome = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            return False
        if type(index) is not int or index != self.next or not (outcome is None or type(outcome) is list):
            # The last candidate has answered for itself already: the one after it is not to blame.
            self.is_repeated = index == self.next - 1
            return False
        self.add(outcome, len(line))
        return True

    def add(self, outcome: Any, size: int = 4) -> None:
        self.heard_at = time.monotonic()
        self.next += 1
        self.batch.append(outcome)
        self.batched += size
        if self.batched > SEND_BYTES or self.heard_at - self.sent_at > SEND_EVERY_S:
            self.send()

    def send(self) -> None:
        if self.batch:
            self.channel.send({"type": "screened", "from": self.next - len(self.batch), "outcomes": self.batch})
        self.batch, self.batched, self.sent_at = [], 0, time.monotonic()


def screen_candidates(channel: Channel, request: dict[str, Any]) -> int:
    """Streams the outcome of each candidate and gives how many were tried before time or patience ran out."""
    end = time.monotonic() + request["total_ms"] / 1000
    outcomes = Outcomes(channel)
    count = len(request["candidates"])
    silences = deaths = 0
    while outcomes.next < count and silences < MAX_SILENCES and deaths < MAX_DEATHS and time.monotonic() < end:
        reason = run_worker(channel, request, outcomes, end)
        if outcomes.next >= count or time.monotonic() >= end:
            break
        if reason == "rested":
            continue
        silences += reason == "deadline"
        deaths += 1
        if not outcomes.is_repeated:
            outcomes.add(None)
    outcomes.send()
    return outcomes.next


def run_worker(channel: Channel, request: dict[str, Any], outcomes: Outcomes, end: float) -> str:
    folder = scratch.open_folder()
    project = read_project(request)
    if not project.is_alone:
        project.write(folder, request["source"].encode("utf-8", "surrogatepass"))
    reading, writing = children.open_pipe()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    outcomes.rest, outcomes.is_repeated, outcomes.heard_at = b"", False, time.monotonic()
    first = outcomes.next
    try:
        pid = children.start(
            lambda: Screen(folder, request).run(first),
            {0: nowhere, 1: nowhere, 2: nowhere, CLAIMS: writing},
            wall_s=end - time.monotonic(),
        )
        os.close(writing)
        os.close(nowhere)
        try:
            reason = children.watch(
                pid, {reading: outcomes.feed}, lambda: min(outcomes.heard_at + SILENCE_S, end), channel
            )
        finally:
            ended = children.end(pid)
        children.drain({reading: outcomes.feed})
        os.close(reading)
        # A worker that leaves by itself between two candidates has made room for a clean one.
        return "rested" if reason == "ended" and ended.returncode == 0 and outcomes.next > first else reason
    finally:
        scratch.clear(folder)
