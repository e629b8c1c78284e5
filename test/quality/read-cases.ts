import { readFileSync } from "node:fs";
import type { LabelledProgram } from "./labelled.ts";

/** Programs in one file: each starts with a line `#+ name` when something must be found in it, or `#- name` when nothing may be. */
export function readCases(name: string): { bad: LabelledProgram[]; good: LabelledProgram[] } {
  const text = readFileSync(new URL(name, import.meta.url), "utf8");
  const cases = text.split(/^(?=#[+-] )/m).filter((part) => part.trim() !== "");
  const read = (sign: string): LabelledProgram[] =>
    cases
      .filter((part) => part.startsWith(sign))
      .map((part) => ({ name: part.slice(3, part.indexOf("\n")), code: part.slice(part.indexOf("\n") + 1) }));
  return { bad: read("#+"), good: read("#-") };
}
