import type { Node } from "../tree/nodes.ts";
import type { PolicyFacts, ReportFinding, Rule } from "./rule.ts";

const acting =
  /^(?:os\.(?:system|popen|exec\w+|startfile)|subprocess\.\w+|builtins\.(?:eval|exec)|requests\.\w+|urllib\.request\.url\w+|httpx\.\w+|socket\.(?:socket|create_connection)|pty\.spawn)$/;
const reaching = /^(?:requests|urllib|httpx|socket|builtins\.(?:eval|exec)|os\.(?:system|popen|startfile))/;
const hooks = /install|develop|egg_info|bdist|sdist/i;

/** The command class of a set-up script that a call stands in. */
function commandAround(node: Node): string | undefined {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === "ClassDef")
      return at.bases
        .map((base) => (base.kind === "Name" ? base.id : base.kind === "Attribute" ? base.attr : ""))
        .join(" ");
  return undefined;
}

function isInFunction(node: Node): boolean {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === "FunctionDef" || at.kind === "AsyncFunctionDef") return true;
  return false;
}

function finish({ calls }: PolicyFacts, report: ReportFinding): void {
  if (!calls.has("setuptools.setup") && !calls.has("distutils.core.setup")) return;
  for (const [path, sites] of calls) {
    if (!acting.test(path)) continue;
    for (const { node } of sites) {
      const command = commandAround(node);
      const isHook = command !== undefined && hooks.test(command);
      if (isHook || (!isInFunction(node) && reaching.test(path) && !/^os\.popen$/.test(path)))
        report(
          node,
          "error",
          `Installing this package runs ${path.replace(/^builtins\./, "")}: whoever installs it runs this without having called anything; do it in the package when it is asked for.`,
          { confidence: "medium" },
        );
    }
  }
}

/** Acts while a package is being installed. */
export const installHook: Rule = { id: "install-hook", cwe: "CWE-506", finish };
