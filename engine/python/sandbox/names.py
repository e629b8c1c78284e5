"""What names mean in the caller's text: its own, Python's, and those of the program, which are asked for."""

import ast
import builtins
import importlib.util
import sys
from types import ModuleType
from typing import Any, Callable, Iterable

import pytest_stand_in
from library import VALUE_MODULES
from questions import Questions

BUILTINS = frozenset(dir(builtins))


class Names(dict[str, Any]):
    """The globals of the examples. A name they do not bind themselves is the program's, if it has one."""

    def __init__(self, questions: Questions, mentioned: Iterable[str]) -> None:
        super().__init__()
        self.questions = questions
        self.mentioned = frozenset(mentioned)
        self.programs: frozenset[str] = frozenset()
        self.declared: set[str] = set()
        """Names of Python that the examples import from the program by name."""
        self.kept: dict[str, Any] = {}
        self.modules: dict[str, Any] = {}
        self.set_up: Callable[[], list[str]] = list
        """The set-up lines in the code's own examples, for names that only they give."""
        self.update(__name__="__main__", __doc__=None, __builtins__=self.own_builtins())

    def own_builtins(self) -> dict[str, Any]:
        return {**vars(builtins), "__import__": self.import_module}

    def load(self) -> None:
        """Loads the program, and learns what it defines."""
        names = self.questions.ask("load")
        self.programs = frozenset(name for name in names if type(name) is str and not name.startswith("__"))

    def is_pythons(self, name: str) -> bool:
        """A name of Python's means the program's only where nothing else of the program is mentioned."""
        if name in self.declared or (name not in BUILTINS and name not in VALUE_MODULES):
            return False
        return any(other not in BUILTINS and other not in VALUE_MODULES for other in self.mentioned & self.programs)

    def is_only_pythons(self, name: str) -> bool:
        known = self.get(name)
        if name in self:
            return isinstance(known, ModuleType)
        return name in BUILTINS or self.is_pythons(name)

    def are_programs(self, names: frozenset[str]) -> bool:
        """Whether a value rests on the program and on nothing that the examples or Python give."""
        return bool(names) and all(
            name in self.programs and name not in self and not self.is_pythons(name) for name in names
        )

    def __missing__(self, name: str) -> Any:
        if name in self.kept:
            return self.kept[name]
        if self.is_pythons(name) and name in VALUE_MODULES and name in self.programs:
            return importlib.import_module(name)
        if name.startswith("__") or self.is_pythons(name) or (name in BUILTINS and name not in self.programs):
            raise KeyError(name)
        value = self.ask(name)
        if self.questions.is_theirs(value):
            self.kept[name] = value
        return value

    def ask(self, name: str) -> Any:
        try:
            return self.questions.ask("name", name)
        except NameError:
            # The lines of a docstring may give it; they are the program's to run.
            lines, self.set_up = self.set_up(), list
            if not lines:
                raise KeyError(name) from None
        for line in lines:
            self.questions.ask("run", line)
        try:
            return self.questions.ask("name", name)
        except NameError:
            raise KeyError(name) from None

    def import_module(self, name: str, names: Any = None, local: Any = None, wanted: Any = (), level: int = 0) -> Any:
        """`__import__` of the examples: the library is the judge's, everything else is the program's."""
        if not level and name == "pytest":
            return self.import_pytest()
        top = name.split(".")[0]
        if not level and top not in self.modules and is_installed(top):
            return builtins.__import__(name, names, local, wanted or (), 0)
        if not level and top in PACKAGES:
            raise ModuleNotFoundError(f"No module named {top!r}", name=top)
        if wanted and "*" in wanted:
            # Its names are found when they are used.
            return NOTHING
        self.declared.update(each for each in wanted or () if each in BUILTINS or each in VALUE_MODULES)
        return self.find_module(name if wanted else top)

    def import_pytest(self) -> Any:
        if "pytest" not in self.modules:
            self.modules["pytest"] = sys.modules["pytest"] = pytest_stand_in.as_module()
        return self.modules["pytest"]

    def find_module(self, name: str) -> Any:
        """A module of the program by its name; whatever else it is called, the one that was submitted."""
        if name not in self.modules:
            try:
                module = self.questions.ask("import", name)
            except ImportError:
                module = self.questions.ask("module")
            self.modules[name] = sys.modules[name] = module
        return self.modules[name]


# What tests use of others: a program cannot stand for one of these where the box does not have it.
PACKAGES = frozenset(
    "numpy pandas scipy sklearn torch tensorflow matplotlib sympy networkx requests httpx aiohttp flask django fastapi"
    " pydantic attr attrs yaml hypothesis nose mock pytest_asyncio freezegun faker sqlalchemy parameterized".split()
)
NOTHING = ModuleType("nothing")
NOTHING.__dict__["__all__"] = []


def is_installed(name: str) -> bool:
    """Whether Python has it: nothing that the program wrote is on the judge's path."""
    if name in sys.stdlib_module_names or name in sys.modules:
        return True
    try:
        return importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def mentioned_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
