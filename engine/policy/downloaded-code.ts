import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { commandLine, startingCalls } from "./command-text.ts";
import { argument, each, nameOf, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";
import { usesOfDownloads } from "./saved-downloads.ts";

const advice = "install what you need as a pinned dependency, or check a signature before it is used";

function judge(site: CallSite, report: ReportFinding): void {
  const source = argument(site, 0, "source", "args", "command", "cmd", "data");
  const inner = source?.flatMap((thing) => (thing.kind === "code" ? thing.source : [thing]));
  if (isFrom(inner, "network"))
    report(
      site.node,
      "error",
      `${nameOf(site)} runs what was just downloaded, so anyone who controls the server or the connection controls this program; ${advice}.`,
    );
}

/**
 * Commands that fetch or decode a script and run it, or that hide what they run. Each reads on from a program only to
 * where it is named again: what follows is read from there.
 */
const unseen = [
  /\b(?:curl|wget|iwr|Invoke-WebRequest)\b(?:(?!\b(?:curl|wget|iwr|Invoke-WebRequest)\b)[^\n])*\|\s*(?:sudo\s+)?(?:sh|bash|zsh|python[\d.]*|perl)\b/i,
  /\b(?:curl|wget)\b(?:(?!\b(?:curl|wget)\b)[^\n])*(?:&&|;)\s*(?:chmod\s+\+x|sh|bash|\.\/)/i,
  /\b(?:powershell|pwsh)(?:\.exe)?\b(?:(?!\b(?:powershell|pwsh)\b)[^\n])*(?:\s[-/]e(?:c|nc\w*)?\s+[A-Za-z0-9+/=\0]|Download(?:String|File|Data)\b|\bIEX\b|Invoke-(?:Expression|WebRequest)|FromBase64String|Start-BitsTransfer|\s[-/]w(?:in\w*)?\s+(?:hid\w*|1)\b)/i,
  /\bmshta(?:\.exe)?\b(?:(?!\bmshta\b)[^\n])*(?:https?|javascript|vbscript):/i,
  /\bcertutil(?:\.exe)?\b(?:(?!\bcertutil\b)[^\n])*[-/](?:urlcache|decode)\b/i,
  /\bbitsadmin(?:\.exe)?\b(?:(?!\bbitsadmin\b)[^\n])*\/transfer\b/i,
  /\b(?:regsvr32|rundll32)(?:\.exe)?\b(?:(?!\b(?:regsvr32|rundll32)\b)[^\n])*(?:https?|javascript):/i,
  /\bbase64\s+(?:-d|--decode)(?:(?!\bbase64\s+(?:-d|--decode))[^\n])*\|\s*(?:sh|bash)/i,
  /\bpython[\d.]*\s+-c\s+["']?import (?:urllib|requests|socket)/i,
];

/** Packages from an index or an address that is not encrypted, or that is said to be trusted unseen. */
const foreignPackage =
  /\bpip\d*\b(?:(?!\bpip\d*\b)[^\n])*\binstall\b(?:(?!\binstall\b)[^\n])*(?:(?:--(?:extra-)?index-url|-i|--find-links|-f)[= ]+http:|--trusted-host|\s(?:git\+)?http:)/i;

function judgeCommand(site: CallSite, report: ReportFinding): void {
  const line = commandLine(site);
  if (unseen.some((pattern) => pattern.test(line)))
    report(
      site.node,
      "error",
      `The command given to ${nameOf(site)} downloads or decodes a script and runs it unseen; ${advice}.`,
    );
  else if (foreignPackage.test(/^pip\b/.test(site.path) ? `pip ${line}` : line))
    report(
      site.node,
      "error",
      `${nameOf(site)} installs a package from a server that anyone on the network path can impersonate, and installing runs its code; ${advice}.`,
      { confidence: "medium" },
    );
}

function finish(facts: PolicyFacts, report: ReportFinding): void {
  const { starts, imports } = usesOfDownloads(facts);
  for (const site of starts)
    report(site.node, "error", `${nameOf(site)} starts a file that was just downloaded; ${advice}.`);
  for (const site of imports)
    report(
      site.node,
      "error",
      `${nameOf(site)} lets modules be imported that were just downloaded; ${advice}.`,
    );
}

/** Runs what it has just fetched. */
export const downloadedCode: Rule = {
  id: "downloaded-code",
  cwe: "CWE-494",
  calls: {
    ...each(`builtins.eval builtins.exec pickle.loads marshal.loads types.FunctionType`, judge),
    ...each(startingCalls.join(" "), (site, report) => {
      judge(site, report);
      judgeCommand(site, report);
    }),
    ...each("pip.main pip._internal.main pip._internal.cli.main.main", judgeCommand),
  },
  finish,
};
