"""Mypy as one warm build that checks a text and lets go of it again."""

import os
import sys
from collections.abc import Sequence

from mypy import build, fscache, main, pyinfo, version
from mypy.errors import CompileError
from mypy.modulefinder import BuildSource
from mypy.nativeparse import native_parse
from mypy.nodes import GDEF, SymbolTableNode, Var
from mypy.options import Options
from mypy.plugin import Plugin
from mypy.semanal_main import semantic_analysis_for_scc
from mypy.server.update import (
    BlockedUpdate,
    FineGrainedBuildManager,
    ensure_trees_loaded,
    update_module_isolated,
)
from mypy.typestate import type_state
from relative_imports import levels_named
from type_hooks import Hooks, unknown

# Names nobody writes: the submitted text could import them.
MODULE = "submitted_5e1f__"
# Around a text that imports from beside itself, once for each dot.
PACKAGE = MODULE + "around."
MAX_PACKAGES = 20
WARM_MODULE = "warm_5e1f__"

# What programs commonly import; a module outside this list costs tens of milliseconds the first time. Modules that
# import each other have to be here: read one by one, they know less of each other.
WARM_MODULES = """
__future__ abc argparse array ast asyncio base64 bisect builtins calendar cmath codecs collections collections.abc
concurrent.futures configparser contextlib contextvars copy csv ctypes dataclasses datetime decimal difflib dis email
enum errno fnmatch fractions functools gc getpass glob gzip hashlib heapq hmac html http http.client http.server
importlib importlib.util inspect io ipaddress itertools json keyword linecache locale logging logging.handlers lzma
math mimetypes multiprocessing numbers operator os os.path pathlib pickle platform pprint queue random re sched
secrets select selectors shelve shlex shutil signal smtplib socket socketserver sqlite3 ssl stat statistics string
struct subprocess sys sysconfig tarfile tempfile textwrap threading time timeit tokenize tomllib traceback types
typing typing_extensions unicodedata unittest unittest.mock urllib urllib.error urllib.parse urllib.request uuid
warnings weakref xml.dom.minidom xml.etree.ElementTree zipfile zlib zoneinfo
""".split()

# Of packages: each takes a moment of the start, and longer where a text imports it first.
MAX_MODULES = 300

WARM_IMPORTS = "\n".join("import " + name for name in WARM_MODULES)

# Texts that touch the parts of mypy a first check would otherwise load on the caller's time.
WARM_TEXT = """
import asyncio
from dataclasses import dataclass, field
@dataclass
class Item:
    name: str
    tags: list[str] = field(default_factory=list)
    def total(self, more: int = 0) -> float:
        return sum(len(tag) for tag in self.tags) + more
async def load(ids):
    return await asyncio.gather(*(asyncio.sleep(i, i) for i in ids))
def use(item: Item) -> dict[str, float]:
    with open(item.name) as stream:
        rows = [line.split(",") for line in stream if line]
    return {row[0]: float(row[1]) for row in rows} | {"n": item.total("x")}
"""


class Checker:
    """One warm build that takes a text in, checks it as a module of its own, and lets go of it again."""

    def __init__(
        self,
        folder: str,
        python_version: str,
        packages: Sequence[str] = (),
        cache: str = os.devnull,
        modules: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.module = MODULE
        self.files = fscache.FileSystemCache()
        flags = [
            "--check-untyped-defs",
            # A variable may be given a value of another type, as programs do; its type is that of its last value.
            "--allow-redefinition",
            "--local-partial-types",
            "--ignore-missing-imports",
            "--no-site-packages",
            "--config-file=",
            "--cache-dir=" + cache,
            "--no-sqlite-cache",
            "--native-parser",
            "--output=json",
            "--python-version=" + python_version,
        ]
        _, options = main.process_options([*flags, "-c", "x"], fscache=self.files)
        # No text depends on another, so their dependencies are not worked out: it costs time, and fails on some texts.
        options.fine_grained_incremental = False
        options.incremental = options.raise_exceptions = True
        if packages:
            # Of the interpreter that runs mypy, which is asked for its packages, nothing but these folders is told.
            options.python_executable = sys.executable
            pyinfo.getsearchdirs = lambda: ([], [*packages])
        warm = BuildSource(None, WARM_MODULE, "\n".join([WARM_IMPORTS, *map("import {}".format, modules)]))
        self.hooks = Hooks(options)
        self.hooks.prefixes = (MODULE,)
        plugins = [self.hooks, *plugins_for(packages, options)]
        built = build.build(sources=[warm], options=options, fscache=self.files, extra_plugins=plugins)
        self.build = FineGrainedBuildManager(built)
        self.build.manager.modules["math"].names["inf"].node.type = unknown()
        # What a notebook has when it is exported to a script.
        shell = SymbolTableNode(GDEF, Var("get_ipython", unknown()))
        self.build.manager.modules["builtins"].names["get_ipython"] = shell
        # Only the standard library's types are remembered on disk, never anything of a text.
        options.cache_dir = os.devnull
        self.build.manager.cache_enabled = False
        options.preserve_asts = True

    def check(self, text: str) -> tuple[list[str], bool]:
        """What mypy says, and whether it came to the end of the text: some errors stop it."""
        path, source = os.path.join(self.folder, MODULE + ".py"), text.encode()
        manager, graph = self.build.manager, self.build.graph
        try:
            state = self.load(path, source)
            if state is None:
                return self.check_after_imports(path)
            # As mypy's own update does, without what only modules that import this one would need.
            ensure_trees_loaded(manager, graph, state.dependencies)
            manager.import_map[self.module] = {*state.dependencies, *state.suppressed}
            semantic_analysis_for_scc(graph, [self.module], manager.errors)
            state.type_check_first_pass()
            state.type_check_second_pass()
            state.detect_possibly_undefined_vars()
            state.generate_unused_ignore_notes()
            state.generate_ignore_without_code_notes()
            return manager.errors.new_messages(), True
        except CompileError as error:
            return error.messages, False
        finally:
            self.forget()

    def load(self, path: str, source: bytes) -> build.State | None:
        """The text in the build; None where it imports modules that have not been read yet."""
        manager, graph = self.build.manager, self.build.graph
        state = self.parse(path, source)
        levels = levels_named(state.tree.imports if state.tree else [])
        if levels > 0:
            self.forget()
            self.module = PACKAGE * min(levels, MAX_PACKAGES) + MODULE
            state = self.parse(path, source)
        manager.post_parse_all([state])
        if not state.suppressed and all(name in graph for name in state.dependencies):
            graph[self.module] = state
            return state
        self.write(path, source)
        # Looks at every module of the build, so it is asked only for what is not there.
        manager.errors.reset()
        loaded: list[build.State] = []
        try:
            build.load_graph([BuildSource(path, self.module, None)], manager, graph, loaded)
        finally:
            if len(loaded) > 1:
                for each in loaded:
                    graph.pop(each.id, None)
                    manager.modules.pop(each.id, None)
        return graph.get(self.module)

    def parse(self, path: str, source: bytes) -> build.State:
        self.build.manager.errors.reset()
        # A source is given, so that no file is looked for; what is read of it is given below.
        state = build.State.new_state(
            id=self.module, path=path, source="", manager=self.build.manager, root_source=True
        )
        parsed, _, _ = native_parse(path, state.options, source)
        state.parse_file(raw_data=parsed.raw_data)
        return state

    def write(self, path: str, source: bytes) -> None:
        """What mypy reads by itself has to be a file."""
        with open(path, "wb") as stream:
            stream.write(source)
        self.files.flush()

    def check_after_imports(self, path: str) -> tuple[list[str], bool]:
        """Modules of the standard library met for the first time are read before the text that imports them."""
        pending = [(self.module, path)]
        while True:
            self.build.manager.errors.reset()
            result = update_module_isolated(
                *pending[0],
                self.build.manager,
                self.build.previous_modules,
                self.build.graph,
                force_removed=False,
                followed=False,
            )
            if isinstance(result, BlockedUpdate):
                return result.messages, False
            if result.module == self.module:
                return self.build.manager.errors.new_messages(), True
            rest = [(name, where) for name, where in result.remaining if name != self.module]
            pending = [*rest, (self.module, path)]

    def forget(self) -> None:
        """Lets go of the text."""
        manager = self.build.manager
        for known in (self.build.graph, manager.modules, manager.missing_modules):
            known.pop(self.module, None)
        self.module = MODULE
        # What mypy remembers of coroutines and of classes would keep the text's own alive.
        analyzer = manager.semantic_analyzer
        analyzer.wrapped_coro_return_types.clear()
        # It keeps the module it saw last, which would then be too old to be collected as a young object.
        analyzer.cur_mod_node = manager.modules["builtins"]
        analyzer.globals = analyzer.cur_mod_node.names
        type_state.reset_all_subtype_caches()
        type_state.reset_protocol_deps()
        self.build.flush_cache()


def warm_checker(folder: str, python_version: str, packages: Sequence[str] = (), cache: str = "") -> Checker:
    """Reads the standard library's types, and those of the packages in some folders: from what an earlier start left in
    the cache, or from their source."""
    kept = cache or own_cache()
    typed = typed_in(packages)
    whole = [*typed, *modules_of(packages, typed)]
    # A package may have a module that mypy cannot read, and what was left in the cache may be damaged.
    for place, modules in ((kept, whole), (kept, typed), (os.devnull, typed)):
        try:
            return warmed(Checker(folder, python_version, packages, place, modules))
        except Exception:
            continue
    return warmed(Checker(folder, python_version, packages))


def typed_in(packages: Sequence[str]) -> list[str]:
    """The packages that say of themselves that their types are to be read, and those that hold only types."""
    entries = [(folder, each) for folder in packages for each in sorted(os.listdir(folder))]
    typed = [each for folder, each in entries if os.path.exists(os.path.join(folder, each, "py.typed"))]
    stubs = [each.removesuffix("-stubs") for _, each in entries if each.endswith("-stubs")]
    return [each for each in dict.fromkeys([*typed, *stubs]) if each.isidentifier()]


def modules_of(packages: Sequence[str], typed: Sequence[str]) -> list[str]:
    """What programs import from inside of packages: the modules right in them that are for others."""
    found = []
    for package in typed:
        for folder in packages:
            for inside in (package, package + "-stubs"):
                place = os.path.join(folder, inside)
                names = sorted(os.listdir(place)) if os.path.isdir(place) else []
                found += [f"{package}.{name}" for name in map(module_name, names) if is_for_others(name)]
    return [*dict.fromkeys(found)][:MAX_MODULES]


def module_name(entry: str) -> str:
    stem, dot, ending = entry.partition(".")
    return stem if not dot or ending in ("py", "pyi") else ""


def is_for_others(name: str) -> bool:
    return name.isidentifier() and not name.startswith("_") and name not in ("tests", "test", "testing", "conftest", "setup")


def plugins_for(packages: Sequence[str], options: Options) -> list[Plugin]:
    """Without its plugin mypy refuses what pydantic converts. It is the checker's own: none comes from a package."""
    if not any(os.path.isdir(os.path.join(folder, "pydantic")) for folder in packages):
        return []
    try:
        from pydantic.mypy import plugin
    except ImportError:
        return []  # the tools of the command have none
    return [plugin(version.__version__)(options)]


def warmed(checker: Checker) -> Checker:
    for text in (WARM_TEXT, WARM_IMPORTS):
        checker.check(text)
    return checker


def own_cache() -> str:
    """Beside the tools that made it, where they have a virtual environment of their own."""
    return os.devnull if sys.prefix == sys.base_prefix else os.path.join(sys.prefix, "types-cache")
