"""What an interpreter of ours does before a program begins. It starts with -S: no package can run code then, neither by a
`sitecustomize` nor by a `.pth` file.
"""

import os
import site
import sys

# Programs know these, and -S leaves them out.
site.setquit()
site.setcopyright()
site.sethelper()

# A file of a program cannot come in the place of what is loaded by now.
MODULES = frozenset(sys.modules)
PACKAGES = "/packages"
# The packages of this call, which come instead of those that the image has.
layers: list[str] = []


def use_layers(folders: list[str]) -> list[str]:
    """Those that are not there."""
    layers[:] = [folder for folder in folders if os.path.isdir(folder)]
    return [folder for folder in folders if folder not in layers]


def package_folders() -> list[str]:
    """Behind the standard library, so that no package stands in the place of a module of Python's own."""
    return layers or [folder for folder in (*site.getsitepackages(), PACKAGES) if os.path.isdir(folder)]


def add_packages() -> None:
    """In the program's process alone. Appended as they are: `site.addsitedir` would run their `.pth` files."""
    sys.path.extend(folder for folder in package_folders() if folder not in sys.path)
