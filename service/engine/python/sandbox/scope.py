"""What names mean: which belong to the program, which the judge knows as well."""

import ast
import builtins
import sys
from typing import Any, Iterator

# Modules whose functions depend on their arguments alone, so that the judge may call them as well as the program.
VALUE_MODULES = frozenset(
    "__future__ bisect cmath collections copy dataclasses datetime decimal fractions functools heapq itertools json math"
    " numbers operator re statistics string textwrap typing unicodedata".split()
)
# Builtins that see or change the program's world.
EFFECTS = frozenset(
    "__build_class__ __import__ breakpoint compile delattr dir eval exec exit globals help id input locals open print"
    " quit setattr vars".split()
)
BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("__")) | {"__debug__", "__import__"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)


class Program:
    """What the text of a program says about its module-level names."""

    def __init__(self, tree: ast.Module | None) -> None:
        self.is_read = tree is not None
        self.names: set[str] = set()
        self.value_imports: set[str] = set()
        """Names it takes from value modules and binds nowhere else: the judge imports them too."""
        self.import_statements: list[str] = []
        self.classes: set[str] = set()
        self.makers: set[str] = set()
        """Functions that give objects: generators, coroutines, instances of the program's classes."""
        self.has_star_import = False
        if tree is not None:
            self.read(tree)

    def read(self, tree: ast.Module) -> None:
        statements = list(module_statements(tree.body))
        bound: list[str] = [name for statement in statements for name in own_names(statement)]
        declared = [name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names]
        self.names = {*bound, *declared}
        self.classes = {node.name for node in statements if isinstance(node, ast.ClassDef)}
        self.makers = {node.name for node in statements if isinstance(node, FUNCTIONS) and self.makes_objects(node)}
        for node in statements:
            if not isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            self.has_star_import |= any(alias.name == "*" for alias in node.names)
            names = set(own_names(node))
            if is_value_import(node) and all(bound.count(name) == 1 for name in names) and not names & {*declared}:
                self.value_imports |= names
                self.import_statements.append(ast.unparse(node))

    def makes_objects(self, function: Any) -> bool:
        if isinstance(function, ast.AsyncFunctionDef):
            return True
        for node in walk_own(function):
            if isinstance(node, (ast.Yield, ast.YieldFrom)):
                return True
            if isinstance(node, ast.Return) and self.is_construction(node.value):
                return True
        return False

    def is_construction(self, node: ast.expr | None) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.classes


class Names:
    """Who owns a name in the examples; `judge` and `data` are settled by the planner."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.judge: set[str] = set(program.value_imports)
        """Names the judge can evaluate itself."""
        self.data: set[str] = set()
        """Names the examples give plain values, held by the program because it is handed them."""
        self.objects: set[str] = set()
        """Names the examples give objects of the program."""
        self.helpers: set[str] = set()
        """Functions the examples define, known to the judge."""
        self.written: set[str] = set()
        """Names the examples give values they write out, known to the judge."""
        self.literals: dict[str, ast.expr] = {}
        """Those of them that stand for one literal."""

    def is_program(self, name: str) -> bool:
        if name in self.judge:
            return False
        if name in self.program.names or name not in BUILTINS:
            return True
        return name in EFFECTS

    def touches(self, node: ast.AST) -> bool:
        return any(self.is_program(name) for name in free_names(node))

    def is_made_by_program(self, node: ast.AST) -> bool:
        return any(self.is_program(name) and name not in self.data for name in free_names(node))

    def is_object(self, node: ast.AST) -> bool:
        """Whether the expression surely gives an object of the program, which cannot travel as plain data."""
        if isinstance(node, ast.Name):
            return node.id in self.objects
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return node.func.id in self.program.classes or node.func.id in self.program.makers
        if isinstance(node, ast.BinOp):
            return self.is_object(node.left) or self.is_object(node.right)
        return isinstance(node, ast.NamedExpr) and self.is_object(node.value)


def is_value_import(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.level == 0 and node.module in VALUE_MODULES and all(alias.name != "*" for alias in node.names)
    return isinstance(node, ast.Import) and all(alias.name in VALUE_MODULES for alias in node.names)


def is_import_of_program(node: ast.stmt, program: Program) -> bool:
    """`from its_own_module import f`: the program is not installed under any name, and f is already there."""
    if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[0] in sys.stdlib_module_names:
        return False
    return all(alias.asname in (None, alias.name) and alias.name in program.names for alias in node.names)


def module_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Every statement that runs in the module's own scope, those inside blocks included."""
    for statement in body:
        yield statement
        if not isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
            for child in ast.iter_child_nodes(statement):
                if isinstance(child, ast.stmt):
                    yield from module_statements([child])
                elif isinstance(child, (ast.ExceptHandler, ast.match_case)):
                    yield from module_statements(child.body)


def walk_own(function: Any) -> Iterator[ast.AST]:
    """The nodes of a function without those of the functions and classes inside it."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Lambda)):
            pending.extend(ast.iter_child_nodes(node))


def own_names(statement: ast.AST) -> Iterator[str]:
    """The names a statement binds in the scope it stands in."""
    if isinstance(statement, (*FUNCTIONS, ast.ClassDef)):
        yield statement.name
        return
    if isinstance(statement, ast.Lambda):
        return
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        for alias in statement.names:
            yield alias.asname or alias.name.split(".")[0]
    if isinstance(statement, ast.Name) and not isinstance(statement.ctx, ast.Load):
        yield statement.id
    if isinstance(statement, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and statement.name:
        yield statement.name
    if isinstance(statement, COMPREHENSIONS):
        for node in ast.walk(statement):
            if isinstance(node, ast.NamedExpr):
                yield from own_names(node.target)
        return
    for child in ast.iter_child_nodes(statement):
        yield from own_names(child)


def free_names(node: ast.AST) -> set[str]:
    """The names a node reads from outside itself."""
    if isinstance(node, ast.Name):
        return {node.id}
    if isinstance(node, COMPREHENSIONS):
        bound = {name for generator in node.generators for name in own_names(generator.target)}
        inside = [child for child in ast.iter_child_nodes(node) if child is not node.generators[0]]
        inside += [node.generators[0].target, *node.generators[0].ifs]
        return union_of_free(inside) - bound | free_names(node.generators[0].iter)
    if isinstance(node, (*FUNCTIONS, ast.Lambda)):
        body = node.body if isinstance(node.body, list) else [node.body]
        arguments = node.args
        bound = {each.arg for each in ast.walk(arguments) if isinstance(each, ast.arg)}
        bound |= {name for statement in body for name in own_names(statement)}
        outside: list[Any] = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
        outside += getattr(node, "decorator_list", [])
        return union_of_free(body) - bound | union_of_free(outside)
    if isinstance(node, ast.ClassDef):
        bound = {name for statement in node.body for name in own_names(statement)}
        outside = [*node.bases, *(keyword.value for keyword in node.keywords), *node.decorator_list]
        return union_of_free(node.body) - bound | union_of_free(outside)
    if isinstance(node, ast.Assign):
        targets = [target for target in node.targets if not isinstance(target, ast.Name)]
        stored = {name for target in targets for name in own_names(target)}
        return free_names(node.value) | (union_of_free(targets) - stored)
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return free_names(node.iter) | (union_of_free([*node.body, *node.orelse]) - set(own_names(node.target)))
    if isinstance(node, (ast.With, ast.AsyncWith)):
        targets = [item.optional_vars for item in node.items if item.optional_vars is not None]
        bound = {name for target in targets for name in own_names(target)}
        return union_of_free(item.context_expr for item in node.items) | (union_of_free(node.body) - bound)
    if isinstance(node, (ast.AnnAssign, ast.NamedExpr)):
        return free_names(node.value) if node.value is not None else set()
    return union_of_free(ast.iter_child_nodes(node))


def union_of_free(nodes: Any) -> set[str]:
    return {name for node in nodes for name in free_names(node)}
