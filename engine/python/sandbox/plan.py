"""Reads examples and plans how to check them: what the program is asked, and what only the judge is told.

The examples in the code and those of the caller are planned apart, because they are judged apart. Nothing of either
text is run here.
"""

import ast
import sys
import warnings
from typing import Any, Iterable

from asking import Plan
from entries import Entry, close_open_end, read_entries
from examples import find_in_code, find_in_text
from scope import BUILTINS, Names, Program
from settle import settle
from wary import doubtful_names, seen_by_caller

# Programs may be nested more deeply than the interpreter's own limit lets a walk over their tree go.
RECURSION_LIMIT = 20_000


def make_plan(code: str, examples: str | None) -> dict[str, Any]:
    """The caller's examples; without them those in the code."""
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(RECURSION_LIMIT)
    tree = parse(code)
    return (plan_own(code, tree) if examples is None else plan_callers(code, tree, examples)).as_frame()


def parse(code: str) -> ast.Module | None:
    """None where Python would not take it either. A tree too large to read is no plan at all."""
    try:
        return ast.parse(code.removeprefix("\ufeff"))
    except (SyntaxError, ValueError):
        return None


def plan_own(code: str, tree: ast.Module | None) -> Plan:
    program = Program(tree)
    entries = read_own(code, tree, program)
    reads = names_read(entries)
    program.imports = {name: value for name, value in program.imports.items() if name in reads and value.is_there()}
    close_open_end(entries, program.names)
    names = Names(program)
    settle(entries, names)
    return fill(Plan(names, program.names | bound_by(entries)), entries)


def plan_callers(code: str, tree: ast.Module | None, examples: str) -> Plan:
    program = Program(tree)
    declared: set[str] = set()
    entries = read_entries(find_in_text(examples), program, declared)
    bound = bound_by(entries)
    # What is about the program must not depend on what the program's text shows of it.
    close_open_end(entries, program.names | names_read(entries) - BUILTINS - bound)
    seen = seen_by_caller(program, entries, declared)
    names = Names(seen)
    settle(entries, names)
    known = program.names | bound | set(seen.imports)
    missing = names_read(entries) - known - BUILTINS
    lines = lines_before(missing, read_own(code, tree, program)) if missing else []
    plan = Plan(names, known | bound_by(lines))
    plan.doubtful = doubtful_names(entries, names)
    plan.run_before(lines)
    return fill(plan, entries)


def read_own(code: str, tree: ast.Module | None, program: Program) -> list[Entry]:
    return read_entries(find_in_code(code, tree), program, set()) if tree is not None else []


def lines_before(missing: set[str], own: list[Entry]) -> list[Entry]:
    """The set-up lines in the code, for examples of the caller that read a name only such a line gives."""
    return [entry for entry in own if entry.kind in ("setup", "runs")] if missing & bound_by(own) else []


def bound_by(entries: Iterable[Entry]) -> set[str]:
    return {name for entry in entries for name in entry.binds}


def names_read(entries: Iterable[Entry]) -> set[str]:
    return {name for entry in entries for name in entry.reads}


def fill(plan: Plan, entries: Iterable[Entry]) -> Plan:
    for entry in entries:
        plan.add(entry)
    return plan
