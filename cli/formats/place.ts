import type { FileFinding } from "../finding.ts";

/** Where something was found, behind the name of its file: `:3:1`, in a notebook `:cell 2:3:1`. */
export function placeOf({ cell, line, column }: Pick<FileFinding, "cell" | "line" | "column">): string {
  const parts = [cell === undefined ? null : `cell ${cell}`, line, column];
  return parts.flatMap((part) => (part === null ? [] : [`:${part}`])).join("");
}
