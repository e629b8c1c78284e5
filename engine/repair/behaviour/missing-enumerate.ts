import { onlyValue } from "../../program/lengths.ts";
import type { Expression } from "../../tree/nodes.ts";
import type { Found, RepairableProgram, Repair } from "../repair.ts";
import { annotationOf } from "../../program/only-binding.ts";
import { surrounding } from "../../text/splices.ts";

const counting = /^(?:i|j|k|n|idx|index|number|num|position|pos|at|line_?no|line_?number|row_?number|rank)$/;

export const missingEnumerate: Repair = {
  id: "missing-enumerate",
  kind: "certain",
  *propose(program) {
    const { facts, tree } = program;
    const failing = [
      ...program.about("not iterable", "mypy:misc"),
      ...program.about("unpack mismatch").filter(({ data }) => data.names === 2),
    ];
    const doubtful = linesOf(program.about("string unpacked"));
    const lines = linesOf(failing).union(doubtful);
    for (const { target, iter } of lines.size > 0 ? facts.all("For", "Comprehension") : []) {
      if (target.kind !== "Tuple" || target.elts.length !== 2) continue;
      const [first] = target.elts;
      if (first!.kind !== "Name" || !counting.test(first!.id) || !isList(program, iter)) continue;
      const line = tree.positions.lineOf(target.start);
      if (!lines.has(line) || facts.names.lookUp(iter, "enumerate")) continue;
      yield {
        splices: surrounding(iter, "enumerate(", ")"),
        description: `counted the items of \`${program.source(iter)}\` with \`enumerate\``,
        // A text of two letters unpacks into two names.
        kind: doubtful.has(line) ? "changing" : "certain",
      };
    }
  },
};

function linesOf(findings: readonly Found[]): ReadonlySet<number> {
  return new Set(findings.map(({ line }) => line));
}

/** A list for certain, and of a size that fits on a line. */
function isList({ facts, source }: RepairableProgram, node: Expression): boolean {
  if (node.kind !== "Name") return false;
  const value = onlyValue(facts, node);
  if (value) return ["List", "ListComp", "Tuple"].includes(value.kind);
  const annotation = annotationOf(facts, node);
  return (
    annotation !== undefined && /^(?:list|List|Sequence|tuple|Tuple|Iterable)\b/.test(source(annotation))
  );
}
