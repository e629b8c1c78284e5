"""The frames between the service and the harness, on descriptors no program inherits."""

import fcntl
import json
import os
import struct
from typing import Any, NamedTuple

MAGIC = b"ASY1"
MAX_FRAME = 16 * 1024 * 1024
# Out of the way of what programs open, and below the box's limit of 256.
FIRST_DESCRIPTOR = 200


class Closed(Exception):
    """The service is gone, or the channel cannot be trusted any more."""


class Request(NamedTuple):
    op: str
    length: int


class Channel:
    def __init__(self, incoming: int, outgoing: int) -> None:
        self.incoming = incoming
        self.outgoing = outgoing

    def next_request(self) -> Request:
        """The head of the next request; its body is left to the caller that may know it."""
        seen = b""
        while seen != MAGIC:
            seen = (seen + self.read(1))[-len(MAGIC) :]
        op, length = struct.unpack(">cI", self.read(5))
        if length > MAX_FRAME:
            raise Closed
        return Request(op.decode("latin-1"), length)

    def read_body(self, request: Request) -> Any:
        return json.loads(self.read(request.length))

    def read(self, length: int) -> bytes:
        parts = []
        while length:
            part = os.read(self.incoming, min(length, 1 << 20))
            if not part:
                raise Closed
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def send(self, message: dict[str, Any]) -> None:
        self.send_frame(to_frame(message))

    def send_frame(self, frame: bytes) -> None:
        try:
            write_all(self.outgoing, frame)
        except OSError as error:
            raise Closed from error


def to_frame(message: dict[str, Any]) -> bytes:
    body = json.dumps(message).encode("ascii")
    if len(body) > MAX_FRAME:
        raise ValueError("the answer is too large for a frame")
    return struct.pack(">I", len(body)) + body


def write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def take_channel(incoming: int = 0, outgoing: int = 1) -> Channel:
    """Moves the channel out of the way; the standard streams lead nowhere from then on."""
    incoming, outgoing = (fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR) for each in (incoming, outgoing))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor, inheritable=False)
    os.close(nowhere)
    return Channel(incoming, outgoing)
