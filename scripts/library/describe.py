"""Tells what Python's library offers: what the interpreter that runs this has, and what typeshed's stubs say of it.

Runs in one piece with stubs.py, which comes before it. What is told goes as JSON to standard output: a line for each
name, in the form that engine/library/entries.ts reads.
"""

import ast
import builtins
import collections
import encodings
import functools
import importlib
import inspect
import io
import json
import sys
import types
import warnings

# Read at the start of the interpreter, with the file that says where packages are: no part of what the library offers.
vars(encodings).pop("utf_8_sig", None)

# Nobody's programs are about these, or importing them does something.
LEFT_OUT = ("antigravity", "encodings.", "idlelib", "lib2to3", "this", "turtledemo", "distutils", "test")

# What makes a value that methods may be tried on, to see which of them change it.
SAMPLES = {
    "list": lambda: [3, 1, 2],
    "dict": lambda: {1: 2, 3: 4},
    "set": lambda: {1, 2, 3},
    "bytearray": lambda: bytearray(b"cab"),
    "deque": lambda: collections.deque([3, 1, 2]),
    "defaultdict": lambda: collections.defaultdict(int, {1: 2, 3: 4}),
    "Counter": lambda: collections.Counter({1: 2, 3: 4}),
    "OrderedDict": lambda: collections.OrderedDict({1: 2, 3: 4}),
}
ARGUMENTS = [(), (1,), (9,), ([7, 8],), ({7: 8},), (1, 5), (9, 5), ({1},)]

TYPES = {
    **{name: each for name, each in vars(builtins).items() if isinstance(each, type) and not issubclass(each, BaseException) and name[0] != "_"},
    **{each.__name__: each for each in (collections.deque, collections.defaultdict, collections.Counter, collections.OrderedDict)},
    **{each.__name__: each for each in (io.TextIOWrapper, io.StringIO, io.BytesIO)},
    "NoneType": types.NoneType,
    "generator": types.GeneratorType,
}
STUB_OF = {"generator": ("types", "GeneratorType"), "NoneType": ("types", "NoneType")}


def parameters(node, is_method):
    """(by position only, others by position, *rest, by name, **named); each a (name, may be left out)."""
    given = node.args
    places = [*given.posonlyargs, *given.args]
    first = len(places) - len(given.defaults)
    ordered = [(arg.arg, at >= first) for at, arg in enumerate(places)]
    only = len(given.posonlyargs) or sum(name.startswith("__") and not name.endswith("__") for name, _ in ordered)
    if is_method and ordered:
        ordered, only = ordered[1:], max(0, only - 1)
    named = [(arg.arg, default is not None) for arg, default in zip(given.kwonlyargs, given.kw_defaults)]
    return only, ordered, given.vararg and given.vararg.arg, named, given.kwarg and given.kwarg.arg


def merged(forms):
    """One list of parameters that allows whatever one of several allows."""
    longest = max(forms, key=lambda form: len(form[1]))[1]
    if any(form[2] for form in forms):
        longest = longest[:min(len(form[1]) for form in forms)]
    needed = min(sum(not optional for _, optional in form[1]) for form in forms)
    ordered = [(name, at >= needed) for at, (name, _) in enumerate(longest)]
    only = min(len(ordered), max(form[0] for form in forms))
    names = {name for name, _ in ordered}
    by_name = {}
    for form in forms:
        for name, optional in form[3]:
            if name not in names:
                by_name[name] = by_name.get(name, False) or optional or any(name not in dict(other[3]) for other in forms)
    rest = next((form[2] for form in forms if form[2]), None)
    named = next((form[4] for form in forms if form[4]), None)
    return only, ordered, rest, list(by_name.items()), named


def written(form):
    only, ordered, rest, by_name, named = form
    parts = [name.strip("_") + "=" * optional for name, optional in ordered]
    if only:
        parts.insert(min(only, len(ordered)), "/")
    if rest or by_name:
        parts.append(f"*{rest or ''}")
    parts += [name + "=" * optional for name, optional in by_name]
    return ", ".join([*parts, *([f"**{named}"] if named else [])])


def run_form(thing, drop_first):
    """The parameters that the interpreter itself tells of; None where it tells nothing of use."""
    try:
        given = list(inspect.signature(thing).parameters.values())[drop_first:]
    except (TypeError, ValueError):
        return None
    kinds = inspect.Parameter
    if [each.kind for each in given] == [kinds.VAR_POSITIONAL, kinds.VAR_KEYWORD]:
        return None
    of = lambda *wanted: [(each.name, each.default is not kinds.empty) for each in given if each.kind in wanted]
    only, ordered = of(kinds.POSITIONAL_ONLY), of(kinds.POSITIONAL_ONLY, kinds.POSITIONAL_OR_KEYWORD)
    rest, named = of(kinds.VAR_POSITIONAL), of(kinds.VAR_KEYWORD)
    return len(only), ordered, rest[0][0] if rest else None, of(kinds.KEYWORD_ONLY), named[0][0] if named else None


SAME = {"LiteralString": "str", "TypeGuard": "bool", "TypeIs": "bool", "None": "None"}


def result(node, module, owner):
    """The type that a function gives, where that is one that has a name."""
    if isinstance(node, ast.Subscript):
        if isinstance(node.value, ast.Name) and node.value.id == "Literal":
            values = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
            kinds = {type(each.value).__name__ for each in values if isinstance(each, ast.Constant)}
            return kinds.pop() if len(kinds) == 1 else None
        return result(node.value, module, owner)
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Constant):
        return "None" if node.value is None else None
    if not isinstance(node, ast.Name):
        return None
    if node.id == "Self":
        return owner
    if node.id in SAME:
        return SAME[node.id]
    if node.id in ("Any", "object", "AnyStr", "Never", "NoReturn", "Incomplete") or node.id in loose_names(module):
        return None
    return node.id


@functools.cache
def loose_names(module):
    """Type variables, and other names for several types."""
    loose = set()
    for _, node in stub_of(module):
        if isinstance(node, ast.Assign):
            loose.update(target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            loose.add(node.target.id)
        elif isinstance(node, ast.TypeAlias):
            loose.add(node.name.id)
        elif isinstance(node, ast.ImportFrom) and node.module == "_typeshed":
            loose.update(alias.asname or alias.name for alias in node.names)
    return loose


def result_of(nodes, module, owner=None):
    given = set()
    for node in nodes:
        variables = {each.name for each in getattr(node, "type_params", [])}
        said = result(node.returns, module, owner) if node.returns else None
        given.add("Coroutine" if isinstance(node, ast.AsyncFunctionDef) else None if said in variables else said)
    return given.pop() if len(given) == 1 else None


def is_called_on(node, name):
    return any(isinstance(each, ast.Name) and each.id == name for each in node.decorator_list)


@functools.cache
def class_members(module, node):
    """What a class of a stub has, with what its bases add: name → nodes, and the module that they stand in."""
    own = {}
    for mark, each in statements(node.body):
        if mark == "" and isinstance(each, FUNCTIONS):
            own.setdefault(each.name, ([], module))[0].append(each)
        elif mark == "" and isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            own[each.target.id] = ([each], module)
    for base in node.bases:
        name = base.value if isinstance(base, ast.Subscript) else base
        known = visible(module).get(name.id) if isinstance(name, ast.Name) else None
        if known and known[1] and isinstance(known[1][0], ast.ClassDef) and known[1][0] is not node:
            own = class_members(known[2], known[1][0]) | own
    return own


@functools.cache
def visible(module):
    """What a stub can name: builtins, what it imports, and its own."""
    imported = {}
    for _, node in stub_of(module):
        if isinstance(node, ast.ImportFrom) and node.level == 0:
            theirs = declared(node.module)
            imported |= {alias.asname or alias.name: theirs[alias.name] for alias in node.names if alias.name in theirs}
    return declared("builtins") | imported | declared(module)


def maker_form(module, node):
    """How an object of a stub's class is made."""
    members = class_members(module, node)
    for name in ("__new__", "__init__"):
        if name in members and not (name == "__new__" and "__init__" in members):
            return merged([parameters(each, True) for each in members[name][0]])
    return None


def annotation_of(nodes, module):
    node = nodes[0] if nodes else None
    if isinstance(node, ast.AnnAssign):
        said = node.annotation
        if isinstance(said, ast.Subscript) and isinstance(said.value, ast.Name) and said.value.id in ("Final", "ClassVar"):
            said = said.slice
        if isinstance(said, ast.Name) and said.id == "Final":
            return type(node.value.value).__name__ if isinstance(node.value, ast.Constant) else None
        return result(said, module, None)
    return None


def line(mark, kind, name, form=None, gives=None, base=""):
    shape = "" if kind in ("value", "module") else f"({'?' if form is None else written(form)})"
    return f"{mark}{'' if kind == 'function' else kind + ' '}{name}{shape}{base}{f':{gives}' if gives else ''}"


def kind_at_run(thing):
    if isinstance(thing, types.ModuleType):
        return "module"
    if isinstance(thing, type):
        return "exception" if issubclass(thing, BaseException) else "class"
    return "function" if isinstance(thing, (types.FunctionType, types.MethodType, types.BuiltinFunctionType)) else "value"


def kind_in_stub(nodes, home):
    if not nodes:
        return "module" if home in STUBS else "value"
    if isinstance(nodes[0], ast.ClassDef):
        return "class"
    return "function" if isinstance(nodes[0], FUNCTIONS) else "value"


MISSING = object()


def describe_name(name, mark, nodes, home, thing):
    stub = kind_in_stub(nodes, home)
    kind = stub if thing is MISSING else kind_at_run(thing)
    # What the interpreter makes by other means than `def` and `class` is what the stub says it is used as.
    if kind == "value" and stub in ("function", "class"):
        kind = stub
    if kind == "function":
        form = None if thing is MISSING else run_form(thing, 0)
        if stub != "function":
            return line(mark, kind, name, form)
        return line(mark, kind, name, form or merged([parameters(each, False) for each in nodes]), result_of(nodes, home))
    if kind in ("class", "exception"):
        # What the class itself tells is often that of a base; the stub knows better.
        form = maker_form(home, nodes[0]) if stub == "class" else None
        if form is None and isinstance(thing, type):
            form = run_form(thing, 0)
        # An old name for another class stands for that one.
        base = f"={thing.__name__}" if kind == "exception" and thing.__name__ != name and hasattr(builtins, name) else ""
        return line(mark, kind, name, form, None, base or (f"<{thing.__base__.__name__}" if kind == "exception" else ""))
    return line(mark, kind, name, None, annotation_of(nodes, home) if kind == "value" else None)


def is_for_checkers(name, nodes):
    """A name that stubs alone have."""
    return name.startswith("_") or any(isinstance(each, ast.ClassDef) and is_called_on(each, "type_check_only") for each in nodes)


def running_module(module):
    try:
        return importlib.import_module(module)
    except Exception:
        return None


def describe_module(module):
    running = running_module(module)
    told, lines = declared(module), {}
    names = {*dir(running), *getattr(running, "__all__", [])} if running else set()
    for name in names | told.keys():
        if name.startswith("__") and module != "builtins":
            continue
        thing = getattr(running, name, MISSING)
        if thing is MISSING and (name not in told or is_for_checkers(name, told[name][1])):
            continue
        if name in told:
            mark, nodes, home = told[name]
            if running is not None and thing is MISSING and mark == "":
                mark = "~"
            lines[name] = describe_name(name, "" if thing is not MISSING else mark, nodes, home, thing)
        elif name in getattr(running, "__all__", ()):
            lines[name] = describe_name(name, "", [], "", thing)
        else:
            lines[name] = "-" + name
    return [lines[name] for name in sorted(lines)]


def is_alive(module, minor):
    """Whether a version has a module, as its own line or its package's says."""
    while module not in LIFETIMES:
        module = module.rpartition(".")[0]
        if not module:
            return False
    first, last = LIFETIMES[module]
    return first <= minor <= last


def changes(type_name, name):
    """Whether a method changes the object that it is called on: it is tried."""
    if type_name not in SAMPLES:
        return False
    for arguments in ARGUMENTS:
        value = SAMPLES[type_name]()
        before = repr(value)
        try:
            getattr(value, name)(*arguments)
        except Exception:
            continue
        if repr(value) != before:
            return True
    return False


def describe_type(name, each):
    module, stub_name = STUB_OF.get(name, (each.__module__, name))
    node = declared({"_io": "io"}.get(module, module)).get(stub_name)
    told = class_members(node[2], node[1][0]) if node and node[1] and isinstance(node[1][0], ast.ClassDef) else {}
    lines = []
    for member in sorted(dir(each)):
        if member.startswith("__"):
            continue
        nodes, home = told.get(member, ([], ""))
        methods = [one for one in nodes if isinstance(one, FUNCTIONS) and not is_called_on(one, "property")]
        thing = inspect.getattr_static(each, member)
        if not methods and not callable(getattr(each, member)):
            getters = [one for one in nodes if isinstance(one, FUNCTIONS)]
            lines.append(line("", "value", member, None, result_of(getters, home, name) if getters else annotation_of(nodes, home)))
            continue
        is_bound = isinstance(thing, (staticmethod, classmethod, types.ClassMethodDescriptorType, types.BuiltinFunctionType))
        form = run_form(getattr(each, member), 0 if is_bound else 1)
        if form is None and methods:
            form = merged([parameters(one, not is_called_on(one, "staticmethod")) for one in methods])
        text = line("", "function", member, form, result_of(methods, home, name))
        lines.append(("!" if changes(name, member) else "") + text)
    return lines


# What Python does with a value by methods between double underscores.
OPERATIONS = ("call", "getitem", "hash", "iter", "len", "setitem")
# What their values take is up to what they stand for: classes have `__class_getitem__` and metaclasses.
OPEN = {"object", "super", "type"}
# Types that no module names, whose values programs have all the same.
UNNAMED = {"function": types.FunctionType, **{f"dict_{name}": type(getattr({}, name)()) for name in ("items", "keys", "values")}}


def describe_operations(each):
    """The operations that a type has: one that is None was taken away."""
    found = ((operation, [vars(base).get(f"__{operation}__") for base in each.__mro__ if f"__{operation}__" in vars(base)]) for operation in OPERATIONS)
    return " ".join(operation for operation, ways in found if ways and ways[0] is not None)


# The oldest version that programs are checked for.
OLDEST = 10
# What they have depends on the system as much as on the version, or stubs say it late.
OF_SYSTEMS = {"io", "ntpath", "os", "posix", "posixpath", "select", "signal", "socket", "ssl"}


def first_of(module):
    return next((minor for minor in range(OLDEST, 14) if is_alive(module, minor)), OLDEST)


def describe_since(module):
    """The names that a module has only from a version on, each with the minor number of that."""
    running = running_module(module)
    lines = []
    for name in sorted(given(module, 13)[0]):
        since = 13
        while since > OLDEST and name in given(module, since - 1)[1]:
            since -= 1
        if since > first_of(module) and not name.startswith("_") and hasattr(running, name):
            lines.append(f"{name} {since}")
    return " ".join(lines)


def describe_gone(module):
    """The names that earlier versions of a module had."""
    running = running_module(module)
    versions = [minor for minor in range(OLDEST, 13) if is_alive(module, minor)]
    names = {name for minor in versions for name in given(module, minor)[0] if not name.startswith("_")}
    return " ".join(sorted(name for name in names if running and not hasattr(running, name)))


def main():
    asked = [
        name for name in sorted(STUBS)
        if not name.startswith(LEFT_OUT) and not any(part.startswith("_") for part in name.split("."))
    ]
    here = [name for name in asked if is_alive(name, 13)]
    elsewhere = [name for name in asked if name not in here and any(is_alive(name, minor) for minor in (10, 11, 12, 14, 15))]
    told = {
        "python": ".".join(map(str, sys.version_info[:3])),
        "otherModules": " ".join(elsewhere),
        "types": {name: describe_type(name, TYPES[name]) for name in sorted(TYPES)},
        "operations": {name: describe_operations(each) for name, each in sorted({**TYPES, **UNNAMED}.items()) if name not in OPEN},
        "modules": {name: describe_module(name) for name in here},
        # Behind what modules hold: this imports all of them, and packages then hold their modules too.
        "modulesSince": " ".join(f"{name} {first_of(name)}" for name in here if first_of(name) > OLDEST),
        "since": {name: lines for name in here if name not in OF_SYSTEMS and (lines := describe_since(name))},
        "gone": {name: lines for name in here if (lines := describe_gone(name))},
    }
    json.dump(told, sys.stdout, ensure_ascii=False)


warnings.simplefilter("ignore")
main()
