import type { Tree } from "../tree/tree.ts";
import type { Node, Statement } from "../tree/nodes.ts";
import { bundledNames, isRuntimeName } from "./bundle.ts";
import { readClasses } from "./class-table.ts";
import { placeDeclarations } from "./declarations.ts";
import { braces, tight } from "./emit/code.ts";
import type { EmitContext, FunctionFrame } from "./emit/context.ts";
import { dispatcherName, writeDispatcher } from "./emit/dispatch.ts";
import { writeExpression } from "./emit/expressions.ts";
import { declareHoisted } from "./emit/functions.ts";
import { writeTest } from "./emit/operators.ts";
import { writeStatement } from "./emit/statements.ts";
import { literalTruth, readFlow } from "../program/flow.ts";
import { findUnsure } from "./unsure-reads.ts";
import { inferKinds } from "./kinds/infer.ts";
import { findRefusals, type ReportConstruct } from "./refuse.ts";
import { findSetOrder } from "./set-order.ts";
import { createNaming } from "./naming.ts";
import { readNames } from "../program/names.ts";
import { readShapes } from "../program/shapes.ts";

export type TranslationRefusal = Readonly<{ construct: string; line: number; column: number }>;
export type TranslatedProgram = Readonly<{
  /** The program as a function. */
  text: string;
  /** What runs it, below everything it needs. */
  start: string;
  used: ReadonlySet<string>;
  refused: readonly TranslationRefusal[];
}>;

/** What a first writing of the program finds out for the second one. */
type Findings = Readonly<{
  signed: Set<Node | string>;
  dispatched: Map<string, Set<string>>;
  used: Set<string>;
}>;

/** More would make the analysis slow, and no person writes them. */
const maxVariables = 1_000;

/** Writes the program twice: only then is it known which functions are handed on and which names are taken. */
export function writeProgram(tree: Tree, typed: boolean): TranslatedProgram {
  const names = readNames(tree);
  const crowded = names.scopes.find(({ variables }) => variables.size > maxVariables);
  if (crowded) {
    const refusal = { construct: "a scope with so many variables", ...positionOf(tree, crowded.owner) };
    return { text: "", start: "", used: new Set(), refused: [refusal] };
  }
  const flow = readFlow(tree, literalTruth);
  const shapes = readShapes(tree, names);
  const unsure = findUnsure(tree, names);
  const facts = {
    tree,
    names,
    flow,
    shapes,
    unsure,
    kinds: inferKinds(tree, names, flow, shapes),
    classes: readClasses(tree, names),
    declarations: placeDeclarations(names, unsure),
  };
  const first: Findings = { signed: new Set(), dispatched: new Map(), used: new Set() };
  const draft = writeOnce(facts, typed, first, new Set(), (report) => {
    findRefusals(tree, names, report);
    findSetOrder(tree, names, facts.kinds, report);
  });
  if (draft.refused.length > 0) return draft;
  const taken = bundledNames(first.used, typed);
  for (const name of first.dispatched.keys()) taken.add(dispatcherName(name));
  const second: Findings = { ...first, used: new Set() };
  return writeOnce(facts, typed, second, taken);
}

type Facts = Pick<
  EmitContext,
  "tree" | "names" | "flow" | "shapes" | "unsure" | "kinds" | "classes" | "declarations"
>;

function writeOnce(
  facts: Facts,
  typed: boolean,
  findings: Findings,
  taken: ReadonlySet<string>,
  check: (report: ReportConstruct) => void = () => {},
): TranslatedProgram {
  const refused = new Map<string, TranslationRefusal>();
  const naming = createNaming(facts.tree, taken);
  const frame: FunctionFrame = {
    owner: facts.tree.module,
    temporaries: [],
    receiver: undefined,
    caught: undefined,
    loops: [],
    given: new Set(),
    counts: new Map(),
  };
  const context: EmitContext = {
    ...facts,
    typed,
    signed: findings.signed,
    dispatched: findings.dispatched,
    frames: [frame],
    nameOf: naming.nameOf,
    fresh(wish) {
      const { given, counts } = context.frames.at(-1)!;
      const isGiven = (one: string): boolean => context.frames.some((around) => around.given.has(one));
      const { name, count } = naming.fresh(wish, counts.get(wish) ?? 1, isGiven);
      counts.set(wish, count);
      given.add(name);
      return name;
    },
    use(name) {
      if (!isRuntimeName(name)) throw new Error(`The runtime library has no ${name}.`);
      findings.used.add(name);
      return name;
    },
    temporary(wish) {
      const name = context.fresh(wish);
      context.frames.at(-1)!.temporaries.push(name);
      return name;
    },
    refuse: (node, construct) => {
      const refusal = { construct, ...positionOf(facts.tree, node) };
      refused.set(`${refusal.line}:${refusal.column}:${construct}`, refusal);
      return tight("undefined");
    },
    expression: (node) => writeExpression(node, context),
    test: (node) => writeTest(node, context),
    statements: (block) => block.flatMap((statement) => writeStatement(statement, context)),
  };
  check(context.refuse);
  const body = writeModule(facts.tree.module.body, context);
  const hoisted = declareHoisted(context, facts.declarations.hoisted(facts.names.module), frame);
  const text = braces(`function program()${typed ? ": void" : ""}`, [...hoisted, ...body]).join("\n");
  const dispatchers = [...findings.dispatched].map(([name, owners]) =>
    writeDispatcher(name, owners, context),
  );
  const start = [...dispatchers, `${context.use("run")}(program);`].join("\n");
  const order = [...refused.values()].toSorted((a, b) => a.line - b.line || a.column - b.column);
  return { text, start, used: findings.used, refused: order };
}

/** The statements of the module, definitions set apart by empty lines. */
function writeModule(body: readonly Statement[], context: EmitContext): string[] {
  const lines: string[] = [];
  let apart = false;
  for (const statement of body) {
    const written = writeStatement(statement, context);
    if (written.length === 0) continue;
    const isDefinition = statement.kind === "FunctionDef" || statement.kind === "ClassDef";
    if (lines.length > 0 && (isDefinition || apart)) lines.push("");
    lines.push(...written);
    apart = isDefinition;
  }
  return lines;
}

/** 1-based line and column in code points. */
function positionOf(tree: Tree, node: Node): { line: number; column: number } {
  const line = tree.positions.lineOf(node.start);
  const column = Array.from(tree.text.slice(tree.positions.startOf(line), node.start)).length + 1;
  return { line, column };
}
