"""Splits an expression into claims, which the program evaluates, and a residual over them, which the judge does.

`sorted(f(0)) == [1, 2, 3]` becomes the claim `sorted(f(0))` and the residual `__claim__(0) == [1, 2, 3]`: the program
is never told what is expected of it. A claim is the largest part that holds no written value it could be measured by.
"""

import ast
from typing import Any

from binding import COMPREHENSIONS, free_names
from listing import list_items
from scope import Names
from unroll import unroll_comprehension
from wary import find_lent, is_about_python

CLAIM, AGREED = "__claim__", "__agreed__"
# Their other arguments say what to look at, not what to find.
LOOKS = frozenset("isinstance issubclass hasattr getattr callable islice enumerate".split())


class Splitter:
    """Collects the claims of one example, numbered from `first`."""

    def __init__(self, names: Names, first: int = 0) -> None:
        self.names = names
        self.first = first
        self.claims: list[ast.expr] = []
        self.is_weak = False
        """A claim is only true or false, so a program may guess it."""

    def split(self, node: Any) -> Any:
        if not self.names.touches(node):
            return node
        if self.is_whole(node):
            return self.claim(node)
        if isinstance(node, ast.Compare) and self.is_comparison_of_program(node):
            self.is_weak = True
            return self.claim(node)
        if isinstance(node, COMPREHENSIONS):
            return self.split_comprehension(node)
        return self.split_children(list_items(node, self.names))

    def split_test(self, node: Any) -> Any:
        """Splits what an assertion asserts: a check the examples define is the judge's to run, values and all."""
        if isinstance(node, ast.BoolOp):
            return ast.BoolOp(node.op, [self.split_test(value) for value in node.values])
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return ast.UnaryOp(node.op, self.split_test(node.operand))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.names.helpers:
            return self.split_children(node)
        self.names.lent = find_lent(node, self.names)
        if not self.names.lent and is_about_python(node, self.names):
            return self.agree_on(node)
        try:
            return self.split(node)
        finally:
            self.names.lent = set()

    def agree_on(self, node: Any) -> Any:
        """Each side is the judge's to evaluate, and the program must come to the same."""
        if isinstance(node, ast.Compare):
            return ast.Compare(self.agree_on(node.left), node.ops, list(map(self.agree_on, node.comparators)))
        if not is_about_python(node, self.names):
            return node
        claim = self.claim(node)
        return ast.Call(ast.Name(AGREED, ast.Load()), [node, *claim.args], [])

    def claim(self, node: ast.expr) -> ast.Call:
        self.claims.append(node)
        number = ast.Constant(self.first + len(self.claims) - 1)
        return ast.Call(ast.Name(CLAIM, ast.Load()), [number], [])

    def split_children(self, node: Any) -> Any:
        fields = {}
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                fields[name] = [self.split(each) if isinstance(each, ast.AST) else each for each in value]
            else:
                fields[name] = self.split(value) if isinstance(value, ast.AST) else value
        return type(node)(**fields)

    def split_comprehension(self, node: Any) -> Any:
        unrolled = unroll_comprehension(node, self.names.literals)
        if unrolled is not None:
            return self.split(unrolled)
        source = node.generators[0].iter
        rest = type(node)(**dict(ast.iter_fields(node)))
        rest.generators = [*node.generators]
        rest.generators[0] = ast.comprehension(
            node.generators[0].target, ast.List([], ast.Load()), node.generators[0].ifs, 0
        )
        if self.names.touches(rest):
            self.is_weak = True
            return self.claim(node)
        rest.generators[0].iter = self.split(source)
        return rest

    def is_comparison_of_program(self, node: ast.Compare) -> bool:
        """Both sides are the program's, or it is asked what one of its objects holds: only a truth can travel."""
        sides = [node.left, *node.comparators]
        if isinstance(node.ops[-1], (ast.In, ast.NotIn)) and self.names.is_object(sides[-1]):
            return True
        return all(map(self.names.touches, sides)) and sum(map(self.names.is_made_by_program, sides)) > 1

    def is_whole(self, node: Any) -> bool:
        """Whether the program may evaluate all of it: no written value in it could be the one expected."""
        names = self.names
        if isinstance(node, ast.Name):
            return names.is_program(node.id)
        if isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
            return self.is_whole(node.value)
        if isinstance(node, ast.Call):
            return self.is_whole_call(node)
        if isinstance(node, (ast.NamedExpr, ast.Await, ast.Lambda, ast.JoinedStr)):
            return names.touches(node)
        if isinstance(node, ast.UnaryOp):
            return not isinstance(node.op, ast.Not) and self.is_whole(node.operand)
        if isinstance(node, ast.BinOp):
            return names.is_object(node) or (self.is_whole(node.left) and self.is_whole(node.right))
        if isinstance(node, (ast.List, ast.Tuple, ast.Set)):
            return bool(node.elts) and all(map(self.is_whole, node.elts))
        if isinstance(node, COMPREHENSIONS):
            return names.touches(node) and not has_written_value(node)
        return False

    def is_whole_call(self, node: ast.Call) -> bool:
        names = self.names
        called = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        if self.is_whole(called):
            return True
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if not any(map(names.touches, arguments)):
            return False
        if isinstance(called, ast.Name) and called.id in LOOKS:
            return True
        return all(self.is_whole(each) or self.is_neutral(each) for each in arguments) or any(
            map(names.is_object, arguments)
        )

    def is_neutral(self, node: ast.expr) -> bool:
        """An argument that cannot be an expected value: a type, a function, a flag."""
        if isinstance(node, ast.Lambda):
            return True
        if isinstance(node, ast.Constant):
            return node.value is None or isinstance(node.value, bool)
        if not isinstance(node, (ast.Name, ast.Attribute)) or free_names(node) & self.names.written:
            return False
        return not self.names.is_constant(node)


def has_written_value(node: ast.AST) -> bool:
    """Whether a comprehension compares with something, which may be written out in it."""
    return any(isinstance(each, ast.Compare) for each in ast.walk(node))


def is_bare_truth(residual: ast.expr) -> bool:
    """A claim, its negation, or its comparison with True or False: one bit, which can be guessed."""
    if isinstance(residual, ast.UnaryOp) and isinstance(residual.op, ast.Not):
        return is_bare_truth(residual.operand)
    if isinstance(residual, ast.Compare) and len(residual.ops) == 1:
        sides = [residual.left, residual.comparators[0]]
        truths = [side for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, bool)]
        return len(truths) == 1 and any(map(is_claim, sides))
    return is_claim(residual)


def is_claim(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == CLAIM
