"""What `type: ignore` has silenced, by path and line.

Mypy knows it of the modules that it has just checked. Of those that it takes from its cache it is kept beside the cache.
"""

import json
import os
from collections.abc import Iterable

from mypy.build import BuildResult

Codes = dict[str, list[str]]


class IgnoredLines:
    def __init__(self, cache: str) -> None:
        self.file = os.path.join(cache, "assay-ignored.json")
        self.by_path: dict[str, Codes] = {}
        try:
            with open(self.file, encoding="utf-8") as stream:
                self.by_path = json.load(stream)
        except (OSError, ValueError):
            pass  # not written yet, or cut off

    def learn(self, built: BuildResult) -> None:
        used = built.manager.errors.used_ignored_lines
        for module in built.manager.rechecked_modules:
            path = built.graph[module].xpath
            lines = used.get(path, {})
            self.by_path[path] = {str(line): sorted(set(codes)) for line, codes in lines.items() if codes}

    def keep(self, paths: Iterable[str]) -> dict[str, Codes]:
        known = {path: lines for path, lines in self.by_path.items() if lines}
        written = f"{self.file}.{os.getpid()}"
        try:
            with open(written, "w", encoding="utf-8") as stream:
                json.dump(known, stream)
            os.replace(written, self.file)
        except OSError:
            pass  # a full disk costs the trail, not the findings
        return {path: known[path] for path in paths if path in known}
