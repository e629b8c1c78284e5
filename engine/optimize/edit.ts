import type { Splice } from "../text/splices.ts";

/** One change of a program, and what a person reads of it. */
export type OptimizeStep = Readonly<{ splices: readonly Splice[]; words: string }>;

/** A piece of code as it is shown in a sentence. */
export function shown(code: string): string {
  const flat = code
    .replace(/\\\r?\n/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  return `\`${flat.length > 60 ? `${Array.from(flat).slice(0, 57).join("")}…` : flat}\``;
}
