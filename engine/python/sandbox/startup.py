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
# The packages of this call, which come instead of those that the image has; and those of them that its caller asked for,
# and not the code itself: its author must not decide what the judge runs.
# A new interpreter of ours is told by its environment.
layers: list[str] = [each for each in os.environ.get("ASSAY_PACKAGES", "").split(os.pathsep) if each]
layers_of_judge: list[str] = []
# Those that both sides of an examination may import, of the packages whose values travel between them.
shared_packages: set[str] = {each for each in os.environ.get("ASSAY_SHARED", "").split(os.pathsep) if each}


def use_layers(folders: list[str], of_judge: list[str]) -> list[str]:
    """Those that are not there."""
    layers[:], layers_of_judge[:] = folders, of_judge
    share_packages()
    return [folder for folder in {*folders, *of_judge} if not os.path.isdir(folder)]


def share_packages() -> None:
    sides = [layers or image_folders(), layers_of_judge or image_folders()]
    shared_packages.clear()
    if all(any(os.path.isdir(os.path.join(folder, "numpy")) for folder in folders) for folders in sides):
        shared_packages.add("numpy")


def image_folders() -> list[str]:
    return [folder for folder in (*site.getsitepackages(), PACKAGES) if os.path.isdir(folder)]


def add_packages(for_judge: bool = False) -> None:
    """
    Behind the standard library, so that no package stands in the place of a module of Python's own, and never in PID 1.
    Appended as they are: `site.addsitedir` would run their `.pth` files.
    """
    folders = (layers_of_judge if for_judge else layers) or image_folders()
    sys.path.extend(folder for folder in folders if folder not in sys.path)
