"""The part of the standard library that a judge knows as well as the program: a fixed list."""

from types import ModuleType

# Modules whose functions depend on their arguments alone, so that the judge may call them as well as the program.
VALUE_MODULES = frozenset(
    "__future__ bisect cmath collections copy dataclasses datetime decimal fractions functools heapq itertools json"
    " math numbers operator re statistics string textwrap typing unicodedata".split()
)


def is_public(module: ModuleType, name: str) -> bool:
    public = getattr(module, "__all__", None)
    return name in public if public is not None else not name.startswith("_") and hasattr(module, name)
