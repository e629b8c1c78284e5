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
        self.end = time.monotonic() + self.wall_s
        self.used_before = self.used()

    def used(self) -> float:
        return sum(map(used_s, self.pids))

    def deadline(self) -> float:
        """The earliest moment at which one of the limits can be reached; a moment that is over when one is."""
        if self.cpu_s is None:
            return self.end
        left = self.cpu_s - (self.used() - self.used_before)
        return min(self.end, time.monotonic() + (max(left, MIN_WAIT_S) if left > 0 else 0))
