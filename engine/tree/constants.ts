import type { Constant, Node } from "./nodes.ts";

/** A string that is written out. */
export type TextConstant = Constant &
  Readonly<{ value: Extract<Constant["value"], { type: "str" | "bytes" }> }>;

export function isText(node: Node | null | undefined): node is TextConstant {
  return node?.kind === "Constant" && node.value.type === "str";
}

/** What a string that is written out holds; undefined for everything else. */
export function textIn(node: Node | null | undefined): string | undefined {
  return isText(node) ? node.value.value : undefined;
}

export function isNone(node: Node | null | undefined): boolean {
  return node?.kind === "Constant" && node.value.type === "none";
}

/** `True` or `False`. */
export function isTruthValue(node: Node | null | undefined, which: boolean): boolean {
  return node?.kind === "Constant" && node.value.type === "bool" && node.value.value === which;
}

export function isInteger(node: Node | null | undefined, which?: bigint): boolean {
  return (
    node?.kind === "Constant" &&
    node.value.type === "int" &&
    (which === undefined || node.value.value === which)
  );
}
