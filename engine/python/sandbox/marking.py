"""Marks in the caller's text where something is decided, so that the judge knows what was compared with what."""

import ast
from typing import Any, Iterator, NamedTuple

JUDGE = "__judge__"
OPERATORS = {
    "Eq": "==", "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not",
    "In": "in", "NotIn": "not in",
}  # fmt: skip
MAX_TEXT = 2000


class Site(NamedTuple):
    """A comparison, or the test of an assertion, as it was written."""

    text: str
    left: str
    right: str
    is_left_written: bool
    """Whether it is a value written out: what came is then the other side."""
    is_right_written: bool
    has_literal: bool
    is_written: bool
    """Whether a value stands in it besides the arguments of calls."""
    left_names: frozenset[str]
    right_names: frozenset[str]
    """The names that each side rests on, besides the arguments of calls."""
    echo: str | None
    """A name that is given to the program and compared with what it gives back."""
    top: int | None
    """Of an assertion: the comparison it consists of."""


class Marker(ast.NodeTransformer):
    def __init__(self, sites: list[Site]) -> None:
        self.sites = sites
        self.first_arguments: list[str | None] = []
        self.compared: dict[int, int] = {}

    def add(self, node: ast.AST, **given: Any) -> int:
        site = Site(shorten(node), "", "", False, False, False, False, frozenset(), frozenset(), None, None)._replace(
            **given
        )
        self.sites.append(site)
        return len(self.sites) - 1

    def visit_Assert(self, node: ast.Assert) -> ast.AST:
        text, top = shorten(node), node.test
        test = self.visit(node.test)
        site = self.add(node, text=text, top=self.compared.get(id(top)))
        message = self.visit(node.msg) if node.msg is not None else None
        test = ask("decide", ask("begin", ast.Constant(site)), test)
        return ast.copy_location(ast.Assert(test, message), node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if len(node.ops) != 1:
            return self.generic_visit(node)
        left, right, operator = node.left, node.comparators[0], type(node.ops[0]).__name__
        site = self.add(
            node,
            left=shorten(left),
            right=shorten(right),
            is_left_written=is_written(left),
            is_right_written=is_written(right),
            has_literal=has_literal(left) or has_literal(right),
            is_written=any(
                isinstance(each, ast.Constant) for each in [*without_arguments(left), *without_arguments(right)]
            ),
            left_names=names_in(left),
            right_names=names_in(right),
            echo=find_echo(left, right) or find_echo(right, left),
        )
        self.compared[id(node)] = site
        call = ask("compare", ast.Constant(site), ast.Constant(operator), self.visit(left), self.visit(right))
        return ast.copy_location(call, node)

    def visit_function(self, node: Any) -> Any:
        arguments = [*node.args.posonlyargs, *node.args.args]
        self.first_arguments.append(arguments[0].arg if arguments else None)
        node = self.generic_visit(node)
        self.first_arguments.pop()
        if not isinstance(node, ast.Lambda) and node.name.startswith("test"):
            entered = ast.Expr(ask("enter", ast.Constant(node.name)))
            node.body.insert(0, entered)
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_function

    def visit_Call(self, node: ast.Call) -> ast.AST:
        is_super = isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args
        node = self.generic_visit(node)  # type: ignore[assignment]
        if not is_super or not self.first_arguments or self.first_arguments[-1] is None:
            return node
        name = ast.Name(self.first_arguments[-1], ast.Load())
        return ast.copy_location(ask("find_super", ast.Name("__class__", ast.Load()), name), node)

    def visit_Match(self, node: ast.Match) -> ast.AST:
        node = self.generic_visit(node)  # type: ignore[assignment]
        node.subject = ask("match", node.subject)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node


def ask(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Attribute(ast.Name(JUDGE, ast.Load()), name, ast.Load()), list(args), [])


def mark(tree: Any, sites: list[Site]) -> Any:
    return ast.fix_missing_locations(Marker(sites).visit(tree))


def shorten(node: ast.AST) -> str:
    try:
        text = ast.unparse(node)
    except (ValueError, RecursionError):
        return "…"
    return text if len(text) <= MAX_TEXT else text[:MAX_TEXT] + "…"


def is_written(node: ast.AST) -> bool:
    return not any(isinstance(each, (ast.Name, ast.Call, ast.Attribute)) for each in ast.walk(node))


def has_literal(node: ast.AST) -> bool:
    return any(isinstance(each, (ast.Constant, ast.List, ast.Dict, ast.Set)) for each in ast.walk(node))


def without_arguments(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    for each in [node.func] if isinstance(node, ast.Call) else ast.iter_child_nodes(node):
        yield from without_arguments(each)


def names_in(node: ast.AST) -> frozenset[str]:
    return frozenset(each.id for each in without_arguments(node) if isinstance(each, ast.Name))


def find_echo(written: ast.AST, called: ast.AST) -> str | None:
    """`decode(encode(s)) == s`: a program that gives back what it is given makes it hold."""
    if not isinstance(written, ast.Name) or not isinstance(called, ast.Call):
        return None
    given = [argument for each in ast.walk(called) if isinstance(each, ast.Call) for argument in each.args]
    return written.id if any(isinstance(each, ast.Name) and each.id == written.id for each in given) else None
