import type { CallSite } from "../resolve/machine.ts";
import { skeletonsOf } from "../resolve/mixed.ts";
import { argument, each, textOf, type ReportFinding, type Rule } from "./rule.ts";

const startFiles =
  /(?:\.bashrc|\.bash_profile|\.zshrc|[\\/]\.profile|authorized_keys|\/etc\/(?:cron|rc\.local|init\.d|systemd|passwd|sudoers|ld\.so\.preload)|\/var\/spool\/cron|LaunchAgents|LaunchDaemons|Start Menu[\\/]Programs[\\/]Startup|sitecustomize\.py|usercustomize\.py|autostart[\\/])/i;
const message =
  "This changes what runs when the machine or the user's session starts, so the program comes back by itself; leave that to the owner of the machine.";

function judgeOpen(site: CallSite, report: ReportFinding): void {
  const mode = textOf(argument(site, 1, "mode")) ?? "r";
  const name = argument(site, 0, "file");
  if (/[wax+]/.test(mode) && name && skeletonsOf(name).some((text) => startFiles.test(text)))
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
  },
};
