"""The lines that CPython runs in functions whose choices are made at random, one list for each run."""

import json
import random
import sys


class First(Exception):
    pass


class Second(Exception):
    pass


class Manager:
    def __init__(self, swallows):
        self.swallows = swallows

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return self.swallows


def runs(text, seed):
    dice = random.Random(seed)
    fuel = [0]

    def pick():
        fuel[0] += 1
        return fuel[0] < 40 and dice.random() < 0.5

    def risky():
        if dice.random() < 0.3:
            raise dice.choice([First, Second])

    names = {
        "pick": pick,
        "risky": risky,
        "take": lambda: range(dice.randrange(3) if fuel[0] < 40 else 0),
        "choose": lambda: dice.randrange(4),
        "manage": lambda: Manager(dice.random() < 0.5),
        "First": First,
        "Second": Second,
    }
    exec(compile(text, "text", "exec"), names)
    found = []
    for _ in range(12):
        lines = []

        def trace(frame, event, _):
            if frame.f_code.co_name != "f":
                return None
            if event == "line":
                lines.append(frame.f_lineno)
            return trace

        fuel[0] = 0
        sys.settrace(trace)
        try:
            names["f"]()
        except (First, Second):
            pass
        finally:
            sys.settrace(None)
        found.append(lines)
    return found


question = json.load(sys.stdin)
print(json.dumps([runs(text, at) for at, text in enumerate(question)]))
