import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startHarness, type Harness } from "../../support/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness[Symbol.asyncDispose]());

const imports =
  "import array, collections, datetime, decimal, fractions, pathlib, uuid\nfrom datetime import timezone, timedelta\n";
const judged = "import collections, datetime, decimal, fractions\nfrom datetime import timezone, timedelta\n";

/** Each row: a value, and another of its kind that it is not equal to. */
const values: readonly (readonly [value: string, other: string])[] = [
  ["None", "0"],
  ["False", "True"],
  ["-7", "7"],
  ["2 ** 53 - 1", "2 ** 53"],
  ["2 ** 53", "2 ** 53 + 1"],
  ["-2 ** 53", "-2 ** 53 - 1"],
  ["10 ** 40", "10 ** 40 + 1"],
  ["'é😀\\n'", "'é😀'"],
  ["1.5", "1.25"],
  ["0.1 + 0.2", "0.3"],
  ["float('-inf')", "float('inf')"],
  ["1.5 + 2j", "1.5 + 3j"],
  ["2.5 - 2j", "1.5 - 2j"],
  ["b'a\\x00\\xff'", "b'a\\x00'"],
  ["bytearray(b'ab')", "bytearray(b'ac')"],
  ["range(1, 9, 2)", "range(1, 9, 3)"],
  ["slice(1, 9, 2)", "slice(1, 9, 3)"],
  ["[1, [2, None]]", "[1, [2, 0]]"],
  ["(1, (2,))", "(1, [2])"],
  ["{1, 'a'}", "{1, 'b'}"],
  ["frozenset({1, 2})", "frozenset({1})"],
  ["{'a': {1: (2,)}}", "{'a': {1: (3,)}}"],
  ["{1: 2}.keys()", "{2: 2}.keys()"],
  ["{1: 2}.items()", "{1: 3}.items()"],
  ["int", "float"],
  ["ValueError", "KeyError"],
  ["Ellipsis", "None"],
  ["collections.deque([1, 2], 5)", "collections.deque([1, 3], 5)"],
  ["collections.Counter('aab')", "collections.Counter('abb')"],
  ["collections.OrderedDict([(1, 2), (3, 4)])", "collections.OrderedDict([(3, 4), (1, 2)])"],
  ["collections.defaultdict(list, {1: [2]})", "collections.defaultdict(list, {1: [3]})"],
  ["decimal.Decimal('1.10')", "decimal.Decimal('1.11')"],
  ["fractions.Fraction(2, 3)", "fractions.Fraction(3, 2)"],
  ["datetime.date(2020, 1, 2)", "datetime.date(2020, 2, 1)"],
  ["datetime.time(1, 2, 3, 4)", "datetime.time(1, 2, 3, 5)"],
  ["datetime.datetime(2020, 1, 2, 3, 4, 5, 6)", "datetime.datetime(2020, 1, 2, 3, 4, 6, 5)"],
  [
    "datetime.datetime(2020, 1, 2, 3, tzinfo=timezone.utc)",
    "datetime.datetime(2020, 1, 2, 3, tzinfo=timezone(timedelta(hours=1)))",
  ],
  ["timedelta(1, 2, 3)", "timedelta(1, 3, 2)"],
];

/** Each row: a value, how it is written, and another. The judge knows these by how they are written only. */
const written: readonly (readonly [value: string, text: string, other: string])[] = [
  ["array.array('i', [1, 2])", "array('i',[1,2])", "array.array('i', [2, 1])"],
  ["uuid.UUID(int=1)", "UUID('00000000-0000-0000-0000-000000000001')", "uuid.UUID(int=2)"],
  ["pathlib.PurePosixPath('a/b')", "PurePosixPath('a/b')", "pathlib.PurePosixPath('a/c')"],
  ["pathlib.PosixPath('a/b')", "PosixPath('a/b')", "pathlib.PosixPath('b/a')"],
  ["{1: 2}.values()", "dict_values([2])", "{1: 3}.values()"],
  ["NotImplemented", "NotImplemented", "Ellipsis"],
  ["collections.deque([1], 5)", "deque([1], maxlen=5)", "collections.deque([2], 5)"],
  ["int", "<class 'int'>", "bool"],
];

const program = (all: readonly string[]): string =>
  imports + all.map((value, n) => `def f${n}(): return ${value}\n`).join("");

const every = (held: boolean, of: readonly unknown[]) => of.map(() => held);

describe("values of every kind", () => {
  const examples = judged + values.map(([value], n) => `assert f${n}() == ${value}\n`).join("");

  test("are compared by value", async () => {
    const right = await harness.check(program(values.map(([value]) => value)), examples);
    expect(right.judged.filter(({ held }) => !held)).toEqual([]);
    expect(right.callers).toEqual(every(true, values));
    const wrong = await harness.check(program(values.map(([, other]) => other)), examples);
    expect(wrong.callers).toEqual(every(false, values));
  });

  test("are compared by their repr", async () => {
    const doctests = written.map(([, text], n) => `>>> f${n}()\n${text}\n`).join("");
    const right = await harness.check(program(written.map(([value]) => value)), doctests);
    expect(right.judged.filter(({ held }) => !held)).toEqual([]);
    expect(right.callers).toEqual(every(true, written));
    const wrong = await harness.check(program(written.map(([, , other]) => other)), doctests);
    expect(wrong.callers).toEqual(every(false, written));
  });

  test("are shown as they are when they differ from the expected ones", async () => {
    const told = values.map((_, n) => `>>> f${n}()\n'nothing of the kind'\n`).join("");
    const { judged: said } = await harness.check(program(values.map(([value]) => value)), told);
    const got = new Map(said.map((each) => [values[each.index]![0], each.got]));
    expect(got.get("2 ** 53")).toBe("9007199254740992");
    expect(got.get("{'a': {1: (2,)}}")).toBe("{'a': {1: (2,)}}");
    expect(got.get("1.5 + 2j")).toBe("(1.5+2j)");
    expect(got.get("slice(1, 9, 2)")).toBe("slice(1, 9, 2)");
    expect(got.get("None")).toBe("None");
  });
});

describe("an object that cannot be sent as a value", () => {
  const check = async (code: string, examples: string) => (await harness.check(code, examples)).callers;
  const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`;

  test("is equal to nothing when it is nested too deeply, too long or cyclic", async () => {
    expect(await check(`def f(): return ${nested(150)}`, `assert f() == ${nested(150)}`)).toEqual([true]);
    const deep = "def f():\n x = []\n for _ in range(300): x = [x]\n return x";
    expect(await check(deep, "assert f() == []\nassert f() != []")).toEqual([false, false]);
    expect(await check("def f(): return 'x' * 4_000_000", "assert f() == 'x' * 4_000_000")).toEqual([true]);
    expect(await check("def f(): return 'x' * 5_000_000", "assert f() == 'x' * 5_000_000")).toEqual([false]);
    expect(await check("def f(): return [0] * 390_000", "assert f() == [0] * 390_000")).toEqual([true]);
    expect(await check("def f(): return [0] * 410_000", "assert f() == [0] * 410_000")).toEqual([false]);
    const cycle = "def f():\n x = [1]\n x.append(x)\n return x";
    expect(await check(cycle, "assert f() == [1]\n>>> f()\n[1, [...]]")).toEqual([false, true]);
  });

  test("has a truth value, is not None, and is shown", async () => {
    const code =
      "class Full:\n def __repr__(s): return '<full>'\nclass Empty:\n def __len__(s): return 0\n def __repr__(s): return '<empty>'\ndef f(): return Full()\ndef g(): return Empty()";
    const examples = [
      "assert f()",
      "assert not g()",
      "assert f() is not None",
      "assert f() != None",
      ">>> f()\n<full>",
      "assert g()",
      "assert f() == None",
      "assert f() == 1",
      "assert f() != 1",
    ];
    expect(await check(code, examples.join("\n"))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  test("is compared by value when it is a subclass of a built-in that keeps its equality", async () => {
    const bases = [
      ["int", "7", "8"],
      ["float", "1.5", "2.5"],
      ["str", "'a'", "'b'"],
      ["bytes", "b'a'", "b'b'"],
      ["tuple", "(1, 2)", "(1, 3)"],
      ["list", "[1, 2]", "[1, 3]"],
      ["dict", "{1: 2}", "{1: 3}"],
      ["set", "{1, 2}", "{1, 3}"],
      ["frozenset", "frozenset({1})", "frozenset({2})"],
    ];
    const own = (at: 1 | 2): string =>
      bases
        .map((base, n) => `class C${n}(${base[0]}): pass\ndef f${n}(): return C${n}(${base[at]})\n`)
        .join("");
    const examples = bases.map(([, value], n) => `assert f${n}() == ${value}\n`).join("");
    expect(await check(own(1), examples)).toEqual(every(true, bases));
    expect(await check(own(2), examples)).toEqual(every(false, bases));
  });
});
