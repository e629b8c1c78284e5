"""The tests that a text defines without calling them: functions, methods, one example for each set of values."""

import sys
from types import CoroutineType, FunctionType, GeneratorType
from typing import Any, Callable, Iterable, Iterator

from examples import Found
from outcome import Outcome
from pytest_stand_in import BUILT_IN, Case, Fixture, Request
from questions import EXAMPLES
from standins import Remote
from weighing import Skipped


def run_collected(examination: Any, found: Iterable[Found]) -> None:
    own = [(name, value) for name, value in list(examination.names.items()) if is_own(value)]
    place = next(iter(found), None)
    if place is None:
        return
    fixtures = {value.name: value for value in examination.names.values() if isinstance(value, Fixture)}
    for name, value in own:
        if name in examination.judge.entered:
            continue
        examination.unit = examination.units.get(name)
        if isinstance(value, type):
            run_class(examination, place, name, value, fixtures)
        elif name.startswith("test"):
            for label, run in runs_of(name, value, fixtures, ()):
                run_one(examination, place, label, run)
        elif is_check(name, value) and not examination.count:
            run_one(examination, place, f"{name}(candidate)", lambda: value(examination.questions.ask("entry")))


def is_own(value: Any) -> bool:
    """Whether the examples define it. What stands for a class of the program is none of theirs."""
    is_definition = isinstance(value, FunctionType) or (isinstance(value, type) and not isinstance(value, Remote))
    return is_definition and getattr(value, "__module__", None) == EXAMPLES


def is_test_case(cls: Any) -> bool:
    unittest = sys.modules.get("unittest")
    return unittest is not None and issubclass(cls, unittest.TestCase)


def is_skip(error: BaseException) -> bool:
    """By identity: a class of the program can have any name."""
    unittest = sys.modules.get("unittest")
    return unittest is not None and type(error) is unittest.SkipTest


def is_check(name: str, value: Any) -> bool:
    """HumanEval's `check(candidate)`."""
    return name == "check" and isinstance(value, FunctionType) and list(signature_of(value)) == ["candidate"]


def run_class(examination: Any, place: Found, name: str, cls: Any, fixtures: dict[str, Any]) -> None:
    if is_test_case(cls):
        run_test_case(examination, place, cls)
    elif name.startswith("Test"):
        methods = [key for each in reversed(cls.__mro__) for key in each.__dict__ if key.startswith("test")]
        own = {
            **fixtures,
            **{value.name: bind(value, cls) for value in vars(cls).values() if isinstance(value, Fixture)},
        }
        for method in dict.fromkeys(methods):
            for label, run in runs_of(f"{name}.{method}", getattr(cls, method), own, marks_of(cls), cls):
                run_one(examination, place, label, run)


def bind(fixture: Any, cls: Any) -> Any:
    bound = type(fixture)(fixture.function, fixture.scope, fixture.autouse, fixture.params, fixture.name)
    bound.needs_self = True
    return bound


def run_one(examination: Any, place: Found, label: str, run: Callable[[], Any]) -> None:
    examination.start()
    examination.is_about_python = examination.is_alone = False
    try:
        run()
        outcome = Outcome(None)
    except Skipped:
        return
    except BaseException as error:
        if is_skip(error):
            return
        outcome = Outcome(error)
    examination.conclude(place, label, "test", outcome)


# pytest's functions.


def runs_of(
    label: str, test: Any, fixtures: dict[str, Any], marks: Any, cls: Any = None
) -> Iterator[tuple[str, Callable[[], Any]]]:
    """One run for every set of arguments."""
    told = [*marks, *marks_of(test)]
    reasons = [each for each in told if each.name in ("skip", "skipif", "xfail")]
    if any(each.name in ("skip", "xfail") or (each.args and each.args[0]) for each in reasons):
        return
    cases: list[tuple[str, dict[str, Any]]] = [("", {})]
    for each in told:
        if each.name == "parametrize":
            cases = [
                (join(text, more), {**given, **values}) for more, values in cases_of(each) for text, given in cases
            ]
    for text, values in cases:
        for suffix, chosen in choices_of(test, fixtures):
            named = f"{label}[{join(text, suffix)}]" if text or suffix else label
            yield named, lambda values=values, chosen=chosen: call_test(test, cls, dict(values), fixtures, chosen)  # type: ignore[misc]


def marks_of(value: Any) -> list[Any]:
    found = getattr(value, "pytestmark", [])
    return list(found) if isinstance(found, list) else [found]


def join(one: str, other: str) -> str:
    return "-".join(each for each in (one, other) if each)


def cases_of(mark: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    names, rows = mark.args
    names = [each.strip() for each in names.split(",")] if isinstance(names, str) else list(names)
    for row in rows:
        is_param = isinstance(row, Case)
        if is_param and any(each.name in ("skip", "xfail") for each in row.marks):
            continue
        values = row.values if is_param else (row,) if len(names) == 1 else tuple(row)
        yield "-".join(short(value) for value in values), dict(zip(names, values))


def short(value: Any) -> str:
    text = (
        value
        if isinstance(value, str)
        else repr(value)
        if isinstance(value, (int, float, bool, type(None)))
        else type(value).__name__
    )
    return text[:40]


def choices_of(test: Any, fixtures: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A fixture with parameters makes a run for each of them."""
    needed = [fixtures[name] for name in parameters_of(test) if name in fixtures and fixtures[name].params is not None]
    if not needed:
        yield "", {}
        return
    for value in needed[0].params:
        yield short(value), {needed[0].name: value}


def parameters_of(function: Any) -> list[str]:
    """Those that have to be given."""
    return [name for name, is_needed in signature_of(function).items() if is_needed]


def signature_of(function: Any) -> dict[str, bool]:
    """The names of what a function takes, and whether each has to be given."""
    if isinstance(function, FunctionType) and not function.__dict__.keys() & {"__wrapped__", "__signature__"}:
        code, defaults = function.__code__, function.__defaults__ or ()
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        optional = {*names[code.co_argcount - len(defaults) : code.co_argcount], *(function.__kwdefaults__ or {})}
        return {name: name not in optional for name in names}
    # Only for what others made of a function: to load it takes a tenth of a box's start.
    import inspect

    return {name: each.default is each.empty for name, each in inspect.signature(function).parameters.items()}


def call_test(test: Any, cls: Any, values: dict[str, Any], fixtures: dict[str, Any], chosen: dict[str, Any]) -> None:
    known = {**BUILT_IN, **fixtures}
    closing: list[Any] = []
    instance = cls() if cls is not None else None

    def value_of(name: str) -> Any:
        if name in values:
            return values[name]
        if name == "request":
            return Request(None, value_of)
        if name not in known:
            raise NameError(f"there is no fixture {name!r}")
        fixture = known[name]
        needed = parameters_of(fixture.function)
        given = [instance] if getattr(fixture, "needs_self", False) else []
        args = [
            Request(chosen.get(name), value_of) if each == "request" else value_of(each)
            for each in needed[len(given) :]
        ]
        made = fixture.function(*given, *args)
        if isinstance(made, GeneratorType):
            closing.append(made)
            made = next(made)
        values[name] = made
        return made

    try:
        if instance is not None:
            call_if_there(instance, "setup_method", test)
        for fixture in fixtures.values():
            if fixture.autouse:
                value_of(fixture.name)
        names = (
            parameters_of(test)[1:]
            if cls is not None and not is_static(cls, test.__name__)
            else parameters_of(test)
        )
        for mark in marks_of(test):
            if mark.name == "usefixtures":
                for each in mark.args:
                    value_of(each)
        args = {name: value_of(name) for name in names}
        came = getattr(instance, test.__name__)(**args) if instance is not None else test(**args)
        if isinstance(came, CoroutineType):
            import asyncio

            asyncio.run(came)
    finally:
        if instance is not None:
            call_if_there(instance, "teardown_method", test)
        for each in reversed(closing):
            next(each, None)


def is_static(cls: Any, name: str) -> bool:
    return isinstance(next(each.__dict__[name] for each in cls.__mro__ if name in each.__dict__), staticmethod)


def call_if_there(instance: Any, name: str, test: Any) -> None:
    method = getattr(instance, name, None)
    if method is not None:
        method(*([test] if len(signature_of(method)) else []))


# unittest's classes.


def run_test_case(examination: Any, place: Found, cls: Any) -> None:
    import unittest

    count_assertions(examination)
    names = unittest.TestLoader().getTestCaseNames(cls)
    try:
        cls.setUpClass()
    except BaseException as error:
        for name in names:
            examination.weighing.start()
            examination.conclude(place, f"{cls.__name__}.{name}", "test", Outcome(error))
        return
    for name in names:
        run_one(examination, place, f"{cls.__name__}.{name}", lambda name=name: run_method(cls(name)))  # type: ignore[misc]
    try:
        cls.tearDownClass()
        cls.doClassCleanups()
    except Exception:
        pass


def run_method(test: Any) -> None:
    """One test, whose first error is raised again here."""
    import unittest

    class Result(unittest.TestResult):
        error: Any = None

        def keep(self, _: Any, error: Any) -> None:
            self.error = self.error or (error and error[1])

        addError = addFailure = keep  # type: ignore[assignment]

        def addSubTest(self, test: Any, subtest: Any, error: Any) -> None:
            self.keep(test, error)

        def addSkip(self, test: Any, reason: str) -> None:
            self.error = self.error or unittest.SkipTest(reason)

        def addExpectedFailure(self, test: Any, error: Any) -> None:
            self.error = self.error or unittest.SkipTest("expected to fail")

        def addUnexpectedSuccess(self, test: Any) -> None:
            self.error = self.error or AssertionError("it was expected to fail")

    result = Result()
    test.run(result)
    if result.error is not None:
        raise result.error


def count_assertions(examination: Any) -> None:
    """Each `self.assertSomething(…)` is a decision."""
    import unittest

    if getattr(unittest.TestCase, "is_counted", False):
        return
    weighing = examination.weighing
    for name in dir(unittest.TestCase):
        method = getattr(unittest.TestCase, name)
        if name.startswith("assert") and isinstance(method, FunctionType):
            setattr(unittest.TestCase, name, counted(method, weighing))
    setattr(unittest.TestCase, "is_counted", True)


def counted(method: Any, weighing: Any) -> Any:
    def assertion(*args: Any, **kwargs: Any) -> Any:
        decision = weighing.begin(None)
        try:
            return method(*args, **kwargs)
        finally:
            weighing.end(decision)

    return assertion
