import { importedPackages, mistakenFor } from "../package-names/imported.ts";
import { similarMessage, similarPackageRule } from "../package-names/requirements.ts";
import type { PolicyFacts, ReportFinding, Rule } from "./rule.ts";

function finish({ tree }: PolicyFacts, report: ReportFinding): void {
  for (const { node, name } of importedPackages(tree)) {
    const meant = mistakenFor(name);
    if (meant !== undefined) report(node, "warning", similarMessage(name, meant), { confidence: "medium" });
  }
}

/** Takes a package for a better known one. */
export const similarPackage: Rule = { ...similarPackageRule, finish };
