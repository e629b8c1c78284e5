import type { CallSite } from "../resolve/machine.ts";
import type { Node } from "../tree/nodes.ts";
import { commandLine } from "./command-text.ts";
import type { PolicyFacts, ReportFinding, Rule } from "./rule.ts";
import { functionAround } from "../tree/around.ts";
import { runsOnImport } from "./when-run.ts";
import { isName, lastName } from "../tree/written-names.ts";

const acting =
  /^(?:os\.(?:system|popen|exec\w+|startfile)|subprocess\.\w+|builtins\.(?:eval|exec)|requests\.\w+|urllib\.request\.url\w+|httpx\.\w+|socket\.(?:socket|create_connection)|pty\.spawn)$/;
const reaching = /^(?:requests|urllib|httpx|socket|builtins\.(?:eval|exec)|os\.(?:system|startfile))/;
const hooks = /install|develop|egg_info|bdist|sdist/i;
/** Programs that fetch, or that run a text; a build asks compilers and git. */
const fetching =
  /^(?:\S*[\\/])?(?:curl|wget|nc|ncat|bash|sh|powershell|pwsh|cmd|node|perl|ruby|mshta|certutil)(?:\.exe)?\s|^(?:\S*python[\d.]*|\0)\s+-c\s/i;

/** The command class of a set-up script that a node stands in, by what it is derived from. */
function commandAround(node: Node): string | undefined {
  for (let at = node.parent; at; at = at.parent)
    if (at.kind === "ClassDef") return at.bases.map(lastName).join(" ");
  return undefined;
}

/** The commands in which a node is run: it stands in one, or in a function that one calls. */
function commandsOver({ tree }: PolicyFacts, node: Node): string[] {
  const own = commandAround(node);
  if (own !== undefined) return [own];
  const around = functionAround(node)?.name;
  if (around === undefined) return [];
  return tree.nodes.flatMap((call) =>
    call.kind === "Call" && isName(call.func, around) ? (commandAround(call) ?? []) : [],
  );
}

function isInstalling(facts: PolicyFacts, path: string, site: CallSite): boolean {
  const reaches = reaching.test(path) || fetching.test(commandLine(site));
  const commands = commandsOver(facts, site.node);
  if (commands.some((command) => hooks.test(command) || (reaches && command !== ""))) return true;
  return reaches && commands.length === 0 && runsOnImport(facts.tree, site.node);
}

function finish(facts: PolicyFacts, report: ReportFinding): void {
  if (!facts.calls.has("setuptools.setup") && !facts.calls.has("distutils.core.setup")) return;
  for (const [path, sites] of facts.calls) {
    if (!acting.test(path)) continue;
    for (const site of sites)
      if (isInstalling(facts, path, site))
        report(
          site.node,
          "error",
          `Installing this package runs ${path.replace(/^builtins\./, "")}: anyone who installs it runs this without calling anything; do it in the package, when it is used.`,
          { confidence: "medium" },
        );
  }
}

/** Acts while a package is being installed. */
export const installHook: Rule = { id: "install-hook", cwe: "CWE-506", finish };
