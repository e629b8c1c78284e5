"""What is of a whole process: the examples change it in theirs, and the program has to see it in its own."""

import os
import sys
from typing import Any

from questions import Questions

# Functions of the library that tests put others in the place of.
WATCHED = {
    "builtins": ("input", "open", "print"),
    "time": ("time", "sleep", "monotonic", "perf_counter"),
    "random": ("random", "randint", "choice", "shuffle", "sample", "uniform", "randrange"),
    "os": ("getcwd", "getenv", "listdir"),
    "os.path": ("exists", "isfile", "isdir"),
    "datetime": ("datetime", "date"),
    "uuid": ("uuid4",),
    "subprocess": ("run", "check_output", "Popen"),
    "socket": ("socket",),
    "sys": ("argv",),
}


class World:
    """Compared before each question; what differs from last time is told."""

    def __init__(self, questions: Questions, text: str) -> None:
        self.questions = questions
        self.environment = dict(environment())
        self.stdin = sys.stdin
        self.is_seeded = False
        self.functions: dict[tuple[str, str], Any] = {}
        self.loaded = set(sys.modules)
        self.watch(self.loaded)
        self.is_seeded = False
        # Before the text takes a function out of it, and only then: to load it takes a tenth of a box's start.
        if "dataclasses" in text:
            self.ask_for_fields()

    def ask_for_fields(self) -> None:
        import dataclasses

        for name in ("asdict", "astuple", "replace", "fields"):
            setattr(dataclasses, name, self.asking(getattr(dataclasses, name)))

    def asking(self, function: Any) -> Any:
        """What reads the inside of an object has to be done where the object is."""

        def asked(value: Any, *args: Any, **kwargs: Any) -> Any:
            if self.questions.is_theirs(value):
                return self.questions.ask("library", "dataclasses", function.__name__, (value, *args), kwargs)
            return function(value, *args, **kwargs)

        return asked

    def watch(self, modules: set[str]) -> None:
        for module in modules & WATCHED.keys():
            for name in WATCHED[module]:
                self.functions[module, name] = getattr(sys.modules[module], name, None)
        if "random" in modules:
            self.watch_random(sys.modules["random"])

    def watch_random(self, random: Any) -> None:
        """A stream of numbers that is started again is started again in the program as well."""
        self.is_seeded = True
        for name in ("seed", "setstate"):
            setattr(random, name, self.noting(getattr(random, name)))

    def noting(self, function: Any) -> Any:
        def noted(*args: Any, **kwargs: Any) -> Any:
            self.is_seeded = True
            return function(*args, **kwargs)

        return noted

    def pass_on(self) -> None:
        if len(sys.modules) != len(self.loaded):
            new = set(sys.modules) - self.loaded
            self.loaded |= new
            self.watch(new)
        if environment() != self.environment:
            self.environment = dict(environment())
            self.questions.ask("world", "os", "environ", dict(os.environ))
        if sys.stdin is not self.stdin:
            self.stdin = sys.stdin
            self.tell_stdin()
        if self.is_seeded:
            self.is_seeded = False
            self.questions.ask("world", "random", "state", sys.modules["random"].getstate())
        for (module, name), known in self.functions.items():
            now = getattr(sys.modules[module], name, None)
            if now is not known:
                self.functions[module, name] = now
                self.questions.ask("world", module, name, now)

    def tell_stdin(self) -> None:
        """A text to read from is given whole: its place is where the program goes on reading."""
        try:
            at = self.stdin.tell()
            text = self.stdin.read()
            self.stdin.seek(at)
        except (AttributeError, OSError, ValueError):
            return
        self.questions.ask("world", "sys", "stdin", text)


def environment() -> dict[Any, Any]:
    """As it is kept: to compare it with a copy takes no time."""
    return os.environ._data  # type: ignore[attr-defined, no-any-return]
