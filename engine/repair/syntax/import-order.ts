import type { BrokenText } from "./broken-text.ts";
import type { SyntaxProposal, SyntaxRepair } from "./syntax-repair.ts";

export const importOrder: SyntaxRepair = { id: "import-order", kind: "certain", propose };

const sign = /\bimport\b(?:(?!\bimport\b)[^\r\n])*\bfrom\b/;

/** `import name from module`, as other languages write it. */
function* propose({ text, lines }: BrokenText): Generator<SyntaxProposal> {
  if (!sign.test(text)) return;
  for (const { pieces } of lines) {
    const from = pieces.findIndex(({ kind }) => kind === "From");
    if (pieces[0]?.kind !== "Import" || from < 2 || from === pieces.length - 1) continue;
    const names = pieces.slice(1, from).filter(({ kind }) => !/^[LR]brace$/.test(kind));
    const home = pieces.slice(from + 1).filter(({ kind }) => kind !== "Semi");
    if (!names.every(({ kind }) => /^(?:Identifier|Comma|Star|As)$/.test(kind))) continue;
    if (names.length === 0 || !home.every(({ kind }) => kind === "Identifier" || kind === "Dot")) continue;
    const module = text.slice(home[0]!.start, home.at(-1)!.end);
    const put = `from ${module} import ${text.slice(names[0]!.start, names.at(-1)!.end)}`;
    const splices = [{ start: pieces[0].start, end: home.at(-1)!.end, text: put }];
    yield { splices, description: "wrote an import in Python's order", cost: 1.2 };
    return;
  }
}
