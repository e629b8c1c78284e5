"""What CPython's own compiler refuses."""

import ast
import re
import sys
from typing import Any

# What a parser of any version stops at, whatever the grammar.
LIMITS_OF_EVERY_VERSION = (
    "too many nested parentheses",
    "too many levels of indentation",
    "source code string cannot contain null bytes",
    "Exceeds the limit (",
)

# What only newer versions refuse, and since when.
NEWER_RULES = {"cannot be used within an annotation": (3, 14)}


def refusal(text: str, python_version: str, flags: int = 0) -> dict[str, Any] | None:
    """Why CPython will not compile the text, where this interpreter is fit to say so."""
    try:
        compile(text, "<code>", "exec", flags, dont_inherit=True)
        return None
    except SyntaxError as error:
        if is_older_than(python_version) and not is_beyond_grammar(text, error):
            return None
        if any(rule in error.msg and version_of(python_version) < since for rule, since in NEWER_RULES.items()):
            return None
        return {"message": error.msg, "line": error.lineno or None, "column": column_of(text, error)}
    except ValueError as error:
        return {"message": str(error), "line": None, "column": None}
    except (MemoryError, RecursionError):
        # How deep is too deep differs between versions.
        if is_older_than(python_version):
            return None
        return {"message": "too deeply nested for the compiler", "line": None, "column": None}


def version_of(python_version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in python_version.split("."))


def is_older_than(python_version: str) -> bool:
    return sys.version_info < version_of(python_version)


def is_beyond_grammar(text: str, error: SyntaxError) -> bool:
    """An older Python does not know newer grammar, so its word counts only on what comes after parsing."""
    if error.msg.startswith(LIMITS_OF_EVERY_VERSION):
        return True
    if error.msg.startswith("no binding for nonlocal"):
        return False  # said wrongly of mangled names before 3.13; ruff knows the rule
    return parses(text)


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return False
    return True


def column_of(text: str, error: SyntaxError) -> int | None:
    """From 1, in code points: that is how the parser counts, but what comes after it counts UTF-8 bytes."""
    if not error.lineno or error.offset is None:
        return None
    if not parses(text):
        return max(error.offset, 1)
    line = re.split("\r\n|\r|\n", text)[error.lineno - 1].encode()
    return len(line[: max(error.offset - 1, 0)].decode(errors="ignore")) + 1
