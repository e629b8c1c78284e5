"""A box that is reached over the network: one connection, from the one who has the key, and then no network any more."""

import errno
import hashlib
import hmac
import os
import selectors
import socket

from filters import refuse

MAX_KEY = 256
# Strangers may hold this many connections open; beyond it the oldest is dropped.
MAX_WAITING = 16
SOCKET_CALL = {"x86_64": 41, "aarch64": 198}


def wait_for_caller(port: int, key_sha256: str) -> int:
    """The descriptor of the connection. Nobody else is listened to from then on."""
    waiting: dict[socket.socket, bytes] = {}
    with open_listener(port) as listener, selectors.DefaultSelector() as selector:
        selector.register(listener, selectors.EVENT_READ)

        def drop(caller: socket.socket) -> None:
            selector.unregister(caller)
            del waiting[caller]
            caller.close()

        while True:
            for event, _ in selector.select():
                if event.fileobj is listener:
                    caller, _ = listener.accept()
                    caller.setblocking(False)
                    selector.register(caller, selectors.EVENT_READ)
                    waiting[caller] = b""
                    if len(waiting) > MAX_WAITING:
                        drop(next(iter(waiting)))
                    continue
                caller = event.fileobj
                if caller not in waiting:
                    continue
                said = read_some(caller)
                waiting[caller] += said
                if has_key(waiting[caller], key_sha256):
                    for stranger in [each for each in waiting if each is not caller]:
                        drop(stranger)
                    caller.setblocking(True)
                    caller.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    caller.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
                    return caller.detach()
                if not said or b"\n" in said or len(waiting[caller]) > MAX_KEY:
                    drop(caller)


def open_listener(port: int) -> socket.socket:
    if socket.has_dualstack_ipv6():
        return socket.create_server(("", port), family=socket.AF_INET6, dualstack_ipv6=True)
    return socket.create_server(("", port))


def read_some(caller: socket.socket) -> bytes:
    try:
        return caller.recv(MAX_KEY)
    except OSError:
        return b""


def has_key(said: bytes, key_sha256: str) -> bool:
    """The key is a line. The box knows its digest alone: who reads what the box was given cannot take its connection."""
    if not said.endswith(b"\n"):
        return False
    return hmac.compare_digest(hashlib.sha256(said[:-1]).hexdigest(), key_sha256)


def forbid_networks() -> None:
    """Leaves sockets inside the box to this process and all it starts. Connections that are open stay so."""
    refuse(SOCKET_CALL[os.uname().machine], errno.ENETUNREACH, unless_first=socket.AF_UNIX)
    try:
        socket.socket(socket.AF_INET).close()
    except OSError as error:
        if error.errno == errno.ENETUNREACH:
            return
    raise OSError("the network is still there")
