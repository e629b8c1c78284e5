import type { Splice } from "../../text/splices.ts";
import type { BrokenText, TextPiece } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";
import { startsStatement } from "./statements.ts";

export const declaredTypes: SyntaxRepair = { id: "declared-types", kind: "certain", propose };

/** Types of other languages, by Python's name. */
const types: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "int str float bool list dict tuple set bytes object".split(" ").map((type) => [type, type]),
  ),
  string: "str",
  String: "str",
  char: "str",
  double: "float",
  boolean: "bool",
  long: "int",
  Integer: "int",
};

export function isTypeOf(word: string): boolean {
  return Object.hasOwn(types, word);
}

const sign =
  /\b(?:int|str|float|bool|list|dict|tuple|set|bytes|object|string|String|char|double|boolean|long|Integer)[ \t]+\w/;

/** `int x = 5` and `def f(int x)`, all at once. */
function* propose(broken: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(broken.text)) return;
  const splices: Splice[] = [];
  for (const [index, { pieces }] of broken.lines.entries()) {
    if (!startsStatement(broken, index)) continue;
    if (pieces[2]?.kind === "Equal") splices.push(...declared(pieces, 0));
    if (pieces[0]!.kind !== "Def") continue;
    for (let n = 2; n < pieces.length; n += 1)
      if (/^[(,]$/.test(pieces[n]!.text)) splices.push(...declared(pieces, n + 1));
  }
  if (splices.length > 0) yield { splices, description: "wrote declared types as annotations", cost: 1.3 };
}

function declared(pieces: readonly TextPiece[], n: number): Splice[] {
  const [type, name] = [pieces[n], pieces[n + 1]];
  if (type?.kind !== "Identifier" || name?.kind !== "Identifier" || !isTypeOf(type.text)) return [];
  return [{ start: type.start, end: name.end, text: `${name.text}: ${types[type.text]}` }];
}
