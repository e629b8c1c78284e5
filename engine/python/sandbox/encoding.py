"""Values as tagged JSON: what a program claims, and what the judge reads back.

Only exact types travel. A subclass may lie about what it equals, so it is opaque: its type's name and its repr. JSON
numbers pass through JavaScript on the way, so floats and large integers are written as text.
"""

import collections
import json
import sys
from typing import Any

import arrays

MAX_BYTES = 256 * 1024
MAX_DEPTH = 40
MAX_REPR = 16 * 1024
SAFE_INTEGER = 2**53

SEQUENCES = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}
VIEWS = {type({}.keys()): "dict_keys", type({}.values()): "dict_values", type({}.items()): "dict_items"}
SINGLETONS = {"Ellipsis": Ellipsis, "NotImplemented": NotImplemented}
BUILTIN_TYPES = {
    name: value
    for name, value in vars(__import__("builtins")).items()
    if type(value) is type and value.__name__ == name
}
# What a subclass that keeps its base's equality may be compared by.
BASES = (int, float, str, bytes, tuple, list, dict, set, frozenset)

# How the parts of an exact type of the standard library are taken apart, by module and name.
LIBRARY: dict[tuple[str, str], Any] = {
    ("collections", "deque"): lambda value: [value.maxlen, *value],
    ("collections", "Counter"): lambda value: [list(pair) for pair in dict.items(value)],
    ("collections", "OrderedDict"): lambda value: [list(pair) for pair in value.items()],
    ("collections", "defaultdict"): lambda value: [value.default_factory, *map(list, dict.items(value))],
    ("decimal", "Decimal"): lambda value: [str(value)],
    ("fractions", "Fraction"): lambda value: [value.numerator, value.denominator],
    ("datetime", "date"): lambda value: [value.year, value.month, value.day],
    ("datetime", "time"): lambda value: [*clock_parts(value), value.tzinfo],
    ("datetime", "datetime"): lambda value: [value.year, value.month, value.day, *clock_parts(value), value.tzinfo],
    ("datetime", "timedelta"): lambda value: [value.days, value.seconds, value.microseconds],
    ("datetime", "timezone"): lambda value: [value.utcoffset(None)],
    ("array", "array"): lambda value: [value.typecode, list(value)],
    ("uuid", "UUID"): lambda value: [value.hex],
    ("pathlib", "PosixPath"): lambda value: [str(value)],
    ("pathlib", "PurePosixPath"): lambda value: [str(value)],
}


def parts_of_library(value: Any, module: Any, name: Any) -> Any:
    """How a value of a library is taken apart; none where it does not travel."""
    if type(module) is not str or type(name) is not str:
        return None
    known = LIBRARY.get((module, name))
    if known is not None or module != arrays.PACKAGE:
        return known
    take_apart = arrays.parts_of(module, name)
    return take_apart if take_apart is not None and arrays.travels(value) else None


class NotPlain(Exception):
    """The value is not plain data, or too large or deep to travel."""


class Malformed(Exception):
    """The text is not an encoding: a program wrote it itself."""


def clock_parts(value: Any) -> list[int]:
    return [value.hour, value.minute, value.second, value.microsecond]


class Encoder:
    def __init__(self) -> None:
        self.open: set[int] = set()
        self.left = MAX_BYTES

    def encode(self, value: Any) -> Any:
        kind: Any = type(value)
        self.left -= 4
        if value is None or kind is bool:
            return value
        if kind is int:
            if -SAFE_INTEGER < value < SAFE_INTEGER:
                return value
            return ["int", self.text(format(value, "x"))]
        if kind is str:
            return self.text(value)
        if kind is float:
            return ["float", repr(value)]
        if kind is complex:
            return ["complex", repr(value.real), repr(value.imag)]
        if kind is bytes or kind is bytearray:
            return [kind.__name__, self.text(value.hex())]
        if kind is range or kind is slice:
            return [kind.__name__, *self.encode_each(value, [value.start, value.stop, value.step])]
        if kind in SEQUENCES:
            return [SEQUENCES[kind], *self.encode_each(value, value)]
        if kind is dict:
            return ["dict", *([*self.encode_each(value, pair)] for pair in list(value.items()))]
        if kind in VIEWS:
            return [VIEWS[kind], *self.encode_each(value, value)]
        if kind is type and value in BUILTIN_TYPES.values():
            return ["type", str(value.__name__)]
        for name, singleton in SINGLETONS.items():
            if value is singleton:
                return [name]
        return self.encode_library(value)

    def encode_library(self, value: Any) -> Any:
        kind: Any = type(value)
        module, name = kind.__module__, kind.__qualname__
        take_apart = parts_of_library(value, module, name)
        if take_apart is None or getattr(sys.modules.get(module), name, None) is not kind:
            raise NotPlain
        return [f"{module}.{name}", *self.encode_each(value, take_apart(value))]

    def encode_each(self, owner: Any, values: Any) -> list[Any]:
        if id(owner) in self.open or len(self.open) >= MAX_DEPTH or self.left < 0:
            raise NotPlain
        self.open.add(id(owner))
        encoded = [self.encode(value) for value in values]
        self.open.discard(id(owner))
        return encoded

    def text(self, value: str) -> str:
        self.left -= len(value)
        if self.left < 0:
            raise NotPlain
        return value


def encode(value: Any) -> Any:
    """The value as JSON that `decode` turns into its equal, or the description of something opaque."""
    try:
        encoded = Encoder().encode(value)
        if type(encoded) in (int, bool, type(None)) or len(json.dumps(encoded)) <= MAX_BYTES:
            return encoded
    except Exception:
        pass
    return describe(value)


def describe(value: Any) -> dict[str, Any]:
    description: dict[str, Any] = {"opaque": str(type(value).__name__), "repr": represent(value)}
    try:
        description["truth"] = bool(value)
        for base in BASES:
            if isinstance(value, base):
                if type(value).__eq__ is base.__eq__ and type(value) is not base:
                    description["base"] = Encoder().encode(plain_base(value, base))
                break
    except Exception:
        pass
    return description


def plain_base(value: Any, base: type) -> Any:
    """The value a subclass instance holds, read past whatever the subclass overrides."""
    if base is int:
        return int.__add__(value, 0)
    if base is float:
        return float.__add__(value, 0.0)
    if base is str:
        return str.__str__(value) if type(str.__str__(value)) is str else "".join(str.__iter__(value))
    if base is bytes:
        return bytes.__add__(value, b"")
    if base is dict:
        return dict(dict.items(value))
    return base(base.__iter__(value))  # type: ignore[attr-defined]


def represent(value: Any) -> str:
    try:
        text = repr(value)
    except Exception as error:
        return f"<{type(value).__name__} whose repr raised {type(error).__name__}>"
    return text if len(text) <= MAX_REPR else text[:MAX_REPR] + "…"


class Opaque:
    """What the judge holds in place of a value that is not plain data: it is true or false, and nothing equals it."""

    def __init__(self, description: dict[str, Any]) -> None:
        self.type_name = str(description.get("opaque"))
        self.text = str(description.get("repr"))
        self.truth = description.get("truth") is not False

    def __bool__(self) -> bool:
        return self.truth

    def __repr__(self) -> str:
        return self.text

    def __eq__(self, other: object) -> bool:
        if other is None:
            return False
        raise NotPlain(f"{self.type_name} is not plain data")

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # type: ignore[assignment]


def decode(encoded: Any, allow_base: bool = False) -> Any:
    """The value back. With `allow_base`, a well-behaved subclass is read as the builtin value it holds."""
    if type(encoded) is dict:
        if allow_base and "base" in encoded:
            return decode(encoded["base"])
        return Opaque(encoded)
    if type(encoded) is float:
        raise Malformed
    if type(encoded) is not list:
        return encoded
    try:
        return decode_tagged(encoded[0], encoded[1:])
    except Malformed:
        raise
    except Exception as error:
        raise Malformed from error


def decode_tagged(tag: str, parts: list[Any]) -> Any:
    if tag == "int":
        return int(parts[0], 16)
    if tag == "float":
        return float(parts[0])
    if tag == "complex":
        return complex(float(parts[0]), float(parts[1]))
    if tag in ("bytes", "bytearray"):
        return BUILTIN_TYPES[tag](bytes.fromhex(parts[0]))
    if tag == "type":
        return BUILTIN_TYPES[parts[0]]
    if tag in SINGLETONS:
        return SINGLETONS[tag]
    if tag == "dict":
        return dict(decode_pairs(parts))
    values = [decode(part) for part in parts]
    if tag in ("range", "slice"):
        return BUILTIN_TYPES[tag](*values)
    if tag in SEQUENCES.values():
        return BUILTIN_TYPES[tag](values)
    if tag == "dict_keys":
        return dict.fromkeys(values).keys()
    if tag == "dict_values":
        return dict(enumerate(values)).values()
    if tag == "dict_items":
        return dict(values).items()
    return decode_library(tag, values)


def decode_pairs(parts: list[Any]) -> list[tuple[Any, Any]]:
    return [(decode(key), decode(value)) for key, value in parts]


def decode_library(tag: str, parts: list[Any]) -> Any:
    module, _, name = tag.partition(".")
    if module == arrays.PACKAGE:
        return arrays.make_value(*parts)
    if (module, name) not in LIBRARY:
        raise Malformed
    kind = getattr(__import__(module), name)
    if name == "deque":
        return collections.deque(parts[1:], parts[0])
    if name in ("Counter", "OrderedDict"):
        return kind(dict(parts))
    if name == "defaultdict":
        return collections.defaultdict(parts[0], parts[1:])
    return kind(*parts)
