import { readFileSync } from "node:fs";

/** A program that raises an exception when it is run, and one that does the same job and does not. */
export type CrashingPair = Readonly<{ name: string; crashing: string; working: string }>;

/** The pairs of a file: lines that begin with `-` belong to the crashing program alone, those with `+` to the working one. */
export function crashingPairs(part: 1 | 2 | 3 | 4 | 5): CrashingPair[] {
  const text = readFileSync(new URL(`crashing-programs-${part}.txt`, import.meta.url), "utf8");
  return text
    .split(/^=== /m)
    .slice(1)
    .map((section) => {
      const [name = "", ...lines] = section.trimEnd().split("\n");
      const without = (mark: string): string =>
        lines
          .filter((line) => !line.startsWith(mark))
          .map((line) => `${line.slice(2)}\n`)
          .join("");
      return { name, crashing: without("+"), working: without("-") };
    });
}
