"""What tests use of pytest, for a judge that need not have it: raises, approx, parametrize, fixtures, skip."""

import io
import math
import os
import re
import sys
import types
from typing import Any, Callable, Iterator

from weighing import Skipped


class Failed(AssertionError):
    pass


def decided() -> None:
    """Set by the judge: told when what was expected has come."""


def fail(reason: str = "", pytrace: bool = True, msg: str = "") -> Any:
    raise Failed(reason or msg or "failed by pytest.fail")


def skip(reason: str = "", allow_module_level: bool = False, msg: str = "") -> Any:
    raise Skipped(reason or msg)


def importorskip(name: str, *_: Any, **__: Any) -> Any:
    try:
        return __import__(name)
    except ImportError:
        raise Skipped(f"{name} is not installed") from None


class ExceptionInfo:
    def __init__(self) -> None:
        self.value: Any = None

    @property
    def type(self) -> Any:
        return type(self.value)

    @property
    def tb(self) -> Any:
        return self.value.__traceback__

    def match(self, pattern: str) -> bool:
        if not re.search(pattern, str(self.value)):
            raise Failed(f"{pattern!r} does not match {str(self.value)!r}")
        return True

    def __str__(self) -> str:
        return str(self.value)


class Raises:
    def __init__(self, expected: Any, match: Any = None, **_: Any) -> None:
        self.expected = expected
        self.match_pattern = match
        self.info = ExceptionInfo()

    def __enter__(self) -> ExceptionInfo:
        return self.info

    def __exit__(self, kind: Any, error: Any, trace: Any) -> bool:
        if kind is None:
            raise Failed(f"it did not raise {name_of(self.expected)}")
        if not issubclass(kind, self.expected):
            return False
        self.info.value = error
        decided()
        if self.match_pattern is not None:
            self.info.match(self.match_pattern)
        return True


def raises(expected: Any = Exception, *args: Any, match: Any = None, **kwargs: Any) -> Any:
    if not args:
        return Raises(expected, match)
    with Raises(expected) as info:
        args[0](*args[1:], **kwargs)
    return info


def name_of(expected: Any) -> str:
    return ", ".join(each.__name__ for each in (expected if isinstance(expected, tuple) else (expected,)))


class Warns:
    def __init__(self, expected: Any = Warning, match: Any = None, **_: Any) -> None:
        import warnings

        self.expected = expected
        self.match_pattern = match
        self.catching = warnings.catch_warnings(record=True)

    def __enter__(self) -> Any:
        import warnings

        self.caught = self.catching.__enter__()
        warnings.simplefilter("always")
        return self.caught

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        self.catching.__exit__(kind, error, trace)
        if kind is None and not any(
            issubclass(each.category, self.expected) and re.search(self.match_pattern or "", str(each.message))
            for each in self.caught or []
        ):
            raise Failed(f"it did not warn with {name_of(self.expected)}")


class Approx:
    def __init__(self, expected: Any, rel: float | None = None, abs: float | None = None, nan_ok: bool = False) -> None:
        self.expected = expected
        self.rel = 1e-6 if rel is None and abs is None else rel or 0.0
        self.abs = 1e-12 if abs is None else abs
        self.nan_ok = nan_ok

    def __eq__(self, other: object) -> bool:
        return self.is_close(self.expected, other)

    __hash__ = None  # type: ignore[assignment]

    def is_close(self, expected: Any, came: Any) -> bool:
        if isinstance(expected, dict):
            return (
                isinstance(came, dict)
                and expected.keys() == came.keys()
                and all(self.is_close(value, came[key]) for key, value in expected.items())
            )
        if isinstance(expected, (list, tuple)):
            return (
                isinstance(came, (list, tuple))
                and len(expected) == len(came)
                and all(map(self.is_close, expected, came))
            )
        if expected == came:
            return True
        try:
            if math.isnan(expected) and math.isnan(came):
                return self.nan_ok
            if math.isinf(expected) or math.isinf(came):
                return False
            return bool(abs(expected - came) <= max(self.rel * abs(expected), self.abs))
        except TypeError:
            return False

    def __repr__(self) -> str:
        return f"approx({self.expected!r})"


approx = Approx


class Case:
    """The arguments of one run of a test."""

    def __init__(self, values: tuple[Any, ...], marks: Any = (), id: str | None = None) -> None:
        self.values = values
        self.marks = marks if isinstance(marks, (list, tuple)) else (marks,)
        self.id = id


def param(*values: Any, marks: Any = (), id: str | None = None) -> Case:
    return Case(values, marks, id)


class Mark:
    """`pytest.mark.<name>`: what is said of a test is kept in a list on it."""

    def __init__(self, name: str, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None) -> None:
        self.name = name
        self.args = args
        self.kwargs = kwargs or {}

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        is_bare = len(args) == 1 and not kwargs and isinstance(args[0], (types.FunctionType, type))
        if is_bare and self.name != "parametrize":
            setattr(args[0], "pytestmark", [*getattr(args[0], "pytestmark", []), self])
            return args[0]
        return Mark(self.name, args, kwargs)


class Marks:
    def __getattr__(self, name: str) -> Mark:
        if name.startswith("_"):
            raise AttributeError(name)
        return Mark(name) if name != "parametrize" else Parametrize()


class Parametrize(Mark):
    def __init__(self) -> None:
        super().__init__("parametrize")

    def __call__(self, names: Any, values: Any = (), **options: Any) -> Any:
        told = Mark("parametrize", (names, values), options)

        def decorate(test: Any) -> Any:
            setattr(test, "pytestmark", [*getattr(test, "pytestmark", []), told])
            return test

        return decorate


mark = Marks()


class Fixture:
    def __init__(self, function: Callable[..., Any], scope: str, autouse: bool, params: Any, name: str | None) -> None:
        self.function = function
        self.scope = scope
        self.autouse = autouse
        self.params = list(params) if params is not None else None
        self.name = name or function.__name__

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)


def fixture(
    function: Any = None,
    *,
    scope: str = "function",
    autouse: bool = False,
    params: Any = None,
    name: Any = None,
    **_: Any,
) -> Any:
    def decorate(function: Any) -> Fixture:
        return Fixture(function, scope, autouse, params, name)

    return decorate(function) if callable(function) else decorate


class MonkeyPatch:
    def __init__(self) -> None:
        self.undoing: list[Callable[[], Any]] = []

    def setattr(self, target: Any, name: Any, value: Any = ..., raising: bool = True) -> None:
        if isinstance(target, str):
            path, _, attribute = target.rpartition(".")
            target, name, value = __import__(path, fromlist=["_"]), attribute, name
        before = getattr(target, name, ...)
        self.undoing.append(lambda: delattr(target, name) if before is ... else setattr(target, name, before))
        setattr(target, name, value)

    def delattr(self, target: Any, name: str, raising: bool = True) -> None:
        before = getattr(target, name)
        self.undoing.append(lambda: setattr(target, name, before))
        delattr(target, name)

    def setitem(self, target: Any, key: Any, value: Any) -> None:
        had, before = key in target, target.get(key)
        self.undoing.append(lambda: target.__setitem__(key, before) if had else target.pop(key, None))
        target[key] = value

    def delitem(self, target: Any, key: Any, raising: bool = True) -> None:
        before = target.pop(key) if raising else target.pop(key, None)
        self.undoing.append(lambda: target.__setitem__(key, before))

    def setenv(self, name: str, value: str, prepend: Any = None) -> None:
        self.setitem(os.environ, name, str(value))

    def delenv(self, name: str, raising: bool = True) -> None:
        self.delitem(os.environ, name, raising)

    def chdir(self, path: Any) -> None:
        before = os.getcwd()
        self.undoing.append(lambda: os.chdir(before))
        os.chdir(path)

    def syspath_prepend(self, path: Any) -> None:
        pass

    def undo(self) -> None:
        while self.undoing:
            self.undoing.pop()()


class Captured(types.SimpleNamespace):
    def __iter__(self) -> Iterator[str]:
        return iter((self.out, self.err))


class Capsys:
    def __init__(self) -> None:
        self.streams = sys.stdout, sys.stderr
        self.start()

    def start(self) -> None:
        sys.stdout, sys.stderr = self.out, self.err = io.StringIO(), io.StringIO()

    def readouterr(self) -> Captured:
        came = Captured(out=self.out.getvalue(), err=self.err.getvalue())
        self.start()
        return came

    def stop(self) -> None:
        sys.stdout, sys.stderr = self.streams


def monkeypatch() -> Iterator[MonkeyPatch]:
    patch = MonkeyPatch()
    yield patch
    patch.undo()


def capsys() -> Iterator[Capsys]:
    capturing = Capsys()
    yield capturing
    capturing.stop()


def tmp_path() -> Any:
    import pathlib
    import tempfile

    return pathlib.Path(tempfile.mkdtemp(dir=os.getcwd()))


def caplog() -> Any:
    return types.SimpleNamespace(records=[], text="", messages=[], set_level=lambda *_, **__: None)


BUILT_IN = {
    each.__name__: Fixture(each, "function", False, None, None) for each in (monkeypatch, capsys, tmp_path, caplog)
}
BUILT_IN["capfd"] = Fixture(capsys, "function", False, None, "capfd")
BUILT_IN["tmpdir"] = Fixture(tmp_path, "function", False, None, "tmpdir")


class Request:
    """What a fixture may ask about its test."""

    def __init__(self, param: Any, value_of: Callable[[str], Any]) -> None:
        self.param = param
        self.getfixturevalue = value_of


def as_module() -> types.ModuleType:
    """What `import pytest` gives in the examples."""
    module = types.ModuleType("pytest")
    offered = "fail skip importorskip raises approx param mark fixture MonkeyPatch".split()
    module.__dict__.update({name: globals()[name] for name in offered}, warns=Warns, deprecated_call=Warns)
    module.__dict__["xfail"] = skip
    return module
