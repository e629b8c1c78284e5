import { describe, expect, test } from "vitest";
import { readTree } from "../../../engine/tree/tree.ts";
import type { Node } from "../../../engine/tree/nodes.ts";
import { askPython } from "../python-ast.ts";

const texts = [
  "x = 1\n",
  "",
  "# only a comment\n",
  "x = -1.0 + 2j * 0x1F // 1_000 ** .5\n",
  "é = 'ü' + \"naïve 😀\" + s; 變數 = é[0]\n",
  "def f(a, /, b: int = 1, *args, c, d=2, **kw) -> str:\n    return a\n",
  "class A(B, metaclass=C):\n    x: int = 5\n    def m(self): return self.x\n",
  "a = [i for i in range(3) if i % 2 if i]\nb = {k: v for k, v in d.items()}\nc = {x for x in y}\n",
  "g = [i async for i in z]\n",
  "async def f():\n    return {é: b async for é, b in x}, {a async for a in x}, any(a async for a in x if a), 'async for'\n",
  "async def f():\n    return {\n        k: v\n        for g in gs\n        async for k, v in g\n    } | {\n        k: v async for k, v in (i async for i in z)\n    }\n",
  "if a:\n\tpass\nelif b < c <= d:\n\tx = 1\nelse:\n\tx = 2\n",
  "for i, (j, k) in z:\n    break\nelse:\n    continue_ = 1\n",
  "while not (a and b or c):\n    a, *b = b\n",
  "try:\n    f()\nexcept (A, B) as e:\n    raise X from e\nelse:\n    pass\nfinally:\n    del x[0], y\n",
  "with open(p) as f, g() as (a, b):\n    pass\n",
  "x = a if b else lambda *a, k=1: (yield)\n",
  "x[1:2, ..., ::3][-1].y.z(1, *a, k=2, **d)\n",
  "match p:\n    case [1, *rest] if rest: pass\n    case {'a': x, **others}: pass\n    case P(0, y=2) | None: pass\n    case _: pass\n",
  "@d(1)\nasync def f():\n    await g()\n    async with a: pass\n    async for i in b: pass\n",
  "global_ = 1\ndef f():\n    global global_\n    def g():\n        nonlocal_ = 1\n",
  "from . import a as b, c\nimport d.e.f as g, h\nfrom ..x.y import *\n",
  "a: list[int]\n(b): int = 2\nc.d: str = 'x'\n",
  "x += 1; y -= 2; z @= w; q //= 3; r **= 2; s >>= 1; t <<= 1; u &= 1; v |= 2; w ^= 3\n",
  "x = 'a' 'b' \"c\"  # adjacent\ny = (b'a'\n     b'\\x41')\n",
  "x = r'\\d' + '\\x41\\u00e9\\U0001F600\\n\\101' + '''a\nb'''\n",
  "x = True, False, None, ..., ()\n",
  "if (n := len(a)) > 10: print(n)\n",
  "assert a == b, 'message'\nraise\n",
  "x = not a is not b\ny = a not in b\nz = ~-+a\n",
  "lines = 'one'\r\nif lines:\r\n    x = '''a\r\nb'''\r\n    y = 2\r\n",
  "\u{feff}x = 1\ny = 'é' + z\n",
  "def f():\n    x = 1\n\f\n    return x\n",
  "x = (\n    a\n    + b  # why\n    * c\n)\n",
  "f = lambda: 0\nprint(*a, sep='')\n",
  "d = {**a, 'b': 1}\ne = [*a, b]\n",
];

/** The parts of f-strings have finer positions since 3.12, and a Python of any version may be asked here. */
const withStrings = [
  "x = f'a{b!r:>{w}}c' 'd'\n",
  'x = f"é{y}" + z\n',
  'x = f"""é{a\n   or b}\n{{{c\r\n   if d else e}}}""" + g\ny = h\n',
  "x = f\"{'{'}{y}{'}'}\" + g\n",
  "x = f'{a + f\"{b}\"}' + f'''{\n c}'''\n",
];

const program = `
import ast, json, sys
names = {"arg": "Arg", "arguments": "Arguments", "keyword": "Keyword", "comprehension": "Comprehension", "withitem": "WithItem",
  "match_case": "MatchCase", "alias": "Alias"}
def read(text):
    lines = text.replace("\\r\\n", "\\n").replace("\\r", "\\n").split("\\n")
    out = []
    def visit(node):
        if isinstance(node, (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)): return
        kind = names.get(type(node).__name__, type(node).__name__)
        at = [node.lineno, node.col_offset, node.end_lineno, node.end_col_offset] if hasattr(node, "lineno") else None
        value = None
        if isinstance(node, ast.Constant):
            v = node.value
            value = [type(v).__name__, v if isinstance(v, str) else v.decode("latin-1") if isinstance(v, bytes) else repr(v)]
        out.append([kind, at, value])
        for child in ast.iter_child_nodes(node): visit(child)
    visit(ast.parse(text))
    return sorted(out, key=str)
print(json.dumps([read(t) for t in json.load(sys.stdin)]))
`;

type Seen = [kind: string, at: number[] | null, value: [string, string] | null];

const unplaced = new Set(["Module", "Arguments", "Comprehension", "WithItem", "MatchCase"]);

function seen(text: string): Seen[] {
  const tree = readTree(text)!;
  const mark = text.startsWith("\u{feff}") ? 1 : 0;
  const at = (offset: number): number[] => {
    const line = tree.positions.lineOf(offset);
    const start = tree.positions.startOf(line) + (line === 1 ? mark : 0);
    return [line, Buffer.byteLength(text.slice(start, offset))];
  };
  return tree.nodes.map((node) => [
    node.kind,
    unplaced.has(node.kind) ? null : [...at(node.start), ...at(node.end)],
    node.kind === "Constant" ? valueOf(node) : null,
  ]);
}

const typeNames: Record<string, string> = { none: "NoneType" };

function valueOf({ value }: Node & { kind: "Constant" }): [string, string] {
  const name = typeNames[value.type] ?? value.type;
  if (!("value" in value)) return [name, value.type === "none" ? "None" : "Ellipsis"];
  if (value.type === "bool") return [name, value.value ? "True" : "False"];
  if (value.type === "float")
    return [name, Number.isInteger(value.value) ? `${value.value}.0` : String(value.value)];
  if (value.type === "complex") return [name, `${value.value}j`];
  return [name, String(value.value)];
}

describe("the tree of a text", () => {
  test("has the same nodes, positions and values as in CPython", () => {
    const expected = askPython<Seen[][]>(
      program,
      texts.map((text) => text.replace(/^\u{feff}/u, "")),
    );
    for (const [n, text] of texts.entries()) {
      const own = seen(text).toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
      const theirs = expected[n]!.toSorted((a, b) => compare(JSON.stringify(a), JSON.stringify(b)));
      expect({ text, nodes: own }).toEqual({ text, nodes: theirs });
    }
  });

  test("has CPython's nodes outside f-strings", () => {
    const expected = askPython<Seen[][]>(program, withStrings);
    const kinds = (all: Seen[]): string[] => all.map(([kind]) => kind).toSorted();
    for (const [n, text] of withStrings.entries()) {
      expect({ text, kinds: kinds(seen(text)) }).toEqual({ text, kinds: kinds(expected[n]!) });
      const outer = expected[n]!.find(([kind]) => kind === "BinOp" || kind === "Assign")!;
      expect(seen(text).map(([, at]) => at)).toContainEqual(outer[1]);
    }
  });

  test("links every node to its parent", () => {
    for (const text of [...texts, ...withStrings]) {
      const { nodes } = readTree(text)!;
      expect(nodes.filter(({ parent }) => parent === undefined)).toHaveLength(1);
      for (const node of nodes.slice(1)) {
        expect(Object.values(node.parent!).flat()).toContain(node);
        expect(node.start).toBeLessThanOrEqual(node.end);
      }
    }
  });

  test("is built for a sum of nine thousand terms", () => {
    const text = `x = ${Array.from({ length: 9000 }, (_, n) => `a${n}`).join(" + ")}\n`;
    expect(readTree(text)!.nodes).toHaveLength(18_002);
  });

  test("knows which loops of a comprehension are asynchronous", () => {
    const text = "x = {a: b for c in d async for a, b in c}, {e async for e in f}, g(h for h in i)\n";
    const loops = readTree(text)!.nodes.flatMap((node) =>
      node.kind === "Comprehension" ? [node.is_async] : [],
    );
    expect(loops).toEqual([0, 1, 1, 0]);
  });

  test("is missing when the parser cannot read the text", () => {
    expect(readTree("async for")).toBeUndefined();
    expect(readTree("def f(:\n")).toBeUndefined();
  });

  test("marks a named character as not exact", () => {
    const constant = readTree(String.raw`x = '\N{BULLET}'`)!.nodes.find((node) => node.kind === "Constant")!;
    expect(constant).toMatchObject({ value: { type: "str", exact: false } });
  });
});

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
