import { readTree } from "../../../engine/tree/tree.ts";
import { transpile } from "../../../engine/transpile/transpile.ts";

/** Translates a program that must not be refused. */
export function translate(source: string, target: "javascript" | "typescript"): string {
  const result = transpile(readTree(source)!, target);
  if ("refused" in result) throw new Error(`${JSON.stringify(result.refused)}\n${source}`);
  return result.code;
}
