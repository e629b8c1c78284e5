"""What a run of pytest said of each test. It comes from the program's process, which may have written anything."""

import json
from typing import Any

OUTCOMES = ("passed", "failed", "skipped")
MAX_TEXT = 1000


def read_tests(said: bytes) -> dict[str, Any]:
    """The outcomes in their order, whether pytest is there, and whether it came to its end."""
    tests: dict[str, Any] = {"is_installed": True, "is_finished": False, "outcomes": []}
    for line in said.split(b"\n")[:-1]:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            return {**tests, "is_finished": False}
        match value:
            case {"missing": str()}:
                tests["is_installed"] = False
            case {"ended": int()}:
                tests["is_finished"] = True
            case {"test": str(test), "outcome": str(outcome), "file": str(file), "line": int() | None, "message": str(words)}:
                if outcome not in OUTCOMES:
                    return {**tests, "is_finished": False}
                known = {"test": test[:MAX_TEXT], "file": file[:MAX_TEXT], "message": words[:MAX_TEXT]}
                tests["outcomes"].append({**known, "outcome": outcome, "line": value["line"]})
            case _:
                return {**tests, "is_finished": False}
    return tests
