"""Takes a loaded program through the steps of a plan and claims what came of each."""

import io
import itertools
import warnings
from typing import Any, Callable

from encoding import encode

MAX_PRINTED = 64 * 1024
MAX_MESSAGE = 400
NAMELESS = "<example>"


class Printed(io.BufferedIOBase):
    """Standard output while examples run: kept for the claim, and passed on."""

    def __init__(self, pass_on: Callable[[bytes], Any]) -> None:
        self.pass_on = pass_on
        self.parts: list[bytes] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        part = bytes(data)
        self.size += len(part)
        if self.size <= MAX_PRINTED:
            self.parts.append(part)
        self.pass_on(part)
        return len(part)

    def take(self) -> str:
        text = b"".join(self.parts).decode("utf-8", "replace")
        self.clear()
        return text

    def clear(self) -> None:
        self.parts.clear()
        self.size = 0

    def as_text(self) -> io.TextIOWrapper:
        return io.TextIOWrapper(self, encoding="utf-8", errors="strict", newline="\n", write_through=True)  # type: ignore[arg-type]


class Compiled:
    """A step ready to run: an expression, of which it is claimed under its number what came, or a statement before it."""

    def __init__(self, claim: int | None, source: str) -> None:
        self.claim = claim
        self.error: Exception | None = None
        try:
            self.code = compile(source, NAMELESS, "exec" if claim is None else "eval", dont_inherit=True)
        except Exception as error:
            self.error = error

    def run(self, namespace: dict[str, Any]) -> Any:
        if self.error is not None:
            raise self.error
        return eval(self.code, namespace)


def compile_steps(steps: list[Any]) -> list[Compiled]:
    numbers = itertools.count()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            Compiled(None, step["exec"]) if isinstance(step, dict) else Compiled(next(numbers), step) for step in steps
        ]


def run_steps(
    steps: list[Compiled],
    namespace: dict[str, Any],
    printed: Printed,
    report: Callable[[list[Any]], Any],
    stop_on: type[BaseException],
) -> None:
    """Evaluates the steps in order in one namespace."""
    for step in steps:
        printed.clear()
        try:
            came = step.run(namespace)
            encoded = None if step.claim is None else encode(came)
        except stop_on:
            raise
        except BaseException as error:
            if step.claim is not None:
                report([step.claim, "raised", *tell(error), printed.take()])
            continue
        if step.claim is not None:
            report([step.claim, "value", encoded, printed.take()])


def tell(error: BaseException) -> tuple[str, str]:
    """The exception's type and message as text, whatever its class makes of them."""
    try:
        message = str(error)[:MAX_MESSAGE]
    except Exception:
        message = ""
    return str(type(error).__name__), message
