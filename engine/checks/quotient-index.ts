import { callsBuiltin } from "../program/builtin-names.ts";
import { shown } from "../evaluate/describe.ts";
import { isCaught } from "../program/caught.ts";
import type { ProgramFacts } from "../program/facts.ts";
import { mayHaveKeys } from "../program/keyed-items.ts";
import { onlyValue } from "../program/lengths.ts";
import { selfCalls } from "../program/self-calls.ts";
import { isAskedAsDict, isSequence } from "../program/sequence-names.ts";
import { standsAlone } from "../program/stand-alone.ts";
import type { Expression, Name, Subscript } from "../tree/nodes.ts";
import type { Check, Finding } from "./check.ts";
import { isInteger } from "../tree/constants.ts";

export const quotientIndex: Check = {
  id: "quotient-index",
  severity: "error",
  *find(facts) {
    if (!facts.all("BinOp").some(({ op }) => op === "Div")) return;
    // Division by own numbers gives what they say.
    if (facts.functions.some(({ name }) => name === "__truediv__")) return;
    const isAlone = standsAlone(facts);
    for (const node of facts.all("Subscript")) {
      if (node.value.kind !== "Name" || !indicesOf(node).some((index) => isQuotient(facts, index))) continue;
      if (isCaught(node) || mayHaveKeys(facts, node.value)) continue;
      // Only types of others are cut at fractions or have fractions as keys and a length that counts them.
      const isCut = node.slice.kind === "Slice";
      if ((isAlone && (isCut || isMeasured(facts, node.value))) || (!isCut && isNumbered(facts, node.value)))
        yield complaint(node);
    }
    yield* passedOn(facts);
  },
};

function complaint(node: Subscript): Finding {
  const message = `\`/\` returns a float, but ${shown(node.value)} takes integer indices: this raises TypeError. Divide with \`//\`.`;
  return { node, message };
}

/** The index, or the bounds of a slice. */
function indicesOf({ slice }: Subscript): Expression[] {
  if (slice.kind !== "Slice") return [slice];
  return [slice.lower, slice.upper].filter((bound) => bound !== undefined);
}

/** Whether a parameter is asked for its length, and for nothing that only a dict has. */
function isMeasured(facts: ProgramFacts, node: Name): boolean {
  const variable = facts.names.variableOf(node);
  if (variable?.bindings.length !== 1 || variable.bindings[0]!.kind !== "Arg" || isAskedAsDict(facts, node))
    return false;
  return variable.mentions.some(({ parent }) => callsBuiltin(facts, parent, "len"));
}

/** A parameter used as an index is a float as soon as the function calls itself with a quotient. */
function* passedOn(facts: ProgramFacts): Generator<Finding> {
  for (const definition of facts.functions) {
    for (const { node, passes } of selfCalls(facts, definition)) {
      for (const [name, value] of passes) {
        if (!isQuotient(facts, value)) continue;
        const { mentions } = facts.names.inside(definition)!.variables.get(name)!;
        const used = mentions.find(
          ({ parent, ...use }) =>
            parent?.kind === "Subscript" &&
            parent.slice.start === use.start &&
            parent.slice.kind === "Name" &&
            parent.value.kind === "Name" &&
            isNumbered(facts, parent.value) &&
            !mayHaveKeys(facts, parent.value),
        );
        if (!used || isCaught(node)) continue;
        const message = `\`${name}\` is used as an index, but gets the float that \`/\` returns: this raises TypeError. Divide with \`//\`.`;
        yield { node, message };
        break;
      }
    }
  }
}

/** Whether an expression is a quotient of numbers, or one with numbers added. */
function isQuotient(facts: ProgramFacts, node: Expression, depth = 0): boolean {
  if (depth > 6) return false;
  if (node.kind === "Name") {
    const value = onlyValue(facts, node);
    return value !== undefined && isQuotient(facts, value, depth + 1);
  }
  if (node.kind !== "BinOp") return false;
  if (node.op === "Div") return isInteger(node.right) && node.left.kind !== "Constant";
  if (node.op !== "Add" && node.op !== "Sub") return false;
  return isQuotient(facts, node.left, depth + 1) || isQuotient(facts, node.right, depth + 1);
}

/** Whether the items of a name's object are asked for by whole numbers, as those of a list are. */
function isNumbered(facts: ProgramFacts, node: Name): boolean {
  const variable = facts.names.variableOf(node);
  if (!variable) return false;
  if (isSequence(facts, node)) return true;
  return variable.mentions.some(({ parent, ...use }) => {
    if (parent?.kind !== "Subscript" || parent.value.start !== use.start) return false;
    const { slice } = parent;
    if (slice.kind === "Constant") return slice.value.type === "int";
    return (slice.kind === "BinOp" && slice.op !== "Div") || isCompared(facts, slice);
  });
}

/** An index that is also compared with `<` or `>` counts places. */
function isCompared(facts: ProgramFacts, index: Expression): boolean {
  if (index.kind !== "Name") return false;
  return (
    facts.names
      .variableOf(index)
      ?.mentions.some(
        ({ parent }) =>
          parent?.kind === "Compare" &&
          parent.ops.some((op) => op === "Lt" || op === "Gt" || op === "LtE" || op === "GtE"),
      ) ?? false
  );
}
