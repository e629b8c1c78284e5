"""Filters of system calls that a process puts on itself and on all it starts, beside the profile of its box."""

import ctypes

PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
MODE_FILTER = 2
LOAD = 0x20
RETURN = 0x06
JUMP_IF_EQUAL = 0x15
ALLOW = 0x7FFF0000
REFUSE = 0x00050000
# Of what a filter is shown: the number of the call, then the lower half of its first argument.
NUMBER = 0
FIRST_ARGUMENT = 16

_libc = ctypes.CDLL(None, use_errno=True)


class Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("value", ctypes.c_uint)]


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(Instruction))]


def refuse(call: int, error: int, *, unless_first: int | None = None) -> None:
    """Refuses a call with an error, unless its first argument is the given one."""
    exception = [] if unless_first is None else [(LOAD, 0, 0, FIRST_ARGUMENT), (JUMP_IF_EQUAL, 1, 0, unless_first)]
    install(
        [
            (LOAD, 0, 0, NUMBER),
            (JUMP_IF_EQUAL, 0, len(exception) + 1, call),
            *exception,
            (RETURN, 0, 0, REFUSE | error),
            (RETURN, 0, 0, ALLOW),
        ]
    )


def install(given: list[tuple[int, int, int, int]]) -> None:
    instructions = (Instruction * len(given))(*given)
    program = Program(len(given), instructions)
    # Without it the kernel takes filters from root alone.
    _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    if _libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "the filter of system calls was not taken")
