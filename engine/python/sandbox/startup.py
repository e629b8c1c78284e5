"""What an interpreter has loaded before a program begins: a file of the same name cannot come in its place."""

import sys

MODULES = frozenset(sys.modules)
