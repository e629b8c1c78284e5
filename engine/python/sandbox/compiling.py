"""Op B: the bytecode of a folder of packages, written by a process that parses their files and runs none."""

import base64
import importlib._bootstrap_external as external  # type: ignore[import-not-found]
import importlib.util
import json
import os
import struct
import time
import warnings
from typing import Any, Iterator

import children
from channel import Channel, write_all

OUT = 1
MAX_S = 60.0
MAX_SOURCE = 2 * 1024 * 1024
# Of what a box may say in all, and of one frame.
MAX_BYTES = 36 * 1024 * 1024
BATCH = 1024 * 1024
# Nobody imports them.
LEFT_OUT = {"tests", "test", "__pycache__"}


def compile_packages(channel: Channel, request: dict[str, Any]) -> None:
    folder = request["folder"]
    reading, writing = children.open_pipe()
    nowhere = os.open(os.devnull, os.O_RDWR | os.O_CLOEXEC)
    end = time.monotonic() + MAX_S
    pid = children.start(lambda: write_frames(folder), {0: nowhere, OUT: writing, 2: nowhere}, wall_s=MAX_S)
    for descriptor in (writing, nowhere):
        os.close(descriptor)
    relay = Relay(channel)
    try:
        children.watch(pid, {reading: relay.feed}, lambda: end, channel)
    finally:
        children.end(pid)
        children.drain({reading: relay.feed})
        os.close(reading)
    channel.send({"type": "done"})


class Relay:
    """Passes on whole frames of a process that has read files of strangers, and looks at each before."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self.waiting = bytearray()
        self.passed = 0

    def feed(self, data: bytes) -> bool:
        self.waiting += data
        self.passed += len(data)
        if self.passed > 2 * MAX_BYTES:
            return False
        while len(self.waiting) >= 4:
            (length,) = struct.unpack_from(">I", self.waiting)
            if len(self.waiting) < 4 + length:
                break
            files = json.loads(self.waiting[4 : 4 + length])
            self.channel.send({"type": "compiled", "files": files})
            del self.waiting[: 4 + length]
        return True


def write_frames(folder: str) -> None:
    warnings.simplefilter("ignore")
    batch: list[dict[str, str]] = []
    size = total = 0
    for path, code in compiled_in(folder):
        text = base64.b64encode(code).decode("ascii")
        batch.append({"path": os.path.relpath(path, folder), "base64": text})
        size, total = size + len(text), total + len(text)
        if size >= BATCH or total >= MAX_BYTES:
            send(batch)
            batch, size = [], 0
        if total >= MAX_BYTES:
            return
    send(batch)


def send(batch: list[dict[str, str]]) -> None:
    body = json.dumps(batch).encode("ascii")
    write_all(OUT, struct.pack(">I", len(body)) + body)


def compiled_in(folder: str) -> Iterator[tuple[str, bytes]]:
    for where, folders, files in os.walk(folder):
        folders[:] = sorted(set(folders) - LEFT_OUT)
        for name in sorted(files):
            if not name.endswith(".py"):
                continue
            path = os.path.join(where, name)
            try:
                with open(path, "rb") as stream:
                    source = stream.read(MAX_SOURCE)
                if len(source) == MAX_SOURCE:
                    continue
                code = compile(source, path, "exec", dont_inherit=True)
            except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
                # It may be for another version, or not be meant to be imported at all.
                continue
            data = external._code_to_hash_pyc(code, importlib.util.source_hash(source), False)
            yield importlib.util.cache_from_source(path), bytes(data)
