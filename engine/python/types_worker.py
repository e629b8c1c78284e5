"""Mypy kept warm: one process that has read the standard library's types, and forks workers that check texts.

    python -I types_worker.py SOCKET FOLDER PYTHON_VERSION PACKAGES CACHE

PACKAGES are the folders of packages whose types are known, with a colon between them, and CACHE is where mypy keeps what
it has read of them; both may be empty.

The parent prints one JSON line when it is warm, then forks a worker for every line on standard input and ends with it.
A worker connects to SOCKET, says its pid, and answers each line `{"id", "files", "base", "first", "what", "cpu_s"}`
with one line a tool, `{"id", "refusals"}` and `{"id", "messages", "unlisted", "unfinished"}`, or with `{"id",
"error"}`; `what` is `types`, `syntax` or `both`. `files` are texts by path, and `base` is the folder that their
imports begin at; it is null for a text that stands alone. `first` are the codes of the messages that are listed before
all others; how many are not listed is told by the file they are about. `unfinished` are the paths of the texts that
mypy stopped in. A tool that uses more than `cpu_s` of processor time ends the worker; `cpu_ms` in all it says is what
it has used in its life. It never runs what it reads.
"""

import gc
import json
import os
import resource
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
from light_contexts import lighten_contexts  # noqa: E402
from listed_messages import listed_messages  # noqa: E402
from parent import die_with_parent  # noqa: E402
from project_checker import check_project  # noqa: E402
from type_checker import WARM_TEXT, Checker, warm_checker  # noqa: E402

# Beyond what the texts of its life may take at their limit: only a worker that nobody watches any more meets it.
CPU_SECONDS_A_WORKER = 3600
MEMORY_BYTES_A_WORKER = 2 * 1024**3
# Packages that a caller asked for are read as well, and anybody may have written them.
WARM_SECONDS = 90
MEMORY_BYTES = 4 * 1024**3


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
    files, base, what = request["files"], request["base"], request["what"]
    refusals: dict[str, Any] = {}
    if what != "types":
        with limited(request["cpu_s"]):
            refusals = {path: refusal(text, python_version) for path, text in files.items()}
        say(lines, {"id": request["id"], "refusals": refusals})
    if what != "syntax":
        readable = {path: text for path, text in files.items() if not refusals.get(path)}
        with limited(request["cpu_s"]):
            said, unfinished = check(checker, readable, base)
            messages, unlisted = listed_messages(said, request["first"])
        say(lines, {"id": request["id"], "messages": messages, "unlisted": unlisted, "unfinished": unfinished})


def check(checker: Checker, files: dict[str, str], base: str | None) -> tuple[list[str], list[str]]:
    if base is not None:
        return check_project(checker, files, base)
    said: list[str] = []
    unfinished: list[str] = []
    for path, text in files.items():
        messages, is_finished = checker.check(text)
        said += messages
        unfinished += [] if is_finished else [path]
    return said, unfinished


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
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS_A_WORKER, CPU_SECONDS_A_WORKER))
    limit_memory(MEMORY_BYTES_A_WORKER)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def limit_memory(size: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def serve(socket_path: str, folder: str, python_version: str, packages: str, cache: str) -> None:
    die_with_parent()
    limit_memory(MEMORY_BYTES)
    warnings.simplefilter("ignore")
    lighten_contexts()
    with limited(WARM_SECONDS):
        checker = warm_checker(folder, python_version, packages.split(os.pathsep) if packages else [], cache)
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
