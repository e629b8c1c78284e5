"""The part of the standard library that a judge knows as well as the program: a fixed list."""

import ast
import importlib
from types import ModuleType
from typing import Any, Iterator, NamedTuple

# Modules whose functions depend on their arguments alone, so that the judge may call them as well as the program.
VALUE_MODULES = frozenset(
    "__future__ bisect cmath collections copy dataclasses datetime decimal fractions functools heapq itertools json"
    " math numbers operator re statistics string textwrap typing unicodedata".split()
)


class Value(NamedTuple):
    """A module of the list, or something public in it."""

    module: str
    attribute: str | None

    def find(self) -> Any:
        """What it is. A module that another one happens to import, and what is private in one, is not in the list."""
        if self.module not in VALUE_MODULES:
            raise ImportError(f"{self.module} is not for the judge")
        module = importlib.import_module(self.module)
        if self.attribute is None:
            return module
        found = getattr(module, self.attribute, None)
        if isinstance(found, ModuleType) or not is_public(module, self.attribute):
            raise ImportError(f"{self.attribute} is not for the judge")
        return found

    def is_there(self) -> bool:
        try:
            self.find()
            return True
        except ImportError:
            return False


def is_public(module: ModuleType, name: str) -> bool:
    public = getattr(module, "__all__", None)
    return name in public if public is not None else not name.startswith("_") and hasattr(module, name)


def values_of(node: ast.stmt) -> Iterator[tuple[str, Value]]:
    """The names an import statement binds, each with what it stands for."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield alias.asname or alias.name, Value(alias.name, None)
    elif isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield alias.asname or alias.name, Value(node.module or "", alias.name)


def is_value_import(node: ast.stmt | None) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and node.module in VALUE_MODULES and all(alias.name != "*" for alias in node.names)
    return isinstance(node, ast.Import) and all(alias.name in VALUE_MODULES for alias in node.names)
