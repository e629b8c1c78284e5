import { expect, test } from "vitest";
import { docstringExamples } from "../../engine/docstring-examples.ts";

test.for<[string, string, [line: number, first: number, last: number, count: number][]]>([
  ["a function", 'def f():\n    """Says.\n\n    >>> f()\n    1\n    >>> f()\n    """\n', [[1, 2, 7, 2]]],
  ["an example right behind the quotes", 'def f():\n    """>>> f()\n    1\n    """\n', [[1, 2, 4, 1]]],
  ["a raw docstring on one line", "def f():\n    r'''>>> f()'''\n", [[1, 2, 2, 1]]],
  ["a module", '"""Says.\n\n>>> 1 + 1\n2\n"""\n', [[1, 1, 5, 1]]],
  [
    "a class and its method",
    'class A:\n    """\n    >>> A()\n    """\n\n    async def m(self):\n        """\n        >>> 1\n        1\n        """\n',
    [
      [1, 2, 4, 1],
      [6, 7, 10, 1],
    ],
  ],
  ["a text that is no docstring", 'x = """\n>>> 1\n1\n"""\n', []],
  ["a prompt within a line", 'def f():\n    """Write >>> f() to call it."""\n', []],
  ["what is not Python", 'def f(:\n    """\n    >>> f()\n    """\n', []],
])("the examples in %s are found", ([, text, expected]) => {
  expect(
    docstringExamples(text).map(({ line, firstLine, lastLine, count }) => [line, firstLine, lastLine, count]),
  ).toEqual(expected);
});
