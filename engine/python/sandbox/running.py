"""Op R: runs programs one after another, each in a process and a folder of its own, and reports on each."""

import os
import time
from typing import Any, Callable, Iterator

import children
import scratch
from channel import Channel
from outputs import read_outputs
from program import CLAIMS, run_fresh, run_tests, run_watched
from project import Project, read_project
from tests import read_tests
from watching import read_seen

DEFAULT_CAP = 64 * 1024
MAX_STDOUT = 1024 * 1024
MAX_CLAIMS = 1024 * 1024

# What a program of each kind says of itself, beside its output.
CLAIMS_OF: dict[str, Callable[[bytes], dict[str, Any]]] = {
    "tests": lambda said: {"tests": read_tests(said)},
    "watched": lambda said: {"seen": read_seen(said)},
}

NOT_RUN = {
    "ran": False,
    "returncode": None,
    "stdout": "",
    "stderr": "",
    "stdout_truncated": False,
    "stderr_truncated": False,
    "output_limit": False,
    "duration_ms": 0,
    "timed_out": False,
    "max_rss_kb": 0,
    "cpu_ms": 0,
}


class Capped:
    """Collects a stream up to its cap; one byte more and the program has gone too far."""

    def __init__(self, cap: int) -> None:
        self.cap = cap
        self.data = bytearray()
        self.overflowed = False

    def feed(self, data: bytes) -> bool:
        self.data += data
        if len(self.data) > self.cap:
            self.overflowed = True
            del self.data[self.cap :]
        return not self.overflowed

    def text(self) -> str:
        return self.data.decode("utf-8", "replace")


def run_programs(channel: Channel, request: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """One result for every program, in order; what the budget does not reach has not run."""
    source, project = request["source"], read_project(request)
    end = time.monotonic() + request["total_ms"] / 1000
    for program in request["programs"]:
        left = end - time.monotonic()
        head = {"type": "result", "id": program["id"]}
        if left <= 0:
            yield {**head, **NOT_RUN}
        else:
            yield {**head, **run_program(channel, splice(source, program.get("splices")), program, left, project)}


def splice(source: str, splices: list[Any] | None) -> str:
    """The source with each [start, end, text] put in; the offsets count code points of the source."""
    parts, at = [], 0
    for start, end, text in splices or []:
        parts += [source[at:start], text]
        at = end
    return "".join([*parts, source[at:]])


def run_program(
    channel: Channel, text: str, program: dict[str, Any], left: float, project: Project
) -> dict[str, Any]:
    wall_s = min(program["wall_ms"] / 1000, left)
    source = text.encode("utf-8", "surrogatepass")
    folder = scratch.open_folder()
    streams = {
        1: Capped(min(program.get("stdout_cap") or DEFAULT_CAP, MAX_STDOUT)),
        2: Capped(min(program.get("stderr_cap") or DEFAULT_CAP, MAX_STDOUT)),
        CLAIMS: Capped(MAX_CLAIMS),
    }
    try:
        project.write(folder, source)
        work = choose_work(folder, project.main_source(source), program, project)
        report = {**NOT_RUN, **supervise(channel, work, streams, wall_s, program)}
        # Whatever the program has started is over, so nobody changes the files any more.
        if wanted := program.get("outputs"):
            report["outputs"] = read_outputs(folder, wanted["paths"], wanted["max_bytes"])
        return report
    finally:
        scratch.clear(folder)


def choose_work(folder: str, source: bytes, program: dict[str, Any], project: Project) -> Callable[[], Any]:
    if program["mode"] == "tests":
        return lambda: run_tests(folder, project)
    if program["mode"] == "fresh":
        return lambda: run_fresh(folder, project)
    return lambda: run_watched(folder, source, project)


def supervise(
    channel: Channel, work: Callable[[], Any], streams: dict[int, Capped], wall_s: float, program: dict[str, Any]
) -> dict[str, Any]:
    read_claims = CLAIMS_OF.get(program["mode"])
    pipes = {number: children.open_pipe() for number in streams if number != CLAIMS or read_claims}
    nowhere = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
    readers = {pipes[number][0]: streams[number].feed for number in pipes}
    writing = {number: pipe[1] for number, pipe in pipes.items()}
    started = time.monotonic()
    pid = children.start(work, {0: nowhere, **writing}, wall_s=wall_s)
    for descriptor in (nowhere, *writing.values()):
        os.close(descriptor)
    try:
        reason = children.watch(pid, readers, lambda: started + wall_s, channel)
    finally:
        duration_s = time.monotonic() - started
        ended = children.end(pid)
    is_full = children.drain(readers) or reason == "full"
    for descriptor in readers:
        os.close(descriptor)
    # Several threads can use up the time of the processor before the wall clock does.
    ran_out_of_cpu = ended.returncode == -9 and ended.cpu_ms >= wall_s * 1000
    report = {
        "ran": True,
        "returncode": -9 if reason != "ended" else ended.returncode,
        "stdout": streams[1].text(),
        "stderr": streams[2].text(),
        "stdout_truncated": streams[1].overflowed,
        "stderr_truncated": streams[2].overflowed,
        "output_limit": is_full,
        "duration_ms": round(duration_s * 1000),
        "timed_out": reason == "deadline" or (reason == "ended" and ran_out_of_cpu),
        "max_rss_kb": ended.max_rss_kb,
        "cpu_ms": ended.cpu_ms,
    }
    if read_claims:
        report.update(read_claims(bytes(streams[CLAIMS].data)))
    return report
