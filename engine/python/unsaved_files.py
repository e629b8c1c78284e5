"""Files as they are in an editor: texts that are not saved yet come before what is on the disk."""

import os
import stat
from collections.abc import Mapping
from hashlib import sha256

from mypy.fscache import FileSystemCache
from mypy.util import hash_digest

# No file is called this, so mypy reads the text from here instead of opening the file by itself.
MARK = "#unsaved"
FIRST_TIME = 1_000_000_000


class UnsavedFiles(FileSystemCache):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts: dict[str, bytes] = {}
        self.marks: dict[str, os.stat_result] = {}
        # Mypy compares whole seconds, in which a file may be written twice.
        self.is_precise = False
        super().__init__()
        self.show(texts)

    def show(self, texts: Mapping[str, str]) -> None:
        """These texts, by absolute path, and no others."""
        given = {path: text.encode() for path, text in texts.items()}
        same = {path for path, text in given.items() if self.texts.get(path) == text}
        self.marks = {path: self.marks[path] if path in same else mark(path, given[path]) for path in given}
        self.texts = given

    def shadows(self) -> dict[str, str]:
        """Where mypy is to read them, by path."""
        return {path: path + MARK for path in self.texts}

    def unsaved(self, path: str) -> str | None:
        if not self.texts:
            return None
        whole = os.path.abspath(path.removesuffix(MARK))
        return whole if whole in self.texts else None

    def stat_or_none(self, path: str) -> os.stat_result | None:
        unsaved = self.unsaved(path)
        if unsaved:
            return self.marks[unsaved]
        found = super().stat_or_none(path)
        return precise(found) if found and self.is_precise and path.endswith((".py", ".pyi")) else found

    def read(self, path: str) -> bytes:
        unsaved = self.unsaved(path)
        return self.texts[unsaved] if unsaved else super().read(path)

    def hash_digest(self, path: str) -> str:
        unsaved = self.unsaved(path)
        return hash_digest(self.texts[unsaved]) if unsaved else super().hash_digest(path)

    def listdir(self, path: str) -> list[str]:
        names = super().listdir(path)
        here = [os.path.basename(each) for each in self.texts if os.path.dirname(each) == os.path.abspath(path)]
        return [*names, *(name for name in here if name not in names)]


def precise(found: os.stat_result) -> os.stat_result:
    fields = list(found)[:10]
    fields[stat.ST_MTIME] = found.st_mtime_ns // 1000
    return os.stat_result(fields)


def mark(path: str, text: bytes) -> os.stat_result:
    """As of the file on the disk, but for its size and time: another text has another time, in every process."""
    size, time = len(text), FIRST_TIME + int.from_bytes(sha256(text).digest()[:4], "big")
    try:
        found = list(os.stat(path))[:10]
    except OSError:
        found = [stat.S_IFREG | 0o644, time, 0, 1, 0, 0, 0, 0, 0, 0]
    found[stat.ST_SIZE], found[stat.ST_MTIME] = size, time
    return os.stat_result(found)

