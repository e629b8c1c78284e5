"""The files of a program: where they are put, and how they find each other. None of them is ever loaded by the harness."""

import os
import sys
from typing import Any, Mapping, NamedTuple

import startup

FILE = "main.py"


class Project(NamedTuple):
    main: str = FILE
    base: str = ""
    """The folder that imports begin at."""
    files: Mapping[str, str] = {}
    """Those beside the source that a request brings."""
    edited: str = ""
    """The path of that source, where it is another than the main one."""

    @property
    def module(self) -> str:
        """The name that the others import the main file by."""
        return self.below_base(self.main).removesuffix(".py").replace("/", ".")

    @property
    def source_path(self) -> str:
        return self.edited or self.main

    @property
    def is_in_package(self) -> bool:
        return os.path.dirname(self.main) != self.base

    @property
    def is_alone(self) -> bool:
        return self.main == FILE and not self.files

    def below_base(self, path: str) -> str:
        return path.removeprefix(f"{self.base}/") if self.base else path

    def roots(self, folder: str) -> list[str]:
        """Where imports are looked for."""
        return [os.path.join(folder, self.base), folder] if self.base else [folder]

    def write(self, folder: str, source: bytes) -> None:
        for path, text in self.files.items():
            write_file(os.path.join(folder, path), text.encode("utf-8", "surrogatepass"))
        write_file(os.path.join(folder, self.source_path), source)

    def main_source(self, source: bytes) -> bytes:
        """What is run, of all that was brought."""
        return self.files[self.main].encode("utf-8", "surrogatepass") if self.edited else source

    def uncover(self) -> None:
        """In the program's process: the harness has loaded modules whose names a file of the program may have."""
        own = {name.removesuffix(".py").split("/")[0] for path in self.files for name in (path, self.below_base(path))}
        for name in list(sys.modules):
            top = name.split(".")[0]
            if top in own and top not in startup.MODULES:
                del sys.modules[name]


def read_project(request: dict[str, Any]) -> Project:
    return Project(**request["project"]) if "project" in request else Project()


def write_file(path: str, data: bytes) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as stream:
        stream.write(data)


def forget_modules(folder: str) -> None:
    """A file that was imported for one candidate may have seen the main file of that one."""
    for name, module in list(sys.modules.items()):
        if name != "__main__" and (getattr(module, "__file__", None) or "").startswith(folder + os.sep):
            del sys.modules[name]
