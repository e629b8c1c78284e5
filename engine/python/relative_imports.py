"""Imports from beside a text, as `from .names import first`: mypy stops at one that leaves the packages it knows."""

from collections.abc import Iterable

from mypy.nativeparse import deserialize_imports, native_parse
from mypy.nodes import ImportAll, ImportBase, ImportFrom
from mypy.options import Options


def levels_named(imports: Iterable[ImportBase]) -> int:
    """How many packages around a text its imports name: one for each dot."""
    return max((each.relative for each in imports if isinstance(each, ImportFrom | ImportAll)), default=0)


def levels_named_in(text: str, options: Options) -> int:
    if "." not in text or "import" not in text:
        return 0
    parsed, _, _ = native_parse("", options, text.encode())
    return levels_named(deserialize_imports(parsed.raw_data.imports)) if parsed.raw_data else 0
