"""Turns what was written into entries: one for every statement, each with what it says must come of it."""

import ast
import re
from typing import Any, Iterable, NamedTuple

from binding import FUNCTIONS, free_names, own_names
from examples import Found, Written
from inline import Tests, inline_test, remember_test
from scope import Program, is_import_of_program
from unroll import unroll_loop

TRACEBACK = re.compile(r"^Traceback \((most recent call last|innermost last)\):", re.MULTILINE)
COMPOUND = (ast.For, ast.AsyncFor, ast.While, ast.With, ast.AsyncWith, ast.Try, ast.If, ast.Match)


class Entry:
    """A set-up statement or an example, before it is known which side evaluates what."""

    def __init__(self, kind: str, found: Found, source: str, node: Any = None, statement: Any = None) -> None:
        self.kind = kind
        self.line = found.line
        self.text = found.written.source
        self.source = source
        self.node: ast.expr | None = node
        self.statement: ast.stmt | None = statement
        self.expected: str | None = None
        self.wanted: str | None = None
        """What an assertion compares with, for people to read."""
        self.problem = found.written.problem
        self.options = found.written.options
        self.tree: ast.AST = node if node is not None else statement if statement is not None else ast.Pass()
        self.reads: set[str] = free_names(self.tree)
        self.binds: set[str] = set(own_names(self.tree))
        self.in_program = True
        self.in_judge = False


def read_entries(found: Iterable[Found], program: Program, declared: set[str]) -> list[Entry]:
    """The entries; names they import from the program itself are added to `declared`."""
    entries: list[Entry] = []
    seen = Seen({}, {}, declared)
    for each in found:
        entries += entries_of(each, program, seen)
    # A test function of which all calls are written out is nobody's to know.
    read = {name for entry in entries for name in entry.reads}
    written_out = [test for name, test in seen.tests.items() if name not in read]
    return [entry for entry in entries if entry.statement not in written_out]


class Seen(NamedTuple):
    """What was written so far, for what comes after it."""

    literals: dict[str, ast.expr]
    tests: Tests
    declared: set[str]


def entries_of(found: Found, program: Program, seen: Seen) -> list[Entry]:
    written = found.written
    if written.problem is not None:
        return [Entry("unreadable", found, written.source)]
    statements = ast.parse(written.source).body
    entries: list[Entry] = []
    for statement in statements:
        is_last = statement is statements[-1]
        written_out = write_out(statement, seen) if written.expected is None else None
        if written_out is not None:
            entries += [entry_of(found, written, each) for each in written_out]
            continue
        if is_import_of_program(statement, program):
            seen.declared.update(own_names(statement))
            continue
        expecting = written if is_last else written._replace(expected=None)
        entries.append(entry_of(found, expecting, statement))
        remember_literal(statement, seen.literals)
        remember_test(statement, seen.tests)
    if len(entries) > 1:
        for entry in entries:
            entry.text = entry.source
    return entries


def write_out(statement: ast.stmt, seen: Seen) -> list[ast.stmt] | None:
    """The assertions of a loop or of a test function, one by one; none if they cannot be told apart."""
    if isinstance(statement, ast.For) and has_assertion(statement):
        return unroll_loop(statement, seen.literals)
    return inline_test(statement, seen.tests)


def entry_of(found: Found, written: Written, statement: ast.stmt) -> Entry:
    ast.fix_missing_locations(statement)
    source = ast.unparse(statement)
    expected = written.expected
    raises = expected is not None and TRACEBACK.match(expected.lstrip()) is not None
    if isinstance(statement, ast.Assert) and expected is None:
        entry = Entry("assertion", found, source, statement.test, statement)
        entry.wanted = compared_with(statement.test)
    elif isinstance(statement, ast.Expr):
        entry = Entry(kind_of_expression(statement.value, expected, raises), found, source, statement.value)
        entry.wanted = compared_with(statement.value) if entry.kind == "assertion" else None
    elif expected is not None:
        entry = Entry("raises" if raises else "output", found, source, None, statement)
    elif isinstance(statement, COMPOUND) and has_assertion(statement):
        entry = Entry("assertion", found, source, None, statement)
    else:
        entry = Entry("setup", found, source, None, statement)
    entry.expected = expected
    return entry


def kind_of_expression(node: ast.expr, expected: str | None, raises: bool) -> str:
    if raises:
        return "raises"
    if expected is not None:
        is_print = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
        return "output" if is_print else "value"
    is_claim_of_truth = isinstance(node, ast.Compare) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )
    if isinstance(node, ast.BoolOp):
        is_claim_of_truth = all(kind_of_expression(value, None, False) == "assertion" for value in node.values)
    return "assertion" if is_claim_of_truth else "runs"


def compared_with(test: ast.expr) -> str | None:
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return None
    try:
        return ast.unparse(test.comparators[0])
    except (ValueError, RecursionError):
        return None


def has_assertion(statement: ast.stmt) -> bool:
    return any(isinstance(node, ast.Assert) for node in ast.walk(statement))


def remember_literal(statement: ast.stmt, literals: dict[str, ast.expr]) -> None:
    """Keeps track of names that stand for one literal, so that loops over them can be written out."""
    for name in own_names(statement):
        literals.pop(name, None)
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        try:
            ast.literal_eval(statement.value)
            literals[statement.targets[0].id] = statement.value
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            pass


def close_open_end(entries: list[Entry], names: set[str]) -> None:
    """A set-up call that nothing follows is an example itself: that it runs. Else its failure would go unseen."""
    for entry in reversed(entries):
        if entry.kind != "setup":
            return
        is_definition = isinstance(entry.statement, (*FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom))
        if not is_definition and entry.reads & names:
            entry.kind = "runs"
