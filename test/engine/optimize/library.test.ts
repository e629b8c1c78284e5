import { expect, test } from "vitest";
import { optimize } from "../../../engine/optimize/optimize.ts";
import { readTree } from "../../../engine/tree/tree.ts";
import { askPython } from "../python-ast.ts";

const read = `
import glob, json, os, sys, sysconfig
folder = sysconfig.get_paths()["stdlib"]
rich = ["bool", "compile", "float", "generators", "grammar", "int", "peepholer", "struct", "syntax"]
paths = glob.glob(folder + "/*.py") + [f"{folder}/test/test_{name}.py" for name in rich]
texts = {}
for path in sorted(filter(os.path.exists, paths)):
    with open(path, encoding="utf-8", newline="") as file: text = file.read()
    if len(text) < 60_000: texts[os.path.basename(path)] = text
print(json.dumps(texts))
`;

/**
 * Python itself works out every expression of literals in both texts, with its own arithmetic, and compiles what is left:
 * its compiler drops what never runs. The instructions, names and flags of every function must then be the same.
 */
const compareCode = `
import ast, bisect, dis, json, sys, types
known = (bool, int, float, str, bytes, type(None))
class Fold(ast.NodeTransformer):
    def visit_JoinedStr(self, node): return node
    def generic_visit(self, node):
        super().generic_visit(node)
        if not isinstance(node, (ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Subscript)): return node
        if isinstance(node, (ast.BoolOp, ast.IfExp)):
            first = node.test if isinstance(node, ast.IfExp) else node.values[0]
            if not isinstance(first, ast.Constant): return node
            if isinstance(node, ast.IfExp): return node.body if first.value else node.orelse
            if bool(first.value) == isinstance(node.op, ast.Or): return first
        leaves = [n for n in ast.walk(node) if isinstance(n, ast.expr) and n is not node]
        if not all(isinstance(n, (ast.Constant, ast.Tuple, ast.List)) for n in leaves): return node
        if isinstance(node, ast.Compare) and any(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops): return node
        big = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Pow, ast.LShift, ast.Mult))
        if big and any(isinstance(n.value, int) and abs(n.value) > 5000 for n in leaves if isinstance(n, ast.Constant)): return node
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load): return node
        try: value = eval(compile(ast.Expression(node), "e", "eval"))
        except Exception: return node
        return ast.copy_location(ast.Constant(value), node) if type(value) in known else node
def look(code):
    steps = [i for i in dis.get_instructions(code) if i.opname not in ("NOP", "CACHE", "EXTENDED_ARG", "RESUME")]
    places = [i.offset for i in steps]
    def argument(i):
        if i.opcode in dis.hasjrel or i.opcode in dis.hasjabs: return bisect.bisect_left(places, i.argval)
        if isinstance(i.argval, types.CodeType): return look(i.argval)
        named = i.opcode in dis.hasconst + dis.hasname + dis.haslocal + dis.hasfree
        return [type(i.argval).__name__, repr(i.argval)] if named else i.arg
    return [code.co_name, code.co_flags, sorted(code.co_varnames), code.co_freevars, [(i.opname, argument(i)) for i in steps]]
def compiled(text):
    tree = ast.fix_missing_locations(Fold().visit(ast.parse(text)))
    # What the compiler does with a jump also depends on the line it stands on.
    for node in ast.walk(tree):
        if hasattr(node, "lineno"): node.lineno, node.end_lineno, node.col_offset, node.end_col_offset = 1, 1, 0, 0
    return look(compile(tree, "p", "exec", dont_inherit=True))
print(json.dumps([name for name, before, after in json.load(sys.stdin) if compiled(before) != compiled(after)]))
`;
import { processorMs } from "../../support/processor-time.ts";

test("Python compiles the optimized standard library to the same instructions", { timeout: 300_000 }, () => {
  const texts = askPython<Record<string, string>>(read, null);
  const unstable: string[] = [];
  const changed: [name: string, before: string, after: string][] = [];
  for (const [name, text] of Object.entries(texts)) {
    const tree = readTree(text);
    const after = tree && optimize(tree)?.text;
    if (after === undefined) continue;
    changed.push([name, text, after]);
    if (optimize(readTree(after)!)) unstable.push(name);
  }
  expect(unstable).toEqual([]);
  expect(changed.length).toBeGreaterThan(20);
  expect(askPython<string[]>(compareCode, changed)).toEqual([]);
});

const maxCharacters = 200_000;
const filled = (piece: string): string => piece.repeat(maxCharacters / piece.length);

test.each([
  ["branches", filled("if False:\n    f()\nelif x:\n    g()\n")],
  [
    "branches in one another",
    filled(
      `${Array.from({ length: 60 }, (_, n) => `${" ".repeat(n)}if True:\n`).join("")}${" ".repeat(60)}f()\n`,
    ),
  ],
  ["an endless chain of branches", `if x:\n    f()\n${"elif 0:\n    g()\n".repeat(2000)}`],
  ["expressions", filled("x = (1 + 2) * y\n")],
  ["one comparison", `x = 1${" < 2".repeat(40_000)}\n`],
  ["one list", `x = [${filled("'#' + 'a', ")}]\n`],
  ["code behind a return", `def f():\n    return 1\n${filled("    # never\n    g(1); h(2)\n")}`],
  ["one branch of many lines", `if True:\n${filled("    f('a'\n      'b')\n")}`],
  ["functions with empty bodies", filled("def f():\n    if 0:\n        g()\n\n\n")],
])("a text of 200,000 characters is optimized in seconds: %s", (_, text) => {
  const tree = readTree(text)!;
  expect(processorMs(() => expect(optimize(tree)).toBeDefined())).toBeLessThan(10_000);
});
