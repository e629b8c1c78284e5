"""What a process that judges claims says of each candidate, one line for each in turn, and how long it may take."""

import json
import time
from typing import Any, Callable

WALL_S = 2.0
# A judge has this much more time for each program it is handed, up to twice the time in all.
PROGRAM_S = 0.001
SILENCE_S = 0.5
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
    """How long to wait for the next verdict, and for all of them."""

    def __init__(self, programs: int) -> None:
        self.end = time.monotonic() + WALL_S + min(WALL_S, PROGRAM_S * programs)
        self.silence_s = WALL_S if programs == 1 else SILENCE_S
        self.start()

    def start(self) -> None:
        self.heard_at = time.monotonic()

    def next_by(self) -> float:
        return min(self.heard_at + self.silence_s, self.end)

    def left_s(self) -> float:
        return max(0.0, self.next_by() - time.monotonic())

    def is_over(self) -> bool:
        return time.monotonic() >= self.end
