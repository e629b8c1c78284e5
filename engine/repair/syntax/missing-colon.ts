import { codeEnd, type BrokenText } from "./broken-text.ts";
import { isTypeOf } from "./declared-types.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { isHeader, statementLine } from "./statements.ts";

const instead = new Set(["Semi", "Comma", "Dot", "Equal"]);

export const missingColon: SyntaxRepair = { id: "missing-colon", kind: "certain", propose };

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const { problems, pieces, at, atLine, lines } = broken;
  for (const index of new Set([statementLine(broken, atLine), statementLine(broken, atLine - 1)])) {
    const line = lines[index]!;
    const last = line.pieces.at(-1);
    if (!last || !isHeader(line) || last.kind === "Colon") continue;
    if (instead.has(last.kind)) {
      yield {
        splices: [{ start: last.start, end: last.end, text: ":" }],
        description: `replaced \`${last.text}\` by the \`:\` that a header ends with`,
      };
    } else {
      const end = codeEnd(line);
      yield { splices: [{ start: end, end, text: ":" }], description: "added the missing `:`" };
    }
  }
  yield* inDict(broken);
  yield* inParameters(broken);
  yield* inLambda(broken);
  if (problems[0]?.problem !== "missing colon") return;
  const before = pieces.findLast(({ end }) => end <= at);
  if (!before || before.kind === "Colon") return;
  const splices = [{ start: before.end, end: before.end, text: ":" }];
  yield {
    splices,
    description: "added the missing `:`",
    cost: isHeader(lines[statementLine(broken, atLine)]!) ? 2.5 : 3.2,
  };
}

/** Between a key and its value, in a dict that has other pairs. */
function* inDict({ pieces, at }: BrokenText): Generator<SyntaxProposal> {
  const n = pieces.findIndex(({ start }) => start >= at);
  const [opener, key, value] = [pieces[n - 2], pieces[n - 1], pieces[n]];
  if (!key || !value || !/^(?:Lbrace|Comma)$/.test(opener?.kind ?? "") || key.kind !== "String") return;
  if (!/^(?:String|Int|Float|Identifier|Lsqb|Lbrace|Lpar|None|True|False|Minus)$/.test(value.kind)) return;
  if (!pieces.slice(Math.max(0, n - 40), n + 40).some(({ kind }) => kind === "Colon")) return;
  yield {
    splices: [{ start: key.end, end: key.end, text: ":" }],
    description: "added the missing `:`",
    cost: 2.2,
  };
}

/** `def name(rows Sequence[Row])`: a type behind a parameter. */
function* inParameters({ pieces, at, lines, atLine }: BrokenText): Generator<SyntaxProposal> {
  const n = pieces.findIndex(({ start }) => start >= at);
  const [opener, name, type] = [pieces[n - 2], pieces[n - 1], pieces[n]];
  if (lines[atLine]?.pieces[0]?.kind !== "Def" || !/^[(,]$/.test(opener?.text ?? "")) return;
  if (name?.kind !== "Identifier" || type?.kind !== "Identifier" || isTypeOf(name.text)) return;
  if (!/^[A-Z]/.test(type.text) && !isTypeOf(type.text)) return;
  yield {
    splices: [{ start: name.end, end: name.end, text: ":" }],
    description: "added the missing `:`",
    cost: 1.9,
  };
}

/** `lambda x x + 1`: behind the parameters. */
function* inLambda({ pieces, at }: BrokenText): Generator<SyntaxProposal> {
  const n = pieces.findIndex(({ start }) => start >= at);
  let before = n - 1;
  while (before > 0 && /^(?:Identifier|Comma)$/.test(pieces[before]!.kind)) before -= 1;
  if (pieces[before]?.kind !== "Lambda" || before === n - 1) return;
  const { end } = pieces[n - 1]!;
  yield { splices: [{ start: end, end, text: ":" }], description: "added the missing `:`", cost: 1.9 };
}
