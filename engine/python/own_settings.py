"""What a project's settings of mypy say of one file.

    python -I own_settings.py < question

It runs in the project's folder. The question is JSON: `file` (its path from there) and `python` (the interpreter whose
packages' types are read, or null). The answer is one line: `settings` (the file that mypy is configured in, or null),
`options` (those that are not as mypy has them by default, for this file), `own` (whether the project's own mypy is
asked, because of its plugins) and `complaints`.
"""

import contextlib
import io
import json
import os
import sys
from typing import Any

from mypy import fscache
from mypy.find_sources import SourceFinder
from mypy.options import OPTIONS_AFFECTING_CACHE, Options

# Isolated, Python does not look beside the program.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from own_project import crawl, own_mypy, process  # noqa: E402


def explain(question: dict[str, Any]) -> dict[str, Any]:
    files = fscache.FileSystemCache()
    python = question["python"]
    complaints = io.StringIO()
    with contextlib.redirect_stderr(complaints), contextlib.redirect_stdout(complaints):
        _, options = process([f"--python-executable={python}"] if python else [], files)
    module, _, _ = crawl(SourceFinder(files, options), question["file"])
    here, usual = options.clone_for_module(module), Options()
    return {
        "settings": options.config_file,
        "options": {name: told(value) for name in sorted(OPTIONS_AFFECTING_CACHE | {"plugins"}) if (value := getattr(here, name)) != getattr(usual, name)},
        "own": bool(options.plugins) and own_mypy(python) is not None,
        "complaints": complaints.getvalue(),
    }


def told(value: Any) -> Any:
    if isinstance(value, bool | int | str | None):
        return value
    if isinstance(value, list | tuple | set | frozenset):
        return sorted(str(getattr(item, "code", item)) for item in value)
    return str(value)


if __name__ == "__main__":
    print(json.dumps(explain(json.load(sys.stdin))))
