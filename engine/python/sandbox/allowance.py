"""How long processes may go on: by the processor time they use, and by the clock for those that only wait.

A busy machine stretches the clock and not the processor time, so a limit of the latter says the same of a program
wherever it runs. The limit by the clock behind it is for what sleeps, or waits for something that never comes.
"""

import time
from typing import Sequence

# A process that is about to reach its limit is looked at this often at most.
MIN_WAIT_S = 0.01
# The kernel's number for the processor time of all threads of a process.
CPU_OF_PROCESS = 2


def used_s(pid: int) -> float:
    """The processor time of a process so far; one that is gone has used nothing more."""
    try:
        return time.clock_gettime(~pid << 3 | CPU_OF_PROCESS)
    except OSError:
        return 0.0


class Allowance:
    def __init__(self, wall_s: float, cpu_s: float | None = None, pids: Sequence[int] = ()) -> None:
        self.wall_s = wall_s
        self.cpu_s = cpu_s
        self.pids = pids
        self.start()

    def start(self) -> None:
        """All of it again, from now on."""
        now = time.monotonic()
        self.end = now + self.wall_s
        self.used_before = self.used()
        self.earliest = self.end if self.cpu_s is None else min(self.end, now + self.cpu_s)

    def used(self) -> float:
        return sum(map(used_s, self.pids))

    def deadline(self) -> float:
        """The earliest moment at which one of the limits can be reached; a moment that is over when one is."""
        now = time.monotonic()
        if now >= self.earliest and self.cpu_s is not None:
            left = self.cpu_s - (self.used() - self.used_before)
            self.earliest = min(self.end, now + (max(left, MIN_WAIT_S) if left > 0 else 0))
        return self.earliest


class Silence:
    """How long a process may say nothing. What it uses is first looked at when it could have reached the limit."""

    def __init__(self, wall_s: float, cpu_s: float, pid: int) -> None:
        self.wall_s, self.cpu_s, self.pid = wall_s, cpu_s, pid
        self.heard()

    def heard(self) -> None:
        self.since = time.monotonic()
        self.watched: Allowance | None = None

    def deadline(self) -> float:
        if self.watched is None:
            first = self.since + self.cpu_s
            if time.monotonic() < first:
                return first
            self.watched = Allowance(self.wall_s, self.cpu_s, [self.pid])
        return self.watched.deadline()
