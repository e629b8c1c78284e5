import { checks } from "../../../engine/checks/index.ts";
import { readFacts } from "../../../engine/program/facts.ts";
import type { Node } from "../../../engine/tree/nodes.ts";
import { readTree, type Tree } from "../../../engine/tree/tree.ts";
import { wordingOf, type Wording } from "./wording.ts";

/** Line, column, end line and end column as CPython counts them: lines from 1, columns in bytes. */
export type Span = readonly [number, number, number, number];

/** One error of our own rules, with the exact place that a run can be asked about. */
export type Claim = Readonly<{
  rule: string;
  message: string;
  wording: Wording;
  span: Span;
  /** The loop around it: what ends it, and where a further iteration begins. */
  loop: Readonly<{ test: Span; goes_on: readonly Span[] }> | undefined;
}>;

const errorChecks = checks.filter(({ severity }) => severity === "error");

/** Undefined for a text that our parser cannot read. A check that fails claims nothing that could be true. */
export function claimsOf(text: string): Claim[] | undefined {
  const tree = readTree(text);
  if (!tree) return undefined;
  const facts = readFacts(tree);
  const claims: Claim[] = [];
  for (const { id, find } of errorChecks) {
    try {
      for (const { node, message } of find(facts)) claims.push(toClaim(tree, `python:${id}`, node, message));
    } catch (error) {
      // Checks that share their work fail alike.
      const message = String(error);
      if (claims.some((claim) => claim.message === message)) continue;
      const wording = { says: "failed" } as const;
      claims.push({ rule: `python:${id}`, message, wording, span: [1, 0, 1, 0], loop: undefined });
    }
  }
  return claims;
}

function toClaim(tree: Tree, rule: string, node: Node, message: string): Claim {
  const wording = wordingOf(rule, message);
  const asked = wording.says === "one value" && node.parent ? node.parent : bodyOf(node);
  const loop = wording.says === "raises in the end" ? loopAround(tree, node) : undefined;
  return { rule, message, wording, span: spanOf(tree, asked), loop };
}

/** Of a function it is claimed that it cannot be called: what counts is whether its body runs. */
function bodyOf(node: Node): Readonly<{ start: number; end: number }> {
  return node.kind === "FunctionDef" ? { start: node.body[0]!.start, end: node.body.at(-1)!.end } : node;
}

function loopAround(tree: Tree, node: Node): Claim["loop"] {
  for (let at = node.parent; at; at = at.parent) {
    if (at.kind === "While") {
      const [first, last] = [at.body[0]!, at.body.at(-1)!];
      const body = spanOf(tree, { start: first.start, end: last.end });
      return { test: spanOf(tree, at.test), goes_on: [spanOf(tree, at.test), body] };
    }
    const loop = at.kind === "For" ? at : "generators" in at ? at.generators.at(-1)! : undefined;
    if (loop) return { test: spanOf(tree, loop.iter), goes_on: [spanOf(tree, loop.target)] };
    if (at.kind === "FunctionDef" || at.kind === "Lambda") return undefined;
  }
  return undefined;
}

function spanOf({ text, positions }: Tree, { start, end }: Readonly<{ start: number; end: number }>): Span {
  const place = (offset: number): [number, number] => {
    const line = positions.lineOf(offset);
    return [line, Buffer.byteLength(text.slice(positions.startOf(line), offset))];
  };
  return [...place(start), ...place(end)];
}
