"""What programs may import beside the standard library."""

import os
import re
import sys

SUFFIX = ".dist-info"


def installed_packages() -> list[str]:
    """As NAME==VERSION. Read from the names of files: importlib.metadata takes longer to load than a box to start."""
    folders = [folder for folder in sys.path if os.path.isdir(folder)]
    described = {entry for folder in folders for entry in os.listdir(folder) if entry.endswith(SUFFIX)}
    return sorted(as_pin(entry.removesuffix(SUFFIX)) for entry in described)


def as_pin(entry: str) -> str:
    name, _, version = entry.rpartition("-")
    return f"{re.sub('[-_.]+', '-', name).lower()}=={version}"
