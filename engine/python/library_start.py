"""What mypy has read of typeshed, kept for the next project of the same user.

Reading it is most of what a small project's first build costs. Mypy takes from a cache only what was written by the same
version, under the same options and from the same texts. Here options are left out by which it only says more or less of
a text: it says nothing of typeshed, and reads the same in it.
"""

import contextlib
import os
import shutil
import sqlite3
from typing import cast

from librt.internal import WriteBuffer
from mypy.build import BuildResult, get_cache_names, get_meta_ex_name
from mypy.cache import JsonValue, write_json_value
from mypy.metastore import SqliteMetadataStore, connect_db
from mypy.options import OPTIONS_AFFECTING_CACHE_NO_PLATFORM as OPTIONS
from mypy.options import Options
from mypy.util import hash_digest, is_typeshed_file
from mypy.version import __version__


# Prefixes of their names.
TELLING = (
    "check_untyped_defs",
    "disable_error_code",
    "disabled_error_codes",
    "disallow_",
    "enable_error_code",
    "enabled_error_codes",
    "extra_checks",
    "ignore_",
    "implicit_reexport",
    "install_types",
    "strict_concatenate",
    "strict_equality",
    "untyped_calls_exclude",
    "warn_",
)


class LibraryStart:
    """The start under some options. Its folder begins with `place`; without one there is no start."""

    def __init__(self, place: str | None, options: Options) -> None:
        version = "{}.{}".format(*options.python_version)
        platform, values = options.select_options_affecting_cache()
        reading = [value for name, value in zip(OPTIONS, values, strict=True) if not name.startswith(TELLING)]
        decisive = [__version__, version, platform, options.sqlite_num_shards, options.abs_custom_typeshed_dir, reading]
        # What a plugin makes of the library may be another thing in another version of it.
        self.is_used = bool(place and options.sqlite_cache and not options.plugins)
        self.options = options
        self.cache = os.path.join(options.cache_dir, version)
        # By these words mypy knows the options again; both are of the same length.
        self.shared = hash_digest(repr(decisive).encode()).encode()
        self.own = options_word(values)
        self.folder = f"{place}-{self.shared.decode()[:20]}"

    def fill(self) -> None:
        """A cache that nothing was written to gets the start."""
        if not self.is_used or os.path.exists(self.cache) or not os.path.exists(self.folder):
            return
        try:
            os.makedirs(self.cache)
            os.utime(self.folder)
            for name in os.listdir(self.folder):
                with shard(self.folder, name) as start, shard(self.cache, name) as own:
                    start.backup(own)
                    rows = own.execute("SELECT data, path FROM files2 WHERE path LIKE '%.meta.%'").fetchall()
                    own.executemany("UPDATE files2 SET data = ? WHERE path = ?", [(data.replace(self.shared, self.own), path) for data, path in rows])
                    own.commit()
        except (OSError, sqlite3.Error):
            shutil.rmtree(self.cache, ignore_errors=True)

    def keep(self, built: BuildResult) -> None:
        """What this build had to read itself is there for the next project."""
        manager = built.manager
        paths = {module: built.graph[module].xpath for module in manager.rechecked_modules}
        read = [module for module, path in paths.items() if is_typeshed_file(self.options.abs_custom_typeshed_dir, path)]
        if not self.is_used or not read:
            return
        with contextlib.suppress(OSError, sqlite3.Error):
            start = SqliteMetadataStore(self.folder, num_shards=self.options.sqlite_num_shards)
            for module in read:
                meta, data, _ = get_cache_names(module, paths[module], self.options)
                if self.own not in manager.metastore.read(meta):
                    continue  # the project has options for this module alone
                for name in (meta, get_meta_ex_name(meta), data):
                    known = manager.metastore.read(name).replace(self.own, self.shared)
                    start.write(name, known, manager.metastore.getmtime(name))
            start.commit()
            start.close()


def options_word(values: list[object]) -> bytes:
    """As `options_snapshot` of mypy.build makes it."""
    buffer = WriteBuffer()
    write_json_value(buffer, cast(JsonValue, values))
    return hash_digest(buffer.getvalue()).encode()


def shard(folder: str, name: str) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(connect_db(os.path.join(folder, name), set_journal_mode=False))
