"""Several files checked together: each is a module that the others import by its name."""

import os
from collections.abc import Mapping

from mypy import build
from mypy.errors import CompileError
from mypy.modulefinder import BuildSource
from mypy.semanal_main import semantic_analysis_for_scc
from mypy.server.update import ensure_trees_loaded
from type_checker import MODULE, Checker

# Python has these loaded before a program can put a file in their place, and mypy cannot do without them.
NEVER_REPLACED = {*build.CORE_BUILTIN_MODULES, "codecs", "dataclasses", "enum", "functools", "io", "os", "site", "stat"}


def check_project(checker: Checker, texts: Mapping[str, str], base: str) -> list[str]:
    """What mypy says of all files, by the path of each. The worker is to be given up then: a file may replace a module."""
    names = module_names(list(texts), base)
    paths = {name: os.path.join("project", path) for path, name in names.items()}
    for path, text in texts.items():
        write(os.path.join(checker.folder, "project", path), text)
    for package in packages_without_file(names):
        paths[package] = os.path.join("packages", *package.split("."), "__init__.py")
        write(os.path.join(checker.folder, paths[package]), "")
    checker.hooks.prefixes = tuple(f"{name}." for name in names.values())
    said: list[str] = []
    while True:
        try:
            return said + check_modules(checker, paths)
        except CompileError as error:
            said += error.messages
            # The others are checked without the one that mypy cannot read.
            if paths.pop(error.module_with_blocker or "", None) is None:
                return said


def write(path: str, text: str) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(text.encode())


def module_names(paths: list[str], base: str) -> dict[str, str]:
    """The name that each file is imported by; what cannot be imported has a name that nobody writes."""
    names: dict[str, str] = {}
    for number, path in enumerate(paths):
        below = path.removeprefix(f"{base}/").removesuffix(".py").removesuffix("/__init__")
        parts = below.split("/")
        name = ".".join(parts)
        is_free = name not in names.values() and parts[0] not in NEVER_REPLACED
        can_be_imported = is_free and below != "__init__" and all(part.isidentifier() for part in parts)
        names[path] = name if can_be_imported else f"{MODULE}{number}"
    return names


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
