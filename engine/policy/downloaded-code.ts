import type { CallSite } from "../resolve/machine.ts";
import { isFrom } from "../resolve/taint.ts";
import { commandText } from "./command-text.ts";
import { argument, each, nameOf, textOf, type PolicyFacts, type ReportFinding, type Rule } from "./rule.ts";

const advice = "install what you need as a pinned dependency, or check a signature before it is used";

function judge(site: CallSite, report: ReportFinding): void {
  const source = argument(site, 0, "source", "args", "command", "cmd", "data");
  const inner = source?.flatMap((thing) => (thing.kind === "code" ? thing.source : [thing]));
  if (isFrom(inner, "network"))
    report(
      site.node,
      "error",
      `${nameOf(site)} runs what was just downloaded, so whoever controls the server or the way there controls this program; ${advice}.`,
    );
}

const pipedToShell =
  /\b(?:curl|wget|iwr|Invoke-WebRequest)\b[^\n]*\|\s*(?:sudo\s+)?(?:sh|bash|zsh|python[\d.]*|perl)\b|\b(?:curl|wget)\b[^\n]*(?:&&|;)\s*(?:chmod\s+\+x|sh|bash|\.\/)|powershell[^\n]*(?:-e(?:nc|ncodedcommand)?\s+[A-Za-z0-9+/=]{20,}|DownloadString|IEX\b)|base64\s+(?:-d|--decode)[^\n]*\|\s*(?:sh|bash)|python[\d.]*\s+-c\s+["']import (?:urllib|requests|socket)/i;

function judgeCommand(site: CallSite, report: ReportFinding): void {
  if (pipedToShell.test(commandText(argument(site, 0, "args", "command", "cmd"))))
    report(
      site.node,
      "error",
      `The command given to ${nameOf(site)} downloads or decodes a script and runs it unseen; ${advice}.`,
    );
}

const fetching = ["urllib.request.urlretrieve", "urllib.urlretrieve", "wget.download"];
const starting = [
  "os.startfile",
  "os.system",
  "os.execv",
  "os.execl",
  "subprocess.run",
  "subprocess.call",
  "subprocess.Popen",
  "subprocess.check_call",
  "os.popen",
  "runpy.run_path",
];

/** A file that is fetched and then started, by the name it was saved under. */
function finish({ calls }: PolicyFacts, report: ReportFinding): void {
  const saved = fetching
    .flatMap((path) => calls.get(path) ?? [])
    .flatMap((site) => textOf(argument(site, 1, "filename", "out")) ?? []);
  if (saved.length === 0) return;
  for (const path of starting)
    for (const site of calls.get(path) ?? []) {
      const command = commandText(argument(site, 0, "args", "command", "path_name"));
      if (saved.some((name) => name.length > 3 && command.includes(name)))
        report(site.node, "error", `${nameOf(site)} starts a file that was just downloaded; ${advice}.`);
    }
}

const shells =
  "os.system os.popen subprocess.run subprocess.call subprocess.Popen subprocess.check_call subprocess.check_output subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell";

/** Runs what it has just fetched. */
export const downloadedCode: Rule = {
  id: "downloaded-code",
  cwe: "CWE-494",
  calls: {
    ...each(`builtins.eval builtins.exec pickle.loads marshal.loads types.FunctionType`, judge),
    ...each(shells, (site, report) => {
      judge(site, report);
      judgeCommand(site, report);
    }),
  },
  finish,
};
