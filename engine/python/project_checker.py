"""Several files checked together: each is a module that the others import by its name."""

import os
from collections.abc import Mapping

from mypy import build
from mypy.errors import CompileError
from mypy.modulefinder import BuildSource
from mypy.semanal_main import semantic_analysis_for_scc
from mypy.server.update import ensure_trees_loaded
from relative_imports import levels_named_in
from type_checker import MAX_PACKAGES, MODULE, PACKAGE, Checker

# Python has these loaded before a program can put a file in their place, and mypy cannot do without them.
NEVER_REPLACED = {*build.CORE_BUILTIN_MODULES, "codecs", "dataclasses", "enum", "functools", "io", "os", "site", "stat"}


def check_project(checker: Checker, texts: Mapping[str, str], base: str) -> tuple[list[str], list[str]]:
    """What mypy says of all files, and the paths of those that it did not come to the end of.

    The worker is to be given up then: a file may replace a module.
    """
    options = checker.build.manager.options
    names = module_names({path: levels_named_in(text, options) for path, text in texts.items()}, base)
    paths = {name: os.path.join("project", path) for path, name in names.items()}
    for path, text in texts.items():
        write(os.path.join(checker.folder, "project", path), text)
    for package in packages_without_file(names):
        paths[package] = os.path.join("packages", *package.split("."), "__init__.py")
        write(os.path.join(checker.folder, paths[package]), "")
    checker.hooks.prefixes = tuple(f"{name}." for name in names.values())
    said: list[str] = []
    unfinished: list[str] = []
    while True:
        try:
            return said + check_modules(checker, paths), unfinished
        except CompileError as error:
            said += error.messages
            # The others are checked without the one that mypy cannot read.
            stopped_in = error.module_with_blocker or ""
            if paths.pop(stopped_in, None) is None:
                return said, list(texts)
            unfinished += [path for path, name in names.items() if name == stopped_in]


def write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(text.encode())


def module_names(levels: Mapping[str, int], base: str) -> dict[str, str]:
    """The name that each file is imported by; what cannot be imported has a name that nobody writes.

    Files by path, each with how many packages around it its imports name. Where those of the first leave the folder that
    imports begin at, they begin that much further up, in packages without a name where there is no folder.
    """
    first = next(iter(levels), "")
    while base and missing_packages(first, base, levels.get(first, 0)) > 0:
        base = os.path.dirname(base)
    around = PACKAGE * missing_packages(first, base, levels.get(first, 0))
    names: dict[str, str] = {}
    for number, (path, level) in enumerate(levels.items()):
        parts = parts_below(path, base)
        name = (around + ".".join(parts)).removesuffix(".")
        is_free = name not in names.values() and name.partition(".")[0] not in NEVER_REPLACED
        if not is_free or not all(part.isidentifier() for part in name.split(".")):
            name = f"{around}{MODULE}{number}"
        names[path] = PACKAGE * (missing_packages(path, base, level) - around.count(".")) + name
    return names


def parts_below(path: str, base: str) -> list[str]:
    """Of the name that a file is imported by; none where it is the package itself that imports begin in."""
    parts = path.removeprefix(f"{base}/").removesuffix(".py").split("/")
    return parts[:-1] if parts[-1] == "__init__" else parts


def missing_packages(path: str, base: str, level: int) -> int:
    """How many of the packages that a file names are not below the folder that imports begin at."""
    parts = parts_below(path, base)
    is_package = os.path.basename(path) == "__init__.py"
    return max(0, min(level, MAX_PACKAGES) - len(parts) + (0 if is_package else 1))


def packages_without_file(names: Mapping[str, str]) -> set[str]:
    parts = [name.split(".") for name in names.values()]
    above = {".".join(each[:depth]) for each in parts for depth in range(1, len(each))}
    return above - set(names.values())


def check_modules(checker: Checker, paths: Mapping[str, str]) -> list[str]:
    manager, graph = checker.build.manager, checker.build.graph
    checker.files.flush()
    manager.errors.reset()
    manager.find_module_cache.clear()
    for name in paths:
        for known in (graph, manager.modules, manager.missing_modules):
            known.pop(name, None)
    loaded: list[build.State] = []
    try:
        build.load_graph([BuildSource(path, name, None) for name, path in paths.items()], manager, graph, loaded)
        new = {state.id for state in loaded}
        ensure_trees_loaded(manager, graph, [name for state in loaded for name in state.dependencies if name not in new])
        for state in loaded:
            manager.import_map[state.id] = {*state.dependencies, *state.suppressed}
        for together in build.sorted_components_inner(graph, new, build.PRI_INDIRECT):
            check_component(graph, build.order_ascc(graph, together), manager)
        return manager.errors.new_messages()
    except CompileError:
        for state in loaded:
            graph.pop(state.id, None)
            manager.modules.pop(state.id, None)
        raise


def check_component(graph: build.Graph, names: list[str], manager: build.BuildManager) -> None:
    """Modules that import each other, as mypy checks them."""
    semantic_analysis_for_scc(graph, names, manager.errors)
    for name in names:
        graph[name].type_check_first_pass()
    unfinished = names
    while unfinished:
        unfinished = [name for name in unfinished if graph[name].type_check_second_pass()]
    for name in names:
        graph[name].detect_possibly_undefined_vars()
        graph[name].generate_unused_ignore_notes()
        graph[name].generate_ignore_without_code_notes()
