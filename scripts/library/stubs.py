"""What typeshed's stubs say of a module: which names it gives, in which version and on which system.

The stubs come as JSON on standard input: whether each module is a package, and its text; and in which versions there is
which module. Runs in one piece with describe.py, which comes behind it.
"""

import ast
import functools
import json
import sys

STUBS, LIFETIMES = json.load(sys.stdin)

# Here, in a later version, on another system: the first that fits.
PLACES = {
    "": [((3, 13), "linux")],
    "+": [((3, minor), "linux") for minor in (14, 15)],
    "~": [((3, minor), system) for minor in (13, 14, 15) for system in ("win32", "darwin")],
}


def is_true(test, version, system):
    """Whether a condition of a stub holds in a version on a system."""
    if isinstance(test, ast.BoolOp):
        parts = [is_true(part, version, system) for part in test.values]
        return all(parts) if isinstance(test.op, ast.And) else any(parts)
    if isinstance(test, ast.UnaryOp):
        return not is_true(test.operand, version, system)
    asked = types.SimpleNamespace(version_info=(*version, 0), platform=system)
    return bool(eval(compile(ast.Expression(test), "stub", "eval"), {"sys": asked, "TYPE_CHECKING": False}))


def place_of(conditions):
    for mark, places in PLACES.items():
        if any(all(is_true(test, *place) is wanted for test, wanted in conditions) for place in places):
            return mark
    return None


def statements(body, conditions=()):
    """The statements of a stub with the mark of the first place where each holds."""
    for node in body:
        if isinstance(node, ast.If):
            yield from statements(node.body, (*conditions, (node.test, True)))
            yield from statements(node.orelse, (*conditions, (node.test, False)))
        elif (mark := place_of(conditions)) is not None:
            yield mark, node


FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@functools.cache
def stub_of(module):
    return list(statements(ast.parse(STUBS[module][1]).body)) if module in STUBS else []


DECLARED = {}


def declared(module):
    """What a stub gives everybody: name → (mark, nodes, module of the nodes)."""
    if module not in DECLARED:
        DECLARED[module] = {}  # what stubs that import each other see of this one meanwhile
        DECLARED[module] = read_declared(module)
    return DECLARED[module]


def read_declared(module):
    found, hidden, listed = {}, {}, set()

    def add(name, mark, nodes, home, is_open=True):
        table = found if is_open else hidden
        if name in table and table[name][0] == mark and nodes and isinstance(nodes[0], FUNCTIONS):
            table[name] = (mark, table[name][1] + nodes, home)
        elif name not in table or (table[name][0] != "" and mark == ""):
            table[name] = (mark, nodes, home)

    for mark, node in stub_of(module):
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            add(node.name, mark, [node], module)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            add(node.target.id, mark, [node], module)
        elif isinstance(node, (ast.Assign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            if "__all__" in names:
                listed.update(each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant))
            elif isinstance(node.value, ast.Name):
                other = (found | hidden).get(node.value.id)
                for name in names:
                    add(name, mark, *(other[1:] if other else ([node], module)))
            else:
                for name in names:
                    add(name, mark, [node], module)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                add(alias.asname or alias.name.split(".")[0], mark, [], alias.name, alias.asname == alias.name)
        elif isinstance(node, ast.ImportFrom):
            package = module if STUBS[module][0] else module.rpartition(".")[0]
            for _ in range(node.level - 1):
                package = package.rpartition(".")[0]
            source = ".".join(part for part in (package if node.level else "", node.module) if part)
            theirs = declared(source)
            for alias in node.names:
                if alias.name == "*":
                    for name, (there, nodes, home) in theirs.items():
                        if not name.startswith("_"):
                            add(name, mark or there, nodes, home)
                    continue
                there, nodes, home = theirs.get(alias.name, ("", [], f"{source}.{alias.name}"))
                add(alias.asname or alias.name, mark or there, nodes, home, alias.asname == alias.name)
    return found | {name: hidden[name] for name in listed & hidden.keys() if name not in found}


def active(body, minor):
    """The statements of a stub that hold in a version on Linux."""
    for node in body:
        if isinstance(node, ast.If):
            yield from active(node.body if is_true(node.test, (3, minor), "linux") else node.orelse, minor)
        else:
            yield node


GIVEN = {}


def given(module, minor):
    """The names that a stub has in a version: those it gives everybody, and all, what it imports for itself included."""
    if (module, minor) not in GIVEN:
        GIVEN[module, minor] = (set(), set())
        GIVEN[module, minor] = read_given(module, minor)
    return GIVEN[module, minor]


def read_given(module, minor):
    found, hidden = set(), set()
    for node in active(ast.parse(STUBS[module][1]).body, minor) if module in STUBS else []:
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found.update(target.id for target in targets if isinstance(target, ast.Name))
            if any(isinstance(target, ast.Name) and target.id == "__all__" for target in targets) and node.value:
                found.update(each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant))
        elif isinstance(node, ast.Import):
            hidden.update(alias.asname or alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = module if STUBS[module][0] else module.rpartition(".")[0]
            for _ in range(node.level - 1):
                package = package.rpartition(".")[0]
            source = ".".join(part for part in (package if node.level else "", node.module) if part)
            for alias in node.names:
                if alias.name == "*":
                    found.update(name for name in given(source, minor)[0] if not name.startswith("_"))
                else:
                    (found if alias.asname == alias.name else hidden).add(alias.asname or alias.name)
    return found, found | hidden
