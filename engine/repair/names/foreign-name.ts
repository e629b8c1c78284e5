import { foreignFunctions, foreignPaths, foreignValues } from "../../library/foreign-names.ts";
import { isCalled } from "../../program/roles.ts";
import { selfOf } from "../../program/classes.ts";
import type { Splice } from "../../text/splices.ts";
import { addedImport } from "../../tree/layout.ts";
import type { Name } from "../../tree/nodes.ts";
import type { RepairableProgram, Repair } from "../repair.ts";
import type { Rewrite } from "../../text/rewrite.ts";
import { methodAround } from "./members.ts";
import { pathFrom, undefinedNames, type Undefined } from "./undefined.ts";

/** A name of another language, or of Python 2, that means one thing in Python. */
export const foreignName: Repair = {
  id: "foreign-name",
  kind: "certain",
  *propose(program) {
    for (const missing of undefinedNames(program)) {
      const rewrite = foreignNameFor(program, missing);
      if (rewrite) yield rewrite;
    }
  },
};

type Edit = Readonly<{ start?: number; end: number; text: string }>;

export function foreignNameFor(program: RepairableProgram, { name, places }: Undefined): Rewrite | undefined {
  const edits = places.map(({ node }) => node && editOf(program, node));
  const splices = edits.flatMap((edit, at): Splice[] =>
    edit ? [{ start: places[at]!.start, ...edit }] : [],
  );
  if (splices.length !== places.length) return undefined;
  const [first] = splices;
  const description = wordsFor(program, name, splices);
  const needsMath = splices.some(({ text }) => text.startsWith("math.")) && !isImported(program, "math");
  if (!needsMath) return { splices, description };
  return { splices: [addedImport(program.tree, "import math"), ...splices], description, at: first!.start };
}

function wordsFor({ text }: RepairableProgram, name: string, splices: readonly Splice[]): string {
  const value = foreignValues.get(name);
  if (value !== undefined) return `changed \`${name}\` to \`${value}\``;
  const changes = new Set(
    splices.map(({ start, end, text: put }) => `\`${text.slice(start, end)}\` to \`${put}\``),
  );
  return `changed ${[...changes].slice(0, 3).join(", ")}`;
}

function editOf(program: RepairableProgram, node: Name): Edit | undefined {
  const value = foreignValues.get(node.id);
  if (value !== undefined) return isPlainValue(node) ? editOfValue(program, node, value) : undefined;
  const called = foreignFunctions.get(node.id);
  if (called !== undefined) return isFunctionUse(node) ? { end: node.end, text: called } : undefined;
  if (node.id === "this") return isOwnObject(program, node) ? { end: node.end, text: "self" } : undefined;
  return editOfPath(node);
}

/** Python asks for nothing by `is`. */
function editOfValue({ text }: RepairableProgram, node: Name, value: string): Edit {
  const { parent, end } = node;
  if (value !== "None" || parent?.kind !== "Compare" || parent.comparators.at(-1) !== node)
    return { end, text: value };
  const left = parent.comparators.at(-2) ?? parent.left;
  const sign = /^\s*([!=]=)\s*$/.exec(text.slice(left.end, node.start))?.[1];
  if (sign === undefined) return { end, text: value };
  const start = text.indexOf(sign, left.end);
  return { start, end, text: sign === "==" ? "is None" : "is not None" };
}

function editOfPath(node: Name): Edit | undefined {
  const text = foreignPaths.get(pathFrom(node).join("."));
  let whole: Name["parent"] = node;
  while (whole?.parent?.kind === "Attribute") whole = whole.parent;
  if (text === undefined || !whole || isCalled(whole) === (text === "math.pi")) return undefined;
  return { end: whole.end, text };
}

function isPlainValue(node: Name): boolean {
  const { parent } = node;
  return (
    !isCalled(node) &&
    parent?.kind !== "Attribute" &&
    !(parent?.kind === "Subscript" && parent.value === node)
  );
}

/** Called, or asked for as a type: `isinstance(x, unicode)`. */
function isFunctionUse(node: Name): boolean {
  if (isCalled(node)) return true;
  const { parent } = node;
  return parent?.kind === "Call" && parent.func.kind === "Name" && parent.func.id === "isinstance";
}

function isOwnObject({ facts }: RepairableProgram, node: Name): boolean {
  const around = methodAround(facts, node);
  return node.parent?.kind === "Attribute" && around !== undefined && selfOf(around.method) === "self";
}

function isImported({ facts }: RepairableProgram, module: string): boolean {
  return facts.names.module.variables.get(module)?.bindings.some(({ kind }) => kind === "Alias") ?? false;
}
