"""Settles which set-up statements run in the program, which in the judge, and so who knows which names."""

import ast

from binding import FUNCTIONS, free_names
from claims import Splitter
from entries import Entry
from library import is_value_import, values_of
from scope import Names
from wary import Doubt, find_lent, is_about_python


def settle(entries: list[Entry], names: Names) -> None:
    """Moves names to the program until nothing it is asked reads a name it lacks.

    The examples' own values start with the judge alone, because one of them may be what is expected. A name the program
    is handed moves there, as the program may change what it holds, unless it holds something that cannot change.
    """
    moved: set[str] = set()
    while True:
        share_out(entries, names, moved)
        needed = needed_by_program(entries, names)
        newly = (needed & names.judge) - set(names.program.imports) - fixed_names(entries) - moved
        if not newly:
            break
        moved |= newly
    provide(entries, needed)


def share_out(entries: list[Entry], names: Names, moved: set[str]) -> None:
    setups = [entry for entry in entries if entry.kind == "setup"]
    imported = {name for entry in setups if is_value_import(entry.statement) for name in entry.binds}
    names.helpers, names.written, names.objects, names.iterators = set(), set(), set(), set()
    # Once the program has a name in any way, it is the program's wherever it stands.
    touching = moved | {name for entry in entries if entry.kind != "setup" for name in entry.binds}
    touching |= names.program.names - set(names.program.imports) - imported
    while True:
        names.judge = {name for entry in setups for name in entry.binds} | set(names.program.imports)
        names.judge -= touching
        more = {name for entry in setups if is_programs(entry, names) for name in entry.binds} - touching
        if not more:
            break
        touching |= more
    for entry in setups:
        entry.in_program = is_programs(entry, names)
        entry.in_judge = not entry.in_program
        if not entry.in_program and entry.binds and not is_value_import(entry.statement):
            kept = names.helpers if isinstance(entry.statement, FUNCTIONS) else names.written
            kept |= entry.binds
    names.data = set(moved)
    names.values = {**names.program.imports}
    for entry in setups:
        if entry.statement is not None and is_value_import(entry.statement):
            names.values |= values_of(entry.statement)
    remember_objects(setups, names)
    names.literals = {name: node for name, node in literals_of(setups).items() if name in names.judge}


def is_programs(entry: Entry, names: Names) -> bool:
    """Whether a set-up statement touches the program, or a name the program holds."""
    if entry.statement is None or is_value_import(entry.statement):
        return False
    if isinstance(entry.statement, (ast.Import, ast.ImportFrom)):
        return True
    return any(names.is_program(name) for name in entry.reads) or any(name not in names.judge for name in entry.binds)


def remember_objects(setups: list[Entry], names: Names) -> None:
    for entry in setups:
        statement = entry.statement
        if not isinstance(statement, ast.Assign):
            continue
        targets = {target.id for target in statement.targets if isinstance(target, ast.Name)}
        names.objects |= targets if names.is_object(statement.value) else set()
        names.iterators |= targets if names.is_iterator(statement.value) else set()


def needed_by_program(entries: list[Entry], names: Names) -> set[str]:
    needed: set[str] = set()
    for entry in entries:
        try:
            needed |= needed_for(entry, names)
        except Doubt:
            # It will not be asked.
            continue
    return needed


def needed_for(entry: Entry, names: Names) -> set[str]:
    if entry.kind == "setup":
        return entry.reads if entry.in_program else set()
    if entry.node is None:
        return entry.reads
    if entry.kind == "assertion" or entry.expected in ("True", "False"):
        splitter = Splitter(names)
        splitter.split_test(entry.node)
        return {name for claim in splitter.claims for name in free_names(claim)}
    return entry.reads if is_asked(entry, names) else set()


def is_asked(entry: Entry, names: Names) -> bool:
    """Whether the program evaluates an expression whole; else the judge does, as it touches nothing of the program."""
    assert entry.node is not None
    if entry.kind != "value" or names.touches(entry.node) or find_lent(entry.node, names):
        return True
    return is_about_python(entry.node, names)


def provide(entries: list[Entry], needed: set[str]) -> None:
    """Set-up the judge runs goes to the program as well where the program reads its names, and theirs in turn."""
    for entry in reversed(entries):
        if (
            entry.kind == "setup"
            and entry.in_judge
            and (entry.binds & needed or is_value_import(entry.statement))
        ):
            entry.in_program = True
            needed |= entry.reads


def fixed_names(entries: list[Entry]) -> set[str]:
    """Names whose value nobody can change: each assignment gives a number, a text or a tuple of such."""
    fixed: set[str] = set()
    loose: set[str] = set()
    for entry in entries:
        statement = entry.statement
        if isinstance(statement, ast.Assign) and entry.kind == "setup" and is_fixed(statement.value):
            fixed |= entry.binds
        elif isinstance(statement, (*FUNCTIONS, ast.Import, ast.ImportFrom)) and entry.kind == "setup":
            if is_value_import(statement):
                fixed |= entry.binds
        else:
            loose |= entry.binds
    return fixed - loose


def is_fixed(node: ast.expr) -> bool:
    if isinstance(node, ast.Tuple):
        return all(map(is_fixed, node.elts))
    if isinstance(node, ast.BinOp):
        return is_fixed(node.left) and is_fixed(node.right)
    return isinstance(node, ast.Constant) or (isinstance(node, ast.UnaryOp) and is_fixed(node.operand))


def literals_of(setups: list[Entry]) -> dict[str, ast.expr]:
    found: dict[str, ast.expr] = {}
    for entry in setups:
        statement = entry.statement
        if (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            found[statement.targets[0].id] = statement.value
    counts = [name for entry in setups for name in entry.binds]
    return {name: node for name, node in found.items() if counts.count(name) == 1}
