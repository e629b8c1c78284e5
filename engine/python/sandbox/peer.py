"""One end of the conversation between the judge and the program: one question is open at a time.

An object that is no plain data stays where it is and is known by a number. The other side holds a stand-in for it, of a
class that it made for the object's class. Both ends work alike; what each allows the other to ask, they say themselves.
"""

import os
import sys
import threading
from typing import Any, NoReturn

from channel import write_all
from encoding import Malformed, NotPlain
from library import VALUE_MODULES, is_public
from sharing import CONTAINERS, KINDS, Kind, Shared
from specials import SPECIALS
from standins import StandIns, data_base, exception_base
from wire import COUNT, MAX_FRAME, TYPE_NAMES, TYPES, Reader, Writer, writer_of_library

MAX_OBJECTS = 50_000
MAX_QUESTIONS = 200_000
QUESTION, ANSWER, RAISED = b"Q"[0], b"A"[0], b"R"[0]
CHUNK = 64 * 1024

# Exceptions of the library that a program may raise and a test may expect, as themselves.
LIBRARY_ERRORS = {
    ("json.decoder", "JSONDecodeError"), ("dataclasses", "FrozenInstanceError"), ("queue", "Empty"), ("queue", "Full"),
    ("decimal", "InvalidOperation"), ("decimal", "DivisionByZero"), ("struct", "error"), ("binascii", "Error"),
    ("statistics", "StatisticsError"), ("re", "error"), ("re", "PatternError"), ("csv", "Error"), ("_csv", "Error"),
    ("asyncio.exceptions", "CancelledError"), ("asyncio.exceptions", "InvalidStateError"),
    ("asyncio.queues", "QueueEmpty"), ("asyncio.queues", "QueueFull"), ("subprocess", "CalledProcessError"), ("subprocess", "TimeoutExpired"),
    ("configparser", "Error"), ("graphlib", "CycleError"), ("copy", "Error"),
    ("sqlite3", "IntegrityError"), ("sqlite3", "OperationalError"), ("zipfile", "BadZipFile"),
}  # fmt: skip


class Ended(BaseException):
    """The other side is gone, or said what it cannot have meant. No `except Exception` catches it."""


class Peer:
    def __init__(self, incoming: int, outgoing: int, first: int) -> None:
        self.incoming = incoming
        self.outgoing = outgoing
        self.shared = Shared(first)
        self.standins = StandIns(self)
        self.given: dict[int, Any] = {}
        """What the other side knows of ours, by number."""
        self.given_numbers: dict[int, int] = {}
        self.known: dict[int, Any] = {}
        """What stands for theirs, by their number."""
        self.known_numbers: dict[int, int] = {}
        self.new: list[int] = []
        self.describing = 0
        """Above 0 while it is told what an object is, and not what was given."""
        self.described: dict[Any, Described] = {}
        self.questions = 0
        self.rest = b""
        self.lock = threading.RLock()
        self.ending: str | None = None

    # What an end says for itself.

    def perform(self, question: tuple[Any, ...]) -> Any:
        raise NotImplementedError

    def take_printed(self) -> str:
        return ""

    def show_printed(self, text: str) -> None:
        pass

    def place_of(self, value: Any) -> tuple[str, str] | None:
        """Where the other side finds the same thing in its own library."""
        return place_in_library(value)

    def has_ended(self, why: str) -> NoReturn:
        self.ending = self.ending or why
        raise Ended(self.ending)

    # The conversation.

    def ask(self, *question: Any) -> Any:
        with self.lock:
            if self.ending is not None:
                raise Ended(self.ending)
            self.questions += 1
            number = self.questions
            if number > MAX_QUESTIONS:
                self.has_ended(f"more than {MAX_QUESTIONS} questions were asked")
            self.send(QUESTION, number, question)
            del question
            while True:
                kind, answered, payload = self.receive()
                if kind == QUESTION:
                    self.answer(answered, payload)
                elif answered != number:
                    self.has_ended("an answer came that nobody had asked for")
                elif kind == ANSWER:
                    return payload[0]
                else:
                    raise self.as_raised(*payload)

    def as_raised(self, error: Any, cause: Any = None) -> BaseException:
        if not isinstance(error, BaseException):
            self.has_ended("what was raised is no exception")
        if isinstance(cause, BaseException):
            error.__cause__ = cause
        return error

    def answer(self, number: int, question: tuple[Any, ...]) -> None:
        try:
            payload: tuple[Any, ...] = (self.perform(question),)
            del question
            self.send(ANSWER, number, payload)
        except Ended:
            raise
        except BaseException as error:
            self.send_error(number, error)

    def send_error(self, number: int, error: BaseException) -> None:
        error.__traceback__ = None
        try:
            self.send(RAISED, number, (error, error.__cause__))
        except NotPlain as too_much:
            self.send(RAISED, number, (TypeError(str(too_much)),))

    def send(self, kind: int, number: int, payload: tuple[Any, ...]) -> None:
        printed = self.take_printed().encode("utf-8", "surrogatepass")
        writer = Writer(self)
        writer.out += bytes([kind]) + COUNT.pack(number)
        writer.text(b"", printed)
        self.new, self.describing = [], 0
        shared_before = self.shared.next
        try:
            writer.several(b"", [*payload])
        except BaseException:
            self.take_back(shared_before)
            raise
        self.shared.write_changes(writer)
        if len(writer.out) > MAX_FRAME:
            self.take_back(shared_before)
            raise NotPlain("the value is too large")
        try:
            write_all(self.outgoing, COUNT.pack(len(writer.out)) + writer.out)
        except OSError:
            self.has_ended("the program ended")

    def take_back(self, shared_before: int) -> None:
        """What was numbered in a message that is not sent is unknown to the other side."""
        for number in self.new:
            self.given_numbers.pop(id(self.given.pop(number)), None)
        for number in range(shared_before, self.shared.next, 2):
            self.shared.drop(number)

    def receive(self) -> tuple[int, int, tuple[Any, ...]]:
        length = COUNT.unpack(self.read(4))[0]
        if length > MAX_FRAME or length < 5:
            self.has_ended("the program tampered with its answers")
        reader = Reader(self, self.read(length))
        try:
            kind = reader.take(1)[0]
            number = reader.count()
            if kind not in (QUESTION, ANSWER, RAISED):
                raise Malformed("there is no such message")
            self.show_printed(reader.text())
            payload = tuple(reader.several())
            self.shared.read_changes(reader)
            if not payload or reader.at != len(reader.data):
                raise Malformed("the message is longer than it says")
            return kind, number, payload
        except (Malformed, ValueError, TypeError, OverflowError, ArithmeticError, LookupError, AttributeError):
            self.has_ended("the program tampered with its answers")
        except (RecursionError, MemoryError):
            self.has_ended("the program's answer is too large to be read")

    def read(self, length: int) -> bytes:
        while len(self.rest) < length:
            try:
                part = os.read(self.incoming, max(CHUNK, length - len(self.rest)))
            except OSError:
                part = b""
            if not part:
                self.has_ended("the program ended")
            self.rest = self.rest + part if self.rest else part
        taken, self.rest = self.rest[:length], self.rest[length:]
        return taken

    # Objects.

    def number_of_theirs(self, value: Any) -> int | None:
        return self.known_numbers.get(id(value))

    def write_object(self, writer: Writer, value: Any) -> None:
        """What is no plain data: theirs or ours, by number, or something that both have."""
        number = self.known_numbers.get(id(value))
        if number is not None:
            return writer.count(b"B", number)
        number = self.given_numbers.get(id(value))
        if number is not None:
            return writer.count(b"O", number)
        kind: Any = type(value)
        of_library = writer_of_library(value)
        if of_library is not None:
            return of_library(writer, value)
        if issubclass(kind, type):
            return self.write_class(writer, value)
        if issubclass(kind, BaseException) and self.write_error(writer, value, kind):
            return None
        place = self.place_of(value)
        if place is not None:
            writer.text(b"g", place[0].encode())
            return writer.text(b"", place[1].encode())
        self.write_new(writer, value, kind)

    def write_class(self, writer: Writer, value: Any) -> None:
        name = TYPE_NAMES.get(value) if type(value) is type else None
        if name is not None:
            return writer.text(b"y", name.encode())
        place = self.place_of(value)
        if place is not None:
            writer.text(b"g", place[0].encode())
            return writer.text(b"", place[1].encode())
        writer.count(b"k", self.give(value))
        bases = [base if is_base(base) else object for base in value.__bases__]
        own = list(value.__dict__)
        writer.several(b"", [str(value.__name__), str(getattr(value, "__module__", "") or "")])
        self.describing += 1
        writer.several(b"", bases)
        self.describing -= 1
        writer.several(b"", [name for name in own if name in SPECIALS and value.__dict__[name] is not None])
        writer.several(b"", overrides(value, own))
        writer.several(b"", special_names(type(value)))

    def write_error(self, writer: Writer, value: BaseException, kind: Any) -> bool:
        """An exception of Python's own: by name, with what it was made of."""
        place = (kind.__module__, kind.__qualname__)
        if kind not in TYPE_NAMES and place not in LIBRARY_ERRORS:
            return False
        args = value.args
        if issubclass(kind, OSError) and len(args) == 2 and value.filename is not None:  # type: ignore[attr-defined]
            args = (*args, value.filename)  # type: ignore[attr-defined]
        writer.text(b"x", place[0].encode())
        writer.text(b"", place[1].encode())
        writer.several(b"", [*args])
        return True

    def write_new(self, writer: Writer, value: Any, kind: Any) -> None:
        number = self.give(value)
        writer.count(b"o", number)
        if kind in TYPE_NAMES or place_in_library(kind) is not None:
            self.describe(writer, kind)
        else:
            self.describing += 1
            writer.each([kind])
            self.describing -= 1
        base = data_base(kind)
        if base in CONTAINERS:
            writer.count(b"M", self.shared.add(value, CONTAINERS[base]))
            was_shared, writer.is_shared = writer.is_shared, True
            writer.out += CONTAINERS[base].tag
            writer.several(b"", [*CONTAINERS[base].extra(value), *CONTAINERS[base].items(value)])
            writer.is_shared = was_shared
        elif base is not None:
            writer.each([base_value(value, base)])
        elif issubclass(kind, BaseException):
            writer.each([value.args])
        else:
            writer.each([None])

    def describe(self, writer: Writer, kind: Any) -> None:
        """Of an object of Python's own, such as an iterator, what it can do is told, not what it is."""
        described = self.described.setdefault(kind, Described())
        number = self.given_numbers.get(id(described))
        if number is not None:
            return writer.count(b"O", number)
        writer.count(b"k", self.give(described))
        writer.several(b"", [str(kind.__name__), "builtins"])
        for listed in ([], special_names(kind), [], []):
            writer.several(b"", listed)

    def give(self, value: Any) -> int:
        if len(self.given) >= MAX_OBJECTS:
            raise NotPlain(f"more than {MAX_OBJECTS} objects were given")
        number = len(self.given)
        while number in self.given:
            number += 1
        self.given[number] = value
        self.given_numbers[id(value)] = number
        self.new.append(number)
        return number

    def read_object(self, reader: Reader, tag: int) -> Any:
        read = OBJECT_READERS.get(tag)
        if read is None:
            raise Malformed("there is no such tag")
        return getattr(self, read)(reader)

    def read_known(self, reader: Reader) -> Any:
        number = reader.count()
        if number not in self.known:
            raise Malformed("there is no such object")
        return self.known[number]

    def read_own(self, reader: Reader) -> Any:
        number = reader.count()
        if number not in self.given:
            raise Malformed("there is no such object")
        return self.given[number]

    def read_class(self, reader: Reader) -> Any:
        number = reader.count()
        name, module = reader.several()
        bases = [base for base in reader.several() if isinstance(base, type)]
        specials, overridden, meta = (names(reader.several()) for _ in range(3))
        made = self.standins.make_class(name, module, bases, specials, overridden, meta)
        self.know(number, made)
        return made

    def read_new(self, reader: Reader) -> Any:
        number = reader.count()
        cls = reader.value()
        if self.number_of_theirs(cls) is None:
            raise Malformed("an object of no class")
        base = data_base(cls)
        if base in CONTAINERS:
            made = self.standins.make_object(cls, None)
            self.know(number, made)
            self.read_contents(reader, made)
            return made
        made = self.standins.make_object(cls, reader.value())
        self.know(number, made)
        return made

    def read_contents(self, reader: Reader, made: Any) -> None:
        if reader.take(1) != b"M":
            raise Malformed("a container without its items")
        number = reader.count()
        kind: Kind | None = KINDS.get(reader.take(1))
        if kind is None:
            raise Malformed("there is no such container")
        self.shared.learn(number, made, kind)
        if kind.fill(made, reader.several()) is not made:
            raise Malformed("a container became another one")
        self.shared.learn(number, made, kind)

    def read_error(self, reader: Reader) -> Any:
        module, name = reader.text(), reader.text()
        args = reader.several()
        cls = TYPES.get(name) if module == "builtins" else None
        if cls is None and (module, name) in LIBRARY_ERRORS:
            cls = getattr(__import__(module, fromlist=[name]), name, None)
        if not (isinstance(cls, type) and issubclass(cls, BaseException)):
            raise Malformed("there is no such exception")
        try:
            return cls(*args)
        except Exception:
            made = exception_base(cls).__new__(cls)
            made.args = tuple(args)
            return made

    def read_place(self, reader: Reader) -> Any:
        module, name = reader.text(), reader.text()
        if module not in PUBLIC_MODULES:
            raise Malformed("there is no such module")
        found = __import__(module, fromlist=["_"])
        if not name and module in VALUE_MODULES:
            return found
        if not is_offered(found, name):
            raise Malformed("there is no such name")
        return getattr(found, name)

    def know(self, number: int, made: Any) -> None:
        if len(self.known) >= MAX_OBJECTS or number in self.known:
            raise Malformed("too many objects")
        self.known[number] = made
        self.known_numbers[id(made)] = number


class Described:
    """Stands for the class of an object of Python's own, which the other side need not have."""


OBJECT_READERS = {
    b"B"[0]: "read_own",
    b"O"[0]: "read_known",
    b"k"[0]: "read_class",
    b"o"[0]: "read_new",
    b"x"[0]: "read_error",
    b"g"[0]: "read_place",
}
# Builtins that see or change the world of the process they run in.
EFFECTS = frozenset(
    "__build_class__ __import__ breakpoint compile delattr dir eval exec exit globals help id input locals open print"
    " quit setattr vars copyright credits license".split()
)
PUBLIC_MODULES = VALUE_MODULES | {"builtins"}


def place_in_library(value: Any) -> tuple[str, str] | None:
    """Where both sides find the same function, class or module, if it is one that depends on nothing else."""
    kind = type(value).__name__
    if kind == "module":
        name = getattr(value, "__name__", "")
        return (name, "") if name in VALUE_MODULES and is_loaded(name, value) else None
    module, name = getattr(value, "__module__", None), getattr(value, "__name__", None)
    if type(module) is not str or type(name) is not str or module not in PUBLIC_MODULES:
        return None
    found = __import__(module, fromlist=["_"])
    return (module, name) if is_offered(found, name) and getattr(found, name, None) is value else None


def is_offered(module: Any, name: str) -> bool:
    is_known = name not in EFFECTS and is_public(module, name)
    return is_known and type(getattr(module, name, None)).__name__ != "module"


def is_loaded(name: str, value: Any) -> bool:
    return sys.modules.get(name) is value


def is_base(base: Any) -> bool:
    return base not in TYPE_NAMES or base is object or data_base(base) is not None or issubclass(base, BaseException)


def overrides(cls: Any, own: list[str]) -> list[str]:
    """What a subclass of a builtin does otherwise, besides the special methods."""
    base = data_base(cls)
    return (
        []
        if base is None
        else [name for name in own if name not in SPECIALS and not name.startswith("__") and hasattr(base, name)]
    )


def special_names(kind: Any) -> list[str]:
    """The special methods of a class of Python's own, and of a metaclass but for those every class has."""
    classes = [each for each in kind.__mro__ if each not in (type, object)]
    return sorted(
        {name for each in classes for name in each.__dict__ if name in SPECIALS and each.__dict__[name] is not None}
    )


def base_value(value: Any, base: Any) -> Any:
    """What an object of a subclass holds, read past whatever the subclass overrides."""
    if base is int:
        return int.__add__(value, 0)
    if base is float:
        return float.__add__(value, 0.0)
    if base is complex:
        return complex.__add__(value, 0j)
    if base is str:
        return "".join(str.__iter__(value))
    if base is bytes:
        return bytes.__add__(value, b"")
    return base(base.__iter__(value))


def names(values: list[Any]) -> list[str]:
    if not all(type(value) is str for value in values):
        raise Malformed("a name that is no text")
    return values
