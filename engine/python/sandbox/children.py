"""Processes of the harness: how one is started, limited, watched, ended and reaped.

As PID 1 of a box the harness ends everything but itself. On a developer's machine it touches only the session of the
process it started.
"""

import ctypes
import fcntl
import os
import resource
import select
import signal
import time
from typing import Any, Callable, Mapping, NamedTuple, NoReturn

from channel import Channel, Closed

PR_SET_DUMPABLE = 4
FILE_BYTES = 16 * 1024 * 1024
OPEN_FILES = 128
CHUNK = 64 * 1024
# Set where memory beyond the container's limit would end the whole box. Read before the environment is cleaned.
ADDRESS_SPACE = int(os.environ.get("ADDRESS_SPACE_MIB", "0")) * 1024 * 1024
# Set where such a limit counts the processes of this box alone, and what starts the box cannot set it.
PROCESSES = int(os.environ.get("MAX_PROCESSES", "0"))

KNOWN_SIGNALS = tuple(set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP})

_libc = ctypes.CDLL(None)
_wake: list[int] = []


class Ended(NamedTuple):
    """What the kernel says about a process that is over."""

    returncode: int
    cpu_ms: int
    max_rss_kb: int


def is_init() -> bool:
    return os.getpid() == 1


def set_dumpable(is_dumpable: bool) -> None:
    """A process that is not dumpable cannot be read or traced through /proc by others of its user."""
    _libc.prctl(PR_SET_DUMPABLE, int(is_dumpable), 0, 0, 0)


def ignore_signals() -> None:
    """PID 1 gets only signals it handles: with none handled, no program can end it."""
    for number in KNOWN_SIGNALS:
        ignored = number in (signal.SIGINT, signal.SIGPIPE)
        try:
            signal.signal(number, signal.SIG_IGN if ignored else signal.SIG_DFL)
        except (OSError, ValueError):
            continue
    if not can_open_pidfd():
        incoming, outgoing = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
        _wake[:] = [incoming, outgoing]
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(outgoing, warn_on_full_buffer=False)


def can_open_pidfd() -> bool:
    try:
        os.close(os.pidfd_open(os.getpid()))
        return True
    except (AttributeError, OSError):
        return False


def start(work: Callable[[], Any], descriptors: Mapping[int, int], *, wall_s: float, is_trusted: bool = False) -> int:
    """Forks a process that has only the given descriptors (where: which), the limits of a program, and the work."""
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        place(descriptors)
        restore_signals()
        if not is_trusted:
            # A process that is not dumpable does not own its files in /proc, so this comes first.
            set_dumpable(True)
            prefer_to_be_killed()
        limit(wall_s)
        work()
    except BaseException:
        os._exit(70)
    leave()


def leave() -> NoReturn:
    os._exit(0)


def place(descriptors: Mapping[int, int]) -> None:
    highest = max(descriptors) + 1
    moved = {where: fcntl.fcntl(which, fcntl.F_DUPFD_CLOEXEC, highest) for where, which in descriptors.items()}
    for where, which in moved.items():
        os.dup2(which, where)
    os.closerange(highest, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 1 << 16))


def restore_signals() -> None:
    if _wake:
        signal.set_wakeup_fd(-1)
    for number in KNOWN_SIGNALS:
        if signal.getsignal(number) != signal.SIG_DFL:
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def prefer_to_be_killed() -> None:
    try:
        with open("/proc/self/oom_score_adj", "w") as stream:
            stream.write("1000")
    except OSError:
        pass


def limit(wall_s: float) -> None:
    cpu_s = int(-(-wall_s // 1)) + 1
    for which, amount in (
        (resource.RLIMIT_CPU, cpu_s),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, FILE_BYTES),
        (resource.RLIMIT_NOFILE, OPEN_FILES),
    ):
        resource.setrlimit(which, (amount, amount))
    if ADDRESS_SPACE:
        resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    if PROCESSES:
        resource.setrlimit(resource.RLIMIT_NPROC, (PROCESSES, PROCESSES))


def open_pipe() -> tuple[int, int]:
    """A pipe whose reading end never blocks."""
    reading, writing = os.pipe2(os.O_CLOEXEC)
    os.set_blocking(reading, False)
    return reading, writing


def watch(
    pid: int, readers: Mapping[int, Callable[[bytes], bool]], deadline: Callable[[], float], channel: Channel
) -> str:
    """Feeds the readers until the process has `ended`, the `deadline` has passed or a reader is `full`."""
    poll = select.poll()
    # A pipe that is closed says so in any case, a connection over a network only when asked.
    poll.register(channel.incoming, select.POLLRDHUP)
    for descriptor in readers:
        poll.register(descriptor, select.POLLIN)
    pidfd = -1 if _wake else os.pidfd_open(pid)
    ending = _wake[0] if _wake else pidfd
    poll.register(ending, select.POLLIN)
    try:
        while not has_ended(pid):
            left = deadline() - time.monotonic()
            if left <= 0:
                return "deadline"
            for descriptor, event in poll.poll(left * 1000 + 1):
                if descriptor == channel.incoming:
                    raise Closed
                if descriptor in readers:
                    data = read_some(descriptor)
                    if data is not None and not readers[descriptor](data):
                        return "full"
                    if data == b"" or event & (select.POLLERR | select.POLLNVAL):
                        poll.unregister(descriptor)
                elif descriptor in _wake:
                    read_some(descriptor)
        return "ended"
    finally:
        if pidfd >= 0:
            os.close(pidfd)


def has_ended(pid: int) -> bool:
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def read_some(descriptor: int) -> bytes | None:
    """What is there, empty at the end of the stream, none when nothing is there yet."""
    try:
        return os.read(descriptor, CHUNK)
    except BlockingIOError:
        return None


def drain(readers: Mapping[int, Callable[[bytes], bool]]) -> bool:
    """Reads the rest without waiting: a process that still holds the other end may never close it."""
    is_full = False
    for descriptor, reader in readers.items():
        while data := read_some(descriptor):
            if not reader(data):
                is_full = True
                break
    return is_full


def end(pid: int, *others: int) -> Ended:
    """Ends the processes and all they have started, and waits until none is left. What is said is of the first."""
    if not is_init():
        found = [kill_session(each) for each in (pid, *others)]
        return ended(found[0][0], [usage for _, usage in found])
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        pass
    status = 0
    usages: list[Any] = []
    while True:
        try:
            reaped, its_status, usage = os.wait4(-1, 0)
        except ChildProcessError:
            return ended(status, usages)
        usages.append(usage)
        if reaped == pid:
            status = its_status


def kill_session(pid: int) -> tuple[int, Any]:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    _, status, usage = os.wait4(pid, 0)
    return status, usage


def ended(status: int, usages: list[Any]) -> Ended:
    cpu_s = sum(usage.ru_utime + usage.ru_stime for usage in usages)
    return Ended(os.waitstatus_to_exitcode(status), round(cpu_s * 1000), max(usage.ru_maxrss for usage in usages))
