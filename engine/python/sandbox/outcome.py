"""What came of one run."""

from typing import Any, NamedTuple


class Outcome(NamedTuple):
    error: BaseException | None
    """What it ended with; none where it came to its end."""
    value: Any = None
