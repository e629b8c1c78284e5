"""What programs may import beside the standard library."""

import os
import re

from startup import image_folders

SUFFIX = ".dist-info"


def installed_packages() -> list[str]:
    """As NAME==VERSION. Read from the names of files: importlib.metadata takes longer to load than a box to start."""
    described = {entry for folder in image_folders() for entry in os.listdir(folder) if entry.endswith(SUFFIX)}
    return sorted(as_pin(entry.removesuffix(SUFFIX)) for entry in described)


def as_pin(entry: str) -> str:
    name, _, version = entry.rpartition("-")
    return f"{re.sub('[-_.]+', '-', name).lower()}=={version}"
