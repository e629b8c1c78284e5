"""A fresh module for each program, and what keeps one program from disturbing the next."""

import io
import sys
import types

typed_in = "3 1 2\n" * 50


class OutOfTime(BaseException):
    """Raised by the alarm."""


def fresh_module():
    module = types.ModuleType("__main__")
    module.__dict__["__builtins__"] = __builtins__
    return module


def enter(module, typed):
    """Makes a module the running one; what it prints goes nowhere."""
    sys.modules["__main__"] = module
    sys.stdin, sys.stdout, sys.stderr = typed, io.StringIO(), io.StringIO()
