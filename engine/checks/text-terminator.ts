import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import type { Expression, While } from "../tree/nodes.ts";
import type { Check } from "./check.ts";

export const textTerminator: Check = {
  id: "text-terminator",
  severity: "error",
  *find(facts) {
    if (isWritten(facts)) return;
    for (const loop of facts.all("While")) {
      const item = itemBeforeTerminator(loop.test);
      if (!item || isLeft(facts, loop) || isCaught(loop)) continue;
      const message = `Python strings do not end with a zero character: reading until one is found raises IndexError. Loop while the index is less than the length of ${shown(item)}.`;
      yield { node: loop.test, message };
    }
  },
};

const terminator = "\0";

function isTerminator(node: Expression): boolean {
  return node.kind === "Constant" && node.value.type === "str" && node.value.value === terminator;
}

/** What makes or reads text that may hold any character. */
const sources = new Set(
  "chr bytes bytearray decode read readline readlines recv input stdin argv open pack tobytes".split(" "),
);

/** Whether the program puts the character somewhere itself, or reads what may hold it. */
function isWritten(facts: ProgramFacts): boolean {
  if (facts.all("Name").some(({ id }) => sources.has(id))) return true;
  if (facts.all("Attribute").some(({ attr }) => sources.has(attr))) return true;
  return facts
    .all("Constant")
    .some(
      ({ value, parent }) =>
        value.type === "str" && value.value.includes(terminator) && parent?.kind !== "Compare",
    );
}

/** `x` in `x[…] != "\0"`, where that is the whole condition. */
function itemBeforeTerminator(test: Expression): Expression | undefined {
  if (test.kind !== "Compare" || test.ops.length !== 1 || test.ops[0] !== "NotEq") return undefined;
  const { left } = test;
  if (left.kind !== "Subscript" || left.slice.kind === "Slice") return undefined;
  return isTerminator(test.comparators[0]!) ? left.value : undefined;
}

function isLeft(facts: ProgramFacts, loop: While): boolean {
  return facts.parts(loop).some(({ kind }) => kind === "Break" || kind === "Return" || kind === "Raise");
}
