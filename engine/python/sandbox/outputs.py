"""The files that a program has written and its caller asks back. The program is over, and may have left anything under
their names: a link out of its folder, a pipe that nobody writes to, a file that fills the disk.
"""

import base64
import os
import stat
from typing import Any

CHUNK = 64 * 1024
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# Opening never waits, and never follows a link.
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class NoOutput(Exception):
    """Why a file is not given back, in a word."""


def read_outputs(folder: str, paths: list[str], max_bytes: int) -> list[dict[str, Any]]:
    """Each of the files, or why there is none. What does not fit beside those before it is left out."""
    outputs: list[dict[str, Any]] = []
    for path in paths:
        try:
            data = read_below(folder, path.split("/"), max_bytes)
        except NoOutput as problem:
            outputs.append({"path": path, "problem": str(problem)})
        except FileNotFoundError:
            outputs.append({"path": path, "problem": "missing"})
        except (OSError, ValueError):
            outputs.append({"path": path, "problem": "unreadable"})
        else:
            max_bytes -= len(data)
            outputs.append({"path": path, "base64": base64.b64encode(data).decode("ascii")})
    return outputs


def read_below(folder: str, steps: list[str], max_bytes: int) -> bytes:
    """A file by its path, one step after another, so that no step is taken through a link."""
    at = os.open(folder, FOLDER)
    try:
        for step in steps[:-1]:
            if not stat.S_ISDIR(mode_of(step, at)):
                raise NoOutput("missing")
            below = os.open(step, FOLDER, dir_fd=at)
            os.close(at)
            at = below
        require_file(mode_of(steps[-1], at))
        file = os.open(steps[-1], FILE, dir_fd=at)
    finally:
        os.close(at)
    try:
        require_file(os.fstat(file).st_mode)
        return read_up_to(file, max_bytes)
    finally:
        os.close(file)


def mode_of(step: str, at: int) -> int:
    mode = os.stat(step, dir_fd=at, follow_symlinks=False).st_mode
    if stat.S_ISLNK(mode):
        raise NoOutput("link")
    return mode


def require_file(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise NoOutput("folder")
    if not stat.S_ISREG(mode):
        raise NoOutput("special")


def read_up_to(file: int, max_bytes: int) -> bytes:
    """It may be longer than it says, or grow meanwhile."""
    data = bytearray()
    while part := os.read(file, CHUNK):
        data += part
        if len(data) > max_bytes:
            raise NoOutput("too large")
    return bytes(data)
