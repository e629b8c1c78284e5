import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { commandLine, programOf, startingCalls } from "./command-text.ts";
import { programsFed } from "./fed-programs.ts";
import { argument, each, nameOf, textOf, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";
import { isRoundTrip } from "./safe-texts.ts";
import { interpreters, usesOfDownloads } from "./saved-downloads.ts";

const advice = "install what you need as a pinned dependency, or check a signature before it is used";

function judge(site: CallSite, report: ReportFinding): void {
  const source = argument(site, 0, "source", "args", "command", "cmd", "data");
  if (source === undefined || isRoundTrip(source)) return;
  const inner = source.flatMap((thing) => (thing.kind === "code" ? thing.source : [thing]));
  if (isFrom(inner, "network") && !isOnlyTold(site)) tell(site, report);
}

function tell(site: CallSite, report: ReportFinding): void {
  report(
    site.node,
    "error",
    `${nameOf(site)} runs what was just downloaded, so anyone who controls the server or the connection controls this program; ${advice}.`,
  );
}

/** A program of another kind is told an address or a name that was fetched, as one tells a player what to play. */
function isOnlyTold(site: CallSite): boolean {
  const [command] = argument(site, 0, "args", "command", "cmd") ?? [];
  const program = command?.kind === "list" || command?.kind === "tuple" ? textOf(programOf(site)) : undefined;
  return program !== undefined && !interpreters.test(program) && !installers.test(program);
}

/** Programs that run the code of what they install. */
const installers =
  /^(?:.*[\\/])?(?:pip[\d.]*|pipx|uv|uvx|conda|npm|npx|yarn|pnpm|gem|cargo|go|brew|apt|apt-get|yum|dnf|apk|dpkg|rpm)(?:\.exe)?$/i;

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
  for (const { site, text } of programsFed(facts)) if (isFrom(text, "network")) tell(site, report);
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
