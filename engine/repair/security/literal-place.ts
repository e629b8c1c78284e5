import { textOf, unknownPart } from "../../credentials/texts.ts";
import type { Expression } from "../../tree/nodes.ts";
import type { RepairableProgram } from "../repair.ts";
import { literalSource } from "./literal-source.ts";

type Place = Readonly<{ start: number; end: number }>;

/** Where a part of a text is written; undefined unless it is written as it is, in one plain literal. */
export function placeInSource(
  program: RepairableProgram,
  node: Expression,
  { start, end }: Place,
): Place | undefined {
  const source = literalSource(program, node);
  if (!source) return undefined;
  if (node.kind === "Constant") {
    const isPlain = source.prefix === "" && source.body === textOf(node) && !/[{}\\]/.test(source.body);
    return isPlain ? { start: source.start + start, end: source.start + end } : undefined;
  }
  if (node.kind !== "JoinedStr" || !/^f$/i.test(source.prefix)) return undefined;
  let passed = 0;
  for (const value of node.values) {
    const text = value.kind === "Constant" ? textOf(value)! : unknownPart;
    if (value.kind === "Constant" && passed <= start && end <= passed + text.length)
      return program.source(value) === text
        ? { start: value.start + start - passed, end: value.start + end - passed }
        : undefined;
    passed += text.length;
  }
  return undefined;
}
