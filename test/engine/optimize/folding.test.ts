import { describe, expect, test } from "vitest";
import { optimize } from "../../../engine/optimize/optimize.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const optimized = (text: string): string => optimize(readTree(text)!)?.text ?? text;

describe("an expression of literals becomes its value:", () => {
  test.each([
    ["x = 60 * 60 * 24\n", "x = 86400\n"],
    ["x = 7 // -2 + -7 % 3\n", "x = -2\n"],
    ["x = 1 / 4\n", "x = 0.25\n"],
    ["x = 6 / 3\n", "x = 2.0\n"],
    ["x = 9007199254740993 / 3\n", "x = 3002399751580331.0\n"],
    ["x = 0.1 + 0.2\n", "x = 0.30000000000000004\n"],
    ["x = 1e15 * 10\n", "x = 1e+16\n"],
    ["x = 1.5e15 * 10\n", "x = 1.5e+16\n"],
    ["x = 1e3 * 2\n", "x = 2000.0\n"],
    ["x = 1 / 16384\n", "x = 6.103515625e-05\n"],
    ["x = -7.5 // 2, -7.5 % 2, 7.5 % -2\n", "x = -4.0, 0.5, -0.5\n"],
    ["x = 2 ** 64\n", "x = 18446744073709551616\n"],
    ["x = 1_000 * 60\n", "x = 60_000\n"],
    ["x = 0xff & ~0x0f\n", "x = 0xf0\n"],
    ["x = 0o600 | 0o044\n", "x = 0o644\n"],
    ["x = True + True\n", "x = 2\n"],
    ["x = True & False, 1 & 1\n", "x = False, 1\n"],
    ["x = 'a' + \"b\"\n", "x = 'ab'\n"],
    ["x = 'it' + \"'s\"\n", 'x = "it\'s"\n'],
    ['x = "a\\n" + \'b"\\\\\'\n', "x = 'a\\nb\"\\\\'\n"],
    ["x = 'ü😀' + '變'\n", "x = 'ü😀變'\n"],
    ["x = b'a' * 3\n", "x = b'aaa'\n"],
    ["x = '=' * 20\n", "x = '===================='\n"],
    ["x = '#' + '#'  # two\n", "x = '##'  # two\n"],
    [
      "x = 1 < 2 <= 2, 1 == 1.0, 'a' < 'b', 'b' in 'abc', 3 not in (1, 2)\n",
      "x = True, True, True, True, True\n",
    ],
    ["x = not 0, not 'a'\n", "x = True, False\n"],
    ["x = 1 and 2, 0 or '', None or 3\n", "x = 2, '', 3\n"],
    ["x = False and f(y)\n", "x = False\n"],
    ["x = ('a', 'b')[-1], 'é😀z'[1], b'a'[0]\n", "x = 'b', '😀', 97\n"],
    ["x = - -3\n", "x = 3\n"],
    ["x = 1 if 2 > 1 else f()\n", "x = 1\n"],
    ["x = f() if False else g()\n", "x = g()\n"],
    ["x = (a + b) if 1 else c\n", "x = (a + b)\n"],
    ["x = a.b if True else (c if True else d)\n", "x = a.b\n"],
    ["x = (d if False else a if True else b) * 2\n", "x = a * 2\n"],
    ["x = (yield_ if True else b) and c\n", "x = yield_ and c\n"],
  ])("%j", (before, after) => {
    expect(optimized(before)).toBe(after);
  });
});

describe("the code around a folded expression stays valid:", () => {
  test.each([
    ["x = (1 + 2) * y\n", "x = 3 * y\n"],
    ["x = (1 - 3) ** y\n", "x = (-2) ** y\n"],
    ["x = y - (1 - 3)\n", "x = y - (-2)\n"],
    ["x = y ** (1 + 1)\n", "x = y ** 2\n"],
    ["x = ((60 * 60))\n", "x = 3600\n"],
    ["print(1 + 2)\n", "print(3)\n"],
    ["f(a=(1 + 2), *(1 + 2,))\n", "f(a=3, *(3,))\n"],
    ["def f():\n    return(1+2)\n", "def f():\n    return 3\n"],
    ["def f():\n    return-1+2\n", "def f():\n    return 1\n"],
    ["def f():\n    return'a'+'b'\n", "def f():\n    return 'ab'\n"],
    ["x = [i for i in y if(1 < 2)if(i)]\n", "x = [i for i in y if True if(i)]\n"],
    ["x = (1+1)if y else(2+2)\n", "x = 2 if y else 4\n"],
    ["x = (1 < 2) < y\n", "x = True < y\n"],
    ["x = (\n    60\n    * 60\n)\n", "x = (\n    3600\n)\n"],
    ["x = 1 + \\\n    2\n", "x = 3\n"],
    ["while 1 < 2:\n    f()\n", "while True:\n    f()\n"],
    ["x[1 + 1] = y[2 - 3:]\n", "x[2] = y[-1:]\n"],
    ["def f(x=60 * 60):\n    pass\n", "def f(x=3600):\n    pass\n"],
    ["x = 1 + 2\r\ny = 'é'  # stays  \r\n", "x = 3\r\ny = 'é'  # stays  \r\n"],
    ["\u{feff}x = 1 + 2", "\u{feff}x = 3"],
    ["x: int = 60 * 60\n", "x: int = 3600\n"],
    ["'%s' % ('a' + 'b')\n", "'%s' % 'ab'\n"],
    ["x = 2 * 3 * y, y * 2 * 3\n", "x = 6 * y, y * 2 * 3\n"],
  ])("%j", (before, after) => {
    expect(optimized(before)).toBe(after);
  });
});

describe("no folding happens for an expression", () => {
  test.each([
    ["that raises", "x = 1 / 0, 1 // 0, 1 % 0, 1 << -1, 'a' + 1, (1, 2)[2], -'a', 1 < 'a', 0 ** -1\n"],
    ["that is infinite, no number or a negative zero", "x = 1e308 * 10, 1e400 - 1, -0.0 + -0.0, 0.0 * -1\n"],
    ["that grows", "x = 'a' * 10_000, 1 << 100_000, 2 ** 100_000, 10 ** 100, 'ab' * 100\n"],
    ["whose last bit depends on a library", "x = 2.0 ** 0.5, 2 ** -1\n"],
    ["by identity", "x = 1 is 1, (1 + 1) is y, None is not None\n"],
    ["that is already short", "x = -1, +1, ~0x0f, - 0.5\n"],
    ["in an f-string", 'x = f\'{1 + 2} {1 + 2 = } {"a" + "b"}\'\n'],
    [
      "of texts in pieces, raw texts or texts of several lines",
      "x = 'a' 'b' + 'c', r'\\d' + 'x', '''a\nb''' + 'c', '\\u00e9' + 'a'\n",
    ],
    ["that would document a function", "def f():\n    'a' + 'b'\n"],
    ["that would document a function by a choice", "def f():\n    'a' 'b' if True else 'c'\n"],
    ["that stands alone", "1 + 2\n"],
    ["in an annotation", "def f(a: 'A' + 'B', *b: 1 + 2) -> 1 + 2:\n    x: 1 + 2 = a\n"],
    ["that tools read without running it", "__slots__ = ('a' + 'b',)\n__all__ = ['a' + 'b']\n"],
    ["in a pattern", "match x:\n    case -1:\n        pass\n    case {'a': 1}:\n        pass\n"],
    ["in an assertion", "assert 1 + 1 == 2, 'a' + 'b'\n"],
    ["around a comment", "x = (1 +  # one\n     2)\n"],
    ["around a comment in the operand that goes", "x = (a if True else  # never\n     b)\n"],
    ["that is a format", "x = ('%s' + '%d') % y\n"],
    ["that is called or has attributes", "x = (1, 2)[0].real, (1 + 2).bit_length(), (f if True else g)(1)\n"],
    ["that is complex or an ellipsis", "x = 1j * 2, 1 + 2j, ... or 1\n"],
    ["with a name in it", "x = y + 1 + 2, y and False, [*y][0]\n"],
    ["that calls something", "x = len('abc'), 'a'.upper(), int('1')\n"],
    ["that binds a name and never would", "x = False and (y := 1)\n"],
    ["that makes a generator", "def f():\n    x = 1 if True else (yield)\n"],
    ["that holds an example", "x = '>>> f' + '(1)'\n"],
    ["of bytes and text", "x = b'a' == 'a', b'a' + 'a'\n"],
  ])("%s", (_, text) => {
    expect(optimize(readTree(text)!)).toBeUndefined();
  });
});

test("a pass describes each fold, in text order", () => {
  const { passes } = optimize(readTree("x = 60 * 60 * 24\ny = a if True else b\n")!)!;
  expect(passes).toEqual([
    [
      {
        splices: [{ start: 4, end: 16, text: "86400" }],
        at: 4,
        description: "folded `60 * 60 * 24` to `86400`",
      },
      {
        splices: [{ start: 22, end: 37, text: "" }],
        at: 22,
        description: "replaced `a if True else b` by `a`",
      },
    ],
  ]);
});

test("a sum of nine thousand terms is folded to one number", () => {
  expect(optimized(`x = 1${" + 1".repeat(8999)}\n`)).toBe("x = 9000\n");
});
