import type { Splice } from "../../text/splices.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { statementLine } from "./statements.ts";

export const assignmentInCondition: SyntaxRepair = {
  id: "assignment-in-condition",
  kind: "certain",
  propose,
};

/** `if x = 1:`, which Python always refuses; keyword arguments of calls in the condition stay. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { lines, atLine } = broken;
  yield* inComprehension(broken);
  const { pieces } = lines[statementLine(broken, atLine)]!;
  const first = pieces[0];
  if (!first || !/^(?:If|Elif|While|Assert|Return)$/.test(first.kind)) return;
  const splices: Splice[] = [];
  const calls: boolean[] = [];
  for (const [n, { kind, text, start, end }] of pieces.entries()) {
    if (/^[([{]$/.test(text)) calls.push(/^(?:Identifier|Rpar|Rsqb)$/.test(pieces[n - 1]!.kind));
    else if (/^[)\]}]$/.test(text)) calls.pop();
    else if (kind === "Equal" && !calls.includes(true)) splices.push({ start, end, text: "==" });
    else if (kind === "Colon" && calls.length === 0) break;
  }
  if (splices.length === 0) return;
  yield {
    splices,
    description: "wrote `==` for `=` in a condition",
    cost: first.kind === "Return" ? 4 : 1.5,
    // `while line = f.readline():` may mean `:=`.
    isGuess: first.kind === "While",
  };
}

/** `[n for n in values if n = 1]` */
function* inComprehension({ lines, atLine }: BrokenText): Generator<SyntaxProposal> {
  const pieces = lines[atLine]?.pieces ?? [];
  for (const [n, { kind, start, end }] of pieces.entries()) {
    if (kind !== "Equal" || !isBehindIf(pieces, n)) continue;
    const splices = [{ start, end, text: "==" }];
    yield { splices, description: "wrote `==` for `=` in a condition", cost: 1.5 };
  }
}

/** Whether an `if` stands before a piece, in the same bracket. */
function isBehindIf(pieces: readonly TextPiece[], n: number): boolean {
  let depth = 0;
  for (let at = n - 1; at > 0; at -= 1) {
    const { text, kind } = pieces[at]!;
    if (/^[)\]}]$/.test(text)) depth += 1;
    else if (/^[([{]$/.test(text) && (depth -= 1) < 0) return false;
    if (kind === "If" && depth === 0) return true;
  }
  return false;
}
