import type { Linter, Token } from "../../../engine/lint/lint.ts";
import { applySplices, type Splice } from "../../../engine/text/splices.ts";
import { readTree, type Tree } from "../../../engine/tree/tree.ts";
import { indentOf, linesOf, newlineOf } from "../../../engine/tree/layout.ts";
import type { Node, Statement } from "../../../engine/tree/nodes.ts";

/** Picks one of several; the same seed picks the same again. */
type Pick = <Item>(items: readonly Item[]) => Item | undefined;

function seeded(seed: number): Pick {
  let state = seed;
  return (items) => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return items[((mixed ^ (mixed >>> 15)) >>> 0) % items.length];
  };
}

type Program = Readonly<{ tree: Tree; tokens: readonly Token[]; pick: Pick }>;

/** Slips that people and models make; undefined where a program has no place for one. */
const slips: Readonly<Record<string, (program: Program) => Splice[] | undefined>> = {
  "a misspelt use": ({ tree, pick }) => {
    const name = pick(
      all(tree, "Name").filter(
        ({ id, ctx, start, end }) => ctx === "Load" && id.length > 3 && end - start === id.length,
      ),
    );
    if (!name) return undefined;
    const at = pick(Array.from(name.id, (_, n) => n).slice(1, -1))!;
    const [left, right] = [name.id[at]!, name.id[at + 1]!];
    return [{ start: name.start + at, end: name.start + at + 2, text: left === right ? left : right + left }];
  },
  "a dropped import": ({ tree, pick }) => {
    const statement = pick([...all(tree, "Import"), ...all(tree, "ImportFrom")]);
    return statement && [{ ...linesOf(tree, statement), text: "" }];
  },
  "a dropped self": ({ tree, pick }) => {
    const parameter = pick(all(tree, "Arg").filter(({ arg }) => arg === "self"));
    if (!parameter) return undefined;
    const behind = /^,\s*/.exec(tree.text.slice(parameter.end))?.[0].length ?? 0;
    return [{ start: parameter.start, end: parameter.end + behind, text: "" }];
  },
  "an attribute without self": ({ tree, pick }) => {
    const attribute = pick(
      all(tree, "Attribute").filter(({ value }) => value.kind === "Name" && value.id === "self"),
    );
    return attribute && [{ start: attribute.start, end: attribute.end, text: attribute.attr }];
  },
  "other quotes": ({ tree, tokens, pick }) => {
    const string = pick(
      tokens.filter(({ kind, start }) => kind === "String" && /^["'](?!["'])/.test(tree.text.slice(start))),
    );
    if (!string) return undefined;
    const other = tree.text[string.start] === '"' ? "'" : '"';
    const both = [string.start, string.end - 1].map((start) => ({ start, end: start + 1, text: other }));
    return pick([both, both.slice(0, 1), both.slice(1)]);
  },
  "a statement twice": ({ tree, pick }) => {
    const statement = pick(plainStatements(tree));
    if (!statement) return undefined;
    const { start, end } = linesOf(tree, statement);
    return [{ start: end, end, text: tree.text.slice(start, end) }];
  },
  "a dropped statement": ({ tree, pick }) => {
    const statement = pick(plainStatements(tree));
    return statement && [{ ...linesOf(tree, statement), text: "" }];
  },
  "statements in the wrong order": ({ tree, pick }) => {
    const statements = plainStatements(tree);
    const at = pick([...statements.keys()].slice(1));
    if (at === undefined) return undefined;
    const [first, second] = [linesOf(tree, statements[at - 1]!), linesOf(tree, statements[at]!)];
    if (first.end !== second.start) return undefined;
    const text = tree.text.slice(second.start, second.end) + tree.text.slice(first.start, first.end);
    return [{ start: first.start, end: second.end, text }];
  },
  "an unused import": ({ tree, pick }) => {
    const line = pick(["import os", "import sys, re", "from typing import List, Any", "import numpy as np"])!;
    return [{ start: 0, end: 0, text: line + newlineOf(tree.text) }];
  },
  "an unused variable": ({ tree, pick }) => {
    const statement = pick(plainStatements(tree));
    if (!statement) return undefined;
    const { start } = linesOf(tree, statement);
    return [{ start, end: start, text: `${indentOf(tree, statement)}leftover = 1${newlineOf(tree.text)}` }];
  },
  "a mutable default": ({ tree, pick }) => {
    const lists = all(tree, "Arguments").filter(
      ({ args, defaults, vararg }) =>
        args.length > 0 && args.at(-1)!.arg !== "self" && defaults.length === 0 && !vararg,
    );
    const last = pick(lists)?.args.at(-1);
    return last && [{ start: last.end, end: last.end, text: pick(["=[]", "={}", " = []"])! }];
  },
  "identity for equality": ({ tree, tokens, pick }) => {
    const sign = pick(tokens.filter(({ kind }) => kind === "EqEqual" || kind === "NotEqual"));
    return sign && [{ ...place(sign), text: tree.text[sign.start] === "!" ? "is not" : "is" }];
  },
  "a dropped sign": ({ tokens, pick }) => {
    const sign = pick(
      tokens.filter(({ kind }) => /^(?:Colon|Comma|[LR]par|[LR]sqb|[LR]brace|Equal|Dot)$/.test(kind)),
    );
    return sign && [{ ...place(sign), text: "" }];
  },
  "a sign twice": ({ tree, tokens, pick }) => {
    const sign = pick(tokens.filter(({ kind }) => /^(?:Colon|Comma|[LR]par|[LR]sqb|Equal)$/.test(kind)));
    return sign && [{ start: sign.end, end: sign.end, text: tree.text.slice(sign.start, sign.end) }];
  },
  "one equals sign in a test": ({ tokens, pick }) => {
    const sign = pick(tokens.filter(({ kind }) => kind === "EqEqual"));
    return sign && [{ ...place(sign), text: "=" }];
  },
  "a dropped keyword": ({ tokens, pick }) => {
    const word = pick(
      tokens.filter(({ kind }) => /^(?:Await|Async|Return|Not|In|Def|For|If|Yield)$/.test(kind)),
    );
    return word && [{ start: word.start, end: word.end + 1, text: "" }];
  },
  "a line that lost its indentation": ({ tree, pick }) => {
    const statement = pick(plainStatements(tree).filter((each) => indentOf(tree, each) !== ""));
    if (!statement) return undefined;
    const { start } = linesOf(tree, statement);
    return [{ start, end: start + pick([1, 2, 4])!, text: "" }];
  },
  "a tab for spaces": ({ tree, pick }) => {
    const statement = pick(plainStatements(tree).filter((each) => indentOf(tree, each) !== ""));
    if (!statement) return undefined;
    const { start } = linesOf(tree, statement);
    return [{ start, end: statement.start, text: "\t" }];
  },
  "print of another age": ({ tree, pick }) => {
    const call = pick(
      all(tree, "Call").filter(
        ({ func, parent, args }) =>
          func.kind === "Name" && func.id === "print" && parent?.kind === "Expr" && args.length > 0,
      ),
    );
    if (!call) return undefined;
    const inside = { start: call.func.end, end: call.func.end + 1, text: " " };
    return [inside, { start: call.end - 1, end: call.end, text: "" }];
  },
  "a cut tail": ({ tree, tokens, pick }) => {
    const token = pick(tokens.slice(tokens.length >> 1));
    return token && [{ start: token.end, end: tree.text.length, text: "" }];
  },
};

export const slipNames: readonly string[] = Object.keys(slips);

/** A program with one slip of a kind. */
export function mutate(linter: Linter, code: string, slip: string, seed: number): string | undefined {
  const tree = readTree(code)!;
  const splices = slips[slip]!({ tree, tokens: linter.tokens(code), pick: seeded(seed) });
  return splices && applySplices(code, splices);
}

function all<Kind extends Node["kind"]>(tree: Tree, kind: Kind): Extract<Node, { kind: Kind }>[] {
  return tree.nodes.filter((node): node is Extract<Node, { kind: Kind }> => node.kind === kind);
}

/** Those that stand on lines of their own and hold no others. */
function plainStatements(tree: Tree): Statement[] {
  const kinds = new Set<string>([
    "Assign",
    "AugAssign",
    "AnnAssign",
    "Expr",
    "Return",
    "Raise",
    "Import",
    "ImportFrom",
  ]);
  return (tree.nodes as readonly Statement[])
    .filter((node) => kinds.has(node.kind) && indentOf(tree, node) !== undefined)
    .toSorted((a, b) => a.start - b.start);
}

function place({ start, end }: Token): { start: number; end: number } {
  return { start, end };
}
