"""Notebooks as mypy and CPython's compiler are asked about them: as one text, with a line above the code of each cell."""

import ast
import json
import os
import re
from typing import Any

from compiler import refusal
from mypy.modulefinder import BuildSource
from mypy.options import Options

MARKER = re.compile(r"^# %% assay (?:cell \d+|names)$", re.MULTILINE)

# Mypy reads a file that is there by itself, so it is told the name of one that is not.
CELLS = "/cells.py"

# What a cell defines, a later one may define again with another type.
AS_CELLS = {
    "allow_redefinition": True,
    "allow_redefinition_old": False,
    "local_partial_types": True,
}


def notebook_modules(texts: dict[str, str], options: Options) -> list[BuildSource]:
    """Each as a module of its own. Where the project names the files that mypy checks, only those below them."""
    sources = []
    for path, text in texts.items():
        if options.files and not any(is_below(path, folder) for folder in options.files):
            continue
        folder, name = os.path.split(os.path.abspath(path))
        module = re.sub(r"\W", "_", name)
        options.per_module_options[module] = {**AS_CELLS, **options.per_module_options.get(module, {})}
        # Jupyter runs it in its own folder.
        sources.append(BuildSource(path + CELLS, module, text, folder))
    options.build_per_module_cache()
    return sources


def of_notebook(message: str) -> str:
    """A message of mypy with the name of the notebook."""
    try:
        said = json.loads(message)
        return json.dumps({**said, "file": said["file"].removesuffix(CELLS)})
    except (ValueError, KeyError):
        return message.replace(CELLS, "")


def is_below(path: str, folder: str) -> bool:
    return os.path.commonpath([os.path.abspath(path), os.path.abspath(folder)]) == os.path.abspath(folder)


def refusal_in_cells(text: str, python_version: str) -> dict[str, Any] | None:
    """What the first cell is refused for that is: Jupyter compiles them one by one, with `await` anywhere."""
    marks = [*MARKER.finditer(text)]
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends):  # noqa: B905 - a text without cells has no marks
        start = mark.end() + 1
        said = refusal(text[start:end], python_version, ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        if said:
            line = said["line"]
            return {**said, "line": None if line is None else line + text[:start].count("\n")}
    return None
