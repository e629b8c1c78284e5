"""Asks for the items of the program's objects where only their items count: an object cannot travel, a list can."""

import ast
from typing import Any

from scope import Names

# They go through what they are given, so that a list of the items does as well as the object that gives them.
GO_THROUGH = frozenset("all any chain dict filter list map max min set sorted sum tuple zip zip_longest".split())
MAX_ITEMS = 1000


def list_items(node: Any, names: Names) -> Any:
    if isinstance(node, ast.Compare) and isinstance(node.ops[-1], (ast.In, ast.NotIn)):
        return ast.Compare(node.left, node.ops, [*node.comparators[:-1], list_of(node.comparators[-1], names)])
    name = getattr(node.func, "attr", getattr(node.func, "id", None)) if isinstance(node, ast.Call) else None
    if name in GO_THROUGH:
        return ast.Call(node.func, [list_of(each, names) for each in node.args], node.keywords)
    return node


def list_of(node: ast.expr, names: Names) -> ast.expr:
    if not names.is_iterator(node):
        return node
    listing = ast.parse(f"[item for item, _ in zip(items, range({MAX_ITEMS}))]", mode="eval").body
    listing.generators[0].iter.args[0] = node  # type: ignore[attr-defined]
    return listing
