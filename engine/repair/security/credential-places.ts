import { findCredentials, matchesIn, type FoundCredential } from "../../credentials/scan.ts";
import { readSettings } from "../../credentials/settings-text.ts";
import { textOf, unknownPart } from "../../credentials/texts.ts";
import type { Expression, Node } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";

/** A credential within the text that an expression stands for, and what gave it away. */
export type Secret = Readonly<{
  start: number;
  end: number;
  /** A provider's format, as `github-token`. */
  format: string | undefined;
  /** The name of the setting that the text itself gives it. */
  setting: string | undefined;
}>;

/** An expression of the source that holds credentials. */
export type Holder = Readonly<{ node: Expression; text: string; secrets: readonly Secret[] }>;

const maxCredentials = 200;

/** What holds the credentials of some lines, by line. Undefined for a line with one that no expression holds. */
export function holdersOn(
  program: RepairableProgram,
  lines: ReadonlySet<number>,
): Map<number, readonly Holder[] | undefined> {
  const found = findCredentials(program.tree).filter(({ finding }) => lines.has(finding.line!));
  const inOrder = found.toSorted((a, b) => a.start - b.start).slice(0, maxCredentials);
  const byLine = Map.groupBy(inOrder, ({ finding }) => finding.line!);
  return new Map(Array.from(byLine, ([line, credentials]) => [line, holdersOf(program, credentials)]));
}

function holdersOf(
  program: RepairableProgram,
  credentials: readonly FoundCredential[],
): Holder[] | undefined {
  const nodes = new Set<Expression>();
  for (const credential of credentials) {
    const node = nodeOf(program, credential);
    if (!node || !isReplaceable(node)) return undefined;
    nodes.add(core(node));
  }
  // The whole of a sum is found as well as the piece of it that holds the secret.
  const smallest = [...nodes].filter((node) => ![...nodes].some((other) => isInside(other, node)));
  return smallest.map((node) => holderOf(node));
}

function isInside(inner: Node, outer: Node): boolean {
  return inner !== outer && inner.start >= outer.start && inner.end <= outer.end;
}

/** The expression that was found, or the innermost text around what was found; comments are in none. */
function nodeOf({ tree }: RepairableProgram, { start, end }: FoundCredential): Expression | undefined {
  let found: Expression | undefined;
  for (const node of tree.nodes) {
    if (node.start > start || node.end < end) continue;
    if (node.kind === "JoinedStr" || (node.kind === "Constant" && node.parent?.kind !== "JoinedStr"))
      found = node;
    else if ((node.kind === "BinOp" || node.kind === "Call") && node.start === start && node.end === end)
      return node;
  }
  return found;
}

/** `"…".encode()` changes the type and not the text: what is to be replaced is what it is called on. */
function core(node: Expression): Expression {
  let at = node;
  while (at.kind === "Call" && at.func.kind === "Attribute" && /code$|strip$/.test(at.func.attr))
    at = at.func.value;
  return at;
}

/** A docstring, a pattern and an annotation take nothing but what is written. */
function isReplaceable(node: Node): boolean {
  if (node.parent?.kind === "Expr") return false;
  for (let at: Node = node, up: Node | undefined = node.parent; up; at = up, up = at.parent) {
    if (
      up.kind === "MatchValue" ||
      up.kind === "FormattedValue" ||
      up.kind === "Arg" ||
      up.kind === "TypeAlias"
    )
      return false;
    if (up.kind === "AnnAssign" && up.annotation === at) return false;
    if (up.kind === "MatchMapping" || up.kind === "Interpolation") return false;
  }
  return true;
}

function holderOf(node: Expression): Holder {
  const text = textOf(node) ?? "";
  const formats = matchesIn(text)
    .filter(({ start, end }) => !text.slice(start, end).includes(unknownPart))
    .map(({ start, end, id }) => ({ start, end, format: id, setting: undefined }));
  const settings = readSettings(text).map(({ start, end, name }) => ({
    start,
    end,
    format: undefined,
    setting: name,
  }));
  const found = [...formats, ...settings, ...schemeOf(text)].toSorted(
    (a, b) => a.start - b.start || b.end - a.end,
  );
  const apart = found.filter(({ start }, at) => !found.slice(0, at).some((before) => start < before.end));
  return {
    node,
    text,
    secrets: apart.some((secret) => isWhole(text, secret)) ? wholeOf(text, apart[0]) : apart,
  };
}

/** `Bearer …`: the word before the secret says how it is sent. */
function schemeOf(text: string): Secret[] {
  const match = /^(?:Bearer|Basic|Token|Digest|ApiKey)\s+(\S{8,})$/i.exec(text);
  if (!match) return [];
  const start = text.length - match[1]!.length;
  return [{ start, end: text.length, format: undefined, setting: "api_token" }];
}

/** A key in a file's format is useless without its first and last line. */
function isWhole(text: string, { start, end, format }: Secret): boolean {
  return (format ?? "").endsWith("private-key") || text.trim() === text.slice(start, end);
}

function wholeOf(text: string, first: Secret | undefined): Secret[] {
  return [{ start: 0, end: text.length, format: first?.format, setting: first?.setting }];
}
