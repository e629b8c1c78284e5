import type { Expression } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import { isReported } from "./reported-at.ts";
import { dottedName } from "../../tree/written-names.ts";
import { isDict } from "../../program/only-binding.ts";

export const dictAsPairs: Repair = {
  id: "dict-as-pairs",
  kind: "certain",
  *propose(program) {
    for (const { target, iter } of program.facts.all("For", "Comprehension")) {
      if ((target.kind !== "Tuple" && target.kind !== "List") || target.elts.length !== 2) continue;
      if (target.elts.some(({ kind }) => kind === "Starred") || !isSurelyWrong(program, target, iter))
        continue;
      const name = dottedName(iter);
      yield {
        splices: [{ start: iter.end, end: iter.end, text: ".items()" }],
        description: `iterated over the pairs of ${name ? `\`${name}\`` : "the dict"} with \`.items()\` instead of its keys`,
        // A key of two letters unpacks into two names.
        kind: isKnownToFail(program, target, iter) ? "certain" : "changing",
      };
    }
  },
};

function isKnownToFail(program: RepairableProgram, target: Expression, iter: Expression): boolean {
  return (
    isReported(program, iter.start, "python:dict-as-pairs") ||
    isReported(program, target.start, "python:unpack-mismatch")
  );
}

/** Whether the keys are known not to be pairs themselves. */
function isSurelyWrong(program: RepairableProgram, target: Expression, iter: Expression): boolean {
  if (isReported(program, iter.start, "python:dict-as-pairs")) return true;
  const line = program.tree.positions.lineOf(target.start);
  const isTyped = [...program.about("string unpacked"), ...program.about("not iterable", "mypy:misc")].some(
    (found) => found.line === line,
  );
  if (isTyped) return isReported(program, iter.start, "ruff:PLE1141") || isDictAttribute(program, iter);
  return isReported(program, target.start, "python:unpack-mismatch") && isDict(program.facts, iter);
}

/** `self.x`, where every value or annotation it gets is that of a dict. */
function isDictAttribute({ facts, source }: RepairableProgram, node: Expression): boolean {
  if (node.kind !== "Attribute") return false;
  const given = facts.all("Attribute").filter(({ attr, ctx }) => attr === node.attr && ctx === "Store");
  const isNoted = given.some(
    ({ parent }) => parent?.kind === "AnnAssign" && /^(?:dict|Dict)\b/.test(source(parent.annotation)),
  );
  return (
    isNoted ||
    (given.length > 0 &&
      given.every(({ parent }) => parent?.kind === "Assign" && isDict(facts, parent.value)))
  );
}
