import { describe, expect, test } from "vitest";
import { optimize } from "../../../engine/optimize/optimize.ts";
import { readTree } from "../../../engine/tree/tree.ts";

const result = (text: string): { text: string; words: string[] } => {
  const { text: after, passes } = optimize(readTree(text)!) ?? { text, passes: [] };
  return { text: after, words: passes.flat().map(({ words }) => words) };
};

type Row = readonly [name: string, before: string, after: string, ...words: string[]];

describe("code that never runs is removed:", () => {
  const rows: Row[] = [
    [
      "behind a return, with its comments",
      "def f():\n    return 1\n\n    # never\n    print(2)\n    print(3)\n\n\ndef g():\n    pass\n",
      "def f():\n    return 1\n\n\ndef g():\n    pass\n",
      "removed 3 lines after `return`, which never run",
    ],
    [
      "behind a raise, a break and a continue",
      "def f():\n    for i in x:\n        if i:\n            break\n            g()\n        continue\n        h()\n    raise E\n    k()\n",
      "def f():\n    for i in x:\n        if i:\n            break\n        continue\n    raise E\n",
      "removed 1 line after `break`, which never runs",
      "removed 1 line after `continue`, which never runs",
      "removed 1 line after `raise`, which never runs",
    ],
    [
      "but for comments that belong further out",
      "def f():\n    return 1\n    a()\n# outer\n    b()\n# next\n",
      "def f():\n    return 1\n# outer\n# next\n",
      "removed 2 lines after `return`, which never run",
    ],
    [
      "on the line of the return",
      "def f():\n    return 1; g(); h()  # why\n",
      "def f():\n    return 1  # why\n",
      "removed `g()` and `h()` after `return`, which never run",
    ],
    [
      "behind a loop without end",
      "while True:\n    for i in x:\n        break\nf()\n",
      "while True:\n    for i in x:\n        break\n",
      "removed 1 line after the loop that never ends, which never runs",
    ],
    [
      "behind an if that leaves both ways",
      "def f(a):\n    if a:\n        return 1\n    else:\n        raise E\n    g()\n",
      "def f(a):\n    if a:\n        return 1\n    else:\n        raise E\n",
      "removed 1 line after the `if` that always exits, which never runs",
    ],
    [
      "around what must stay",
      "def f():\n    return x\n    g()\n    x = 1\n    h()\n",
      "def f():\n    return x\n    x = 1\n",
      "removed 2 lines after `return`, which never run",
    ],
    [
      "under a test that fails",
      "a()\nif False:\n    b()\n    # own\n# outer\nc()\n",
      "a()\n# outer\nc()\n",
      "removed the branch that `if False` never takes",
    ],
    [
      "under `if 0` with an else",
      "if 0:\n    a()\nelse:\n    # kept\n    b()\n\n    c()\nd()\n",
      "# kept\nb()\n\nc()\nd()\n",
      "removed the branch that `if 0` never takes",
    ],
    [
      "in the else of a test that holds",
      "if True:\n\ta()\nelse:\n\tb()\n",
      "a()\n",
      "kept only the branch that `if True` always takes",
    ],
    ["no more than the test", "if 1:\n    a()\n", "a()\n", "removed the test of `if 1`, which always holds"],
    [
      "in the middle of a chain",
      "if x:\n    a()\nelif 1 > 2:\n    b()\nelif y:\n    c()\nelif True:\n    d()\nelse:\n    e()\n",
      "if x:\n    a()\nelif y:\n    c()\nelse:\n    d()\n",
      "removed the branch that `elif 1 > 2` never takes, and kept only the branch that `elif True` always takes",
    ],
    [
      "at the head of a chain",
      "if None:\n    a()\nelif '':\n    b()\nelif x:\n    c()\n",
      "if x:\n    c()\n",
      "removed the branches that `if None` and `elif ''` never take",
    ],
    [
      "at the end of a chain",
      "if x:\n    a()\nelif 0:\n    b()\nelse:\n    c()\n",
      "if x:\n    a()\nelse:\n    c()\n",
      "removed the branch that `elif 0` never takes",
    ],
    [
      "in a loop that is never entered",
      "while False:\n    a()\nelse:\n    b()\n",
      "b()\n",
      "removed the loop that `while False` never enters",
    ],
    [
      "in the else of a loop without end",
      "while 1:\n    if x: break\nelse:\n    a()\nb()\n",
      "while 1:\n    if x: break\nb()\n",
      "removed the `else` that `while 1` never reaches",
    ],
    [
      "so that a block is not empty",
      "def f():\n    if False:\n        a()\n    if 0:\n        b()\n",
      "def f():\n    pass\n",
      "removed the branch that `if False` never takes",
      "removed the branch that `if 0` never takes",
    ],
    [
      "with the blank lines around it",
      "def f():\n    a()\n\n    if False:\n        b()\n\n    c()\n",
      "def f():\n    a()\n\n    c()\n",
      "removed the branch that `if False` never takes",
    ],
    [
      "on one line",
      "if False: a(); b()\nif True: c(); d()\nelse: e()\n",
      "c(); d()\n",
      "removed the branch that `if False` never takes",
      "kept only the branch that `if True` always takes",
    ],
    [
      "inside and around, each in its step",
      "def f():\n    if True:\n        if True:\n            a(1,\n              2)\n            if False:\n                b()\n        return 1\n    c()\n",
      "def f():\n    a(1,\n      2)\n    return 1\n",
      "removed the branch that `if False` never takes",
      "removed the test of `if True`, which always holds",
      "removed the test of `if True`, which always holds",
      "removed 1 line after the `if` that always exits, which never runs",
    ],
    [
      "with Windows line ends",
      "if False:\r\n    a()\r\nelse:\r\n    b('é')\r\nc()",
      "b('é')\r\nc()",
      "removed the branch that `if False` never takes",
    ],
    [
      "at the end of a text without a line end",
      "def f():\n    if False:\n        a()",
      "def f():\n    pass",
      "removed the branch that `if False` never takes",
    ],
    [
      "between texts in pieces",
      "if True:\n    a('b'\n      'c')\n",
      "a('b'\n  'c')\n",
      "removed the test of `if True`, which always holds",
    ],
    [
      "and what it reads with it",
      "def f():\n    return 1\n    print([x for x in y], lambda z: z)\n",
      "def f():\n    return 1\n",
      "removed 1 line after `return`, which never runs",
    ],
  ];
  test.each(rows)("%s", (_, before, after, ...words) => {
    expect(result(before)).toEqual({ text: after, words });
    expect(optimize(readTree(after)!)).toBeUndefined();
  });
});

describe("code that never runs is kept when", () => {
  test.each([
    ["it makes a generator", "def f():\n    return\n    yield\n"],
    ["it makes an asynchronous generator", "async def f():\n    if False:\n        yield\n"],
    ["it awaits", "async def f():\n    return\n    await g()\n"],
    ["it binds a name", "def f():\n    return x\n    x = 1\n"],
    [
      "it binds a name by a loop, a with, an except, an import or a pattern",
      "def f():\n    return\n    for x in y: pass\n    with a as b: pass\n    try: pass\n    except E as e: pass\n    import m\n    match y:\n        case [c]: pass\n",
    ],
    ["it binds a name in an expression", "def f():\n    return\n    g(x := 1)\n"],
    ["it deletes a name", "def f():\n    return x\n    del x\n"],
    ["it says whose a name is", "def f():\n    if 0:\n        global x\n    x = 1\n"],
    ["it defines something", "if False:\n    def f(): pass\n    class C: pass\n"],
    ["it imports for type checkers", "if False:\n    from a import B\n"],
    ["it annotates", "class C:\n    if False:\n        x: int\n"],
    ["it gives a method its class", "class C:\n    def m(self):\n        return s()\n        super\n"],
    ["it gives `eval` in a lambda such a name", "def f(x):\n    return lambda: x if False else eval('x')\n"],
    [
      "it gives `eval` in a generator such a name",
      "def f(x):\n    return (eval('x') for _ in y if (x if False else True))\n",
    ],
    [
      "it gives `eval` a name of the function around",
      "def f():\n    x = 1\n    def g():\n        if False:\n            x\n        return eval('x')\n    return g()\n",
    ],
    ["it holds an example", "def f():\n    return 1\n    '''\n    >>> f()\n    1\n    '''\n"],
    ["the rest would document a function", "def f():\n    if False:\n        a()\n    'text'\n"],
    ["the rest would document a function once moved", "def f():\n    if True:\n        'text'\n"],
    ["lines of a text would have to be moved", "if True:\n    a('''b\n    c''')\n"],
    ["lines of a formatted text would have to be moved", "if True:\n    a(f'''b\n    {c}''')\n"],
    ["a comment stands beside the test", "if True:  # for now\n    a()\n"],
    ["a break leads past the loop", "while True:\n    if x: break\n    else: continue\na()\n"],
    [
      "a break in the else of an inner loop leads past",
      "while True:\n    for i in x: pass\n    else: break\na()\n",
    ],
    ["a manager may swallow what is raised", "def f():\n    with a:\n        raise E\n    b()\n"],
    ["a handler leads past", "def f():\n    try:\n        return 1\n    except E:\n        pass\n    b()\n"],
    ["nobody knows the test", "if TYPE_CHECKING or __debug__:\n    a()\nif x and False:\n    b()\n"],
  ])("%s", (_, text) => {
    expect(optimize(readTree(text)!)).toBeUndefined();
  });
});

describe("code that must be kept does not prevent other removals:", () => {
  test.each([
    ["a branch with a text of several lines", "if True:\n    a('''b\n    c''')\n"],
    ["a branch before text that would document", "def f():\n    if False:\n        a()\n    'text'\n"],
    ["a branch of text that would document", "def f():\n    if True:\n        'text'\n"],
    ["a test with a comment beside it", "if True:  # for now\n    a()\n"],
    ["an elif with a comment beside it", "if x:\n    b()\nelif (True  # for now\n    ):\n    a()\n"],
    ["a name that is bound", "def f():\n    return x\n    x = 1\n"],
  ])("%s", (_, text) => {
    expect(result(`${text}y = 1 + 2\n`)).toEqual({
      text: `${text}y = 3\n`,
      words: ["folded `1 + 2` to `3`"],
    });
  });
});

test("a program without dead code is unchanged", () => {
  expect(optimize(readTree("")!)).toBeUndefined();
  expect(optimize(readTree("def f(a):\n    return a + 1\n")!)).toBeUndefined();
});
