"""Threads where a runtime refuses clone3 with another error than the profile says.

The C library takes clone instead only if clone3 is not implemented. gVisor answers every refusal with EPERM, and then no
thread can be started. Of two filters that refuse a call, the newer one says the error.
"""

import ctypes
import errno

CLONE3 = 435
PR_SET_SECCOMP = 22
MODE_FILTER = 2
LOAD_NUMBER = (0x20, 0, 0, 0)
RETURN = 0x06
JUMP_IF_EQUAL = 0x15
ALLOW = 0x7FFF0000
REFUSE = 0x00050000

_libc = ctypes.CDLL(None, use_errno=True)


class Instruction(ctypes.Structure):
    _fields_ = [("code", ctypes.c_ushort), ("yes", ctypes.c_ubyte), ("no", ctypes.c_ubyte), ("value", ctypes.c_uint)]


class Program(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("instructions", ctypes.POINTER(Instruction))]


def correct_refusal() -> None:
    """For this process and all it starts from now on."""
    _libc.syscall(CLONE3, None, 0)
    if ctypes.get_errno() != errno.EPERM:
        return
    instructions = (Instruction * 4)(
        LOAD_NUMBER,
        (JUMP_IF_EQUAL, 0, 1, CLONE3),
        (RETURN, 0, 0, REFUSE | errno.ENOSYS),
        (RETURN, 0, 0, ALLOW),
    )
    program = Program(len(instructions), instructions)
    if _libc.prctl(PR_SET_SECCOMP, MODE_FILTER, ctypes.byref(program), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "threads cannot be started")
