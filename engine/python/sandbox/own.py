"""Op O: the examples in the code are judged by a process that may run what the code's author wrote.

It is held like a program: it has a folder and a pipe, no channel, and PID 1 watches it. It is over, with all it
started, before the next request is read. Its word counts for these examples only.
"""

import os
from typing import Any

import children
import scratch
from channel import Channel, write_all
from judge import judge_program
from program import CLAIMS
from verdicts import WALL_S, Verdicts, Waiting


def judge_own(channel: Channel, request: dict[str, Any]) -> dict[str, Any]:
    verdicts = Verdicts(request["judgement"], request["programs"])
    waiting = Waiting(len(request["programs"]))
    while not verdicts.are_all_there():
        if not waiting.is_over():
            run_judge(channel, verdicts, waiting)
        if not verdicts.are_all_there():
            verdicts.skip()
    return {"type": "judge", "nonce": request["nonce"], "programs": verdicts.as_programs()}


def run_judge(channel: Channel, verdicts: Verdicts, waiting: Waiting) -> None:
    folder = scratch.open_folder()
    reading, writing = children.open_pipe()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)

    def work() -> None:
        os.chdir(folder)
        verdicts.judge_on(judge_program, lambda line: write_all(CLAIMS, line))

    def on_line(data: bytes) -> bool:
        waiting.start()
        return verdicts.feed(data)

    try:
        waiting.start()
        descriptors = {0: nowhere, 1: nowhere, 2: nowhere, CLAIMS: writing}
        pid = children.start(work, descriptors, wall_s=2 * WALL_S)
        os.close(writing)
        os.close(nowhere)
        try:
            reason = children.watch(pid, {reading: on_line}, waiting.next_by, channel)
        finally:
            children.end(pid)
        if reason == "ended":
            children.drain({reading: on_line})
        os.close(reading)
    finally:
        scratch.clear(folder)
