import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const colonOrEquals: SyntaxRepair = { id: "colon-or-equals", kind: "certain", propose };

/** `{"a" = 1}` and `f(a: 1)`: in each bracket Python knows only the other sign. */
function* propose({ pieces, at }: BrokenText): Generator<SyntaxProposal> {
  const near = pieces.findIndex(({ end }) => end >= at);
  for (let n = Math.max(1, near - 2); n <= near + 2 && n < pieces.length; n += 1) {
    const { kind, start, end } = pieces[n]!;
    if (kind !== "Equal" && kind !== "Colon") continue;
    const bracket = bracketOf(pieces, n);
    const isDict = bracket !== undefined && pieces[bracket]!.kind === "Lbrace";
    const isCall =
      bracket !== undefined &&
      pieces[bracket]!.kind === "Lpar" &&
      pieces[bracket - 1]?.kind === "Identifier" &&
      pieces[bracket - 2]?.kind !== "Def" &&
      pieces[n - 1]!.kind === "Identifier";
    if (isDict && kind === "Equal" && /^(?:String|Int|Identifier)$/.test(pieces[n - 1]!.kind))
      yield {
        splices: [{ start: pieces[n - 1]!.end, end, text: ":" }],
        description: "wrote `:` for `=` in a dict",
        cost: 1.9,
      };
    if (isCall && kind === "Colon")
      yield {
        splices: [{ start, end: pieces[n + 1]?.start ?? end, text: "=" }],
        description: "wrote `=` for `:` in a call",
        cost: 2,
      };
  }
}

/** The index of the bracket that a piece stands in. */
function bracketOf(pieces: readonly TextPiece[], n: number): number | undefined {
  let depth = 0;
  for (let at = n - 1; at >= 0 && n - at < 5000; at -= 1) {
    if (/^[)\]}]$/.test(pieces[at]!.text)) depth += 1;
    else if (/^[([{]$/.test(pieces[at]!.text) && (depth -= 1) < 0) return at;
  }
  return undefined;
}
