"""What happens in a program's own process: as a script, in a new interpreter, as tests."""

import atexit
import builtins
import io
import json
import os
import signal
import sys
import types
from typing import Any, NoReturn

from channel import write_all
from project import Project
from startup import add_packages, layers, shared_packages
from watching import watch

CLAIMS = 3
STEPS = "steps.json"
RECURSION_LIMIT = 1000


def environment(seed: int = 0) -> dict[str, str]:
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "LANG": "C.UTF-8",
        "HOME": "/tmp",
        "PYTHONHASHSEED": str(seed),
        "PYTHONIOENCODING": "utf-8:strict",
        # A box has one processor. A thread for each of the machine's would meet the limit of processes on a large one.
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        # Where a new interpreter finds the packages of this call: interpreter_start.py.
        **({"ASSAY_PACKAGES": os.pathsep.join(layers)} if layers else {}),
        **({"ASSAY_SHARED": os.pathsep.join(shared_packages)} if shared_packages else {}),
    }


def run_fresh(folder: str, project: Project) -> NoReturn:
    """A new interpreter. Its output is unbuffered, so that what was printed before a time-out is kept."""
    os.chdir(folder)
    # Python sets this for itself; ours must not reach it through exec.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    what = ["-m", project.module] if project.is_in_package else [project.main]
    surroundings = environment()
    if not project.is_alone:
        surroundings["PYTHONPATH"] = os.pathsep.join(project.roots(folder))
    os.execve(sys.executable, ["python3", "-s", "-u", "-X", "utf8", *what], surroundings)


def run_seeded(folder: str, seed: int, project: Project) -> NoReturn:
    """The program in a new interpreter with another seed for its hashes."""
    run_helper("seeded.py", folder, {"project": project._asdict()}, environment(seed))


def run_tests(folder: str, project: Project) -> NoReturn:
    paths = [path for path in (project.main, *project.files) if os.path.basename(path).startswith("test_")]
    task = {"roots": project.roots(folder), "tests": [os.path.join(folder, path) for path in paths]}
    run_helper("testing.py", folder, task, environment())


def run_helper(name: str, folder: str, task: dict[str, Any], surroundings: dict[str, str]) -> NoReturn:
    """A script of ours in a new interpreter, which becomes the program's."""
    with open(os.path.join(folder, STEPS), "w", encoding="ascii") as stream:
        json.dump(task, stream)
    script = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    os.execve(sys.executable, ["python3", "-S", "-s", "-P", "-u", "-X", "utf8", script, folder], surroundings)


def run_watched(folder: str, source: bytes, project: Project) -> NoReturn:
    """The program as `__main__` in this fork, with the end of an ordinary interpreter. Tells which lines have run."""
    become_program(folder, open_stdout(), project)
    code = 0
    module = make_module("__main__", folder, project)
    sys.argv = [project.main]
    watch(module.__dict__["__file__"], lambda seen: write_all(CLAIMS, json.dumps(seen).encode("ascii") + b"\n"))
    try:
        exec(compile(source, module.__dict__["__file__"], "exec", dont_inherit=True), module.__dict__)
    except BaseException as error:
        code = report_exception(error)
    os._exit(close_interpreter(code))


def open_stdout() -> io.TextIOWrapper:
    raw = io.FileIO(1, "wb", closefd=False)
    raw.name = "<stdout>"
    return io.TextIOWrapper(raw, encoding="utf-8", errors="strict", newline="\n", write_through=True)


def become_program(folder: str, stdout: io.TextIOWrapper, project: Project) -> None:
    """Leaves the harness behind: its modules, its streams, its signals, its place on the stack."""
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment())
    here = os.path.dirname(os.path.abspath(__file__))
    for name, module in list(sys.modules.items()):
        if os.path.dirname(getattr(module, "__file__", None) or "") == here:
            del sys.modules[name]
    project.uncover()
    add_packages()
    sys.path[:0] = project.roots(folder)
    sys.argv = [""]
    stderr = io.TextIOWrapper(io.FileIO(2, "wb", closefd=False), "utf-8", "backslashreplace", "\n", write_through=True)
    stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, "rb", closefd=False)), "utf-8", "strict")
    sys.stdin = sys.__stdin__ = stdin  # type: ignore[misc]
    sys.stdout = sys.__stdout__ = stdout  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = stderr  # type: ignore[misc]
    # What Python itself sets up at its start.
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    sys.setrecursionlimit(RECURSION_LIMIT + stack_depth())


def stack_depth() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth


def make_module(name: str, folder: str, project: Project) -> types.ModuleType:
    module = types.ModuleType(name)
    module.__dict__.update(__file__=os.path.join(folder, project.main), __builtins__=builtins)
    if project.is_in_package:
        module.__package__ = project.module.rpartition(".")[0]
    sys.modules[name] = sys.modules["__main__"] = module
    return module


def report_exception(error: BaseException) -> int:
    """Says what an interpreter says of an exception nobody caught, without our frames, and gives its exit code."""
    if isinstance(error, SystemExit):
        return exit_code(error)
    traceback = error.__traceback__
    while traceback is not None and traceback.tb_frame.f_code.co_filename == __file__:
        traceback = traceback.tb_next
    try:
        sys.excepthook(type(error), error.with_traceback(traceback), traceback)
    except BaseException:
        sys.__excepthook__(type(error), error, traceback)
    return -signal.SIGINT if isinstance(error, KeyboardInterrupt) else 1


def exit_code(error: SystemExit) -> int:
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    try:
        print(error.code, file=sys.stderr)
    except Exception:
        pass
    return 1


def close_interpreter(code: int) -> int:
    """Waits for threads, runs what was registered for the end, and writes out what is left."""
    try:
        threading = sys.modules.get("threading")
        if threading is not None:
            threading._shutdown()
        atexit._run_exitfuncs()
    except BaseException as error:
        report_exception(error)
    try:
        if sys.stdout is not None and not sys.stdout.closed:
            sys.stdout.flush()
    except Exception:
        code = 120
    if code == -signal.SIGINT:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
    return code
