import { onlyValue } from "../../program/lengths.ts";
import { blockOf, indentOf, lineEnd, newlineOf } from "../../tree/layout.ts";
import type { Compare, If, Name } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { isBuiltin, isSaid } from "./places.ts";

export const neverFilled: Repair = {
  id: "never-filled",
  kind: "changing",
  *propose(program) {
    for (const test of program.facts.all("Compare")) {
      const [owner] = test.comparators;
      if (owner?.kind !== "Name" || !isSaid(program, owner.start, "python:never-filled")) continue;
      const rewrite = rewriteOf(program, test, owner);
      if (rewrite) yield rewrite;
    }
  },
};

/** What is asked for is what has to be remembered, right behind the only place that asks. */
function rewriteOf(program: RepairableProgram, test: Compare, owner: Name): Rewrite | undefined {
  const { facts, source } = program;
  const asking = test.parent;
  const { mentions } = facts.names.variableOf(owner)!;
  const asked = mentions.filter(({ parent }) => parent?.kind === "Compare");
  if (asking?.kind !== "If" || asking.test !== test || asked.length !== 1 || test.ops.length !== 1)
    return undefined;
  if (test.left.kind !== "Name" && test.left.kind !== "Tuple") return undefined;
  const statement = remembering(program, owner, source(test.left));
  const place = test.ops[0] === "NotIn" ? firstIn(program, asking) : behind(program, asking);
  if (!statement || !place) return undefined;
  return {
    splices: [{ start: place.at, end: place.at, text: place.write(statement) }],
    words: `added the items already seen to \`${owner.id}\``,
    at: asking.start,
  };
}

function remembering({ facts }: RepairableProgram, owner: Name, item: string): string | undefined {
  const value = onlyValue(facts, owner);
  const isMade = (name: string): boolean => value?.kind === "Call" && isBuiltin(facts, value.func, name);
  if (value?.kind === "List" || isMade("list")) return `${owner.id}.append(${item})`;
  if (value?.kind === "Dict" || isMade("dict")) return `${owner.id}[${item}] = True`;
  return isMade("set") ? `${owner.id}.add(${item})` : undefined;
}

type Place = Readonly<{ at: number; write(statement: string): string }>;

/** `if item not in seen:` and its first line. */
function firstIn({ tree, text }: RepairableProgram, { body, orelse }: If): Place | undefined {
  const indent = indentOf(tree, body[0]!);
  if (indent === undefined || orelse.length > 0) return undefined;
  return { at: body[0]!.start, write: (statement) => `${statement}${newlineOf(text)}${indent}` };
}

/** `if item in seen: continue` and the line behind it. */
function behind({ tree, text }: RepairableProgram, asking: If): Place | undefined {
  const { body, orelse } = asking;
  const last = body.at(-1)!;
  const indent = indentOf(tree, asking);
  if (indent === undefined || orelse.length > 0 || !leaving.has(last.kind)) return undefined;
  if (blockOf(asking).block.at(-1) === asking) return undefined;
  return { at: lineEnd(text, asking.end), write: (statement) => `${newlineOf(text)}${indent}${statement}` };
}

const leaving = new Set(["Continue", "Return"]);
