import type { ChosenSource } from "./execute/chosen-source.ts";
import { claimsIn } from "./execute/refuted-claims.ts";
import type { RepairedFiles } from "./improve.ts";
import type { Project } from "./project.ts";
import { submittedLine } from "./text/line-map.ts";

/** The files of a job as they may be run, and which submitted line each of their lines is. */
export function sourceOf({ isNamed, main, base }: Project, repaired: RepairedFiles): ChosenSource {
  const { findings } = repaired.get(main)!;
  const others = [...repaired].filter(([path]) => path !== main);
  return {
    text: findings.text,
    lineOf: (line, file = main) => submittedLine(repaired.get(file)!.lines, line),
    claims: claimsIn(findings.diagnostics),
    project: isNamed
      ? { main, base, files: Object.fromEntries(others.map(([path, each]) => [path, each.findings.text])) }
      : undefined,
  };
}
