"""Op C: PID 1's side of the screen. It watches the worker, and starts another behind a candidate that stopped it."""

import json
import os
import time
from typing import Any

import children
import scratch
from allowance import Allowance, Silence
from channel import Channel
from program import CLAIMS
from project import read_project
from screen import Screen, cpu_of

# What a worker may use of the processor before it says something, beside what its lines take; by the clock much more.
SILENCE_S = 0.1
PATIENCE = 4
MAX_DEATHS = 50
# In lines of Python, as the time that they take: what each candidate costs beside those it runs (and as much for each
# character of the source), a worker that had to be stopped, and one that went down by itself.
PRICE = 300
PRICE_OF_SILENCE = 2_000_000
PRICE_OF_DEATH = 30_000
MAX_SPENT = 50_000_000
MAX_LINE = 4 * 1024 * 1024
SEND_EVERY_S = 0.05
SEND_BYTES = 1024 * 1024


class Outcomes:
    """Reads what the worker says, one line for each candidate in turn, and passes it on in batches."""

    def __init__(self, channel: Channel, request: dict[str, Any]) -> None:
        self.channel = channel
        self.price = PRICE + len(request["source"])
        self.max_used = request["line_budget"] + PRICE_OF_SILENCE
        self.purse = request.get("purse", MAX_SPENT)
        self.spent = 0
        self.next = 0
        self.rest = b""
        self.batch: list[Any] = []
        self.batched = 0
        self.is_repeated = False
        self.silence = Silence(0, 0, 0)
        self.sent_at = time.monotonic()

    def is_spent(self) -> bool:
        return self.spent >= self.purse

    def feed(self, data: bytes) -> bool:
        if self.is_spent():
            return False
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if not self.read(line):
                return False
        return len(self.rest) <= MAX_LINE

    def read(self, line: bytes) -> bool:
        """A worker that says anything but the outcome of the next candidate is not listened to any more."""
        try:
            index, outcome, used = json.loads(line)
        except (ValueError, TypeError, RecursionError):
            return False
        if type(index) is not int or index != self.next or not (outcome is None or type(outcome) is list):
            # The last candidate has answered for itself already: the one after it is not to blame.
            self.is_repeated = index == self.next - 1
            return False
        self.add(outcome, used if type(used) is int and 0 <= used <= self.max_used else self.max_used, len(line))
        return not self.is_spent()

    def add(self, outcome: Any, used: int, size: int = 4) -> None:
        self.silence.heard()
        self.spent += self.price + used
        self.next += 1
        self.batch.append(outcome)
        self.batched += size
        if self.batched > SEND_BYTES or time.monotonic() - self.sent_at > SEND_EVERY_S:
            self.send()

    def send(self) -> None:
        if self.batch:
            self.channel.send({"type": "screened", "from": self.next - len(self.batch), "outcomes": self.batch})
        self.batch, self.batched, self.sent_at = [], 0, time.monotonic()


def screen_candidates(channel: Channel, request: dict[str, Any]) -> dict[str, int]:
    """Streams the outcome of each candidate, and gives how many were tried and what they used.

    The purse ends it at the same candidate on every machine; the limits of time are for a machine that is too slow.
    """
    end = time.monotonic() + request["total_ms"] / 1000
    outcomes = Outcomes(channel, request)
    count = len(request["candidates"])
    cpu_ms = deaths = 0
    max_cpu_ms = request.get("cpu_ms", request["total_ms"])

    def is_over() -> bool:
        return outcomes.next >= count or outcomes.is_spent() or cpu_ms >= max_cpu_ms or time.monotonic() >= end

    while deaths < MAX_DEATHS and not is_over():
        reason, used_ms = run_worker(channel, request, outcomes, (end, (max_cpu_ms - cpu_ms) / 1000))
        cpu_ms += used_ms
        if is_over():
            break
        outcomes.spent += PRICE_OF_SILENCE if reason == "deadline" else PRICE_OF_DEATH
        if reason == "rested":
            continue
        deaths += 1
        if not outcomes.is_repeated:
            outcomes.add(None, 0)
    outcomes.send()
    return {"tried": outcomes.next, "spent": outcomes.spent, "cpu_ms": cpu_ms}


def run_worker(
    channel: Channel, request: dict[str, Any], outcomes: Outcomes, limits: tuple[float, float]
) -> tuple[str, int]:
    """How the worker ended, and what it used of the processor."""
    end, cpu_s = limits
    folder = scratch.open_folder()
    project = read_project(request)
    if not project.is_alone:
        project.write(folder, request["source"].encode("utf-8", "surrogatepass"))
    reading, writing = children.open_pipe()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    outcomes.rest, outcomes.is_repeated = b"", False
    first = outcomes.next
    try:
        pid = children.start(
            lambda: Screen(folder, request).run(first),
            {0: nowhere, 1: nowhere, 2: nowhere, CLAIMS: writing},
            wall_s=end - time.monotonic(),
        )
        os.close(writing)
        os.close(nowhere)
        silence_s = SILENCE_S + cpu_of(request["line_budget"])
        allowed = Allowance(end - time.monotonic(), cpu_s, [pid])
        outcomes.silence = Silence(PATIENCE * silence_s, silence_s, pid)
        try:
            reason = children.watch(
                pid, {reading: outcomes.feed}, lambda: min(outcomes.silence.deadline(), allowed.deadline()), channel
            )
        finally:
            ended = children.end(pid)
        children.drain({reading: outcomes.feed})
        os.close(reading)
        # A worker that leaves by itself between two candidates has made room for a clean one.
        is_rested = reason == "ended" and ended.returncode == 0 and outcomes.next > first
        return "rested" if is_rested else reason, ended.cpu_ms
    finally:
        scratch.clear(folder)
