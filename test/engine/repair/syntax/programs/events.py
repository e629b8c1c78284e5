from __future__ import annotations

import enum
from contextlib import contextmanager
from typing import Callable


class Level(enum.Enum):
    LOW = 1
    HIGH = 2


Handler = Callable[[str, Level], None]


class Bus:
    """Hands events on to those who asked for them."""

    def __init__(self) -> None:
        self._handlers: dict[str, list[Handler]] = {}
        self._muted: set[str] = set()

    def on(self, name: str) -> Callable[[Handler], Handler]:
        def register(handler: Handler) -> Handler:
            self._handlers.setdefault(name, []).append(handler)
            return handler

        return register

    def emit(self, name: str, text: str, level: Level = Level.LOW) -> int:
        if name in self._muted:
            return 0
        handlers = self._handlers.get(name, [])
        for handler in handlers:
            handler(text, level)
        return len(handlers)

    @contextmanager
    def muted(self, name: str):
        self._muted.add(name)
        try:
            yield self
        finally:
            self._muted.discard(name)


bus = Bus()


@bus.on("saved")
def report(text: str, level: Level) -> None:
    match level:
        case Level.HIGH:
            print("!", text)
        case _:
            print(text)


bus.emit("saved", "überall gespeichert ✓", Level.HIGH)
with bus.muted("saved"):
    assert bus.emit("saved", "nothing") == 0
