"""Ops P and J: what a screen asks, and what its answers come to. Both read their request from the channel themselves.

What is expected of a program passes through them only. PID 1, whose memory every program starts from, never holds it.
"""

import json
import os
import select
import sys
import warnings
from typing import Any, Callable

import children
from allowance import Allowance
from channel import Channel, Closed, Request, to_frame, write_all
from claims import as_plan, find_claims, names_of
from judge import judge_program
from judging import RECURSION_LIMIT, find, parse
from verdicts import CPU_S, PATIENCE, Verdicts, Waiting

BODY_WAIT_S = 10.0
MARGIN_S = 0.5
SHARE_OF_CPU = 0.4
INCOMING, OUTGOING, STATUS = 3, 4, 5
READ, ANSWERING = b"r", b"a"

Answer = Callable[[Any], dict[str, Any]]


def plan(channel: Channel, request: Request) -> None:
    def work(body: Any) -> dict[str, Any]:
        warnings.simplefilter("ignore")
        sys.setrecursionlimit(RECURSION_LIMIT)
        tree = parse(body["code"])
        claims = find_claims(find(body), names_of(tree)) if tree is not None else []
        return {"type": "plan", **as_plan(claims)}

    # A text that is too much to read is not screened by.
    decide(channel, request, work, 2 * CPU_S, {"type": "plan", **as_plan([])})


def judge(channel: Channel, request: Request) -> None:
    def work(body: Any) -> dict[str, Any]:
        held = judge_programs(body["judgement"], body["programs"])
        return {"type": "judge", "nonce": body["nonce"], "held": held}

    failure = {"type": "error", "message": "the claims could not be judged"}
    decide(channel, request, work, 2 * CPU_S + MARGIN_S, failure)


def decide(channel: Channel, request: Request, work: Answer, cpu_s: float, failure: dict[str, Any]) -> None:
    """Starts the process, and answers for it when it fails before it has begun its own answer."""
    reading, writing = children.open_pipe()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    seen = bytearray()
    allowances = [Allowance(BODY_WAIT_S)]

    def on_status(data: bytes) -> bool:
        seen.extend(data)
        if READ in data:
            allowances[0] = Allowance(PATIENCE * cpu_s, cpu_s, [pid])
        return True

    descriptors = {0: nowhere, 1: nowhere, 2: nowhere, INCOMING: channel.incoming, OUTGOING: channel.outgoing}
    wall_s = PATIENCE * cpu_s + BODY_WAIT_S
    pid = children.start(
        lambda: answer(request, work), {**descriptors, STATUS: writing}, wall_s=wall_s, is_trusted=True
    )
    os.close(writing)
    os.close(nowhere)
    try:
        reason = children.watch(pid, {reading: on_status}, lambda: allowances[0].deadline(), channel)
    finally:
        ended = children.end(pid)
    children.drain({reading: on_status})
    os.close(reading)
    if reason == "ended" and ended.returncode == 0:
        return
    if READ not in seen or ANSWERING in seen:
        # Half a request or half an answer is on the channel, and nobody knows how much.
        raise Closed
    if reason == "deadline" and ended.cpu_ms < cpu_s * 1000 * SHARE_OF_CPU:
        # The machine was busy with something else: that says nothing of the request.
        failure = {"type": "error", "message": "there was no time to answer"}
    channel.send(failure)


def answer(request: Request, work: Answer) -> None:
    channel = Channel(INCOMING, OUTGOING)
    raw = channel.read(request.length)
    write_all(STATUS, READ)
    frame = to_frame(work(json.loads(raw)))
    write_all(STATUS, ANSWERING)
    channel.send_frame(frame)


def judge_programs(judgement: dict[str, Any], programs: list[Any]) -> list[list[bool]]:
    """Judges each in turn, in a process that is replaced when a program stops it, so that only that program fails."""
    verdicts = Verdicts(judgement, programs)
    waiting = Waiting(len(programs))
    while not verdicts.are_all_there():
        if not waiting.is_over():
            judge_from(verdicts, waiting)
        if not verdicts.are_all_there():
            verdicts.skip()
    return verdicts.given


def judge_from(verdicts: Verdicts, waiting: Waiting) -> None:
    """The process that evaluates has a pipe to write to and nothing else: no channel, nothing to read."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.dup2(writing, INCOMING)
        os.closerange(INCOMING + 1, 1 << 10)
        verdicts.judge_on(judge_program, lambda line: write_all(INCOMING, line))
        os._exit(0)
    os.close(writing)
    os.set_blocking(reading, False)
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    try:
        waiting.start(pid)
        while not verdicts.are_all_there() and (left := waiting.wait_s()) > 0:
            if not poll.poll(left * 1000 + 1):
                continue
            part = children.read_some(reading)
            if part == b"" or (part is not None and not verdicts.feed(part)):
                break
            waiting.heard()
    finally:
        waiting.stop()
        os.close(reading)
        os.kill(pid, 9)
        os.waitpid(pid, 0)
