import type { SecurityFinding } from "../verdict.ts";
import { nearPopular } from "./similar.ts";

/** A package that is asked for by its name, and the line that asks. */
type Requirement = Readonly<{ name: string; line?: number }>;

/** The rule, which `engine/policy/similar-package.ts` applies to imports. */
export const similarPackageRule = { id: "similar-package", cwe: "CWE-1357" } as const;

/** A warning for each package that is one letter from a well-known one and not popular itself. */
export function similarTo(requirements: readonly Requirement[]): SecurityFinding[] {
  return requirements.flatMap(({ name, line }) => {
    const meant = nearPopular(name);
    if (meant === undefined) return [];
    return {
      tool: "policy" as const,
      ...similarPackageRule,
      severity: "warning" as const,
      confidence: "medium" as const,
      message: similarMessage(name, meant),
      line: line ?? null,
    };
  });
}

export function similarMessage(name: string, meant: string): string {
  return `\`${name}\` is one letter from \`${meant}\`, a popular package, and packages are published under such names to be mistaken for it; if \`${meant}\` is meant, correct the name.`;
}
