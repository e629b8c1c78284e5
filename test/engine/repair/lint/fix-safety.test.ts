import { expect, test } from "vitest";
import { createLinter } from "../../../../engine/lint/lint.ts";
import { fixSafety } from "../../../../engine/repair/lint/fix-safety.ts";

const linter = createLinter();

/** For each rule that ruff can fix, a text in which it does. */
const samples: Readonly<Record<string, string>> = {
  ASYNC105: "import trio\n\nasync def f():\n    trio.sleep(1)\n",
  ASYNC115: "import trio\n\nasync def f():\n    await trio.sleep(0)\n",
  ASYNC116: "import trio\n\nasync def f():\n    await trio.sleep(86401)\n",
  B004: "hasattr(f, '__call__')\n",
  B006: "def f(a=[]):\n    a.append(1)\n",
  B007: "for unused in range(3):\n    print(1)\n",
  B009: "print(getattr(x, 'y'))\n",
  B010: "setattr(x, 'y', 1)\n",
  B011: "assert False\n",
  B013: "try:\n    f()\nexcept (ValueError,):\n    g()\n",
  B014: "try:\n    f()\nexcept (ValueError, ValueError):\n    g()\n",
  B033: "s = {1, 2, 1}\n",
  E711: "x == None\n",
  E712: "x == True\n",
  E713: "not x in y\n",
  E714: "not x is y\n",
  F401: "import os\n",
  F504: "'%(a)s' % {'a': 1, 'b': 2}\n",
  F522: "'{a}'.format(a=1, b=2)\n",
  F523: "'{}'.format(1, 2)\n",
  F541: "f'a'\n",
  F601: "d = {'a': 1, 'a': 1}\n",
  F602: "d = {a: 1, a: 1}\n",
  F632: "x is 'a'\n",
  F811: "import os\nimport os\nprint(os)\n",
  F841: "def f():\n    x = 1\n",
  F901: "raise NotImplemented\n",
  G010: "import logging\nlogging.warn('a')\n",
  LOG001: "import logging\nlogging.Logger(__name__)\n",
  LOG002: "import logging\nlogging.getLogger(__file__)\n",
  LOG004: "import logging\nlogging.exception('a')\n",
  LOG009: "import logging\nlogging.WARN\n",
  LOG014: "import logging\nlogging.error('a', exc_info=True)\n",
  PIE794: "class A:\n    x = 1\n    y = 2\n    x = 1\n",
  PLC0414: "import os as os\n",
  PLE0241: "class A(B, B):\n    pass\n",
  PLE1141: "d = {'a': 1, 'b': 2}\nfor k, v in d:\n    print(k, v)\n",
  PLE1519: "from functools import singledispatch\n\nclass A:\n    @singledispatch\n    def f(self, x): ...\n",
  PLE1520: "from functools import singledispatchmethod\n\n@singledispatchmethod\ndef f(x): ...\n",
  PLE2510: "x = 'a\b'\n",
  PLE2512: "x = 'a\u001a'\n",
  PLE2513: "x = 'a\u001b'\n",
  PLE2514: "x = 'a\0'\n",
  PLE2515: "x = 'a\u200b'\n",
  PLW0120: "for a in b:\n    c()\nelse:\n    d()\n",
  PLW0133: "ValueError('a')\n",
  PLW0245: "class A(B):\n    def f(self):\n        super.f()\n",
  RUF015: "list(x)[0]\n",
  RUF017: "sum([[1], [2]], [])\n",
  RUF024: "dict.fromkeys('ab', [])\n",
  RUF026: "from collections import defaultdict\ndefaultdict(default_factory=int)\n",
  RUF030: "assert x, print('a')\n",
  RUF032: "from decimal import Decimal\nDecimal(1.5)\n",
  RUF033:
    "from dataclasses import dataclass\n\n@dataclass\nclass A:\n    def __post_init__(self, a: int = 1) -> None: ...\n",
  RUF053:
    "from typing import Generic, TypeVar\nT = TypeVar('T')\n\nclass A[S](Generic[T]):\n    def f(self, s: S, t: T): ...\n",
  RUF059: "def f():\n    a, b = g()\n    return a\n",
  W605: "'\\d'\n",
};

test.each(Object.entries(samples))("ruff has a fix for %s with a known safety", (code, text) => {
  const codes = linter.fixes(text).map(({ finding }) => finding.code);
  expect(codes).toContain(code);
  expect(codes.filter((each) => !fixSafety.has(each))).toEqual([]);
});

test("rules that ruff cannot fix or that are not selected have no known safety", () => {
  expect([...fixSafety.keys()].toSorted()).toEqual(Object.keys(samples).toSorted());
});
