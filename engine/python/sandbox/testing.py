"""Runs tests with pytest in a new interpreter, and says what came of each: one line, as soon as it is known.

    python3 -S -s -P -u testing.py FOLDER

The tests are part of the program: what is said of them is the program's word, as everything else it says.
"""

import importlib.util
import json
import os
import re
import sys
from typing import Any

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from program import CLAIMS, STEPS  # noqa: E402
from channel import write_all  # noqa: E402
from startup import add_packages  # noqa: E402

# Programs must not find the harness's modules where they look for their own.
sys.path.remove(HERE)

MAX_MESSAGE = 1000


class Reporter:
    """A plugin of pytest."""

    def pytest_runtest_logreport(self, report: Any) -> None:
        # What is not passed before or after the test itself counts as well.
        if report.when == "call" or report.outcome == "failed" or (report.when == "setup" and report.skipped):
            tell(report)

    def pytest_collectreport(self, report: Any) -> None:
        if report.outcome != "passed":
            tell(report)


def tell(report: Any) -> None:
    file = report.nodeid.split("::")[0]
    said = str(report.longrepr) if report.outcome == "failed" else ""
    say(
        {
            "test": report.nodeid,
            "outcome": report.outcome,
            "file": file,
            "line": line_of(report, file, said),
            "message": message_of(report, said),
        }
    )


def line_of(report: Any, file: str, said: str) -> int | None:
    """Where the file of the test was when it failed; else where the test begins."""
    places = re.findall(rf"^{re.escape(file)}:(\d+): ", said, re.MULTILINE)
    if places:
        return int(places[-1])
    start = (getattr(report, "location", None) or (None, None))[1]
    return None if start is None else start + 1


def message_of(report: Any, said: str) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        return str(crash.message)[:MAX_MESSAGE]
    reasons = [line[1:].strip() for line in said.splitlines() if line.startswith("E ")]
    return "\n".join(reasons or said.splitlines()[-1:])[:MAX_MESSAGE]


def say(value: Any) -> None:
    write_all(CLAIMS, json.dumps(value).encode("ascii") + b"\n")


def main(folder: str) -> None:
    with open(os.path.join(folder, STEPS), encoding="ascii") as stream:
        task = json.load(stream)
    os.unlink(os.path.join(folder, STEPS))
    add_packages()
    if importlib.util.find_spec("pytest") is None:
        return say({"missing": "pytest"})
    import pytest

    for name, module in list(sys.modules.items()):
        if name != "__main__" and os.path.dirname(getattr(module, "__file__", None) or "") == HERE:
            del sys.modules[name]
    os.chdir(folder)
    sys.path[:0] = task["roots"]
    options = ["-q", "--tb=short", "--rootdir", folder, "-c", os.devnull, "-p", "no:cacheprovider"]
    status = pytest.main([*options, *task["tests"]], plugins=[Reporter()])
    say({"ended": int(status)})


if __name__ == "__main__":
    main(sys.argv[1])
