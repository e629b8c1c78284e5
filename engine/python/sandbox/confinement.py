"""Whether the box's profile of system calls is in force: a runtime may ignore it without a word."""

import os
from typing import Callable


def is_confined() -> bool:
    """Tries what the profile refuses and every process may do otherwise: once by an argument, once by its name."""
    own_priority = os.getpriority(os.PRIO_PROCESS, 0)
    return is_refused(lambda: os.kill(1, 0)) and is_refused(
        lambda: os.setpriority(os.PRIO_PROCESS, 0, own_priority)
    )


def is_refused(call: Callable[[], None]) -> bool:
    try:
        call()
    except PermissionError:
        return True
    return False
