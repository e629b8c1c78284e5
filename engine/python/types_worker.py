"""Mypy kept warm: one process that has read the standard library's types, and forks workers that check texts.

    python -I types_worker.py SOCKET FOLDER PYTHON_VERSION PACKAGES

The parent prints one JSON line when it is warm, then forks a worker for every line on standard input and ends with
it. A worker connects to SOCKET, says its pid, and answers each line `{"id", "text", "what", "cpu_s"}` with one line a
tool, `{"id", "refusal"}` and `{"id", "messages"}`, or with `{"id", "error"}`; `what` is `types`, `syntax` or `both`. A
tool that uses more than `cpu_s` of processor time ends the worker; `cpu_ms` in all it says is what it has used in its
life. It never runs what it reads.
"""

import ctypes
import gc
import json
import os
import signal
import socket
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mypy import version

# Isolated, Python does not look beside the program.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compiler import refusal  # noqa: E402
from type_checker import WARM_TEXT, Checker, warm_checker  # noqa: E402

# Beyond what the texts of its life may take at their limit: only a worker that nobody watches any more meets it.
CPU_SECONDS_A_WORKER = 3600
MEMORY_BYTES_A_WORKER = 2 * 1024**3


def work(checker: Checker, socket_path: str, python_version: str) -> None:
    """The life of a worker: answers texts until the other side hangs up."""
    limit_resources()
    checker.folder = os.path.join(checker.folder, str(os.getpid()))
    os.mkdir(checker.folder, 0o700)
    os.chdir(checker.folder)
    with socket.socket(socket.AF_UNIX) as connection:
        # Before anything that may fail: a worker that is lost must be missed.
        connection.connect(socket_path)
        checker.check(WARM_TEXT)
        with connection.makefile("rw", encoding="utf-8", newline="\n") as lines:
            say(lines, {"pid": os.getpid()})
            for line in lines:
                request = json.loads(line)
                try:
                    answer(checker, lines, request, python_version)
                except BaseException as error:
                    # What is left of the build is not to be trusted: answer, and make room for a fresh worker.
                    say(lines, {"id": request["id"], "error": type(error).__name__})
                    return
                gc.collect(1)


def answer(checker: Checker, lines: Any, request: dict[str, Any], python_version: str) -> None:
    """Says what each tool finds as soon as it is known: the next may never come to an end."""
    text, what, refused = request["text"], request["what"], None
    if what != "types":
        with limited(request["cpu_s"]):
            refused = refusal(text, python_version)
        say(lines, {"id": request["id"], "refusal": refused})
    if what != "syntax":
        with limited(request["cpu_s"]):
            messages = [] if refused else checker.check(text)
        say(lines, {"id": request["id"], "messages": messages})


@contextmanager
def limited(cpu_s: float) -> Iterator[None]:
    """Ends this process, by a signal nobody handles, once it has used so much processor time in here."""
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def say(lines: Any, message: dict[str, Any]) -> None:
    lines.write(json.dumps({**message, "cpu_ms": round(time.process_time() * 1000)}) + "\n")
    lines.flush()


def limit_resources() -> None:
    import resource

    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS_A_WORKER, CPU_SECONDS_A_WORKER))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES_A_WORKER, MEMORY_BYTES_A_WORKER))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def die_with_parent() -> None:
    """Asks Linux to end this process when the one that started it ends, even by SIGKILL."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def serve(socket_path: str, folder: str, python_version: str, packages: str) -> None:
    die_with_parent()
    warnings.simplefilter("ignore")
    checker = warm_checker(folder, python_version, packages)
    gc.collect()
    gc.freeze()
    # Young objects are collected after each answer instead, when nobody waits.
    gc.disable()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print(json.dumps({"mypy": version.__version__, "python": sys.version.split()[0]}), flush=True)
    for _ in sys.stdin:
        if os.fork() == 0:
            sys.stdin.close()
            # The parent speaks there, and mypy prints when it fails.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            die_with_parent()
            try:
                work(checker, socket_path, python_version)
            finally:
                os._exit(0)


if __name__ == "__main__":
    serve(*sys.argv[1:])
