"""Ops P and J: trusted processes that read their request from the channel themselves.

What is expected of a program passes through them only. PID 1, whose memory every program starts from, never holds it.
"""

import json
import os
import select
import time
from typing import Any, Callable

import children
from channel import Channel, Closed, Request, to_frame, write_all
from judge import judge_program
from plan import make_plan

WALL_S = 2.0
BODY_WAIT_S = 10.0
# A judge has this much more time for each program it is handed, up to twice the time in all.
PROGRAM_S = 0.001
SILENCE_S = 0.5
MARGIN_S = 0.5
INCOMING, OUTGOING, STATUS = 3, 4, 5
READ, ANSWERING = b"r", b"a"
UNDECIDED = "the comparison with the example did not come to an end"


def plan(channel: Channel, request: Request) -> None:
    def work(body: Any) -> dict[str, Any]:
        return make_plan(body["code"], body.get("examples"))

    decide(channel, request, work, WALL_S, "the examples could not be read")


def judge(channel: Channel, request: Request) -> None:
    def work(body: Any) -> dict[str, Any]:
        programs = judge_programs(body["judgement"], body["programs"])
        return {"type": "judge", "nonce": body["nonce"], "programs": programs}

    decide(channel, request, work, 2 * WALL_S + MARGIN_S, "the claims could not be judged")


def decide(
    channel: Channel, request: Request, work: Callable[[Any], dict[str, Any]], wall_s: float, failure: str
) -> None:
    """Starts the process, and answers for it when it fails before it has begun its own answer."""
    reading, writing = children.open_pipe()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    seen = bytearray()
    times = [time.monotonic() + BODY_WAIT_S]

    def on_status(data: bytes) -> bool:
        seen.extend(data)
        if READ in data:
            times[0] = time.monotonic() + wall_s
        return True

    descriptors = {0: nowhere, 1: nowhere, 2: nowhere, INCOMING: channel.incoming, OUTGOING: channel.outgoing}
    pid = children.start(
        lambda: answer(request, work), {**descriptors, STATUS: writing}, wall_s=wall_s + BODY_WAIT_S, is_trusted=True
    )
    os.close(writing)
    os.close(nowhere)
    try:
        reason = children.watch(pid, {reading: on_status}, lambda: times[0], channel)
    finally:
        ended = children.end(pid)
    children.drain({reading: on_status})
    os.close(reading)
    if reason == "ended" and ended.returncode == 0:
        return
    if READ not in seen or ANSWERING in seen:
        # Half a request or half an answer is on the channel, and nobody knows how much.
        raise Closed
    channel.send({"type": "error", "message": failure})


def answer(request: Request, work: Callable[[Any], dict[str, Any]]) -> None:
    channel = Channel(INCOMING, OUTGOING)
    raw = channel.read(request.length)
    write_all(STATUS, READ)
    frame = to_frame(work(json.loads(raw)))
    write_all(STATUS, ANSWERING)
    channel.send_frame(frame)


def judge_programs(judgement: dict[str, Any], programs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Judges each in turn, in a process that is replaced when a program stops it, so that only that program fails."""
    verdicts: list[Any] = []
    deadline = time.monotonic() + WALL_S + min(WALL_S, PROGRAM_S * len(programs))
    silence_s = WALL_S if len(programs) == 1 else SILENCE_S
    while len(verdicts) < len(programs):
        if time.monotonic() < deadline:
            verdicts += judge_from(
                len(verdicts), judgement, programs, min(silence_s, deadline - time.monotonic()), deadline
            )
        if len(verdicts) < len(programs):
            verdicts.append(fail_all(judgement, UNDECIDED))
    return [{"id": program["id"], "examples": verdict} for program, verdict in zip(programs, verdicts)]


def judge_from(
    first: int, judgement: dict[str, Any], programs: list[dict[str, Any]], silence_s: float, deadline: float
) -> list[Any]:
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        for program in programs[first:]:
            verdict = judge_program(judgement, program.get("claims"))
            write_all(writing, json.dumps(verdict).encode("ascii") + b"\n")
        os._exit(0)
    os.close(writing)
    os.set_blocking(reading, False)
    data = bytearray()
    try:
        listen(reading, data, silence_s, deadline)
    finally:
        os.close(reading)
        os.kill(pid, 9)
        os.waitpid(pid, 0)
    return [json.loads(line) for line in bytes(data).split(b"\n")[:-1]]


def listen(reading: int, data: bytearray, silence_s: float, deadline: float) -> None:
    poll = select.poll()
    poll.register(reading, select.POLLIN)
    while poll.poll(max(0.0, min(silence_s, deadline - time.monotonic())) * 1000):
        part = children.read_some(reading)
        if part is not None:
            if not part:
                return
            data += part


def fail_all(judgement: dict[str, Any], got: str) -> list[dict[str, Any]]:
    items = [item for item in judgement["items"] if "example" in item]
    return [{"index": item["example"], "held": False, "got": got} for item in items]
