"""What stands for an object of the other side: of a real class, with only the special methods that the object has."""

import collections
from typing import Any, Callable

from encoding import Malformed
from specials import BY_DATA, SPECIALS

# What a subclass of a builtin is held by, beside its number.
DATA = (
    int, float, complex, str, bytes, tuple, frozenset, collections.OrderedDict, collections.Counter,
    collections.defaultdict, dict, list, set, bytearray, collections.deque,
)  # fmt: skip


def data_base(cls: Any) -> Any:
    """The builtin that holds the data of a class's objects; none where they are no data at all."""
    return next((each for each in cls.__mro__ if each in DATA), None) if cls is not bool else None


def exception_base(cls: Any) -> Any:
    return next(each for each in cls.__mro__ if type(each) is type and each is not RemoteObject)


class Remote(type):
    """The class of classes that stand for the other side's."""

    __peer__: Any = None

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        return cls.__peer__.ask("call", cls, args, tuple(kwargs.items()))

    def __getattr__(cls, name: str) -> Any:
        return cls.__peer__.get(cls, name)

    def __setattr__(cls, name: str, value: Any) -> None:
        if name.startswith("__") or name == "_abc_impl":
            return type.__setattr__(cls, name, value)
        cls.__peer__.ask("set", cls, name, value)

    def __delattr__(cls, name: str) -> None:
        cls.__peer__.ask("del", cls, name)

    def __new__(meta, name: str, bases: tuple[Any, ...], members: dict[str, Any], **options: Any) -> Any:
        if "__stands__" not in members:
            # A class of the examples that derives from one of the program.
            return meta.__peer__.derive(name, bases, members, options)
        return type.__new__(meta, name, bases, members)

    def __init__(cls, *args: Any, **options: Any) -> None:
        type.__init__(cls, *args)


class RemoteObject:
    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        return type(self).__peer__.get(self, name)  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__"):
            return object.__setattr__(self, name, value)
        type(self).__peer__.ask("set", self, name, value)  # type: ignore[attr-defined]

    def __delattr__(self, name: str) -> None:
        type(self).__peer__.ask("del", self, name)  # type: ignore[attr-defined]

    def __dir__(self) -> Any:
        return type(self).__peer__.ask("library", "builtins", "dir", (self,), {})  # type: ignore[attr-defined]

    def __copy__(self) -> Any:
        return type(self).__peer__.ask("library", "copy", "copy", (self,), {})  # type: ignore[attr-defined]

    def __deepcopy__(self, memo: Any) -> Any:
        return type(self).__peer__.ask("library", "copy", "deepcopy", (self,), {})  # type: ignore[attr-defined]

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(f"{type(self).__name__} stays in its process and cannot be pickled")


class StandIns:
    def __init__(self, peer: Any) -> None:
        self.peer = peer
        self.meta = type("Remote", (Remote,), {"__peer__": peer})

    def make_class(
        self, name: str, module: str, bases: list[Any], specials: list[str], overridden: list[str], meta: list[str]
    ) -> Any:
        if type(name) is not str or type(module) is not str:
            raise Malformed("a class without a name")
        members: dict[str, Any] = {"__stands__": True, "__slots__": (), "__module__": module, "__peer__": self.peer}
        is_data = any(data_base(base) is not None for base in bases)
        for special in specials:
            if special in SPECIALS and not (is_data and special in BY_DATA):
                members[special] = self.forward(special)
        self.complete(members, bases, specials, is_data)
        for each in overridden:
            members[each] = property(lambda standin, each=each: self.peer.get(standin, each))  # type: ignore[misc]
        metaclass = self.meta if not meta else type("Remote", (self.meta,), {each: self.forward(each) for each in meta})
        return self.build(metaclass, name, bases, members)

    def build(self, metaclass: Any, name: str, bases: list[Any], members: dict[str, Any]) -> Any:
        own = [base for base in bases if base is not object]
        metas = {type(base) for base in own if isinstance(base, Remote)} - {metaclass}
        if metas and not any(issubclass(metaclass, each) for each in metas):
            metaclass = next(iter(metas))
        if not any(issubclass(base, RemoteObject) for base in own):
            own = [RemoteObject, *own]
        try:
            return metaclass(name, tuple(own), members)
        except TypeError:
            members.pop("__slots__", None)
            return metaclass(name, (RemoteObject,), members)

    def complete(self, members: dict[str, Any], bases: list[Any], specials: list[str], is_data: bool) -> None:
        """What Python would do without a method of the class, told apart where it matters who decides."""
        if "__eq__" in specials and "__hash__" not in specials and not is_data:
            members["__hash__"] = None
        if "__len__" in specials and "__bool__" not in specials and not is_data:
            members["__bool__"] = lambda standin: self.peer.operate(standin, "__bool__", ())
        if "__await__" in specials:
            members["__await__"] = self.forward_await()
            if "send" in specials:
                members["send"] = self.forward_send()

    def forward(self, special: str) -> Callable[..., Any]:
        def method(standin: Any, *args: Any) -> Any:
            return self.peer.operate(standin, special, args)

        def call(standin: Any, *args: Any, **kwargs: Any) -> Any:
            return self.peer.ask("call", standin, args, tuple(kwargs.items()))

        method.__name__ = call.__name__ = special
        return call if special == "__call__" else method

    def forward_await(self) -> Callable[..., Any]:
        def wait(standin: Any) -> Any:
            return self.peer.ask("await", standin)
            yield

        return wait

    def forward_send(self) -> Callable[..., Any]:
        def send(standin: Any, value: Any) -> Any:
            raise StopIteration(self.peer.ask("await", standin))

        return send

    def make_object(self, cls: Any, data: Any) -> Any:
        base = data_base(cls)
        if base is not None:
            return base.__new__(cls) if data is None else base.__new__(cls, data)
        if issubclass(cls, BaseException):
            return exception_base(cls).__new__(cls, *(data if isinstance(data, tuple) else ()))
        return object.__new__(cls)
