"""Which lines each example runs and what types its locals hold. Hints for the search; no verdict rests on them."""

import os
import types
from typing import Any, Callable

from project import Project

LOOKS_AT_LOCALS = 3000
# What a program does in more lines than these is seldom new, and an endless one is the same on every machine.
MAX_LINES = 500_000
MAX_FACTS = 20_000


class Tracer:
    """Tells every fact once, as soon as it is seen, so that a program stopped half-way has told what it did. Ends one
    that has run enough lines: a limit in time would let the machine decide what is told."""

    def __init__(self, folder: str, project: Project, report: Callable[[Any], Any]) -> None:
        self.path = os.path.join(folder, project.source_path)
        self.files = {os.path.join(folder, path): path for path in (project.main, *project.files)}
        self.report = report
        self.example: int | None = None
        self.seen: set[Any] = set()
        self.looks = LOOKS_AT_LOCALS
        self.left = MAX_LINES
        self.exit = os._exit

    def enter(self, example: int | None) -> None:
        self.example = example

    def on_call(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        called = frame.f_code.co_filename
        if called in self.files and self.example is not None:
            fact = (self.example, self.files[called])
            if fact not in self.seen:
                self.tell(fact, {"file": fact})
        if called != self.path:
            return None
        self.look(frame)
        return self.on_event

    def on_event(self, frame: types.FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            fact = (self.example, frame.f_lineno)
            if fact not in self.seen and self.example is not None:
                self.tell(fact, {"line": fact})
            self.left -= 1
            if self.left < 0:
                self.exit(0)
            self.looks -= 1
            if self.looks > 0:
                self.look(frame)
        elif event == "exception":
            fact = ("raised", frame.f_lineno)
            if fact not in self.seen:
                self.tell(fact, {"raised": frame.f_lineno})
        elif event == "return":
            self.look(frame)
        return self.on_event

    def look(self, frame: types.FrameType) -> None:
        function = frame.f_code.co_qualname
        for name, value in frame.f_locals.items():
            fact = (function, name, type(value).__name__)
            if fact not in self.seen and function != "<module>":
                self.tell(fact, {"type": fact})

    def tell(self, fact: Any, line: Any) -> None:
        if len(self.seen) < MAX_FACTS:
            self.seen.add(fact)
            self.report(line)


def collect(facts: list[Any]) -> dict[str, Any] | None:
    """The told facts in one piece; none when something else than a tracer wrote them."""
    lines: dict[str, set[int]] = {}
    kinds: dict[str, dict[str, set[str]]] = {}
    files: dict[str, list[str]] = {}
    raised: set[int] = set()
    for fact in facts:
        match fact:
            case {"line": [int(example), int(line)]}:
                lines.setdefault(str(example), set()).add(line)
            case {"raised": int(line)}:
                raised.add(line)
            case {"type": [str(function), str(name), str(kind)]}:
                kinds.setdefault(function, {}).setdefault(name, set()).add(kind)
            case {"file": [int(example), str(path)]}:
                files.setdefault(str(example), []).append(path)
            case _:
                return None
    return {
        "lines": {example: sorted(found) for example, found in lines.items()},
        "types": {function: {name: sorted(found) for name, found in each.items()} for function, each in kinds.items()},
        "files": files,
        "raised": sorted(raised),
    }
