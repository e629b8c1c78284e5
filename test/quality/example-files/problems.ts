import { readPair } from "../../bench/forge/shapes.ts";
import { readFileSync } from "node:fs";

/** A function to be written, a right and a wrong version, and what it must answer. */
export type Problem = Readonly<{
  title: string;
  name: string;
  right: string;
  wrong: string;
  cases: readonly ProblemCase[];
}>;

/** What a call must give, as Python writes it, or which exception it must raise. */
export type ProblemCase = Readonly<{ args: string }> &
  (Readonly<{ value: string }> | Readonly<{ raises: string }>);

export function readProblems(): Problem[] {
  const text = readFileSync(new URL("./problems.txt", import.meta.url), "utf8");
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const title = part.slice(0, part.indexOf("\n"));
      const { right, wrong, examples } = readPair(part.slice(title.length + 1));
      const cases = examples.trim().split("\n").map(readCase);
      return { title, name: /\w+/.exec(examples)![0], right, wrong, cases };
    });
}

function readCase(line: string): ProblemCase {
  const [, args, sign, rest] = /^\w+\((.*)\) (->|!!) (.*)$/.exec(line)!;
  return sign === "->" ? { args: args!, value: rest! } : { args: args!, raises: rest! };
}
