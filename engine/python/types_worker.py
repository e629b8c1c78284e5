"""Mypy kept warm: one process that has read the standard library's types, and forks workers that check texts.

    python -I types_worker.py SOCKET FOLDER PYTHON_VERSION

The parent prints one JSON line when it is warm, then forks a worker for every line on standard input and ends with
it. A worker connects to SOCKET, says its pid, and answers each line `{"id", "text", "what", "cpu_s"}` with one line a
tool, `{"id", "refusal"}` and `{"id", "messages"}`, or with `{"id", "error"}`; `what` is `types`, `syntax` or `both`. A
tool that uses more than `cpu_s` of processor time ends the worker; `cpu_ms` in all it says is what it has used in its
life. It never runs what it reads.
"""

import ast
import ctypes
import gc
import json
import os
import re
import signal
import socket
import sys
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from mypy import build, fscache, main, version
from mypy.errors import CompileError
from mypy.modulefinder import BuildSource
from mypy.semanal_main import semantic_analysis_for_scc
from mypy.server.update import (
    BlockedUpdate,
    FineGrainedBuildManager,
    ensure_trees_loaded,
    update_module_isolated,
)
from mypy.typestate import type_state

# Isolated, Python does not look beside the program.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from type_hooks import Hooks, unknown  # noqa: E402

# Names nobody writes: the submitted text could import them.
MODULE = "submitted_5e1f__"
WARM_MODULE = "warm_5e1f__"

# What programs commonly import; a module outside this list costs tens of milliseconds the first time. Modules that
# import each other have to be here: read one by one, they know less of each other.
WARM_MODULES = """
__future__ abc argparse array ast asyncio base64 bisect builtins calendar cmath codecs collections collections.abc
concurrent.futures configparser contextlib contextvars copy csv ctypes dataclasses datetime decimal difflib dis email
enum errno fnmatch fractions functools gc getpass glob gzip hashlib heapq hmac html http http.client http.server
importlib importlib.util inspect io ipaddress itertools json keyword linecache locale logging logging.handlers lzma
math mimetypes multiprocessing numbers operator os os.path pathlib pickle platform pprint queue random re sched
secrets select selectors shelve shlex shutil signal smtplib socket socketserver sqlite3 ssl stat statistics string
struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit tokenize tomllib traceback types
typing typing_extensions unicodedata unittest unittest.mock urllib urllib.error urllib.parse urllib.request uuid
warnings weakref xml.dom.minidom xml.etree.ElementTree zipfile zlib zoneinfo
""".split()

WARM_IMPORTS = "\n".join("import " + name for name in WARM_MODULES)

# Texts that touch the parts of mypy a first check would otherwise load on the caller's time.
WARM_TEXT = """
import asyncio
from dataclasses import dataclass, field
@dataclass
class Item:
    name: str
    tags: list[str] = field(default_factory=list)
    def total(self, more: int = 0) -> float:
        return sum(len(tag) for tag in self.tags) + more
async def load(ids):
    return await asyncio.gather(*(asyncio.sleep(i, i) for i in ids))
def use(item: Item) -> dict[str, float]:
    with open(item.name) as stream:
        rows = [line.split(",") for line in stream if line]
    return {row[0]: float(row[1]) for row in rows} | {"n": item.total("x")}
"""

# What a parser of any version stops at, whatever the grammar.
LIMITS_OF_EVERY_VERSION = (
    "too many nested parentheses",
    "too many levels of indentation",
    "source code string cannot contain null bytes",
    "Exceeds the limit (",
)

# Beyond what the texts of its life may take at their limit: only a worker that nobody watches any more meets it.
CPU_SECONDS_A_WORKER = 3600
MEMORY_BYTES_A_WORKER = 2 * 1024**3


class Checker:
    """One warm build that takes a text in, checks it as a module of its own, and lets go of it again."""

    def __init__(self, folder: str, python_version: str, cache: str = os.devnull) -> None:
        self.folder = folder
        self.files = fscache.FileSystemCache()
        flags = [
            "--check-untyped-defs",
            "--ignore-missing-imports",
            "--no-site-packages",
            "--config-file=",
            "--cache-dir=" + cache,
            "--no-sqlite-cache",
            "--native-parser",
            "--output=json",
            "--python-version=" + python_version,
        ]
        _, options = main.process_options([*flags, "-c", "x"], fscache=self.files)
        # No text depends on another, so their dependencies are not worked out: it costs time, and fails on some texts.
        options.fine_grained_incremental = False
        options.incremental = options.local_partial_types = options.raise_exceptions = True
        warm = BuildSource(None, WARM_MODULE, WARM_IMPORTS)
        hooks = Hooks(options)
        hooks.module = MODULE
        built = build.build(sources=[warm], options=options, fscache=self.files, extra_plugins=[hooks])
        self.build = FineGrainedBuildManager(built)
        self.build.manager.modules["math"].names["inf"].node.type = unknown()
        # Only the standard library's types are remembered on disk, never anything of a text.
        options.cache_dir = os.devnull
        self.build.manager.cache_enabled = False
        options.preserve_asts = True

    def check(self, text: str) -> list[str]:
        path = os.path.join(self.folder, MODULE + ".py")
        with open(path, "wb") as stream:
            stream.write(text.encode())
        self.files.flush()
        manager, graph = self.build.manager, self.build.graph
        try:
            state = self.load(path)
            if state is None:
                return self.check_after_imports(path)
            # As mypy's own update does, without what only modules that import this one would need.
            ensure_trees_loaded(manager, graph, state.dependencies)
            manager.import_map[MODULE] = {*state.dependencies, *state.suppressed}
            semantic_analysis_for_scc(graph, [MODULE], manager.errors)
            state.type_check_first_pass()
            state.type_check_second_pass()
            state.detect_possibly_undefined_vars()
            state.generate_unused_ignore_notes()
            state.generate_ignore_without_code_notes()
            return manager.errors.new_messages()
        except CompileError as error:
            return error.messages
        finally:
            self.forget()

    def load(self, path: str) -> build.State | None:
        """The text in the build; None where it imports modules that have not been read yet."""
        manager, graph = self.build.manager, self.build.graph
        manager.errors.reset()
        state = build.State.new_state(id=MODULE, path=path, source=None, manager=manager, root_source=True)
        manager.parse_all([state])
        if not state.suppressed and all(name in graph for name in state.dependencies):
            graph[MODULE] = state
            return state
        # Looks at every module of the build, so it is asked only for what is not there.
        manager.errors.reset()
        loaded: list[build.State] = []
        try:
            build.load_graph([BuildSource(path, MODULE, None)], manager, graph, loaded)
        finally:
            if len(loaded) > 1:
                for each in loaded:
                    graph.pop(each.id, None)
                    manager.modules.pop(each.id, None)
        return graph.get(MODULE)

    def check_after_imports(self, path: str) -> list[str]:
        """Modules of the standard library met for the first time are read before the text that imports them."""
        pending = [(MODULE, path)]
        while True:
            self.build.manager.errors.reset()
            result = update_module_isolated(
                *pending[0],
                self.build.manager,
                self.build.previous_modules,
                self.build.graph,
                force_removed=False,
                followed=False,
            )
            if isinstance(result, BlockedUpdate):
                return result.messages
            if result.module == MODULE:
                return self.build.manager.errors.new_messages()
            pending = [(name, where) for name, where in result.remaining if name != MODULE] + [(MODULE, path)]

    def forget(self) -> None:
        """Lets go of the text."""
        manager = self.build.manager
        for known in (self.build.graph, manager.modules, manager.missing_modules):
            known.pop(MODULE, None)
        # What mypy remembers of coroutines and of classes would keep the text's own alive.
        manager.semantic_analyzer.wrapped_coro_return_types.clear()
        type_state.reset_all_subtype_caches()
        type_state.reset_protocol_deps()
        self.build.flush_cache()


def refusal(text: str, python_version: str) -> dict[str, Any] | None:
    """Why CPython will not compile the text, where this interpreter is fit to say so."""
    try:
        compile(text, "<code>", "exec", dont_inherit=True)
        return None
    except SyntaxError as error:
        if is_older_than(python_version) and not is_beyond_grammar(text, error):
            return None
        return {"message": error.msg, "line": error.lineno or None, "column": column_of(text, error)}
    except ValueError as error:
        return {"message": str(error), "line": None, "column": None}
    except (MemoryError, RecursionError):
        # How deep is too deep differs between versions.
        if is_older_than(python_version):
            return None
        return {"message": "too deeply nested for the compiler", "line": None, "column": None}


def is_older_than(python_version: str) -> bool:
    return sys.version_info < tuple(int(part) for part in python_version.split("."))


def is_beyond_grammar(text: str, error: SyntaxError) -> bool:
    """An older Python does not know newer grammar, so its word counts only on what comes after parsing."""
    if error.msg.startswith(LIMITS_OF_EVERY_VERSION):
        return True
    if error.msg.startswith("no binding for nonlocal"):
        return False  # said wrongly of mangled names before 3.13; ruff knows the rule
    return parses(text)


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def column_of(text: str, error: SyntaxError) -> int | None:
    """From 1, in code points: that is how the parser counts, but what comes after it counts UTF-8 bytes."""
    if not error.lineno or error.offset is None:
        return None
    if not parses(text):
        return max(error.offset, 1)
    line = re.split("\r\n|\r|\n", text)[error.lineno - 1].encode()
    return len(line[: max(error.offset - 1, 0)].decode(errors="ignore")) + 1


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


def warm_checker(folder: str, python_version: str) -> Checker:
    """Reads the standard library's types: from what an earlier start of this environment left, or from their source."""
    try:
        return warmed(Checker(folder, python_version, cache_folder()))
    except Exception:
        # What was left there may be damaged; nothing else of it is needed.
        return warmed(Checker(folder, python_version))


def warmed(checker: Checker) -> Checker:
    for text in (WARM_TEXT, WARM_IMPORTS):
        checker.check(text)
    return checker


def cache_folder() -> str:
    """Beside the tools that made it, where they have a virtual environment of their own."""
    return os.devnull if sys.prefix == sys.base_prefix else os.path.join(sys.prefix, "types-cache")


def serve(socket_path: str, folder: str, python_version: str) -> None:
    die_with_parent()
    warnings.simplefilter("ignore")
    checker = warm_checker(folder, python_version)
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
