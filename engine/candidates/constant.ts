import type { Constant, Expression } from "../tree/nodes.ts";
import type { EditProposal } from "./candidate.ts";
import type { Family } from "./family.ts";
import { atom, type Code, Level } from "../tree/code.ts";
import type { CandidateContext } from "./context.ts";
import { isWhole } from "../program/roles.ts";
import { may, numeric, sequences, surely } from "./value-types.ts";

const integer = (value: bigint | number): Code => ({
  text: String(value),
  level: value < 0 ? Level.sign : Level.atom,
});

/** Another number or truth value. */
export const constant: Family = {
  name: "constant",
  base: 0.05,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "Constant") continue;
      for (const [code, detail] of others(node)) yield replaceNumber(context, node, code, detail);
    }
  },
};

/** `-1` is a sign and a number: together they are one constant. */
function replaceNumber(context: CandidateContext, node: Constant, code: Code, detail: number): EditProposal {
  const signed = node.parent?.kind === "UnaryOp" && node.parent.op === "USub" ? node.parent : undefined;
  if (!signed || !/^-?[\d.]/.test(code.text)) return context.replace(node, code, detail);
  const text = code.text.startsWith("-") ? code.text.slice(1) : code.text === "0" ? "0" : `-${code.text}`;
  return context.replace(signed, { text, level: text.startsWith("-") ? Level.sign : Level.atom }, detail);
}

function* others({ value: literal }: Constant): Generator<readonly [Code, number]> {
  if (literal.type === "int") {
    const { value } = literal;
    yield [integer(value + 1n), 0];
    yield [integer(value - 1n), 0];
    const far = [0n, 1n, 2n, 3n, 10n, -value, 2n * value, value + 2n, value - 2n];
    for (const other of far) if (other !== value) yield [integer(other), 0.6];
    if (value > 1n) yield [{ text: `1 / ${value}`, level: Level.product }, 2];
    return;
  }
  if (literal.type === "float") {
    const { value } = literal;
    const near = [value + 1, value - 1, value * 2, value / 2, -value, 1 / value, 0, 1, 0.5, 2];
    for (const other of near) if (Number.isFinite(other) && other !== value) yield [float(other), 0.4];
    return;
  }
  if (literal.type === "bool") {
    yield [atom(literal.value ? "False" : "True"), 0];
    yield [atom("None"), 1];
    return;
  }
  if (literal.type === "none") {
    for (const text of ["0", "[]", "''", "False", "True"]) yield [atom(text), 0.5];
    yield [integer(-1), 0.5];
    return;
  }
}

function float(value: number): Code {
  const text = Number.isInteger(value) ? `${value}.0` : String(value);
  return { text, level: value < 0 ? Level.sign : Level.atom };
}

/** A number that should have been a variable or a length. */
export const constantVariable: Family = {
  name: "constant-variable",
  base: 0.8,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "Constant" || node.value.type !== "int" || isStep(node)) continue;
      for (const { name, types } of context.variables(node)) {
        if (surely(types, numeric)) yield context.replace(node, atom(name), 0);
        else if (surely(types, sequences)) yield context.replace(node, atom(`len(${name})`), 0.4);
      }
    }
  },
};

function isStep(node: Expression): boolean {
  return node.parent?.kind === "Slice" && node.parent.step === node;
}

/** A constant the examples mention. */
export const constantPool: Family = {
  name: "constant-pool",
  base: 1,
  *propose(context) {
    const strings = [...new Set(context.facts.exampleStrings)].slice(0, 20);
    const integers = [...new Set(context.facts.exampleIntegers.map(BigInt))].slice(0, 12);
    for (const node of context.expressions) {
      if (node.kind !== "Constant") continue;
      if (node.value.type === "str") {
        for (const text of strings) yield context.replace(node, atom(pythonString(text)), 0.8);
      } else if (node.value.type === "int") {
        for (const value of integers) yield replaceNumber(context, node, integer(value), 1);
      }
    }
  },
};

/** A first value that should have been another kind of nothing. */
export const initialValue: Family = {
  name: "initial-value",
  base: 0.8,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "Constant" || node.parent?.kind !== "Assign" || !isWhole(node)) continue;
      if (node.value.type !== "int" && node.value.type !== "float") continue;
      for (const { name, types } of context.variables(node)) {
        if (types !== undefined && may(types, sequences)) yield context.replace(node, atom(`${name}[0]`), 0);
      }
      yield context.replace(node, atom("float('inf')"), 0.2);
      yield context.replace(node, { text: "-float('inf')", level: Level.sign }, 0.2);
    }
  },
};

export function pythonString(value: string): string {
  const body = value
    .replace(/[\\']/g, String.raw`\$&`)
    .replaceAll("\n", String.raw`\n`)
    .replaceAll("\r", String.raw`\r`)
    .replaceAll("\t", String.raw`\t`);
  return `'${body}'`;
}
