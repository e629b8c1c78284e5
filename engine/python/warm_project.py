"""A project's types kept in memory: after a change only what it concerns is looked at again.

    python -I warm_project.py < questions

The first line is the question of `own_project.py` with `build`, the number of one of the builds that the project takes.
Said is `{"builds"}`, how many that are, or `{"cannot"}`, why this project is not kept; then, when everything is read,
`{"mb"}`, the memory in use. Each further line is `{"unsaved"}`, answered with one line: `messages`, `unfinished` and
`refusals` as `own_project.py` has them, and `mb`; or with `{"blocked"}`: mypy stopped, and this is no answer. It ends
with its input.
"""

import gc
import io
import json
import os
import sys
from contextlib import redirect_stderr
from typing import Any

from mypy import build
from mypy.dmypy_server import Server, find_all_sources_in_build
from mypy.fswatcher import FileSystemWatcher
from mypy.options import Options
from mypy.server.update import FineGrainedBuildManager

# Isolated, Python does not look beside the program.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compiler import parses, refusal  # noqa: E402
from light_contexts import lighten_contexts  # noqa: E402
from own_project import configure, own_mypy, text_of, version_of, without_namesakes  # noqa: E402
from parent import die_with_parent  # noqa: E402
from type_hooks import Hooks  # noqa: E402
from unsaved_files import UnsavedFiles  # noqa: E402

Answer = dict[str, Any]

# Each is a process of its own.
MAX_BUILDS = 3
# What is known of a module that cannot be read.
UNKNOWN = "from typing import Any\ndef __getattr__(name: str) -> Any: ...\n"


class WarmProject:
    def __init__(self, question: Answer) -> None:
        self.question = question
        self.files = UnsavedFiles({})
        self.files.is_precise = True
        with redirect_stderr(io.StringIO()):
            self.setup = configure(question, self.files)
        self.builds = without_namesakes(self.setup.sources)
        self.sources = self.builds[question["build"]] if self.builds else []
        self.compiled = CompiledTexts(question["compiled"], version_of(question, self.setup.options))
        # Of each unsaved text the last one that could be read, which stands for it until it can be read again.
        self.readable: dict[str, str] = {}

    def obstacle(self) -> str | None:
        options = self.setup.options
        if own_mypy(self.question, self.setup):
            return "its own mypy is asked, for its plugins"
        if not all(each.get("local_partial_types", True) for each in option_tables(options)):
            return "it turns local_partial_types off"
        if options.follow_imports == "silent":
            return "it sets follow_imports to silent"
        if len(self.builds) > MAX_BUILDS:
            return f"it takes {len(self.builds)} builds: too many modules have the same name"
        return None

    def read_all(self) -> None:
        options = self.setup.options
        own = {source.base_dir for source in self.sources}
        folders = dict.fromkeys(source.base_dir for source in self.setup.sources if source.base_dir)
        # As in the ordinary build: a module beside the text comes before one of the same name elsewhere.
        options.mypy_path += [folder for folder in folders if folder not in own]
        hooks = [] if self.setup.settings else [Hooks(options)]
        for each in hooks:
            each.prefixes = tuple(f"{source.module}." for source in self.sources)
        self.server = server = Server(options, "")
        self.show({})
        options.shadow_file = [list(pair) for pair in self.files.shadows().items()]
        server.fscache = self.files
        server.fswatcher = FileSystemWatcher(self.files)
        built = build.build(sources=self.sources, options=options, fscache=self.files, extra_plugins=hooks)
        server.fine_grained_manager = FineGrainedBuildManager(built)
        server.previous_sources = find_all_sources_in_build(built.graph, self.sources)
        server.update_sources(server.previous_sources)
        server.fswatcher.find_changed()
        server.flush_caches()

    def show(self, unsaved: dict[str, str]) -> None:
        self.compiled.look(unsaved)
        unreadable = self.compiled.unreadable
        self.readable = {path: self.readable[path] for path in unsaved if path in self.readable}
        self.readable |= {path: text for path, text in unsaved.items() if path not in unreadable}
        stand_ins = {path: self.readable.get(path, UNKNOWN) for path in {*unsaved, *unreadable}}
        self.files.show({os.path.abspath(path): text for path, text in stand_ins.items()})

    def answer(self, unsaved: dict[str, str]) -> Answer:
        server = self.server
        assert server.fine_grained_manager
        self.show(unsaved)
        manager = server.fine_grained_manager.manager
        manager.shadow_map = self.files.shadows()
        manager.shadow_equivalence_map.clear()
        look = server.fine_grained_increment_follow_imports if server.following_imports() else server.fine_grained_increment
        messages = look(list(self.sources))
        server.flush_caches()
        if server.fine_grained_manager.blocking_error:
            return {"blocked": True}
        unreadable = self.compiled.unreadable
        return {
            "messages": [message for message in messages if json.loads(message)["file"] not in unreadable],
            "unfinished": sorted(unreadable),
            "refusals": self.compiled.refusals,
        }


class CompiledTexts:
    """What CPython refuses, asked again only of a text that has changed."""

    def __init__(self, paths: list[str], version: str) -> None:
        self.paths, self.version = paths, version
        self.seen: dict[str, Any] = {}
        self.refusals: dict[str, Any] = {}
        # Those that have no meaning as a whole, either.
        self.unreadable: set[str] = set()

    def look(self, unsaved: dict[str, str]) -> None:
        for path in self.paths:
            seen = unsaved[path] if path in unsaved else times_of(path)
            if path in self.seen and self.seen[path] == seen:
                continue
            self.seen[path] = seen
            text = unsaved[path] if path in unsaved else text_of(path)
            said = None if text is None else refusal(text, self.version)
            self.refusals.pop(path, None)
            self.unreadable.discard(path)
            if said is not None and text is not None:
                self.refusals[path] = said
                if not parses(text):
                    self.unreadable.add(path)


def times_of(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def option_tables(options: Options) -> list[dict[str, Any]]:
    return [options.snapshot(), *options.per_module_options.values()]


def megabytes() -> int:
    """In use now where the system tells it, else at most so far."""
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as stream:
            return int(stream.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 2**20
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (2**20 if sys.platform == "darwin" else 2**10)


def serve() -> None:
    die_with_parent()
    lighten_contexts()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    # Mypy prints when it fails.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def say(answer: Answer) -> None:
        out.write(json.dumps(answer) + "\n")
        out.flush()

    project = WarmProject(json.loads(sys.stdin.readline()))
    obstacle = project.obstacle()
    if obstacle:
        say({"cannot": obstacle})
        return
    say({"builds": len(project.builds)})
    project.read_all()
    gc.collect()
    gc.freeze()
    say({"mb": megabytes()})
    for line in sys.stdin:
        say({**project.answer(json.loads(line)["unsaved"]), "mb": megabytes()})
        gc.collect()


if __name__ == "__main__":
    serve()
