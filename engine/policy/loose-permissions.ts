import type { CallSite } from "../resolve/machine.ts";
import { onlyInt, type PossibleValues } from "../resolve/value.ts";
import { argument, each, nameOf, type ReportFinding, type Rule } from "./rule.ts";

function judgeMode(mode: PossibleValues | undefined, site: CallSite, report: ReportFinding): void {
  const bits = onlyInt(mode);
  if (bits === undefined) return;
  if ((bits & 0o002n) !== 0n)
    report(
      site.node,
      "error",
      `${nameOf(site)} lets every user of the machine change this file (mode 0o${bits.toString(8)}); give rights to its owner only, such as 0o600 or 0o755.`,
    );
  else if ((bits & 0o020n) !== 0n && (bits & 0o007n) !== 0n)
    report(
      site.node,
      "warning",
      `${nameOf(site)} lets the whole group change this file (mode 0o${bits.toString(8)}); give rights to its owner only.`,
      { confidence: "medium" },
    );
}

/** Lets others change files. */
export const loosePermissions: Rule = {
  id: "loose-permissions",
  cwe: "CWE-732",
  calls: {
    ...each("os.chmod os.fchmod os.lchmod", (site, report) =>
      judgeMode(argument(site, 1, "mode"), site, report),
    ),
    ...each("os.makedirs os.mkdir", (site, report) => {
      const mode = argument(site, 1, "mode");
      // 0o777 is what Python uses by default; the umask takes the rest away.
      if (mode && onlyInt(mode) !== 0o777n) judgeMode(mode, site, report);
    }),
    "os.open": (site, report) => {
      // 0o666 is what `open` uses; the umask takes the rest away.
      const mode = argument(site, 2, "mode");
      if (onlyInt(mode) !== 0o666n) judgeMode(mode, site, report);
    },
    "os.umask": (site, report) => {
      if (onlyInt(argument(site, 0)) === 0n)
        report(
          site.node,
          "warning",
          "With a umask of 0 every file this program creates can be changed by every user of the machine; use 0o022 or 0o077.",
          { confidence: "medium" },
        );
    },
  },
  methods: {
    chmod: (site, report) => {
      if (!site.path.startsWith("os.")) judgeMode(argument(site, 0, "mode"), site, report);
    },
  },
};
