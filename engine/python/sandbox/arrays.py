"""Values of numpy that travel between the judge and the program as data: their type's name, their shape and their bytes.

They do only where both sides may import numpy; elsewhere an array stays where it is, as every other object.
"""

import re
import sys
from typing import Any, Callable

import startup

PACKAGE = "numpy"
# Numbers, truth values, texts, bytes and dates: nothing that points to another object, and no records of several.
PLAIN = re.compile(r"[<>|=][biufcSUmM]\d{0,5}(?:\[\w{1,8}\])?")
MAX_DIMENSIONS = 32


def parts_of(module: str, name: str) -> Callable[[Any], list[Any]] | None:
    """How a value of this type is taken apart; none where it does not travel."""
    if module != PACKAGE or PACKAGE not in startup.shared_packages:
        return None
    kind = getattr(sys.modules.get(PACKAGE), name, None)
    if name == "ndarray":
        return array_parts
    generic = getattr(sys.modules.get(PACKAGE), "generic", None)
    return scalar_parts if isinstance(kind, type) and isinstance(generic, type) and issubclass(kind, generic) else None


def travels(value: Any) -> bool:
    return PLAIN.fullmatch(value.dtype.str) is not None


def array_parts(value: Any) -> list[Any]:
    return [value.dtype.str, list(value.shape), value.tobytes()]


def scalar_parts(value: Any) -> list[Any]:
    return [value.dtype.str, None, value.tobytes()]


def make_value(dtype: Any, shape: Any, data: Any) -> Any:
    """What the other side took apart. It may have written anything: only numbers are ever made of the bytes."""
    if PACKAGE not in startup.shared_packages or type(dtype) is not str or not PLAIN.fullmatch(dtype):
        raise ValueError("not a type of plain values")
    if type(data) is not bytes or not is_shape(shape):
        raise ValueError("not the parts of an array")
    import numpy

    flat = numpy.frombuffer(data, dtype=numpy.dtype(dtype))
    return flat[0] if shape is None else flat.reshape(shape).copy()


def is_shape(shape: Any) -> bool:
    if shape is None:
        return True
    return type(shape) is list and len(shape) <= MAX_DIMENSIONS and all(type(each) is int and each >= 0 for each in shape)
