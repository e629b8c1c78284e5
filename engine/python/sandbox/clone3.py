"""Threads where a runtime refuses clone3 with another error than the profile says.

The C library takes clone instead only if clone3 is not implemented. gVisor answers every refusal with EPERM, and then no
thread can be started. Of two filters that refuse a call, the newer one says the error.
"""

import ctypes
import errno

from filters import refuse

CLONE3 = 435

_libc = ctypes.CDLL(None, use_errno=True)


def correct_refusal() -> None:
    """For this process and all it starts from now on."""
    _libc.syscall(CLONE3, None, 0)
    if ctypes.get_errno() == errno.EPERM:
        refuse(CLONE3, errno.ENOSYS)
