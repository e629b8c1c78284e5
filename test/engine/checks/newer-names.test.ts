import { expect, test } from "vitest";
import { missingName } from "../../../engine/checks/missing-name.ts";
import { runChecks } from "../../../engine/checks/run-checks.ts";
import type { PythonVersion } from "../../../engine/python-version.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const found = (text: string, python: PythonVersion): string[] =>
  runChecks(readTree(text)!, [missingName], python).diagnostics.map(
    ({ line, message }) => `${line} ${message}`,
  );

test.for([
  [
    "import tomllib\n",
    "3.10",
    "1 Only Python 3.11 and later have the module `tomllib`: with Python 3.10 this raises ModuleNotFoundError.",
  ],
  [
    "from datetime import UTC\n",
    "3.10",
    "1 Only Python 3.11 and later have `UTC` in `datetime`: with Python 3.10 this raises ImportError.",
  ],
  [
    "import enum\n\n\nclass A(enum.StrEnum):\n    B = 'b'\n",
    "3.10",
    "4 Only Python 3.11 and later have `enum.StrEnum`: with Python 3.10 this raises AttributeError.",
  ],
  [
    "from typing import Self, override\n",
    "3.11",
    "1 Only Python 3.12 and later have `override` in `typing`: with Python 3.11 this raises ImportError.",
  ],
] as const)("%s is checked for Python %s", ([text, python, said]) => {
  expect(found(text, python)).toEqual([said]);
  expect(found(text, "3.13")).toEqual([]);
  expect(found(text, "3.14")).toEqual([]);
});

test.for([
  "try:\n    import tomllib\nexcept ImportError:\n    tomllib = None\n",
  "import sys\n\nif sys.version_info >= (3, 11):\n    import tomllib\n",
  "def load():\n    if new:\n        from datetime import UTC\n        return UTC\n",
  "from __future__ import annotations\nimport typing\n\n\ndef f(x: typing.Self) -> typing.Self: ...\n",
  "import datetime\n\nprint(hasattr(datetime, 'UTC') and datetime.UTC)\n",
  "from .tomllib import loads\n",
  "import itertools\n\nitertools = object()\nprint(itertools.batched)\n",
  "import re\n\nprint(re.template)\n",
])("a text that handles the missing name gets no finding: %s", (text) => {
  expect(found(text, "3.10")).toEqual([]);
});

test("a name newer than every supported version is not reported for the default version", () => {
  expect(found("from functools import Placeholder\n", "3.13")).toEqual([]);
});
