"""Mypy's ordinary build over a project of its user's own: with the project's settings, from a cache on disk.

    python -I own_project.py < question

It runs in the project's folder. The question is JSON: `files` (paths from there), `cache` (a folder), `python_version`,
`python` (the interpreter whose packages' types are read), `packages` (a folder of more of them), `unsaved` (texts by
path that come before what is on the disk), `compiled` (the files that CPython's compiler is asked about), `notebooks`
(their texts by path) and `library` (how the folders begin in which what is read of typeshed is kept for other projects);
`python_version`, `python`, `packages` and `library` may be null. The answer is one line: `messages` as `mypy --output
json` writes them, `ignored` (by path and line, the codes that a `type: ignore` has silenced), `unfinished` (paths of
files that mypy stopped in), `refusals` by path, `settings` (the file that mypy is configured in, or null) and
`complaints` (what mypy says of these settings). Nothing of the project is run but its own plugins of mypy.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from mypy import build, fscache, main
from mypy.errors import CompileError
from mypy.find_sources import SourceFinder
from mypy.modulefinder import BuildSource
from mypy.options import Options

# Isolated, Python does not look beside the program.
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from compiler import refusal  # noqa: E402
from ignored_lines import IgnoredLines  # noqa: E402
from library_start import LibraryStart  # noqa: E402
from light_contexts import lighten_contexts  # noqa: E402
from notebooks import CELLS, notebook_modules, of_notebook, refusal_in_cells  # noqa: E402
from unsaved_files import UnsavedFiles  # noqa: E402

# A project that says nothing of mypy gets what mypy says by default, and no more.
OUR_SETTINGS = ["--config-file=", "--disable-error-code=import-untyped"]

Answer = dict[str, Any]
# Who is told of each build.
Learn = list[Callable[[build.BuildResult], None]]


class Setup(NamedTuple):
    """What is built, and how."""

    sources: list[BuildSource]
    options: Options
    # The file that mypy is configured in.
    settings: str | None
    # The settings name the files themselves.
    names_files: bool


def check(question: Answer) -> Answer:
    unsaved = question["unsaved"]
    files = UnsavedFiles({os.path.abspath(path): text for path, text in unsaved.items()})
    complaints = io.StringIO()
    ignored = IgnoredLines(question["cache"])
    learn: Learn = [ignored.learn]
    with contextlib.redirect_stderr(complaints), contextlib.redirect_stdout(complaints):
        setup = configure(question, files)
        if own := own_mypy(question, setup):
            messages, unfinished = ask_own_mypy(own, question, setup), []
            # It knows no notebooks; here its plugins cannot be imported.
            setup.options.plugins = []
            setup.options.cache_dir += "-notebooks"
        else:
            setup.options.shadow_file = [list(pair) for pair in files.shadows().items()]
            start = LibraryStart(question["library"], setup.options)
            start.fill()
            learn += [start.keep]
            messages, unfinished = build_all(setup, setup.sources, files, learn)
        of_notebooks, stopped = build_all(setup, notebook_modules(question["notebooks"], setup.options), files, learn)
        # What a notebook imports has been checked before it.
        messages += [said for said in map(of_notebook, of_notebooks) if said not in messages]
        unfinished += [path.removesuffix(CELLS) for path in stopped]
    version = version_of(question, setup.options)
    texts = {path: unsaved[path] if path in unsaved else text_of(path) for path in question["compiled"]}
    return {
        "messages": messages,
        "ignored": {
            path.removesuffix(CELLS): lines
            for path, lines in ignored.keep([*question["files"], *(each + CELLS for each in question["notebooks"])]).items()
        },
        "unfinished": unfinished,
        "refusals": {path: said for path, text in texts.items() if text and (said := refusal(text, version))}
        | {path: said for path, text in question["notebooks"].items() if (said := refusal_in_cells(text, version))},
        "settings": setup.settings,
        "complaints": complaints.getvalue(),
    }


def configure(question: Answer, files: fscache.FileSystemCache) -> Setup:
    given = given_by(question)
    sources, options = process(given, files)
    settings, named = options.config_file, bool(sources)
    if settings is None:
        alone = [] if question["python"] else ["--no-site-packages"]
        version = [f"--python-version={question['python_version']}"] if question["python_version"] else []
        _, options = process([*OUR_SETTINGS, *given, *alone, *version], files)
    options.mypy_path += [question["packages"]] if question["packages"] else []
    return Setup(sources or modules_of(question["files"], options, files), options, settings, named)


def given_by(question: Answer) -> list[str]:
    python = [f"--python-executable={question['python']}"] if question["python"] else []
    return [f"--cache-dir={question['cache']}", "--output=json", *python]


def version_of(question: Answer, options: Options) -> str:
    return question["python_version"] or ".".join(map(str, options.python_version))


def process(given: list[str], files: fscache.FileSystemCache) -> tuple[list[BuildSource], Options]:
    sources, options = main.process_options(given, fscache=files, require_targets=False)
    options.raise_exceptions = options.incremental = True
    options.error_summary = False
    return sources, options


def modules_of(paths: Iterable[str], options: Options, files: fscache.FileSystemCache) -> list[BuildSource]:
    finder = SourceFinder(files, options)
    return [BuildSource(path, *crawl(finder, path)) for path in paths]


def crawl(finder: SourceFinder, path: str) -> tuple[str, None, str]:
    name, folder = finder.crawl_up(os.path.abspath(path))
    return name, None, folder


def build_all(
    setup: Setup, sources: list[BuildSource], files: fscache.FileSystemCache, learn: Learn
) -> tuple[list[str], list[str]]:
    messages: list[str] = []
    unfinished: list[str] = []
    options = setup.options
    mypy_path = options.mypy_path
    folders = list(dict.fromkeys(source.base_dir for source in sources if source.base_dir))
    for together in without_namesakes(sources):
        # A module beside the text comes before one of the same name elsewhere in the project.
        own = {source.base_dir for source in together}
        options.mypy_path = mypy_path + [folder for folder in folders if folder not in own]
        said, stopped = build_one(together, options, files, learn, is_ours=setup.settings is None)
        messages += [at_own_path(message, sources, together) for message in said]
        unfinished += stopped
    options.mypy_path = mypy_path
    return list(dict.fromkeys(messages)), unfinished


def at_own_path(message: str, sources: list[BuildSource], built: list[BuildSource]) -> str:
    """Of two equal texts of one name mypy keeps the messages once, with the path of the one that it saw first."""
    if not message.startswith("{"):
        return message
    read = json.loads(message)
    paths = {source.path for source in built}
    other = next((each for each in sources if each.path == read["file"] and each.path not in paths), None)
    own = other and next((each for each in built if each.module == other.module), None)
    return json.dumps({**read, "file": own.path}) if own else message


def without_namesakes(sources: list[BuildSource]) -> list[list[BuildSource]]:
    """Two modules of one name, as two `conftest.py`, stop mypy. Files whose imports begin at one folder stay together."""
    builds: list[dict[str, BuildSource]] = []
    by_folder: dict[str | None, list[BuildSource]] = {}
    # Where a module has a stub, the others see the stub.
    for source in sorted(sources, key=lambda each: not (each.path or "").endswith(".pyi")):
        by_folder.setdefault(source.base_dir, []).append(source)
    for members in by_folder.values():
        # A module and its stub have one name, too.
        for together in split_namesakes(members):
            free = next((each for each in builds if not each.keys() & together.keys()), None)
            if free is None:
                builds.append(free := {})
            free.update(together)
    return [list(each.values()) for each in builds]


def split_namesakes(sources: list[BuildSource]) -> list[dict[str, BuildSource]]:
    groups: list[dict[str, BuildSource]] = []
    for source in sources:
        free = next((each for each in groups if source.module not in each), None)
        if free is None:
            groups.append(free := {})
        free[source.module] = source
    return groups


def build_one(
    sources: list[BuildSource], options: Options, files: fscache.FileSystemCache, learn: Learn, *, is_ours: bool
) -> tuple[list[str], list[str]]:
    messages: list[str] = []
    unfinished: list[str] = []
    while sources:
        hooks = []
        if is_ours:
            from type_hooks import Hooks

            hooks = [Hooks(options)]
            hooks[0].prefixes = tuple(f"{source.module}." for source in sources)
        try:
            built = build.build(sources=sources, options=options, fscache=files, extra_plugins=hooks)
            for tell in learn:
                tell(built)
            return messages + built.errors, unfinished
        except CompileError as error:
            messages += error.messages
            stopped_in = error.module_with_blocker
            stopped = [source for source in sources if source.module == stopped_in]
            if not stopped_in or (not stopped and is_left_out(options, stopped_in)):
                return messages, [source.path or "" for source in sources]
            # The others are checked without the one that mypy cannot read.
            leave_out(options, stopped_in)
            unfinished += [source.path or "" for source in stopped]
            sources = [source for source in sources if source not in stopped]
    return messages, unfinished


def is_left_out(options: Options, module: str) -> bool:
    return options.clone_for_module(module).follow_imports == "skip"


def leave_out(options: Options, module: str) -> None:
    options.per_module_options[module] = {"follow_imports": "skip"}
    options.build_per_module_cache()


def own_mypy(question: Answer, setup: Setup) -> str | None:
    """The interpreter of the project, if it has mypy: only there can the project's plugins be imported."""
    python = question["python"]
    if not python or not setup.settings or not setup.options.plugins:
        return None
    found = subprocess.run([python, "-c", "import mypy"], capture_output=True, check=False)
    return python if found.returncode == 0 else None


def ask_own_mypy(python: str, question: Answer, setup: Setup) -> list[str]:
    named = [] if setup.names_files else ["--", *question["files"]]
    with tempfile.TemporaryDirectory() as folder:
        shadows: list[str] = []
        for number, (path, text) in enumerate(question["unsaved"].items()):
            shadows += ["--shadow-file", path, os.path.join(folder, f"{number}.py")]
            with open(shadows[-1], "w", encoding="utf-8", newline="") as stream:
                stream.write(text)
        command = [python, "-m", "mypy", *given_by(question), "--no-error-summary", *shadows, *named]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode not in (0, 1):
        print(ran.stderr or ran.stdout, file=sys.stderr)
    return [line for line in ran.stdout.splitlines() if line.startswith("{")]


def text_of(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as stream:
            return stream.read()
    except (OSError, UnicodeDecodeError):
        return None


if __name__ == "__main__":
    lighten_contexts()
    answer = check(json.load(sys.stdin))
    print(json.dumps(answer), flush=True)
    # Nothing is left to be freed one by one.
    os._exit(0)
