import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { widthAt } from "./indentation.ts";
import { nextStatement, statementLine } from "./statements.ts";

export const missingParameters: SyntaxRepair = { id: "missing-parameters", kind: "certain", propose };

/** `def name:`, `def name a, b:` and `def name a, b):` */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const index = statementLine(broken, broken.atLine);
  const { pieces } = broken.lines[index]!;
  const def = pieces.findIndex(({ kind }) => kind === "Def");
  const [name, next] = [pieces[def + 1], pieces[def + 2]];
  if (def < 0 || def > 1 || name?.kind !== "Identifier") return;
  if (next?.kind === "Lpar") {
    yield* withoutSelf(pieces, def + 3);
    return;
  }
  const self = /(?:self|cls)$/.exec(name.text);
  if (self && /^(?:Comma|Rpar)$/.test(next?.kind ?? "")) {
    const at = name.start + self.index;
    yield { splices: [{ start: at, end: at, text: "(" }], description: "added the missing `(`", cost: 1.4 };
    return;
  }
  const description = `added the brackets after \`${name.text}\``;
  if (!next && !hasBody(broken, index)) return;
  if (!next || next.kind === "Colon" || next.kind === "Rarrow") {
    yield { splices: [{ start: name.end, end: name.end, text: "()" }], description, cost: 1.5 };
    return;
  }
  if (next.kind === "Rpar") {
    const at = calledPart(broken, name);
    if (at === undefined) return;
    yield { splices: [{ start: at, end: at, text: "(" }], description: "added the missing `(`", cost: 1.5 };
    return;
  }
  const last = pieces.at(-1)!;
  const inner = pieces.slice(def + 2, last.kind === "Colon" ? -1 : undefined);
  const isList = inner.every(({ kind }, n) => kind === (n % 2 === 0 ? "Identifier" : "Comma"));
  const hasEnd = inner.at(-1)?.kind === "Rpar";
  if (next.kind !== "Identifier" || (!isList && !hasEnd)) return;
  const opening = { start: name.end, end: next.start, text: "(" };
  const end = inner.at(-1)!.end;
  yield { splices: hasEnd ? [opening] : [opening, { start: end, end, text: ")" }], description, cost: 1.5 };
}

/** Where the name ends that the text calls elsewhere; the rest of the word is a parameter. */
function calledPart({ pieces }: BrokenText, { text, start }: TextPiece): number | undefined {
  let maxLength = 0;
  for (const [n, piece] of pieces.entries()) {
    if (piece.kind !== "Identifier" || piece.start === start || pieces[n + 1]?.kind !== "Lpar") continue;
    if (text.startsWith(piece.text)) maxLength = Math.max(maxLength, piece.text.length);
  }
  return maxLength === 0 ? undefined : start + maxLength;
}

/** A name at the end of a text that was cut off may have any parameters. */
function hasBody(broken: BrokenText, index: number): boolean {
  const next = nextStatement(broken, index);
  return next < broken.lines.length && widthAt(broken, next) > widthAt(broken, index);
}

/** `def name(, a)`: only a method has a first parameter that goes without saying. */
function* withoutSelf(pieces: readonly TextPiece[], n: number): Generator<SyntaxProposal> {
  const [comma] = pieces.slice(n);
  if (comma?.kind !== "Comma" || pieces[0]!.start === 0) return;
  const splices = [{ start: comma.start, end: comma.start, text: "self" }];
  yield { splices, description: "added the missing `self`", cost: 3 };
}
