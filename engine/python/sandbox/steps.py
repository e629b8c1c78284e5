"""Takes a loaded program through the steps of a plan and claims what came of each."""

import io
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
    """A step ready to run."""

    def __init__(self, step: dict[str, Any]) -> None:
        self.claim: int | None = step.get("claim")
        self.example: int | None = step.get("example")
        self.source: str = step["source"] if self.claim is not None else step["exec"]
        try:
            self.code = compile(self.source, NAMELESS, "exec" if self.claim is None else "eval", dont_inherit=True)
            self.error: Exception | None = None
        except Exception as error:
            self.error = error

    def run(self, namespace: dict[str, Any]) -> Any:
        if self.error is not None:
            raise self.error
        return eval(self.code, namespace)


def compile_steps(steps: list[dict[str, Any]]) -> list[Compiled]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [Compiled(step) for step in steps]


def run_steps(
    steps: list[Compiled],
    namespace: dict[str, Any],
    printed: Printed,
    report: Callable[[list[Any]], Any],
    *,
    stop_on: type[BaseException] | tuple[()] = (),
    entering: Callable[[int | None], Any] | None = None,
) -> None:
    """Runs the steps in order in one namespace. A set-up step that raises is told by the next claim."""
    failed: tuple[str, str] | None = None
    example: int | None = -1
    for step in steps:
        if step.example != example:
            example = step.example
            printed.clear()
            if entering is not None:
                entering(example)
        if step.claim is not None and failed is not None:
            report([step.claim, "raised", *failed, printed.take()])
            failed = None
            continue
        try:
            value = step.run(namespace)
            encoded = encode(value) if step.claim is not None else None
        except stop_on:
            raise
        except BaseException as error:
            failed = tell(error, None if example is not None else step.source)
            if step.claim is not None:
                report([step.claim, "raised", *failed, printed.take()])
                failed = None
        else:
            if step.claim is not None:
                report([step.claim, "value", encoded, printed.take()])


def tell(error: BaseException, setup: str | None) -> tuple[str, str]:
    """The exception's type and message as text, whatever its class makes of them."""
    name = str(type(error).__name__)
    try:
        message = str(error)[:MAX_MESSAGE]
    except Exception:
        message = ""
    if setup is not None:
        message += f" (in the set-up before it: {setup[:80]})"
    return name, message
