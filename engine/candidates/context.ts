import type { Tree } from "../tree/tree.ts";
import { type Call, type Expression, type FunctionDef, type Node, type Statement } from "../tree/nodes.ts";
import { bindingKind } from "../program/bindings.ts";
import { readNames, type Names } from "../program/names.ts";
import { visibleVariables, type Scope, type Variable } from "../program/scopes.ts";
import { type Splice, replacement } from "../text/splices.ts";
import type { RunFacts, EditProposal } from "./candidate.ts";
import { type Code, levelAskedBy, levelOf, within } from "../tree/code.ts";
import { readPlaces } from "./editable-places.ts";
import { typesOf, type PossibleTypes } from "./value-types.ts";

/** A variable that can be read somewhere, with the types seen in it. */
export type TypedVariable = Readonly<{ name: string; types: PossibleTypes }>;

/** A program under repair, as the families of edits see it. */
export type CandidateContext = Readonly<{
  source: string;
  tree: Tree;
  names: Names;
  facts: RunFacts;
  /** The expressions that may be edited and that every failing example ran, in the order of the text. */
  expressions: readonly Expression[];
  /** The same for statements. */
  statements: readonly Statement[];
  /** The functions that have editable statements. */
  functions: readonly FunctionDef[];
  text(node: Node): string;
  code(node: Expression): Code;
  lineOf(node: Node): number;
  typesOf(node: Expression): PossibleTypes;
  /** The variables a node can read, the nearest first. */
  variables(node: Node): readonly TypedVariable[];
  replace(node: Expression, code: Code, detail: number): EditProposal;
  edit(at: Node, splices: readonly Splice[], detail: number, description: string): EditProposal;
}>;

export function createContext(tree: Tree, facts: RunFacts): CandidateContext {
  const source = tree.text;
  const names = readNames(tree);
  const places = readPlaces(tree, facts.liveLines);
  const text = (node: Node): string => source.slice(node.start, node.end);
  const lineOf = (node: Node): number => tree.positions.lineOf(node.start);
  const known = new Map<Expression, PossibleTypes>();
  const variables = new Map<Scope, readonly TypedVariable[]>();
  const typesOfNode = (node: Expression): PossibleTypes => {
    if (!known.has(node))
      known.set(
        node,
        typesOf(node, (name) => typesOfName(name.id, names.scopeOf(name), facts)),
      );
    return known.get(node);
  };
  const edit: CandidateContext["edit"] = (at, splices, detail, description) => ({
    splices,
    detail,
    description: `line ${lineOf(at)}: ${description}`,
  });
  return {
    source,
    tree,
    names,
    facts,
    ...places,
    text,
    lineOf,
    edit,
    code: (node) => ({ text: text(node), level: levelOf(node, source) }),
    typesOf: typesOfNode,
    variables(node) {
      const scope = names.scopeOf(node);
      let found = variables.get(scope);
      if (!found) variables.set(scope, (found = readVariables(scope, facts)));
      return found;
    },
    replace(node, code, detail) {
      const asked = isBracketed(node, source) ? 0 : levelAskedBy(node);
      const written = within(code, asked);
      return edit(node, [replacement(node, written)], detail, became(text(node), written));
    },
  };
}

/** "`<` became `<=`", for people: long pieces are cut short. */
export function became(before: string, after: string): string {
  return `${quote(before)} became ${quote(after)}`;
}

export function quote(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  return `\`${flat.length > 60 ? `${flat.slice(0, 57)}…` : flat}\``;
}

const maxVariables = 16;

function readVariables(scope: Scope, facts: RunFacts): TypedVariable[] {
  return [...visibleVariables(scope).values()]
    .filter((variable) => holdsValue(variable) && !/^(?:self|cls|_)$/.test(variable.name))
    .slice(0, maxVariables)
    .map(({ name }) => ({ name, types: typesOfName(name, scope, facts) }));
}

/** Only values are worth putting in each other's place. */
export function holdsValue({ bindings }: Variable): boolean {
  const kind = bindingKind(bindings[0]!);
  return kind === "parameter" || kind === "variable";
}

function typesOfName(name: string, scope: Scope, facts: RunFacts): PossibleTypes {
  for (let at: Scope | undefined = scope; at; at = at.parent) {
    const types = facts.types.get(at.qualname)?.get(name);
    if (types !== undefined) return types;
    if (at.variables.has(name) && at.kind !== "comprehension") return undefined;
  }
  return undefined;
}

/** Whether a node stands in brackets that belong to nobody else. */
function isBracketed(node: Node, source: string): boolean {
  const { parent } = node;
  if (
    !parent ||
    !["BinOp", "BoolOp", "Compare", "UnaryOp", "Attribute", "Subscript", "IfExp"].includes(parent.kind)
  )
    return false;
  let before = node.start - 1;
  while (before >= parent.start && /\s/.test(source[before]!)) before -= 1;
  let after = node.end;
  while (after < parent.end && /\s/.test(source[after]!)) after += 1;
  return before >= parent.start && after < parent.end && source[before] === "(" && source[after] === ")";
}

/** The name a call calls: a function's, or a method's behind a dot. */
function calledName(node: Expression): string | undefined {
  if (node.kind !== "Call") return undefined;
  return node.func.kind === "Name" ? node.func.id : undefined;
}

export function methodName(node: Expression): string | undefined {
  return node.kind === "Call" && node.func.kind === "Attribute" ? node.func.attr : undefined;
}

export function isCallOf(node: Expression, ...names: readonly string[]): node is Call {
  return names.includes(calledName(node) ?? "");
}

const statementFields = new Set(["body", "orelse", "finalbody"]);

export function isStatement(node: Node): node is Statement {
  const { parent } = node;
  if (!parent) return false;
  for (const field of statementFields) {
    const value = (parent as Record<string, unknown>)[field];
    if (Array.isArray(value) && value.includes(node)) return true;
  }
  return false;
}
