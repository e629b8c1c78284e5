import { importedPackages, isTried, mayBeMadeUp } from "../package-names/imported.ts";
import type { PolicyFacts, ReportFinding, Rule } from "./rule.ts";

function finish({ tree }: PolicyFacts, report: ReportFinding): void {
  for (const { node, name } of importedPackages(tree))
    if (mayBeMadeUp(name) && !isTried(node))
      report(
        node,
        "warning",
        `No known package has \`${name}\`. A language model may have made the name up, and anybody can publish a package under it; check which package is meant, or add the module to \`files\` if it is yours.`,
        { confidence: "medium" },
      );
}

/** Needs a package that nobody has published. */
export const unknownPackage: Rule = { id: "unknown-package", cwe: "CWE-1357", finish };
