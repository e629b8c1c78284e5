"""What of a program counts for examples that somebody else wrote: nothing its author could weaken them by.

A name the examples bind is theirs. A builtin, and a module of the fixed list, is Python's, though the program has one
of that name too: only a test that names nothing else of the program can mean the program's.
"""

import ast
from typing import Iterable

from binding import free_names
from entries import Entry
from library import VALUE_MODULES, Value
from scope import BUILTINS, EFFECTS, Names, Program


def seen_by_caller(program: Program, entries: Iterable[Entry], declared: set[str]) -> Program:
    """The program as the caller's examples may take it; `declared` are names they import from it by name."""
    entries = list(entries)
    bound = {name for entry in entries for name in entry.binds}
    reads = {name for entry in entries for name in entry.reads} - bound
    modules = {name for name in reads & VALUE_MODULES if is_used_as_module(name, entries)}
    declared = declared & program.names - bound
    seen = Program()
    seen.is_wary, seen.is_read, seen.has_star_import = True, program.is_read, program.has_star_import
    seen.imports = {name: Value(name, None) for name in modules - declared}
    for name, value in program.imports.items():
        is_misnamed = name in VALUE_MODULES and name != value.module
        if name in reads - BUILTINS - declared and not is_misnamed and value.is_there():
            seen.imports[name] = value
    seen.redefined = program.defined & (BUILTINS - EFFECTS | modules) - bound - declared
    seen.names = (program.names - BUILTINS - bound - set(seen.imports)) | declared
    # Written like a class, so it is the caller who says that it gives an object.
    seen.classes = {name for name in program.classes & seen.names if name[:1].isupper()}
    seen.listed = program.makers & seen.names
    return seen


def is_used_as_module(name: str, entries: Iterable[Entry]) -> bool:
    """Whether the examples use the name for nothing but what the module of that name has for everyone."""
    nodes = [node for entry in entries for node in ast.walk(entry.tree)]
    bases = [node for node in nodes if isinstance(node, ast.Attribute) and is_name(node.value, name)]
    is_all = len(bases) == sum(is_name(node, name) for node in nodes)
    return is_all and all(Value(name, node.attr).is_there() for node in bases)


def is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


class Doubt(Exception):
    """It cannot be told whether the examples mean Python's or the program's."""

    def __init__(self, names: set[str]) -> None:
        named = ", ".join(sorted(names))
        super().__init__(
            f"it cannot be told whether {named} is Python's or the program's;"
            f" `from main import {named}` before the examples says that it is the program's"
        )


def find_lent(test: ast.AST, names: Names) -> set[str]:
    """The one name of Python that a test means the program by, if it names nothing else of the program.

    The program would have to be told the examples' own values if they stood in the test: then it is in doubt.
    """
    if names.touches(test):
        return set()
    read = free_names(test)
    redefined = read & names.program.redefined
    if len(redefined) > 1 or (redefined and read & names.judge - redefined):
        raise Doubt(redefined)
    return redefined


def is_about_python(test: ast.AST, names: Names) -> bool:
    """Whether it calls or reads what Python and the program both have, by all that the program's text shows.

    A program can change what such a name means in ways its text does not show, so it is asked as well.
    """
    read = free_names(test)
    if not names.program.is_wary or names.touches(test) or read & (names.judge - set(names.program.imports)):
        return False
    return not read.isdisjoint(names.program.imports) or any(isinstance(node, ast.Call) for node in ast.walk(test))


def doubtful_names(entries: Iterable[Entry], names: Names) -> dict[str, Doubt]:
    """Names whose value rests on a name that may be Python's or the program's, with why."""
    doubtful: dict[str, Doubt] = {}
    for entry in entries:
        if entry.kind != "setup" or not entry.in_judge:
            continue
        redefined = entry.reads & names.program.redefined
        doubts = [Doubt(redefined)] if redefined else [doubtful[name] for name in entry.reads if name in doubtful]
        doubtful |= {name: doubts[0] for name in entry.binds if doubts}
    return doubtful
