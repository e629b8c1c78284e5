import { isText } from "../tree/constants.ts";
import type { Expression, FunctionDef, Node } from "../tree/nodes.ts";
import type { Given, Machine } from "./machine.ts";
import { onlyItems, onlyText, type PossibleValues } from "./value.ts";

const maxParts = 40;

/** Annotations are names of types; only one that calls something does something, now or when it is evaluated as text. */
export function followAnnotation(machine: Machine, annotation: Expression | undefined): void {
  const parts: (Expression | undefined)[] = [annotation];
  for (let looked = 0; parts.length > 0 && looked < maxParts; looked += 1) {
    const part = parts.pop();
    if (part?.kind === "Call") machine.evaluate(part);
    else if (isText(part)) followText(machine, part.value.value, part);
    else if (part?.kind === "Subscript" && !isLiteral(part.value)) parts.push(part.value, part.slice);
    else if (part?.kind === "Attribute") parts.push(part.value);
    else if (part?.kind === "BinOp") parts.push(part.left, part.right);
    else if (part?.kind === "Tuple" || part?.kind === "List") parts.push(...part.elts);
  }
}

export function followSignature(machine: Machine, { args, returns }: FunctionDef): void {
  const all = [...args.posonlyargs, ...args.args, ...args.kwonlyargs, args.vararg, args.kwarg];
  for (const one of all) followAnnotation(machine, one?.annotation);
  followAnnotation(machine, returns);
}

/** The texts of `Literal["a(b)"]` are values. */
function isLiteral(of: Expression): boolean {
  return (of.kind === "Name" ? of.id : of.kind === "Attribute" ? of.attr : "") === "Literal";
}

function followText(machine: Machine, source: string, node: Node): void {
  if (source.includes("(") && !source.includes("Literal[")) machine.runCode(source, node);
}

/** Annotations that are set as a dictionary, or under one of its keys. */
export function followAnnotationValues(machine: Machine, value: PossibleValues, node: Node): void {
  const [dict] = value;
  const texts = dict?.kind === "dict" ? [...dict.entries.values()].map((entry) => entry.value) : [value];
  for (const text of texts.slice(0, maxParts)) followText(machine, onlyText(text) ?? "", node);
}

type Fold = (given: Given, machine: Machine, node: Node) => undefined;

const ofFields: Fold = ({ args }, machine, node) => {
  for (const field of (onlyItems(args[1]) ?? []).slice(0, maxParts))
    followAnnotationValues(machine, onlyItems(field)?.[1] ?? field, node);
  if (args[1]?.[0]?.kind === "dict") followAnnotationValues(machine, args[1], node);
};

/** Calls that take annotations as text. */
export const annotationFunctions: Readonly<Record<string, Fold>> = {
  "typing.ForwardRef": ({ args }, machine, node) => {
    if (args[0]) followAnnotationValues(machine, args[0], node);
  },
  "typing.NamedTuple": ofFields,
  "typing.TypedDict": ofFields,
  "dataclasses.make_dataclass": ofFields,
};
