import type { CallSite } from "../resolve/machine.ts";
import { prefixOf } from "../resolve/mixed.ts";
import { isFrom, taintOf, taints } from "../resolve/taint.ts";
import { isConstant } from "../resolve/value.ts";
import { argument, each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

const advice = "choose the module from a table of the ones you mean";

function judgeImport(site: CallSite, report: ReportFinding): void {
  const name = argument(site, 0, "name", "fullname", "import_name", "dotted_path", "path");
  if (!name || name.every(isConstant)) return;
  // With a known beginning it stays inside a package of one's choice.
  if (name.every((thing) => isConstant(thing) || /^(?:\.|\w+\.)/.test(prefixOf(thing)))) return;
  if (taintOf(name) === taints.harmless) return;
  const isChosenOutside = isFrom(name, "web", "network", "decoded");
  const whose = isChosenOutside ? "that input from outside chooses" : "whose name the text does not decide";
  report(
    site.node,
    isChosenOutside ? "error" : "warning",
    `${nameOf(site)} loads a module ${whose}, and loading a module runs it; ${advice}.`,
    { confidence: "medium" },
  );
}

/** Loads a module that cannot be known from the text. */
export const dynamicImport: Rule = {
  id: "dynamic-import",
  cwe: "CWE-829",
  calls: {
    ...each(
      "builtins.__import__ importlib.import_module imp.load_module imp.find_module pydoc.locate pkgutil.resolve_name imp.load_source importlib.machinery.BuiltinImporter.load_module",
      judgeImport,
    ),
    ...each(
      "importlib.util.spec_from_file_location importlib.machinery.SourceFileLoader imp.load_source zipimport.zipimporter imp.load_compiled",
      (site, report) => {
        const file = argument(site, 1, "location", "path", "pathname") ?? site.args[0];
        if (isFrom(file, "web", "network"))
          report(
            site.node,
            "error",
            `${nameOf(site)} loads a file that input from outside chooses, and loading it runs it; ${advice}.`,
            { confidence: "medium" },
          );
      },
    ),
  },
};
