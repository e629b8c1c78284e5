"""Processor time of mypy and of CPython's compiler alone, on texts that come as JSON, one a line.

    python -I bare_tools.py FOLDER FLAGS…

Mypy is told which file changed, as its daemon is by an editor, and has read before what the first text imports. The first
lines only warm it up: an empty line ends them. At the end it says milliseconds a text, `{"mypy", "compiler"}`.
"""

import gc
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from mypy import build, fscache, main
from mypy.modulefinder import BuildSource
from mypy.server.update import FineGrainedBuildManager


def run(folder: str, flags: list[str]) -> None:
    path = Path(folder, "text.py")
    texts = (json.loads(line) if line.strip() else None for line in sys.stdin)
    path.write_text(next(texts))
    files = fscache.FileSystemCache()
    _, options = main.process_options([*flags, str(path)], fscache=files)
    options.incremental = options.fine_grained_incremental = options.preserve_asts = True
    source = BuildSource(str(path), "text", None)
    checker = FineGrainedBuildManager(build.build(sources=[source], options=options, fscache=files))
    gc.collect()
    gc.freeze()

    measure(texts, path, checker, files)
    times = measure(texts, path, checker, files)
    print(json.dumps({tool: 1000 * spent for tool, spent in times.items()}))


def measure(
    texts: Iterator[str | None], path: Path, checker: FineGrainedBuildManager, files: fscache.FileSystemCache
) -> dict[str, float]:
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
        path.write_text(text)
        files.flush()
        checker.update([("text", str(path))], [])
        spent["compiler"] += compiled - began
        spent["mypy"] += time.process_time() - compiled
    return {tool: total / max(count, 1) for tool, total in spent.items()}


if __name__ == "__main__":
    run(sys.argv[1], sys.argv[2:])
