import { describe, expect, test } from "vitest";
import { followProgram } from "../../../engine/resolve/follow.ts";
import type { PossibleValues } from "../../../engine/resolve/value.ts";
import { readTree } from "../../../engine/tree/tree.ts";

/** What the calls of `probe` are given, as text. */
function probed(code: string): string[] {
  const seen: string[] = [];
  const silent = (): void => undefined;
  followProgram(readTree(code)!, {
    call: ({ path, args }) => {
      if (path === "probe") seen.push(args.map(show).join(", "));
    },
    attribute: silent,
    store: silent,
    keyed: silent,
    made: silent,
    answered: silent,
    escaped: silent,
    mentioned: silent,
    blind: silent,
  });
  return [...new Set(seen)];
}

function show(value: PossibleValues): string {
  return value
    .map((thing) => {
      if (thing.kind === "reference") return thing.path;
      if (thing.kind === "mixed")
        return thing.pieces.map((piece) => (typeof piece === "string" ? piece : "{}")).join("");
      return "value" in thing ? String(thing.value) : thing.kind;
    })
    .join(" | ");
}

describe("a string value is computed", () => {
  test.each([
    ["concatenation", "'a' + 'b' * 2", "abb"],
    ["a join", "'-'.join(['a', 'b'])", "a-b"],
    ["format", "'{1}{0}{x}'.format('a', 'b', x='c')", "bac"],
    ["percent", "'%s%02d%(x)s' % {'x': 'c'} if False else '%s-%02d' % ('a', 7)", "a-07"],
    ["an f-string", "f'{1 + 1}{\"x\"}'", "2x"],
    ["a slice", "'abcdef'[4:1:-1]", "edc"],
    ["numbers", "chr(0x61 ^ 3) + str(7 // 2 - 2 ** 3 % 5)", "b0"],
    ["hex", "bytes.fromhex('6869').decode()", "hi"],
    ["base64", "__import__('base64').b64decode('aGk=').decode()", "hi"],
    ["rot13", "__import__('codecs').decode('uv', 'rot13')", "hi"],
    ["a translation", "'hb'.translate({98: 'i'})", "hi"],
    ["a part that is unknown", "'a' + x + 'b'", "a{}b"],
  ])("%s", (_, expression, worth) => {
    expect(probed(`probe(${expression})\n`)).toEqual([worth]);
  });
});

describe("names are followed", () => {
  test.each([
    [
      "through a branch, both ways",
      "if c: f = len\nelse: f = sum\nprobe(f)",
      ["builtins.len | builtins.sum"],
    ],
    [
      "not past a way that leaves",
      "def g(c):\n  f = len\n  if c:\n    f = sum\n    return\n  probe(f)",
      ["builtins.len"],
    ],
    ["not past a new binding", "f = eval\nf = len\nprobe(f)", ["builtins.len"]],
    ["into functions, with what they are given", "def g(f): probe(f)\ng(len)", ["builtins.len", "param:f"]],
    ["out of functions", "def g(): return len\nprobe(g())", ["builtins.len"]],
    ["through closures", "def g(f):\n  return lambda: f\nprobe(g(len)())", ["builtins.len"]],
    ["through objects", "class A:\n  def __init__(self, f): self.f = f\nprobe(A(len).f)", ["builtins.len"]],
    ["through inheritance", "class A:\n  f = len\nclass B(A): pass\nprobe(B().f)", ["builtins.len"]],
    ["through tables", "t = {'a': len}\nprobe(t['a'])", ["builtins.len"]],
    [
      "out of one of several tuples",
      "a, *b, c = (len, 1, 2) if x else (sum, 3, 4)\nprobe(a, c)",
      ["builtins.len | builtins.sum, 2 | 4"],
    ],
    [
      "out of all that a module holds",
      "import os\nfor n, f in vars(os).items(): probe(f)",
      ["os.__dict__[] | anything"],
    ],
    ["through imports", "from os import path as p\nprobe(p.join)", ["os.path.join"]],
    ["a parameter hides what is outside", "def g(eval): probe(eval)", ["param:eval"]],
    ["a local hides what is outside", "def g():\n  eval = len\n  probe(eval)", ["builtins.len"]],
    ["turn by turn through a loop", "s = ''\nfor c in 'ab': s += c\nprobe(s)", ["ab"]],
    ["a loop of unknown length decides nothing", "s = 'a'\nfor c in x: s = 'b'\nprobe(s)", ["a | b"]],
  ])("%s", (_, code, seen) => {
    expect(probed(`${code}\n`).toSorted()).toEqual(seen.toSorted());
  });

  test("names of JavaScript object properties have no special meaning", () => {
    const code =
      "from constructor import *\nimport toString\n__proto__ = valueOf\nprobe(hasOwnProperty, constructor.toString, {}.get('__proto__'))\n";
    expect(
      followProgram(readTree(code)!, {
        call() {},
        attribute() {},
        store() {},
        keyed() {},
        made() {},
        answered() {},
        escaped() {},
        mentioned() {},
        blind() {},
      }),
    ).toMatchObject({
      isComplete: true,
    });
  });
});
