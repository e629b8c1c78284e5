"""Who decided: an example is as strong as its weakest decision, a decision as the strongest part of it.

Where the submitted code itself decides (it compares, calculates with the caller's value, or says what is true), the
example is weak. A plain value that it gave is data, and what the judge makes of it is the judge's.
"""

from typing import Any


class Skipped(BaseException):
    """A test that says it does not count here. Nothing that the program raises is one."""


class Decision:
    def __init__(self, site: Any) -> None:
        self.site = site
        self.weak: str | None = None
        self.is_strong = False
        self.compared: dict[int, tuple[Any, Any]] = {}
        """What was compared, by site."""


class Weighing:
    def __init__(self) -> None:
        self.start()

    def start(self) -> None:
        """Another example begins."""
        self.open: list[Decision] = []
        self.decided = 0
        self.raised = 0
        """Exceptions of the program."""
        self.weak: str | None = None
        self.failed_inside: str | None = None
        """An assertion that failed while the program was calling: it may have caught the exception."""
        self.is_lost = False
        """Whether the program did not answer, though the examples may have gone on."""
        self.last: Decision | None = None

    def begin(self, site: Any) -> Decision:
        decision = Decision(site)
        self.open.append(decision)
        return decision

    def end(self, decision: Decision) -> None:
        while self.open and self.open.pop() is not decision:
            pass
        self.decided += 1
        self.last = decision
        if decision.weak is not None and not decision.is_strong:
            self.weak = self.weak or decision.weak

    def doubt(self, why: str) -> None:
        """The program decided a part of this."""
        if self.open:
            self.open[-1].weak = self.open[-1].weak or why
        else:
            self.weak = self.weak or why

    def taint(self, why: str) -> None:
        """What comes next may rest on a value that the program was given, whatever is compared."""
        self.weak = self.weak or why

    def trust(self) -> None:
        """The judge compared plain data."""
        if self.open:
            self.open[-1].is_strong = True
        else:
            self.decided += 1

    def doubts(self) -> int:
        return sum(each.weak is not None for each in self.open) + (self.weak is not None)
