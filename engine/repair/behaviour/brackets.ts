import { builtin } from "../../library/builtins.ts";
import type { Splice } from "../../text/splices.ts";
import type { Call, Expression, Subscript } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import { hasPlaceIn, isReported, startsOf } from "./reported-at.ts";
import { namesBuiltin } from "../../program/builtin-names.ts";

/** `items(0)` where `items` is a list, and `len[items]`. */
export const brackets: Repair = {
  id: "brackets",
  kind: "certain",
  *propose(program) {
    for (const call of program.facts.all("Call")) {
      const splices = isItem(program, call) ? swapped(program.text, call, call.func.end, "[]") : undefined;
      if (splices)
        yield { splices, description: `took an item of \`${program.source(call.func)}\` with \`[…]\`` };
    }
    const places = startsOf(program.about("not generic"));
    for (const node of program.facts.all("Subscript")) {
      if (!isCall(program, node, places)) continue;
      const splices = swapped(program.text, node, node.value.end, "()");
      if (splices) yield { splices, description: `called \`${program.source(node.value)}\` with \`(…)\`` };
    }
  },
};

/** Something with items that is called like a function, with one argument. */
function isItem(program: RepairableProgram, { start, func, args, keywords }: Call): boolean {
  if (args.length !== 1 || keywords.length > 0 || args[0]!.kind === "Starred") return false;
  if (func.kind !== "Name" && func.kind !== "Attribute") return false;
  // A local that took a function's name: not the brackets are wrong, but the name.
  if (func.kind === "Name" && builtin(func.id)) return false;
  return program
    .about("not callable")
    .some((found) => found.start === start && /^(?:list|dict|tuple)\[/.test(found.data.type));
}

export const calledBuiltins =
  "len print sum max min sorted abs range enumerate zip input open any all round".split(" ");

/** A function that is asked for an item. */
function isCall(program: RepairableProgram, node: Subscript, places: readonly number[]): boolean {
  const { facts } = program;
  if (
    !namesBuiltin(facts, node.value, ...calledBuiltins) ||
    node.slice.kind === "Slice" ||
    node.ctx !== "Load"
  )
    return false;
  return (
    hasPlaceIn(places, node) || isReported(program, node.start, "python:not-subscriptable", "mypy:index")
  );
}

function swapped(text: string, { start, end }: Expression, from: number, pair: string): Splice[] | undefined {
  const opening = /^\s*[([]/.exec(text.slice(from, end));
  if (!opening || start >= end || !/[)\]]$/.test(text.slice(from, end))) return undefined;
  const at = from + opening[0].length;
  return [
    { start: at - 1, end: at, text: pair[0]! },
    { start: end - 1, end, text: pair[1]! },
  ];
}
