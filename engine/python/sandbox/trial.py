"""Op E: the caller's text in a judge, the submitted code in a program, two processes that answer each other.

PID 1 starts both, the judge first, and neither from the other. When the judge has said all, or its time is up, both are
ended with all they started; only then another process reads what the judge wrote down and answers.
"""

import json
import os
import select
import struct
import time
from typing import Any, Callable, NamedTuple

import children
import judging
import scratch
from allowance import Allowance
from answering import FACTS, INCOMING, OUTGOING, run_answering
from channel import Channel, Closed, Request, to_frame
from program import run_seeded
from project import Project, read_project
from running import splice
from tracing import collect

BODY_WAIT_S = 10.0
CLERK_S = 5.0
MAX_REPORT = 8 * 1024 * 1024
NO_ANSWER = "no answer: the program ended before this example"


def examine(channel: Channel, request: Request) -> None:
    (length,) = struct.unpack(">I", channel.read(4))
    if length > request.length - 4:
        raise Closed
    head = json.loads(channel.read(length))
    project = read_project(head)
    source = splice(head["source"], head.get("splices")).encode("utf-8", "surrogatepass")
    folder = scratch.open_folder()
    report, facts = (os.memfd_create(name, os.MFD_CLOEXEC) for name in ("report", "facts"))
    try:
        project.write(folder, source)
        work = choose_work(folder, project.main_source(source), head, project)
        trial = Trial(channel, folder, request.length - 4 - length, report, facts)
        timed_out, cpu_ms = run_both(trial, work, read_limits(head))
        said = {"nonce": head["nonce"], "timed_out": timed_out, "cpu_ms": cpu_ms}
        if head.get("trace"):
            said["facts"] = read_facts(facts)
        send_report(channel, report, said)
    finally:
        os.close(report)
        os.close(facts)
        scratch.clear(folder)


class Trial(NamedTuple):
    channel: Channel
    folder: str
    rest: int
    """What is left of the request: the judge's to read."""
    report: int
    facts: int


def choose_work(folder: str, source: bytes, head: dict[str, Any], project: Project) -> Callable[[], Any]:
    if head.get("seed"):
        return lambda: run_seeded(folder, head["seed"], project)
    return lambda: run_answering(folder, source, project, bool(head.get("trace")))


def read_limits(head: dict[str, Any]) -> tuple[float, float | None]:
    """By the clock, and of the processor for both together."""
    return head["wall_ms"] / 1000, head["cpu_ms"] / 1000 if "cpu_ms" in head else None


def run_both(trial: Trial, work: Callable[[], Any], limits: tuple[float, float | None]) -> tuple[bool, int]:
    """Whether the time ran out before the judge had said all, and what both used of the processor."""
    wall_s, cpu_s = limits
    to_program, to_judge, status = os.pipe2(os.O_CLOEXEC), os.pipe2(os.O_CLOEXEC), children.open_pipe()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    streams = {0: nowhere, 1: nowhere, 2: nowhere}

    def judge() -> None:
        os.chdir(trial.folder)
        judging.run_judge(trial.rest)

    ours = {
        judging.CHANNEL: trial.channel.incoming,
        judging.FROM_PROGRAM: to_judge[0],
        judging.TO_PROGRAM: to_program[1],
        judging.REPORT: trial.report,
        judging.STATUS: status[1],
    }
    pids = [children.start(judge, {**streams, **ours}, wall_s=wall_s + BODY_WAIT_S, is_trusted=True)]
    os.close(status[1])
    try:
        wait_until_read(status[0])
        theirs = {INCOMING: to_program[0], OUTGOING: to_judge[1], FACTS: trial.facts}
        pids.append(children.start(work, {**streams, **theirs}, wall_s=wall_s))
        for descriptor in (*to_program, *to_judge, nowhere):
            os.close(descriptor)
        reason = children.watch(pids[0], {}, Allowance(wall_s, cpu_s, pids).deadline, trial.channel)
    finally:
        ended = children.end(*pids)
        os.close(status[0])
    return reason == "deadline", ended.cpu_ms


def wait_until_read(status: int) -> None:
    """Until then the channel is the judge's to read from."""
    poll = select.poll()
    poll.register(status, select.POLLIN)
    poll.poll(BODY_WAIT_S * 1000)
    if children.read_some(status) != judging.READ:
        raise Closed


def send_report(channel: Channel, report: int, head: dict[str, Any]) -> None:
    """Another process reads it: nothing of it is ever in the memory of this one. Nobody else is alive by then."""

    def work() -> None:
        out = Channel(INCOMING, OUTGOING)
        out.send_frame(to_frame({"type": "examined", **head, **read_report(REPORT)}))

    descriptors = {0: report, 1: report, 2: report, INCOMING: report, OUTGOING: channel.outgoing, REPORT: report}
    pid = children.start(work, descriptors, wall_s=CLERK_S, is_trusted=True)
    end = time.monotonic() + CLERK_S
    try:
        reason = children.watch(pid, {}, lambda: end, channel)
    finally:
        ended = children.end(pid)
    if reason != "ended" or ended.returncode != 0:
        raise Closed


def read_facts(descriptor: int) -> dict[str, Any]:
    """What a traced program says it did. It may have written anything, and it only helps to look for a fix."""
    said = []
    try:
        for line in os.pread(descriptor, MAX_REPORT, 0).split(b"\n")[:-1]:
            said.append(json.loads(line))
    except (ValueError, RecursionError):
        said = []
    return collect(said) or {"lines": {}, "types": {}, "files": {}}


REPORT = 5


def read_report(descriptor: int) -> dict[str, Any]:
    """What the judge wrote: each example once. What it did not get to did not hold."""
    examples: list[dict[str, Any]] = []
    planned: dict[int, dict[str, Any]] = {}
    running: dict[str, Any] | None = None
    is_whole = False
    for line in os.pread(descriptor, MAX_REPORT, 0).split(b"\n")[:-1]:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            break
        match said:
            case {"planned": list(units)}:
                planned.update((unit["unit"], unit) for unit in units)
            case {"running": dict(statement)}:
                running = {**statement, "unit": None}
            case {"end": True}:
                is_whole = True
            case {"unit": int() | None, "held": bool()}:
                planned.pop(said["unit"], None)
                running = None
                examples.append(said)
    if not is_whole:
        unsaid = list(planned.values()) or ([running] if running else [])
        examples += [{**unit, "held": False, "got": NO_ANSWER, "weak": None, "problem": None} for unit in unsaid]
    for index, example in enumerate(examples):
        example["index"] = index
        del example["unit"]
    return {"examples": examples, "is_whole": is_whole}
