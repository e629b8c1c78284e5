"""What names mean: which belong to the program, which the judge knows as well."""

import ast
import builtins
import sys
from typing import Any

from binding import FUNCTIONS, free_names, module_statements, own_names, walk_own
from library import Value, is_value_import, values_of

# Builtins that see or change the program's world.
EFFECTS = frozenset(
    "__build_class__ __import__ breakpoint compile delattr dir eval exec exit globals help id input locals open print"
    " quit setattr vars".split()
)
BUILTINS = frozenset(name for name in dir(builtins) if not name.startswith("__")) | {"__debug__", "__import__"}


class Program:
    """What the text of a program says about its module-level names, as far as it counts for the examples."""

    def __init__(self, tree: ast.Module | None = None) -> None:
        self.is_read = tree is not None
        self.names: set[str] = set()
        self.imports: dict[str, Value] = {}
        """Names it takes from value modules and binds nowhere else: the judge finds them too."""
        self.defined: set[str] = set()
        """Functions and classes it defines."""
        self.classes: set[str] = set()
        self.makers: set[str] = set()
        """Functions that give objects: generators, coroutines, instances of the program's classes."""
        self.listed: set[str] = set()
        """Makers of which the program is asked for the items, because their objects are not taken at their word."""
        self.redefined: set[str] = set()
        """Names of Python that the program defines too, so that the examples may mean either."""
        self.is_wary = False
        """Whether somebody else than the program's author wrote the examples."""
        self.has_star_import = False
        if tree is not None:
            self.read(tree)

    def read(self, tree: ast.Module) -> None:
        statements = list(module_statements(tree.body))
        bound: list[str] = [name for statement in statements for name in own_names(statement)]
        declared = [name for node in ast.walk(tree) if isinstance(node, ast.Global) for name in node.names]
        self.names = {*bound, *declared}
        self.defined = {node.name for node in statements if isinstance(node, (*FUNCTIONS, ast.ClassDef))}
        self.classes = {node.name for node in statements if isinstance(node, ast.ClassDef)}
        self.makers = {node.name for node in statements if isinstance(node, FUNCTIONS) and self.makes_objects(node)}
        for node in statements:
            if not isinstance(node, (ast.Import, ast.ImportFrom)):
                continue
            self.has_star_import |= any(alias.name == "*" for alias in node.names)
            names = set(own_names(node))
            if is_value_import(node) and all(bound.count(name) == 1 for name in names) and not names & {*declared}:
                self.imports |= values_of(node)

    def makes_objects(self, function: Any) -> bool:
        if isinstance(function, ast.AsyncFunctionDef) or yields(function):
            return True
        return any(
            isinstance(node, ast.Return) and self.is_construction(node.value) for node in walk_own(function)
        )

    def is_construction(self, node: ast.expr | None) -> bool:
        return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in self.classes


class Names:
    """Who owns a name in the examples; `judge` and `data` are settled by the planner."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.judge: set[str] = set(program.imports)
        """Names the judge can evaluate itself."""
        self.data: set[str] = set()
        """Names the examples give plain values, held by the program because it is handed them."""
        self.objects: set[str] = set()
        """Names the examples give objects of the program."""
        self.iterators: set[str] = set()
        """Names the examples give what such a maker gives."""
        self.helpers: set[str] = set()
        """Functions the examples define, known to the judge."""
        self.written: set[str] = set()
        """Names the examples give values they write out, known to the judge."""
        self.literals: dict[str, ast.expr] = {}
        """Those of them that stand for one literal."""
        self.values: dict[str, Value] = dict(program.imports)
        """Names that stand for something of the value modules."""
        self.lent: set[str] = set()
        """Names of Python that mean the program's in the test at hand."""

    def is_program(self, name: str) -> bool:
        if name in self.lent:
            return True
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

    def is_constant(self, node: ast.AST) -> bool:
        """Whether it is a value of the standard library, such as `math.pi`, and no function or type of it."""
        base = node.value if isinstance(node, ast.Attribute) else node
        value = self.values.get(base.id) if isinstance(base, ast.Name) else None
        if value is None or not value.is_there():
            return False
        found = value.find() if base is node else getattr(value.find(), node.attr, None)  # type: ignore[attr-defined]
        return not callable(found)

    def is_iterator(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self.iterators
        return (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in self.program.listed
        )


def yields(function: Any) -> bool:
    return any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in walk_own(function))


def is_import_of_program(node: ast.stmt, program: Program) -> bool:
    """`from its_own_module import f`: the program is not installed under any name, and f is already there."""
    if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[0] in sys.stdlib_module_names:
        return False
    return all(alias.asname in (None, alias.name) and alias.name in program.names for alias in node.names)
