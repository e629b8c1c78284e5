import type { CallSite } from "../resolve/machine.ts";
import { commandLine, startingCalls } from "./command-text.ts";
import { each, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";

const message = "This gives a shell on this machine to the other end of a network connection; remove it.";
const command =
  /\/dev\/tcp\/|\bnc(?:at)?\b(?:(?!\bnc(?:at)?\b)[^\n])*\s-[a-z]*e\b|\bmkfifo\b(?:(?!\bmkfifo\b)[^\n])*\bnc\b|\bsocat\b(?:(?!\bsocat\b)[^\n])*exec:|bash\s+-i\s*>|\b(?:perl|ruby|php|lua|g?awk|node)\b(?:(?!\b(?:perl|ruby|php|lua|g?awk|node)\b)[^\n])*(?:\bfsockopen\b|\buse Socket\b|\bTCPSocket\b|\bnet\.Socket\b|\/inet\/tcp\/)/i;

function judgeCommand(site: CallSite, report: ReportFinding): void {
  if (command.test(commandLine(site))) report(site.node, "error", message);
}

const shellStarts =
  /^(?:pty\.spawn|subprocess\.(?:run|call|Popen|check_output|getoutput|check_call)|os\.(?:system|popen|exec\w+|spawn\w+|posix_spawn))$/;

/** A socket whose ends are put in place of standard input and output, or whose messages are run. */
function finish({ calls }: PolicyFacts, report: ReportFinding): void {
  const connects = [...calls.keys()].some((path) =>
    /^socket\.(?:socket\(\)\.(?:connect|connect_ex|bind)|create_connection)$/.test(path),
  );
  if (!connects) return;
  const redirected = (calls.get("os.dup2") ?? []).filter((site) =>
    /socket|fileno/.test(
      site.args[0]?.map((thing) => (thing.kind === "reference" ? thing.path : "")).join(" ") ?? "",
    ),
  );
  const starts = [...calls].filter(([path]) => shellStarts.test(path)).flatMap(([, sites]) => sites);
  if (redirected.length > 0 && starts.length > 0) report(redirected[0]!.node, "error", message);
  for (const site of starts) {
    const streams = [...site.keywords].filter(([name]) => /^std(?:in|out|err)$/.test(name));
    const isSocket = streams.some(([, value]) =>
      value.some(
        (thing) => thing.kind === "reference" && /^socket\.(?:socket|create_connection)\(\)/.test(thing.path),
      ),
    );
    const isReceived = site.args.some((value) =>
      value.some((thing) => thing.kind === "reference" && /\.recv(?:from)?\(\)/.test(thing.path)),
    );
    if (isSocket || isReceived) report(site.node, "error", message);
  }
}

/** Hands a shell to the other end of a connection. */
export const reverseShell: Rule = {
  id: "reverse-shell",
  cwe: "CWE-506",
  calls: each(startingCalls.join(" "), judgeCommand),
  finish,
};
