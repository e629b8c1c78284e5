"""What a process that judges claims says of each candidate, one line for each in turn, and how long it may take."""

import json
import time
from typing import Any, Callable

from allowance import Allowance, Silence

CPU_S = 2.0
# A judge has this much more time for each program it is handed, up to twice the time in all.
PROGRAM_S = 0.001
SILENCE_S = 0.5
# By the clock a judge may take so many times what it may use of the processor.
PATIENCE = 4
MAX_LINE = 1024 * 1024


class Verdicts:
    """Its word counts for the claims it was given; what else it says ends its say."""

    def __init__(self, judgement: dict[str, Any], programs: list[Any]) -> None:
        self.judgement = judgement
        self.programs = programs
        self.count = len(judgement["items"])
        self.given: list[list[bool]] = []
        self.rest = b""

    def judge_on(self, judge: Callable[[dict[str, Any], Any], Any], write: Callable[[bytes], Any]) -> None:
        """In the process that compares: says what comes of each program that has no verdict yet."""
        dumps = json.dumps
        for claims in self.programs[len(self.given) :]:
            write(dumps(judge(self.judgement, claims)).encode("ascii") + b"\n")

    def feed(self, data: bytes) -> bool:
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if self.are_all_there() or not self.read(line):
                return False
        return len(self.rest) <= MAX_LINE

    def read(self, line: bytes) -> bool:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            return False
        if type(said) is not list or len(said) != self.count or not all(type(each) is bool for each in said):
            return False
        self.given.append(said)
        return True

    def skip(self) -> None:
        """Nothing was said of the next program, so nothing holds for it."""
        self.given.append([False] * self.count)
        self.rest = b""

    def are_all_there(self) -> bool:
        return len(self.given) >= len(self.programs)


class Waiting:
    """How long to wait for the next verdict, and for all of them: by what the judge uses of the processor."""

    def __init__(self, programs: int) -> None:
        self.left_s = CPU_S + min(CPU_S, PROGRAM_S * programs)
        self.end = time.monotonic() + PATIENCE * self.left_s
        self.silence_s = CPU_S if programs == 1 else SILENCE_S

    def start(self, pid: int) -> None:
        """Another process judges from now on."""
        self.all = Allowance(self.end - time.monotonic(), self.left_s, [pid])
        self.next = Silence(PATIENCE * self.silence_s, self.silence_s, pid)

    def heard(self) -> None:
        self.next.heard()

    def wait_s(self) -> float:
        """How long to look for the next word; none when the time of the process is over."""
        return min(self.all.deadline(), self.next.deadline()) - time.monotonic()

    def stop(self) -> None:
        self.left_s -= self.all.used() - self.all.used_before

    def is_over(self) -> bool:
        return self.left_s <= 0 or time.monotonic() >= self.end
