import type { Call } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { callsOf } from "./calls-on-lines.ts";
import { madeBy } from "./made-by.ts";

export const archiveExtraction: Repair = { id: "archive-extraction", kind: "changing", propose };

const archives = /^tarfile\.(?:open|TarFile|TarFile\.open)$/;

function* propose(program: RepairableProgram): Generator<Rewrite> {
  for (const call of callsOf(program, "ruff:S202", "policy:archive-extraction")) {
    const at = isUnfiltered(program, call) ? placeOf(program, call) : undefined;
    if (at === undefined) continue;
    const isFirst = call.args.length + call.keywords.length === 0;
    yield {
      splices: [{ start: at, end: at, text: `${isFirst ? "" : ", "}filter="data"` }],
      description: 'added `filter="data"`, so that nothing is written outside the target',
    };
  }
}

function isUnfiltered(program: RepairableProgram, { func, args, keywords }: Call): boolean {
  if (func.kind !== "Attribute" || !/^extract(?:all)?$/.test(func.attr)) return false;
  const isPlain =
    args.every(({ kind }) => kind !== "Starred") &&
    keywords.every(({ arg }) => arg !== undefined && arg !== "filter" && arg !== "members");
  const maxArguments = func.attr === "extractall" ? 1 : 2;
  return isPlain && args.length <= maxArguments && archives.test(madeBy(program, func.value) ?? "");
}

/** Behind the last argument. */
function placeOf({ text }: RepairableProgram, { args, keywords, end }: Call): number | undefined {
  const last = Math.max(...[...args, ...keywords].map((argument) => argument.end));
  if (args.length + keywords.length === 0) return text[end - 2] === "(" ? end - 1 : undefined;
  return /^\s*(?:,\s*)?$/.test(text.slice(last, end - 1)) ? last : undefined;
}
