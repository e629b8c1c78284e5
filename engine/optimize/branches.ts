import type { Splice } from "../text/splices.ts";
import type { If, Statement, While } from "../tree/nodes.ts";
import { chosenBlock, hasDeadElse, type Analysis } from "./analysis.ts";
import { readParts, type BranchPart } from "./branch-parts.ts";
import { shown } from "./edit.ts";
import { unwrap, type Texts } from "./unwrap.ts";

/** What replaces an `if` or `while` whose test is decided. */
export type Pruned = Readonly<{
  splices: readonly Splice[];
  words: string;
  /** Nothing is left of the statement. */
  vanishes: boolean;
  /** The blocks that stay. */
  live: readonly (readonly Statement[])[];
}>;

/** Undefined when every branch may run, or when taking one out would harm the rest of the text. */
export function pruneBranches(analysis: Analysis, statement: If | While, texts: Texts): Pruned | undefined {
  // An `elif` is pruned with the `if` it belongs to.
  if (analysis.tree.text.startsWith("elif", statement.start)) return undefined;
  if (statement.kind === "While" && hasDeadElse(analysis, statement)) return dropElse(analysis, statement);
  const parts = isDecided(analysis, statement) ? readParts(analysis.tree, statement) : undefined;
  if (parts === undefined) return undefined;
  const { conditional, final, dropped } = sort(analysis, parts);
  if (dropped.length === 0 && !final?.test) return undefined;
  const kept =
    conditional.length === 0
      ? final && unwrap(analysis.tree, final, texts)
      : rename(parts, conditional, final, texts);
  if (kept === undefined && (final || conditional.length > 0)) return undefined;
  return {
    splices: [...dropped.map(({ start, end }) => ({ start, end, text: "" })), ...(kept ?? [])].toSorted(
      (a, b) => a.start - b.start,
    ),
    words: describe(analysis, parts, dropped, final),
    vanishes: conditional.length === 0 && final === undefined,
    live: [...conditional, ...(final ? [final] : [])].map(({ body }) => body),
  };
}

function isDecided(analysis: Analysis, statement: If | While): boolean {
  for (let at: Statement | undefined = statement; at?.kind === "If" || at?.kind === "While";) {
    if (chosenBlock(analysis, at)) return true;
    at = at.kind === "If" && at.orelse.length === 1 ? at.orelse[0] : undefined;
  }
  return false;
}

type Sorted = Readonly<{ conditional: BranchPart[]; final: BranchPart | undefined; dropped: BranchPart[] }>;

/** Which branches still depend on a test, which one is the last resort, and which never run. */
function sort(analysis: Analysis, parts: readonly BranchPart[]): Sorted {
  const conditional: BranchPart[] = [];
  const dropped: BranchPart[] = [];
  for (const [n, part] of parts.entries()) {
    const chosen = part.node && chosenBlock(analysis, part.node);
    if (part.node === undefined || chosen === part.body)
      return { conditional, final: part, dropped: [...dropped, ...parts.slice(n + 1)] };
    (chosen ? dropped : conditional).push(part);
  }
  return { conditional, final: undefined, dropped };
}

/** The first branch that stays becomes the `if`, the one that always runs the `else`. */
function rename(
  parts: readonly BranchPart[],
  conditional: readonly BranchPart[],
  final: BranchPart | undefined,
  { hasComment }: Texts,
): Splice[] | undefined {
  const splices: Splice[] = [];
  const first = conditional[0]!;
  if (first !== parts[0]) splices.push({ start: first.head, end: first.head + "el".length, text: "" });
  if (final?.test) {
    if (hasComment(final.head, final.colon)) return undefined;
    splices.push({ start: final.head, end: final.colon, text: "else" });
  }
  return splices;
}

function dropElse(analysis: Analysis, statement: While): Pruned | undefined {
  const dead = readParts(analysis.tree, statement)?.[1];
  if (dead === undefined) return undefined;
  return {
    splices: [{ start: dead.start, end: dead.end, text: "" }],
    words: `removed the \`else\` that ${shown(analysis.tree.text.slice(statement.start, statement.test.end))} never reaches`,
    vanishes: false,
    live: [statement.body],
  };
}

function describe(
  { tree }: Analysis,
  parts: readonly BranchPart[],
  dropped: readonly BranchPart[],
  final: BranchPart | undefined,
): string {
  const name = ({ head, colon }: BranchPart): string => shown(tree.text.slice(head, colon));
  const always = final?.test ? final : undefined;
  const behind = always ? parts.indexOf(always) : parts.length;
  const never = dropped.filter((part) => parts.indexOf(part) < behind);
  const sentences: string[] = [];
  if (never.length === 1)
    sentences.push(
      never[0]!.node?.kind === "While"
        ? `removed the loop that ${name(never[0]!)} never enters`
        : `removed the branch that ${name(never[0]!)} never takes`,
    );
  if (never.length > 1)
    sentences.push(`removed the branches that ${never.map(name).join(" and ")} never take`);
  if (always && never.length < dropped.length)
    sentences.push(`kept only the branch that ${name(always)} always takes`);
  else if (always) sentences.push(`removed the test of ${name(always)}, which always holds`);
  return sentences.join(", and ");
}
