"""Containers that both sides hold: what one does to them the other sees with the next message.

Each keeps what it last knew of every one, and sends the contents that differ. A container that only this table holds on
one side is dropped on both: nobody can do anything to it there any more.
"""

import collections
import operator
import sys
from typing import Any, Callable, Iterable, NamedTuple

from encoding import Malformed

MAX_SHARED = 50_000


class Kind(NamedTuple):
    """How a kind of container is taken apart and put together again."""

    tag: bytes
    make: Callable[[], Any]
    extra: Callable[[Any], list[Any]]
    """What its constructor is told, besides the items."""
    items: Callable[[Any], Iterable[Any]]
    fill: Callable[[Any, list[Any]], Any]


def nothing(value: Any) -> list[Any]:
    return []


# Past whatever a subclass overrides: what it holds is told by its base.


def pairs_of(value: Any) -> Iterable[Any]:
    return [part for pair in dict.items(value) for part in pair]


def fill_list(value: Any, items: list[Any]) -> Any:
    list.__setitem__(value, slice(None), items)
    return value


def fill_set(value: Any, items: list[Any]) -> Any:
    set.clear(value)
    set.update(value, items)
    return value


def fill_dict(value: Any, items: list[Any]) -> Any:
    if len(items) % 2:
        raise Malformed("a key without a value")
    base: Any = collections.OrderedDict if isinstance(value, collections.OrderedDict) else dict
    base.clear(value)
    for key, each in zip(items[::2], items[1::2]):
        base.__setitem__(value, key, each)
    return value


def fill_default(value: Any, items: list[Any]) -> Any:
    value.default_factory = items[0]
    return fill_dict(value, items[1:])


def fill_deque(value: Any, items: list[Any]) -> Any:
    """Its length is fixed when it is made, so a bounded one replaces what stood for it so far."""
    if items[0] != value.maxlen:
        value = collections.deque(maxlen=items[0])
    collections.deque.clear(value)
    collections.deque.extend(value, items[1:])
    return value


def fill_bytes(value: Any, items: list[Any]) -> Any:
    bytearray.__setitem__(value, slice(None), items[0])
    return value


CONTAINERS: dict[Any, Kind] = {
    list: Kind(b"l", list, nothing, list.__iter__, fill_list),
    dict: Kind(b"d", dict, nothing, pairs_of, fill_dict),
    set: Kind(b"s", set, nothing, set.__iter__, fill_set),
    bytearray: Kind(b"b", bytearray, nothing, lambda value: [bytes(memoryview(value))], fill_bytes),
    collections.deque: Kind(
        b"q", collections.deque, lambda value: [value.maxlen], collections.deque.__iter__, fill_deque
    ),
    collections.Counter: Kind(b"c", collections.Counter, nothing, pairs_of, fill_dict),
    collections.OrderedDict: Kind(b"o", collections.OrderedDict, nothing, pairs_of, fill_dict),
    collections.defaultdict: Kind(
        b"f", collections.defaultdict, lambda value: [value.default_factory], pairs_of, fill_default
    ),
}
KINDS = {kind.tag: kind for kind in CONTAINERS.values()}


class Entry:
    __slots__ = ("value", "kind", "seen")

    def __init__(self, value: Any, kind: Kind) -> None:
        self.value = value
        self.kind = kind
        self.seen: list[Any] = []

    def is_changed(self) -> bool:
        now, seen = list(self.kind.items(self.value)), self.seen
        if self.kind.tag == b"b":
            return now != seen
        return len(now) != len(seen) or not all(map(operator.is_, now, seen))

    def note(self) -> None:
        self.seen = list(self.kind.items(self.value))

    def references(self) -> int:
        return sys.getrefcount(self.value)

    def is_alone(self) -> bool:
        return self.references() <= Entry.alone

    # Set below: the references of a container that only its entry holds.
    alone = 0


class Shared:
    """The table of one side. Numbers of the judge are even, those of the program odd."""

    def __init__(self, first: int) -> None:
        self.next = first
        self.entries: dict[int, Entry] = {}
        self.numbers: dict[int, int] = {}
        self.has_changed = False
        """Whether the other side has ever changed one."""

    def number_of(self, value: Any) -> int | None:
        return self.numbers.get(id(value))

    def add(self, value: Any, kind: Kind | None = None) -> int:
        number, self.next = self.next, self.next + 2
        self.learn(number, value, kind)
        return number

    def learn(self, number: int, value: Any, kind: Kind | None = None) -> None:
        if len(self.entries) >= MAX_SHARED:
            raise Malformed("too many containers are shared")
        before = self.entries.get(number)
        if before is not None and before.value is value:
            before.note()
            return
        if before is not None:
            self.numbers.pop(id(before.value), None)
        self.entries[number] = Entry(value, kind or CONTAINERS[type(value)])
        self.entries[number].note()
        self.numbers[id(value)] = number

    def find(self, number: int) -> Any:
        entry = self.entries.get(number)
        if entry is None:
            raise Malformed("there is no such container")
        return entry.value

    def write_changes(self, writer: Any) -> None:
        """The contents that the other side does not know yet, then what this side has no use for any more."""
        changed = [number for number, entry in self.entries.items() if entry.is_changed()]
        writer.out += len(changed).to_bytes(4, "big")
        writer.is_shared = True
        for number in changed:
            entry = self.entries[number]
            writer.out += number.to_bytes(4, "big")
            entry.note()
            writer.several(b"", [*entry.kind.extra(entry.value), *entry.seen])
        writer.is_shared = False
        alone = [number for number, entry in self.entries.items() if entry.is_alone()]
        for number in alone:
            self.drop(number)
        writer.several(b"", alone)

    def read_changes(self, reader: Any) -> None:
        for _ in range(reader.count()):
            number = reader.count()
            entry = self.entries.get(number)
            items = reader.several()
            if entry is None:
                raise Malformed("there is no such container")
            self.has_changed = True
            if entry.kind.fill(entry.value, items) is not entry.value:
                raise Malformed("a container became another one")
            entry.note()
        for number in reader.several():
            self.drop(number)

    def drop(self, number: Any) -> None:
        entry = self.entries.pop(number, None)
        if entry is not None:
            self.numbers.pop(id(entry.value), None)


Entry.alone = Entry([], CONTAINERS[list]).references()
