"""The worker that tries many candidates in one interpreter: a screen, not a verdict, for they can disturb each other.

What one candidate can do to the next is kept small all the same: a budget of lines, a timer, a cap on output, fresh
streams and builtins for each, and a fresh worker when one has left threads behind.
"""

import _thread
import builtins
import gc
import json
import os
import resource
import signal
import sys
import types
import warnings
from typing import Any

from channel import write_all
from program import CLAIMS, RECURSION_LIMIT, become_program, make_module, stack_depth
from project import forget_modules, read_project, write_file
from running import splice
from steps import MAX_PRINTED, Compiled, Printed, compile_steps, run_steps

# What a candidate may use of the processor beside its lines, and for each of those at the most. One that only waits is
# stopped from outside, with its worker.
CPU_S = 0.4
LINE_S = 1e-6
# The cost, in lines, of one that used it up without running lines.
PRICE_OF_WAITING = 1_000_000
MEMORY_BYTES = 160 * 1024 * 1024
COLLECT_EVERY = 100


class OutOfSteps(BaseException):
    """The candidate has used up its lines, its time or its output; `except Exception` must not swallow it."""


class Screen:
    def __init__(self, folder: str, request: dict[str, Any]) -> None:
        self.source: str = request["source"]
        self.candidates: list[Any] = request["candidates"]
        self.steps: list[Compiled] = compile_steps(request["steps"])
        self.line_budget: int = request["line_budget"]
        self.cpu_s = cpu_of(self.line_budget)
        self.folder = folder
        self.project = read_project(request)
        self.path = os.path.join(folder, self.project.source_path)
        self.main_path = os.path.join(folder, self.project.main)
        self.pid = os.getpid()
        self.builtins = dict(builtins.__dict__)
        self.make_module, self.forget = make_module, forget_modules
        self.write_file = write_file
        self.main_code: types.CodeType | None = None
        # Held here because a candidate may put others in their place.
        self.dumps, self.setitimer, self.settrace, self.exit = json.dumps, signal.setitimer, sys.settrace, os._exit

    def run(self, first: int) -> None:
        """Tries the candidates from the first on, and says what came of each before it goes on to the next."""
        self.printed = Printed(self.count_output)
        become_program(self.folder, self.printed.as_text(), self.project)
        limit_memory()
        warnings.simplefilter("ignore")
        signal.signal(signal.SIGPROF, self.on_alarm)
        gc.disable()
        # What is kept of a file goes by its length and the second it was written in: too little for an edit.
        sys.dont_write_bytecode = True
        if self.project.edited:
            self.main_code = compile(self.project.main_source(b""), self.main_path, "exec", dont_inherit=True)
        depth = RECURSION_LIMIT + stack_depth() + 3
        for index in range(first, len(self.candidates)):
            outcome = self.try_safely(index)
            if os.getpid() != self.pid:
                self.exit(0)
            self.say([index, outcome, self.used + self.waited])
            if _thread._count() > 0:
                self.exit(0)
            self.restore(depth)
            if index % COLLECT_EVERY == 0:
                gc.collect()
        self.exit(0)

    def try_safely(self, index: int) -> Any:
        try:
            return self.try_candidate(index)
        except BaseException:
            return None
        finally:
            self.settrace(None)
            self.setitimer(signal.ITIMER_PROF, 0)

    def try_candidate(self, index: int) -> list[Any]:
        claims: list[Any] = []
        self.used = self.waited = 0
        self.printed.clear()
        self.output_left = MAX_PRINTED
        text = splice(self.source, self.candidates[index])
        code = compile(text, self.path, "exec", dont_inherit=True)
        if self.main_code is not None:
            self.write_file(self.path, text.encode("utf-8", "surrogatepass"))
            code = self.main_code
        if not self.project.is_alone:
            self.forget(self.folder)
        namespace = self.make_module(self.project.module, self.folder, self.project).__dict__
        self.setitimer(signal.ITIMER_PROF, self.cpu_s, CPU_S / 4)
        self.settrace(self.count_lines())
        exec(code, namespace)
        run_steps(self.steps, namespace, self.printed, claims.append, OutOfSteps)
        self.settrace(None)
        # A candidate that caught the exception, and so lost its tracing, has no result either.
        if self.used > self.line_budget:
            raise OutOfSteps
        return claims

    def count_lines(self) -> Any:
        limit, paths = self.line_budget, (self.path, self.main_path)

        def on_line(frame: types.FrameType, event: str, argument: Any) -> Any:
            self.used += 1
            if self.used > limit:
                raise OutOfSteps
            return on_line

        def on_call(frame: types.FrameType, event: str, argument: Any) -> Any:
            return on_line if frame.f_code.co_filename in paths else None

        return on_call

    def count_output(self, part: bytes) -> None:
        self.output_left -= len(part)
        if self.output_left < 0:
            self.used = self.line_budget + 1
            raise OutOfSteps

    def on_alarm(self, number: int, frame: Any) -> None:
        self.used = self.line_budget + 1
        self.waited = PRICE_OF_WAITING
        raise OutOfSteps

    def say(self, value: Any) -> None:
        try:
            write_all(CLAIMS, self.dumps(value).encode("ascii") + b"\n")
        except BaseException:
            self.exit(1)

    def restore(self, depth: int) -> None:
        """Puts back what a candidate can change of the interpreter with a line or two."""
        held = builtins.__dict__
        if held != self.builtins:
            held.clear()
            held.update(self.builtins)
        if sys.stdout is not sys.__stdout__ or getattr(sys.stdout, "closed", True):
            self.printed = Printed(self.count_output)
            sys.stdout = sys.__stdout__ = self.printed.as_text()  # type: ignore[misc]
        if sys.getrecursionlimit() != depth:
            sys.setrecursionlimit(depth)
        signal.signal(signal.SIGPROF, self.on_alarm)


def cpu_of(lines: int) -> float:
    return CPU_S + LINE_S * lines


def limit_memory() -> None:
    """A candidate that takes more gets a MemoryError, long before the box would have to kill the worker."""
    with open("/proc/self/statm") as stream:
        size = int(stream.read().split()[0]) * resource.getpagesize() + MEMORY_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
