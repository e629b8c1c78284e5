import type { CallSite } from "../resolve/machine.ts";
import { skeletonsOf } from "../resolve/mixed.ts";
import type { Node } from "../tree/nodes.ts";
import { commandLine, startingCalls } from "./command-text.ts";
import { argument, each, textOf, type ReportFinding, type Rule } from "./rule.ts";

const startFiles =
  /(?:\.bashrc|\.bash_profile|\.zshrc|[\\/]\.profile|authorized_keys|\/etc\/(?:cron|rc\.local|init\.d|systemd|passwd|sudoers|ld\.so\.preload)|\/var\/spool\/cron|LaunchAgents|LaunchDaemons|Start Menu[\\/]Programs[\\/]Start[Uu]p|systemd[\\/]user[\\/]|(?:packages[\\/]|^)(?:site|user)customize\.py|autostart[\\/])/i;
const message =
  "This changes what runs when the machine or the user's session starts, so the program starts again without the user; leave that to the owner of the machine.";

function judgeOpen(site: CallSite, report: ReportFinding): void {
  const mode = textOf(argument(site, 1, "mode")) ?? "r";
  const name = argument(site, 0, "file");
  if (/[wax+]/.test(mode) && name && skeletonsOf(name).some((text) => startFiles.test(text)))
    report(site.node, "error", message, { confidence: "medium" });
}

const startCommands =
  /\bschtasks(?:\.exe)?\b(?:(?!\bschtasks\b)[^\n])*\/create\b|\breg(?:\.exe)?\s+add\b(?:(?!\breg(?:\.exe)?\s+add\b)[^\n])*\\Run(?:Once)?\b|\bcrontab\s+-(?:\s|$)|>>?\s*(?:~|\$HOME|\/root|\/home\/(?:(?!>\/home\/)\S)+)\/\.(?:bashrc|bash_profile|profile|zshrc|ssh\/authorized_keys)\b|>>?\s*\/etc\/(?:cron|rc\.local|sudoers|ld\.so\.preload)/i;

/** The texts of a chain such as `Path.home().joinpath("…") / "…"`. */
function textsAlong(node: Node): string {
  const texts: string[] = [];
  const parts: Node[] = [node];
  for (let looked = 0; parts.length > 0 && looked < 40; looked += 1) {
    const part = parts.shift()!;
    if (part.kind === "Constant" && part.value.type === "str") texts.push(part.value.value);
    else if (part.kind === "Call") parts.unshift(part.func, ...part.args);
    else if (part.kind === "Attribute") parts.unshift(part.value);
    else if (part.kind === "BinOp") parts.unshift(part.left, part.right);
  }
  return texts.join("/");
}

function judgePath(site: CallSite, report: ReportFinding): void {
  if (site.node.kind === "Call" && site.node.func.kind === "Attribute")
    if (startFiles.test(textsAlong(site.node.func.value)))
      report(site.node, "error", message, { confidence: "medium" });
}

/** Makes itself start again. */
export const persistence: Rule = {
  id: "persistence",
  cwe: "CWE-506",
  calls: {
    "builtins.open": judgeOpen,
    ...each("winreg.SetValueEx winreg.SetValue _winreg.SetValueEx", (site, report) =>
      report(site.node, "error", message, { confidence: "medium" }),
    ),
    ...each("shutil.copy shutil.copyfile shutil.copy2 shutil.move os.symlink os.rename", (site, report) => {
      const to = argument(site, 1, "dst");
      if (to && skeletonsOf(to).some((text) => startFiles.test(text)))
        report(site.node, "error", message, { confidence: "medium" });
    }),
    ...each(startingCalls.join(" "), (site, report) => {
      if (startCommands.test(commandLine(site)))
        report(site.node, "error", message, { confidence: "medium" });
    }),
  },
  methods: each("write_text write_bytes", judgePath),
};
