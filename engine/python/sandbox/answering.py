"""The program's end: loads the submitted code and answers what the judge asks of it. Whatever it says is data."""

import importlib
import json
import os
import sys
import warnings
from typing import Any, Callable, NoReturn

import program
from channel import write_all
from peer import Peer
from project import Project
from steps import Printed
from tracing import Tracer
from wire import Reader

INCOMING, OUTGOING, FACTS = 3, 4, 5


class Answering(Peer):
    def __init__(self, printed: Printed) -> None:
        super().__init__(INCOMING, OUTGOING, 1)
        self.load: Callable[[], Any]
        self.printed = printed
        self.module: Any = None
        self.tracer: Tracer | None = None
        self.loop: Any = None

    def serve(self) -> NoReturn:
        while True:
            _, number, question = self.receive()
            self.answer(number, question)
            del question

    def has_ended(self, why: str) -> NoReturn:
        os._exit(0)

    def take_printed(self) -> str:
        return self.printed.take()

    def perform(self, question: tuple[Any, ...]) -> Any:
        return QUESTIONS[question[0]](self, *question[1:])

    def read_place(self, reader: Reader) -> Any:
        """What the judge names is Python's, and this side may have all of it."""
        module, name = reader.text(), reader.text()
        found = importlib.import_module(module)
        return getattr(found, name) if name else found

    def warn(self, message: Any, category: Any, *_: Any) -> None:
        if self.module is not None:
            self.ask("warn", category, str(message))

    def get(self, value: Any, name: str) -> Any:
        return self.ask("get", value, name)

    def operate(self, value: Any, special: str, args: tuple[Any, ...]) -> Any:
        return self.ask("op", value, special, args)

    def derive(self, name: str, bases: Any, members: Any, options: Any) -> Any:
        raise TypeError(f"{name} cannot derive from a class of the examples")

    # What the judge asks.

    def do_load(self) -> list[str]:
        """The names the module has when it is loaded."""
        self.module = self.load()
        return [name for name in self.module.__dict__ if type(name) is str]

    def do_enter(self, example: int) -> None:
        if self.tracer is not None:
            self.tracer.enter(example)

    def do_name(self, name: str) -> Any:
        try:
            return self.module.__dict__[name]
        except KeyError:
            raise NameError(f"name {name!r} is not defined") from None

    def do_module(self) -> Any:
        return self.module

    def do_run(self, source: str) -> None:
        exec(compile(source, "<example>", "exec", dont_inherit=True), self.module.__dict__)

    def do_entry(self) -> Any:
        """The function that the code ends with: what a test without a name for it means."""
        own = [each for each in self.module.__dict__.values() if is_function_of(each, self.module.__name__)]
        if not own:
            raise NameError("the code defines no function")
        return own[-1]

    def do_call(self, value: Any, args: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Any:
        return value(*args, **dict(named))

    def do_get(self, value: Any, name: str) -> Any:
        return getattr(value, name)

    def do_set(self, value: Any, name: str, new: Any) -> None:
        setattr(value, name, new)

    def do_del(self, value: Any, name: str) -> None:
        delattr(value, name)

    def do_op(self, value: Any, special: str, args: tuple[Any, ...]) -> Any:
        if special == "__bool__":
            return bool(value)
        return getattr(type(value), special)(value, *args)

    def do_await(self, value: Any) -> Any:
        async def wait() -> Any:
            return await value

        import asyncio

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(self.loop)
        return self.loop.run_until_complete(wait())

    def do_super(self, cls: Any, value: Any, name: str) -> Any:
        return getattr(super(cls, value), name)

    def do_class(self, name: str, bases: tuple[Any, ...], members: list[Any], options: dict[str, Any]) -> Any:
        """A class of the examples that derives from one of this module: its methods are theirs."""
        own = {key: WRAPPERS[kind](value) for key, kind, value in members}
        return type(bases[0])(name, bases, {"__module__": self.module.__name__, **own}, **options)

    def do_import(self, name: str) -> Any:
        return importlib.import_module(name)

    def do_library(self, module: str, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return getattr(importlib.import_module(module), name)(*args, **kwargs)

    def do_world(self, module: str, name: str, value: Any) -> None:
        """Something of the process that the examples have changed in theirs."""
        WORLD[module, name](value) if (module, name) in WORLD else setattr(importlib.import_module(module), name, value)


QUESTIONS: dict[str, Callable[..., Any]] = {
    name.removeprefix("do_"): value for name, value in vars(Answering).items() if name.startswith("do_")
}


def is_function_of(value: Any, module: str) -> bool:
    return type(value).__name__ == "function" and getattr(value, "__module__", None) == module


def as_method(lent: Any) -> Callable[..., Any]:
    return lambda *args, **kwargs: lent(*args, **kwargs)


def as_property(lent: Any) -> property:
    getter, setter, deleter = (each and as_method(each) for each in lent)
    return property(getter, setter, deleter)


WRAPPERS: dict[str, Callable[[Any], Any]] = {
    "value": lambda value: value,
    "method": as_method,
    "static": lambda lent: staticmethod(as_method(lent)),
    "class": lambda lent: classmethod(as_method(lent)),
    "property": as_property,
}


def set_random(state: Any) -> None:
    import random

    random.setstate(state)


def set_environment(values: dict[str, str]) -> None:
    os.environ.clear()
    os.environ.update(values)


def set_stdin(text: str) -> None:
    import io

    sys.stdin = io.StringIO(text)


WORLD: dict[tuple[str, str], Callable[[Any], None]] = {
    ("random", "state"): set_random,
    ("os", "environ"): set_environment,
    ("sys", "stdin"): set_stdin,
}


def run_answering(folder: str, source: bytes, project: Project, is_traced: bool = False) -> NoReturn:
    printed = Printed(lambda part: None)
    answering = Answering(printed)
    program.become_program(folder, printed.as_text(), project)

    def load() -> Any:
        module = program.make_module(project.module, folder, project)
        path = module.__dict__["__file__"]
        exec(compile(source, path, "exec", dont_inherit=True), module.__dict__)
        return module

    answering.load = load
    warnings.simplefilter("always")
    warnings.showwarning = answering.warn  # type: ignore[assignment]
    if is_traced:
        answering.tracer = Tracer(folder, project, tell)
        sys.settrace(answering.tracer.on_call)
    answering.serve()


def tell(fact: Any) -> None:
    """Hints for a search, written where PID 1 finds them."""
    write_all(FACTS, json.dumps(fact).encode("ascii") + b"\n")
