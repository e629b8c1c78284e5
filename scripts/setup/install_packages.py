"""Installs wheels for the sandbox's Python into a folder, whatever Python and machine this is.

    python -I install_packages.py FOLDER MACHINE NAME==VERSION…
"""

import sys

from pip._internal.cli.main import main
from pip._vendor.packaging import markers

VERSION = "3.13"
# Of the C library in Debian's current release, which the box stands on; older ones fit it too.
NEWEST_GLIBC, OLDEST_GLIBC = 41, 5

_, folder, machine, *packages = sys.argv
there = {
    "python_version": VERSION,
    "python_full_version": VERSION + ".0",
    "implementation_version": VERSION + ".0",
    "implementation_name": "cpython",
    "platform_python_implementation": "CPython",
    "platform_machine": machine,
    "platform_system": "Linux",
    "sys_platform": "linux",
    "os_name": "posix",
}
here = markers.default_environment
# pip looks for wheels of another Python, but asks this one which dependencies that would need.
markers.default_environment = lambda: {**here(), **there}
platforms = [f"manylinux_2_{minor}_{machine}" for minor in range(NEWEST_GLIBC, OLDEST_GLIBC - 1, -1)]
options = [
    "--disable-pip-version-check",
    "--no-input",
    "--no-compile",
    "--only-binary=:all:",
    "--implementation=cp",
    f"--python-version={VERSION}",
    *(f"--platform={platform}" for platform in [*platforms, f"manylinux2014_{machine}", f"manylinux1_{machine}"]),
    f"--target={folder}",
]
sys.exit(main(["install", *options, *packages]))
