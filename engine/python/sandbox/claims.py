"""What a screen may ask of a candidate: calls with written arguments, of which the text says what must come.

Only this plain shape is screened, wherever in the text it stands. It is told apart into what the program evaluates and
what the judge keeps; whatever else the text says is left to the judge that runs it whole.
"""

import ast
import copy
from typing import Any, Iterable, Iterator, NamedTuple

from examination import TRACEBACK
from examples import Found

MAX_CLAIMS = 300
# Of what a call gives, Python's functions may make another value before it is compared.
PURE = frozenset("abs dict frozenset len list max min next round set sorted str sum tuple".split())
# What a test may be made of around the one call it is about; the judge evaluates it.
TYPES = frozenset("bool bytes complex dict float frozenset int list set str tuple".split())
AROUND = PURE | TYPES | frozenset(("all", "any", "isinstance", "type", "reversed", "range"))
PARTS = (ast.Compare, ast.BinOp, ast.UnaryOp, ast.Constant, ast.List, ast.Tuple, ast.Set, ast.Dict)
SIGNS = (ast.cmpop, ast.operator, ast.unaryop, ast.expr_context)
ANSWER = "_"
ASSERTIONS = {"assertEqual": "equal", "assertEquals": "equal", "assertTrue": "true", "assertFalse": "false"}


class Claim(NamedTuple):
    source: str
    """What the program is asked."""
    kind: str
    """How what comes is compared: as a value, a truth, a test, a text below a prompt, or the name of an exception."""
    wanted: str | None


def find_claims(found: Iterable[Found], names: set[str]) -> list[Claim]:
    """The claims of a text with their set-up; `names` are those of the program, of which alone it can be asked."""
    claims: list[Claim] = []
    asked = Asked(names)
    for each in found:
        if each.written.problem is not None:
            continue
        body = ast.parse(each.written.source).body
        for statement in body:
            expected = each.written.expected if statement is body[-1] else None
            more = list(claims_of(statement, expected, "+ELLIPSIS" in each.written.options, asked))
            if more:
                claims += [*asked.hand_over(ast.parse(claim.source) for claim in more), *more]
            elif expected is None:
                claims += asked.set_up(statement)
    return claims[:MAX_CLAIMS]


class Asked:
    """Which expressions the program can be asked as they stand."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.held: set[str] = set()
        """Names of the text that stand for what the program itself gave."""
        self.literals: dict[str, ast.stmt] = {}
        """Names that stand for a written value. One may be what is expected, so it is told only as an argument."""

    def set_up(self, statement: ast.stmt) -> list[Claim]:
        """What the program has to run for later calls: its own objects given a name, and calls of them."""
        value = statement.value if isinstance(statement, (ast.Assign, ast.Expr)) else None
        is_told = (value is not None and self.takes(value)) or self.sets_attribute(statement)
        told = [as_setup(statement)] if is_told else []
        before = self.hand_over([statement]) if told else []
        bound = bound_in(statement)
        self.names, self.held = self.names - bound, self.held - bound
        for name in bound:
            self.literals.pop(name, None)
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            if told:
                self.held |= bound
            elif is_literal(statement.value):
                self.literals[statement.targets[0].id] = statement
        return [*before, *told]

    def sets_attribute(self, statement: ast.stmt) -> bool:
        """`node.next = other`, of the program's own objects."""
        return (
            isinstance(statement, ast.Assign)
            and all(isinstance(each, ast.Attribute) and self.is_call(each.value) for each in statement.targets)
            and self.is_given(statement.value)
        )

    def hand_over(self, asked: Iterable[ast.AST]) -> list[Claim]:
        """Written values that a call is given by their names. What is only compared stays with the judge."""
        read = {node.id for each in asked for node in ast.walk(each) if isinstance(node, ast.Name)}
        given = [name for name in self.literals if name in read]
        self.held |= set(given)
        return [as_setup(self.literals.pop(name)) for name in given]

    def is_given(self, node: ast.AST) -> bool:
        if isinstance(node, (ast.List, ast.Tuple)):
            return all(map(self.is_given, node.elts))
        is_known = isinstance(node, ast.Name) and (node.id in self.held or node.id in self.literals)
        return is_known or is_literal(node) or (isinstance(node, ast.expr) and self.is_call(node))

    def takes(self, node: ast.expr) -> bool:
        return isinstance(node, (ast.Call, ast.Subscript, ast.Attribute, ast.Name)) and self.is_call(node)

    def written(self, node: ast.expr) -> ast.expr | None:
        """A value that stands in the text, here or under a name."""
        if isinstance(node, ast.Name) and node.id in self.literals:
            statement = self.literals[node.id]
            return statement.value if isinstance(statement, ast.Assign) else None
        return node if is_literal(node) else None

    def is_call(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.held
        if isinstance(node, ast.Attribute):
            return self.is_call(node.value)
        if isinstance(node, ast.Subscript):
            return self.is_call(node.value) and is_literal(node.slice)
        if not isinstance(node, ast.Call):
            return False
        arguments = [*node.args, *(each.value for each in node.keywords)]
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        is_known = name in self.names or (name in PURE and any(map(self.is_call, node.args)))
        is_method = isinstance(node.func, ast.Attribute) and self.is_call(node.func.value)
        return (is_known or is_method) and all(map(self.is_given, arguments))


def as_setup(statement: ast.stmt) -> Claim:
    return Claim(ast.unparse(statement), "setup", None)


def claims_of(statement: ast.stmt, expected: str | None, ellipsis: bool, asked: Asked) -> Iterator[Claim]:
    if expected is not None:
        if isinstance(statement, ast.Expr) and asked.takes(statement.value):
            kind = "raises" if TRACEBACK.match(expected.lstrip()) else "gaps" if ellipsis else "text"
            yield Claim(ast.unparse(statement.value), kind, expected)
    elif isinstance(statement, ast.Assert):
        yield from claims_of_test(statement.test, asked)
    elif isinstance(statement, ast.Expr):
        yield from claims_of_expression(statement.value, asked)
    elif isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef)) and statement.name.startswith("test"):
        yield from claims_in(statement.body, asked)
    elif isinstance(statement, ast.ClassDef):
        for each in statement.body:
            yield from claims_of(each, None, False, asked) if isinstance(each, ast.FunctionDef) else ()


def claims_in(body: list[ast.stmt], asked: Asked) -> Iterator[Claim]:
    inside = Asked(asked.names - {name for each in body for name in bound_in(each)})
    for statement in body:
        yield from claims_of(statement, None, False, inside)


def claims_of_expression(node: ast.expr, asked: Asked) -> Iterator[Claim]:
    """`self.assertEqual(f(2), 4)`, or a comparison that stands alone."""
    if isinstance(node, ast.Compare):
        yield from claims_of_test(node, asked)
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and is_name(node.func.value, "self")):
        return
    kind = ASSERTIONS.get(node.func.attr)
    if kind == "equal" and len(node.args) > 1:
        yield from claims_of_pair(node.args[0], node.args[1], asked)
    elif kind in ("true", "false") and node.args and asked.takes(node.args[0]):
        yield Claim(ast.unparse(node.args[0]), kind, None)


def claims_of_test(test: ast.expr, asked: Asked) -> Iterator[Claim]:
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        for each in test.values:
            yield from claims_of_test(each, asked)
    elif isinstance(test, ast.Compare):
        is_pair = len(test.ops) == 1 and isinstance(test.ops[0], (ast.Eq, ast.Is))
        pairs = list(claims_of_pair(test.left, test.comparators[0], asked)) if is_pair else []
        yield from pairs or claims_around(test, asked)
    elif asked.takes(test):
        yield Claim(ast.unparse(test), "true", None)
    elif isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and asked.takes(test.operand):
        yield Claim(ast.unparse(test.operand), "false", None)

def claims_around(test: ast.Compare, asked: Asked) -> Iterator[Claim]:
    around = Around(asked)
    rest = around.visit(copy.deepcopy(test))
    if len(around.calls) == 1 and around.is_plain:
        yield Claim(ast.unparse(around.calls[0]), "test", ast.unparse(rest))


class Around(ast.NodeTransformer):
    """A test without the call it is about, where everything else in it is plain."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.calls: list[ast.expr] = []
        self.is_plain = True

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.expr) and self.asked.takes(node):
            self.calls.append(node)
            return ast.Name(ANSWER, ast.Load())
        is_function = isinstance(node, ast.Call) and not node.keywords and isinstance(node.func, ast.Name)
        is_known = isinstance(node, ast.Name) and node.id in AROUND and node.id not in self.asked.names
        if not (is_function or is_known or isinstance(node, (*PARTS, *SIGNS))):
            self.is_plain = False
        return self.generic_visit(node)


def claims_of_pair(left: ast.expr, right: ast.expr, asked: Asked) -> Iterator[Claim]:
    for call, literal in ((left, right), (right, left)):
        wanted = asked.written(literal)
        if asked.takes(call) and wanted is not None:
            yield Claim(ast.unparse(call), "equal", ast.unparse(wanted))
            return


def is_literal(node: ast.AST) -> bool:
    try:
        ast.literal_eval(node)
        return True
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return False


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def bound_in(statement: ast.AST) -> set[str]:
    """Names that a statement gives another meaning, wherever in it."""
    names: set[Any] = set()
    for node in ast.walk(statement):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
    return names


def names_of(tree: ast.Module) -> set[str]:
    """What a module defines, where nothing has to be run to know it."""
    defined = [
        node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    ]
    assigned = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]
    imported = [
        alias for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names
    ]
    return {
        *(node.name for node in defined),
        *assigned,
        *((each.asname or each.name).split(".")[0] for each in imported),
    }


def as_plan(claims: list[Claim]) -> dict[str, Any]:
    """What goes to the program, and what comes back to the judge with its answers."""
    return {
        "steps": [{"exec": claim.source} if claim.kind == "setup" else claim.source for claim in claims],
        "judgement": {"items": [[claim.kind, claim.wanted] for claim in claims if claim.kind != "setup"]},
    }
