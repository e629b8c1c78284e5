import { expect, test } from "vitest";
import { applySplices } from "../../../engine/text/splices.ts";
import { createContext } from "../../../engine/candidates/context.ts";
import { generateCandidates } from "../../../engine/candidates/generate.ts";
import { families } from "../../../engine/candidates/index.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { someFacts } from "./facts.ts";

const numbers = {
  f: { a: "int", b: "int", n: "int", i: "int", s: "str", t: "str", xs: "list", best: "int", d: "dict" },
};
const body = (line: string): string => `def f(a, b, n, s, t, xs, d):\n    ${line}\n`;

/** One line of a function, and what each family makes of it among other things. */
const proposals: readonly (readonly [family: string, line: string, becomes: string])[] = [
  ["comparison", "return a < b", "return a <= b"],
  ["other-comparison", "return a < b", "return a > b"],
  ["other-comparison", "return a==xs", "return a in xs"],
  ["connective", "return a and b", "return a or b"],
  ["constant", "return n + 1", "return n + 2"],
  ["constant", "return n * -1", "return n * -2"],
  ["argument-swap", "return g(a, b + 1)", "return g(b + 1, a)"],
  ["argument-swap", "return xs[a][b]", "return xs[b][a]"],
  ["arithmetic", "return a / b", "return a // b"],
  ["arithmetic", "return n - a * b", "return n - (a + b)"],
  ["arithmetic", "n += a", "n -= a"],
  ["off-by-one", "return xs[n]", "return xs[n - 1]"],
  ["off-by-one", "return a * n", "return a * (n + 1)"],
  ["off-by-one", "return xs[n - 1]", "return xs[n]"],
  ["variable", "return a * n", "return b * n"],
  ["operand-swap", "return a / (b + n)", "return (b + n) / a"],
  ["operand-swap", "return a in xs", "return xs in a"],
  ["negation", "return not a", "return a"],
  ["called-function", "return max(a, b)", "return min(a, b)"],
  ["called-function", "return xs.pop()", "return xs.pop(0)"],
  ["attribute", "return a.left + b.right", "return a.right + b.right"],
  ["sign", "return -a", "return a"],
  ["empty-value", "return []", "return [[]]"],
  ["length-of", "return n", "return len(xs)"],
  ["operand-drop", "return a + b", "return a"],
  ["operand-drop", "return a + b + n", "return a"],
  ["condition-drop", "return a and b and n", "return a and n"],
  ["unwrapping", "return abs(a)", "return a"],
  ["assignment", "n = a", "n += a"],
  ["assignment", "s.strip()", "s = s.strip()"],
  ["target", "xs[a] = d[b]", "d[b] = d[b]"],
  ["range", "return range(n)", "return range(1, n + 1)"],
  ["branch", "return a if n else b", "return b if n else a"],
  ["undefined-name", "return bset + a", "return best + a"],
  ["foreign-method", "return xs.length", "return len(xs)"],
  ["foreign-method", "return xs.contains(a)", "return a in xs"],
  ["foreign-method", "return xs.shift()", "return xs.pop(0)"],
  ["foreign-method", "d.put(a, b)", "d[a] = b"],
  ["foreign-method", "return s.reverse()", "return s[::-1]"],
  ["regrouping", "return a + b * n", "return (a + b) * n"],
  ["returned-value", "print(a)", "return a"],
  ["keyword", "return sorted(xs)", "return sorted(xs, reverse=True)"],
  ["string-constant", "return 'ab '", "return 'ab'"],
  ["string-constant", "return s in 'abc'", "return s in 'abcABC'"],
  ["string-constant", "return s in '01ABC'", "return s in '01ABCabc'"],
  ["returned-condition", "if a < b:\n        return True", "if a < b:\n        return a < b"],
  ["separator", "return s + t", "return s + ' ' + t"],
  ["constant-variable", "return 3", "return n"],
  ["initial-value", "n = 0", "n = xs[0]"],
  ["slice-bound", "return s[1:n]", "return s[1:]"],
  ["slicing", "return xs", "return xs[1:]"],
  ["name-swap", "return a - b - a", "return b - a - b"],
  ["everywhere", "return a / b / n", "return a // b // n"],
  ["element-drop", "return [a, b, n]", "return [a, n]"],
  ["choosing", "return max(a, b)", "return max(a, b, n)"],
  ["expression-variable", "return g(a)", "return n"],
  ["argument-drop", "return g(a, b)", "return g(b)"],
  ["constant-pool", "return 3", "return 77"],
  ["both-sides", "return s == t", "return s.lower() == t.lower()"],
  ["number-wrapping", "return a * b", "return abs(a * b)"],
  ["wrapping", "return xs", "return sorted(xs)"],
  ["wrapping", "return s - '0'", "return ord(s) - ord('0')"],
  ["added-term", "return a * b", "return a * b + n"],
  ["guarded-statement", "n += a", "if not a:\n        n += a"],
];

test.for(proposals)("%s: `%s` becomes `%s`", ([name, line, becomes]) => {
  const source = body(line).replace("return bset", "best = 1\n    return bset");
  const made = propose(name, source);
  expect(made).toContain(source.replace(line, becomes));
});

const programs: readonly (readonly [family: string, before: string, after: string])[] = [
  [
    "unknown-attribute",
    "class A:\n    def f(self, xs):\n        return self.max(xs) - self.min(xs)\n",
    "class A:\n    def f(self, xs):\n        return max(xs) - min(xs)\n",
  ],
  [
    "running-best",
    "def f(xs):\n    best = 0\n    for n in xs:\n        best = n\n    return best\n",
    "def f(xs):\n    best = 0\n    for n in xs:\n        best = max(best, n)\n    return best\n",
  ],
  ["statement-drop", "def f(xs):\n    xs.sort()\n    return xs\n", "def f(xs):\n    return xs\n"],
  [
    "statement-move",
    "def f(xs):\n    for n in xs:\n        a = n\n        return a\n",
    "def f(xs):\n    for n in xs:\n        a = n\n    return a\n",
  ],
  [
    "statement-move",
    "def f(xs):\n    for n in xs:\n        if n:\n            a = n\n            b = a\n            c = b\n    return c\n",
    "def f(xs):\n    for n in xs:\n        if n:\n            a = n\n        b = a\n        c = b\n    return c\n",
  ],
  [
    "statement-move",
    "def f(xs):\n    total = 0\n    for row in xs:\n        total += row\n",
    "def f(xs):\n    for row in xs:\n        total = 0\n        total += row\n",
  ],
  [
    "statement-move",
    "def f(a):\n    if a == 0:\n        return 0\n        b = 1 / a\n        return b\n",
    "def f(a):\n    if a == 0:\n        return 0\n    b = 1 / a\n    return b\n",
  ],
  [
    "missing-step",
    "def f(xs):\n    count = 0\n    for x in xs:\n        if x:\n            pass\n    return count\n",
    "def f(xs):\n    count = 0\n    for x in xs:\n        if x:\n            count += 1\n    return count\n",
  ],
  [
    "missing-step",
    "def f(xs, a):\n    i = j = 0\n    for x in xs:\n        if x == a:\n            return i\n        j += 1\n    return -1\n",
    "def f(xs, a):\n    i = j = 0\n    for x in xs:\n        if x == a:\n            return i\n        j += 1\n        i += 1\n    return -1\n",
  ],
  [
    "unset-variable",
    "def f(xs):\n    for x in xs:\n        total += x\n    return total\n",
    "def f(xs):\n    total = 0\n    for x in xs:\n        total += x\n    return total\n",
  ],
  [
    "unset-variable",
    "def f(xs):\n    a = 1\n    for x in xs:\n        found.append(x)\n    return found\n",
    "def f(xs):\n    a = 1\n    found = []\n    for x in xs:\n        found.append(x)\n    return found\n",
  ],
  [
    "else-dedent",
    "def f(xs):\n    for n in xs:\n        if n:\n            return True\n        else:\n            return False\n",
    "def f(xs):\n    for n in xs:\n        if n:\n            return True\n    return False\n",
  ],
  [
    "value-swap",
    "def f(a):\n    if a:\n        return 1\n    return 2\n",
    "def f(a):\n    if a:\n        return 2\n    return 1\n",
  ],
  [
    "added-condition",
    "def f(a, n):\n    if a < 0:\n        return n\n    return a\n",
    "def f(a, n):\n    if a < 0 or not n:\n        return n\n    return a\n",
  ],
  [
    "other-condition",
    "def f(a, n):\n    while True:\n        a = n\n",
    "def f(a, n):\n    while a < n:\n        a = n\n",
  ],
  [
    "copied-statement",
    "def f(xs, n):\n    n += 1\n    if xs:\n        a = 2\n    return n\n",
    "def f(xs, n):\n    n += 1\n    if xs:\n        n += 1\n        a = 2\n    return n\n",
  ],
  [
    "missing-else",
    "def f(a, b, n):\n    if n:\n        a += 1\n    return a, b\n",
    "def f(a, b, n):\n    if n:\n        a += 1\n    else:\n        b += 1\n    return a, b\n",
  ],
  [
    "adapted-statement",
    "def f(a, b):\n    a += 1\n    return a, b\n",
    "def f(a, b):\n    a += 1\n    b += 1\n    return a, b\n",
  ],
  [
    "new-statement",
    "def f(xs):\n\tn = 0\n\twhile n < 3:\n\t\txs.pop()\n",
    "def f(xs):\n\tn = 0\n\twhile n < 3:\n\t\txs.pop()\n\t\tn += 1\n",
  ],
  [
    "empty-guard",
    "def f(xs):\r\n    return xs[0]\r\n",
    "def f(xs):\r\n    if not xs:\r\n        return 0\r\n    return xs[0]\r\n",
  ],
  [
    "unknown-attribute",
    "class A:\n    def m(self): return self.lenght()\n    def length(self): return 1\n",
    "class A:\n    def m(self): return self.length()\n    def length(self): return 1\n",
  ],
  [
    "undefined-name",
    "def f(s):\n    len = len(s)\n    return len\n",
    "def f(s):\n    len_ = len(s)\n    return len_\n",
  ],
  [
    "undefined-name",
    "def f(a):\n    return math.sqrt(a)\n",
    "import math\ndef f(a):\n    return math.sqrt(a)\n",
  ],
  ["returned-value", "def f(a):\n    b = a\n", "def f(a):\n    b = a\n    return b\n"],
];

test.for(programs)("%s makes its edit", ([name, before, after]) => {
  expect(propose(name, before)).toContain(after);
});

test("every family is tested here", () => {
  const tested = new Set([...proposals, ...programs].map(([name]) => name));
  expect(families.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});

function propose(name: string, source: string): string[] {
  const facts = someFacts({ types: numbers, integers: [77] });
  const context = createContext(readTree(source)!, facts);
  const family = families.find((one) => one.name === name)!;
  return [...family.propose(context)].map(({ splices }) =>
    applySplices(
      source,
      splices.toSorted((a, b) => a.start - b.start),
    ),
  );
}

test("no step is proposed for a counter that has one, and no assignment for a variable that is set", () => {
  const counted = "def f(xs):\n    n = 0\n    for x in xs:\n        n += 1\n    return n\n";
  expect(propose("missing-step", counted)).toEqual([]);
  expect(propose("unset-variable", counted)).toEqual([]);
});

test("an unread variable is the first candidate to replace another", () => {
  const source = "def f(rows, cols):\n    return [rows for i in range(rows)]\n";
  const [first] = generateCandidates(source, someFacts({ types: { f: { rows: "int", cols: "int" } } }), 5);
  expect(first).toMatchObject({ family: "variable", description: expect.stringContaining("`cols`") });
});
