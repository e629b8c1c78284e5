import { blockOf, indentOf, indentStep, isElif, linesOf, newlineOf, removal } from "../tree/layout.ts";
import { blocksOf, type Expression, type Statement } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { quote, type CandidateContext } from "./context.ts";
import { holdsJump } from "../program/roles.ts";
import { insertion, replacement } from "../text/splices.ts";

/** A statement too many. */
export const statementDrop: Family = {
  name: "statement-drop",
  base: 0.9,
  *propose(context) {
    for (const statement of context.statements) {
      if (isFixed(statement) || statement.kind === "Pass") continue;
      const splice = removal(context.tree, statement);
      if (splice)
        yield context.edit(statement, [splice], 0.5, `${quote(firstLine(context, statement))} was dropped`);
      if (
        (statement.kind === "If" || statement.kind === "For") &&
        statement.orelse.length > 0 &&
        !isElif(context.tree, statement.orelse[0]!)
      ) {
        const start = statement.body.at(-1)!.end;
        yield context.edit(
          statement,
          [{ start, end: statement.end, text: "" }],
          0.8,
          "the else branch was dropped",
        );
      }
    }
  },
};

const firstLine = (context: CandidateContext, statement: Statement): string =>
  context.text(statement).split(/[\r\n]/)[0]!;

/** A statement one level too deep, too shallow, too early or too late. */
export const statementMove: Family = {
  name: "statement-move",
  base: 0.9,
  *propose(context) {
    for (const statement of context.statements) {
      if (isFixed(statement) || indentOf(context.tree, statement) === undefined) continue;
      yield* outwards(context, statement);
      yield* inwards(context, statement);
      yield* intoLoop(context, statement);
      yield* unreachableOutwards(context, statement);
      yield* later(context, statement);
    }
  },
};

/** So many statements at the end of a block move out of it together. */
const maxTogether = 4;

/** The last statements of a block: one of them, or all from it on. */
function* outwards(context: CandidateContext, statement: Statement): Generator<EditProposal> {
  const { block, index } = blockOf(statement);
  const parent = statement.parent as Statement;
  const rest = block.slice(index);
  const last = rest.at(-1)!;
  if (
    rest.length > maxTogether ||
    index === 0 ||
    parent.kind === "FunctionDef" ||
    !blocksOf(parent).includes(block as Statement[]) ||
    rest.some(isFixed)
  )
    return;
  const outer = indentOf(context.tree, parent);
  if (outer === undefined || parent.end !== last.end) return;
  yield* moved(context, rest, outer, rest.length === 1 ? 0.3 : 0.4);
}

/** What stands behind a statement that leaves its block was meant to stand behind the block. No example runs it. */
function* unreachableOutwards(context: CandidateContext, statement: Statement): Generator<EditProposal> {
  const outer = indentOf(context.tree, statement);
  for (const block of blocksOf(statement)) {
    const rest = block.slice(block.findIndex(({ kind }) => leavesBlock.test(kind)) + 1);
    const isLast = rest.at(-1)?.end === statement.end && rest.length < block.length;
    if (!isLast || outer === undefined || rest.some(isFixed)) continue;
    if (indentOf(context.tree, rest[0]!) !== undefined) yield* moved(context, rest, outer, -0.4);
  }
}

const leavesBlock = /^(?:Return|Raise|Break|Continue)$/;

/** What is set once before a loop, and should be set again in each round: `total = 0`. */
function* intoLoop(context: CandidateContext, statement: Statement): Generator<EditProposal> {
  if (statement.kind !== "Assign" || !isFirstValue(statement.value)) return;
  const { block, index } = blockOf(statement);
  const loop = block.slice(index + 1).find(({ kind }) => kind === "For" || kind === "While");
  const first = loop?.kind === "For" || loop?.kind === "While" ? loop.body[0] : undefined;
  const indent = first && indentOf(context.tree, first);
  if (first === undefined || indent === undefined) return;
  const line = context.text(statement);
  const splices = [
    { ...linesOf(context.tree, statement), text: "" },
    insertion(first.start, `${line}${newlineOf(context.source)}${indent}`),
  ];
  yield context.edit(statement, splices, 0.1, `${quote(line)} moved into the loop`);
}

function isFirstValue({ kind, ...value }: Expression): boolean {
  if (kind === "List") return "elts" in value && value.elts.length === 0;
  return kind === "Constant" || (kind === "Dict" && "keys" in value && value.keys.length === 0);
}

function* inwards(context: CandidateContext, statement: Statement): Generator<EditProposal> {
  const { block, index } = blockOf(statement);
  let before = index > 0 ? block[index - 1] : undefined;
  for (let depth = 0; before && depth < 3; depth += 1) {
    const inner: Statement | undefined = blocksOf(before)
      .findLast((statements) => statements.length > 0)
      ?.at(-1);
    const indent = inner && before.kind !== "FunctionDef" ? indentOf(context.tree, inner) : undefined;
    if (indent === undefined) return;
    yield* moved(context, [statement], indent, depth === 0 ? 0.4 : 0.7);
    before = inner;
  }
}

/** The lines of statements that follow each other at another indentation, in place. */
function* moved(
  context: CandidateContext,
  statements: readonly Statement[],
  indent: string,
  detail: number,
): Generator<EditProposal> {
  const [first, last] = [statements[0]!, statements.at(-1)!];
  if (statements.some((each) => holdsJump(context.tree.nodes, each))) return;
  if (blockOf(first).block.length === 1) return;
  const { start } = linesOf(context.tree, first);
  const { end } = linesOf(context.tree, last);
  const old = indentOf(context.tree, first)!;
  const text = context.source
    .slice(start, end)
    .split(/(?<=\n|\r(?!\n))/)
    .map((line) => (line.startsWith(old) ? indent + line.slice(old.length) : line))
    .join("");
  const others = statements.length === 1 ? "" : " and what follows it";
  yield context.edit(
    first,
    [{ start, end, text }],
    detail,
    `${quote(firstLine(context, first))}${others} moved ${indent.length < old.length ? "out of" : "into"} the block`,
  );
}

/** Definitions and declarations must come before their uses. */
const isFixed = ({ kind }: Statement): boolean =>
  /^(?:FunctionDef|AsyncFunctionDef|ClassDef|Global|Nonlocal|Import|ImportFrom)$/.test(kind);

function* later(context: CandidateContext, statement: Statement): Generator<EditProposal> {
  const { block, index } = blockOf(statement);
  const next = block[index + 1];
  if (!next || isFixed(next) || isFixed(statement) || statement.kind === "Return") return;
  if (indentOf(context.tree, next) === undefined) return;
  const [a, b] = [context.text(statement), context.text(next)];
  const splices = [replacement(statement, b), replacement(next, a)];
  yield context.edit(
    statement,
    splices,
    0.5,
    `${quote(firstLine(context, statement))} moved behind ${quote(firstLine(context, next))}`,
  );
}

/** A branch that should have been the loop's `else`, or stand behind the loop. */
export const elseDedent: Family = {
  name: "else-dedent",
  base: 0.9,
  *propose(context) {
    for (const statement of context.statements) {
      if (
        statement.kind !== "If" ||
        statement.orelse.length !== 1 ||
        isElif(context.tree, statement.orelse[0]!)
      )
        continue;
      const loop = statement.parent;
      if (
        (loop?.kind !== "For" && loop?.kind !== "While") ||
        loop.body.at(-1) !== statement ||
        loop.orelse.length > 0
      )
        continue;
      const indent = indentOf(context.tree, loop);
      const only = statement.orelse[0]!;
      if (indent === undefined || indentOf(context.tree, only) === undefined) continue;
      const start = statement.body.at(-1)!.end;
      const text = `${newlineOf(context.source)}${indent}${context.text(only)}`;
      yield context.edit(
        only,
        [{ start, end: statement.end, text }],
        0.1,
        `${quote(firstLine(context, only))} moved behind the loop`,
      );
      const inElse = `${newlineOf(context.source)}${indent}else:${newlineOf(context.source)}${indent}${indentStep(context.tree)}${context.text(only)}`;
      yield context.edit(
        only,
        [{ start, end: statement.end, text: inElse }],
        0.4,
        `${quote(firstLine(context, only))} moved to the loop's else`,
      );
    }
  },
};
