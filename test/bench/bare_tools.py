"""Processor time of mypy's passes and of CPython's compiler alone, on texts that come as JSON, one a line.

    python -I bare_tools.py FOLDER PYTHON_VERSION CHECKER

CHECKER is the folder of the service's own type checker: its warm build, and nothing around it. Mypy's daemon, told that the
file changed, takes many times as long. The first lines only warm it up: an empty line ends them. At the end it says
milliseconds a text, `{"mypy", "compiler"}`.
"""

import gc
import json
import sys
import time
from collections.abc import Iterator
from typing import Any


def run(folder: str, python_version: str, checker_folder: str) -> None:
    sys.path.insert(0, checker_folder)
    from type_checker import warm_checker

    texts = (json.loads(line) if line.strip() else None for line in sys.stdin)
    checker = warm_checker(folder, python_version)
    gc.collect()
    gc.freeze()
    gc.disable()
    measure(texts, checker)
    print(json.dumps({tool: 1000 * spent for tool, spent in measure(texts, checker).items()}))


def measure(texts: Iterator[str | None], checker: Any) -> dict[str, float]:
    """Until an empty line, or the end: seconds a text."""
    spent = {"mypy": 0.0, "compiler": 0.0}
    count = 0
    for text in texts:
        if text is None:
            break
        count += 1
        began = time.process_time()
        compile(text, "text.py", "exec")
        compiled = time.process_time()
        checker.check(text)
        gc.collect(1)
        spent["compiler"] += compiled - began
        spent["mypy"] += time.process_time() - compiled
    return {tool: total / max(count, 1) for tool, total in spent.items()}


if __name__ == "__main__":
    run(*sys.argv[1:])
