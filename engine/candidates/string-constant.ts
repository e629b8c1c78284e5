import type { Family } from "./family.ts";
import { operatorSigns } from "../tree/operator-signs.ts";
import { atom, binary } from "../tree/code.ts";
import { surely, textual } from "./value-types.ts";
import { pythonString } from "./constant.ts";
import { isText } from "../tree/constants.ts";

const partners: Readonly<Record<string, string>> = {
  "(": ")",
  ")": "(",
  "[": "]",
  "]": "[",
  "{": "}",
  "}": "{",
  "<": ">",
  ">": "<",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
};

/** A string that differs in little, or another string of the program. */
export const stringConstant: Family = {
  name: "string-constant",
  base: 0.8,
  *propose(context) {
    const all = new Set<string>();
    for (const node of context.tree.nodes) {
      if (isText(node) && node.value.value.length <= 15) all.add(node.value.value);
    }
    for (const node of context.expressions) {
      if (!isText(node) || !node.value.exact) continue;
      const { value } = node.value;
      const both = inBothCases(value);
      if (both !== undefined) yield context.replace(node, atom(pythonString(both)), 0.4);
      for (const other of new Set(relatives(value))) {
        if (other !== value) yield context.replace(node, atom(pythonString(other)), 0.5);
      }
      for (const other of [...all].slice(0, 10)) {
        if (other !== value) yield context.replace(node, atom(pythonString(other)), 0.7);
      }
    }
  },
};

/** Several letters to look up, of which only the small or only the capital ones are there. */
function inBothCases(value: string): string | undefined {
  const letters = value.match(/\p{L}/gu) ?? [];
  const isAlphabet = letters.length >= 3 && new Set(value).size === value.length && !/\s/.test(value);
  const [small, capital] = [value.toLowerCase(), value.toUpperCase()];
  if (!isAlphabet || (value !== small && value !== capital)) return undefined;
  const other = Array.from(value === small ? capital : small);
  return value + other.filter((letter) => !value.includes(letter)).join("");
}

function* relatives(value: string): Generator<string> {
  const characters = Array.from(value);
  yield "";
  yield `${value} `;
  yield ` ${value}`;
  yield value.trim();
  yield value.toLowerCase();
  yield value.toUpperCase();
  yield characters.toReversed().join("");
  if (Object.hasOwn(partners, value)) yield partners[value]!;
  if (characters.length > 12) return;
  for (const n of characters.keys()) yield characters.toSpliced(n, 1).join("");
  if (value === "") yield " ";
}

const separators = [" ", ", ", ",", ".", "-", "_", ":", "\n"];

/** Something left out between two strings that are joined. */
export const separator: Family = {
  name: "separator",
  base: 1.6,
  *propose(context) {
    for (const node of context.expressions) {
      if (node.kind !== "BinOp" || node.op !== "Add") continue;
      if (!surely(context.typesOf(node.left), textual) || !surely(context.typesOf(node.right), textual))
        continue;
      for (const text of separators) {
        const joined = binary(context.code(node.left), operatorSigns.Add, atom(pythonString(text)));
        yield context.replace(node, binary(joined, operatorSigns.Add, context.code(node.right)), 0.4);
      }
    }
  },
};
