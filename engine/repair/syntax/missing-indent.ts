import type { BrokenText, TextPiece } from "./broken-text.ts";
import { blockEnd, emptyHeader, shifted, stepOf, widthAt } from "./indentation.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { isHeader, nextStatement } from "./statements.ts";

export const missingIndent: SyntaxRepair = { id: "missing-indent", kind: "certain", isGuess: true, propose };

const maxStatements = 60;

function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  const header = emptyHeader(broken);
  if (header === undefined) return;
  const first = nextStatement(broken, header);
  if (first >= broken.lines.length || widthAt(broken, first) > widthAt(broken, header)) return;
  const isLower = widthAt(broken, first) < widthAt(broken, header);
  if (isDefinition(broken, first) && !isMethod(broken, header, first)) return;
  if (isElsewhere(broken, header, first)) return;
  const { single, flow, clause } = endsOf(broken, header, first);
  const base = isLower ? 4 : 2;
  for (const [end, cost] of [
    [flow, base],
    [single, base + 0.6],
    [clause, base + 0.3],
  ] as const) {
    if (end === undefined) continue;
    const splices = indented(broken, header, first, end);
    const lines = splices.length === 1 ? "a line" : `${splices.length} lines`;
    yield { splices, description: `indented ${lines} as the body of the header above`, cost };
  }
}

function indented(broken: BrokenText, header: number, first: number, end: number) {
  const { lines } = broken;
  const [outer, next] = [lines[header]!.indent, lines[end]];
  const isBelow = next !== undefined && next.indent.length > outer.length && next.indent.startsWith(outer);
  const indent = isBelow ? next.indent : outer + stepOf(broken);
  const body = nextStatement(broken, first);
  const isInPlace = body < end && isHeader(lines[first]!) && lines[body]!.indent.length > indent.length;
  return shifted(broken, first, isInPlace ? body : end, lines[first]!.indent, indent);
}

/** A `return` behind a loop that has nothing to do with it: the body is missing, not its indentation. */
function isElsewhere({ lines }: BrokenText, header: number, first: number): boolean {
  const [{ pieces }, body] = [lines[header]!, lines[first]!.pieces];
  if (!/^(?:For|While|With|Finally)$/.test(pieces[0]!.kind) || body[0]!.kind !== "Return") return false;
  return !usesAny(body, namesOf(pieces), false);
}

function isDefinition({ lines }: BrokenText, index: number): boolean {
  return /^(?:Def|Class|At|Import|From)$/.test(lines[index]!.pieces[0]!.kind);
}

function isMethod({ lines }: BrokenText, header: number, index: number): boolean {
  const { pieces } = lines[index]!;
  const parameters = pieces.findIndex(({ kind }) => kind === "Lpar");
  return (
    lines[header]!.pieces[0]!.kind === "Class" &&
    (pieces[0]!.kind === "At" || /^(?:self|cls)$/.test(pieces[parameters + 1]?.text ?? ""))
  );
}

/** Where the body may end: behind one statement, where its names are no longer used, at `else` and its like. */
function endsOf(broken: BrokenText, header: number, first: number) {
  const { lines } = broken;
  const { pieces } = lines[header]!;
  const names = namesOf(pieces);
  const keepsLocals = /^(?:Def|Async|For|With)$/.test(pieces[0]!.kind);
  const single = blockEnd(broken, first);
  let [flow, at, end] = [single, first, single];
  for (let count = 0; count < maxStatements; count += 1) {
    if (keepsLocals) for (const name of assigned(lines[at]!.pieces)) names.add(name);
    if (!mayGoOn(broken, header, at, end)) break;
    const belongs = isMethod(broken, header, end) || isOfBody(pieces, lines[end]!.pieces, names);
    [at, end] = [end, blockEnd(broken, end)];
    if (belongs) flow = end;
  }
  const isClause = /^(?:Elif|Else|Except|Finally)$/.test(lines[end]?.pieces[0]?.kind ?? "");
  const clause = isClause && flow < end && !isApart(broken, at, end) ? end : undefined;
  return { single: single === flow ? undefined : single, flow, clause };
}

/** Whether a statement may stand in the same body as the one before it. */
function mayGoOn(broken: BrokenText, header: number, before: number, index: number): boolean {
  const { lines } = broken;
  const next = lines[index];
  if (!next || widthAt(broken, index) !== widthAt(broken, before) || isApart(broken, before, index))
    return false;
  if (/^(?:Elif|Else|Except|Finally)$/.test(next.pieces[0]!.kind)) return false;
  if (/^(?:Return|Raise|Break|Continue)$/.test(lines[before]!.pieces[0]!.kind)) return false;
  const own = lines[header]!.pieces.find(
    ({ kind }, n, all) => kind === "Identifier" && /^(?:Def|Class)$/.test(all[n - 1]?.kind ?? ""),
  );
  if (own && next.pieces.some(({ text }) => text === own.text)) return false;
  return !isDefinition(broken, index) || isMethod(broken, header, index);
}

/** Whether a statement shows that it belongs to the body of a header. */
function isOfBody(
  header: readonly TextPiece[],
  pieces: readonly TextPiece[],
  names: ReadonlySet<string>,
): boolean {
  if (pieces[0]!.kind === "Return" && /^(?:Def|Async)$/.test(header[0]!.kind)) return true;
  return usesAny(pieces, names, header[0]!.kind === "While");
}

/** Whether a statement uses names that its body alone has; a loop's condition is only changed in the loop. */
function usesAny(pieces: readonly TextPiece[], names: ReadonlySet<string>, isLoop: boolean): boolean {
  if (isLoop) return pieces[1]?.kind.endsWith("Equal") === true && names.has(pieces[0]!.text);
  return pieces.some(({ kind, text }) => kind === "Identifier" && names.has(text));
}

/** Whether a blank line stands between two statements. */
function isApart({ lines, text }: BrokenText, from: number, to: number): boolean {
  return lines
    .slice(from, to)
    .some(({ start, end, isInString }) => !isInString && text.slice(start, end).trim() === "");
}

/** What a header brings into its body: parameters, loop variables, what a condition asks about. */
function namesOf(pieces: readonly TextPiece[]): Set<string> {
  const end = pieces[0]!.kind === "For" ? pieces.findIndex(({ kind }) => kind === "In") : pieces.length;
  if (/^(?:If|Elif|Else|Try|Except|Finally)$/.test(pieces[0]!.kind)) return new Set();
  const names = pieces
    .slice(1, end)
    .filter(({ kind }, n) => kind === "Identifier" && pieces[n]!.kind !== "Def");
  return new Set(names.map(({ text }) => text));
}

function assigned(pieces: readonly TextPiece[]): string[] {
  const sign = pieces.findIndex(({ kind }) => kind === "Equal");
  return sign === 1 && pieces[0]!.kind === "Identifier" ? [pieces[0]!.text] : [];
}
