"""Answers questions, one JSON line each, within limits of time, memory and depth."""

import json
import os
import resource
import signal
import sys

answers = {"live": live, "record": record, "variants": variants, "rewrite": rewrite}
seconds = 2
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
sys.setrecursionlimit(450)


def on_alarm(*_):
    raise OutOfTime


def answer(line):
    """Again and again after the limit: a program may catch everything."""
    question = json.loads(line)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.05)
    try:
        return answers[question["kind"]](question)
    except BaseException as error:
        return {"failed": type(error).__name__}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


signal.signal(signal.SIGALRM, on_alarm)
asked = sys.stdin
told = os.fdopen(os.dup(1), "w")
for line in asked:
    given = answer(line)
    told.write(json.dumps(given) + "\n")
    told.flush()
