"""Writes loops over literal values out, so that a program is asked each case and not told the answers beside it."""

import ast
import copy
from typing import Any

from binding import own_names

MAX_ROUNDS = 200
SOURCES: dict[str, Any] = {"range": range, "zip": zip, "enumerate": enumerate, "reversed": reversed, "sorted": sorted}


class Substitute(ast.NodeTransformer):
    def __init__(self, values: dict[str, ast.expr]) -> None:
        self.values = values

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and node.id in self.values:
            return copy.deepcopy(self.values[node.id])
        return node


def unroll_loop(node: ast.For, literals: dict[str, ast.expr]) -> list[ast.stmt] | None:
    """The statements of the loop, once for each value; none when the values or the body are not simple enough."""
    simple = (ast.Assert, ast.Expr, ast.Assign)
    if node.orelse or not all(isinstance(statement, simple) for statement in node.body):
        return None
    bindings = bind_rounds(node.target, node.iter, literals)
    if bindings is None or {*own_names(node.target)} & {name for each in node.body for name in own_names(each)}:
        return None
    return [Substitute(values).visit(copy.deepcopy(statement)) for values in bindings for statement in node.body]


def unroll_comprehension(node: Any, literals: dict[str, ast.expr]) -> ast.expr | None:
    if isinstance(node, ast.DictComp) or len(node.generators) != 1 or node.generators[0].ifs:
        return None
    bindings = bind_rounds(node.generators[0].target, node.generators[0].iter, literals)
    if bindings is None:
        return None
    elements = [Substitute(values).visit(copy.deepcopy(node.elt)) for values in bindings]
    return ast.Set(elements) if isinstance(node, ast.SetComp) and elements else ast.List(elements, ast.Load())


def bind_rounds(target: ast.expr, source: ast.expr, literals: dict[str, ast.expr]) -> list[dict[str, ast.expr]] | None:
    try:
        rounds = list(evaluate(source, literals))
        if len(rounds) > MAX_ROUNDS:
            return None
        return [bind(target, value) for value in rounds]
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError, AttributeError):
        return None


def bind(target: ast.expr, value: Any) -> dict[str, ast.expr]:
    if isinstance(target, ast.Name):
        expression = ast.parse(repr(value), mode="eval").body
        if ast.literal_eval(expression) != value:
            raise ValueError
        return {target.id: expression}
    if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) != len(value):
        raise ValueError
    bound: dict[str, ast.expr] = {}
    for part, each in zip(target.elts, value):
        bound |= bind(part, each)
    return bound


def evaluate(node: ast.expr, literals: dict[str, ast.expr]) -> Any:
    """The value of a literal, a name that stands for one, or a plain way to go through them."""
    if isinstance(node, ast.Name) and node.id in literals:
        return ast.literal_eval(literals[node.id])
    if isinstance(node, ast.Call) and not node.keywords:
        if isinstance(node.func, ast.Attribute) and node.func.attr == "items" and not node.args:
            return dict.items(evaluate(node.func.value, literals))
        if isinstance(node.func, ast.Name) and node.func.id in SOURCES:
            arguments = [evaluate(each, literals) for each in node.args]
            source = SOURCES[node.func.id](*arguments)
            if isinstance(source, range) and len(source) > MAX_ROUNDS:
                raise ValueError
            return source
    return ast.literal_eval(node)
