"""The judge's own process: reads the caller's text from the channel itself, runs it, and writes down what came.

PID 1, whose memory every program starts from, never holds that text. The judge has never been readable by another
process, has two pipes to the program, and a file that only it and PID 1 can reach.
"""

import ast
import json
import os
import resource
import sys
import warnings
from typing import Any

import pytest_stand_in
from channel import Channel, write_all
from examination import Examination, Printed, kind_of
from examples import Found, find_in_code, find_in_text
from questions import Questions
from startup import add_packages
from weighing import Weighing
from world import World

CHANNEL, FROM_PROGRAM, TO_PROGRAM, REPORT, STATUS = 3, 4, 5, 6, 7
READ = b"r"
RECURSION_LIMIT = 10_000
MEMORY_BYTES = 160 * 1024 * 1024


def run_judge(length: int) -> None:
    task = json.loads(Channel(CHANNEL, CHANNEL).read(length))
    os.close(CHANNEL)
    write_all(STATUS, READ)
    os.close(STATUS)
    prepare()
    printed = Printed()
    sys.stdout = printed
    questions = Questions(FROM_PROGRAM, TO_PROGRAM, Weighing(), lambda text: text and sys.stdout.write(text))
    examination = Examination(questions, printed, write_line)
    examination.is_traced = task.get("trace", False)
    world = World(questions, task["examples"] or task["code"])
    questions.before_question = world.pass_on
    examination.names.set_up = lambda: set_up_lines(task["code"]) if task["examples"] is not None else []
    pytest_stand_in.decided = questions.weighing.trust
    examination.run(find(task))
    write_line({"end": True})


def prepare() -> None:
    warnings.simplefilter("ignore")
    add_packages(for_judge=True)
    sys.setrecursionlimit(RECURSION_LIMIT)
    with open("/proc/self/statm") as stream:
        size = int(stream.read().split()[0]) * resource.getpagesize() + MEMORY_BYTES
    limit = resource.getrlimit(resource.RLIMIT_AS)[1]
    size = size if limit == resource.RLIM_INFINITY else min(size, limit)
    resource.setrlimit(resource.RLIMIT_AS, (size, size))


def find(task: dict[str, Any]) -> list[Found]:
    """The caller's examples; without them those in the code."""
    if task["examples"] is not None:
        return list(find_in_text(task["examples"]))
    tree = parse(task["code"])
    return [] if tree is None else list(find_in_code(task["code"], tree))


def parse(code: str) -> ast.Module | None:
    """None where Python would not take it either."""
    try:
        return ast.parse(code.removeprefix("\ufeff"))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def set_up_lines(code: str) -> list[str]:
    """The statements of the code's own examples that say nothing must come: read here, run by the program."""
    lines: list[str] = []
    for each in find({"examples": None, "code": code}):
        if each.written.problem is None and each.written.expected is None:
            statements = ast.parse(each.written.source).body
            lines += [ast.unparse(each) for each in statements if kind_of(each, None)[0] == "setup"]
    return lines


def write_line(line: dict[str, Any]) -> None:
    write_all(REPORT, json.dumps(line).encode("ascii") + b"\n")
