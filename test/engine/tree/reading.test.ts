import { env } from "node:process";
import { describe, expect, test } from "vitest";
import { readTree } from "../../../engine/tree/tree.ts";
import { createDice } from "../../support/dice.ts";
import { askSandboxPython } from "../../support/sandbox-python.ts";
import { exactTexts } from "./exact-texts.ts";
import { writeText } from "./written-texts.ts";

/** The names of each text that CPython compiles, with their lines and columns in code points, and what its nodes are. */
const program = `
import ast, json, sys
def read(text):
    data = text.encode()
    try:
        tree = ast.parse(data)
        compile(data, "text", "exec")
    except (SyntaxError, ValueError):
        return None
    lines = text.removeprefix("\\ufeff").replace("\\r\\n", "\\n").replace("\\r", "\\n").split("\\n")
    def place(node):
        return f"{node.lineno}:{len(lines[node.lineno - 1].encode()[:node.col_offset].decode())} {node.id}"
    nodes = list(ast.walk(tree))
    return {
        "names": sorted(place(node) for node in nodes if isinstance(node, ast.Name)),
        "kinds": sorted(type(node).__name__ for node in nodes if isinstance(node, (ast.stmt, ast.expr, ast.pattern))),
    }
print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;

type Read = Readonly<{ names: string[]; kinds: string[] }>;

/** Whose pieces CPython counts in another way. */
const pieces = new Set(["Constant", "JoinedStr", "FormattedValue"]);
const withoutPieces = (kinds: readonly string[]): string[] =>
  kinds.filter((kind) => !pieces.has(kind)).toSorted(compare);

function readHere(text: string): Read | undefined {
  const tree = readTree(text);
  if (!tree) return undefined;
  const mark = text.startsWith("\u{feff}") ? 1 : 0;
  const place = (offset: number): string => {
    const line = tree.positions.lineOf(offset);
    const start = Math.max(tree.positions.startOf(line), mark);
    return `${line}:${Array.from(text.slice(start, offset)).length}`;
  };
  return {
    names: tree.nodes.flatMap((node) => (node.kind === "Name" ? [`${place(node.start)} ${node.id}`] : [])),
    kinds: tree.nodes.map(({ kind }) => kind),
  };
}

async function differences(texts: readonly string[]): Promise<{ compiled: number; wrong: unknown[] }> {
  const expected = await askSandboxPython<(Read | null)[]>(program, texts);
  const compiled = texts.flatMap((text, at) => (expected[at] ? [{ text, theirs: expected[at] }] : []));
  const wrong = compiled.flatMap(({ text, theirs }) => {
    const ours = readHere(text);
    const names = ours?.names.toSorted(compare);
    if (JSON.stringify(names) !== JSON.stringify(theirs.names.toSorted(compare)))
      return [{ text, ours: names, theirs: theirs.names }];
    const placed = new Set(theirs.kinds);
    const kinds = withoutPieces(ours!.kinds.filter((kind) => placed.has(kind)));
    return JSON.stringify(kinds) === JSON.stringify(withoutPieces(theirs.kinds))
      ? []
      : [{ text, ours: kinds, theirs: theirs.kinds }];
  });
  return { compiled: compiled.length, wrong };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const seed = Number(env["READING_SEED"] ?? 1);
const count = Number(env["READING_COUNT"] ?? 1500);

describe("code that CPython 3.13 compiles is read with its names in place", () => {
  test.for(Object.entries(exactTexts))("%s", async ([, texts]) => {
    const { compiled, wrong } = await differences(texts);
    expect(wrong).toEqual([]);
    expect(compiled).toBeGreaterThan(texts.length * 0.6);
  });

  test(`${count} texts have a random layout`, async () => {
    const dice = createDice(seed);
    const names = "a b x1 _y é ｅｖａｌ ﬁ 𝐱 𝔞𝔟 x𝟎 𠀀 𞤀a match case type ℌ f rb 変数 𐐀".split(" ");
    const { compiled, wrong } = await differences(
      Array.from({ length: count }, () => writeText(dice, names)),
    );
    expect(wrong).toEqual([]);
    expect(compiled).toBeGreaterThan(count / 2);
  });
});

test("texts with different trees have their names in place", async () => {
  const texts = ["x = f'{a:{{}}}' + y\n", "with (a := b, c): x\n", "x[a, *b] = c[*d]\n"];
  const expected = await askSandboxPython<Read[]>(program, texts);
  for (const [at, text] of texts.entries())
    expect(readHere(text)?.names.toSorted(compare)).toEqual(expected[at]!.names);
});

test("every character of an identifier is read and normalized as in Python", async () => {
  const every = Number(env["NAMES_EVERY"] ?? 11);
  const words = await askSandboxPython<[string, string][]>(
    `
import json, sys, unicodedata
every = json.load(sys.stdin)
points = [chr(at) for at in range(0x110000) if not 0xd800 <= at < 0xe000]
words = [c for c in points if c.isidentifier()] + ["a_" + c for c in points if ("a_" + c).isidentifier()]
print(json.dumps([[word, unicodedata.normalize("NFKC", word)] for word in words[::every]]))
`,
    every,
  );
  const wrong: string[] = [];
  for (let from = 0; from < words.length; from += 500) {
    const some = words.slice(from, from + 500);
    const { names = [] } = readHere(some.map(([word]) => `${word} = 1\n`).join("")) ?? {};
    for (const [at, [word, folded]] of some.entries())
      if (names[at] !== `${at + 1}:0 ${folded}`) wrong.push(`${word} (${folded}) is ${names[at]}`);
  }
  expect(wrong).toEqual([]);
  expect(words.length).toBeGreaterThan(200_000 / every);
});

test("text in f-strings that the parser cannot read exactly is not exact", () => {
  const tree = readTree("x = f'{f'{{{a}'}'\ny = f'{𝐱}b'\n")!;
  const texts = tree.nodes.flatMap((node) => (node.kind === "Constant" ? [node.value] : []));
  expect(texts).toEqual([
    { type: "str", value: "_", exact: false },
    { type: "str", value: "b", exact: true },
  ]);
});

test("names are the same in every equivalent spelling", () => {
  const names = readTree("𝐞𝐯𝐚𝐥(ｅｖａｌ, x.𝔢val)\nimport 𝔬𝔰.𝔭 as ﬁ\nglobal ℌ\n")!.nodes.flatMap((node) => {
    if (node.kind === "Name") return [node.id];
    if (node.kind === "Attribute") return [node.attr];
    if (node.kind === "Alias") return [node.name, node.asname];
    return node.kind === "Global" ? node.names : [];
  });
  expect(names.join(" ")).toBe("eval eval eval x os.p fi H");
});
