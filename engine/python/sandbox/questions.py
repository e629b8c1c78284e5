"""The judge's end: asks the program for what the examples use of it, and says who decided what.

The program may ask back only about what it was lent: a function to call, an object of the examples to use as its class
says, an iterator to take the next item of.
"""

import io
import operator
import sys
import types
import warnings
from typing import Any, Callable

from encoding import Malformed
from peer import Ended, Peer, place_in_library
from specials import ARITHMETIC, COMPARISONS, ITEMS, STEPS
from standins import Remote
from weighing import Weighing

# The module that the classes of the examples are of.
EXAMPLES = "__main__"
# What a program may do with an object of the library that it was lent: everything that such a thing is there for.
LENT_TYPES = (io.StringIO, io.BytesIO, io.TextIOWrapper, io.BufferedReader, io.BufferedWriter)
LENT_SPECIALS = (
    ITEMS
    | STEPS
    | COMPARISONS
    | ARITHMETIC
    | frozenset(
        "__call__ __enter__ __exit__ __await__ __aiter__ __anext__ __aenter__ __aexit__ __bool__ __hash__ close __str__"
        " __repr__ __format__ __float__ __int__ __index__".split()
    )
)


class Questions(Peer):
    def __init__(self, incoming: int, outgoing: int, weighing: Weighing, show: Callable[[str], Any]) -> None:
        super().__init__(incoming, outgoing, 0)
        self.weighing = weighing
        self.show = show
        self.vouched: set[int] = set()
        """Objects of classes that the examples call themselves, and what such objects give."""
        self.depth = 0
        self.before_question: Callable[[], Any] = lambda: None
        self.asked = 0

    def ask(self, *question: Any) -> Any:
        target = question[1] if len(question) > 1 else None
        is_vouched = self.is_vouched(target)
        if question[0] != "world":
            self.before_question()
        self.asked += 1
        known = len(self.known)
        try:
            result = super().ask(*question)
        except Ended:
            self.weighing.is_lost = True
            raise
        except Exception as error:
            # Where the examples go on all the same, they expected it.
            self.weighing.raised += 1
            if not isinstance(error, StopIteration):
                raise
            stop = error
            if question[0] == "op" and question[2] in STEPS:
                raise
            # Elsewhere it would end a loop of the examples that has nothing to do with it.
            raise RuntimeError(f"the program raised StopIteration{stop.args}") from None
        if is_vouched and len(self.known) > known:
            self.vouched.update(list(self.known)[known:])
        return result

    def place_of(self, value: Any) -> tuple[str, str] | None:
        """The program has its own `open`: that of the judge would open files as the judge."""
        module, name = getattr(value, "__module__", None), getattr(value, "__qualname__", None)
        is_named = not self.describing and isinstance(value, (type, types.FunctionType, types.BuiltinFunctionType))
        if not is_named or type(module) is not str or type(name) is not str:
            return place_in_library(value)
        is_pythons = module.split(".")[0] in sys.stdlib_module_names and module != EXAMPLES
        return (module, name) if is_pythons and getattr(sys.modules.get(module), name, None) is value else None

    def show_printed(self, text: str) -> None:
        self.show(text)

    def is_vouched(self, value: Any) -> bool:
        return isinstance(type(value), type) and (issubclass(type(value), Remote) or self.is_vouched_object(value))

    def is_vouched_object(self, value: Any) -> bool:
        return self.known_numbers.get(id(value)) in self.vouched

    def is_theirs(self, value: Any) -> bool:
        return id(value) in self.known_numbers

    def get(self, value: Any, name: str) -> Any:
        return self.ask("get", value, name)

    def operate(self, value: Any, special: str, args: tuple[Any, ...]) -> Any:
        """A special method of a stand-in. Where it gets a value of the caller's, the program would be the judge."""
        has_callers_value = bool(args) and not self.is_theirs(args[0])
        if special in COMPARISONS:
            if has_callers_value and not self.is_vouched_object(value):
                return NotImplemented
            self.weighing.doubt("the program's own object was compared")
        elif special in ARITHMETIC and has_callers_value:
            if not self.is_vouched_object(value):
                return NotImplemented
            self.weighing.taint("the program's own object calculated with a value of the examples")
        elif special == "__contains__":
            if not self.is_vouched_object(value):
                return self.contains(value, args[0])
            self.weighing.doubt("the program's own object said what it contains")
        elif special == "__bool__":
            self.weighing.doubt("the program's own object said whether it is true")
        return self.ask("op", value, special, args)

    def contains(self, value: Any, item: Any) -> bool:
        """The items are the program's, which of them is the one the judge says."""
        if not hasattr(type(value), "__iter__"):
            raise TypeError(f"argument of type {type(value).__name__!r} is not iterable")
        return any(each is item or each == item for each in value)

    def warn(self, category: Any, message: Any) -> None:
        is_warning = isinstance(category, type) and issubclass(category, Warning)
        warnings.warn(str(message), category if is_warning else UserWarning, stacklevel=2)

    def derive(self, name: str, bases: tuple[Any, ...], members: dict[str, Any], options: dict[str, Any]) -> Any:
        left_out = (
            "__module__",
            "__qualname__",
            "__classcell__",
            "__doc__",
            "__firstlineno__",
            "__static_attributes__",
        )
        told = [(key, *member_of(value)) for key, value in members.items() if key not in left_out]
        made = self.ask("class", name, bases, told, options)
        cell = members.get("__classcell__")
        if cell is not None:
            cell.cell_contents = made
        return made

    # What the program asks back.

    def perform(self, question: tuple[Any, ...]) -> Any:
        kind, target, *rest = question
        if kind == "warn":
            return self.warn(target, *rest)
        if not isinstance(kind, str) or self.given_numbers.get(id(target)) is None:
            raise Malformed("only what was lent can be used")
        self.depth += 1
        try:
            if kind == "call":
                args, named = rest
                if not callable(target):
                    raise TypeError("it cannot be called")
                return target(*args, **dict(named))
            if kind == "get" and is_offered(target, rest[0]):
                return getattr(target, rest[0])
            if kind == "op" and rest[0] in LENT_SPECIALS and is_usable(target):
                return getattr(type(target), rest[0])(target, *rest[1])
            if kind == "set" and is_settable(target, rest[0]):
                return setattr(target, rest[0], rest[1])
            if kind == "await":
                return run_to_end(target)
            if kind == "library" and rest[0] == "builtins":
                return []
            raise AttributeError(f"{type(target).__name__!r} of the examples has no {rest[0] if rest else kind!r}")
        except AssertionError as error:
            # The program may catch it; what it says is not the program's to know.
            self.weighing.failed_inside = self.weighing.failed_inside or str(error) or "an assertion"
            raise AssertionError from None
        except Ended:
            raise
        finally:
            self.depth -= 1


def member_of(value: Any) -> tuple[str, Any]:
    if isinstance(value, types.FunctionType):
        return "method", value
    if isinstance(value, staticmethod):
        return "static", value.__func__
    if isinstance(value, classmethod):
        return "class", value.__func__
    if isinstance(value, property):
        return "property", (value.fget, value.fset, value.fdel)
    return "value", value


def is_of_examples(value: Any) -> bool:
    return any(each.__dict__.get("__module__") == EXAMPLES for each in type(value).__mro__)


def is_mock(value: Any) -> bool:
    return any(each.__module__ == "unittest.mock" for each in type(value).__mro__)


def is_usable(value: Any) -> bool:
    own = (types.GeneratorType, types.CoroutineType, types.AsyncGeneratorType, *LENT_TYPES)
    return is_of_examples(value) or is_mock(value) or isinstance(value, own) or hasattr(type(value), "__next__")


def is_offered(value: Any, name: Any) -> bool:
    if type(name) is not str or name.startswith("_"):
        return name in ("__name__", "__doc__", "__class__") and callable(value)
    if isinstance(value, type):
        return value.__dict__.get("__module__") == EXAMPLES
    if is_mock(value):
        return not name.startswith(("assert", "mock_", "call", "side_effect", "return_value", "method_calls"))
    return is_of_examples(value) or isinstance(value, LENT_TYPES) or isinstance(value, types.SimpleNamespace)


def is_settable(value: Any, name: Any) -> bool:
    """Attributes of an object, never what its class says of it."""
    if type(name) is not str or name.startswith("_") or is_mock(value):
        return False
    return (is_of_examples(value) and not hasattr(type(value), name)) or isinstance(value, types.SimpleNamespace)


def run_to_end(value: Any) -> Any:
    """A coroutine of the examples, in a thread whose loop nobody waits for."""
    import asyncio
    import threading

    came: list[Any] = []

    async def wait() -> Any:
        return await value

    def work() -> None:
        try:
            came.append((asyncio.run(wait()), None))
        except BaseException as error:
            came.append((None, error))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    result, error = came[0]
    if error is not None:
        raise error
    return result


COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "Eq": operator.eq,
    "NotEq": operator.ne,
    "Lt": operator.lt,
    "LtE": operator.le,
    "Gt": operator.gt,
    "GtE": operator.ge,
    "Is": operator.is_,
    "IsNot": operator.is_not,
    "In": lambda left, right: left in right,
    "NotIn": lambda left, right: left not in right,
}


class Judge:
    """What the marks in the caller's text call."""

    def __init__(self, questions: Questions, sites: list[Any]) -> None:
        self.questions = questions
        self.weighing = questions.weighing
        self.sites = sites
        self.entered: set[str] = set()
        self.names: Any = None

    def enter(self, name: str) -> None:
        self.entered.add(name)

    def begin(self, site: int) -> Any:
        return self.weighing.begin(self.sites[site])

    def decide(self, decision: Any, value: Any) -> Any:
        is_true = bool(value)
        if not decision.compared:
            decision.compared[-1] = (value, None)
        self.weighing.end(decision)
        return is_true

    def compare(self, site: int, operator_name: str, left: Any, right: Any) -> Any:
        weighing, questions = self.weighing, self.questions
        if weighing.open:
            weighing.open[-1].compared[site] = (left, right)
        if operator_name in ("Is", "IsNot") and questions.is_theirs(left) and questions.is_theirs(right):
            weighing.doubt("two objects of the program were compared")
        doubts = weighing.doubts()
        result = COMPARE[operator_name](left, right)
        if weighing.doubts() == doubts:
            self.weigh(self.sites[site])
        return result

    def weigh(self, site: Any) -> None:
        if site.echo is not None:
            self.weighing.doubt(f"{site.echo} was given to the program and compared with what it gave back")
        elif (
            not site.is_written
            and self.names.are_programs(site.left_names)
            and self.names.are_programs(site.right_names)
        ):
            self.weighing.doubt("two values of the program were compared")
        elif self.questions.shared.has_changed and not site.has_literal:
            self.weighing.doubt("the program changed an argument, and nothing written out was compared")
        else:
            self.weighing.trust()

    def match(self, value: Any) -> Any:
        """What a `match` statement looks at."""
        if self.questions.is_theirs(value):
            self.weighing.doubt("the program's own object was matched")
        self.weighing.decided += 1
        return value

    def find_super(self, cls: Any, value: Any) -> Any:
        found = super(cls, value)
        return RemoteSuper(self.questions, cls, value) if self.questions.is_theirs(cls) else found


class RemoteSuper:
    """`super()` in a class of the examples whose base is the program's."""

    def __init__(self, questions: Questions, cls: Any, value: Any) -> None:
        object.__setattr__(self, "asked", (questions, cls, value))

    def __getattribute__(self, name: str) -> Any:
        questions, cls, value = object.__getattribute__(self, "asked")
        return questions.ask("super", cls, value, name)
