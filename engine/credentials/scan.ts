import type { SecurityFinding } from "../verdict.ts";
import type { Tree } from "../tree/tree.ts";
import type { Expression, Node } from "../tree/nodes.ts";
import { readPositions } from "../text/positions.ts";
import { formats } from "./formats.ts";
import { judgeValue, type Certainty } from "./looks-secret.ts";
import { kindOfName } from "./names.ts";
import { isDocumentationKey, isPlaceholder } from "./placeholders.ts";
import { isPublishable, isWebSetting } from "./publishable.ts";
import { readSettings } from "./settings-text.ts";
import { namesOf } from "./slots.ts";
import { isPiece, textOf, unknownPart } from "./texts.ts";
import { readUrlPasswords } from "./urls.ts";
import { isName } from "../tree/written-names.ts";

/** A credential in a text, and where it stands. The value itself goes no further. */
export type FoundCredential = Readonly<{ finding: SecurityFinding; start: number; end: number }>;

const cwe = "CWE-798";
const advice =
  "Anyone who can read the code can use it: revoke it, and read a new one from the environment or a secret store.";

/** Every place of a program that holds a credential, some of them more than once. */
export function findCredentials(tree: Tree): readonly FoundCredential[] {
  return [...scanText(tree), ...tree.nodes.flatMap((node) => scanNode(tree, node))];
}

/** Every credential that is written into a program, one a line. */
export function scanCredentials(tree: Tree): readonly FoundCredential[] {
  return oneALine(findCredentials(tree));
}

/** Those that their own form gives away, in a text that may not even be a program. */
export function scanWritten(text: string): readonly FoundCredential[] {
  return oneALine(scanText({ text, positions: readPositions(text) }));
}

function oneALine(found: readonly FoundCredential[]): readonly FoundCredential[] {
  const first = new Map<string, FoundCredential>();
  for (const credential of found.toSorted((a, b) => rank(a) - rank(b))) {
    const key = String(credential.finding.line);
    if (!first.has(key)) first.set(key, credential);
  }
  return [...first.values()].toSorted((a, b) => a.start - b.start);
}

/** A provider's own format says more than a name does. */
function rank({ finding }: FoundCredential): number {
  return finding.id === "named-secret" ? 1 : 0;
}

/** As written: literals, comments and docstrings alike. */
function scanText(tree: Written): FoundCredential[] {
  return matchesIn(tree.text).map(({ id, name, start, end, confidence }) =>
    report(tree, { id, what: hardCoded(name), start, end, confidence }),
  );
}

type Match = Readonly<{
  id: string;
  name: string;
  start: number;
  end: number;
  confidence: "high" | "medium";
}>;

/** What its own form gives away in any text. */
export function matchesIn(text: string): Match[] {
  const matches: Match[] = readUrlPasswords(text).map((place) => ({
    ...place,
    id: "password-in-address",
    name: "a password in an address",
    confidence: "high",
  }));
  for (const { id, name, marks, pattern } of formats) {
    if (!marks.some((mark) => text.includes(mark))) continue;
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.["secret"] ?? match[0];
      const start = match.index + match[0].indexOf(secret);
      if (isDocumentationKey(secret) || isPublishable(secret) || isWebSetting(secret, text, start)) continue;
      matches.push({
        id,
        name,
        start,
        end: start + secret.length,
        confidence: "high",
      });
    }
  }
  return matches;
}

function scanNode(tree: Tree, node: Node): FoundCredential[] {
  if (!isTextual(node) || isPiece(node) || isStatement(node)) return [];
  const text = textOf(node);
  if (text === undefined || text.length < 4 || text === unknownPart) return [];
  // What is put together from pieces was not seen as written.
  const isWritten = node.kind === "Constant" && tree.text.slice(node.start, node.end).includes(text);
  const together = isWritten
    ? []
    : matchesIn(text).filter(({ start, end }) => !text.slice(start, end).includes(unknownPart));
  const [match] = together;
  const { start, end } = node;
  if (match) return [report(tree, { ...match, what: hardCoded(match.name), start, end })];
  const named = text.includes(unknownPart)
    ? undefined
    : (nameThatTells(node, text) ?? schemeThatTells(text) ?? settingThatTells(text));
  if (named === undefined || isInTest(node) || isWebSetting(text, tree.text, start)) return [];
  return [
    report(tree, {
      id: "named-secret",
      what: `The value of \`${named.name}\` looks like a hard-coded secret`,
      start,
      end,
      confidence: named.certainty,
    }),
  ];
}

function isTextual(node: Node): node is Expression {
  return (
    node.kind === "Constant" || node.kind === "JoinedStr" || node.kind === "BinOp" || node.kind === "Call"
  );
}

/** Nothing is done with it: a docstring, or a call whose arguments are looked at by themselves. */
function isStatement(node: Node): boolean {
  return node.parent?.kind === "Expr";
}

/** A key of a table may be anything; one that is no name says nothing about its value. */
const isPlainName = /^[-#.]{0,2}[\w -]{1,60}$/;

type Named = Readonly<{ name: string; certainty: Exclude<Certainty, undefined> }>;

function nameThatTells(node: Expression, text: string): Named | undefined {
  for (const name of namesOf(node)) {
    const scheme = /^(?:Bearer|Basic|Token|Digest|ApiKey)\s+(\S{8,})$/i.exec(text);
    const isHeader = /^(?:proxy-)?authorization$/i.test(name);
    const kind = isHeader ? "secret" : kindOfName(name);
    if (kind === undefined || !isPlainName.test(name)) continue;
    const value = scheme?.[1] ?? (isHeader ? undefined : text);
    const certainty = value === undefined || isPlaceholder(value) ? undefined : judgeValue(kind, value);
    if (certainty && text.toLowerCase() !== name.toLowerCase()) return { name, certainty };
  }
  return undefined;
}

/** `Bearer …` and `Basic …` say by themselves what they are. */
function schemeThatTells(text: string): Named | undefined {
  const [, scheme, value] = /^(Bearer|Basic)\s+([\w.~+/=-]{8,})$/.exec(text) ?? [];
  if (scheme === undefined || value === undefined || isPlaceholder(value)) return undefined;
  const isSecret =
    scheme === "Basic"
      ? /^[^\s:]+:[^\s]{3,}$/.test(Buffer.from(value, "base64").toString("latin1"))
      : judgeValue("secret", value) === "high";
  return isSecret ? { name: "Authorization", certainty: "high" } : undefined;
}

/** A file, a query or a command that is written out with its secrets. */
function settingThatTells(text: string): Named | undefined {
  const [place] = readSettings(text);
  return place && { name: place.name, certainty: "high" };
}

/** What a test makes up opens nothing. */
function isInTest(node: Node): boolean {
  for (let up: Node | undefined = node.parent; up; up = up.parent) {
    if (isTestFunction(up)) return true;
    if (up.kind === "ClassDef" && /^Test|Tests?$|TestCase$/.test(up.name)) return true;
  }
  return false;
}

function isTestFunction(node: Node): boolean {
  if (node.kind !== "FunctionDef" && node.kind !== "AsyncFunctionDef") return false;
  return /^test|_test$|^setUp/.test(node.name) || node.decorator_list.some(isFixture);
}

function isFixture(decorator: Expression): boolean {
  const named = decorator.kind === "Call" ? decorator.func : decorator;
  return (named.kind === "Attribute" && named.attr === "fixture") || isName(named, "fixture");
}

type Written = Pick<Tree, "text" | "positions">;

type Reported = Readonly<{
  id: string;
  what: string;
  start: number;
  end: number;
  confidence: "high" | "medium";
}>;

function report(tree: Written, { id, what, start, end, confidence }: Reported): FoundCredential {
  const finding: SecurityFinding = {
    tool: "credentials",
    id,
    severity: confidence === "high" ? "error" : "warning",
    confidence,
    message: `${what}. ${advice}`,
    line: tree.positions.lineOf(start),
    cwe,
  };
  return { finding, start, end };
}

/** `a Stripe secret key` → `Hard-coded Stripe secret key`. */
function hardCoded(name: string): string {
  return `Hard-coded ${name.replace(/^an? /, "")}`;
}
