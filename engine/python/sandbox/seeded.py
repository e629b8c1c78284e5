"""The program in a new interpreter, whose sets have another order: what holds only in one order does not hold.

    python3 -S -s -P -u seeded.py FOLDER
"""

import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

from answering import run_answering  # noqa: E402
from program import STEPS  # noqa: E402
from project import read_project  # noqa: E402

# Programs must not find the harness's modules where they look for their own.
sys.path.remove(HERE)


def main(folder: str) -> None:
    path = os.path.join(folder, STEPS)
    with open(path, encoding="ascii") as stream:
        task = json.load(stream)
    os.unlink(path)
    project = read_project(task)
    with open(os.path.join(folder, project.main), "rb") as stream:
        source = stream.read()
    run_answering(folder, project.main_source(source), project)


if __name__ == "__main__":
    main(sys.argv[1])
