import type { Family } from "./family.ts";
import { atom, Level } from "../tree/code.ts";
import { isTarget, isWhole } from "../program/roles.ts";
import { isText } from "../tree/constants.ts";

const nothings = ["0", "None", "''", "[0]", "[1]", "set()", "{}"];
const infinities = [atom("float('inf')"), { text: "-float('inf')", level: Level.sign }];

/** A base case of another kind: `[[]]` for `[]`, None for 0. */
export const emptyValue: Family = {
  name: "empty-value",
  base: 0.5,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind === "List" && !isTarget(node)) {
        if (node.elts.length === 0) {
          yield context.replace(node, atom("[[]]"), 0.1);
          for (const { name } of context.variables(node)) {
            yield context.replace(node, atom(`[${name}]`), 0.2);
            yield context.replace(node, atom(name), 0.5);
          }
          for (const text of nothings) yield context.replace(node, atom(text), 0.7);
        } else if (node.elts.length === 1) yield context.replace(node, atom("[]"), 0.6);
      } else if (node.kind === "Dict" && node.keys.length === 0) {
        for (const text of ["[]", "set()"]) yield context.replace(node, atom(text), 0.7);
      } else if (
        node.kind === "Constant" &&
        node.value.type === "int" &&
        node.value.value <= 1n &&
        isWhole(node)
      ) {
        for (const text of ["None", "''", "[]", "True", "False"]) yield context.replace(node, atom(text), 1);
        for (const code of infinities) yield context.replace(node, code, 1);
      } else if (isText(node) && node.value.value === "" && isWhole(node)) {
        for (const text of ["[]", "0", "None"]) yield context.replace(node, atom(text), 0.7);
      }
    }
  },
};
