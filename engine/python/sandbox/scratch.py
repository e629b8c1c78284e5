"""The places a program may write to, emptied between programs."""

import itertools
import os
import stat

from children import is_init

BOX_FOLDERS = ("/tmp", "/dev/shm")
_numbers = itertools.count()


def open_folder() -> str:
    """A fresh folder for one program. A box has one name for it, so that paths in tracebacks stay the same."""
    path = "/tmp/program" if is_init() else f"/tmp/assay-{os.getpid()}-{next(_numbers)}"
    os.mkdir(path, 0o700)
    return path


def clear(folder: str) -> None:
    """Removes what a program left behind: its folder, and in a box everything that can be written to."""
    for root in BOX_FOLDERS if is_init() else (folder,):
        try:
            empty(root)
        except OSError:
            if not is_init():
                raise
    if not is_init():
        remove_folder(folder)


def empty(root: str) -> None:
    """Removes all that is in a folder. It follows no link, and moves folders up instead of going down into them."""
    if not os.path.isdir(root) or os.path.islink(root):
        return
    make_open(root)
    while entries := list(os.scandir(root)):
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                flatten(entry.path, root)
            else:
                os.unlink(entry.path)


def flatten(path: str, root: str) -> None:
    make_open(path)
    for entry in list(os.scandir(path)):
        if entry.is_dir(follow_symlinks=False):
            make_open(entry.path)
            os.rename(entry.path, os.path.join(root, f".moved-{next(_numbers)}"))
        else:
            os.unlink(entry.path)
    os.rmdir(path)


def make_open(path: str) -> None:
    """A program may have closed a folder to us; the folder is ours all the same."""
    if stat.S_IMODE(os.lstat(path).st_mode) & 0o700 != 0o700:
        os.chmod(path, 0o700)


def remove_folder(folder: str) -> None:
    if os.path.islink(folder):
        os.unlink(folder)
    elif os.path.isdir(folder):
        os.rmdir(folder)
