import type { Splice } from "../text/splices.ts";
import type { Tree } from "../tree/tree.ts";
import { blocksOf, type Node, type Statement } from "../tree/nodes.ts";
import { reached, type Analysis } from "./analysis.ts";
import { pruneBranches, type Pruned } from "./branches.ts";
import { readComments } from "./comments.ts";
import { dropTail } from "./dead-tail.ts";
import type { OptimizeStep } from "./edit.ts";
import { readLongTexts } from "./long-texts.ts";
import { fillerAt, lineStart, nextLine } from "./source-lines.ts";
import type { Texts } from "./unwrap.ts";

type Block = Readonly<{ statements: readonly Statement[]; owner: Node }>;
type Placed = OptimizeStep & Readonly<{ end: number }>;
type Outcome = Readonly<{ statement: Statement; pruned: Pruned | undefined }>;

/** Everything that never runs and may go, one edit for each branching and each end of a block. */
export function dropDeadCode(analysis: Analysis): OptimizeStep[] {
  const { tree, pinned } = analysis;
  const texts: Texts = { hasComment: readComments(tree), hasLongText: readLongTexts(tree) };
  const withText = ownersOfText(analysis);
  const edits: Placed[] = [];
  const waiting: Block[] = [{ statements: tree.module.body, owner: tree.module }];
  for (let block = waiting.pop(); block; block = waiting.pop()) {
    const { statements, owner } = block;
    const live = reached(analysis, statements);
    const tail = live < statements.length ? dropTail(tree, statements, live, pinned) : undefined;
    if (tail) edits.push({ ...tail, end: statements.at(-1)!.end });
    const outcomes = statements.slice(0, live).map((statement, n): Outcome => {
      const mayDocument = n === 0 && isBodyOf(owner, statements) && withText.has(owner);
      return { statement, pruned: mayDocument ? undefined : prune(analysis, statement, texts) };
    });
    edits.push(...editsOf(tree, outcomes, live === statements.length));
    for (const { statement, pruned } of outcomes) {
      for (const part of pruned?.live ?? blocksOf(statement))
        waiting.push({ statements: part, owner: statement });
    }
  }
  // What stands inside comes first, so that the program is one after every step.
  return edits.toSorted((a, b) => a.end - b.end || b.splices[0]!.start - a.splices[0]!.start);
}

function editsOf(tree: Tree, outcomes: readonly Outcome[], isWholeBlock: boolean): Placed[] {
  const isEmpty = isWholeBlock && outcomes.every(({ pruned }) => pruned?.vanishes);
  return outcomes.flatMap(({ statement, pruned }, n) => {
    if (pruned === undefined) return [];
    const { words } = pruned;
    if (!pruned.vanishes) return [{ splices: pruned.splices, words, end: statement.end }];
    const splices = n === 0 && isEmpty ? leavePass(tree, pruned, statement) : closeGap(tree, pruned, n === 0);
    return [{ splices, words, end: statement.end }];
  });
}

function prune(analysis: Analysis, statement: Statement, texts: Texts): Pruned | undefined {
  return statement.kind === "If" || statement.kind === "While"
    ? pruneBranches(analysis, statement, texts)
    : undefined;
}

/** A block cannot be empty. */
function leavePass(tree: Tree, { splices }: Pruned, statement: Statement): Splice[] {
  const [first, ...rest] = splices as [Splice, ...Splice[]];
  const newline = /(?:\r\n|\r|\n)?$/.exec(tree.text.slice(first.end - 2, first.end))![0];
  return [{ start: statement.start, end: first.end, text: `pass${newline}` }, ...rest];
}

/** Blank lines that stood before and behind a statement would be too many without it. */
function closeGap(tree: Tree, { splices }: Pruned, isFirst: boolean): Splice[] {
  const last = splices.at(-1)!;
  let spare = isFirst ? Infinity : blankLinesBefore(tree, splices[0]!.start);
  let { end } = last;
  for (; spare > 0 && end < tree.text.length && fillerAt(tree, end).kind === "blank"; spare -= 1)
    end = nextLine(tree, end);
  return [...splices.slice(0, -1), { ...last, end }];
}

function blankLinesBefore(tree: Tree, start: number): number {
  let blanks = 0;
  for (let at = start; at > 0; blanks += 1) {
    at = lineStart(tree, at - 1);
    if (fillerAt(tree, at).kind !== "blank") break;
  }
  return blanks;
}

/** Functions, classes and modules with text that stands alone: were it to become the first statement, it would document them. */
function ownersOfText({ tree }: Analysis): ReadonlySet<Node> {
  const owners = new Set<Node>();
  for (const node of tree.nodes) {
    if (node.kind !== "Expr" || node.value.kind !== "Constant" || node.value.value.type !== "str") continue;
    let owner: Node = node.parent!;
    while (!holdsDocstring(owner)) owner = owner.parent!;
    if (owner.body[0] !== node) owners.add(owner);
  }
  return owners;
}

function holdsDocstring(
  node: Node,
): node is Extract<Node, { kind: "Module" | "FunctionDef" | "AsyncFunctionDef" | "ClassDef" }> {
  return (
    node.kind === "Module" ||
    node.kind === "FunctionDef" ||
    node.kind === "AsyncFunctionDef" ||
    node.kind === "ClassDef"
  );
}

function isBodyOf(owner: Node, statements: readonly Statement[]): boolean {
  return holdsDocstring(owner) && owner.body === statements;
}
