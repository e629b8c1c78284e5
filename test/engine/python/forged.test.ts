import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Claim, type Harness } from "../../support/harness.ts";
import { forgeries } from "./forgeries.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

const examples = "assert f(3) == 9\n>>> f(4)\n16";

describe("a wrong program", () => {
  test.each([
    [
      "objects equal to everything",
      "class A:\n def __eq__(s, o): return True\n __hash__ = None\ndef f(x): return A()",
    ],
    ["integers equal to everything", "class A(int):\n def __eq__(s, o): return True\ndef f(x): return A(0)"],
    [
      "integers that hide their value",
      "class A(int):\n def __add__(s, o): return 9\n def __index__(s): return 9\n def __int__(s): return 9\ndef f(x): return A(0)",
    ],
    ["a repr that lies about one value", "class A:\n def __repr__(s): return '9'\ndef f(x): return A()"],
    [
      "texts equal to everything",
      "class A(str):\n def __eq__(s, o): return True\n def __ne__(s, o): return False\n def __hash__(s): return 0\ndef f(x): return A('9')",
    ],
    ["an exit before the call", "import os\nos._exit(0)"],
    ["an exit in the call", "import os\ndef f(x): os._exit(0)"],
    ["SystemExit in the call", "import sys\ndef f(x): sys.exit(0)"],
    [
      "an exit after the call",
      "import os, threading\ndef f(x):\n threading.Timer(0, os._exit, [0]).start()\n return 0",
    ],
    [
      "patched builtins",
      "import builtins\nbuiltins.type = builtins.len = builtins.repr = lambda *a: 9\ndef f(x): return 0",
    ],
    ["patched json", "import json\njson.dumps = lambda *a, **k: 'true'\ndef f(x): return 0"],
    [
      "patched ast and operator",
      "import ast, operator\nast.literal_eval = operator.eq = lambda *a: True\ndef f(x): return 0",
    ],
    ["an endless repr", "class A:\n def __repr__(s):\n  while True: pass\ndef f(x): return A()"],
    ["a closed claim pipe", "import os\ndef f(x):\n os.closerange(3, 100)\n return 9"],
    [
      "broken lines on every descriptor",
      "import os\ndef f(x):\n for d in range(3, 100):\n  try: os.write(d, b'[[[[\\n')\n  except OSError: pass\n return 9 if x == 3 else 16",
    ],
    ["frames printed", 'print(\'{"type":"judge"}\' * 10)\ndef f(x): return 0'],
    ["deep nesting", "def f(x):\n v = []\n for _ in range(100000): v = [v]\n return v"],
    [
      "a search of its own memory",
      "import gc\ndef f(x):\n for o in gc.get_objects():\n  if isinstance(o, dict) and 'residual' in o: return eval(o['residual'].split('==')[1])\n return 0",
    ],
    ["a name the judge knows", "def f(x): return __claim__\n__claim__ = lambda n: 9"],
  ])("does not pass with %s", async (_name, code) => {
    expect((await harness.check(code, examples, { wall_ms: 400 })).held).toContain(false);
    expect((await harness.check("def f(x): return x * x", examples)).held).toEqual([true, true]);
  });

  test.each([
    ["an answer of its own before it is asked", "b'\\0\\0\\0\\x0fA\\0\\0\\0\\1\\0\\0\\0\\0\\0\\0'"],
    ["a frame longer than any", "b'\\xff\\xff\\xff\\xff'"],
    ["a frame that ends too early", "b'\\0\\0\\0\\x06A\\0\\0\\0\\1\\0'"],
    ["more parts than bytes", "b'\\0\\0\\0\\x0dA\\0\\0\\0\\1\\0\\0\\0\\0\\xff\\xff\\xff\\xff'"],
  ])("does not pass with %s", async (_name, bytes) => {
    const code = `import os\ndef f(x):\n    os.write(4, ${bytes})\n    return x * x`;
    const { held, isWhole } = await harness.check(code, examples);
    expect(held).toEqual([false, false]);
    expect(isWhole).toBe(true);
  });

  test.each([
    ["killed", "SIGKILL"],
    ["stopped", "SIGSTOP"],
  ])("does not pass when it has %s its judge", async (_name, signal) => {
    const code = `import os, signal
def f(x):
    for pid in os.listdir("/proc"):
        try:
            own = pid.isdigit() and int(pid) != os.getpid() and b"harness.py" in open(f"/proc/{pid}/cmdline", "rb").read()
            if own and open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[1] == str(os.getppid()): os.kill(int(pid), signal.${signal})
        except OSError: pass
    return x * x`;
    const { held, isWhole } = await harness.check(code, examples, { wall_ms: 1500 });
    expect({ held, isWhole }).toEqual({ held: [false, false], isWhole: false });
    expect((await harness.check("def f(x): return x * x", examples)).held).toEqual([true, true]);
  });
});

test.each(forgeries)(
  "no example passes when the protocol is attacked: $name",
  async ({ examples: text, code }) => {
    const { held } = await harness.check(code, text, { wall_ms: 4000 });
    expect(held).toContain(false);
  },
);

/** Lines of a docstring that put another comparison in the judge's place, wherever they are run. */
const forging = [
  ">>> import collections",
  ">>> _ = collections._sys.modules['judge'].__dict__.update(evaluate=lambda *a: True, matches=lambda *a: True)",
  ">>> found = [each for each in ().__class__.__base__.__subclasses__() if each.__name__ == '_wrap_close'][0]",
  ">>> always = dict.fromkeys(['value', 'assertion'], lambda *a: (True, None))",
  ">>> _ = found.__init__.__globals__['sys'].modules['judge'].JUDGES.update(always)",
];
const squares =
  "assert square(3) == 9\n>>> square(12)\n144\nassert square(2) == 4\nassert [square(1), square(5)] == [1, 25]";
const withDocstring = (body: string, ...doc: string[]): string =>
  `def square(n):\n    r"""\n${doc.map((line) => `    ${line}\n`).join("")}    """\n    ${body}\n`;

describe("a docstring", () => {
  const wrong = "return 0";
  const right = "return n * n";

  test("does not change the verdict on the caller's examples", async () => {
    const forged = await harness.check(withDocstring(wrong, ...forging, ">>> 1 + 1", "3"), squares);
    expect(forged.callers).toEqual([false, false, false, false]);
    expect(forged.judged.slice(-4).map(({ got }) => got)).toEqual(["0", "0", "0", "[0, 0]"]);
    expect((await harness.check(withDocstring(right, ...forging), squares)).callers).toEqual(
      Array(4).fill(true),
    );
  });

  test("keeps its own result when its examples are right", async () => {
    const { held } = await harness.check(
      withDocstring(wrong, ">>> square(2)", "0", ">>> square(3)", "9"),
      squares,
    );
    expect(held).toEqual([true, false, false, false, false, false]);
  });

  test.each([
    ["in the program", ">>> square.__class__ and [0 for _ in iter(int, 1)]"],
    [
      "in its judge",
      ">>> import itertools\n    >>> _ = [0 for _ in itertools.count()]\n    >>> 1 + 1\n    2",
    ],
    [
      "in its judge, which it stops",
      ">>> from collections import _sys\n    >>> _ = _sys.modules['os']._exit(0)\n    >>> 1 + 1\n    2",
    ],
  ])("does not change the caller's results when it never ends %s", async (_where, line) => {
    const { callers, judged } = await harness.check(withDocstring(right, line), squares, { wall_ms: 1500 });
    expect(callers).toEqual([true, true, true, true]);
    expect(judged.slice(0, -4).map(({ held }) => held)).toContain(false);
  });

  test("does not use up the number of examples allowed to the caller", async () => {
    const many = Array.from({ length: 1100 }, (_, n) => [`>>> square(${n})`, `${n * n}`]).flat();
    const callers = Array.from({ length: 300 }, (_, n) => `assert square(${n}) == ${n * n}`).join("\n");
    const checked = await harness.check(withDocstring(right, ...many), callers);
    expect(checked.callers).toEqual(Array(300).fill(true));
    expect(checked.held.slice(0, -300)).toEqual([...Array(1000).fill(true), false]);
    expect(checked.judged[1000]?.problem).toBe(
      "only the first 1000 examples are run, and 100 more come after them",
    );
  });

  test("defines names for the caller's examples that call the program", async () => {
    const code = withDocstring(right, ">>> start = square(2)", ">>> def twice(n): return 2 * square(n)");
    const { callers } = await harness.check(
      code,
      "assert start == 4\nassert twice(3) == 18\nassert twice(3) == 17",
    );
    expect(callers).toEqual([true, true, false]);
  });

  test("fails the caller's examples, and loses none, in a text too deep to read", async () => {
    const deep = `x = ${"-".repeat(50_000)}1\n${withDocstring(right, ...forging)}`;
    const { callers } = await harness.check(deep, squares);
    expect(callers).toEqual([false, false, false, false]);
  });
});

describe("the judge of a screen", () => {
  const [one, two]: Claim[] = [
    [0, "value", 9, ""],
    [1, "value", 16, ""],
  ];

  test("accepts answers only in order and each once", async () => {
    const plan = await harness.plan("def f(x): return x * x", examples);
    const sets = [
      [one, two],
      [one],
      [two],
      [two, one],
      [one, one, two],
      [one, two, [2, "value", 1, ""]],
      [[0, "value", 9.5, ""], two],
      [[0, "value", ["os.system", "x"], ""], two],
      [[0, "value", 9], two],
      [[true, "value", 9, ""], two],
      "claims" as unknown as Claim[],
    ] as Claim[][];
    expect(await harness.judge(plan, sets)).toEqual([
      [true, true],
      [true, false],
      ...Array.from({ length: 4 }, () => [false, false]),
      [false, true],
      [false, true],
      ...Array.from({ length: 3 }, () => [false, false]),
    ]);
  });

  test("evaluates the assertion on each answer, and one that raises fails", async () => {
    const plan = await harness.plan("def f(x): return x", "assert abs(f(2) - 5) <= 1");
    const answers: Claim[][] = [4, 6, 7, "5", null].map((value) => [[0, "value", value, ""]]);
    expect(await harness.judge(plan, answers)).toEqual([[true], [true], [false], [false], [false]]);
  });

  test("echoes the nonce", async () => {
    const body = { nonce: "r4nd0m", judgement: { items: [] }, programs: [] };
    expect(await harness.request("J", body)).toEqual([{ type: "judge", nonce: "r4nd0m", held: [] }]);
  });

  test("judges hundreds of candidates in one request", async () => {
    const plan = await harness.plan("def f(x): return x", "assert f(3) == 9");
    const judged = await harness.judge(
      plan,
      Array.from({ length: 500 }, (_, index) => [[0, "value", index, ""]]),
    );
    expect(judged.flatMap(([held], index) => (held ? [index] : []))).toEqual([9]);
  });
});

test("examples that take too long fail, and the harness continues", async () => {
  const endless = "x = 1\nassert f(1) == sum(range(10 ** 12))";
  const { held, timedOut } = await harness.check("def f(x): return x", endless, { wall_ms: 500 });
  expect({ held, timedOut }).toEqual({ held: [false], timedOut: true });
  expect((await harness.check("def f(x): return x * x", examples)).held).toEqual([true, true]);
});
