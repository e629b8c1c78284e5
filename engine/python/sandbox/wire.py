"""Values as tagged bytes between the judge and the program: exact types as data, all else as a number.

Neither side can make the other load, name or run anything by what it writes: a value is built here from its parts, or
it is one that the reader has already. Counts are checked against the bytes that are left before anything is built.
"""

import struct
import sys
from typing import Any, Callable, Iterable

import arrays
from encoding import BUILTIN_TYPES, Malformed, NotPlain, decode_library, parts_of_library
from sharing import CONTAINERS, KINDS, Shared

MAX_FRAME = 4 * 1024 * 1024
MAX_DEPTH = 200
MAX_PARTS = 400_000
MAX_INTEGER = 64 * 1024

LONG = struct.Struct(">q")
DOUBLE = struct.Struct(">d")
COUNT = struct.Struct(">I")
SINGLETONS = {None: b"N", True: b"T", False: b"F", Ellipsis: b"E", NotImplemented: b"n"}
SINGLE_TAGS = {tag[0]: value for value, tag in SINGLETONS.items()}
TYPE_NAMES = {value: name for name, value in BUILTIN_TYPES.items()} | {type(None): "NoneType"}
TYPES = {name: value for value, name in TYPE_NAMES.items()}


class Writer:
    """Writes values one after another. What is not plain is left to `write_object` of the peer."""

    def __init__(self, peer: Any) -> None:
        self.out = bytearray()
        self.peer = peer
        self.depth = 0
        self.parts = 0
        self.is_shared = False

    def each(self, values: list[Any]) -> None:
        self.depth += 1
        self.parts += len(values)
        if self.depth > MAX_DEPTH or self.parts > MAX_PARTS or len(self.out) > MAX_FRAME:
            raise NotPlain("the value is too large or nested too deeply")
        for value in values:
            self.value(value)
        self.depth -= 1

    def value(self, value: Any) -> None:
        write = WRITERS.get(type(value))
        if write is not None:
            write(self, value)
        else:
            self.peer.write_object(self, value)

    def count(self, tag: bytes, number: int) -> None:
        self.out += tag
        self.out += COUNT.pack(number)

    def text(self, tag: bytes, data: bytes) -> None:
        self.count(tag, len(data))
        self.out += data

    def several(self, tag: bytes, values: list[Any]) -> None:
        self.count(tag, len(values))
        self.each(values)

    def singleton(self, value: Any) -> None:
        self.out += SINGLETONS[value]

    def integer(self, value: int) -> None:
        if -(1 << 63) <= value < 1 << 63:
            self.out += b"i"
            self.out += LONG.pack(value)
            return
        data = value.to_bytes(value.bit_length() // 8 + 1, "big", signed=True)
        if len(data) > MAX_INTEGER:
            raise NotPlain("the integer is too large")
        self.text(b"I", data)

    def container(self, value: Any) -> None:
        """One that others hold as well keeps a number, so that what is done to it is seen on both sides."""
        shared: Shared = self.peer.shared
        number = shared.number_of(value)
        if number is not None:
            self.count(b"m", number)
            return
        if self.is_shared or sys.getrefcount(value) > Writer.alone:
            was_shared, self.is_shared = self.is_shared, True
            self.count(b"M", shared.add(value))
            self.contents(value)
            self.is_shared = was_shared
        else:
            self.out += b"C"
            self.contents(value)

    def contents(self, value: Any) -> None:
        kind = CONTAINERS[type(value)]
        self.out += kind.tag
        self.several(b"", [*kind.extra(value), *kind.items(value)])

    # Set below: what the count of references is when nobody but the value's owner and this module hold it.
    alone = 0


def plain(tag: bytes, take_apart: Callable[[Any], Iterable[Any]]) -> Callable[[Writer, Any], None]:
    return lambda writer, value: writer.several(tag, [*take_apart(value)])


def library(name: str, take_apart: Callable[[Any], list[Any]]) -> Callable[[Writer, Any], None]:
    def write(writer: Writer, value: Any) -> None:
        writer.text(b"L", name.encode())
        writer.several(b"", take_apart(value))

    return write


WRITERS: dict[Any, Callable[[Writer, Any], None]] = {
    int: Writer.integer,
    float: lambda writer, value: writer.out.extend(b"f" + DOUBLE.pack(value)),
    complex: lambda writer, value: writer.out.extend(b"c" + DOUBLE.pack(value.real) + DOUBLE.pack(value.imag)),
    str: lambda writer, value: writer.text(b"s", value.encode("utf-8", "surrogatepass")),
    bytes: lambda writer, value: writer.text(b"b", value),
    tuple: plain(b"t", iter),
    frozenset: plain(b"z", iter),
    range: plain(b"r", lambda value: (value.start, value.stop, value.step)),
    slice: plain(b"l", lambda value: (value.start, value.stop, value.step)),
    **{type(value): Writer.singleton for value in SINGLETONS},
    **{kind: Writer.container for kind in CONTAINERS},
    type({}.keys()): plain(b"1", iter),
    type({}.values()): plain(b"2", iter),
    type({}.items()): plain(b"3", iter),
}


def writer_of_library(value: Any) -> Callable[[Writer, Any], None] | None:
    """For an exact type of the library; found when the first of its values comes, since it may not be loaded yet."""
    kind: Any = type(value)
    module, name = getattr(kind, "__module__", None), getattr(kind, "__qualname__", None)
    take_apart = parts_of_library(value, module, name)
    if take_apart is None or getattr(sys.modules.get(module or ""), name or "", None) is not kind:
        return None
    write = library(f"{module}.{name}", take_apart)
    # Of arrays it depends on the value: one of objects stays where it is.
    if module != arrays.PACKAGE:
        WRITERS[kind] = write
    return write


class Reader:
    """Reads what a Writer wrote. What is not plain is left to the methods of the peer, by tag."""

    def __init__(self, peer: Any, data: bytes) -> None:
        self.peer = peer
        self.data = data
        self.at = 0
        self.depth = 0
        self.parts = 0

    def take(self, length: int) -> bytes:
        end = self.at + length
        if end > len(self.data):
            raise Malformed("the message ends too early")
        taken = self.data[self.at : end]
        self.at = end
        return taken

    def count(self) -> int:
        (number,) = COUNT.unpack(self.take(4))
        return int(number)

    def text(self) -> str:
        return self.take(self.count()).decode("utf-8", "surrogatepass")

    def several(self) -> list[Any]:
        count = self.count()
        self.parts += count
        # Every part is a byte at the least.
        if count > len(self.data) - self.at or self.depth > MAX_DEPTH or self.parts > MAX_PARTS:
            raise Malformed("the message has too many parts")
        self.depth += 1
        values = [self.value() for _ in range(count)]
        self.depth -= 1
        return values

    def value(self) -> Any:
        tag = self.take(1)[0]
        if tag in SINGLE_TAGS:
            return SINGLE_TAGS[tag]
        read = READERS.get(tag)
        return read(self) if read is not None else self.peer.read_object(self, tag)

    def new_container(self) -> Any:
        return self.fill(self.take(1))

    def shared_container(self) -> Any:
        number = self.count()
        return self.fill(self.take(1), number)

    def fill(self, tag: bytes, number: int | None = None) -> Any:
        """The number is known before the contents are read: a list may hold itself."""
        kind = KINDS.get(tag)
        if kind is None:
            raise Malformed("there is no such container")
        value = kind.make()
        if number is not None:
            self.peer.shared.learn(number, value)
        filled = kind.fill(value, self.several())
        if number is not None:
            self.peer.shared.learn(number, filled)
        return filled


def read_type(reader: Reader) -> Any:
    name = reader.text()
    if name not in TYPES:
        raise Malformed("there is no such type")
    return TYPES[name]


def read_library(reader: Reader) -> Any:
    name = reader.text()
    return decode_library(name, reader.several())


READERS: dict[int, Callable[[Reader], Any]] = {
    ord(tag): read
    for tag, read in {
        "i": lambda reader: LONG.unpack(reader.take(8))[0],
        "I": lambda reader: int.from_bytes(reader.take(reader.count()), "big", signed=True),
        "f": lambda reader: DOUBLE.unpack(reader.take(8))[0],
        "c": lambda reader: complex(DOUBLE.unpack(reader.take(8))[0], DOUBLE.unpack(reader.take(8))[0]),
        "s": Reader.text,
        "b": lambda reader: reader.take(reader.count()),
        "t": lambda reader: tuple(reader.several()),
        "z": lambda reader: frozenset(reader.several()),
        "r": lambda reader: range(*reader.several()),
        "l": lambda reader: slice(*reader.several()),
        "y": read_type,
        "L": read_library,
        "C": Reader.new_container,
        "M": Reader.shared_container,
        "m": lambda reader: reader.peer.shared.find(reader.count()),
        "1": lambda reader: dict.fromkeys(reader.several()).keys(),
        "2": lambda reader: dict(enumerate(reader.several())).values(),
        "3": lambda reader: dict(reader.several()).items(),
    }.items()
}


def calibrate() -> int:
    """How many references a container has here that only its owner holds: it depends on the interpreter."""
    counts: list[int] = []

    class Sample(Writer):
        def value(self, value: Any) -> None:
            self.container(value)

        def container(self, value: Any) -> None:
            counts.append(sys.getrefcount(value))

    owner = ([],)  # type: ignore[var-annotated]
    Sample(None).each([*owner])
    return counts[0]


Writer.alone = calibrate()
